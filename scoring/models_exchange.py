"""Imports under review, and where a club's results are told to. Only `scoring.services` writes these."""

from __future__ import annotations

import secrets
from uuid import uuid4

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.names import LONGEST
from scoring.slugs import new_slug


class ImportBatch(models.Model):
    """An uploaded file on its way into a club's history, and all that came of it."""

    class State(models.TextChoices):
        READING = "reading", _("Being read")
        CHECKING = "checking", _("Being compared with the history")
        REVIEW = "review", _("Waiting for you")
        IMPORTING = "importing", _("Being imported")
        COUNTING = "counting", _("Being counted")
        DONE = "done", _("Imported")
        UNDOING = "undoing", _("Being taken back")
        UNDONE = "undone", _("Taken back")
        FAILED = "failed", _("Not readable")

    class Kind(models.TextChoices):
        OWN = "own", _("Rail Companion (JSON)")
        BGSTATS = "bgstats", _("BG Stats")
        BGG = "bgg", _("BoardGameGeek (XML)")
        CSV = "csv", _("Spreadsheet (CSV)")

    public_id = models.CharField(max_length=16, unique=True, default=new_slug, editable=False)
    club = models.ForeignKey("scoring.Club", on_delete=models.CASCADE, related_name="imports")
    kind = models.CharField(max_length=10, choices=Kind.choices, blank=True)
    file_name = models.CharField(max_length=100)
    size = models.PositiveBigIntegerField(help_text="Bytes.")
    encoding = models.CharField(
        max_length=40, blank=True, help_text="As chosen, else as found; empty before that."
    )
    layout = models.JSONField(null=True, blank=True, help_text="Of a spreadsheet: its columns.")
    state = models.CharField(max_length=10, choices=State.choices, default=State.READING)
    at = models.PositiveSmallIntegerField(default=0, help_text="Thousandths read of the file.")
    rows_read = models.PositiveIntegerField(default=0)
    step = models.PositiveIntegerField(
        default=0, help_text="Number of the last row that the present state is done with."
    )
    undone = models.BooleanField(default=False, help_text="It is being taken back, or was.")
    date_for_none = models.DateField(null=True, blank=True)
    problem = models.JSONField(null=True, blank=True, help_text="Why it is not readable.")
    by_name = models.CharField(max_length=LONGEST)
    me = models.ForeignKey(
        "scoring.Player",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="Who uploaded it, as a player of the club.",
    )
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-created_at", "-id"]
        indexes = [models.Index(fields=["club", "-created_at", "-id"], name="imports_of_club")]

    def __str__(self) -> str:
        return self.file_name

    @property
    def is_working(self) -> bool:
        """Say whether a task has something to do for it."""
        return self.state in WORKING

    @property
    def percent(self) -> int:
        """Return how far the present state is, 0 to 100."""
        if self.state == self.State.READING:
            return self.at // 10
        return min(100, 100 * self.step // self.rows_read) if self.rows_read else 100


WORKING = (
    ImportBatch.State.READING,
    ImportBatch.State.CHECKING,
    ImportBatch.State.IMPORTING,
    ImportBatch.State.COUNTING,
    ImportBatch.State.UNDOING,
)
"""The states in which a task is at work."""


class ImportPart(models.Model):
    """A part of an uploaded file, kept where every worker can read it until it is imported."""

    batch = models.ForeignKey(ImportBatch, on_delete=models.CASCADE, related_name="parts")
    number = models.PositiveIntegerField()
    body = models.BinaryField()

    class Meta:
        ordering = ["batch", "number"]
        constraints = [
            models.UniqueConstraint(fields=["batch", "number"], name="import_part_numbered")
        ]

    def __str__(self) -> str:
        return f"{self.batch_id}/{self.number}"


class ImportGame(models.Model):
    """A game of the file, and the title that its plays become; without one they are left out."""

    batch = models.ForeignKey(ImportBatch, on_delete=models.CASCADE, related_name="games")
    key = models.CharField(max_length=100)
    name = models.CharField(max_length=200)
    title = models.CharField(max_length=40, blank=True)
    plays = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["batch", "-plays", "id"]
        constraints = [models.UniqueConstraint(fields=["batch", "key"], name="import_game_once")]

    def __str__(self) -> str:
        return self.name


class ImportPlayer(models.Model):
    """A person of the file, and who they are here."""

    class Choice(models.TextChoices):
        KNOWN = "known", _("A player of the club")
        NEW = "new", _("A new player")
        GUEST = "guest", _("A guest, by name only")
        SKIP = "skip", _("Leave out their plays")

    batch = models.ForeignKey(ImportBatch, on_delete=models.CASCADE, related_name="people")
    key = models.CharField(max_length=100)
    name = models.CharField(max_length=LONGEST)
    choice = models.CharField(max_length=10, choices=Choice.choices)
    player = models.ForeignKey(
        "scoring.Player", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    made = models.BooleanField(default=False, help_text="The player was made by this import.")
    plays = models.PositiveIntegerField(default=0, help_text="Of the titles chosen.")

    class Meta:
        ordering = ["batch", "-plays", "id"]
        constraints = [models.UniqueConstraint(fields=["batch", "key"], name="import_person_once")]

    def __str__(self) -> str:
        return self.name


class ImportRow(models.Model):
    """One play of the file: what was read, what is wrong with it, what became of it."""

    class State(models.TextChoices):
        READY = "ready", _("To be imported")
        DUPLICATE = "duplicate", _("There already")
        SKIPPED = "skipped", _("Left out")
        WRONG = "wrong", _("Not usable")
        IMPORTED = "imported", _("Imported")
        UNDONE = "undone", _("Taken back")

    batch = models.ForeignKey(ImportBatch, on_delete=models.CASCADE, related_name="rows")
    number = models.PositiveIntegerField()
    line = models.PositiveIntegerField(default=0)
    ref = models.CharField(max_length=120, blank=True, help_text="Kind and id in the source.")
    state = models.CharField(max_length=10, choices=State.choices)
    record = models.JSONField(null=True, blank=True, help_text="`exchange.record.PlayRecord`.")
    left_out = models.BooleanField(default=False, help_text="The file itself does not count it.")
    problems = models.JSONField(default=list, blank=True, help_text="Found when it was read.")
    verdict = models.JSONField(default=list, blank=True, help_text="Found when it was compared.")
    play = models.ForeignKey(
        "scoring.Play",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="imported_by",
        help_text="What it became, or the play that was there already.",
    )

    class Meta:
        ordering = ["batch", "number"]
        indexes = [
            models.Index(fields=["batch", "state", "number"], name="import_rows_by_state"),
            models.Index(fields=["batch", "ref"], condition=~Q(ref=""), name="import_rows_by_ref"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["batch", "number"], name="import_row_numbered")
        ]

    def __str__(self) -> str:
        return f"{self.batch_id}/{self.number}"


def _new_secret() -> str:
    return secrets.token_urlsafe(32)


class Webhook(models.Model):
    """An address outside that is told of a club's results."""

    class Style(models.TextChoices):
        JSON = "json", _("The whole result as signed JSON")
        CHAT = "chat", _("A message, as Discord takes it")

    club = models.OneToOneField("scoring.Club", on_delete=models.CASCADE, related_name="webhook")
    url = models.CharField(max_length=500)
    style = models.CharField(max_length=10, choices=Style.choices, default=Style.JSON)
    secret = models.CharField(max_length=64, default=_new_secret)
    site = models.CharField(max_length=200, help_text="Where this site answers, for links.")
    active = models.BooleanField(default=True)
    failures = models.PositiveIntegerField(default=0, help_text="In a row.")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["club"]

    def __str__(self) -> str:
        return self.url


class Delivery(models.Model):
    """One message to a webhook; a play that is as it was last told is not told again."""

    class Event(models.TextChoices):
        TEST = "test", _("Test")
        PLAY = "play", _("A result")
        IMPORT = "import", _("An import")

    class State(models.TextChoices):
        WAITING = "waiting", _("On its way")
        SENT = "sent", _("Sent")
        FAILED = "failed", _("Failed")

    key = models.UUIDField(unique=True, default=uuid4, editable=False)
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    event = models.CharField(max_length=10, choices=Event.choices)
    play = models.ForeignKey(
        "scoring.Play", null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    digest = models.CharField(max_length=64, blank=True, help_text="Of what the play said.")
    body = models.TextField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    answer = models.CharField(max_length=200, blank=True, help_text="Status, or what went wrong.")
    created_at = models.DateTimeField(auto_now_add=True)
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["webhook", "play", "-id"], name="delivery_of_play")]

    def __str__(self) -> str:
        return f"{self.event} {self.key}"
