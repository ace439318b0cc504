"""Verifies every stored log under today's rules; changes nothing."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.codes import read_code
from games.models import Game
from games.replay import CHUNK, first_problem


class Command(BaseCommand):
    """Replays logs from their openings and compares what is stored of them."""

    help = "Verify stored logs: replay each from its opening and compare snapshots, actor and end."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the code of a single game, if only that is wanted."""
        parser.add_argument("--game", default="", help="join code of the one game to verify")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print a line for each game that does not hold, then the sums; exit with 1 if there is one."""
        games = Game.objects.order_by("pk")
        if options["game"]:
            games = games.filter(code=read_code(options["game"]))
            if not games.exists():
                raise CommandError(f"There is no game {options['game']}.")
        good = bad = 0
        for key in games.values_list("pk", flat=True).iterator(chunk_size=CHUNK):
            game = Game.objects.filter(pk=key).first()
            if game is None:  # deleted since
                continue
            problem = first_problem(game)
            if problem is None:
                good += 1
            else:
                bad += 1
                self.stdout.write(f"{game.code}: {problem}")
        self.stdout.write(f"{good} games hold, {bad} do not")
        if bad:
            sys.exit(1)
