"""Creating a game: club, board, seats, options, all in one form."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine.title import Meta
from games.models import ChartVersion
from games.services.tables import Plan, SeatSpec
from scoring.forms import NameField
from scoring.models import Club

NEW_CLUB = "new"
MOST_POSITION = 20_000


class CreateForm(forms.Form):
    """Everything a new game of one title needs; fields of seats and options follow from the title."""

    def __init__(
        self,
        *args: Any,
        meta: Meta,
        clubs: Sequence[Club],
        boards: Sequence[ChartVersion],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.meta = meta
        self.seats = range(meta.players[1])
        self.fields["name"] = NameField(
            label=_("Your name"), widget=forms.TextInput(attrs={"autocomplete": "nickname"})
        )
        self._add_club(clubs)
        self.fields["board"] = forms.ChoiceField(
            label=gettext(meta.board_noun.capitalize()),
            choices=[(str(board.pk), _board_label(board)) for board in boards],
        )
        self._add_seats()
        for option in meta.options:
            self.fields[f"option_{option.key}"] = forms.ChoiceField(
                label=gettext(option.label),
                choices=[(choice.value, gettext(choice.label)) for choice in option.choices],
                help_text=gettext(option.help),
                initial=option.choices[0].value,
            )
        self.fields["position"] = forms.CharField(
            label=_("Start from a position"),
            required=False,
            max_length=MOST_POSITION,
            help_text=_(
                "For a game already under way on the table: its position in one line of text."
            ),
            widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false", "class": "notation"}),
        )

    def _add_club(self, clubs: Sequence[Club]) -> None:
        choices = [
            *((club.public_id, club.name) for club in clubs),
            (NEW_CLUB, gettext("a new club")),
        ]
        self.fields["club"] = forms.ChoiceField(
            label=_("Club"),
            choices=choices,
            help_text=_("It keeps the result, the history and the charts."),
        )
        self.fields["club_name"] = NameField(
            label=_("Name of the new club"),
            required=not clubs,
            help_text=_("Such as “Thursday Rails”."),
        )
        self._clubs = {club.public_id: club for club in clubs}

    def _add_seats(self) -> None:
        low, high = self.meta.players
        colours = [(choice.value, choice.label) for choice in self.meta.colours]
        self.fields["players"] = forms.TypedChoiceField(
            label=_("Players"), coerce=int, choices=[(n, str(n)) for n in range(low, high + 1)]
        )
        for number in self.seats:
            letter = "ABCDEF"[number]
            self.fields[f"seat{number}_name"] = NameField(
                label=gettext("Name at {seat}").format(seat=letter), required=False
            )
            self.fields[f"seat{number}_colour"] = forms.ChoiceField(
                label=gettext("Colour of {seat}").format(seat=letter),
                choices=colours,
                initial=colours[number][0],
                required=False,
            )
            self.fields[f"seat{number}_mine"] = forms.BooleanField(
                label=gettext("I enter for {seat}").format(seat=letter),
                required=False,
                initial=number == 0,
            )

    def rows(self) -> Iterable[dict[str, Any]]:
        """Yield the bound fields of each seat."""
        for number in self.seats:
            yield {
                "letter": "ABCDEF"[number],
                "spare": number >= self.meta.players[0],
                **{part: self[f"seat{number}_{part}"] for part in ("name", "colour", "mine")},
            }

    def options(self) -> Iterable[tuple[Any, str]]:
        """Yield each option's bound field with the rule it varies."""
        for option in self.meta.options:
            yield self[f"option_{option.key}"], option.rule

    def clean(self) -> dict[str, Any]:
        """Ask for the name of a new club."""
        data = super().clean() or {}
        if (
            data.get("club") == NEW_CLUB
            and not data.get("club_name")
            and "club_name" not in self.errors
        ):
            self.add_error("club_name", gettext("Name the club that this game is for."))
        return data

    @property
    def chosen_club(self) -> Club | None:
        """Return the club chosen, None for a new one."""
        return self._clubs.get(self.cleaned_data["club"])

    def plan(self, club: Club) -> Plan:
        """Return the plan of the game."""
        data = self.cleaned_data
        seats = tuple(
            SeatSpec(
                data[f"seat{number}_colour"] or self.meta.colours[number].value,
                data[f"seat{number}_name"],
                data[f"seat{number}_mine"],
            )
            for number in range(data["players"])
        )
        options = {option.key: data[f"option_{option.key}"] for option in self.meta.options}
        return Plan(
            club.pk, self.meta.key, seats, options, int(data["board"]), data["position"].strip()
        )

    def add_problem(self, path: str, message: str) -> None:
        """Put a service's message at the field it names ("seats[0].colour")."""
        name = (
            path.replace("seats[", "seat").replace("].", "_") if path.startswith("seats[") else path
        )
        name = "players" if path == "seats" else name
        if name not in self.fields and f"option_{name}" in self.fields:
            name = f"option_{name}"
        self.add_error(name if name in self.fields else None, message)


def _board_label(board: ChartVersion) -> str:
    return board.chart.name
