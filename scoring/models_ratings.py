"""Ratings and the steps that led to them. Only `scoring.services.ratings` writes these tables."""

from __future__ import annotations

from django.db import models


class RatingPool(models.Model):
    """The ratings of a club in one title, or over all titles; all plays up to its mark are counted."""

    club = models.ForeignKey("scoring.Club", on_delete=models.CASCADE, related_name="rating_pools")
    title = models.CharField(max_length=40, blank=True, help_text="Empty for all titles.")
    counted_on = models.DateField(
        null=True, blank=True, help_text="Day of the last play counted; none if none is."
    )
    counted_play = models.BigIntegerField(default=0, help_text="Id of the last play counted.")
    behind = models.BooleanField(default=False, help_text="Plays after the mark wait.")

    class Meta:
        ordering = ["club", "title"]
        constraints = [models.UniqueConstraint(fields=["club", "title"], name="rating_pool_once")]

    def __str__(self) -> str:
        return self.title or "all titles"


class Rating(models.Model):
    """What a player's strength is held to be now: a mean and how unsure it is (standard deviation)."""

    pool = models.ForeignKey(RatingPool, on_delete=models.CASCADE, related_name="ratings")
    player = models.ForeignKey("scoring.Player", on_delete=models.CASCADE, related_name="ratings")
    mu = models.FloatField()
    sigma = models.FloatField()
    plays = models.PositiveIntegerField()
    last_on = models.DateField()

    class Meta:
        ordering = ["pool", "-mu", "id"]
        indexes = [models.Index(fields=["pool", "-mu"], name="rating_listed")]
        constraints = [models.UniqueConstraint(fields=["pool", "player"], name="rating_once")]

    def __str__(self) -> str:
        return f"{self.mu:.2f} ± {self.sigma:.2f}"


class RatingStep(models.Model):
    """A player's rating right after one play: the history, and the points from which to count anew."""

    pool = models.ForeignKey(
        RatingPool, on_delete=models.CASCADE, related_name="steps", db_index=False
    )
    play = models.ForeignKey("scoring.Play", on_delete=models.CASCADE, related_name="rating_steps")
    player = models.ForeignKey(
        "scoring.Player", on_delete=models.CASCADE, related_name="rating_steps", db_index=False
    )
    played_on = models.DateField()
    rank = models.PositiveSmallIntegerField()
    seats = models.PositiveSmallIntegerField()
    side = models.PositiveSmallIntegerField(
        default=0, help_text="Number of the team; 0 for playing alone."
    )
    mu = models.FloatField()
    sigma = models.FloatField()
    plays = models.PositiveIntegerField(help_text="How many there were, this one included.")

    class Meta:
        ordering = ["pool", "played_on", "play", "id"]
        indexes = [
            models.Index(fields=["pool", "played_on", "play"], name="rating_step_order"),
            models.Index(
                fields=["player", "pool", "played_on", "play"], name="rating_step_history"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.mu:.2f} ± {self.sigma:.2f}"
