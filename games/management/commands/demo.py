"""Fills in a demonstration and says where to look; a second time it only says so."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.urls import reverse

from games import demo
from games.services.people import token_for


class Command(BaseCommand):
    """Makes a club with finished plays and a game in progress."""

    help = "Add a demonstration: a club with finished plays and a game in progress."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take where the site is reached, for the links."""
        parser.add_argument(
            "--address", default="http://localhost:8000", help="where the site is reached"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Make what is missing, and print the links."""
        site = options["address"].rstrip("/")
        made = demo.make()
        club = reverse("scoring:club", args=[made.club.public_id])
        code = made.game.code
        table = reverse("games:table", args=[code])
        host = reverse("games:return", args=[code, token_for(made.host)])
        done = f"{made.made} games were added" if made.made else "All of it was there already"
        self.stdout.write(f"{done}.")
        self.stdout.write(f"The {made.club.name} and its history: {site}{club}")
        self.stdout.write(f"A game in progress, code {code}: {site}{table}")
        self.stdout.write(f"To host it as {made.host.name}: {site}{host}")
