"""What organisers say about an import and a webhook."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.exchange.source import ENCODINGS
from scoring.exchange.table import COLUMNS, DATE_ORDERS, Layout
from scoring.models import ImportGame, ImportPlayer, Player, Webhook
from scoring.outbound import LONGEST_ADDRESS
from scoring.registry import SCORE_TABLES

COLUMN_WORDS = {
    "date": _("Date"),
    "player": _("Player"),
    "game": _("Game"),
    "score": _("Points"),
    "place": _("Place"),
    "winner": _("Winner"),
    "ref": _("Id of the play"),
    "colour": _("Colour"),
    "minutes": _("Minutes"),
    "board": _("Board"),
    "location": _("Location"),
    "notes": _("Notes"),
}
_ORDER_WORDS = {
    "ymd": _("year, month, day"),
    "dmy": _("day, month, year"),
    "mdy": _("month, day, year"),
}


class UploadForm(forms.Form):
    """A file of plays."""

    file = forms.FileField(
        label=_("File"),
        allow_empty_file=True,
        max_length=200,
        help_text=_(
            "BG Stats (.json or .bgsplay), BoardGameGeek (.xml), a spreadsheet (.csv), or our own .json."
        ),
    )
    encoding = forms.ChoiceField(
        label=_("Text encoding"),
        required=False,
        choices=[("", _("as the file says")), *((each, each) for each in ENCODINGS)],
        help_text=_("Choose only if accents came out wrong."),
    )


class GamesForm(forms.Form):
    """Which title each game of a page is."""

    def __init__(self, games: Iterable[ImportGame], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        titles = [(table.key, table.name) for table in SCORE_TABLES.values()]
        for game in games:
            self.fields[f"game-{game.pk}"] = forms.ChoiceField(
                label=game.name or gettext("No name"),
                required=False,
                initial=game.title,
                choices=[("", _("leave its plays out")), *titles],
            )

    def titles(self) -> dict[int, str]:
        """Return the titles by the games' ids."""
        return {int(name.partition("-")[2]): title for name, title in self.cleaned_data.items()}


class DateForm(forms.Form):
    """The day of plays that have none."""

    date = forms.DateField(
        label=_("Day of plays without one"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=_("Without it they are not imported."),
    )


class PeopleForm(forms.Form):
    """Who each person of a page is."""

    def __init__(
        self, people: Iterable[ImportPlayer], players: Sequence[Player], *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        known = [(str(player.pk), player.name) for player in players]
        ids = {player.pk for player in players}
        for person in people:
            # Of a club with very many players the one suggested may not be among those listed.
            own = person.player
            more = [(str(own.pk), own.name)] if own is not None and own.pk not in ids else []
            self.fields[f"person-{person.pk}"] = forms.ChoiceField(
                label=person.name,
                initial=str(own.pk) if own is not None else person.choice,
                choices=[
                    ("new", _("a new player")),
                    ("guest", _("a guest, by name only")),
                    ("skip", _("leave their plays out")),
                    (_("Players of the club"), [*more, *known]),
                ],
            )

    def chosen(self) -> dict[int, str]:
        """Return the choices by the people's ids."""
        return {int(name.partition("-")[2]): choice for name, choice in self.cleaned_data.items()}


class LayoutForm(forms.Form):
    """Which column of a spreadsheet says what."""

    def __init__(self, layout: Layout, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._layout = layout
        headings = [
            (str(at), heading or gettext("column {number}").format(number=at + 1))
            for at, heading in enumerate(layout.headings)
        ]
        for column, words in COLUMN_WORDS.items():
            self.fields[column] = forms.ChoiceField(
                label=words,
                required=False,
                initial=str(layout.columns.get(column, "")),
                choices=[("", "–"), *headings],
            )
        self.fields["order"] = forms.ChoiceField(
            label=_("Dates are written as"),
            initial=layout.date_order,
            choices=[(order, _ORDER_WORDS[order]) for order in DATE_ORDERS],
        )

    def layout(self) -> Layout:
        """Return the layout as it was chosen."""
        chosen = {each: self.cleaned_data[each] for each in COLUMNS}
        return Layout(
            self._layout.delimiter,
            self._layout.headings,
            {column: int(at) for column, at in chosen.items() if at},
            self._layout.seats,
            self.cleaned_data["order"],
        )


class WebhookForm(forms.Form):
    """Where a club's results are told to."""

    url = forms.CharField(
        label=_("Address"),
        max_length=LONGEST_ADDRESS,
        widget=forms.URLInput(attrs={"placeholder": "https://", "inputmode": "url"}),
    )
    style = forms.ChoiceField(
        label=_("What is sent"), choices=Webhook.Style.choices, widget=forms.RadioSelect
    )
