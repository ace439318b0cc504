"""What taps on the map come to: a link from city to city, a cube along the links, a city for a card.

The taps are cities; `cube:r` among them, put there by an offer, says which cube is delivered, and
`link` that a link is built.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

from games.engine.drawing import Mark, Offer, Plan, Wish
from games.engine.errors import Fact, Fault, IllegalMove
from games.engine.title import Note, Table
from games.titles.railways_east_west.board import GOODS, RAW, link_ends, link_name
from games.titles.railways_east_west.building import price_of
from games.titles.railways_east_west.moves import Deliver, Link, Raw, Settler
from games.titles.railways_east_west.network import network
from games.titles.railways_east_west.plan import Offer as BestWay
from games.titles.railways_east_west.plan import cubes_at, offers
from games.titles.railways_east_west.routes import SETTLER
from games.titles.railways_east_west.rules import actor, apply
from games.titles.railways_east_west.state import (
    State,
    city_of,
    owners_between,
    place_of,
)

CUBE = "cube:"
LINK = "link"
KINDS = {"deliver": "", "settler": SETTLER, "raw": RAW}
"""Forms of deliveries, with the cube where there is only one kind."""

OF_A_CITY = ("urbanize", "take", "increase", "fill", "chart_bounty")
"""Forms with a field for one city."""

UNDERWAY = frozenset({"not_accepted", "settler_west", "no_room", "raw_goal"})
"""Refusals that only say that a way does not end here: it may still go on."""


def plan(table: Table, state: State, seat: str, wish: Wish) -> Plan:
    """Return what the taps come to, or raise `Refusal` where the last one can lead to nothing."""
    cities = [tap for tap in wish.taps if tap != LINK and not tap.startswith(CUBE)]
    for city in cities:
        if city_of(table, state, city) is None:
            raise Fault.one("taps", f"{city[:20]} is not on the map.")
    if wish.form in OF_A_CITY:
        return _one_city(wish.form, cities)
    if state.stage != "play" or not seat or seat != actor(table, state):
        return Plan()
    if state.players[seat].skip:
        return Plan()
    cube = _cube_of(wish)
    named = any(tap.startswith(CUBE) for tap in wish.taps)
    if LINK in wish.taps or (wish.form == "link" and not named):
        return _link(table, state, seat, cities)
    if not cities:
        return Plan(marks=tuple(_beginnings(table, state, seat, KINDS.get(wish.form, ""))))
    if cube is not None:
        return _delivery(table, state, seat, cube, cities)
    return _asked(table, state, seat, cities[-1], wish.form)


def _cube_of(wish: Wish) -> str | None:
    """Return the cube that is delivered, None where that is not said yet."""
    for tap in wish.taps:
        if tap.startswith(CUBE):
            return tap.removeprefix(CUBE)
    return KINDS.get(wish.form) or None


def _one_city(form: str, cities: Sequence[str]) -> Plan:
    if not cities:
        return Plan()
    city = cities[-1]
    mark = Mark(city, "chosen", Note("plan_city"))
    return Plan(form, {"city": city}, (city,), (mark,))


def _beginnings(table: Table, state: State, seat: str, cube: str) -> Iterator[Mark]:
    """Mark where one's own links begin: with cubes that could leave, or as the ends of further links."""
    for city in sorted(network(state, seat)):
        leaving = cubes_at(state, city)
        if cube in leaving if cube else leaving:
            yield Mark(city, "anchor", Note("plan_cubes_here"))


def _asked(table: Table, state: State, seat: str, city: str, form: str) -> Plan:
    """Ask what is to be done from a city: one of its cubes delivered, or a link built."""
    found = _leaving(table, state, seat, city, form)
    if form in KINDS:
        if not found:
            return _nothing(state, city, form)
        if len(found) == 1:
            return _delivery(table, state, seat, found[0].taps[1].removeprefix(CUBE), [city])
    else:
        found.append(Offer(Note("plan_ask_link"), taps=(city, LINK)))
    marks = (Mark(city, "from", Note("plan_from")),)
    return Plan(
        form if form in KINDS else "",
        taps=(city,),
        marks=marks,
        said=(Note("plan_ask", {"city": city}),),
        offers=tuple(found),
    )


