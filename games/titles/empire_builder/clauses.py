"""Taking a position apart: its clauses, parted by `|`, and the words of its header."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.errors import NotationError
from games.titles.empire_builder.reading import number, tidy

KINDS = frozenset(
    ["train", "trk", "card", "supply", "left", "event", "line", "owe", "stats", "chart"]
)
"""What a clause may begin with, beside the header, `opt` and `cash`."""

_GAME = ("n", "active", "pre", "mode", "seats", "first", "round", "phase", "ended", "opt")
_EVENTS = ("flood", "strike", "half")
_TURN = (
    "acted",
    "spent",
    "built",
    "upgraded",
    "traded",
    "newhand",
    "exits",
    "fees",
    "debts",
    "draw",
)
_COUNTS = ("deal", "discarded", "shown", "barred", "claimed", "last", "ruled")
HEADER = frozenset((*_GAME, *_EVENTS, *_TURN, *_COUNTS))


class Clauses:
    """The clauses of a position, sorted by what they are about."""

    def __init__(self, text: str) -> None:
        self.header: list[str] = []
        self.options: list[str] = []
        self.cash: dict[str, int] = {}
        self.found: dict[str, list[str]] = {}
        self.seats: set[str] = set()
        for part in tidy(text).split("|"):
            word, _, rest = part.strip().partition(" ")
            if word in KINDS:
                self.found.setdefault(word, []).append(rest)
                if word in ("train", "trk", "card", "line", "owe", "stats"):
                    self.seats.add(rest[:1])
            elif word == "opt":
                for option in rest.split():
                    own = option.partition("=")[0] in HEADER
                    (self.header if own and "=" in option else self.options).append(option)
            else:
                self._words(part.split(), cash=word == "cash")

    def _words(self, words: Sequence[str], *, cash: bool) -> None:
        for word in words[1:] if cash else words:
            seat, sign, amount = word.partition("=")
            if sign and len(seat) == 1 and seat.isupper():
                if seat in self.cash:
                    raise NotationError(word[:20], "each seat's cash once")
                self.cash[seat] = number(amount, "an amount of money")
                self.seats.add(seat)
            elif cash:
                raise NotationError(word[:20], "a seat's cash such as A=40")
            else:
                self.header.append(word)
