"""What must always hold of a state, and the faults of one that breaks it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from games.engine.codec import convert
from games.engine.errors import Fault
from games.engine.ledger import BANK
from games.engine.title import Table
from games.titles.railways_east_west.board import (
    MOST_CITIES,
    RAW,
    check_board,
    link_ends,
    link_name,
)
from games.titles.railways_east_west.cards import EVENTS, HELD
from games.titles.railways_east_west.charting import LEAST_BOND
from games.titles.railways_east_west.lines import BY_KEY, LAST_TURNS
from games.titles.railways_east_west.moves import Card
from games.titles.railways_east_west.state import (
    LADDER,
    RAW_CUBES,
    RAW_IN_CITY,
    SETTLERS,
    TURNS,
    Player,
    State,
    city_of,
    colour_of,
    is_west,
    merged_board,
    room_of,
)
from scoring.tables.railways_east_west import PLAYERS, TRACK_RULES

Problems = Iterable[tuple[str, str]]
_CODE = re.compile(r"[a-z_]{1,40}")


def check_state(table: Table, state: State) -> None:
    """Raise `Fault` where a state breaks an invariant that the table has not overruled. Digest 2.1.

    Money comes from the bank alone, settlers and raw materials are counted, tracks join known cities.
    """
    problems = [*_seat_problems(table, state)]
    if not problems:
        problems = [
            *_course_problems(table, state),
            *_track_problems(table, state),
            *_city_problems(table, state),
            *_cube_problems(state),
            *_card_problems(table, state),
            *_told_problems(table, state),
        ]
        for seat, player in state.players.items():
            problems += [(f"players.{seat}", text) for text in _player_problems(state, player)]
    if problems:
        raise Fault(tuple(problems))


def _seat_problems(table: Table, state: State) -> Problems:
    seats = list(table.seats)
    low, high = PLAYERS
    if not low <= len(seats) <= high:
        yield "players", f"{low} to {high} players (RB-26)."
    if sorted(state.players) != sorted(seats):
        yield "players", f"The players are {table.seats}."
    if sorted(state.money) != sorted([BANK, *seats]):
        yield "money", f"Money is with the bank and {table.seats}."
    if state.first not in seats or state.active not in seats:
        yield "active", f"First player and active seat are among {table.seats}."
    told = (*state.links, *state.open, *state.hotels.values(), *state.ocean)
    told = (*told, *state.waiting, *state.increase)
    told = (*told, *(claim.seat for claims in state.lines.values() for claim in claims))
    for seat in dict.fromkeys(told):
        if seat not in seats:
            yield "players", f"{seat} is not among {table.seats}."


def _course_problems(table: Table, state: State) -> Problems:
    money = state.money
    if sum(money.values()) or any(money[seat] < 0 for seat in table.seats):
        yield "money", "Cash comes from the bank and is never owed (RB-16)."
    if not 1 <= state.turn <= state.turns or state.turns not in (TURNS, LAST_TURNS):
        yield "turn", "A round has three turns, the last one four (RB-01, REW-53)."
    if state.round < 1:
        yield "round", "Rounds count from 1."
    if state.stage == "play" and not 1 <= state.actions <= 99:
        yield "actions", "The active seat has an action left."
    yield from _stage_problems(state)


def _stage_problems(state: State) -> Problems:
    if (state.stage in ("income", "change")) != bool(state.waiting):
        yield "waiting", "Somebody waits while income is paid or the phase changes, and only then."
    if (state.stage == "cards") != bool(state.draws):
        yield "draws", "Cards are due before a round, and only then (REW-11)."
    if state.stage == "change" and state.phase == 2:
        yield "stage", "The phase changes once (REW-29)."
    if (state.stage in ("final", "over")) != bool(state.ended):
        yield "ended", "The game is counted when it has ended (REW-52)."
    for seats in (state.waiting, state.increase):
        if len(set(seats)) != len(seats):
            yield "waiting", "Each seat is named once."
    if not all(map(_CODE.fullmatch, state.ruled)):
        yield "ruled", "Codes of refusals are small letters."


def _track_problems(table: Table, state: State) -> Problems:
    for part in (state.links, state.open):
        for seat, own in part.items():
            for link, pieces in own.items():
                a, b = link_ends(link)
                if link != link_name(a, b) or a == b:
                    yield f"links.{seat}", f"{link} is not a link named after its ends in order."
                for code in (a, b):
                    if city_of(table, state, code) is None:
                        yield f"links.{seat}", f"{code} is not a city of the map (REW-51)."
                if not 1 <= pieces <= 999:
                    yield f"links.{seat}", f"{link} has no pieces."
    yield from _line_problems(table, state)


def _line_problems(table: Table, state: State) -> Problems:
    for key, claims in state.lines.items():
        seats = [claim.seat for claim in claims]
        if key not in BY_KEY or not seats or len(set(seats)) != len(seats):
            yield f"lines.{key}", "A major line is paid to each player once (REW-58)."
    if len(set(state.ocean)) != len(state.ocean) and table.options.second_line == "player":
        yield "ocean", "Each player joins the oceans once (REW-61)."


def _city_problems(table: Table, state: State) -> Problems:
    for code in dict.fromkeys((*state.cities, *state.due, *state.hotels, *state.bounties)):
        if city_of(table, state, code) is None:
            yield f"cities.{code}", "There is no such city on the map."
    for code, place in state.cities.items():
        if place.settled and not is_west(table, state, code):
            yield f"cities.{code}.settled", "Settlers stay in the West alone (REW-21)."
        room = room_of(colour_of(table, state, code))
        if place.settled > room and "no_room" not in state.ruled:
            yield f"cities.{code}.settled", f"There is room for {room} (REW-23)."
        if place.goods.count(RAW) > RAW_IN_CITY and "third_raw" not in state.ruled:
            yield f"cities.{code}.goods", "Two raw materials in a city at most (REW-43)."
    for code, due in state.due.items():
        if not 1 <= due.count <= 99:
            yield f"due.{code}", "Some cubes are due."


def _cube_problems(state: State) -> Problems:
    places = state.cities.values()
    waiting = sum(place.waiting for place in places)
    settled = sum(place.settled for place in places)
    if state.supply + waiting + state.delivered > SETTLERS:
        yield "supply", f"There are {SETTLERS} settlers (REW-20)."
    if settled > state.delivered and state.delivered:
        yield "delivered", "Settlers in the West have been delivered (REW-29)."
    raw = sum(place.goods.count(RAW) for place in places)
    if raw + state.raw_gone > RAW_CUBES or state.raw_drawn > RAW_CUBES:
        yield "raw_gone", f"There are {RAW_CUBES} raw materials (REW-37)."
    if raw + state.raw_gone > state.raw_drawn:
        yield "raw_drawn", "Raw materials on the map and delivered have been drawn (REW-37)."


def _card_problems(table: Table, state: State) -> Problems:
    if len(set(state.events)) != len(state.events) or not set(state.events) <= set(EVENTS):
        yield "events", "Events are named once each (REW-75)."
    if len(state.display) > 200 or len(state.fresh) > 50 or not set(state.fresh) <= set(HELD):
        yield "display", "Cards are known by their names."
    for card in state.display:
        try:
            convert(card, Card)
        except Fault:
            yield "display", f"{card[:40]} is not a card."
        city = card.partition(":")[2]
        if city and city_of(table, state, city) is None:
            yield "display", f"{city[:20]} is not a city of the map."


def _told_problems(table: Table, state: State) -> Problems:
    if state.table_of_income and all(step.points for step in state.table_of_income):
        yield "table_of_income", "The income track begins at 0 points (RB-19)."
    if state.figures.get("bond", LEAST_BOND) < LEAST_BOND:
        yield "figures.bond", "A bond brings 2 or more (RB-16)."
    figures = (*state.figures.values(), *state.bounties.values())
    marks = (*state.marks, *state.marks.values())
    if any(not 0 <= value <= 99 for value in figures) or any(not 0 <= one <= 999 for one in marks):
        yield "figures", "Figures have two digits, marks and incomes three."
    if any(code != city.code for code, city in state.charted.items()):
        yield "charted", "Cities are known by their codes."
    elif len(state.charted) > MOST_CITIES:
        yield "charted", f"A map has {MOST_CITIES} cities at most."
    elif state.charted:
        try:
            check_board(merged_board(table, state))
        except Fault as fault:
            yield "charted", str(fault)


def _player_problems(state: State, player: Player) -> Iterable[str]:
    if player.engine not in (1, *LADDER):
        yield "Engines are 1, 2, 3, 4, 6, 8, 10, 12 or the Super-Chief (REW-16)."
    if not set(player.gains) <= set(TRACK_RULES):
        yield f"Steps of the score are {', '.join(TRACK_RULES)}."
    if player.perfect_used > player.perfect and not {
        "perfect_used",
        "perfect_not_held",
    }.intersection(state.ruled):
        yield "Perfect Engineering is good for one use a round (REW-65)."
    if player.bought_back > 3:
        yield "Three bonds are bought back at most (REW-81)."
    if player.east and player.cashed:
        yield "An eastern baron is paid once (REW-31)."
