"""Every move that is legal now, in a stable order, as far as it can be listed."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.title import Table
from games.titles.twentieth_century_limited.board import COLOURS, Board, CompanyCard, RegionalCard
from games.titles.twentieth_century_limited.bonuses import reached
from games.titles.twentieth_century_limited.cards import removal_of
from games.titles.twentieth_century_limited.decks import next_era
from games.titles.twentieth_century_limited.meta import Options
from games.titles.twentieth_century_limited.moves import (
    Bonus,
    Company,
    EndTurn,
    Exchange,
    Finish,
    Move,
    PickUp,
    Place,
    Regional,
    Reset,
    Skip,
    Source,
)
from games.titles.twentieth_century_limited.network import Groups
from games.titles.twentieth_century_limited.state import (
    STARTING_ERAS,
    Player,
    Shown,
    State,
    all_lines,
    in_order,
    known_ends,
    scored_cards,
    segments_of,
)
from games.titles.twentieth_century_limited.turns import nothing_to_move

SETS_LISTED = 4
"""Minimum sets of one Company that are listed."""

SLOTS: tuple[Source, ...] = ("1", "2", "3", "4")


def legal_moves(table: Table, state: State) -> Iterator[tuple[str, Move]]:
    """Yield (seat, move) in a stable order: single segments, and the cards of the catalogue.

    What is free to choose is not listed: several segments at once, routes over others' track, cards
    that nobody has named yet, charting.
    """
    if state.phase == "awards":
        for seat in state.order:
            for move in _bonuses(table, state, seat):
                yield seat, move
        yield "", Finish()
    elif state.phase == "play":
        for move in _turn_moves(table, state, state.active):
            yield state.active, move


def _turn_moves(table: Table, state: State, seat: str) -> Iterator[Move]:
    idle = not state.track and nothing_to_move(table, state, seat)
    if state.track or idle:
        yield EndTurn()
        if not state.followup:
            yield from _followups(table, state, seat)
    else:
        yield from _segments(table, state, seat)
    if "reset" not in state.did and state.money[seat]:
        yield Reset()
    yield from _bonuses(table, state, seat)


def _segments(table: Table, state: State, seat: str) -> Iterator[Move]:
    if state.players[seat].supply != 0:
        for line in all_lines(table, state):
            if line not in state.owners:
                yield Place((line,))
    for line in in_order(table, state, segments_of(state, seat)):
        yield PickUp((line,))


def _followups(table: Table, state: State, seat: str) -> Iterator[Move]:
    player, options = state.players[seat], table.options
    yield from _scorings(table, state, seat)
    if player.cards:
        yield Exchange()
        for slot in SLOTS[: len(state.face_up)]:
            yield Exchange(slot)
    if player.eras and _may_skip(options, player):
        yield Skip()


def _may_skip(options: Options, player: Player) -> bool:
    return options.skip_late == "allowed" or next_era(player) > 0


def open_eras(state: State, seat: str) -> tuple[int, ...]:
    """Return the Eras a seat may score now. Rules TCL-38 and TCL-39, decisions Q11 and Q21."""
    eras = state.players[seat].eras
    return eras if len(state.order) >= 4 and eras == STARTING_ERAS else eras[:1]


def open_companies(table: Table, state: State) -> tuple[CompanyCard, ...]:
    """Return the Company cards of the catalogue that nobody has scored."""
    gone = {card.card for card in scored_cards(state)}
    board: Board = table.board
    return tuple(card for card in board.companies.values() if card.id not in gone)


def open_regionals(table: Table, state: State, seat: str) -> tuple[RegionalCard, ...]:
    """Return the Regional cards of the catalogue that a seat could score: its Eras, not scored yet."""
    gone, eras = {card.card for card in scored_cards(state)}, open_eras(state, seat)
    board: Board = table.board
    return tuple(
        card for card in board.regionals.values() if card.era in eras and card.id not in gone
    )


def seen_gone(table: Table, state: State, seat: str) -> frozenset[tuple[str, str]]:
    """Return the cards, as (kind, key), that a seat sees scored: its own and the tops of other stacks.

    Where stacks are open, all of them. Rules TCL-45 and TCL-47, decision Q20.
    """
    options: Options = table.options
    found: set[tuple[str, str]] = set()
    for other, player in state.players.items():
        is_open = options.open_stacks == "open" or other == seat
        found |= {
            (card.kind, card.card) for card in (player.stack if is_open else player.stack[-1:])
        }
    return frozenset(found)


def offered_companies(table: Table, state: State, seat: str) -> tuple[CompanyCard, ...]:
    """Return the Company cards of the catalogue but those a seat sees scored."""
    gone, board = seen_gone(table, state, seat), table.board
    return tuple(card for card in board.companies.values() if ("company", card.id) not in gone)


def offered_regionals(table: Table, state: State, seat: str) -> tuple[RegionalCard, ...]:
    """Return the Regional cards of a seat's Eras but those it sees scored."""
    gone, eras, board = seen_gone(table, state, seat), open_eras(state, seat), table.board
    return tuple(
        card
        for card in board.regionals.values()
        if card.era in eras and ("regional", card.id) not in gone
    )


def _scorings(table: Table, state: State, seat: str) -> Iterator[Move]:
    own = segments_of(state, seat)
    groups = Groups(ends for line in own if (ends := known_ends(table, state, line)))
    for regional in open_regionals(table, state, seat):
        if groups.together(regional.cities):
            yield Regional(regional.era, regional.cities, regional.id)
    for company in open_companies(table, state):
        if groups.together(company.cities):
            move = Company(company.cities, company.value, company.id)
            plan = removal_of(table, state, seat, move, SETS_LISTED)
            sets = plan.sets if plan else ()
            for chosen in sets:
                remove = in_order(table, state, chosen) if len(sets) > 1 else ()
                yield Company(company.cities, company.value, company.id, remove=remove)


def _bonuses(table: Table, state: State, seat: str) -> Iterator[Move]:
    options: Options = table.options
    playing = state.phase == "play"
    if playing and "bonus" in state.did and options.bonus_per_turn == "one":
        return
    for colour in COLOURS:
        shown = state.bonus.get(colour, Shown())
        due = shown.when == ("during" if playing else "end")
        free = seat not in shown.taken and not (playing and shown.taken)
        if due and free and reached(table, state, seat, colour) is not False:
            yield Bonus(colour)
