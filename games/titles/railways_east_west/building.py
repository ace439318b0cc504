"""Building a link: limits of a turn, cards and events that change them, the price, and what it joins."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from games.engine.ledger import BANK, Posting
from games.engine.referee import Referee
from games.engine.title import Note, Step, Table
from games.titles.railways_east_west.board import link_ends, link_name
from games.titles.railways_east_west.lines import with_lines
from games.titles.railways_east_west.money import bought, with_postings
from games.titles.railways_east_west.moves import Link
from games.titles.railways_east_west.network import network
from games.titles.railways_east_west.state import (
    State,
    city_of,
    colour_of,
    figure,
    is_west,
    options_of,
    with_player,
)

IN_A_TURN = 5
"""Track pieces of a link in one turn. Rule REW-12."""

WITH_CARD = 6
"""The same with Perfect Engineering, or on open terrain under Land Rush. Rules REW-13 and REW-76."""

UNCONNECTED = 20
"""Thousands of dollars for a new track in the West not joined to one's own, in phase 2. Rule REW-49."""

MARKET = 1
"""Thousands of dollars for a grey city joined under Small Market Incentive. Rule REW-83."""


@dataclass(frozen=True, slots=True)
class Price:
    """What a build costs: its pieces, and what starting apart from one's tracks adds."""

    pieces: int
    apart: int

    @property
    def total(self) -> int:
        """Return the whole price."""
        return self.pieces + self.apart


def build(table: Table, state: State, seat: str, move: Link, referee: Referee) -> Step:
    """Return the step that builds a link, or a part of one. Rules REW-12 to REW-15, REW-49 to REW-51."""
    _check_ends(table, state, seat, move, referee)
    move = with_suggestion(table, move)
    _check_cards(state, seat, move, referee)
    name = link_name(move.a, move.b)
    laid = state.open.get(seat, {}).get(name, 0)
    count = len(move.pieces) or move.count
    if not count:
        referee.refuse("no_pieces", "REW-51", a=move.a, b=move.b)
    actions, skips = _turns_used(table, state, seat, move, referee)
    if laid and options_of(table).long_limit == "ten":
        most = 2 * IN_A_TURN + move.perfect
        if laid + count > most:
            referee.refuse("two_turns_most", "REW-14", pieces=laid + count, most=most)
    if move.part and options_of(table).parts == "refused":
        referee.refuse("parts_off", "A3", a=move.a, b=move.b)
    price = price_of(table, state, seat, move)
    before = state
    step = bought(table, state, seat, price.total, move.bonds, "track", referee)
    state = _with_cards_used(step.state, seat, move, count, skips=skips)
    state = replace(state, actions=state.actions - actions)
    notes = [*step.notes]
    if price.apart:
        notes.append(Note("apart", {"seat": seat, "apart": price.apart}))
    if skips:
        notes.append(Note("will_skip", {"seat": seat, "pieces": count}))
    state = _with_pieces(state, seat, name, laid + count, part=move.part)
    if move.part:
        return Step(state, step.postings, tuple(notes))
    finished = _finished(table, before, state, seat, name)
    unchecked = () if move.pieces else (Note("attested", {"pieces": count, "total": move.total}),)
    return Step(
        finished.state,
        step.postings + finished.postings,
        (*notes, *finished.notes),
        unchecked,
    )


def with_suggestion(table: Table, move: Link) -> Link:
    """Return a link with the pieces the board suggests where none were told."""
    if move.pieces or move.count:
        return move
    return replace(move, pieces=table.board.suggested.get(link_name(move.a, move.b), ()))


def _check_ends(table: Table, state: State, seat: str, move: Link, referee: Referee) -> None:
    for code in (move.a, move.b):
        if city_of(table, state, code) is None:
            referee.refuse("unknown_city", "REW-51", city=code)
    if move.a == move.b:
        referee.refuse("two_cities", "REW-51", city=move.a)
    if link_name(move.a, move.b) in state.links.get(seat, {}):
        referee.refuse("second_track", "REW-50", seat=seat, a=move.a, b=move.b)


def _check_cards(state: State, seat: str, move: Link, referee: Referee) -> None:
    """Refuse cards that are not there to be used. Rules REW-13, REW-64, REW-72."""
    player = state.players[seat]
    if move.perfect and not player.perfect:
        referee.refuse("perfect_not_held", "REW-13", seat=seat)
    elif move.perfect and player.perfect_used >= player.perfect:
        referee.refuse("perfect_used", "REW-13", seat=seat)
    if move.grant and not player.grant:
        referee.refuse("grant_not_held", "REW-64", seat=seat)
    if move.tunnel and not player.tunnel:
        referee.refuse("tunnel_not_held", "REW-72", seat=seat)
    if move.grant and player.grant <= state.fresh.count("grant"):
        referee.refuse("card_fresh", "REW-64", seat=seat, card="Government Land Grant")
    if move.tunnel and player.tunnel <= state.fresh.count("tunnel"):
        referee.refuse("card_fresh", "REW-72", seat=seat, card="Tunnel Engineer")


