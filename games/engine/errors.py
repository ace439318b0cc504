"""Typed refusals: what the referee raises, never a bare string."""

from __future__ import annotations

from collections.abc import Mapping

Fact = int | str | tuple[str, ...] | None
Facts = Mapping[str, Fact]


class Refusal(Exception):
    """A well-formed entry the rules do not allow, with the figures that decided it.

    `code` is stable and snake_case or as the title's digest spells it, `rule` is a rule number
    of the digest ("CD-22") and `facts` fills the wording kept in the title's `narrate.WORDS`.
    """

    def __init__(self, code: str, rule: str, **facts: Fact) -> None:
        super().__init__(f"{code} ({rule})")
        self.code = code
        self.rule = rule
        self.facts: Facts = facts


class IllegalMove(Refusal):
    """The move breaks a rule; the state is as before."""


class ChoiceNeeded(Refusal):
    """The move is legal but leaves a choice open; `choices` are the ways to complete it."""

    def __init__(self, code: str, rule: str, choices: tuple[str, ...] = (), **facts: Fact) -> None:
        super().__init__(code, rule, **facts)
        self.choices = choices


class NotationError(ValueError):
    """Text that is not a position or move: `at` is the offending part, `expected` what belongs there."""

    def __init__(self, at: str, expected: str) -> None:
        super().__init__(f"“{at}”: expected {expected}")
        self.at = at
        self.expected = expected


class Fault(Exception):
    """Data that does not fit its schema: (field path, message) pairs, field paths as `moves[0].pay`."""

    def __init__(self, problems: tuple[tuple[str, str], ...]) -> None:
        super().__init__(
            "; ".join(f"{path}: {message}" if path else message for path, message in problems)
        )
        self.problems = problems

    @classmethod
    def one(cls, path: str, message: str) -> Fault:
        """Return a fault with a single problem."""
        return cls(((path, message),))
