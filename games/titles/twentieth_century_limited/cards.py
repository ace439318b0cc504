"""Scoring a Regional or Company card: what it names, whether it is joined, who is paid, what comes off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from games.engine.errors import ChoiceNeeded, Fact
from games.engine.ledger import Posting, post
from games.engine.referee import Referee
from games.engine.title import Note, Step, Table
from games.titles.twentieth_century_limited.board import (
    MOST_CITIES,
    CompanyCard,
    RegionalCard,
    is_city,
    named,
)
from games.titles.twentieth_century_limited.decks import draw_company, next_era
from games.titles.twentieth_century_limited.meta import Options
from games.titles.twentieth_century_limited.moves import Company, Regional
from games.titles.twentieth_century_limited.network import (
    Groups,
    Removal,
    Track,
    ends_of,
    joins,
    needed_by_some,
    needless,
    removal,
)
from games.titles.twentieth_century_limited.routes import (
    MOST_OF_ONE,
    Routes,
    cheapest_routes,
    paid_for,
)
from games.titles.twentieth_century_limited.state import (
    STARTING_ERAS,
    Scored,
    State,
    company_of,
    in_order,
    regional_of,
    scored_cards,
    segments_of,
    with_deed,
    with_player,
)
from games.titles.twentieth_century_limited.turns import may_follow
from scoring.tables.twentieth_century_limited import MOST_CARDS

CHOICES_SHOWN = 24
"""Minimum sets that are named when the player has to choose."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a seat wants to score: the card, own track, and the opponents' segments it elects to use."""

    seat: str
    kind: str
    card: Scored
    cities: tuple[str, ...]
    own: Track
    used: Track


def score_regional(table: Table, state: State, seat: str, move: Regional, referee: Referee) -> Step:
    """Return the step that scores a Regional card, or raise `IllegalMove`. Rules TCL-37 to TCL-44."""
    may_follow(table, state, seat, referee)
    player = state.players[seat]
    known = regional_of(table, move.card)
    lowest = min(player.eras, default=0)
    era = move.era or (known.era if known else lowest)
    _check_era(state, seat, era, referee)
    cities, key = _cities(state, "regional", known, move, referee)
    if known is not None and known.era != era:
        referee.refuse("CARD_ERA", "TCL-42", card=move.card, era=known.era)
    card = Scored("regional", cities, era=era, card=key)
    claim = _claim(state, seat, card, move.use, referee)
    _check_route(table, state, claim, referee)
    _check_used(table, claim, None, referee)
    payment = _pay(state, claim, referee)
    state = payment.state
    drawn = next_era(player)
    eras = tuple(sorted({*player.eras, drawn} - {era, 0}))
    player = replace(player, eras=eras, regionals=player.regionals + 1, stack=(*player.stack, card))
    notes = (Note("era_drawn", {"seat": seat, "era": drawn}),) if drawn else ()
    state = _triggered(with_player(state, seat, player), seat)
    return Step(with_deed(state, "regional"), payment.postings, payment.notes + notes)


def score_company(table: Table, state: State, seat: str, move: Company, referee: Referee) -> Step:
    """Return the step that scores a Company card and takes its route off the board.

    Raises `IllegalMove`, or `ChoiceNeeded` where several minimum sets could come off. Rules TCL-30 to
    TCL-36 and TCL-55, decisions Q01 and Q02.
    """
    may_follow(table, state, seat, referee)
    if state.players[seat].companies >= MOST_CARDS:
        referee.refuse("COMPANIES_DONE", "Q16", seat=seat, most=MOST_CARDS)
    known = company_of(table, move.card)
    cities, key = _cities(state, "company", known, move, referee)
    value = (known.value if known else 0) if move.value is None else move.value
    if known is not None and value != known.value:
        referee.refuse("CARD_VALUE", "TCL-63", card=move.card, value=known.value)
    card = Scored("company", cities, value=value, card=key)
    claim = _claim(state, seat, card, move.use, referee)
    _check_route(table, state, claim, referee)
    removed = _removed(table, state, claim, move.remove, referee)
    _check_used(table, claim, removed, referee)
    payment = _pay(state, claim, referee)
    state = payment.state
    state, notes = draw_company(table, state, seat, move.source, move.refill, referee)
    state = _taken_off(state, seat, removed)
    player = state.players[seat]
    player = replace(player, companies=player.companies + 1, stack=(*player.stack, card))
    state = _triggered(with_player(state, seat, player), seat)
    off = (Note("taken_off", {"seat": seat, "count": len(removed), "lines": removed}),)
    return Step(with_deed(state, "company"), payment.postings, payment.notes + off + notes)


# What the card says