def _leaving(table: Table, state: State, seat: str, city: str, form: str = "") -> list[Offer]:
    """Return an offer for each cube of a city that can be brought somewhere, those of a form's kind."""
    return [
        Offer(
            Note(f"plan_ask_{_noun(cube)}", {"cube": GOODS.get(cube, "")}), taps=(city, CUBE + cube)
        )
        for cube in cubes_at(state, city)
        if (not form or _form_of(cube) == form) and offers(table, state, seat, city, cube)
    ]


def _nothing(state: State, city: str, form: str) -> Plan:
    """Say that nothing of a kind can be brought from a city over one's links now."""
    goods = ", ".join(GOODS.get(cube, "raw material") for cube in place_of(state, city).goods)
    said = (Note(f"plan_no_{form}", {"city": city, "goods": goods or "–"}),)
    marks = (Mark(city, "refused", Note("plan_refused")),)
    return Plan(form, marks=marks, said=said)


def _form_of(cube: str) -> str:
    return {SETTLER: "settler", RAW: "raw"}.get(cube, "deliver")


def _noun(cube: str) -> str:
    return {SETTLER: "settler", RAW: "raw"}.get(cube, "cube")


# A link


def _link(table: Table, state: State, seat: str, cities: Sequence[str]) -> Plan:
    """Plan a link between the last two cities tapped. Rules REW-12 to REW-15, REW-49 to REW-51."""
    if not cities:
        own = sorted(network(state, seat))
        marks = tuple(Mark(city, "anchor", Note("plan_own_network")) for city in own)
        return Plan("link", marks=marks)
    if len(cities) % 2:
        return _link_from(table, state, seat, cities[-1])
    a, b = cities[-2:]
    pieces = table.board.suggested.get(link_name(a, b), ())
    move = Link(a, b, pieces)
    if a == b or link_name(a, b) in state.links.get(seat, {}):
        apply(table, state, seat, replace(move, pieces=pieces or ("o",)))
    fields = {"a": a, "b": b, "pieces": " ".join(pieces), "count": "", "total": "", "two_turns": ""}
    marks = (Mark(a, "from", Note("plan_from")), Mark(b, "chosen", Note("plan_to")))
    facts: dict[str, Fact] = {"a": a, "b": b}
    if not pieces:
        said = (Note("plan_link_unknown", facts),)
        return Plan("link", fields, (LINK, a, b), marks, ((a, b),), said)
    price = price_of(table, state, seat, move)
    cost = price.total
    said = (Note("plan_link", {**facts, "pieces": len(pieces), "cost": cost}),)
    try:
        apply(table, state, seat, move)
    except IllegalMove as refusal:
        apply(table, state, seat, replace(move, two_turns=True))
        more = Offer(Note("plan_two_turns"), {"two_turns": "true"})
        why = Note(refusal.code, dict(refusal.facts))
        return Plan("link", fields, (LINK, a, b), marks, ((a, b),), (*said, why), (more,))
    return Plan("link", fields, (LINK, a, b), marks, ((a, b),), said, ask=True)


def _link_from(table: Table, state: State, seat: str, a: str) -> Plan:
    own = state.links.get(seat, {})
    found = []
    for name, pieces in table.board.suggested.items():
        ends = link_ends(name)
        if a in ends and name not in own:
            b = ends[0] if ends[1] == a else ends[1]
            price = price_of(table, state, seat, Link(a, b, pieces))
            facts: dict[str, Fact] = {"pieces": len(pieces), "cost": price.total}
            found.append(Mark(b, "legal", Note("plan_link_end", facts)))
    marks = (Mark(a, "from", Note("plan_from")), *found)
    said = (Note("plan_link_start", {"city": a}),)
    leaving = tuple(_leaving(table, state, seat, a))
    fields = {"a": a, "b": "", "pieces": ""}
    return Plan("link", fields, (LINK, a), marks, said=said, offers=leaving)


# A delivery


