"""Selling and trading track between players, where the table plays with it."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from games.engine.ledger import Posting, post
from games.engine.referee import Referee
from games.engine.title import Note, Step, Table
from games.titles.empire_builder.board import ends_of, section
from games.titles.empire_builder.meta import Options
from games.titles.empire_builder.moves import BuyTrack, SwapTrack
from games.titles.empire_builder.state import State, owner_of, with_track
from games.titles.empire_builder.track import Gang


def may_trade(
    table: Table, state: State, seat: str, other: str, rule: str, referee: Referee
) -> None:
    """Refuse a trade that the option or the turn rules out. Rules EB-65 and EB-66."""
    options: Options = table.options
    if options.trade == "no":
        referee.refuse("trade_off", rule)
    if other not in tuple(table.seats):
        referee.refuse("unknown_seat", "EB-30", seat=other, seats=table.seats)
    if other == seat:
        referee.refuse("own_track", rule, seat=seat)
    if state.active != seat:
        referee.refuse("trade_turn", rule, seat=seat, active=state.active)
    if state.turn.built or state.turn.upgraded:
        referee.refuse("trade_or_build", rule, seat=seat)
    if seat in state.barred:
        referee.refuse("swap_barred", "EB-66", seat=seat)


def buy_track(table: Table, state: State, seat: str, move: BuyTrack, referee: Referee) -> Step:
    """Return the step of buying track, or raise `IllegalMove`. Rule EB-65, decisions A11 and A34."""
    may_trade(table, state, seat, move.seller, "EB-65", referee)
    keys = _owned(state, move.seller, move.sections, "EB-65", referee)
    cash = state.money[seat]
    if move.price > cash:
        referee.refuse("no_credit", "EB-43", seat=seat, cost=move.price, cash=cash)
    after = _handed(state, {seat: keys})
    _check_limits(table, after, seat, keys, referee)
    postings = (Posting(seat, move.seller, move.price, "track_sold"),) if move.price else ()
    turn = replace(after.turn, traded=True)
    return Step(replace(after, money=post(state.money, postings), turn=turn), postings)


def swap_track(table: Table, state: State, seat: str, move: SwapTrack, referee: Referee) -> Step:
    """Return the step of exchanging track, or raise `IllegalMove`. Rule EB-66, decision A35."""
    may_trade(table, state, seat, move.partner, "EB-66", referee)
    given = _owned(state, seat, move.give, "EB-66", referee)
    taken = _owned(state, move.partner, move.take, "EB-66", referee)
    after = _handed(state, {seat: taken, move.partner: given})
    _check_limits(table, after, seat, taken, referee)
    _check_limits(table, after, move.partner, given, referee)
    barred = move.partner if table.options.swap_costs == "both" else ""
    after = replace(
        after,
        turn=replace(after.turn, traded=True),
        barred="".join(sorted({*state.barred, *barred})),
    )
    return Step(after, notes=(Note("track_swapped", {"seat": seat, "partner": move.partner}),))


def _owned(
    state: State, seat: str, names: Iterable[str], rule: str, referee: Referee
) -> tuple[str, ...]:
    keys = tuple(dict.fromkeys(section(*ends_of(name)) for name in names))
    strangers = tuple(key for key in keys if owner_of(state, key) != seat)
    if strangers:
        referee.refuse("not_theirs", rule, seat=seat, sections=strangers)
    return keys


def _handed(state: State, new: dict[str, tuple[str, ...]]) -> State:
    """Return the state in which seats own these sections, built the way they were."""
    track = dict(state.track)
    seats = {*new, *(track[key][0] for keys in new.values() for key in keys if key in track)}
    for seat, keys in new.items():
        for key in keys:
            track[key] = seat + track[key][1]
    return with_track(state, track, seats)


def _check_limits(
    table: Table, after: State, seat: str, keys: Iterable[str], referee: Referee
) -> None:
    """Refuse a trade after which a city has too many players or tracks. Decision A11."""
    if table.options.bought == "free":
        return
    gang = Gang(table, after, seat, referee)
    cities = {
        city.key: city.size
        for key in keys
        for end in ends_of(key)
        if (city := gang.places.city_at.get(end)) is not None and city.size != "major"
    }
    for key, size in cities.items():
        gang.check_limits(key, size, gang.owners(key))
