"""What organisers type about leagues: the settings of a season, entrants, who stays away."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.forms import NameField
from scoring.leagues.rules import MOST_GAMES, MOST_MOVES, MOST_ROUNDS, SEATS, SeasonRules, rules_of
from scoring.leagues.units import MOST_POINTS
from scoring.registry import SCORE_TABLES

_TIES = ("head_to_head", "wins", "best_game")
MOST_WORDS = 500


class SeasonForm(forms.Form):
    """A season's name, dates and rules; for a new league its name as well."""

    name = NameField(label=_("Name"), help_text=_("Of the season, such as “2026” or “Winter”."))
    starts_on = forms.DateField(
        label=_("First day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    ends_on = forms.DateField(
        label=_("Last day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    titles = forms.MultipleChoiceField(
        label=_("Titles"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("All of them count if none is ticked."),
    )
    points = forms.ChoiceField(
        label=_("Points of a game"),
        widget=forms.RadioSelect,
        choices=[
            ("place", _("By place: one more for each place above the last")),
            ("table", _("By place: as the table below says")),
            ("share", _("By share of the winner’s score")),
            ("normalised", _("By score against a par for each title")),
            ("wins", _("Wins only")),
        ],
    )
    table = forms.CharField(
        label=_("Table of points"),
        required=False,
        max_length=120,
        help_text=_("Points of the first, second, third … place, parted by commas."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    total = forms.ChoiceField(
        label=_("The table adds up"),
        choices=[("sum", _("the points of all games")), ("mean", _("the mean of a game"))],
    )
    best = forms.IntegerField(
        label=_("Best games that count"),
        min_value=0,
        max_value=MOST_GAMES,
        help_text=_("0: all of them."),
    )
    least = forms.IntegerField(
        label=_("Games needed for a place"), min_value=0, max_value=MOST_GAMES
    )
    ties = forms.MultipleChoiceField(
        label=_("Equal points are parted by"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        choices=[
            ("head_to_head", _("who came in ahead among those level")),
            ("wins", _("more games won")),
            ("best_game", _("the better best game")),
        ],
        help_text=_("In this order. Who is still level shares the place."),
    )
    confirm = forms.BooleanField(label=_("Results count only once confirmed"), required=False)
    play = forms.ChoiceField(
        label=_("How it is played"),
        widget=forms.RadioSelect,
        choices=[
            ("free", _("Freely: entrants play when and with whom they like")),
            ("rounds", _("By a schedule of rounds")),
        ],
    )
    seats = forms.IntegerField(
        label=_("Seats at a table"),
        min_value=SEATS[0],
        max_value=SEATS[1],
        help_text=_("For rounds."),
    )
    rounds = forms.IntegerField(
        label=_("Rounds"), min_value=1, max_value=MOST_ROUNDS, help_text=_("For rounds.")
    )
    forfeit = forms.IntegerField(
        label=_("Points for staying away"),
        min_value=-MOST_POINTS,
        max_value=MOST_POINTS,
        help_text=_("For rounds."),
    )
    substitutes = forms.ChoiceField(
        label=_("Substitutes"),
        choices=[
            ("full", _("earn the entrant all points")),
            ("half", _("earn the entrant half the points")),
            ("none", _("earn nothing")),
            ("forbidden", _("are not allowed")),
        ],
        help_text=_("For rounds."),
    )
    moves = forms.IntegerField(
        label=_("Up and down between divisions"), min_value=0, max_value=MOST_MOVES
    )

    def __init__(self, *args: Any, pars: dict[str, int] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        titles = self.fields["titles"]
        assert isinstance(titles, forms.MultipleChoiceField)
        titles.choices = [(table.key, table.name) for table in SCORE_TABLES.values()]
        for table in SCORE_TABLES.values():
            self.fields[f"par_{table.key}"] = forms.IntegerField(
                label=gettext("Par of {title}").format(title=table.name),
                min_value=1,
                max_value=10**12,
                required=False,
                initial=(pars or {}).get(table.key, 100),
                help_text=gettext("The score that is worth 100, for points by par."),
            )

    def clean_table(self) -> tuple[int, ...]:
        """Return the points by place, or fail with what is no number."""
        text: str = self.cleaned_data["table"]
        found = []
        for part in filter(None, (part.strip() for part in text.replace(";", ",").split(","))):
            sign, digits = (-1, part[1:]) if part[0] in "-−" else (1, part)
            if not (digits.isascii() and digits.isdigit() and int(digits[:7]) <= MOST_POINTS):
                raise forms.ValidationError(
                    gettext("“{part}” is no number of points up to {most}.").format(
                        part=part[:20], most=MOST_POINTS
                    )
                )
            found.append(sign * int(digits[:7]))
        if len(found) > 12:
            raise forms.ValidationError(gettext("A table has 12 places at most."))
        return tuple(found)

    def clean(self) -> dict[str, Any]:
        """Demand a table where points go by it, and dates in their order."""
        data = super().clean() or self.cleaned_data
        if data.get("points") == "table" and data.get("table") == ():
            self.add_error("table", gettext("Say what each place is worth."))
        first, last = data.get("starts_on"), data.get("ends_on")
        if first is not None and last is not None and last < first:
            self.add_error("ends_on", gettext("A season ends on the day it begins, or later."))
        return data

    def rules(self) -> SeasonRules:
        """Return the rules of a valid form."""
        data = self.cleaned_data
        plain = {
            name: data[name]
            for name in (
                *("points", "total", "best", "least", "confirm", "play", "seats", "rounds"),
                *("forfeit", "substitutes", "moves", "titles"),
            )
        }
        pars = {key: data[f"par_{key}"] for key in SCORE_TABLES if data.get(f"par_{key}")}
        ties = [name for name in _TIES if name in data["ties"]]
        table = list(data["table"]) or list(SeasonRules().table)
        return rules_of({**plain, "ties": ties, "table": table, "pars": pars})


def initial_of(rules: SeasonRules) -> dict[str, Any]:
    """Return what a form shows of rules."""
    names = (
        *("points", "total", "best", "least", "confirm", "play", "seats", "rounds"),
        *("forfeit", "substitutes", "moves"),
    )
    shown: dict[str, Any] = {name: getattr(rules, name) for name in names}
    shown |= {f"par_{title}": par for title, par in rules.pars.items()}
    shown |= {"titles": list(rules.titles), "ties": list(rules.ties)}
    shown["table"] = ", ".join(map(str, rules.table))
    return shown


class LeagueForm(SeasonForm):
    """Founding a league: its name, and its first season."""

    league = NameField(label=_("Name of the league"), help_text=_("Such as “Rail Cup”."))
    field_order = ("league",)


class DatesForm(forms.Form):
    """What may still be changed once a season is under way."""

    name = NameField(label=_("Name"))
    starts_on = forms.DateField(
        label=_("First day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    ends_on = forms.DateField(
        label=_("Last day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )


class WordsForm(forms.Form):
    """Why a result is disputed or settled as it is."""

    why = forms.CharField(
        label=_("What is wrong"),
        max_length=MOST_WORDS,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
