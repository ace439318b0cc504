"""What taps come to once a card may be scored: is it joined, who would be paid, what would come off."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from games.engine.drawing import Mark, Offer, Plan, Wish
from games.engine.errors import ChoiceNeeded, Fact, IllegalMove, Refusal
from games.engine.referee import Referee
from games.engine.title import Note, Step, Table
from games.titles.twentieth_century_limited.board import MOST_CITIES
from games.titles.twentieth_century_limited.cards import waiver_routes
from games.titles.twentieth_century_limited.cardtaps import Scoring, known_card, read, toggled
from games.titles.twentieth_century_limited.choosing import Open, open_sets
from games.titles.twentieth_century_limited.moves import Company, Regional
from games.titles.twentieth_century_limited.network import Groups, ends_of, removal
from games.titles.twentieth_century_limited.routes import MOST_OF_ONE, Route, paid_for
from games.titles.twentieth_century_limited.rules import apply
from games.titles.twentieth_century_limited.state import (
    State,
    in_order,
    known_ends,
    segments_of,
)
from games.titles.twentieth_century_limited.turns import may_follow

KINDS = ("regional", "company")
MOST_OFFERS = 6
"""Ways that are offered as buttons; any other can be tapped."""

MOST_OPPONENTS = 4


def card_plan(table: Table, state: State, seat: str, wish: Wish) -> Plan:
    """Return what cities and lines tapped come to for a card, or raise `Refusal`.

    Rules TCL-30 to TCL-43 and TCL-50 to TCL-56; decisions Q01, Q02 and Q27.
    """
    try:
        may_follow(table, state, seat, Referee(frozenset(), frozenset()))
    except Refusal:
        if wish.taps:
            raise
        return Plan()
    kind = wish.form if wish.form in KINDS else "regional"
    if not state.players[seat].eras:
        kind = "company"
    move = read(table, state, seat, kind, wish)
    known = known_card(table, kind, move.card)
    cities = move.cities or (known.cities if known is not None else ())
    if not cities and not wish.taps:
        return Plan(marks=_cities(table, state) if wish.form in KINDS else ())
    found = _answer(table, state, seat, replace(move, cities=cities))
    return replace(found, form=kind, fields=_fields(move, found), taps=toggled(wish.taps))


def _cities(table: Table, state: State, but: Sequence[str] = ()) -> tuple[Mark, ...]:
    """Mark every city that a card may name."""
    known = dict.fromkeys(node.id for node in table.board.nodes if node.kind == "city")
    ends = (end for line in state.chart for end in known_ends(table, state, line) or ())
    known |= dict.fromkeys(end for end in ends if end[:1].isupper())
    return tuple(Mark(city, "legal", Note("plan_city_legal")) for city in known if city not in but)


def _fields(move: Scoring, found: Plan) -> dict[str, str]:
    """Return what the form is filled in with; what the answer chose by itself comes over what was tapped."""
    fields = {
        "card": move.card,
        "cities": " ".join(move.cities),
        "use": " ".join(move.use),
    }
    if isinstance(move, Company):
        fields["remove"] = " ".join(move.remove)
    return fields | found.fields


def _answer(table: Table, state: State, seat: str, move: Scoring) -> Plan:
    """Return what the card's cities, with the lines chosen so far, come to."""
    cities = move.cities
    chosen = tuple(Mark(city, "from", Note("plan_city")) for city in cities)
    if not 2 <= len(cities) <= MOST_CITIES:
        if len(cities) > MOST_CITIES or move.use or not cities:
            raise IllegalMove("CARD_CITIES", "TCL-30", count=len(cities), most=MOST_CITIES)
        said = (Note("plan_cities", {"cities": cities}),)
        return Plan(marks=(*chosen, *_cities(table, state, cities)), said=said)
    _check_use(state, seat, move.use)
    track = ends_of((*segments_of(state, seat), *move.use))
    groups = Groups(track.values())
    if not groups.together(cities):
        return _apart(table, state, seat, move, groups, chosen)
    if isinstance(move, Regional):
        return _joined(table, state, seat, move, chosen)
    return _taken_off(table, state, seat, move, chosen)


def _check_use(state: State, seat: str, use: Sequence[str]) -> None:
    """Refuse segments to pay for that no route could use. Rules TCL-50, TCL-53 and TCL-54."""
    for line in use:
        if state.owners.get(line, seat) == seat:
            raise IllegalMove("NOT_OPPONENT_TRACK", "TCL-50", line=line)
    for owner, count in paid_for(state.owners, use).items():
        if count > MOST_OF_ONE:
            raise IllegalMove(
                "WAIVER_LIMIT_5", "TCL-54", count=count, owner=owner, most=MOST_OF_ONE
            )
    if len(use) > state.money[seat]:
        raise IllegalMove("NO_WAIVER", "TCL-53", due=len(use), has=state.money[seat], seat=seat)


# Not joined: routes over others' track


