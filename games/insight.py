"""A game over time: its measures after every turn, as charts and as a table to copy."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import Any

from games import lines
from games.engine.title import Measure
from games.errors import Unreplayable
from games.models import Game
from games.queries import View
from scoring.plots import Plot, Series, line_plot

MOST_MOMENTS = 240
"""Most turns a chart shows; of a longer game every second, third... turn is shown."""

_kept: lines.Cache[tuple[Moment, ...]] = lines.Cache(64)


@dataclass(frozen=True, slots=True)
class Moment:
    """The end of one turn: a label, the entry that ended it, and the measures then."""

    label: str
    number: int
    measures: tuple[Measure, ...]


def moments(game: Game) -> tuple[Moment, ...]:
    """Return the measures at the opening and at the end of every turn that counts; one fold of the log."""
    title, table = lines.title_of(game), lines.table_of(game)
    if title.measures is None or game.status == Game.Status.LOBBY:
        return ()
    key = (game.pk, game.head)
    found = _kept.get(key)
    return found if found is not None else _kept.put(key, _fold(game, title.measures, title, table))


def _fold(game: Game, measure: Any, title: Any, table: Any) -> tuple[Moment, ...]:
    state = lines.state_at(game, 0)
    turn = title.turn_key(table, state)
    ends: list[tuple[str, int, Any]] = [("", 0, state)]
    try:
        for number, step in lines.steps_of(game):
            if title.turn_key(table, step.state) != turn:
                ends.append((turn, number, step.state))
                turn = title.turn_key(table, step.state)
            state = step.state
    except Unreplayable:
        return ()
    if ends[-1][2] is not state:
        ends.append((turn, game.head, state))
    every = -(-len(ends) // MOST_MOMENTS)
    chosen = [*ends[:-1:every], ends[-1]]
    return tuple(Moment(_label(key), number, measure(table, then)) for key, number, then in chosen)


def _label(turn: str) -> str:
    """Return a turn's key as short words: "3/play/B" is "3 B"."""
    parts = [part for part in turn.split("/") if part and not part.islower()]
    return " ".join(parts) or "0"


def plots(view: View, found: tuple[Moment, ...]) -> tuple[Plot, ...]:
    """Return a chart for each measure, a line for each seat."""
    if not found:
        return ()
    labels = [moment.label for moment in found]
    colours = {seat.letter: seat.colour for seat in view.seats}
    return tuple(
        line_plot(
            one.key,
            one.label,
            labels,
            [
                Series(
                    view.speaker.seat(seat),
                    seat,
                    f"c-{colours.get(seat, '')}",
                    tuple(moment.measures[index].values.get(seat, 0) for moment in found),
                )
                for seat in view.table.seats
            ],
            one.kind,
        )
        for index, one in enumerate(found[0].measures)
    )


def as_csv(view: View, found: tuple[Moment, ...]) -> str:
    """Return the measures as CSV: a row for each turn and measure, a column for each seat."""
    out = io.StringIO()
    rows = csv.writer(out)
    rows.writerow(
        ["turn", "entry", "measure", *(_safe(view.speaker.seat(s)) for s in view.table.seats)]
    )
    for moment in found:
        for one in moment.measures:
            values = [one.values.get(seat, 0) for seat in view.table.seats]
            rows.writerow([moment.label, moment.number, one.key, *values])
    return out.getvalue()


def _safe(name: str) -> str:
    """Return a name that no spreadsheet takes for a formula."""
    return f"'{name}" if name[:1] in "=+-@\t\r" else name