def _delivery(table: Table, state: State, seat: str, cube: str, cities: Sequence[str]) -> Plan:
    """Plan the way of a cube: best ways from its city, or the links tapped one by one."""
    start, *rest = cities
    best = offers(table, state, seat, start, cube)
    if cube not in cubes_at(state, start) or not best:
        return _nothing(state, start, _form_of(cube))
    taps = (start, CUBE + cube, *rest)
    if not rest:
        return _ways(table, state, cube, taps, best)
    chosen = next((one for one in best if len(rest) == 1 and one.way.goal == rest[0]), None)
    joined = bool(owners_between(state, start, rest[0]))
    route = chosen.route if chosen and not joined else _route(state, seat, [start, *rest])
    move = _move(state, cube, route)
    fields = _fields(cube, route)
    stops = [hop.partition("@")[0] for hop in route]
    marks = (
        Mark(start, "from", Note("plan_from")),
        *(Mark(city, "chosen", Note("plan_on_way")) for city in stops[1:]),
    )
    try:
        apply(table, state, seat, move)
    except IllegalMove as refusal:
        if refusal.code not in UNDERWAY:
            raise
        on = (Mark(city, "legal", Note("plan_on")) for city in _next(state, stops))
        said = (Note("plan_underway", {"city": stops[-1]}),)
        return Plan(_form_of(cube), fields, taps, (*marks, *on), (tuple(stops),), said)
    said = (Note("plan_arrives", {"city": stops[-1], "links": len(stops) - 1}),)
    return Plan(_form_of(cube), fields, taps, marks, (tuple(stops),), said, ask=True)


def _ways(
    table: Table, state: State, cube: str, taps: tuple[str, ...], best: Sequence[BestWay]
) -> Plan:
    start = taps[0]
    goals = {one.way.goal: one.why for one in reversed(best)}
    marks = [Mark(start, "from", Note("plan_from"))]
    for goal, why in goals.items():
        marks.append(Mark(goal, "longest" if why == "best" else "legal", Note("plan_to")))
    marks += [
        Mark(city, "legal", Note("plan_on")) for city in _next(state, [start]) if city not in goals
    ]
    said = (Note("plan_ways", {"city": start}),)
    return Plan(
        _form_of(cube),
        {"route": start, **({"cube": cube} if cube in GOODS else {})},
        taps,
        tuple(marks),
        said=said,
        offers=tuple(_offer(table, state, one, cube) for one in best),
    )


def _offer(table: Table, state: State, one: BestWay, cube: str) -> Offer:
    seat = state.active
    points, cash = one.gains.get(seat, (0, 0))
    others = " ".join(
        f"{owner} +{given}" for owner, (given, _) in one.gains.items() if owner != seat
    )
    facts: dict[str, Fact] = {
        "city": one.way.goal,
        "links": len(one.way.owners),
        "points": points,
        "cash": cash,
        "others": others or "–",
    }
    stops = one.way.cities
    marks = (
        Mark(stops[0], "from", Note("plan_from")),
        *(Mark(city, "chosen", Note("plan_on_way")) for city in stops[1:]),
    )
    return Offer(Note(f"plan_way_{one.why}", facts), _fields(cube, one.route), marks, (stops,))


def _fields(cube: str, route: Sequence[str]) -> dict[str, str]:
    return {"route": " ".join(route), **({"cube": cube} if cube in GOODS else {})}


def _move(state: State, cube: str, route: tuple[str, ...]) -> Deliver | Settler | Raw:
    if cube == SETTLER:
        return Settler(route)
    if cube == RAW:
        return Raw(route, "" if state.raw_gone else "pts")
    return Deliver(cube, route)


def _route(state: State, seat: str, cities: Sequence[str]) -> tuple[str, ...]:
    """Return a way along the cities tapped: over one's own links, else over the owner's least ahead."""
    hops = [cities[0]]
    for a, b in pairwise(cities):
        owners = owners_between(state, a, b)
        if not owners:
            raise IllegalMove("no_link", "RB-11", a=a, b=b, whose="completed")
        least = min(owners, key=lambda owner: (owner != seat, state.players[owner].score))
        hops.append(b if least == seat else f"{b}@{least}")
    return tuple(hops)


def _next(state: State, stops: Sequence[str]) -> list[str]:
    """Return the cities that a link joins to where a way has come, those it has passed left out."""
    found = {
        city
        for own in state.links.values()
        for name in own
        if stops[-1] in link_ends(name)
        for city in link_ends(name)
    }
    return sorted(found.difference(stops))
