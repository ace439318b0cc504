"""Playing one worked example of the digest and showing what it came to."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from games.engine.codec import convert
from games.engine.errors import ChoiceNeeded, NotationError, Refusal
from games.engine.title import LETTERS, Outcome, Step, Table
from games.titles.twentieth_century_limited.cards import removal_of, waiver_routes
from games.titles.twentieth_century_limited.meta import META, Options
from games.titles.twentieth_century_limited.moves import Company, EndTurn, Finish, Move
from games.titles.twentieth_century_limited.movetext import parse_move
from games.titles.twentieth_century_limited.network import MOST_SETS
from games.titles.twentieth_century_limited.notation import format_position, read_position
from games.titles.twentieth_century_limited.reading import node_of
from games.titles.twentieth_century_limited.rules import apply
from games.titles.twentieth_century_limited.state import (
    Player,
    State,
    sheet,
    start_waivers,
    still_to_play,
    with_player,
)
from scoring.tables.twentieth_century_limited import Holding, Sheet, tally

TRIGGERS = re.compile(r"([A-Z])(?::)? triggers(?: the end)?\.?")
LETTERED: Mapping[str, Mapping[str, str]] = {
    "waiver_route": {"a": "own", "b": "total", "c": "needed"},
}


def run_example(board: Any, case: Mapping[str, Any]) -> Outcome:
    """Return what one worked example comes to on a board.

    The moves make one turn of the seat `by`, which is ended after the last. Raises `NotationError` or
    `Fault` where the case itself cannot be read. Digest 4.
    """
    if "holdings" in case:
        return _counted(case["holdings"])
    given = dict(case.get("options") or {})
    supply = given.pop("supply", None)
    table, state = read_position(
        Table(LETTERS[:3], _options(given), board), case.get("start") or ""
    )
    if "by" in case:
        if case["by"] not in table.seats:
            raise NotationError(str(case["by"])[:20], f"by: one of {table.seats}")
        state = replace(state, active=case["by"])
    state = _supplied(state, supply)
    moves = case.get("moves", ())
    entries = [moves] if isinstance(moves, str) else list(moves)
    queries = [query for text in entries if (query := _query(text))]
    if queries and len(queries) == len(entries):
        shows = " ; ".join(answer(table, state, words) for answer, words in queries)
        extra = {"still_to_play": _last_round(state, entries)}
        return Outcome("query", shows=shows, score=_score(sheet(table, state)), extra=extra)
    return _played(table, state, entries, case.get("expect") or {})


def _options(given: Mapping[str, Any]) -> Options:
    """Read options by our keys, the digest's (`waiverRoute`) or its decision, choices by key or letter."""
    found: dict[str, Any] = {}
    for name, value in given.items():
        plain = name.replace("_", "").lower()
        for option in META.options:
            if plain in (option.key.replace("_", ""), option.rule.lower()):
                choices = [choice.value for choice in option.choices]
                name, value = option.key, _choice(option.key, choices, value)
                break
        found[name] = value
    options: Options = convert(found, Options)
    return options


def _choice(key: str, choices: Sequence[str], value: Any) -> Any:
    if isinstance(value, bool):
        return choices[value] if choices[0] in ("closed", "either") else choices[not value]
    text = str(value).lower().replace("1", "one")
    letters = LETTERED.get(key, {})
    known = {"refuse": "refused", "allow": "allowed", "several": "any", "auto": "automatic"}
    return text if text in choices else letters.get(text, known.get(text, value))


def _supplied(state: State, supply: Any) -> State:
    """Return the state with a supply for each seat that the position does not name. Decision Q06."""
    if isinstance(supply, int) and not isinstance(supply, bool):
        for seat in state.order:
            player = state.players[seat]
            if player.supply is None:
                state = with_player(state, seat, replace(player, supply=supply))
    return state


# A turn


