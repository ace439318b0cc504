"""Clubs, their people, and the plays in their history. Only `scoring.services` writes these tables."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.models_exchange import Delivery as Delivery
from scoring.models_exchange import ImportBatch as ImportBatch
from scoring.models_exchange import ImportGame as ImportGame
from scoring.models_exchange import ImportPart as ImportPart
from scoring.models_exchange import ImportPlayer as ImportPlayer
from scoring.models_exchange import ImportRow as ImportRow
from scoring.models_exchange import Webhook as Webhook
from scoring.models_jobs import Job as Job
from scoring.models_leagues import Award as Award
from scoring.models_leagues import Division as Division
from scoring.models_leagues import Entrant as Entrant
from scoring.models_leagues import Fixture as Fixture
from scoring.models_leagues import FixtureSeat as FixtureSeat
from scoring.models_leagues import League as League
from scoring.models_leagues import Result as Result
from scoring.models_leagues import Season as Season
from scoring.models_leagues import Standing as Standing
from scoring.models_ratings import Rating as Rating
from scoring.models_ratings import RatingPool as RatingPool
from scoring.models_ratings import RatingStep as RatingStep
from scoring.models_stats import PlayerMerge as PlayerMerge
from scoring.models_stats import PlayerStat as PlayerStat
from scoring.names import LONGEST
from scoring.slugs import new_slug

_ONE_PERSON = (Q(user__isnull=False) & Q(guest__isnull=True)) | (
    Q(user__isnull=True) & Q(guest__isnull=False)
)


class Club(models.Model):
    """A playing group: it owns players, charts, games and plays."""

    class Visibility(models.TextChoices):
        PRIVATE = "private", _("Members only")
        LINK = "link", _("Anyone with the link")
        PUBLIC = "public", _("Listed for everyone")

    public_id = models.CharField(max_length=16, unique=True, default=new_slug, editable=False)
    name = models.CharField(max_length=LONGEST)
    visibility = models.CharField(
        max_length=10, choices=Visibility.choices, default=Visibility.LINK
    )
    invite = models.CharField(
        max_length=16,
        unique=True,
        default=new_slug,
        editable=False,
        help_text="Whoever knows it may join.",
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "id"]
        indexes = [models.Index(fields=["visibility", "name"], name="club_listed")]

    def __str__(self) -> str:
        return self.name


class Member(models.Model):
    """Someone who belongs to a club: an account, or a guest's browser."""

    class Role(models.TextChoices):
        OWNER = "owner", _("Owner")
        ORGANISER = "organiser", _("Organiser")
        MEMBER = "member", _("Member")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="memberships",
    )
    guest = models.UUIDField(null=True, blank=True, db_index=True)
    name = models.CharField(max_length=LONGEST)
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.MEMBER)
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["club", "joined_at", "id"]
        constraints = [
            models.CheckConstraint(condition=_ONE_PERSON, name="member_is_user_or_guest"),
            models.UniqueConstraint(fields=["club", "user"], name="member_user_once"),
            models.UniqueConstraint(fields=["club", "guest"], name="member_guest_once"),
        ]

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    """A person as a club's history knows them; may belong to an account, a guest, or nobody here."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players")
    public_id = models.CharField(max_length=16, unique=True, default=new_slug, editable=False)
    name = models.CharField(max_length=LONGEST)
    sought = models.CharField(
        max_length=3 * LONGEST, editable=False, help_text="The name as it is compared."
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="players",
    )
    guest = models.UUIDField(null=True, blank=True, db_index=True)
    active = models.BooleanField(default=True)
    forgotten = models.BooleanField(
        default=False, help_text="The person asked for it; the name says nothing any more."
    )
    merged_into = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="merged"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["club", "name", "id"]
        indexes = [models.Index(fields=["club", "sought"], name="player_by_name")]
        constraints = [
            models.CheckConstraint(
                condition=Q(user__isnull=True) | Q(guest__isnull=True),
                name="player_not_user_and_guest",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Play(models.Model):
    """One finished result in a club's history: tracked here, typed in, or imported."""

    class Source(models.TextChoices):
        TRACKED = "tracked", _("Tracked move by move")
        TYPED = "typed", _("Typed in")
        IMPORTED = "imported", _("Imported")

    class TallyState(models.TextChoices):
        WAITING = "waiting", _("Being counted")
        DONE = "done", _("Counted")
        FAILED = "failed", _("Could not be counted")

    public_id = models.CharField(max_length=16, unique=True, default=new_slug, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="plays")
    title = models.CharField(max_length=40)
    played_on = models.DateField()
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    minutes = models.PositiveIntegerField(null=True, blank=True)
    source = models.CharField(max_length=10, choices=Source.choices)
    source_ref = models.CharField(
        max_length=100, blank=True, help_text="What the source calls it; once per source."
    )
    origin = models.CharField(
        max_length=20,
        blank=True,
        editable=False,
        help_text="How an imported play was first recorded: the program, or a source of another site.",
    )
    board = models.CharField(max_length=LONGEST, blank=True)
    place = models.CharField(max_length=LONGEST, blank=True, help_text="Where it was played.")
    options = models.JSONField(default=dict, blank=True)
    end = models.CharField(max_length=40, blank=True, help_text="Key of the title's end condition.")
    rules_version = models.PositiveIntegerField(default=1)
    sheet = models.TextField(blank=True, help_text="The title's score sheet, as JSON.")
    ruled = models.BooleanField(default=False, help_text="An entry was ruled by the table.")
    house_rules = models.BooleanField(default=False)
    rated = models.BooleanField(default=True, help_text="Counts for ratings and leagues.")
    totals_only = models.BooleanField(
        default=False, help_text="The sheet has totals alone (`scoring.tables.totals`), no lines."
    )
    variant = models.CharField(
        max_length=120,
        blank=True,
        editable=False,
        help_text="The printed variants played, as key=value parted by blanks; none if empty.",
    )
    notes = models.TextField(blank=True)
    entered_by_name = models.CharField(max_length=LONGEST, blank=True)
    tally_state = models.CharField(
        max_length=10, choices=TallyState.choices, default=TallyState.WAITING
    )
    tally_note = models.TextField(blank=True, help_text="Why it could not be counted.")
    tie_break = models.CharField(
        max_length=40, blank=True, help_text="The rule that decided a tie, if one did."
    )
    size = models.PositiveSmallIntegerField(default=0, help_text="Number of seats.")
    winners = models.PositiveSmallIntegerField(
        default=0, help_text="Seats in first place, once tallied."
    )
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-played_on", "-id"]
        indexes = [
            models.Index(fields=["club", "-played_on", "-id"], name="play_history"),
            models.Index(fields=["club", "title", "-played_on"], name="play_title_history"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["source", "source_ref"],
                condition=~Q(source_ref=""),
                name="play_source_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.title} {self.played_on}"

    @property
    def is_counted(self) -> bool:
        """Say whether there is a result to show."""
        return self.tally_state == self.TallyState.DONE and self.withdrawn_at is None

    @property
    def has_ties(self) -> bool:
        """Say whether seats share a place."""
        ranks = [score.rank for score in self.scores.all() if score.rank is not None]
        return len(ranks) != len(set(ranks))


class Score(models.Model):
    """What one seat of a play came to; places and lines are there once the play is tallied."""

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="scores")
    seat = models.CharField(max_length=4)
    order = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="scores"
    )
    name = models.CharField(max_length=LONGEST)
    colour = models.CharField(max_length=20, blank=True)
    total = models.BigIntegerField(null=True, blank=True)
    rank = models.PositiveSmallIntegerField(null=True, blank=True)
    winner = models.BooleanField(default=False)
    lines = models.JSONField(
        default=list, blank=True, help_text="Each with item, count, points, rule, facts."
    )
    raw = models.TextField(blank=True, help_text="The score as an import spelled it.")
    seconds = models.PositiveIntegerField(
        null=True, blank=True, help_text="Time this seat was to act, by the log of a tracked game."
    )
    turns = models.PositiveIntegerField(
        null=True, blank=True, help_text="Turns that time was spent on."
    )

    class Meta:
        ordering = ["play", "order", "id"]
        constraints = [
            models.UniqueConstraint(fields=["play", "seat"], name="score_seat_once"),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.total if self.total is not None else '–'}"


class PlayRevision(models.Model):
    """What a play was after one change: the whole of it, so that it can be shown and brought back."""

    class Action(models.TextChoices):
        RECORDED = "recorded", _("Recorded")
        EDITED = "edited", _("Edited")
        WITHDRAWN = "withdrawn", _("Withdrawn")
        RESTORED = "restored", _("Brought back")

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    action = models.CharField(max_length=10, choices=Action.choices)
    made_at = models.DateTimeField(auto_now_add=True)
    by_name = models.CharField(max_length=LONGEST, blank=True)
    draft = models.JSONField(help_text="The play as `PlayDraft` has it.")

    class Meta:
        ordering = ["play", "number"]
        constraints = [
            models.UniqueConstraint(fields=["play", "number"], name="revision_numbered"),
        ]

    def __str__(self) -> str:
        return f"{self.play_id}/{self.number} {self.action}"
