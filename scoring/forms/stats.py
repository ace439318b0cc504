"""What of a club's history its figures are made of, chosen in an address."""

from __future__ import annotations

import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy

from scoring.models import Season
from scoring.queries.measures import Filter
from scoring.registry import SCORE_TABLES

_DATE = {"type": "date"}


class FilterForm(forms.Form):
    """Title, number of players, dates, variant, season; what is blank or wrong does not narrow."""

    title = forms.ChoiceField(label=gettext_lazy("Title"), required=False)
    players = forms.TypedChoiceField(label=gettext_lazy("Players"), required=False, coerce=int)
    since = forms.DateField(
        label=gettext_lazy("From"),
        required=False,
        widget=forms.DateInput(format="%Y-%m-%d", attrs=_DATE),
    )
    until = forms.DateField(
        label=gettext_lazy("To"),
        required=False,
        widget=forms.DateInput(format="%Y-%m-%d", attrs=_DATE),
    )
    variant = forms.ChoiceField(label=gettext_lazy("Variant"), required=False)
    season = forms.TypedChoiceField(label=gettext_lazy("Season"), required=False, coerce=int)

    def __init__(self, data: Any, variants: list[str], seasons: list[Season]) -> None:
        super().__init__(data)
        most = max(table.players[1] for table in SCORE_TABLES.values())
        self._choose("title", [(one.key, one.name) for one in SCORE_TABLES.values()])
        self._choose("players", [(count, str(count)) for count in range(2, most + 1)])
        named = [(variant, variant.replace("=", ": ").replace("_", " ")) for variant in variants]
        self._choose("variant", [("-", gettext("none")), *named] if named else [])
        self._choose("season", [(one.pk, f"{one.league.name}: {one.name}") for one in seasons])

    def _choose(self, name: str, choices: list[tuple[Any, str]]) -> None:
        field = self.fields[name]
        if not choices:
            del self.fields[name]
        elif isinstance(field, forms.ChoiceField):
            field.choices = [("", gettext("all")), *choices]

    def wish(self) -> Filter:
        """Return the filter that was asked for."""
        self.is_valid()
        said = self.cleaned_data
        return Filter(
            title=said.get("title") or "",
            size=said.get("players") or 0,
            since=_sensible(said.get("since")),
            until=_sensible(said.get("until")),
            variant=said.get("variant") or "",
            season=said.get("season") or 0,
        )


def _sensible(day: datetime.date | None) -> datetime.date | None:
    return day if day is not None and day.year >= 1900 else None