def _check_era(state: State, seat: str, era: int, referee: Referee) -> None:
    """Refuse an Era that is not in hand, or not its turn yet. Rules TCL-38 and TCL-39, Q11, Q21."""
    eras = state.players[seat].eras
    if era not in eras:
        referee.refuse("ERA_NOT_HELD", "TCL-38", seat=seat, era=era, held=_spoken(eras))
    lowest = min(eras)
    either = len(state.order) >= 4 and eras == STARTING_ERAS
    if era != lowest and not either:
        referee.refuse("ERA_ORDER", "TCL-38", lowest=lowest, era=era)


def _spoken(eras: Sequence[int]) -> str:
    return " and ".join(map(str, eras)) or "no Regional card"


def _cities(
    state: State,
    kind: str,
    known: CompanyCard | RegionalCard | None,
    move: Regional | Company,
    referee: Referee,
) -> tuple[tuple[str, ...], str]:
    """Return the card's cities and its key in the catalogue. Rules TCL-30 and TCL-37."""
    cities, key = tuple(dict.fromkeys(move.cities)), move.card
    if known is not None:
        if cities and set(cities) != set(known.cities):
            referee.refuse("CARD_DIFFERS", "TCL-30", card=key, cities=known.cities)
        cities, key = cities or known.cities, known.id
    elif key and not cities:
        referee.refuse("CARD_UNKNOWN", "TCL-30", card=key)
    if not 2 <= len(cities) <= MOST_CITIES:
        referee.refuse("CARD_CITIES", "TCL-30", count=len(cities), most=MOST_CITIES)
    for city in cities:
        if not is_city(city):
            referee.refuse("NOT_A_CITY", "TCL-30", node=city)
    if key and any(card.card == key and card.kind == kind for card in scored_cards(state)):
        referee.refuse("CARD_GONE", "TCL-44", card=key)
    return cities, key


def _claim(state: State, seat: str, card: Scored, use: Sequence[str], referee: Referee) -> Claim:
    """Return the claim; every segment used must be an opponent's. Rule TCL-50."""
    use = named(use)
    for line in use:
        if state.owners.get(line, seat) == seat:
            referee.refuse("NOT_OPPONENT_TRACK", "TCL-50", line=line)
    own, used = ends_of(segments_of(state, seat)), ends_of(use)
    return Claim(seat, card.kind, card, card.cities, own, used)


# The route


def _check_route(table: Table, state: State, claim: Claim, referee: Referee) -> None:
    """Refuse what is not joined, or is joined against the rules. Rules TCL-30, TCL-37, TCL-54, TCL-56."""
    own, used, cities = claim.own, claim.used, claim.cities
    options: Options = table.options
    groups = Groups([*own.values(), *used.values()])
    if not groups.together(cities):
        parts = groups.parts(cities)
        referee.refuse(
            "NOT_CONNECTED",
            "TCL-30" if claim.kind == "company" else "TCL-37",
            cities=cities,
            groups=" and ".join("-".join(part) for part in parts),
            **_advice(table, state, claim),
        )
    for owner, count in paid_for(state.owners, tuple(used)).items():
        if count > MOST_OF_ONE:
            referee.refuse("WAIVER_LIMIT_5", "TCL-54", count=count, owner=owner, most=MOST_OF_ONE)
    if joins(used.values(), cities):
        referee.refuse("OWN_TRACK_REQUIRED", "TCL-56", seat=claim.seat, cities=cities)
    if used and options.waiver_route == "needed" and joins(own.values(), cities):
        referee.refuse("OWN_TRACK_SUFFICES", "Q02", seat=claim.seat, cities=cities)


def _advice(table: Table, state: State, claim: Claim) -> dict[str, Fact]:
    """Return the cheapest route with Entry Waivers in words, as advice only. Decision Q27."""
    found = waiver_routes(table, state, claim.seat, claim.cities)
    if not found.routes:
        return {"advice": "", "cost": 0, "route": ()}
    route = found.routes[0]
    text = f" {route.cost} Entry Waivers would do, over {', '.join(route.used)}."
    return {"advice": text, "cost": route.cost, "route": route.used}


def waiver_routes(table: Table, state: State, seat: str, cities: Sequence[str]) -> Routes:
    """Return the cheapest lawful routes for a seat to join cities now, of those it could pay for.

    A dearer one is told only if it is the shortest way there is. Rules TCL-50 to TCL-56, Q27.
    """
    options: Options = table.options
    own = ends_of(segments_of(state, seat))
    others = ends_of(
        in_order(table, state, (line for line, owner in state.owners.items() if owner != seat))
    )

    def fits(used: tuple[str, ...]) -> bool:
        if options.waiver_route != "total" or not used:
            return True
        plan = removal(own, {line: others[line] for line in used}, cities, 1, total=True)
        return plan is not None and plan.borrowed == len(used)

    return cheapest_routes(own, others, state.owners, cities, state.money[seat], fits)


def _plan(table: Table, claim: Claim, most: int) -> Removal | None:
    options: Options = table.options
    total = options.waiver_route == "total" and bool(claim.used)
    return removal(claim.own, claim.used, claim.cities, most, total=total)


