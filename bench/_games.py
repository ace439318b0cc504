"""Games to measure on, made in a process of its own: each is a copy of one entered through the services.

Run by the benchmarks: python bench/_games.py <how many> <moves entered> [charted]; prints JSON.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from typing import Any
from uuid import uuid4

from _setup import ROOT, django_here

TITLE = "continental_divide"
SEATS = 6


def made(variables: dict[str, str], count: int, entered: int, charted: int = 0) -> dict[str, Any]:
    """Return what `main` prints, for a shape's environment."""
    arguments = [str(count), str(entered), str(charted)]
    command = [sys.executable, str(ROOT / "bench" / "_games.py"), *arguments]
    done = subprocess.run(command, env=variables, check=True, stdout=subprocess.PIPE)
    return dict(json.loads(done.stdout))


def main(count: int, entered: int, charted: int) -> None:
    """Print the copies (code, token, newest event) and the moves that can follow, seat by seat."""
    from games.engine.codec import to_data

    game, script = _original(charted)
    if entered < 0:
        entered = len(script) + entered
    _enter(game, script[:entered])
    copies = [_copy(game) for _ in range(count)]
    rest = [{"seat": seat, "move": to_data(move)} for seat, move in script[entered:]]
    print(json.dumps({"games": copies, "script": rest, "length": len(script)}))


def _original(charted: int) -> tuple[Any, list[tuple[str, Any]]]:
    from django.db import transaction

    from games import demo, lines
    from games.registry import TITLES
    from games.services import tables
    from games.services.tables import Identity, Plan, SeatSpec
    from scoring.models import Club

    title = TITLES[TITLE]
    club, _ = Club.objects.get_or_create(name="Bench")
    colours = [choice.value for choice in title.meta.colours[:SEATS]]
    host = Identity("Host", guest=uuid4())
    plan = Plan(club.pk, TITLE, tuple(SeatSpec(c, f"Seat {c}", mine=True) for c in colours), {})
    if charted:
        plan = Plan(club.pk, TITLE, plan.seats, {}, board=_blank(title, club))
    game, _ = tables.create_game(host, plan)
    setup = {field.name: field.value for field in title.setup_fields(lines.table_of(game))}
    game = tables.start(game.pk, (host.claim,), setup, strict=False)
    table, state = lines.table_of(game), lines.state_at(game, 0)
    if charted:
        return game, _charts(title, charted)
    with transaction.atomic():
        logs = [list(demo.playout(title, table, state, random.Random(n))) for n in range(12)]
    return game, max(logs, key=len)


def _blank(title: Any, club: Any) -> int:
    """Return the id of a map on which nothing is known yet."""
    from games.services import charts

    data = json.loads(charts.shipped_text(TITLE))
    board = charts.read_board(title, {**data, "hexes": [], "complete": False})
    return int(charts.create_chart(club.pk, TITLE, "Blank", board).pk)


def _charts(title: Any, count: int) -> list[tuple[str, Any]]:
    """Return entries that chart hexes, the way to a line of play longer than any game's."""
    from games.engine.codec import convert

    kinds = [
        {"kind": "chart", "place": f"{q},{r}", "cost": 3, "income": 1, "region": "C"}
        for q in range(-40, 40)
        for r in range(-20, 20)
    ]
    return [("", convert(data, title.move_type)) for data in kinds[:count]]


def _enter(game: Any, script: list[tuple[str, Any]]) -> None:
    from games.models import Participant
    from games.services import entries
    from games.services.entries import Request
    from games.services.people import Claim, token_for

    host = Participant.objects.get(game=game, is_host=True)
    claims = (Claim(token=token_for(host)),)
    for seat, move in script:
        game.refresh_from_db(fields=["last"])
        entries.play(game.pk, claims, move, Request(seen=game.last, seat=seat))


def _copy(game: Any) -> dict[str, Any]:
    """Copy a game with its log, row by row."""
    from games.codes import new_code
    from games.models import Event, Game, Participant, Seat, Snapshot
    from games.services.people import token_for

    old = Game.objects.get(pk=game.pk)
    host = Participant.objects.get(game_id=old.pk, is_host=True)
    copy = Game.objects.get(pk=old.pk)
    copy.pk, copy.code = None, new_code()
    copy.save()
    host.pk, host.game, host.guest = None, copy, uuid4()
    host.save()
    models: tuple[Any, ...] = (Seat, Event, Snapshot)
    for model in models:
        rows = list(model.objects.filter(game_id=old.pk))
        for each in rows:
            each.pk, each.game = None, copy
            if isinstance(each, Seat):
                each.holder = host
            if isinstance(each, Event):
                each.by = host if each.by_id else None
        model.objects.bulk_create(rows, batch_size=200)
    return {"code": copy.code, "token": token_for(host), "last": copy.last, "head": copy.head}


if __name__ == "__main__":
    django_here()
    main(*(int(given) for given in sys.argv[1:]))
