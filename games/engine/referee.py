"""Refusing by code, with what the table has overruled let pass and remembered."""

from __future__ import annotations

from games.engine.errors import Fact, IllegalMove


class Referee:
    """Judges one entry: `refuse` raises unless the table waived the code and the state can hold it."""

    __slots__ = ("hard", "overruled", "waive")

    def __init__(self, waive: frozenset[str], hard: frozenset[str]) -> None:
        self.waive = waive
        self.hard = hard
        self.overruled: list[str] = []

    def refuse(self, code: str, rule: str, **facts: Fact) -> None:
        """Raise `IllegalMove`, or return where the table has overruled this code."""
        if code in self.hard or code not in self.waive:
            raise IllegalMove(code, rule, **facts)
        if code not in self.overruled:
            self.overruled.append(code)
