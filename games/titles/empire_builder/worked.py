"""Playing one worked example of the digest and showing what it came to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from games.engine.codec import convert, to_data
from games.engine.errors import ChoiceNeeded, NotationError, Refusal
from games.engine.title import LETTERS, Outcome, Step, Table
from games.titles.empire_builder.cards import window
from games.titles.empire_builder.meta import META, WORDS_OF_OPTIONS, Options
from games.titles.empire_builder.moves import Draw, Event, Move
from games.titles.empire_builder.network import joined_majors
from games.titles.empire_builder.notation import format_position, parse_move, parse_position
from games.titles.empire_builder.reading import split
from games.titles.empire_builder.rules import apply, end
from games.titles.empire_builder.state import State, Turn, demands_left, train_numbers
from games.titles.empire_builder.winning import sheet
from scoring.tables.empire_builder import tally, winners


class Play:
    """One example while it is played: the state, the answers to queries, what was erased."""

    def __init__(self, table: Table, state: State) -> None:
        self.table, self.state = table, state
        self.answers: list[str] = []
        self.played = 0

    def enter(self, text: str) -> None:
        """Enter one move or query, or raise `Refusal` or `NotationError`."""
        verb, _, rest = text.strip().partition(" ")
        query = QUERIES.get(verb.rstrip("?"))
        if query is not None:
            self.answers.append(query(self.table, self.state, rest.split()))
            return
        seat, move = parse_move(self.table, self.state, text)
        step = apply(self.table, self._ready(seat, move), seat, move)
        self.state = step.state
        self.played += 1
        self.answers += _erased(step)

    def _ready(self, seat: str, move: Move) -> State:
        """Return the state in which no card is due: examples leave out what was drawn.

        A card or event that an example does show is drawn as it should be.
        """
        state = self.state
        if isinstance(move, Draw | Event):
            if seat == state.active and not state.turn.draws and not state.deal.get(seat):
                return replace(state, turn=replace(state.turn, draws=1))
            return state
        return replace(state, turn=replace(state.turn, draws=0), deal={})


def run_example(board: Any, case: Mapping[str, Any]) -> Outcome:
    """Return what one worked example comes to on a board.

    Raises `NotationError` or `Fault` where the case itself cannot be read. Digest 4.1.
    """
    options = _options(case.get("options") or {})
    entries = _entries(case.get("moves", ()))
    acting = [text.strip()[0] for text in entries if text.strip()[1:2] == ":"]
    count = max([2, *(LETTERS.find(seat) + 1 for seat in acting)])
    table = Table(LETTERS[:count], options, board)
    table, state = parse_position(table, case.get("start") or "n=2")
    play = Play(table, state)
    for text in entries:
        try:
            play.enter(text)
        except ChoiceNeeded as needed:
            return _refused("ask", needed)
        except Refusal as refusal:
            return _refused("illegal", refusal)
    shows = " ; ".join([*play.answers, _shows(table, play.state)])
    verdict: Any = "legal" if play.played else "query"
    facts = _facts(table, play.state)
    return Outcome(verdict, shows=shows, facts=facts, score=_score(table, play.state))


def _refused(verdict: Any, refusal: Refusal) -> Outcome:
    return Outcome(verdict, refusal.code, refusal.rule, facts=dict(refusal.facts))


def _entries(moves: Any) -> list[str]:
    lines: Iterable[str] = [moves] if isinstance(moves, str) else moves
    return [text for line in lines for text in f" {line} ".split(" / ") if text.strip()]


def _options(given: Any) -> Options:
    """Read options by our keys, the digest's decisions, or its words; choices by key or letter."""
    words: Mapping[str, Any] = given
    if isinstance(given, str):
        given = given.split()
    if not isinstance(given, Mapping):
        words = dict.fromkeys(given, True)
    found: dict[str, str] = {}
    for name, value in words.items():
        found |= _option(name, value)
    options: Options = convert(found, Options)
    return options


def _option(name: str, value: Any) -> dict[str, str]:
    if name in WORDS_OF_OPTIONS and isinstance(value, bool):
        key, choice = WORDS_OF_OPTIONS[name]
        return {key: choice} if value else {}
    for option in META.options:
        if name in (option.key, option.rule):
            choices = [choice.value for choice in option.choices]
            if isinstance(value, bool) and len(choices) == 2:
                value = choices[value]
            letters = dict(zip("abc", choices, strict=False))
            letters |= {"default": choices[0], "later": choices[1], "other": choices[1]}
            word = str(value).strip("()")
            return {option.key: word if word in choices else letters.get(word, word)}
    return {name: str(value)}


