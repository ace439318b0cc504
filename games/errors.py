"""What a service refuses, apart from the referee's own refusals (`games.engine.errors`)."""

from __future__ import annotations

from games.engine.errors import Fact, Facts


class GameError(Exception):
    """A request that cannot be done as things stand; `code` is worded in `games.wording`."""

    status = 409

    def __init__(self, code: str, **facts: Fact) -> None:
        super().__init__(code)
        self.code = code
        self.facts: Facts = facts


class NotAllowed(GameError):
    """Someone without the right: not their seat, not the host, not in this game."""

    status = 403


class Stale(GameError):
    """The game has moved on since what the sender had seen: `seen` against `last`."""

    def __init__(self, seen: int, last: int) -> None:
        super().__init__("stale", seen=seen, last=last)
        self.seen = seen
        self.last = last


class Unreplayable(GameError):
    """A log that today's rules cannot fold; it can be read but not continued."""


class BadInput(GameError):
    """A field with a value that cannot be; `field` says which."""

    status = 400

    def __init__(self, field: str, code: str, **facts: Fact) -> None:
        super().__init__(code, **facts)
        self.field = field
