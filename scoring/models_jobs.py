"""Work that takes longer than a page may: how far it is, and where to go on after a stop or a crash."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.slugs import new_slug


class Job(models.Model):
    """A long piece of work with its progress; `scoring.jobs` alone writes it."""

    class State(models.TextChoices):
        WAITING = "waiting", _("Waiting to begin")
        RUNNING = "running", _("Running")
        STOPPED = "stopped", _("Stopped")
        DONE = "done", _("Done")
        FAILED = "failed", _("Failed")

    public_id = models.CharField(max_length=16, unique=True, default=new_slug, editable=False)
    club = models.ForeignKey(
        "scoring.Club", null=True, blank=True, on_delete=models.CASCADE, related_name="jobs"
    )
    kind = models.CharField(max_length=40)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    done = models.PositiveBigIntegerField(default=0)
    total = models.PositiveBigIntegerField(default=0, help_text="0 while it is not known.")
    memo = models.JSONField(default=dict, blank=True, help_text="What is needed to go on.")
    note = models.TextField(blank=True, help_text="How it ended, for people.")
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "-id"]
        indexes = [models.Index(fields=["club", "kind", "-created_at"], name="job_of_club")]

    def __str__(self) -> str:
        return f"{self.kind} {self.done}/{self.total}"

    @property
    def is_open(self) -> bool:
        """Say whether it is still to be worked on."""
        return self.state in (self.State.WAITING, self.State.RUNNING)

    @property
    def percent(self) -> int:
        """Return how much of it is done, 0 to 100."""
        if self.state == self.State.DONE:
            return 100
        return min(100, 100 * self.done // self.total) if self.total else 0