def _played(
    table: Table, state: State, entries: Sequence[str], expect: Mapping[str, Any]
) -> Outcome:
    """Enter the moves, then end the turn unless the last of them did."""
    seat, turn = state.active, _Turn(table, state)
    move: Move | None = None
    try:
        for text in entries:
            actor, move = parse_move(table, turn.state, text)
            turn.enter(actor, move)
        if not isinstance(move, (EndTurn, Finish)):
            turn.enter(turn.state.active, EndTurn())
    except ChoiceNeeded as needed:
        asked = {"choices": turn.choices_of(seat, move), "sets": list(needed.choices)}
        return Outcome("ask", needed.code, needed.rule, facts={**needed.facts, **asked})
    except Refusal as refusal:
        return Outcome("illegal", refusal.code, refusal.rule, facts=dict(refusal.facts))
    facts = _shaped(turn.facts(seat), seat, expect.get("facts") or {})
    score = _score(sheet(table, turn.state))
    extra = {"still_to_play": list(turn.left)}
    return Outcome("legal", facts=facts, score=score, extra=extra)


class _Turn:
    """The moves of one example and what they came to."""

    def __init__(self, table: Table, state: State) -> None:
        self.table, self.start, self.state = table, state, state
        self.paid: dict[str, int] = {}
        self.removed: list[str] = []
        self.choices: int | None = None
        self.drawn: int | None = None
        self.left: tuple[str, ...] = ()

    def enter(self, seat: str, move: Move) -> None:
        """Apply a move and note its figures, or raise `Refusal`."""
        before = self.state
        step: Step = apply(self.table, before, seat, move)
        self.state = step.state
        for posting in step.postings:
            if posting.why == "waiver":
                self.paid[posting.target] = self.paid.get(posting.target, 0) + posting.amount
        if isinstance(move, Company):
            self.removed = sorted(set(before.owners) - set(self.state.owners))
            self.choices = self.choices_of(seat, move, before)
        new = set(self.state.players[seat].eras) - set(before.players[seat].eras)
        self.drawn = max(new, default=self.drawn)
        # Ending the turn passes it on; who is left in the last round is told before that.
        if not isinstance(move, EndTurn):
            self.left = still_to_play(self.state)

    def choices_of(self, seat: str, move: Move | None, before: State | None = None) -> int:
        """Return how many minimum sets there are for a Company. Rule TCL-35, decision Q01."""
        if not isinstance(move, Company):
            return 0
        plan = removal_of(self.table, before or self.state, seat, move, MOST_SETS)
        return len(plan.sets) if plan else 0

    def facts(self, by: str) -> dict[str, Any]:
        """Return every figure, by seat where each seat has one."""
        players, money = self.state.players, self.state.money

        def each(figure: Callable[[Player], Any]) -> dict[str, Any]:
            return {seat: figure(players[seat]) for seat in self.state.order}

        return {
            "w": {seat: money[seat] for seat in self.state.order},
            "s": each(lambda one: one.supply),
            "era": each(lambda one: list(one.eras)),
            "cards": each(lambda one: one.cards),
            "skipped": each(lambda one: one.skipped),
            "regionals": each(lambda one: one.regionals),
            "companies": each(lambda one: one.companies),
            "done": each(lambda one: f"{one.regionals}/{one.companies}"),
            "paid": self.paid,
            "removed": self.removed,
            "choices": self.choices,
            "drawn_era": self.drawn,
            "ends": bool(self.state.trigger) and not self.start.trigger,
            "over": self.state.phase == "over",
            "trigger": self.state.trigger or None,
            "bank": money["bank"],
            "still_to_play": list(self.left),
            "by": by,
        }


BY_SEAT = frozenset(("w", "s", "era", "cards", "skipped", "regionals", "companies", "done"))


