"""The read side of charts' histories: who changed what, and which games are played on what."""

from __future__ import annotations

from dataclasses import dataclass

from games import chart_words, lines
from games.engine.charts import differences
from games.engine.title import Title
from games.models import Chart, ChartVersion, Game

VERSIONS_A_PAGE = 10
MOST_GAMES = 20


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One version: who kept it when and why, and what it changed of the one before, in words."""

    version: ChartVersion
    changes: tuple[str, ...]
    is_newest: bool


def history(
    title: Title, chart: Chart, before: int | None = None, limit: int = VERSIONS_A_PAGE
) -> tuple[HistoryLine, ...]:
    """Return versions of a chart, newest first, with numbers below `before`.

    At most one query more than there are versions; boards that are at hand are not read again.
    """
    versions = chart.versions.defer("data").order_by("-number")
    newest = versions.values_list("number", flat=True).first()
    if before is not None:
        versions = versions.filter(number__lt=before)
    found = list(versions[: limit + 1])
    return tuple(
        HistoryLine(version, _changes(title, version, older), version.number == newest)
        for version, older in zip(found[:limit], [*found[1:], None], strict=False)
    )


def _changes(title: Title, version: ChartVersion, older: ChartVersion | None) -> tuple[str, ...]:
    if title.editor is None or older is None:
        return ()
    read = title.editor.read
    boards = (lines.board_of(title, one.pk) for one in (older, version))
    return chart_words.said(title.editor, differences(*map(read, boards)))


def running_on(chart: Chart) -> tuple[Game, ...]:
    """Return the unfinished games that are played on a chart, with the version each keeps."""
    open_states = (Game.Status.LOBBY, Game.Status.PLAYING, Game.Status.PAUSED)
    games = Game.objects.filter(board__chart=chart, status__in=open_states)
    return tuple(games.select_related("board").defer("board__data")[:MOST_GAMES])
