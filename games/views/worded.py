"""Figures, panels, effects and log lines in words, ready for templates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from games.engine.title import Effect, Note, Panel
from games.queries import View
from games.wording import Speaker, figure, money


@dataclass(frozen=True, slots=True)
class Token:
    """A piece that stands for a seat (round) or a railroad (square): letter, colour, shape."""

    letter: str
    colour: str
    square: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a panel."""

    text: str
    number: bool = False
    token: Token | None = None


@dataclass(frozen=True, slots=True)
class WordedPanel:
    """A panel with its heads and cells in words."""

    key: str
    caption: str
    heads: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class Change:
    """One effect of a move: from what to what, by how much, and whether that is good."""

    label: str
    old: str
    new: str
    by: str
    tone: str
    words: str


class Wording:
    """The words of one game as one person sees it."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.speaker: Speaker = view.speaker
        self.colours: Mapping[str, str] = {seat.letter: seat.colour for seat in view.seats}
        self._letters = company_letters(view.title.words)

    def seat_token(self, letter: str) -> Token:
        """Return the piece of a seat."""
        return Token(letter, self.colours.get(letter, ""))

    def company_token(self, key: str) -> Token:
        """Return the piece of a railroad."""
        return Token(self._letters.get(key, key[:1].upper()), key, square=True)

    def company(self, key: str) -> str:
        """Return the name of a railroad."""
        code = f"company_{key}"
        return self.speaker.say(Note(code)) if code in self.view.title.words else key.capitalize()

    def owner_token(self, key: str) -> Token:
        """Return the piece of whoever has something on the board: a seat or a railroad."""
        return self.seat_token(key) if key in self.colours else self.company_token(key)

    def owner(self, key: str) -> str:
        """Return the name of a seat or a railroad."""
        return self.speaker.seat(key) if key in self.colours else self.company(key)

    def cell(self, value: int | str, kind: str) -> Cell:
        """Return a panel's cell in words; the row without a seat or company is the sum of all."""
        if value == "" and kind in ("seat", "company"):
            return Cell(gettext("In all"))
        if kind == "seat":
            return Cell(self.speaker.seat(str(value)), token=self.seat_token(str(value)))
        if kind == "company":
            return Cell(self.company(str(value)), token=self.company_token(str(value)))
        if kind == "text":
            return Cell(str(value) or "–")
        return Cell(spoken(value, kind) or "–", number=True)

    def panel(self, panel: Panel) -> WordedPanel:
        """Return a panel in words; a column headed by a seat's letter shows its piece."""
        heads = tuple(
            Cell(
                gettext(column.label),
                column.kind in ("figure", "money"),
                self.seat_token(column.label) if column.label in self.colours else None,
            )
            for column in panel.columns
        )
        rows = tuple(
            tuple(
                self.cell(value, column.kind)
                for value, column in zip(row, panel.columns, strict=True)
            )
            for row in panel.rows
        )
        return WordedPanel(panel.key, gettext(panel.caption), heads, rows)

    def panels(self) -> tuple[WordedPanel, ...]:
        """Return every panel of the state in words."""
        if self.view.state is None:
            return ()
        found = self.view.title.panels(self.view.table, self.view.state)
        return tuple(self.panel(panel) for panel in found)

    def figures(self, seat: str) -> tuple[tuple[str, str], ...]:
        """Return the few figures that decide a seat's step, as (label, value)."""
        if self.view.state is None:
            return ()
        mine = seat if self.view.sees(seat) else ""
        found = self.view.title.figures(self.view.table, self.view.state, mine)
        return tuple((gettext(one.label), spoken(one.value, one.kind)) for one in found[:4])

    def changes(self, effects: Iterable[Effect]) -> tuple[Change, ...]:
        """Return the effects of a move in words, without those that others alone see."""
        sees = self.view.sees
        return tuple(
            self._change(effect) for effect in effects if not effect.secret or sees(effect.secret)
        )

    def _change(self, effect: Effect) -> Change:
        old, new = self._value(effect.old, effect.kind), self._value(effect.new, effect.kind)
        by, tone, words = "", "", ""
        if isinstance(effect.old, int) and isinstance(effect.new, int):
            difference = effect.new - effect.old
            by = ("+" if difference > 0 else "") + spoken(difference, effect.kind)
        if effect.good is not None:
            tone, words = ("up", gettext("gain")) if effect.good else ("down", gettext("cost"))
        return Change(self.speaker.say(effect.label), old, new, by, tone, words)

    def _value(self, value: int | str, kind: str) -> str:
        if kind == "seat":
            return ", ".join(self.speaker.seat(letter) for letter in str(value).split())
        if kind == "place":
            return self.speaker.place(value)
        return spoken(value, kind)

    def notes(self, notes: Iterable[Note]) -> tuple[str, ...]:
        """Return notes in words."""
        return tuple(self.speaker.say(note) for note in notes)


def spoken(value: Any, kind: str) -> str:
    """Return a value of a figure, cell or effect in words."""
    if not isinstance(value, int):
        return str(value)
    return money(value) if kind == "money" else figure(value)


def company_letters(words: Mapping[str, str]) -> dict[str, str]:
    """Return a letter for each railroad a title names; two where the first is another's too."""
    keys = [code.removeprefix("company_") for code in words if code.startswith("company_")]
    firsts = [key[:1] for key in keys]
    return {
        key: key[:1].upper() if firsts.count(key[:1]) == 1 else f"{key[0].upper()}{key[-1]}"
        for key in keys
    }
