"""Tracked games and their append-only logs. Only `games.services` writes these tables."""

from __future__ import annotations

import uuid
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.codes import new_code, new_slug


class Chart(models.Model):
    """A club's transcription of a printed board, or a board that ships with a title (no club)."""

    public_id = models.CharField(max_length=16, unique=True, default=new_slug, editable=False)
    club = models.ForeignKey(
        "scoring.Club", null=True, blank=True, on_delete=models.CASCADE, related_name="charts"
    )
    title = models.CharField(max_length=40)
    name = models.CharField(max_length=60)
    key = models.CharField(
        max_length=60, blank=True, help_text="Set for boards that ship with a title."
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["title", "name", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["title", "key"], condition=~Q(key=""), name="chart_shipped_once"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class ChartVersion(models.Model):
    """One state of a chart, never changed once written: running games point at it."""

    chart = models.ForeignKey(Chart, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    data = models.TextField(help_text="The board as JSON.")
    why = models.CharField(max_length=120, blank=True)
    by_name = models.CharField(max_length=60, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["chart_id", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["chart", "number"], name="chart_version_once")
        ]

    def __str__(self) -> str:
        return f"{self.chart} v{self.number}"


class Game(models.Model):
    """One physical play of a title, tracked here. The state is the fold of its log up to `head`."""

    class Status(models.TextChoices):
        LOBBY = "lobby", _("Waiting for players")
        PLAYING = "playing", _("Being played")
        PAUSED = "paused", _("Paused")
        OVER = "over", _("Finished")
        ABANDONED = "abandoned", _("Abandoned")

    code = models.CharField(max_length=8, unique=True, default=new_code, editable=False)
    club = models.ForeignKey("scoring.Club", on_delete=models.CASCADE, related_name="games")
    title = models.CharField(max_length=40)
    board = models.ForeignKey(ChartVersion, on_delete=models.PROTECT, related_name="games")
    rules_version = models.PositiveIntegerField()
    options = models.TextField(default="{}")
    setup = models.TextField(default="{}", help_text="What the table told at set-up, as JSON.")
    position = models.TextField(
        blank=True, help_text="Notation the game started from, if not the set-up."
    )
    seat_letters = models.CharField(max_length=12, blank=True)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.LOBBY)
    last = models.PositiveIntegerField(default=0, help_text="Number of the newest event.")
    head = models.PositiveIntegerField(
        default=0, help_text="Number of the node whose state counts."
    )
    head_base = models.PositiveIntegerField(default=0)
    head_lane = models.PositiveIntegerField(default=0)
    newest = models.PositiveIntegerField(default=0, help_text="Number of the newest node.")
    redo = models.TextField(blank=True, help_text="Heads that redo goes back to, newest last.")
    actor = models.CharField(max_length=1, blank=True)
    end = models.CharField(max_length=40, blank=True)
    ruled = models.BooleanField(default=False, help_text="An entry was ruled by the table.")
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    touched_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-touched_at", "-id"]
        indexes = [models.Index(fields=["club", "status", "-touched_at"], name="game_club_status")]

    def __str__(self) -> str:
        return f"{self.title} {self.code}"


class Participant(models.Model):
    """Someone at a game: an account or a guest's browser, with what they may do there."""

    class Role(models.TextChoices):
        PLAYER = "player", _("Player")
        SCOREKEEPER = "scorekeeper", _("Scorekeeper")
        WATCHER = "watcher", _("Watcher")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="participants")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL
    )
    guest = models.UUIDField(null=True, blank=True)
    name = models.CharField(max_length=60)
    role = models.CharField(max_length=12, choices=Role.choices, default=Role.PLAYER)
    is_host = models.BooleanField(default=False)
    token_version = models.PositiveIntegerField(
        default=1, help_text="Raised to end every token given before."
    )
    joined_at = models.DateTimeField(auto_now_add=True)
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "user"], condition=Q(user__isnull=False), name="one_user_a_game"
            ),
            models.UniqueConstraint(
                fields=["game", "guest"], condition=Q(guest__isnull=False), name="one_guest_a_game"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Seat(models.Model):
    """One player's place in a game. `holder` is who enters for it; one phone may hold several."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    letter = models.CharField(max_length=1)
    order = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60, blank=True)
    colour = models.CharField(max_length=20)
    player = models.ForeignKey(
        "scoring.Player", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    holder = models.ForeignKey(
        Participant, null=True, blank=True, on_delete=models.SET_NULL, related_name="seats"
    )

    class Meta:
        ordering = ["game_id", "order"]
        constraints = [
            models.UniqueConstraint(fields=["game", "letter"], name="seat_letter_once"),
            models.UniqueConstraint(fields=["game", "colour"], name="seat_colour_once"),
        ]

    def __str__(self) -> str:
        return f"{self.letter} {self.name}".strip()


class SeatRequest(models.Model):
    """A wish to take over a seat that someone holds: a lost phone, or a new player in mid-game."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seat_requests")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="requests")
    participant = models.ForeignKey(Participant, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=60)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["seat", "participant"], name="one_request_a_seat")
        ]

    def __str__(self) -> str:
        return f"{self.name} for {self.seat_id}"


