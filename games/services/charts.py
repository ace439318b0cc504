"""Charts: boards that ship with a title, a club's own transcriptions, and their versions."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from importlib import resources
from typing import Any

from django.db import transaction
from django.db.models import Max

from games import lines
from games.engine.codec import convert, decode, encode
from games.engine.errors import Fault
from games.engine.title import Title
from games.errors import BadInput
from games.models import Chart, ChartVersion, Game
from games.registry import TITLES
from games.services.people import named

MOST_BYTES = 1_000_000


def shipped_names(title_key: str) -> tuple[str, ...]:
    """Return the names of the boards that ship with a title, the practice board first."""
    folder = resources.files(f"games.titles.{title_key}") / "boards"
    names = (path.name.removesuffix(".json") for path in folder.iterdir())
    return tuple(sorted(names, key=lambda name: (name != "practice", name)))


@lru_cache(maxsize=32)
def shipped_text(title_key: str, name: str = "practice") -> str:
    """Return the JSON text of a board that ships with a title."""
    package = resources.files(f"games.titles.{title_key}")
    return (package / "boards" / f"{name}.json").read_text(encoding="utf-8")


@lru_cache(maxsize=32)
def _shipped_mark(title_key: str, name: str) -> str:
    """Return what a version made from today's shipped file says of its origin."""
    text = shipped_text(title_key, name)
    rules = TITLES[title_key].meta.rules_version
    return f"as shipped ({rules}-{sha256(text.encode()).hexdigest()[:12]})"


def shipped_versions(title: Title) -> tuple[ChartVersion, ...]:
    """Return the chart versions of all boards that ship with a title, the practice board first."""
    return tuple(shipped_version(title, name) for name in shipped_names(title.meta.key))


def shipped_version(title: Title, name: str = "practice") -> ChartVersion:
    """Return the chart version of a shipped board, written anew when the shipped file has changed."""
    mark = _shipped_mark(title.meta.key, name)
    versions = ChartVersion.objects.filter(chart__title=title.meta.key, chart__key=name)
    newest = versions.select_related("chart").order_by("-number").first()
    if newest is not None and newest.why == mark:
        return newest
    board = read_board(title, json.loads(shipped_text(title.meta.key, name)))
    with transaction.atomic():
        chart, _ = Chart.objects.get_or_create(
            title=title.meta.key, key=name, defaults={"name": board.name, "club": None}
        )
        Chart.objects.select_for_update().get(pk=chart.pk)
        return add_version(chart, encode(board), why=mark, by_name="")


def read_board(title: Title, data: Any) -> Any:
    """Return the board read from plain data, checked whole, or raise `Fault` with the paths."""
    if not isinstance(data, dict):
        raise Fault.one("", "Expected a JSON object.")
    board = convert(data, title.board_type)
    title.check_board(board)
    return board


def read_board_text(title: Title, text: str, name: str = "") -> Any:
    """Return the board read from JSON text, or a table where the title has one, or raise `Fault`."""
    if len(text.encode()) > MOST_BYTES:
        raise Fault.one("", f"The file is larger than {MOST_BYTES // 1000} KB.")
    table = title.editor.read_csv if title.editor is not None else None
    is_json = table is None or text.lstrip("\ufeff \t\r\n").startswith("{")
    board = decode(text, title.board_type) if is_json or table is None else table(text, name)
    title.check_board(board)
    return board


def create_chart(
    club_id: int, title_key: str, name: str, board: Any, by_name: str = ""
) -> ChartVersion:
    """Keep a new chart for a club with its first version."""
    if title_key not in TITLES:
        raise BadInput("title", "no_such_title", title=title_key[:40])
    with transaction.atomic():
        chart = Chart.objects.create(club_id=club_id, title=title_key, name=named("name", name))
        return add_version(chart, encode(board), why="created", by_name=by_name)


def revise_chart(chart_id: int, board: Any, why: str, by_name: str = "") -> ChartVersion:
    """Add a version to a club's chart; games under way keep the one they started with."""
    with transaction.atomic():
        chart = Chart.objects.select_for_update().get(pk=chart_id)
        if chart.club_id is None:
            raise BadInput("chart", "shipped_chart")
        data = encode(board)
        newest = chart.versions.order_by("-number").first()
        if newest is not None and newest.data == data:
            return newest
        return add_version(chart, data, why=why[:120], by_name=by_name)


def keep_charted(game: Game) -> ChartVersion | None:
    """Keep what was charted during a game in the club's chart; return the version that has it, if any.

    It is added to the newest version, so that what the club has changed meanwhile stays. A shipped
    board is never changed: the club gets a chart of its own, once, with the additions.
    """
    title, table = TITLES[game.title], lines.table_of(game)
    state = lines.state_at(game, game.head)
    if title.merged_board(table, state) == table.board:
        return None
    chart = game.board.chart
    own = chart if chart.club_id is not None else _own_copy(game, chart)
    if own is None:
        board = title.merged_board(table, state)
        return create_chart(game.club_id, game.title, chart.name, board)
    newest = own.versions.order_by("-number")[0]
    newer = replace(table, board=decode(newest.data, title.board_type))
    return revise_chart(own.pk, title.merged_board(newer, state), why="charted during a game")


def _own_copy(game: Game, shipped: Chart) -> Chart | None:
    return Chart.objects.filter(club_id=game.club_id, title=game.title, name=shipped.name).first()


def add_version(chart: Chart, data: str, why: str, by_name: str) -> ChartVersion:
    """Keep a checked board's JSON as the newest version of a chart that is locked."""
    highest = chart.versions.aggregate(highest=Max("number"))["highest"] or 0
    return ChartVersion.objects.create(
        chart=chart, number=highest + 1, data=data, why=why, by_name=by_name
    )
