"""A score sheet as a form: who played, every printed item of each seat, and how it was played."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import msgspec
from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext as _

from scoring.forms import NameField
from scoring.forms.figures import FigureField, FiguresField, LengthField
from scoring.names import same_name
from scoring.registry import ScoreTable
from scoring.tables import totals
from scoring.tables.sheets import Built, Field, Group, build, groups, longest, read
from scoring.tables.tally import Tally

LETTERS = "ABCDEF"
LONGEST_NOTES = 2000
_FIRST_DAY = datetime.date(1900, 1, 1)
_TOTAL = 9_999_999
_SHORT = 8


@dataclass(frozen=True, slots=True)
class Block:
    """The fields of one part of a seat, or of one key of the table."""

    label: str
    is_folded: bool
    fields: tuple[BoundField, ...]
    key: str = ""

    @property
    def is_tight(self) -> bool:
        """Say whether the labels are so short that more fields fit beside each other."""
        return all(len(str(field.label)) <= _SHORT for field in self.fields)

    @property
    def is_open(self) -> bool:
        """Say whether something stands in it, right or wrong."""
        return any(field.errors or field.value() for field in self.fields)


@dataclass(frozen=True, slots=True)
class SeatBlock:
    """All that is asked of one seat."""

    letter: str
    name: BoundField
    colour: BoundField | None
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """What a seat has come to so far."""

    letter: str
    name: str
    colour: str
    total: int | None
    rank: int
    winner: bool


class SheetForm(forms.Form):
    """The sheet of a title for some seats; with `totals_only` a total and a place for each seat.

    `base` is the sheet as it was, when one is changed.
    """

    key = forms.CharField(widget=forms.HiddenInput, required=False, max_length=32)
    played_on = forms.DateField(
        label=gettext_lazy("Day"),
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
    )
    minutes = LengthField(
        label=gettext_lazy("How long"),
        required=False,
        help_text=gettext_lazy("Minutes, or 2:05."),
    )
    place = NameField(label=gettext_lazy("Where"), required=False)
    notes = forms.CharField(
        label=gettext_lazy("Notes"),
        required=False,
        max_length=LONGEST_NOTES,
        widget=forms.Textarea(attrs={"rows": 3, "dir": "auto"}),
    )
    house_rules = forms.BooleanField(label=gettext_lazy("House rules were used"), required=False)
    rating = forms.ChoiceField(
        label=gettext_lazy("Ratings and leagues"),
        choices=[
            ("usual", gettext_lazy("Counts, unless house rules were used")),
            ("yes", gettext_lazy("Counts")),
            ("no", gettext_lazy("Does not count")),
        ],
        required=False,
    )

    def __init__(
        self,
        table: ScoreTable,
        seats: Sequence[str],
        *,
        totals_only: bool,
        data: Any = None,
        initial: dict[str, Any] | None = None,
        base: Built | None = None,
    ) -> None:
        self.table, self.seats, self.totals_only, self.base = table, tuple(seats), totals_only, base
        usual = {"key": uuid4().hex, "played_on": timezone.localdate(), "rating": "usual"}
        super().__init__(data, initial=usual | (initial or {}))
        self.groups: tuple[Group, ...] = (
            () if totals_only else groups(table.sheet_type, table.form, self.seats)
        )
        for seat in self.seats:
            self._add_seat(seat)
        for field in self._sheet_fields():
            self.fields[field.name] = _field_for(field)
        for variant in table.form.variants:
            self.fields[f"option-{variant.key}"] = forms.ChoiceField(
                label=_(variant.label),
                choices=[(value, _(words)) for value, words in variant.choices],
                required=False,
            )

    def _add_seat(self, seat: str) -> None:
        self.fields[f"name-{seat}"] = NameField(
            label=gettext("Name of {seat}").format(seat=seat),
            error_messages={"required": gettext("Who sat here?")},
        )
        self.fields[f"name-{seat}"].widget.attrs |= {"list": "player-names", "autocomplete": "off"}
        if self.table.form.colours:
            colours = [("", gettext("none"))]
            colours += [(key, _(key.capitalize())) for key in self.table.form.colours]
            self.fields[f"colour-{seat}"] = forms.ChoiceField(
                label=gettext("Colour"), choices=colours, required=False
            )
        if self.totals_only:
            self.fields[f"total-{seat}"] = FigureField(
                least=-_TOTAL, most=_TOTAL, label=gettext("Points")
            )
            self.fields[f"place-{seat}"] = FigureField(
                least=1,
                most=99,
                label=gettext("Place"),
                help_text=gettext("Only to break a tie, or without points."),
            )

    def _sheet_fields(self) -> Iterator[Field]:
        for group in self.groups:
            yield from group.fields

    # --- What the page shows ------------------------------------------------------------------------

    def seat_blocks(self) -> tuple[SeatBlock, ...]:
        """Return the fields seat by seat."""
        return tuple(
            SeatBlock(
                seat,
                self[f"name-{seat}"],
                self[f"colour-{seat}"] if self.table.form.colours else None,
                self._blocks_of(seat),
            )
            for seat in self.seats
        )

    def _blocks_of(self, seat: str) -> tuple[Block, ...]:
        if self.totals_only:
            return (Block("", False, (self[f"total-{seat}"], self[f"place-{seat}"])),)
        return tuple(
            self._block(group, group.part.label)
            for group in self.groups
            if group.part.of == "seat" and group.key == seat
        )

    def key_blocks(self) -> tuple[Block, ...]:
        """Return the fields of what belongs to no seat, such as railroads."""
        return tuple(
            self._block(group, group.label) for group in self.groups if group.part.of == "key"
        )

    def table_blocks(self) -> tuple[Block, ...]:
        """Return the fields of the table as a whole."""
        return tuple(
            self._block(group, group.label) for group in self.groups if group.part.of == "table"
        )

    def _block(self, group: Group, label: str) -> Block:
        fields = tuple(self[field.name] for field in group.fields)
        folded = group.part.more
        return Block(_(label) if label else "", folded, fields, group.key)

    def variants(self) -> Block | None:
        """Return the fields of the printed variants, if the title has any."""
        found = tuple(self[f"option-{variant.key}"] for variant in self.table.form.variants)
        return Block(gettext("Variants"), True, found) if found else None

    def has_variants(self) -> bool:
        """Say whether any variant is chosen other than the usual."""
        return any(
            self[f"option-{variant.key}"].value() not in (None, variant.choices[0][0])
            for variant in self.table.form.variants
        )

    # --- What comes of it ---------------------------------------------------------------------------

    def clean_played_on(self) -> datetime.date:
        """Refuse days before there were such games, and days to come."""
        day: datetime.date = self.cleaned_data["played_on"]
        if not _FIRST_DAY <= day <= timezone.localdate() + datetime.timedelta(days=1):
            raise ValidationError(gettext("Enter a day of the past, or today."), code="day")
        return day

    def clean_notes(self) -> str:
        """Refuse what no database keeps."""
        notes: str = self.cleaned_data["notes"]
        if any("\ud800" <= sign <= "\udfff" for sign in notes):
            raise ValidationError(gettext("The notes hold signs that are no text."), code="text")
        return notes

    def clean(self) -> dict[str, Any]:
        """Check what no field can check alone: nobody sits twice, one has what only one can have."""
        cleaned: dict[str, Any] = super().clean() or {}
        self._check_names(cleaned)
        self._check_single(cleaned)
        if not self.errors:
            try:
                self.tally()
            except (ValueError, KeyError) as error:
                raise ValidationError(gettext(str(error)), code="sheet") from None
        return cleaned

    def _check_names(self, cleaned: Mapping[str, Any]) -> None:
        taken: dict[str, str] = {}
        for seat in self.seats:
            name = cleaned.get(f"name-{seat}", "")
            if not name:
                continue
            first = taken.setdefault(same_name(name), seat)
            if first != seat:
                message = gettext("{name} has seat {seat} already.").format(name=name, seat=first)
                self.add_error(f"name-{seat}", ValidationError(message, code="twice"))

    def _check_single(self, cleaned: Mapping[str, Any]) -> None:
        owner: dict[str, str] = {}
        for group in self.groups:
            for field in group.fields:
                if not field.item.once or not cleaned.get(field.name):
                    continue
                first = owner.setdefault(field.item.name, group.key)
                if first != group.key:
                    message = gettext("Seat {seat} has it already.").format(seat=first)
                    self.add_error(field.name, ValidationError(message, code="once"))

    def options(self) -> dict[str, str]:
        """Return the printed variants that were chosen."""
        found = {}
        for variant in self.table.form.variants:
            chosen = self.cleaned_data.get(f"option-{variant.key}")
            found[variant.key] = chosen or variant.choices[0][0]
        return found

    def sheet(self) -> Any:
        """Return the sheet from what is entered so far; what is blank or wrong has its default.

        Raises `ValueError` with a sentence where the whole makes no sheet.
        """
        given = {key: value for key, value in self.cleaned_data.items() if value is not None}
        if self.totals_only:
            return totals.Totals(
                {
                    seat: totals.SeatTotal(given.get(f"total-{seat}"), given.get(f"place-{seat}"))
                    for seat in self.seats
                }
            )
        built = build(self.table.form, self.groups, given, self.options(), self.base)
        return msgspec.convert(built, self.table.sheet_type)

    def tally(self) -> Tally:
        """Return the count so far; raise `ValueError` as `sheet` does."""
        sheet = self.sheet()
        return totals.tally(sheet) if self.totals_only else self.table.tally(sheet)

    def standings(self) -> tuple[Standing, ...]:
        """Return the seats by place so far; empty where what is entered makes no sheet."""
        if not self.is_bound:
            return ()
        self.full_clean()
        try:
            tally = self.tally()
        except (ValueError, KeyError):
            return ()
        rows = []
        for seat in tally.seats:
            blank = self.totals_only and self.cleaned_data.get(f"total-{seat.seat}") is None
            rows.append(
                Standing(
                    seat.seat,
                    self.cleaned_data.get(f"name-{seat.seat}") or seat.seat,
                    self.cleaned_data.get(f"colour-{seat.seat}", ""),
                    None if blank else seat.total,
                    seat.rank,
                    seat.winner,
                )
            )
        return tuple(sorted(rows, key=lambda row: (row.rank, row.letter)))

    def is_rated(self) -> bool:
        """Say whether the play counts for ratings: as chosen, else unless house rules were used."""
        chosen = self.cleaned_data.get("rating")
        return chosen == "yes" or (chosen != "no" and not self.cleaned_data["house_rules"])


def _field_for(field: Field) -> forms.Field:
    words: dict[str, Any] = {"label": _(field.item.label), "required": False}
    if field.item.help:
        words["help_text"] = _(field.item.help)
    match field.kind:
        case "flag":
            return forms.BooleanField(**words)
        case "choice":
            choices = [(value, _(label)) for value, label in field.choices]
            return forms.ChoiceField(choices=choices, **words)
        case "numbers":
            return FiguresField(least=field.least, most=field.most, longest=longest(field), **words)
        case "number":
            return FigureField(least=field.least, most=field.most, **words)


def initial_of_sheet(table: ScoreTable, seats: Sequence[str], sheet: Built) -> dict[str, Any]:
    """Return what the fields hold for a sheet; an untouched figure stays blank."""
    found = {}
    for group in groups(table.sheet_type, table.form, seats):
        for field in group.fields:
            value = read(sheet, field)
            found[field.name] = None if field.kind == "number" and value == 0 else value
    return found


def initial_of_totals(seats: Sequence[str], sheet: totals.Totals) -> dict[str, Any]:
    """Return what the fields hold where only totals are known."""
    found: dict[str, Any] = {}
    for seat in seats:
        known = sheet.seats.get(seat, totals.SeatTotal())
        found[f"total-{seat}"], found[f"place-{seat}"] = known.total, known.place
    return found