def _erased(step: Step) -> list[str]:
    return [
        f"erased[{','.join(note.facts['sections'])}]"
        for note in step.notes
        if note.code == "track_erased" and isinstance(note.facts["sections"], tuple)
    ]


# What is shown


def _shows(table: Table, state: State) -> str:
    """Return every figure of the position as a token: `A=25 spent=15 A.at=c9 sup.coal=1`."""
    return " ".join(f"{name}={_word(value)}" for name, value in _facts(table, state).items())


def _word(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def _facts(table: Table, state: State) -> dict[str, Any]:
    facts: dict[str, Any] = {seat: state.money[seat] for seat in table.seats}
    facts |= {"active": state.active, "round": state.round, "phase": state.phase}
    facts |= {"ended": end(table, state) or "", "deck": demands_left(table, state)}
    facts |= _turn_facts(state.turn)
    for seat in table.seats:
        facts[f"{seat}.cities"] = len(joined_majors(table, state, seat))
        facts[f"{seat}.cards"] = [card.number for card in state.hands[seat]]
        facts |= _train_facts(table, state, seat)
        facts |= {f"{seat}.{key}": count for key, count in _figures(state, seat).items()}
    facts |= {f"sup.{good}": count for good, count in state.supply.items()}
    facts |= {f"left.{city}": list(goods) for city, goods in state.left.items()}
    return facts


def _turn_facts(turn: Turn) -> dict[str, Any]:
    return {
        "spent": turn.spent,
        "exits": list(dict.fromkeys(turn.exits)),
        "fees": list(turn.fees),
        "debts": turn.debts,
    }


def _figures(state: State, seat: str) -> dict[str, Any]:
    figures: dict[str, Any] = to_data(state.stats[seat]) if seat in state.stats else {}
    sections = [key for key, own in state.track.items() if own[0] == seat]
    return {"trk": len(sections), **figures}


def _train_facts(table: Table, state: State, seat: str) -> dict[str, Any]:
    """Name a train by its seat and number; the first one by its seat alone too."""
    found: dict[str, Any] = {}
    for number in train_numbers(table):
        train = state.trains[f"{seat}{number}"]
        figures = {
            "t": train.type,
            "type": train.type,
            "at": train.at,
            "from": train.came,
            "loads": list(train.loads),
            "used": train.used,
        }
        names = (f"{seat}{number}", seat) if number == 1 else (f"{seat}{number}",)
        found |= {f"{name}.{key}": value for name in names for key, value in figures.items()}
    return found


def _score(table: Table, state: State) -> dict[str, Any]:
    count = tally(sheet(table, state))
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


def _standing(table: Table, state: State, words: Sequence[str]) -> str:
    """Answer cash, in the five-city game with the cities joined, and who has won by now."""
    found = sheet(table, state)
    cities = table.options.mode == "eb"
    seats = [
        f"{seat}:{own.cash}/{own.cities}" if cities else f"{seat}:{own.cash}"
        for seat, own in found.seats.items()
    ]
    won = winners(found)
    return f"{' '.join(seats)} ; win {'+'.join(won) or 'nobody yet'}"


def _window(table: Table, state: State, words: Sequence[str]) -> str:
    """Answer in which turns an event is in force; `*` is the turn in which it was drawn. Rule EB-09."""
    plain, found = split(words, "drawer now")
    seats = "".join(plain) or table.seats
    drawer = found.get("drawer", seats[:1])
    now = found.get("now", drawer)
    if drawer not in tuple(seats) or now not in tuple(seats):
        raise NotationError(" ".join(words)[:40], "window ABC drawer=B now=B")
    turns, gone = window(seats, drawer, now)
    return f"IN FORCE {' '.join([f'{turns[0]}*', *turns[1:]])} ; gone before {gone}"


def _end(table: Table, state: State, words: Sequence[str]) -> str:
    over = end(table, state)
    return f"game over ; {over}" if over else f"turn of {state.active}"


def _position(table: Table, state: State, words: Sequence[str]) -> str:
    return format_position(table, state)


def _setup(table: Table, state: State, words: Sequence[str]) -> str:
    return "CASH " + " ".join(f"{seat}={state.money[seat]}" for seat in table.seats)


QUERIES: Mapping[str, Callable[[Table, State, Sequence[str]], str]] = {
    "standing": _standing,
    "final": _standing,
    "score": _standing,
    "window": _window,
    "end": _end,
    "setup": _setup,
    "position": _position,
}
