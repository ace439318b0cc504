"""What is counted up from plays, so that pages need not: brought up to date after each play."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from scoring.names import LONGEST


class PlayerStat(models.Model):
    """A player's figures in one title, from every play that counts.

    `stale` says that a play changed since; whatever reads it then is a moment behind. Rows without
    plays are taken away when they are brought up to date.
    """

    club = models.ForeignKey("scoring.Club", on_delete=models.CASCADE, related_name="stats")
    player = models.ForeignKey("scoring.Player", on_delete=models.CASCADE, related_name="stats")
    title = models.CharField(max_length=40)
    plays = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0, help_text="First places, shared ones too.")
    shared = models.PositiveIntegerField(default=0, help_text="First places that were shared.")
    ranks = models.PositiveBigIntegerField(default=0, help_text="Sum of places.")
    seats = models.PositiveBigIntegerField(default=0, help_text="Sum of seats at those tables.")
    scored = models.PositiveIntegerField(default=0, help_text="Plays of which the total is known.")
    points = models.BigIntegerField(default=0, help_text="Sum of totals.")
    best = models.BigIntegerField(null=True, blank=True)
    least = models.BigIntegerField(null=True, blank=True)
    timed = models.PositiveIntegerField(default=0, help_text="Plays of which the length is known.")
    minutes = models.PositiveBigIntegerField(default=0, help_text="Sum of lengths.")
    seconds = models.PositiveBigIntegerField(default=0, help_text="Time to act in tracked games.")
    turns = models.PositiveBigIntegerField(default=0, help_text="Turns that time was spent on.")
    first_on = models.DateField(null=True, blank=True)
    last_on = models.DateField(null=True, blank=True)
    items = models.JSONField(
        default=dict, blank=True, help_text="By item of the sheet: plays, counts, points."
    )
    stale = models.BooleanField(default=True)

    class Meta:
        ordering = ["club", "player", "title"]
        indexes = [
            models.Index(fields=["club", "title"], name="stat_of_club"),
            models.Index(fields=["club", "title"], condition=Q(stale=True), name="stat_stale"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["player", "title"], name="stat_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.title}: {self.wins}/{self.plays}"


class PlayerMerge(models.Model):
    """Two players found to be one person: who became whom, and what it takes to part them again."""

    club = models.ForeignKey("scoring.Club", on_delete=models.CASCADE, related_name="merges")
    kept = models.ForeignKey("scoring.Player", on_delete=models.CASCADE, related_name="+")
    gone = models.ForeignKey("scoring.Player", on_delete=models.CASCADE, related_name="+")
    by_name = models.CharField(max_length=LONGEST, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)
    undone_at = models.DateTimeField(null=True, blank=True)
    scores = models.JSONField(default=list, help_text="Ids of the scores that changed hands.")
    before = models.JSONField(default=dict, help_text="Whose the two players were.")

    class Meta:
        ordering = ["-made_at", "-id"]
        indexes = [models.Index(fields=["club", "-made_at"], name="merge_of_club")]

    def __str__(self) -> str:
        return f"{self.gone_id} into {self.kept_id}"
