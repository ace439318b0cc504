"""The one table of the bare endpoint."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class Line(models.Model):
    """A row about as long as an event."""

    number = models.PositiveIntegerField()
    data = models.TextField()
    at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[models.Manager[Line]] = models.Manager()

    class Meta:
        app_label = "bare"

    def __str__(self) -> str:
        return str(self.number)
