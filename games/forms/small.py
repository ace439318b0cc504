"""The small forms around a table: the envelope of an entry, codes, names, notes."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _

from games.engine.title import Meta
from games.models import Participant
from games.services.entries import NOTE_LENGTH, Request
from scoring.forms import NameField

MOST_NUMBER = 999_999_999


class Envelope(forms.Form):
    """What every entry carries beside the move: what was seen, a key against doubles, the seat."""

    seen = forms.IntegerField(min_value=0, max_value=MOST_NUMBER)
    key = forms.UUIDField()
    seat = forms.CharField(max_length=1, required=False)
    kind = forms.CharField(max_length=40, required=False)
    step = forms.ChoiceField(
        choices=[(step, step) for step in ("preview", "enter", "back")], required=False
    )
    note = forms.CharField(max_length=NOTE_LENGTH, required=False)
    confirm = forms.BooleanField(required=False)
    target = forms.IntegerField(min_value=0, max_value=MOST_NUMBER, required=False)

    def request(self, *, dry_run: bool = False) -> Request:
        """Return the service's request."""
        data = self.cleaned_data
        key: UUID = data["key"]
        return Request(
            seen=data["seen"],
            key=key,
            seat=data["seat"],
            note=data["note"],
            dry_run=dry_run,
            confirm=data["confirm"],
        )


class CodeForm(forms.Form):
    """Joining by the code that the host reads out."""

    code = forms.CharField(
        label=_("Code of the game"),
        max_length=20,
        help_text=_("Six letters, such as KTR MVA."),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        ),
    )


class SitForm(forms.Form):
    """Coming to a table: a name, and the seat one takes or asks for, or none to watch."""

    name = NameField(
        label=_("Your name"), widget=forms.TextInput(attrs={"autocomplete": "nickname"})
    )
    seat = forms.CharField(max_length=1, required=False)


class NoteForm(forms.Form):
    """A note for the log."""

    note = forms.CharField(
        label=_("Note"),
        max_length=NOTE_LENGTH,
        widget=forms.Textarea(attrs={"rows": 2, "dir": "auto"}),
    )


class PositionForm(forms.Form):
    """The position that stands on the table, and why it is set."""

    position = forms.CharField(
        label=_("Position"),
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "class": "notation"}),
    )
    note = forms.CharField(
        label=_("Why"),
        max_length=NOTE_LENGTH,
        widget=forms.Textarea(attrs={"rows": 2, "dir": "auto"}),
    )


class SeatForm(forms.Form):
    """A seat's name and colour."""

    name = NameField(label=_("Name"))
    colour = forms.ChoiceField(label=_("Colour"))

    def __init__(self, *args: Any, meta: Meta, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["colour"] = forms.ChoiceField(
            label=_("Colour"), choices=[(choice.value, choice.label) for choice in meta.colours]
        )


class RoleForm(forms.Form):
    """What someone may do at a game."""

    role = forms.ChoiceField(label=_("Role"), choices=Participant.Role.choices)


class ChartForm(forms.Form):
    """A board as a file or as text, for a chart or a new version of one."""

    name = NameField(label=_("Name of the chart"), required=False)
    club = forms.ChoiceField(label=_("Club"), required=False)
    why = forms.CharField(
        label=_("What has changed"), max_length=120, required=False, widget=forms.TextInput
    )
    file = forms.FileField(label=_("File"), required=False, help_text=_("The board as JSON."))
    text = forms.CharField(
        label=_("Or pasted here"),
        required=False,
        max_length=1_000_000,
        widget=forms.Textarea(attrs={"rows": 5, "spellcheck": "false", "class": "notation"}),
    )
