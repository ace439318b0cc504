"""Cubes that come and go: what a city is due, what was drawn for it, settlers for an emptied one."""

from __future__ import annotations

from msgspec.structs import replace

from games.engine.errors import Fact
from games.engine.referee import Referee
from games.engine.title import Note, Step, Table
from games.titles.railways_east_west.board import GOODS, LETTER, RAW
from games.titles.railways_east_west.moves import Fill
from games.titles.railways_east_west.state import (
    MOST_GOODS,
    RAW_CUBES,
    RAW_IN_CITY,
    Due,
    State,
    all_cities,
    city_of,
    colour_of,
    filled_with,
    is_west,
    options_of,
    place_of,
    with_place,
)

SETTLERS_A_CITY = 2
"""Settlers that come into an emptied city, as far as there are any. Rule REW-19, decision A49."""

MOST_OF_A_COLOUR = 2
MOST_OF_OWN = 1
"""Cubes of one colour, and of its own colour, in a city under the house rule. Rule REW-04."""


def placed(table: Table, state: State, code: str, cubes: str, referee: Referee) -> State:
    """Return the state with cubes put on a city, or raise `IllegalMove`. Rules REW-37 and REW-43."""
    own = place_of(state, code)
    _check_space(state, code, len(cubes), referee)
    new = cubes.count(RAW)
    if new and state.phase == 1:
        referee.refuse("raw_in_east_bag", "REW-37", city=code)
    if new and own.goods.count(RAW) + new > RAW_IN_CITY:
        referee.refuse("third_raw", "REW-43", city=code, most=RAW_IN_CITY)
    if state.raw_drawn + new > RAW_CUBES:
        referee.refuse("raw_out", "REW-37", drawn=state.raw_drawn, most=RAW_CUBES)
    state = with_place(state, code, replace(own, goods=own.goods + cubes))
    return replace(state, raw_drawn=state.raw_drawn + new)


def check_house_rule(table: Table, state: State, code: str, cubes: str, referee: Referee) -> None:
    """Refuse too many cubes of one colour in a city at the start, where the table plays so. Rule REW-04."""
    if options_of(table).house == "no":
        return
    own = LETTER.get(colour_of(table, state, code) or "", "")
    for letter, colour in GOODS.items():
        most = MOST_OF_OWN if letter == own else MOST_OF_A_COLOUR
        count = cubes.count(letter)
        if count > most:
            referee.refuse("house_rule", "REW-04", city=code, colour=colour, count=count, most=most)


def owing(state: State, code: str, count: int, rule: str) -> State:
    """Return the state in which a city waits for so many cubes more."""
    if count <= 0:
        return state
    old = state.due.get(code)
    return replace(state, due={**state.due, code: Due(count + (old.count if old else 0), rule)})


def _check_space(state: State, code: str, new: int, referee: Referee) -> None:
    due = state.due[code].count if code in state.due else 0
    count = len(place_of(state, code).goods) + due + new
    if count > MOST_GOODS:
        referee.refuse("too_many_cubes", "RB-04", city=code, count=count, most=MOST_GOODS)


def drawn(
    table: Table,
    state: State,
    code: str,
    due: tuple[int, str],
    cubes: str,
    referee: Referee,
) -> Step:
    """Return the step that puts on a city the cubes told, or makes it wait for them if none were."""
    count, rule = due
    _check_space(state, code, count, referee)
    if not cubes:
        return Step(owing(state, code, count, rule))
    if len(cubes) != count:
        _refuse_count(code, count, rule, len(cubes), referee)
    return Step(placed(table, state, code, cubes, referee))


def _refuse_count(code: str, count: int, rule: str, told: int, referee: Referee) -> None:
    facts: dict[str, Fact] = {"city": code, "count": count, "told": told}
    referee.refuse("cube_count", rule, **facts)


def fill(table: Table, state: State, move: Fill, referee: Referee) -> Step:
    """Return the step that tells the cubes a city waits for. Rules REW-22, REW-41 to REW-43 and REW-46."""
    if city_of(table, state, move.city) is None:
        referee.refuse("unknown_city", "REW-51", city=move.city)
    due = state.due.get(move.city)
    if due is None:
        referee.refuse("nothing_due", "REW-41", city=move.city)
        return Step(state)
    if len(move.cubes) != due.count:
        _refuse_count(move.city, due.count, due.rule, len(move.cubes), referee)
    if due.rule == "RB-04":
        check_house_rule(table, state, move.city, move.cubes, referee)
    left = {code: each for code, each in state.due.items() if code != move.city}
    return Step(placed(table, replace(state, due=left), move.city, move.cubes, referee))


def due_at_start(table: Table, state: State, code: str) -> State:
    """Return the state in which a city waits for the cubes of the set-up. Rules REW-03 and RB-04."""
    return owing(state, code, filled_with(table, state, code) or 0, "RB-04")


def due_at_change(table: Table, state: State, code: str) -> Due | None:
    """Return what a western city gets when phase 2 begins. Rules REW-41 and REW-42."""
    settled = place_of(state, code).settled
    if settled:
        return Due(settled, "REW-42")
    count = filled_with(table, state, code)
    return Due(count, "REW-41") if count else None


def west_filled(table: Table, state: State) -> State:
    """Return the state in which every western city waits for its cubes of phase 2."""
    for city in all_cities(table, state):
        if city.region == "W":
            due = due_at_change(table, state, city.code)
            if due is not None:
                state = owing(state, city.code, due.count, due.rule)
    return state


def received(table: Table, state: State, code: str, cubes: str, referee: Referee) -> Step:
    """Return the step in which a settled city gets its cubes. Rules REW-22 and REW-46, decision A8.

    `state` has the settler on the city already.
    """
    count = settlement(table, state, code, place_of(state, code).settled)
    if count is None:
        referee.refuse("city_unknown", "A45", city=code)
        return Step(state)
    if not count:
        if cubes:
            _refuse_count(code, 0, "REW-22", len(cubes), referee)
        return Step(state, (), (Note("cubes_due", {"city": code, "count": 0}),))
    rule = "REW-46" if state.phase == 2 else "REW-22"
    step = drawn(table, state, code, (count, rule), cubes, referee)
    return Step(step.state, (), (Note("cubes_due", {"city": code, "count": count}),))


def settlement(table: Table, state: State, code: str, settled: int) -> int | None:
    """Return the cubes that the settled-th settler brings a city, None where its number is not known."""
    if state.phase == 2:
        return 1
    second = options_of(table).second
    if settled > 1 and second != "each":
        return 1 if second == "one" else 0
    return filled_with(table, state, code)


def emptied(table: Table, state: State, code: str) -> Step:
    """Return the step that puts settlers into a city whose last goods cube has left.

    Rules REW-19 and REW-20, decisions A6, A21 and A49.
    """
    own = place_of(state, code)
    if own.goods or code in state.due or not _yields(table, state, code):
        return Step(state)
    count = min(SETTLERS_A_CITY, state.supply)
    own = replace(own, waiting=own.waiting + count, emptied=True)
    state = replace(with_place(state, code, own), supply=state.supply - count)
    note = Note("settlers_placed", {"city": code, "count": count, "supply": state.supply})
    return Step(state, (), (note,))


def _yields(table: Table, state: State, code: str) -> bool:
    which, city = options_of(table).settlers, city_of(table, state, code)
    if city is None or (which == "once" and place_of(state, code).emptied):
        return False
    colour = city.colour if which == "printed" else colour_of(table, state, code)
    east = which == "everywhere" or not is_west(table, state, code)
    return east and colour not in (None, "grey")
