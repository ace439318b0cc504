"""The read side of the replay: a game's log as steps, and the moment after any of them.

Steps are kept at hand by the game's newest event, so that going on by one asks the database only
for a state; where corrections changed the line of play, the corrected line is played once.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from games import lines
from games.engine import log
from games.engine.codec import convert, decode
from games.engine.errors import Fault, NotationError, Refusal
from games.engine.log import Node, Played
from games.engine.title import Effect, Note, Title
from games.engine.title import Step as Applied
from games.errors import Unreplayable
from games.models import Event, Game
from games.queries import View


@dataclass(frozen=True, slots=True)
class Step:
    """One event of the log: whose it is, whom it concerns, and whether it still counts."""

    number: int
    kind: str
    head: int
    parent: int
    turn: str
    seat: str
    companies: tuple[str, ...]
    said: Note | None
    note: str
    by: str
    proxy: bool
    at: datetime
    counts: bool
    corrected: bool

    @property
    def is_entry(self) -> bool:
        """Say whether it has a state of its own."""
        return self.kind in Event.NODES


@dataclass(frozen=True, slots=True)
class Steps:
    """All steps of a game in order; `line` is the line of play that counts, corrections worked in."""

    every: tuple[Step, ...]
    nodes: Mapping[int, Node]
    line: Mapping[int, Played]
    is_corrected: bool

    def numbers(self, *, undone: bool = False, seat: str = "", company: str = "") -> list[int]:
        """Return the numbers to step through: 0, the opening, first; then what fits the wishes."""
        found = [
            step.number
            for step in self.every
            if (undone or step.counts)
            and (not seat or step.seat == seat)
            and (not company or company in step.companies)
        ]
        return [0, *found]

    def step(self, number: int) -> Step | None:
        """Return the step with that number; events are numbered from 1 without a gap."""
        return self.every[number - 1] if 0 < number <= len(self.every) else None


@dataclass(frozen=True, slots=True)
class Moment:
    """A game after one step: the view with that state, what was said, and what it changed."""

    view: View
    step: Step | None
    said: str
    effects: tuple[Effect, ...]


_steps: lines.Cache[Steps] = lines.Cache(64)
_corrected: lines.Cache[Mapping[int, tuple[Any, Applied]]] = lines.Cache(8)


def steps_of(game: Game) -> Steps:
    """Return the steps of a game. One query, none while nothing is new."""
    key = (game.pk, game.last)
    found = _steps.get(key)
    return found if found is not None else _steps.put(key, _read(game))


def _read(game: Game) -> Steps:
    events = list(Event.objects.filter(game_id=game.pk, number__lte=game.last).order_by("number"))
    nodes = {one.number: lines.node_of(one) for one in events if one.kind in Event.NODES}
    back = log.chain({number: node.parent for number, node in nodes.items()}, game.head)
    edits = [nodes[number].edit for number in back]
    changed = {edit.target for edit in edits if edit is not None and edit.action == "replace"}
    line = {entry.number: entry for entry in log.line_of_play(nodes, game.head)}
    title = lines.title_of(game)
    steps = tuple(_step(title, one, one.number in line, one.number in changed) for one in events)
    return Steps(steps, nodes, line, any(edit is not None for edit in edits))


def _step(title: Title, event: Event, counts: bool, corrected: bool) -> Step:
    said = decode(event.said, Note) if event.said else None
    return Step(
        event.number,
        event.kind,
        event.head,
        event.parent,
        event.turn,
        event.seat,
        companies_in(title, said) if said is not None else (),
        said,
        event.note,
        event.by_name,
        event.proxy,
        event.at,
        counts,
        corrected,
    )


def companies_in(title: Title, said: Note) -> tuple[str, ...]:
    """Return the companies that a sentence of the log names."""
    found: list[str] = []
    for _, name, spec, _ in string.Formatter().parse(title.words.get(said.code, "")):
        if spec == "company" and name in said.facts:
            value = said.facts[name]
            found += value if isinstance(value, tuple) else [str(value)]
    return tuple(dict.fromkeys(found))


def moment(game: Game, view_at: Callable[[int], View], number: int, *, undone: bool) -> Moment:
    """Return a game after one of its steps; `view_at` gives the view of a node.

    An entry that counts is shown on the line of play that counts, corrections worked in; any other,
    or with `undone` every one, as it was when it was entered.
    """
    steps = steps_of(game)
    step = steps.step(number)
    if step is None:
        return Moment(view_at(0), None, "", ())
    if steps.is_corrected and step.counts and not undone:
        return _on_corrected_line(game, steps, step, view_at)
    effects = _effects(game, steps, step)
    view = view_at(step.head)
    said = view.speaker.say(step.said) if step.said is not None else ""
    return Moment(view, step, said, effects)


def _effects(game: Game, steps: Steps, step: Step) -> tuple[Effect, ...]:
    """Return what an entry changed, by entering it once more on the state before it."""
    if step.kind not in (Event.Kind.MOVE, Event.Kind.RULED):
        return ()
    title, table, node = lines.title_of(game), lines.table_of(game), steps.nodes[step.number]
    entry = Played(node.number, node.kind, node.seat, node.move, node.waive, node.position)
    try:
        before = lines.state_at(game, step.parent)
        applied = lines.enter(title, table, before, entry)
    except (Refusal, Fault, NotationError, Unreplayable):
        return ()  # an entry that the rules of today would refuse is shown without its effects
    lines.remember(game, step.number, applied.state)
    return tuple(title.effects(table, before, applied))


def _on_corrected_line(
    game: Game, steps: Steps, step: Step, view_at: Callable[[int], View]
) -> Moment:
    view = view_at(0)
    try:
        before, applied = _corrected_line(game)[step.number]
    except Unreplayable as error:
        said = view.speaker.say(step.said) if step.said is not None else ""
        return Moment(replace(view, state=None, unreplayable=error), step, said, ())
    entry, note = steps.line[step.number], step.said
    effects: tuple[Effect, ...] = ()
    if entry.kind in (Event.Kind.MOVE, Event.Kind.RULED):
        move = _move_of(view.title, entry)
        note = view.title.narrate(view.table, before, entry.seat, move, applied)
        effects = tuple(view.title.effects(view.table, before, applied))
    said = view.speaker.say(note) if note is not None else ""
    return Moment(replace(view, state=applied.state), step, said, effects)


def _move_of(title: Title, entry: Played) -> Any:
    if isinstance(entry.move, title.move_structs):
        return entry.move
    return convert(entry.move, title.move_type)


def _corrected_line(game: Game) -> Mapping[int, tuple[Any, Applied]]:
    """Return (state before, step) of each entry of the corrected line, played once for a head."""
    key = (game.pk, game.head)
    found = _corrected.get(key)
    if found is None:
        state = lines.opening(game)
        played: dict[int, tuple[Any, Applied]] = {}
        for number, applied in lines.steps_of(game):
            played[number] = (state, applied)
            state = applied.state
        found = _corrected.put(key, played)
    return found


def turn_starts(steps: Steps, numbers: list[int]) -> list[int]:
    """Return the numbers at which a turn begins among those that are stepped through, and 0."""
    found = [0]
    last = None
    for number in numbers[1:]:
        step = steps.step(number)
        if step is not None and step.is_entry and step.turn != last:
            found.append(number)
            last = step.turn
    return found


def companies_of(steps: Steps) -> tuple[str, ...]:
    """Return the companies that the log names, in the order in which it first names them."""
    return tuple(dict.fromkeys(key for step in steps.every for key in step.companies))
