"""Enters moves at a steady pace through the services, and says when each was committed.

Run by bench/live.py: python bench/_writer.py <moves a second> <seconds>, with the games as JSON on
its input; prints JSON: [game code, newest event, monotonic time of the commit] for each move.
"""

from __future__ import annotations

import itertools
import json
import sys
import time
from typing import Any

from _setup import django_here


def main(pace: float, seconds: float) -> None:
    """End the turn at one table after another and take that back, until the time is over."""
    from games import live_notice
    from games.models import Game
    from games.services import entries, undo
    from games.services.entries import Request
    from games.services.people import Claim
    from games.signals import game_changed

    commits: list[tuple[str, int, float]] = []
    codes = dict(Game.objects.values_list("pk", "code"))

    def committed(game_id: int, last: int, **rest: Any) -> None:
        commits.append((codes[game_id], last, time.monotonic()))
        live_notice.announce_change(game_id=game_id, **rest)

    # The time is taken before Redis is told, not after.
    game_changed.disconnect(dispatch_uid="games.live_notice")
    game_changed.connect(committed)
    games = json.load(sys.stdin)
    ids = {code: pk for pk, code in codes.items()}
    began = time.monotonic()
    for count, game in enumerate(itertools.cycle(games)):
        due = began + count / pace
        if due > began + seconds:
            break
        time.sleep(max(0.0, due - time.monotonic()))
        claims = (Claim(token=game["token"]),)
        request = Request(seen=game["last"], confirm=True)
        if (count // len(games)) % 2:
            answer = undo.undo(ids[game["code"]], claims, request)
        else:
            answer = entries.play(ids[game["code"]], claims, {"kind": "done"}, request)
        game["last"] = answer.last
    print(json.dumps(commits))


if __name__ == "__main__":
    django_here()
    main(float(sys.argv[1]), float(sys.argv[2]))