def is_open_terrain(move: Link) -> bool:
    """Say whether a build is told piece by piece and all of it is open terrain. Rule REW-76."""
    return bool(move.pieces) and set(move.pieces) == {"o"}


def _turns_used(
    table: Table, state: State, seat: str, move: Link, referee: Referee
) -> tuple[int, bool]:
    """Return the actions a build takes and whether the next turn is skipped. Rules REW-12 to REW-15, REW-76.

    Decisions A2, A4, A5, A41 and A42.
    """
    options = options_of(table)
    count = len(move.pieces) or move.count
    rush = "landrush" in state.events
    bonus = rush and is_open_terrain(move) and not move.perfect
    limit = WITH_CARD if move.perfect or bonus else IN_A_TURN
    if count <= limit:
        return 1, False
    both = options.executive == "long" and state.actions >= 2
    if not move.two_turns and not both:
        if rush:
            referee.refuse("rush_limit", "REW-76", pieces=count, most=WITH_CARD)
        else:
            referee.refuse("turn_limit", "REW-12", pieces=count, most=limit)
        return 1, False
    most = 2 * IN_A_TURN + (move.perfect or (bonus and options.rush_long == "yes"))
    if count > most and options.long_limit == "ten":
        referee.refuse("two_turns_most", "REW-14", pieces=count, most=most)
    if both:
        return 2, False
    last = state.turn >= state.turns
    if last or (state.turn >= 3 and options.late == "banned"):
        referee.refuse("long_too_late", "REW-15", turn=state.turn, turns=state.turns)
    return 1, True


def price_of(table: Table, state: State, seat: str, move: Link) -> Price:
    """Return what a build costs. Rules RB-05, RB-29, REW-49, REW-64 and REW-72.

    A total that was told is the price of its pieces, cards included.
    """
    pieces = move.total if not move.pieces else _terrain(table, state, move)
    return Price(pieces, UNCONNECTED if _is_apart(table, state, seat, move) else 0)


def _terrain(table: Table, state: State, move: Link) -> int:
    whole = halved = 0
    for piece in move.pieces:
        ridges = piece.count("+") * figure(table, state, "ridge")
        halved += ridges
        if piece[0] == "m":
            halved += figure(table, state, "mountain")
        elif piece[0] == "x":
            whole += int(piece[1:])
        elif piece[0] == "w":
            whole += figure(table, state, "water")
        elif not move.grant:
            whole += figure(table, state, "open")
    return whole + (-(-halved // 2) if move.tunnel else halved)


def _is_apart(table: Table, state: State, seat: str, move: Link) -> bool:
    """Say whether a build starts in the West apart from one's own tracks. Rule REW-49, decision A22."""
    if state.phase != 2 or link_name(move.a, move.b) in state.open.get(seat, {}):
        return False
    west = [is_west(table, state, code) for code in (move.a, move.b)]
    if not (all(west) if options_of(table).border == "both" else any(west)):
        return False
    return network(state, seat).isdisjoint((move.a, move.b))


def _with_cards_used(state: State, seat: str, move: Link, count: int, *, skips: bool) -> State:
    player = state.players[seat]
    used = move.perfect and count > IN_A_TURN
    player = replace(
        player,
        perfect_used=player.perfect_used + used,
        grant=player.grant - move.grant,
        tunnel=player.tunnel - move.tunnel,
        skip=player.skip or skips,
    )
    return with_player(state, seat, player)


def _with_pieces(state: State, seat: str, name: str, count: int, *, part: bool) -> State:
    opened = {link: laid for link, laid in state.open.get(seat, {}).items() if link != name}
    if part:
        opened[name] = count
    else:
        links = {**state.links.get(seat, {}), name: count}
        state = replace(state, links={**state.links, seat: links})
    if not opened and seat not in state.open:
        return state
    others = {other: own for other, own in state.open.items() if other != seat}
    return replace(state, open=others | ({seat: opened} if opened else {}))


def _finished(table: Table, before: State, state: State, seat: str, name: str) -> Step:
    """Return what finishing a link brings: the Small Market, major lines, the oceans."""
    postings: tuple[Posting, ...] = ()
    notes: tuple[Note, ...] = ()
    if "smallmarket" in state.events:
        known = network(before, seat)
        new = [
            code
            for code in link_ends(name)
            if code not in known and colour_of(table, state, code) == "grey"
        ]
        if new:
            amount = MARKET * len(new)
            postings = (Posting(BANK, seat, amount, "market"),)
            notes = (Note("market_pays", {"seat": seat, "cities": tuple(new), "amount": amount}),)
            state = with_postings(state, postings)
    step = with_lines(table, before, state, seat, name)
    return Step(step.state, postings, (*notes, *step.notes))
