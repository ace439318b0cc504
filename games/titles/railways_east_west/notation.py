"""The notation: a position as one line of text. Digest 4.1.

    ph=1 tn=2 ev=used | A{sc=12 c=3 b=1 e=4 pe=1} | B{} | link A CHI-STL 4 | city CHI goods=rb s=1

Clauses are parted by `|`. Header: `ph` phase, `rd` round, `tn` turn, `ev` events in force, `del` settlers
delivered, `sup` settlers left, `ew` who joined the oceans in order (`-` nobody), `turns` of the round,
`mode` (conv, tc), `rawgone` raw materials delivered. Beyond the digest, and written only where they say
something: `seats` (table order, where it is not ABC...), `first` player, `act` (active seat), `acts`
(actions left), `stage` (cards, play, income, change, final, over), `fresh` (cards taken this turn),
`drawn` (raw materials drawn), `disp` (cards on display), `deck`, `inc` (who may still add a cube), `wait`
(who is still to be paid or to settle), `draws` (cards due), `late` (the end waits for phase 2), `end`,
`ruled` (codes the table overruled), `opt` (`split:total,few:none`).
Players: `A{sc c b e raw pe peused grant tunnel coal skip wb eb tc}` as in the digest, further `by`
(steps of the score by source, `links:9,lines:4`), `set` (settlers delivered), `bb` (bonds bought back
this round), `cashed` (eastern baron).
Clauses: `link A X-Y n`, `chain A n X-Y-Z`, `open A X-Y n` (unfinished), `city X goods= s= set= col= due=n/rule
emptied=1`, `hotel X A`, `major X-Y=A:L/P,B:L/P` (the holder first), `tab points:income;...` (the income
track), `mark points:income;...` (single marks), `bounty X points`, `figure bond=5`, `chart X colour/value`.
Cities may be named in one word (`New_York`). Moves are described in `movetext`.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.codec import to_data
from games.engine.title import LETTERS, Table
from games.titles.railways_east_west.board import RAW, City
from games.titles.railways_east_west.checking import check_state
from games.titles.railways_east_west.meta import Options
from games.titles.railways_east_west.positions import MODES, read_position
from games.titles.railways_east_west.reading import engine_text
from games.titles.railways_east_west.state import SETTLERS, TURNS, Place, Player, State

__all__ = ["format_position", "parse_position"]


def parse_position(table: Table, text: str) -> tuple[Table, State]:
    """Return (table, state), or raise `NotationError`, or `Fault` where the rules forbid it.

    Board and options of the given table hold unless the text says otherwise; its seats are read
    from the text. Digest 4.1.
    """
    table, state = read_position(table, text)
    check_state(table, state)
    return table, state


def format_position(table: Table, state: State) -> str:
    """Return the position as one line; `parse_position` returns the same state. Digest 4.1."""
    header = " ".join(f"{key}={value}" for key, value in _header(table, state).items() if value)
    clauses = [header, *(f"{seat}{{{_player(table, state, seat)}}}" for seat in table.seats)]
    return " | ".join([*clauses, *_tracks(state), *_cities(state), *_told(state)])


def _header(table: Table, state: State) -> dict[str, str]:
    seats, options = table.seats, to_data(table.options)
    changed = {key: value for key, value in options.items() if value != getattr(DEFAULTS, key)}
    changed.pop("win", None)
    waiting = sum(place.waiting for place in state.cities.values())
    supply = max(0, SETTLERS - state.delivered - waiting)
    drawn = state.raw_gone + sum(place.goods.count(RAW) for place in state.cities.values())
    raw = sum(player.raw for player in state.players.values())
    said = {
        "ph": str(state.phase),
        "rd": str(state.round) if state.round != 1 else "",
        "tn": str(state.turn),
        "turns": str(state.turns) if state.turns != TURNS else "",
        "ev": ",".join(state.events),
        "del": str(state.delivered) if state.delivered else "",
        "sup": str(state.supply) if state.supply != supply else "",
        "ew": state.ocean,
        "mode": {value: key for key, value in MODES.items()}[table.options.win].replace("conv", ""),
        "rawgone": str(state.raw_gone) if state.raw_gone != raw else "",
        "seats": seats if seats != LETTERS[: len(seats)] else "",
        "first": state.first if state.first != seats[0] else "",
        "act": state.active if state.active != state.first else "",
        "acts": str(state.actions) if state.actions != 1 else "",
        "stage": state.stage if state.stage != "play" else "",
        "fresh": ",".join(state.fresh),
        "drawn": str(state.raw_drawn) if state.raw_drawn != drawn else "",
        "disp": ",".join(state.display),
        "deck": str(state.deck) if state.deck >= 0 else "",
        "inc": state.increase,
        "wait": state.waiting,
        "draws": str(state.draws) if state.draws else "",
        "late": "1" if state.postponed else "",
        "end": state.ended,
        "ruled": ",".join(state.ruled),
        "opt": ",".join(f"{key}:{value}" for key, value in changed.items()),
    }
    return said


DEFAULTS = Options()


def _player(table: Table, state: State, seat: str) -> str:
    player: Player = state.players[seat]
    by = {source: points for source, points in player.gains.items() if source != "told"}
    figures = {
        "sc": player.score,
        "by": ",".join(f"{source}:{points}" for source, points in by.items()),
        "c": state.money[seat],
        "b": player.bonds,
        "e": engine_text(player.engine) if player.engine != 1 else "",
        "raw": player.raw,
        "set": player.settlers,
        "pe": player.perfect,
        "peused": player.perfect_used,
        "grant": player.grant,
        "tunnel": player.tunnel,
        "coal": player.coal,
        "skip": int(player.skip),
        "bb": player.bought_back,
        "wb": player.west,
        "eb": player.east,
        "cashed": int(player.cashed),
    }
    words = (f"{key}={value}" for key, value in figures.items() if value or (key == "sc" and by))
    return " ".join(words)


def _tracks(state: State) -> Iterator[str]:
    for seat, own in state.links.items():
        for link, pieces in own.items():
            yield f"link {seat} {link} {pieces}"
    for seat, own in state.open.items():
        for link, pieces in own.items():
            yield f"open {seat} {link} {pieces}"
    for city, seat in state.hotels.items():
        yield f"hotel {city} {seat}"
    for key, claims in state.lines.items():
        told = ",".join(f"{claim.seat}:{claim.links}/{claim.pieces}" for claim in claims)
        yield f"major {key}={told}"


def _cities(state: State) -> Iterator[str]:
    for code in dict.fromkeys((*state.cities, *state.due)):
        place, due = state.cities.get(code), state.due.get(code)
        words = _place_words(place) if place is not None else []
        if due is not None:
            words.append(f"due={due.count}/{due.rule}")
        yield " ".join(["city", code, *(words or ["goods=-"])])


def _place_words(place: Place) -> list[str]:
    figures = {
        "goods": place.goods,
        "s": place.waiting,
        "set": place.settled,
        "col": place.colour or "",
        "emptied": int(place.emptied),
    }
    # A city with nothing on it stands there all the same, so that the state is read back as it was.
    return [f"{key}={value}" for key, value in figures.items() if value] or ["goods=-"]


def _told(state: State) -> Iterator[str]:
    if state.table_of_income:
        steps = (f"{step.points}:{step.income}" for step in state.table_of_income)
        yield f"tab {';'.join(steps)}"
    if state.marks:
        yield f"mark {';'.join(f'{mark}:{income}' for mark, income in state.marks.items())}"
    for city, points in state.bounties.items():
        yield f"bounty {city} {points}"
    if state.figures:
        told = " ".join(f"{name}={amount}" for name, amount in state.figures.items())
        yield f"figure {told}"
    for code, charted in state.charted.items():
        yield f"chart {code} {_chart_text(charted)}"


def _chart_text(city: City) -> str:
    name = city.name.replace(" ", "_")
    return f"{city.colour}/{city.value}/{city.region}/{city.coast}/{name}"
