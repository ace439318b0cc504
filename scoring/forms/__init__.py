"""What people type about clubs, checked field by field."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.models import Club, Member
from scoring.names import LONGEST, clean_name


class NameField(forms.CharField):
    """A name of a person, club or board; its messages are those of `scoring.names`."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("error_messages", {"required": "Enter a name."})
        super().__init__(strip=True, **options)
        # For the browser only: the server's message says how long the name is.
        self.widget.attrs["maxlength"] = LONGEST
        self.widget.attrs["dir"] = "auto"

    def clean(self, value: Any) -> str:
        """Return the name made clean, or raise `ValidationError`."""
        text = super().clean(value)
        return clean_name(text) if text else ""


def _own_name() -> NameField:
    return NameField(
        label=_("Your name"),
        help_text=_("As the others at the table know you."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )


class ClubForm(forms.Form):
    """Founding a club: its name, and what its founder is called there."""

    name = NameField(label=_("Name of the club"), help_text=_("Such as “Thursday Rails”."))
    display_name = _own_name()


class ClubSettingsForm(forms.Form):
    """A club's name and who may see it."""

    name = NameField(label=_("Name of the club"))
    visibility = forms.ChoiceField(
        label=_("Who may see it"),
        choices=Club.Visibility.choices,
        widget=forms.RadioSelect,
        help_text=_("Its players, history and results."),
    )


class JoinForm(forms.Form):
    """Joining a club: what the new member is called there."""

    display_name = _own_name()


class PlayerNameForm(forms.Form):
    """Another name for a player."""

    name = NameField(label=_("Name"))


class RoleForm(forms.Form):
    """The role of a member."""

    role = forms.ChoiceField(label=_("Role"), choices=Member.Role.choices)