def _apart(
    table: Table,
    state: State,
    seat: str,
    move: Scoring,
    groups: Groups,
    chosen: tuple[Mark, ...],
) -> Plan:
    """Return the cheapest routes as offers, where some of others' segments would join the cities. Q27."""
    parts = groups.parts(move.cities)
    said = [Note("plan_apart", {"cities": move.cities, "groups": len(parts)})]
    found = waiver_routes(table, state, seat, move.cities)
    routes = [route for route in found.routes if route.cost <= state.money[seat]]
    if routes:
        facts: dict[str, Fact] = {"cost": routes[0].cost, "count": len(routes)}
        said.append(Note("plan_routes" if len(routes) > 1 else "plan_route", facts))
    elif found.routes:
        facts = {"cost": found.routes[0].cost, "has": state.money[seat]}
        said.append(Note("plan_too_dear", facts))
    else:
        said.append(Note("plan_no_route" if found.searched else "plan_not_found"))
    common = set[str]().union(*(route.used for route in routes)) if routes else set()
    every = common.intersection(*(route.used for route in routes)) if len(routes) > 1 else set()
    marks = [
        *chosen,
        *_used(state, move.use),
        *(
            Mark(line, "longest", Note("plan_use_legal", {"owner": state.owners[line]}))
            for line in in_order(table, state, common)
            if line not in move.use
        ),
    ]
    cities = tuple(move.cities)
    offers = [
        Offer(
            _route_label(route, tuple(line for line in route.used if line not in every)),
            marks=(*chosen, *_used(state, route.used)),
            taps=(*cities, *route.used),
        )
        for route in routes[:MOST_OFFERS]
        if set(route.used) != set(move.use)
    ]
    return Plan(marks=tuple(marks), said=tuple(said), offers=tuple(offers))


def _used(state: State, use: Iterable[str]) -> Iterable[Mark]:
    for line in use:
        yield Mark(line, "chosen", Note("plan_use", {"owner": state.owners[line]}))


def _route_label(route: Route, lines: Sequence[str]) -> Note:
    """Return what a route costs and to whom, and by which lines it differs from the others."""
    facts: dict[str, Fact] = {"lines": tuple(lines) or route.used}
    for number, (owner, count) in enumerate(list(route.paid.items())[:MOST_OPPONENTS], 1):
        facts |= {f"seat{number}": owner, f"count{number}": count}
    return Note(f"offer_route_{min(len(route.paid), MOST_OPPONENTS)}", facts)


# Joined


def _joined(
    table: Table, state: State, seat: str, move: Regional, chosen: tuple[Mark, ...]
) -> Plan:
    """Return a Regional that is joined, with the fewest own segments that join it. Rule TCL-40."""
    step: Step = apply(table, state, seat, move)
    own = ends_of(in_order(table, state, segments_of(state, seat)))
    shortest = removal(own, ends_of(move.use), move.cities, 1)
    lines = shortest.sets[0] if shortest is not None else ()
    marks = (
        *chosen,
        *_used(state, move.use),
        *(Mark(line, "chosen", Note("plan_way")) for line in lines),
    )
    era = step.state.players[seat].stack[-1].era
    return _whole(table, "regional", move, step, Plan(fields={"era": str(era)}, marks=marks))


def _taken_off(
    table: Table, state: State, seat: str, move: Company, chosen: tuple[Mark, ...]
) -> Plan:
    """Return a Company that is joined: what comes off, or the sets there are to choose from. Rule TCL-35."""
    marks = (*chosen, *_used(state, move.use))
    if not move.remove:
        try:
            step = apply(table, state, seat, move)
        except ChoiceNeeded:
            pass
        else:
            return _company(table, state, seat, move, step, marks)
    sets = open_sets(table, state, seat, move)
    if len(sets.sets) == 1 and sets.complete:
        move = replace(move, remove=sets.sets[0])
        step = apply(table, state, seat, move)
        return _company(table, state, seat, move, step, marks)
    return _choice(table, state, move, sets, marks)


def _company(
    table: Table, state: State, seat: str, move: Company, step: Step, marks: tuple[Mark, ...]
) -> Plan:
    after: State = step.state
    gone = [line for line in segments_of(state, seat) if line not in after.owners]
    off = tuple(Mark(line, "chosen", Note("plan_off")) for line in in_order(table, state, gone))
    plan = Plan(fields={"remove": " ".join(move.remove)}, marks=(*marks, *off))
    return _whole(table, "company", move, step, plan)


def _choice(table: Table, state: State, move: Company, sets: Open, marks: tuple[Mark, ...]) -> Plan:
    """Return the sets that are still open: what comes off in any case, and what may. Decision Q01."""
    sure = dict.fromkeys((*move.remove, *sets.common))
    maybe = dict.fromkeys(line for one in sets.sets for line in one if line not in sure)
    shown = (
        *marks,
        *(Mark(line, "chosen", Note("plan_off")) for line in sure),
        *(Mark(line, "longest", Note("plan_off_legal")) for line in in_order(table, state, maybe)),
    )
    several = f"{len(sets.sets)}" if sets.complete else f"{len(sets.sets)}+"
    offers = [
        Offer(
            Note("offer_off", {"lines": tuple(line for line in one if line not in sure)}),
            marks=(*marks, *(Mark(line, "chosen", Note("plan_off")) for line in one)),
            taps=(*move.cities, *move.use, *one),
        )
        for one in sets.sets[: MOST_OFFERS if sets.complete else 0]
    ]
    facts: dict[str, Fact] = {"size": sets.size, "several": several}
    return Plan(marks=shown, said=(Note("plan_choose", facts),), offers=tuple(offers))


def _whole(table: Table, kind: str, move: Scoring, step: Step, found: Plan) -> Plan:
    """Return the plan of a card that can be scored; one of the catalogue is asked about at once.

    Of a card that nobody has typed yet it is not known whether all its cities are there.
    """
    known = known_card(table, kind, move.card) is not None
    said = [Note("plan_joined" if known else "plan_joined_new", {"cities": move.cities})]
    said += [note for note in step.notes if note.code in ("paid", "taken_off")]
    return replace(found, said=tuple(said), ask=known)
