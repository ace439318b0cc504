"""What the live stream reads from the database: where logs stand. Blocking, and nothing else is read."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.db import connection

from games.models import Game


class Rows:
    """Reads where games stand; used by one thread, which keeps its own connection."""

    def find(self, code: str) -> tuple[int, int] | None:
        """Return (id, number of the newest event) of the game with a join code, or None."""
        return Game.objects.filter(code=code).values_list("pk", "last").first()

    def lasts(self, ids: Collection[int]) -> Mapping[int, int]:
        """Return the number of the newest event by game id, for those that exist. One query."""
        return dict(Game.objects.filter(pk__in=ids).values_list("pk", "last"))

    def recover(self) -> None:
        """Give up the thread's connection after an error, so that the next read makes a new one."""
        connection.close()