def _shaped(facts: dict[str, Any], seat: str, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """Return the figures as they are asked for: the acting seat's unless seats are named."""
    found = dict(facts)
    for name in BY_SEAT:
        for other, value in facts[name].items():
            found[f"{name}.{other}"] = found[f"{other}.{name}"] = value
        if not isinstance(wanted.get(name), Mapping):
            found[name] = facts[name][seat]
    return found


# Counting and queries


def _counted(holdings: Mapping[str, Mapping[str, Any]]) -> Outcome:
    """Return the score of final holdings. Rules TCL-61 to TCL-65."""
    found: Sheet = Sheet({seat: convert(dict(own), Holding) for seat, own in holdings.items()})
    return Outcome("query", score=_score(found))


def _score(found: Sheet) -> dict[str, Any]:
    count = tally(found)
    totals = {seat.seat: seat.total for seat in count.seats}
    items = {
        item: {
            seat.seat: sum(line.points for line in seat.lines if line.item == item)
            for seat in count.seats
        }
        for item in ("regionals", "companies", "bonus", "waivers")
    }
    return items | {
        "total": totals,
        "totals": totals,
        "cards": {seat: holding.cards for seat, holding in found.seats.items()},
        "ranks": {seat.seat: seat.rank for seat in count.seats},
        "winners": list(count.winners),
        "tie_break": count.tie_break,
        "lines": {
            seat.seat: [[line.item, line.count, line.points, line.rule] for line in seat.lines]
            for seat in count.seats
        },
    }


def _last_round(state: State, entries: Sequence[str]) -> list[str]:
    """Return who still plays after seats triggered the end, in this order. Rule TCL-59, decision Q08."""
    for text in entries:
        match = TRIGGERS.fullmatch(text.strip())
        if match is not None and match[1] in state.order:
            state = replace(state, active=match[1], trigger=state.trigger or match[1])
    return list(still_to_play(state))


def _cities_of(words: Sequence[str]) -> list[str]:
    return [node_of(city) for word in words for city in word.split(",") if city]


def _show_score(table: Table, state: State, words: Sequence[str]) -> str:
    score = _score(sheet(table, state))
    totals = " ".join(f"{seat}={total}" for seat, total in score["total"].items())
    return f"{totals} win {'+'.join(score['winners'])}"


def _show_setup(table: Table, state: State, words: Sequence[str]) -> str:
    count = start_waivers(len(table.seats))
    return f"waivers={count} " + " ".join(f"{seat}.w={count}" for seat in table.seats)


def _show_position(table: Table, state: State, words: Sequence[str]) -> str:
    return format_position(table, state)


def _show_end(table: Table, state: State, words: Sequence[str]) -> str:
    left = "".join(still_to_play(state))
    return f"over={state.phase == 'over'} trigger={state.trigger or '-'} left={left or '-'}"


def _show_minimum(table: Table, state: State, words: Sequence[str]) -> str:
    move = Company(tuple(_cities_of(words)))
    plan = removal_of(table, state, state.active, move, MOST_SETS)
    return f"min={plan.size} choices={len(plan.sets)}" if plan else "min=-"


def _show_routes(table: Table, state: State, words: Sequence[str]) -> str:
    found = waiver_routes(table, state, state.active, _cities_of(words)).routes
    if not found:
        return "cost=-"
    return f"cost={found[0].cost} " + " ".join(",".join(route.used) for route in found)


def _show_trigger(table: Table, state: State, words: Sequence[str]) -> str:
    return ""


Query = Callable[[Table, State, Sequence[str]], str]
_QUERIES: Mapping[str, Query] = {
    "score": _show_score,
    "final": _show_score,
    "standing": _show_score,
    "setup": _show_setup,
    "position": _show_position,
    "end?": _show_end,
    "minimum": _show_minimum,
    "routes": _show_routes,
}


def _query(text: str) -> tuple[Query, list[str]] | None:
    """Return what answers a query and its words, or None for a move."""
    if TRIGGERS.fullmatch(text.strip()):
        return _show_trigger, []
    verb, *words = text.split() or [""]
    answer = _QUERIES.get(verb) or _QUERIES.get(verb.rstrip("?"))
    return (answer, words) if answer else None
