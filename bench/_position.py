"""A late game of Empire Builder to look at, made in a process of its own: prints its code.

Run by the benchmarks: python bench/_position.py
"""

from __future__ import annotations

import subprocess
import sys
from uuid import uuid4

from _setup import ROOT, django_here

TITLE, BOARD, SEATS = "empire_builder", "north_america", 6


def made(variables: dict[str, str]) -> str:
    """Return the code of a game of six on the map of 2,142 mileposts, much track built."""
    command = [sys.executable, str(ROOT / "bench" / "_position.py")]
    done = subprocess.run(command, env=variables, check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout.strip()


def main() -> None:
    """Make the game and print its code."""
    sys.path.insert(0, str(ROOT))
    from games.registry import TITLES
    from games.services import tables
    from games.services.charts import shipped_version
    from games.services.tables import Identity, Plan, SeatSpec
    from scoring.models import Club
    from tests.games.empire import late_position

    club, _ = Club.objects.get_or_create(name="Bench")
    colours = [choice.value for choice in TITLES[TITLE].meta.colours[:SEATS]]
    seats = tuple(SeatSpec(colour, f"Seat {colour}", mine=True) for colour in colours)
    board = shipped_version(TITLES[TITLE], BOARD).pk
    plan = Plan(club.pk, TITLE, seats, {}, board=board, position=late_position(BOARD, SEATS))
    host = Identity("Host", guest=uuid4())
    game, _ = tables.create_game(host, plan)
    print(tables.start(game.pk, (host.claim,), {}).code)


if __name__ == "__main__":
    django_here()
    main()
