"""The one table of the bare endpoint."""

from __future__ import annotations

from django.db import models


class Line(models.Model):
    """A row about as long as an event."""

    number = models.PositiveIntegerField()
    data = models.TextField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "bare"

    def __str__(self) -> str:
        return str(self.number)
