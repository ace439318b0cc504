"""Deliveries: the way of a cube, where it must stop, who earns what, and what follows in the cities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from msgspec.structs import replace

from games.engine.errors import ChoiceNeeded, Fact
from games.engine.ledger import BANK, Posting
from games.engine.referee import Referee
from games.engine.title import Note, Step, Table
from games.titles.railways_east_west.board import GOODS, RAW
from games.titles.railways_east_west.cubes import emptied, received
from games.titles.railways_east_west.money import with_postings
from games.titles.railways_east_west.moves import Deliver, Raw, Settler
from games.titles.railways_east_west.state import (
    SETTLERS_TO_WEST,
    Player,
    State,
    accepts,
    bounty_of,
    city_of,
    colour_of,
    figure,
    is_west,
    options_of,
    owners_between,
    place_of,
    room_of,
    scored,
    with_place,
    with_player,
    without_cube,
)
from scoring.tables.railways_east_west import western_step

SETTLER_POINTS = 1
FIRST_SETTLER = 2
"""Points of a settler beside its links, and of the very first one. Rules REW-27 and REW-28."""

RAW_CASH = 5
"""Thousands of dollars for a raw material. Rule REW-38."""

FIRST_RAW_POINTS = 2
FIRST_RAW_CASH = 10
"""What the very first raw material brings, by choice. Rule REW-39, decision A17."""

DEMAND = 1
"""Thousands of dollars for a red cube under Major City Demand. Rule REW-78."""


@dataclass(frozen=True, slots=True)
class Way:
    """The way of a cube: its cities, and the owner of each link between them."""

    cities: tuple[str, ...]
    owners: tuple[str, ...]

    @property
    def goal(self) -> str:
        """Return where it ends."""
        return self.cities[-1]

    def links_of(self) -> dict[str, int]:
        """Return the number of links of each owner on the way."""
        return {seat: self.owners.count(seat) for seat in dict.fromkeys(self.owners)}


# Whether a way is open


def way_of(table: Table, state: State, seat: str, route: Sequence[str], referee: Referee) -> Way:
    """Return the way over finished links within the engine's range, or raise `Refusal`.

    Rules RB-11, RB-12 and RB-15. Of several owners between two cities the deliverer's own is taken;
    among others the route must say which.
    """
    cities = tuple(hop.partition("@")[0] for hop in route)
    for code in cities:
        if city_of(table, state, code) is None:
            referee.refuse("unknown_city", "REW-51", city=code)
    owners = tuple(
        _owner(state, seat, a, b.partition("@")[0], b.partition("@")[2], referee)
        for a, b in zip(cities, route[1:], strict=False)
    )
    engine = state.players[seat].engine
    if len(owners) > engine:
        referee.refuse("out_of_range", "RB-11", links=len(owners), engine=engine)
    if owners[0] != seat:
        referee.refuse("first_link", "RB-12", seat=seat, owner=owners[0], a=cities[0], b=cities[1])
    if options_of(table).revisit == "refused":
        _check_revisits(cities, referee)
    return Way(cities, owners)


def _owner(state: State, seat: str, a: str, b: str, named: str, referee: Referee) -> str:
    owners = owners_between(state, a, b)
    if not owners or (named and named not in owners):
        whose = f"{named}'s" if named else "completed"
        referee.refuse("no_link", "RB-11", a=a, b=b, whose=whose)
    if named:
        return named
    if seat in owners:
        return seat
    if len(owners) > 1:
        choices = tuple(f"{b}@{owner}" for owner in owners)
        raise ChoiceNeeded("choose_owner", "RB-14", choices, a=a, b=b, owners=owners)
    return owners[0]


def _check_revisits(cities: tuple[str, ...], referee: Referee) -> None:
    for number, code in enumerate(cities):
        if code in cities[:number]:
            referee.refuse("passed_twice", "RB-15", city=code)


def must_stop(table: Table, state: State, way: Sequence[str], cube: str) -> tuple[str, str] | None:
    """Return the city where a coloured cube should have stopped, and the rule; None where it may run on.

    Rule RB-13: the first city of its colour; REW-48: in phase 2, bound for the East, not western ones.
    """
    eastbound = state.phase == 2 and not is_west(table, state, way[-1])
    for code in way[1:-1]:
        if accepts(colour_of(table, state, code), cube):
            west = is_west(table, state, code)
            if not (eastbound and west):
                return code, "REW-48" if state.phase == 2 and west else "RB-13"
    return None


def settler_stop(table: Table, state: State, way: Sequence[str]) -> str | None:
    """Return the unsettled coloured western city that a settler would run through. Rules REW-24 to REW-26."""
    for code in way[1:-1]:
        unsettled = not place_of(state, code).settled
        if unsettled and is_west(table, state, code) and colour_of(table, state, code) != "grey":
            return code
    return None


# Coloured goods


def deliver(table: Table, state: State, seat: str, move: Deliver, referee: Referee) -> Step:
    """Return the step that delivers a coloured cube. Rules RB-11 to RB-15, REW-45, REW-48 and REW-78."""
    start = move.route[0]
    goods = place_of(state, start).goods
    if move.cube not in goods:
        referee.refuse(
            "no_cube", "RB-04", city=start, colour=GOODS[move.cube], goods=goods or "none"
        )
    way = way_of(table, state, seat, move.route, referee)
    colour = colour_of(table, state, way.goal)
    if colour is None:
        referee.refuse("city_unknown", "A45", city=way.goal)
    if not accepts(colour, move.cube):
        facts = {"city": way.goal, "colour": GOODS[move.cube], "is": colour}
        referee.refuse("not_accepted", "RB-13", **facts)
    stop = must_stop(table, state, way.cities, move.cube)
    if stop is not None:
        facts = {"city": stop[0], "colour": GOODS[move.cube]}
        if stop[1] == "REW-48":
            referee.refuse("must_stop_west", "REW-48", **facts)
        else:
            referee.refuse("must_stop", "RB-13", **facts)
    step = _paid_for_links(table, state, seat, way, exact=state.phase == 1)
    state, postings = step.state, list(step.postings)
    if move.cube == "r" and "majorcity" in state.events:
        postings.append(Posting(BANK, seat, DEMAND, "demand"))
        state = with_postings(state, (postings[-1],))
    return _ended(table, state, seat, way, move.cube, (tuple(postings), step.notes), referee)


def link_gains(
    table: Table, state: State, seat: str, counts: dict[str, int], *, exact: bool
) -> dict[str, tuple[int, int]]:
    """Return the points and cash that each owner has from a delivery over so many of his links.

    Exact links score one each (rules RB-14, REW-27, REW-38, REW-47); else the table of rule REW-45
    as the table reads it (decision A20).
    """
    if exact:
        return {owner: (count, 0) for owner, count in counts.items()}
    split = options_of(table).split
    if split == "own":
        return {owner: western_step(count) for owner, count in counts.items()}
    gains = {seat: western_step(sum(counts.values()))}
    if split == "total":
        gains |= {owner: (count, 0) for owner, count in counts.items() if owner != seat}
    return gains


def _paid_for_links(table: Table, state: State, seat: str, way: Way, *, exact: bool) -> Step:
    counts = way.links_of()
    gains = link_gains(table, state, seat, counts, exact=exact)
    notes, postings = [], []
    for owner, (points, cash) in gains.items():
        state = scored(state, owner, "links", points)
        links = counts.get(owner, 0) if owner != seat else counts.get(seat, 0)
        facts: dict[str, Fact] = {"seat": owner, "links": links, "points": points, "cash": cash}
        notes.append(Note("link_points_cash" if cash else "link_points", facts))
        if cash:
            postings.append(Posting(BANK, owner, cash, "western_step"))
    return Step(with_postings(state, tuple(postings)), tuple(postings), tuple(notes))


# What every delivery ends with


def _ended(
    table: Table,
    state: State,
    seat: str,
    way: Way,
    cube: str,
    said: tuple[tuple[Posting, ...], tuple[Note, ...]],
    referee: Referee,
) -> Step:
    """Take the cube from where it was, pay hotel and bounty, put settlers into an emptied city."""
    start = way.cities[0]
    own = place_of(state, start)
    notes = list(said[1])
    if cube:
        state = with_place(state, start, replace(own, goods=without_cube(own.goods, cube)))
        step = emptied(table, state, start)
        state = step.state
        notes += step.notes
    owner = state.hotels.get(way.goal)
    if owner and (cube in GOODS or options_of(table).hotels == "any"):
        points = figure(table, state, "hotel")
        state = scored(state, owner, "hotels", points)
        notes.append(Note("hotel_points", {"seat": owner, "city": way.goal, "points": points}))
    if f"bounty:{way.goal}" in state.display:
        bounty = bounty_of(table, state, way.goal)
        if bounty is None:
            referee.refuse("bounty_unknown", "RB-21", city=way.goal)
            bounty = 0
        state = scored(state, seat, "bounties", bounty)
        display = list(state.display)
        display.remove(f"bounty:{way.goal}")
        state = replace(state, display=tuple(display))
        notes.append(Note("bounty_points", {"seat": seat, "city": way.goal, "points": bounty}))
    return Step(replace(state, actions=state.actions - 1), said[0], tuple(notes))


# Settlers


def settle_west(table: Table, state: State, seat: str, move: Settler, referee: Referee) -> Step:
    """Return the step that delivers a settler. Rules REW-21 to REW-30 and REW-46, decisions A8 to A12."""
    start = move.route[0]
    own = place_of(state, start)
    if not own.waiting:
        referee.refuse("no_settler", "REW-19", city=start)
    way = way_of(table, state, seat, move.route, referee)
    if not is_west(table, state, way.goal):
        referee.refuse("settler_west", "REW-21", city=way.goal)
    colour, settled = colour_of(table, state, way.goal), place_of(state, way.goal).settled
    if colour is None:
        referee.refuse("city_unknown", "A45", city=way.goal)
    stop = settler_stop(table, state, way.cities)
    if stop is not None:
        referee.refuse("settler_stop", "REW-25", city=stop)
    if settled >= room_of(colour):
        room: dict[str, Fact] = {"city": way.goal, "settled": settled, "room": room_of(colour)}
        referee.refuse("no_room", "REW-23", **room)
    state = with_place(state, start, replace(own, waiting=own.waiting - 1))
    goal = place_of(state, way.goal)
    state = with_place(state, way.goal, replace(goal, settled=goal.settled + 1))
    first = not state.delivered
    step = received(table, state, way.goal, move.cubes, referee)
    state, notes = step.state, [*step.notes]
    state = replace(state, delivered=state.delivered + 1)
    paid = _paid_for_links(table, state, seat, way, exact=True)
    bonus = SETTLER_POINTS + (FIRST_SETTLER if first else 0)
    state = scored(paid.state, seat, "settlers", bonus)
    player = state.players[seat]
    state = with_player(state, seat, replace(player, settlers=player.settlers + 1))
    notes.append(Note("settler_points", {"seat": seat, "points": bonus}))
    if state.phase == 1 and state.delivered == SETTLERS_TO_WEST:
        notes.append(Note("west_next_round"))
    return _ended(table, state, seat, way, "", ((), (*paid.notes, *notes)), referee)


# Raw materials


def raw_stop(table: Table, state: State, way: Sequence[str]) -> str | None:
    """Return the city of the seven that a raw material would run through, where it must stop. A18."""
    if options_of(table).raw_stop == "pass":
        return None
    return next((code for code in way[1:-1] if takes_raw(table, state, code)), None)


def takes_raw(table: Table, state: State, code: str) -> bool:
    """Say whether a city takes raw materials. Rule REW-37."""
    city = city_of(table, state, code)
    return city is not None and city.raw


def deliver_raw(table: Table, state: State, seat: str, move: Raw, referee: Referee) -> Step:
    """Return the step that delivers a raw material. Rules REW-37 to REW-40, decisions A17 to A19."""
    start = move.route[0]
    if RAW not in place_of(state, start).goods:
        referee.refuse("no_raw", "REW-37", city=start)
    way = way_of(table, state, seat, move.route, referee)
    if not takes_raw(table, state, way.goal):
        referee.refuse("raw_goal", "REW-37", city=way.goal)
    stop = raw_stop(table, state, way.cities)
    if stop is not None:
        referee.refuse("raw_must_stop", "A18", city=stop)
    first = not state.raw_gone
    if first and not move.bonus:
        referee.refuse("raw_bonus", "REW-39", seat=seat, cash=FIRST_RAW_CASH)
    if move.bonus and not first:
        referee.refuse("raw_not_first", "REW-39", gone=state.raw_gone)
    paid = _paid_for_links(table, state, seat, way, exact=True)
    state = paid.state
    cash = RAW_CASH + (FIRST_RAW_CASH if move.bonus == "cash" else 0)
    points = FIRST_RAW_POINTS if move.bonus == "pts" else 0
    posting = Posting(BANK, seat, cash, "raw")
    state = scored(with_postings(state, (posting,)), seat, "raw", points)
    player: Player = state.players[seat]
    state = with_player(state, seat, replace(player, raw=player.raw + 1))
    state = replace(state, raw_gone=state.raw_gone + 1)
    facts: dict[str, Fact] = {"seat": seat, "cash": cash, "points": points}
    notes = (*paid.notes, Note("raw_points" if points else "raw_cash", facts))
    return _ended(table, state, seat, way, RAW, ((posting,), notes), referee)


def hops(way: Way, seat: str) -> tuple[str, ...]:
    """Return a way as a route, owners named where they are not the deliverer."""
    legs = zip(pairwise(way.cities), way.owners, strict=True)
    tail = (b if owner == seat else f"{b}@{owner}" for (_, b), owner in legs)
    return (way.cities[0], *tail)