def removal_of(table: Table, state: State, seat: str, move: Company, most: int) -> Removal | None:
    """Return the minimum sets of a Company that a seat could score, None if it is not joined."""
    known = company_of(table, move.card)
    cities = move.cities or (known.cities if known else ())
    own = ends_of(in_order(table, state, segments_of(state, seat)))
    claim = Claim(seat, "company", Scored("company"), cities, own, ends_of(named(move.use)))
    return _plan(table, claim, most)


def _removed(
    table: Table, state: State, claim: Claim, entered: Sequence[str], referee: Referee
) -> tuple[str, ...]:
    """Return the own segments that come off. Rules TCL-35 and TCL-55, decisions Q01 and Q02."""
    if entered:
        return _entered_removal(table, state, claim, named(entered), referee)
    plan = _plan(table, claim, CHOICES_SHOWN)
    if plan is None:
        return ()
    if len(plan.sets) > 1:
        sets = [in_order(table, state, chosen) for chosen in plan.sets]
        raise ChoiceNeeded(
            "CHOOSE_REMOVAL",
            "TCL-35",
            tuple(",".join(chosen) for chosen in sets),
            size=plan.size,
            several=f"{len(sets)}{'' if plan.complete else ' and more'}",
            suggested=sets[0],
        )
    return in_order(table, state, plan.sets[0])


def _entered_removal(
    table: Table, state: State, claim: Claim, entered: tuple[str, ...], referee: Referee
) -> tuple[str, ...]:
    for line in entered:
        if line not in claim.own:
            referee.refuse("NOT_YOURS", "TCL-27", line=line, owner=state.owners.get(line, "nobody"))
    kept = [claim.own[line] for line in entered if line in claim.own]
    if not joins([*kept, *claim.used.values()], claim.cities):
        referee.refuse("REMOVE_NOT_CONNECTED", "TCL-35", lines=entered, cities=claim.cities)
    plan = _plan(table, claim, 1)
    if plan is not None and len(entered) > plan.size:
        referee.refuse(
            "REMOVE_NOT_MINIMUM",
            "TCL-35",
            least=plan.size,
            count=len(entered),
            suggested=in_order(table, state, plan.sets[0]),
        )
    return in_order(table, state, (line for line in entered if line in claim.own))


# What is paid


def _check_used(
    table: Table, claim: Claim, removed: Sequence[str] | None, referee: Referee
) -> None:
    """Refuse to pay for a segment that the route does not need. Rule TCL-53, decisions Q02 and Q03.

    A Company's route is what comes off; a Regional's is any smallest set of own segments.
    """
    plan = _plan(table, claim, 1)
    if not claim.used or plan is None:
        return
    own = plan.sets[0] if removed is None else removed
    spare = needless([claim.own[line] for line in own], claim.used, claim.cities)
    options: Options = table.options
    if options.waiver_route == "total":
        spare = spare or tuple(claim.used)[: len(claim.used) - plan.borrowed]
    elif removed is None and needed_by_some(claim.own, claim.used, claim.cities):
        spare = ()
    if spare:
        referee.refuse("WAIVER_UNUSED", "TCL-53", line=spare[0], lines=spare, cities=claim.cities)


def _pay(state: State, claim: Claim, referee: Referee) -> Step:
    """Return the step with every owner paid at once. Rules TCL-51 to TCL-53, decision Q05."""
    due, has = len(claim.used), state.money[claim.seat]
    if due > has:
        referee.refuse("NO_WAIVER", "TCL-53", due=due, has=has, seat=claim.seat)
    paid = paid_for(state.owners, tuple(claim.used))
    postings = tuple(Posting(claim.seat, owner, count, "waiver") for owner, count in paid.items())
    notes = tuple(
        Note("paid", {"seat": claim.seat, "owner": owner, "count": count})
        for owner, count in paid.items()
    )
    return Step(replace(state, money=post(state.money, postings)), postings, notes)


# What it changes


def _taken_off(state: State, seat: str, removed: Sequence[str]) -> State:
    """Return the state without these segments, which may be used again. Rule TCL-35, decision Q06."""
    gone = set(removed)
    owners = {line: owner for line, owner in state.owners.items() if line not in gone}
    state = replace(state, owners=owners)
    player = state.players[seat]
    if player.supply is None:
        return state
    return with_player(state, seat, replace(player, supply=player.supply + len(gone)))


def _triggered(state: State, seat: str) -> State:
    """Return the state with the end triggered, if so. Rules TCL-22 and TCL-58, decisions Q09 and Q16."""
    if state.trigger:
        return state
    player = state.players[seat]
    if player.regionals >= MOST_CARDS and not player.skipped:
        return replace(state, trigger=seat, trigger_by="regionals")
    if player.companies >= MOST_CARDS:
        return replace(state, trigger=seat, trigger_by="companies")
    return state
