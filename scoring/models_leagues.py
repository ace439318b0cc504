"""Leagues with their seasons, fixtures, results and standings. Only `scoring.services.leagues` writes them."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.names import LONGEST
from scoring.slugs import new_slug


class League(models.Model):
    """A competition of a club that is held season after season."""

    public_id = models.CharField(max_length=16, unique=True, default=new_slug, editable=False)
    club = models.ForeignKey("scoring.Club", on_delete=models.CASCADE, related_name="leagues")
    name = models.CharField(max_length=LONGEST)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["club", "name", "id"]

    def __str__(self) -> str:
        return self.name


class Season(models.Model):
    """One run of a league under rules that are fixed once it is open."""

    class State(models.TextChoices):
        DRAFT = "draft", _("Being prepared")
        OPEN = "open", _("Under way")
        CLOSED = "closed", _("Closed")

    public_id = models.CharField(max_length=16, unique=True, default=new_slug, editable=False)
    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="seasons")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=LONGEST)
    state = models.CharField(max_length=10, choices=State.choices, default=State.DRAFT)
    starts_on = models.DateField()
    ends_on = models.DateField()
    rules = models.JSONField(default=dict, help_text="As `scoring.leagues.rules.SeasonRules`.")
    closed_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["league", "-number"]
        indexes = [models.Index(fields=["league", "state", "ends_on"], name="season_open")]
        constraints = [models.UniqueConstraint(fields=["league", "number"], name="season_numbered")]

    def __str__(self) -> str:
        return self.name


class Division(models.Model):
    """A group of entrants who play for places among themselves; tier 1 is the highest."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="divisions")
    name = models.CharField(max_length=LONGEST)
    tier = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["season", "tier"]
        constraints = [models.UniqueConstraint(fields=["season", "tier"], name="division_tier")]

    def __str__(self) -> str:
        return self.name


class Entrant(models.Model):
    """A player of the club in a division of a season."""

    class Outcome(models.TextChoices):
        UP = "up", _("Promoted")
        STAYS = "stays", _("Stays")
        DOWN = "down", _("Relegated")
        GONE = "gone", _("Withdrawn")

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="entrants")
    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="entrants")
    player = models.ForeignKey("scoring.Player", on_delete=models.CASCADE, related_name="entries")
    withdrawn = models.BooleanField(default=False)
    lot = models.PositiveSmallIntegerField(
        default=0, help_text="Drawn where nothing else parts a tie; 1 goes first, 0 is not drawn."
    )
    outcome = models.CharField(max_length=10, choices=Outcome.choices, blank=True)

    class Meta:
        ordering = ["division", "id"]
        constraints = [models.UniqueConstraint(fields=["season", "player"], name="entrant_once")]

    def __str__(self) -> str:
        return self.player.name


class Fixture(models.Model):
    """A game that a schedule asks for."""

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="fixtures")
    round = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    title = models.CharField(max_length=40, blank=True, help_text="Empty: as the table likes.")

    class Meta:
        ordering = ["division", "round", "number"]
        constraints = [
            models.UniqueConstraint(fields=["division", "round", "number"], name="fixture_once")
        ]

    def __str__(self) -> str:
        return f"{self.round}.{self.number}"


class FixtureSeat(models.Model):
    """Who is to sit where in a fixture, who sits in for them, and who stayed away."""

    fixture = models.ForeignKey(Fixture, on_delete=models.CASCADE, related_name="seats")
    order = models.PositiveSmallIntegerField()
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="seats")
    substitute = models.ForeignKey(
        "scoring.Player", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    forfeited = models.BooleanField(default=False)

    class Meta:
        ordering = ["fixture", "order"]
        constraints = [
            models.UniqueConstraint(fields=["fixture", "entrant"], name="fixture_entrant_once")
        ]

    def __str__(self) -> str:
        return str(self.entrant)


class Result(models.Model):
    """A game as a division counts it: a play, or a fixture to which too few came."""

    class State(models.TextChoices):
        REPORTED = "reported", _("Reported")
        CONFIRMED = "confirmed", _("Confirmed")
        DISPUTED = "disputed", _("Disputed")
        VOID = "void", _("Struck out")

    public_id = models.CharField(max_length=16, unique=True, default=new_slug, editable=False)
    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="results")
    play = models.ForeignKey(
        "scoring.Play", null=True, blank=True, on_delete=models.CASCADE, related_name="results"
    )
    fixture = models.OneToOneField(
        Fixture, null=True, blank=True, on_delete=models.SET_NULL, related_name="result"
    )
    on = models.DateField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.REPORTED)
    counts = models.BooleanField(default=False, help_text="Its points are in the standings.")
    log = models.JSONField(default=list, blank=True, help_text="Each with at, by, what, note.")

    class Meta:
        ordering = ["division", "-on", "-id"]
        indexes = [models.Index(fields=["division", "-on", "-id"], name="result_history")]
        constraints = [
            models.UniqueConstraint(fields=["division", "play"], name="result_play_once")
        ]

    def __str__(self) -> str:
        return f"{self.on} {self.state}"


class Award(models.Model):
    """The points of one entrant for one result, with all that explains them."""

    result = models.ForeignKey(Result, on_delete=models.CASCADE, related_name="awards")
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="awards")
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    score = models.BigIntegerField(null=True, blank=True, help_text="What the play gave them.")
    points = models.BigIntegerField(
        help_text="In sixtieths of a point, so that ties share exactly."
    )
    why = models.CharField(max_length=20, help_text="As `scoring.leagues.points` names it.")
    facts = models.JSONField(default=dict, blank=True)
    substitute = models.CharField(max_length=LONGEST, blank=True, help_text="Who sat in for them.")
    forfeited = models.BooleanField(default=False)
    dropped = models.BooleanField(default=False, help_text="Not among the games that count.")

    class Meta:
        ordering = ["result", "place", "id"]
        constraints = [models.UniqueConstraint(fields=["result", "entrant"], name="award_once")]

    def __str__(self) -> str:
        return f"{self.points}/60"


class Standing(models.Model):
    """Where an entrant stands, worked out from the awards; places shared as 1, 2, 2, 4."""

    entrant = models.OneToOneField(Entrant, on_delete=models.CASCADE, related_name="standing")
    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="standings")
    line = models.PositiveSmallIntegerField(help_text="Where in the table, from 1.")
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    points = models.BigIntegerField(default=0, help_text="In sixtieths of a point.")
    played = models.PositiveIntegerField(default=0, help_text="Without forfeits.")
    counted = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    forfeits = models.PositiveIntegerField(default=0)
    parted_by = models.CharField(max_length=20, blank=True, help_text="The tie-break that told.")

    class Meta:
        ordering = ["division", "line"]

    def __str__(self) -> str:
        return f"{self.place or '–'}. {self.points}/60"
