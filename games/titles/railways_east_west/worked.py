"""Playing one worked example of the digest and showing what it came to."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from games.engine.codec import convert
from games.engine.errors import ChoiceNeeded, Refusal
from games.engine.referee import Referee
from games.engine.title import LETTERS, Note, Outcome, Table
from games.titles.railways_east_west.cubes import due_at_change
from games.titles.railways_east_west.lines import BY_KEY, LINES
from games.titles.railways_east_west.meta import META, Options
from games.titles.railways_east_west.moves import (
    Buyback,
    Deal,
    Fill,
    Income,
    Increase,
    Move,
    PlayEvent,
    Settle,
    Skip,
    Transition,
)
from games.titles.railways_east_west.movetext import parse_move
from games.titles.railways_east_west.notation import format_position
from games.titles.railways_east_west.positions import read_position
from games.titles.railways_east_west.reading import engine_text
from games.titles.railways_east_west.rules import HARD_CODES, perform
from games.titles.railways_east_west.state import (
    LADDER,
    TURNS,
    Player,
    State,
    income_at,
    sheet,
    with_player,
)
from scoring.tables.railways_east_west import Sheet, tally

NOT_A_TURN = (Buyback, Settle, Increase, Fill, PlayEvent, Deal, Income, Transition)
"""Moves that leave the turn where it is."""

SPELLINGS = {"EC-KCY": ("EC-KCY", "EC-KCY/DSM", "EC-DSM")}
"""A line with several ends can be spelled after each of them."""

_PLAYER = re.compile(r"\b([A-F]) ?\{")
_MOVE = re.compile(r"([A-Z])[: ]")


class Play:
    """One example while it is played: successive entries of a seat are its successive turns."""

    def __init__(self, table: Table, state: State) -> None:
        self.table, self.start, self.state = table, state, state
        self.acted: set[str] = set()
        self.notes: list[Note] = []
        self.played = 0

    def enter(self, text: str) -> None:
        """Enter one move, or raise `Refusal` or `NotationError`."""
        seat, move = parse_move(self.table, self.state, text)
        state = self._ready(seat, move)
        step = perform(self.table, state, seat, move, Referee(frozenset(), HARD_CODES))
        self.state = step.state
        if step.state.actions < 1 and seat:
            self.acted.add(seat)
        self.notes += step.notes
        self.played += 1

    def _ready(self, seat: str, move: Move) -> State:
        """Return the state in which a move can be entered: its turn, its stage, its cubes due."""
        state = self.state
        if isinstance(move, Fill):
            due = state.due.get(move.city) or due_at_change(self.table, state, move.city)
            return replace(state, due={**state.due, move.city: due}) if due else state
        if isinstance(move, Income):
            waiting = seat or self.table.seats
            return replace(state, stage="income", waiting=waiting)
        if isinstance(move, Transition):
            return replace(state, stage="change", waiting=seat)
        if seat not in state.players or isinstance(move, NOT_A_TURN):
            return replace(state, active=seat) if seat in state.players else state
        if seat in self.acted:
            state = self._next_turn(state)
        if isinstance(move, Skip):
            return replace(state, active=seat, stage="play")
        return replace(state, active=seat, stage="play", actions=max(1, state.actions))

    def _next_turn(self, state: State) -> State:
        """Return the state one turn later; after the last one cards are fresh and events are over."""
        self.acted.clear()
        if state.turn < state.turns:
            return replace(state, turn=state.turn + 1, fresh=())
        for seat, player in state.players.items():
            player = replace(player, perfect_used=0, bought_back=0)
            state = with_player(state, seat, player)
        again = {"events": (), "increase": "", "fresh": ()}
        return replace(state, round=state.round + 1, turn=1, turns=TURNS, **again)


def run_example(board: Any, case: Mapping[str, Any]) -> Outcome:
    """Return what one worked example comes to on a board.

    Raises `NotationError` or `Fault` where the case itself cannot be read. Digest 4.1.
    """
    start = case.get("start") or ""
    table = Table(LETTERS[:2], _options(case.get("options") or {}), board)
    table, state = read_position(table, start)
    table, state = _with_movers(table, state, start, case)
    listed = tuple(dict.fromkeys(_PLAYER.findall(start))) or tuple(table.seats)
    play = Play(table, state)
    answers = []
    for text in _entries(case.get("moves", ())):
        try:
            query = _query(text)
            if query is None:
                play.enter(text)
            else:
                answers.append(query[0](table, play.state, listed, query[1]))
        except ChoiceNeeded as needed:
            return Outcome("ask", needed.code, needed.rule, facts=dict(needed.facts))
        except Refusal as refusal:
            return Outcome("illegal", refusal.code, refusal.rule, facts=dict(refusal.facts))
    shows = " ; ".join([*answers, _shows(play)])
    facts = _facts(play)
    score = _score(sheet(table, play.state))
    return Outcome("legal" if play.played else "query", shows=shows, facts=facts, score=score)


def _entries(moves: Any) -> list[str]:
    lines: Iterable[str] = [moves] if isinstance(moves, str) else moves
    return [text for text in lines if text.strip()]


def _with_movers(
    table: Table, state: State, start: str, case: Mapping[str, Any]
) -> tuple[Table, State]:
    """Return the table with a seat for everyone who moves, even where the position leaves him out."""
    movers = [match[1] for text in _entries(case.get("moves", ())) if (match := _MOVE.match(text))]
    last = max([table.seats[-1], *(seat for seat in movers if seat in LETTERS)])
    if last <= table.seats[-1] or "seats=" in start:
        return table, state
    return read_position(table, f"{start} | {last}{{}}")


def _options(given: Mapping[str, Any]) -> Options:
    """Read options by our keys or the digest's numbers, choices by key or letter.

    Examples apply no reduction for few players unless they ask for it. Digest 4.1, decision A46.
    """
    found: dict[str, Any] = {"few": "none"}
    for name, value in given.items():
        plain = str(name).replace("-", "").replace("_", "").lower()
        for option in META.options:
            if plain in (option.key.replace("_", ""), option.rule.lower().replace("-", "")):
                choices = [choice.value for choice in option.choices]
                name, value = option.key, _choice(choices, value)
                break
        found[str(name)] = value
    options: Options = convert(found, Options)
    return options


def _choice(choices: Sequence[str], value: Any) -> Any:
    if isinstance(value, bool):
        return choices[value]
    word = str(value).lower()
    if (choices[-1], word) in WORDS:
        return WORDS[choices[-1], word]
    lettered = re.match(r"\(?([a-d])\)?(?![a-z])", word)
    if lettered is not None and ord(lettered[1]) - ord("a") < len(choices):
        return choices[ord(lettered[1]) - ord("a")]
    named = (choice for choice in choices if choice in word.replace("(", "").split())
    return next(named, word)


WORDS = {
    ("replaces", "discard replaces"): "replaces",
    ("halve", "halve first"): "halve",
    ("any", "any western end"): "any",
    ("one", "each time"): "each",
    ("one", "one per settler"): "one",
    ("tc", "transcontinental"): "tc",
    ("tc", "conventional"): "conv",
}
"""Choices as the digest words them. Digest 4.3."""


# What is shown


def _shows(play: Play) -> str:
    """Return every figure of the position as a token: `A.c=2 s:CHI=1 g:SFO=by turns=3 [EW+15]`."""
    words = [f"{name}={_word(value)}" for name, value in _facts(play).items()]
    words += _lines_shown(play)
    if any(note.code == "west_next_round" for note in play.notes):
        words.append("west-next-round")
    return " ".join(words)


def _word(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def _lines_shown(play: Play) -> Iterable[str]:
    """Yield the lines paid, in the order of the table, joined by commas and by blanks."""
    order = {key: place for place, key in enumerate((*BY_KEY, "EW"))}
    paid = sorted(
        (order[str(note.facts["key"])], str(note.facts["key"]), note.facts["points"])
        for note in play.notes
        if note.code in ("line_full", "line_half", "ocean_joined")
    )
    spellings = max((len(SPELLINGS.get(key, "1")) for _, key, _ in paid), default=1)
    for place in range(spellings):
        told = [f"{_spelled(key, place)}+{points}" for _, key, points in paid]
        yield f"[{','.join(told)}]"
        if len(told) > 1:
            yield f"[{' '.join(told)}]"


def _spelled(key: str, place: int) -> str:
    known = SPELLINGS.get(key, (key,))
    return known[min(place, len(known) - 1)]


def _facts(play: Play) -> dict[str, Any]:
    state = play.state
    facts: dict[str, Any] = {
        "ph": state.phase,
        "rd": state.round,
        "tn": state.turn,
        "turns": state.turns,
        "del": state.delivered,
        "sup": state.supply,
        "rawgone": state.raw_gone,
        "ew": state.ocean or "-",
        "ev": ",".join(state.events) or "none",
    }
    facts["added"] = sum(
        int(str(note.facts["count"])) for note in play.notes if note.code == "cubes_due"
    )
    for seat in play.table.seats:
        for name, value in _seat_facts(state, seat).items():
            facts[f"{seat}.{name}"] = value
    for code in play.table.board.city:
        place = state.cities.get(code)
        facts[f"s:{code}"] = place.waiting if place else 0
        facts[f"set:{code}"] = place.settled if place else 0
        facts[f"g:{code}"] = place.goods if place else ""
        facts[f"col:{code}"] = (place.colour if place else None) or ""
        facts[f"due:{code}"] = state.due[code].count if code in state.due else 0
    for line in LINES:
        claims = state.lines.get(line.key, ())
        facts[f"major:{line.key}"] = claims[0].seat if claims else "-"
    return facts


def _seat_facts(state: State, seat: str) -> dict[str, Any]:
    player: Player = state.players[seat]
    return {
        "sc": player.score,
        "c": state.money[seat],
        "b": player.bonds,
        "e": engine_text(player.engine),
        "raw": player.raw,
        "settlers": player.settlers,
        "pe": player.perfect,
        "peused": player.perfect_used,
        "grant": player.grant,
        "tunnel": player.tunnel,
        "coal": player.coal,
        "skip": int(player.skip),
        "wb": player.west,
        "eb": player.east,
        "tc": int(seat in state.ocean),
        "links": len(state.links.get(seat, {})),
        "hotels": sum(owner == seat for owner in state.hotels.values()),
    }


def _score(found: Sheet) -> dict[str, Any]:
    count = tally(found)
    return {
        "totals": {seat.seat: seat.total for seat in count.seats},
        "ranks": {seat.seat: seat.rank for seat in count.seats},
        "winners": list(count.winners),
        "lines": {
            seat.seat: [[line.item, line.count, line.points] for line in seat.lines]
            for seat in count.seats
        },
    }


# Queries


def _final(table: Table, state: State, listed: Sequence[str], words: Sequence[str]) -> str:
    """Return the final line of the digest: `A: 78+7+0-2+5+3=91 ; win A`. Digest 4.1."""
    found = sheet(table, state)
    found = Sheet({seat: found.seats[seat] for seat in listed}, found.win, found.nobody, found.tie)
    count = tally(found)
    rows = []
    for seat in count.seats:
        holding = found.seats[seat.seat]
        points = {line.item: line.points for line in seat.lines}
        sums = f"{holding.score}+{holding.west}+{holding.east}-{holding.bonds}"
        sums += f"+{points.get('raw_majority', 0)}+{points.get('cash', 0)}"
        rows.append(f"{seat.seat}: {sums}={seat.total}")
    return " ; ".join([*rows, f"win {'+'.join(count.winners) or 'nobody'}"])


def _ladder(table: Table, state: State, listed: Sequence[str], words: Sequence[str]) -> str:
    prices = list(LADDER.values())
    return f"COSTS {','.join(map(str, prices))} total {sum(prices)}"


def _standing(table: Table, state: State, listed: Sequence[str], words: Sequence[str]) -> str:
    order = sorted(listed, key=lambda seat: -state.players[seat].score)
    return " ".join(f"{seat}={state.players[seat].score}" for seat in order)


def _income(table: Table, state: State, listed: Sequence[str], words: Sequence[str]) -> str:
    incomes = {seat: income_at(table, state, state.players[seat].score) for seat in listed}
    return " ".join(f"{seat}.income={income}" for seat, income in incomes.items())


def _position(table: Table, state: State, listed: Sequence[str], words: Sequence[str]) -> str:
    return format_position(table, state)


def _end(table: Table, state: State, listed: Sequence[str], words: Sequence[str]) -> str:
    return (
        f"turns={state.turns} ew={state.ocean or '-'} end={'yes' if len(state.ocean) > 1 else 'no'}"
    )


def _setup(table: Table, state: State, listed: Sequence[str], words: Sequence[str]) -> str:
    counts = (f"{city.code}={city.value}" for city in table.board.cities if city.region == "E")
    return " ".join(["c=0", "e=1", "sc=0", "b=0", "sup=20", *counts])


Query = Callable[[Table, State, Sequence[str], Sequence[str]], str]
QUERIES: Mapping[str, Query] = {
    "final": _final,
    "score": _final,
    "cost-ladder": _ladder,
    "standing": _standing,
    "income?": _income,
    "position": _position,
    "end?": _end,
    "setup": _setup,
}


def _query(text: str) -> tuple[Query, list[str]] | None:
    """Return what answers a query and its words, or None for a move."""
    verb, *words = text.split()
    answer = QUERIES.get(verb)
    return (answer, words) if answer else None
