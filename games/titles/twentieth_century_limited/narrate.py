"""What is said of moves and states: the log's sentences, effects for the preview, the status."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from games.engine.errors import Fact
from games.engine.title import Effect, Note, Step, Table
from games.titles.twentieth_century_limited.meta import Options
from games.titles.twentieth_century_limited.moves import (
    Bonus,
    Chart,
    Company,
    EndTurn,
    Exchange,
    Finish,
    Move,
    PickUp,
    Place,
    Regional,
    Reset,
    Skip,
)
from games.titles.twentieth_century_limited.state import (
    Player,
    State,
    segments_of,
    sheet,
    still_to_play,
)
from games.titles.twentieth_century_limited.wording import WORDS
from scoring.tables.twentieth_century_limited import tally

__all__ = ["WORDS", "effects", "narrate", "status"]


def narrate(table: Table, before: State, seat: str, move: Move, step: Step) -> Note:
    """Return the log's sentence for a move; with closed stacks it keeps to itself what they hide. Q20."""
    facts: dict[str, Fact] = {"seat": seat}
    match move:
        case Place() | PickUp():
            code = "log_place" if isinstance(move, Place) else "log_pickup"
            return Note(code, facts | {"count": len(move.lines), "lines": move.lines})
        case Regional() | Company():
            return _scored(table, seat, move, step)
        case Skip():
            return Note("log_skip", facts | {"era": min(before.players[seat].eras, default=0)})
        case Bonus():
            return Note("log_bonus", facts | {"colour": move.colour})
        case Chart():
            return Note("log_chart", {"lines": move.lines})
        case Exchange():
            return Note("log_exchange", facts)
        case Reset():
            return Note("log_reset", facts)
        case EndTurn():
            return Note("log_end", facts)
        case Finish():
            return Note("log_finish")
        case _:
            assert_never(move)


def _scored(table: Table, seat: str, move: Regional | Company, step: Step) -> Note:
    options: Options = table.options
    player: Player = step.state.players[seat]
    kind = "regional" if isinstance(move, Regional) else "company"
    card = next(card for card in reversed(player.stack) if card.kind == kind)
    facts: dict[str, Fact] = {"seat": seat, "era": card.era, "number": player.companies}
    if options.open_stacks == "open":
        return Note(f"log_{kind}_open", facts | {"cities": card.cities, "value": card.value})
    return Note(f"log_{kind}", facts)


def effects(table: Table, before: State, step: Step) -> tuple[Effect, ...]:
    """Return what a move changes: waivers, segments, trackers, Eras, points, the turn."""
    after: State = step.state
    found = [
        effect
        for seat in after.order
        for effect in (*_figures(before, after, seat), *_points(table, before, after, seat))
    ]
    found += [
        Effect(Note("effect_trigger"), before.trigger, after.trigger, None, "seat"),
        Effect(Note("effect_round"), before.round, after.round),
        Effect(Note("effect_active"), before.active, after.active, None, "seat"),
    ]
    return tuple(effect for effect in found if effect.old != effect.new)


def _figures(before: State, after: State, seat: str) -> Iterator[Effect]:
    facts: dict[str, Fact] = {"seat": seat}
    old, new = before.players[seat], after.players[seat]
    rows = (
        ("effect_waivers", before.money[seat], after.money[seat]),
        ("effect_regionals", old.regionals, new.regionals),
        ("effect_companies", old.companies, new.companies),
    )
    for code, was, now in rows:
        yield Effect(Note(code, facts), was, now, now > was)
    if before.owners is not after.owners:
        was, now = (sum(1 for _ in segments_of(state, seat)) for state in (before, after))
        yield Effect(Note("effect_segments", facts), was, now)
    if old.supply is not None and new.supply is not None:
        yield Effect(Note("effect_supply", facts), old.supply, new.supply)
    yield Effect(Note("effect_eras", facts), _eras(old), _eras(new), None, "text")
    could, can = ("no" if player.skipped else "yes" for player in (old, new))
    yield Effect(Note("effect_skipped", facts), could, can, False, "text")


def _eras(player: Player) -> str:
    return " and ".join(map(str, player.eras)) or "none"


def _points(table: Table, before: State, after: State, seat: str) -> Iterator[Effect]:
    """Points are told where stacks are open, else only those of the card that was just scored. Q20."""
    options: Options = table.options
    facts: dict[str, Fact] = {"seat": seat}
    if options.open_stacks == "open":
        was, now = (tally(sheet(table, state)).of(seat).total for state in (before, after))
        yield Effect(Note("effect_points", facts), was, now, now > was)
    elif len(after.players[seat].stack) > len(before.players[seat].stack):
        card = after.players[seat].stack[-1]
        yield Effect(Note("effect_worth", facts), 0, card.value, True, secret=seat)


def status(table: Table, state: State) -> Note:
    """Return what is expected now, and of whom; in the last round also who plays after that."""
    if state.phase != "play":
        return Note("status_awards" if state.phase == "awards" else "status_over")
    expected = "done" if state.followup else "card" if state.track else "track"
    facts: dict[str, Fact] = {"seat": state.active}
    if not state.trigger:
        return Note(f"status_{expected}", facts)
    left = still_to_play(state) or ("nobody",)
    return Note(f"status_last_{expected}", facts | {"trigger": state.trigger, "left": left})