class Event(models.Model):
    """One line of a game's log. Never changed, never deleted.

    Nodes (see `games.engine.log`) have a state; `parent` is the head they were entered on, `base`
    the nearest ancestor with a snapshot, `lane` the first node of their unbroken run, `turn` the
    turn they belong to. Other events leave the head alone or move it: `head` is the one after.
    """

    class Kind(models.TextChoices):
        MOVE = "move", _("Move")
        RULED = "ruled", _("Ruled by the table")
        POSITION = "position", _("Position set")
        CORRECT = "correct", _("Correction")
        UNDO = "undo", _("Undo")
        REDO = "redo", _("Redo")
        NOTE = "note", _("Note")
        STATUS = "status", _("Status")

    NODES = (Kind.MOVE, Kind.RULED, Kind.POSITION, Kind.CORRECT)

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="events")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind.choices)
    parent = models.PositiveIntegerField()
    head = models.PositiveIntegerField()
    base = models.PositiveIntegerField()
    lane = models.PositiveIntegerField()
    turn = models.CharField(max_length=40, blank=True)
    seat = models.CharField(max_length=1, blank=True)
    actor = models.CharField(
        max_length=1, blank=True, help_text="The seat to act after this event."
    )
    data = models.TextField(blank=True, help_text="What was entered, as JSON.")
    said = models.TextField(blank=True, help_text="The log's sentence as a worded fact, as JSON.")
    postings = models.TextField(blank=True, help_text="Money that moved, as JSON.")
    note = models.CharField(max_length=500, blank=True)
    by = models.ForeignKey(
        Participant, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    by_name = models.CharField(max_length=60, blank=True)
    proxy = models.BooleanField(
        default=False, help_text="Entered for a seat by someone who does not hold it."
    )
    rules_version = models.PositiveIntegerField()
    key = models.UUIDField(default=uuid.uuid4)
    at = models.DateTimeField()

    class Meta:
        ordering = ["game_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="event_number_once"),
            models.UniqueConstraint(fields=["game", "key"], name="event_key_once"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}#{self.number} {self.kind}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Write a new event; raise `TypeError` on an old one, since the log is append-only."""
        if not self._state.adding:
            raise TypeError("events are append-only")
        super().save(*args, **kwargs)


class Snapshot(models.Model):
    """The state after one node, kept so that loading never replays more than a few events."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="snapshots")
    node = models.PositiveIntegerField()
    rules_version = models.PositiveIntegerField()
    state = models.TextField()

    class Meta:
        ordering = ["game_id", "node"]
        constraints = [models.UniqueConstraint(fields=["game", "node"], name="snapshot_once")]

    def __str__(self) -> str:
        return f"{self.game_id}@{self.node}"
