"""Bonds and purchases, the buyback, income and interest, and the bonds at the phase change."""

from __future__ import annotations

from msgspec.structs import replace

from games.engine.errors import Fact
from games.engine.ledger import BANK, Posting, post
from games.engine.referee import Referee
from games.engine.title import Note, Step, Table
from games.titles.railways_east_west.moves import (
    AS_NEEDED,
    Buyback,
    Income,
    Settle,
    Transition,
)
from games.titles.railways_east_west.state import (
    State,
    bond_brings,
    figure,
    income_at,
    options_of,
    scored,
    with_player,
)

BUYBACK = (0, 7, 15, 24)
"""What paying off 0 to 3 bonds costs under the Bond Buyback. Rule REW-81."""

REPAY = 5
"""What repaying a bond costs at the phase change. Rule REW-33."""

CHEAP_DISCARDS = 2
"""Bonds that may be discarded for one point each; all others cost two. Rule REW-34."""


def bonds_needed(table: Table, state: State, seat: str, price: int) -> int:
    """Return the bonds that a purchase needs. Rule RB-16."""
    short = price - state.money[seat]
    return max(0, -(-short // bond_brings(table, state)))


def with_postings(state: State, postings: tuple[Posting, ...]) -> State:
    """Return the state after some postings."""
    return replace(state, money=post(state.money, postings)) if postings else state


def bought(
    table: Table, state: State, seat: str, price: int, bonds: int, why: str, referee: Referee
) -> Step:
    """Return the step that pays a price, with as many bonds as it needs. Rules RB-16, REW-79, REW-80."""
    needed = bonds_needed(table, state, seat, price)
    bonds = needed if bonds == AS_NEEDED else bonds
    cash, each = state.money[seat], bond_brings(table, state)
    if bonds < needed:
        total = cash + bonds * each
        facts = {"cash": cash, "total": total, "price": price, "needed": needed}
        referee.refuse("bonds_too_few", "RB-16", seat=seat, bonds=bonds, **facts)
    if bonds > needed:
        referee.refuse("bonds_too_many", "RB-16", needed=needed, bonds=bonds, price=price)
    postings: list[Posting] = []
    notes: tuple[Note, ...] = ()
    if bonds:
        postings.append(Posting(BANK, seat, bonds * each, "bonds"))
        notes = (Note("bonds_issued", {"seat": seat, "bonds": bonds, "brings": bonds * each}),)
    if price:
        postings.append(Posting(seat, BANK, price, why))
    state = with_postings(state, tuple(postings))
    player = state.players[seat]
    state = with_player(state, seat, replace(player, bonds=player.bonds + bonds))
    return Step(state, tuple(postings), notes)


def buy_back(table: Table, state: State, seat: str, move: Buyback, referee: Referee) -> Step:
    """Return the step that pays off bonds under the event. Rule REW-81."""
    player = state.players[seat]
    done = player.bought_back + move.count
    if "buyback" not in state.events:
        referee.refuse("buyback_off", "REW-81")
    if done >= len(BUYBACK):
        prices = dict(zip(("one", "two", "three"), BUYBACK[1:], strict=True))
        referee.refuse("buyback_most", "REW-81", bonds=done, done=player.bought_back, **prices)
    if move.count > player.bonds:
        referee.refuse("buyback_none", "REW-81", seat=seat, bonds=move.count, has=player.bonds)
    price = BUYBACK[done] - BUYBACK[player.bought_back]
    if price > state.money[seat]:
        cash = state.money[seat]
        referee.refuse(
            "buyback_cash", "REW-81", seat=seat, bonds=move.count, price=price, cash=cash
        )
    posting = Posting(seat, BANK, price, "buyback")
    player = replace(player, bonds=player.bonds - move.count, bought_back=done)
    return Step(with_player(with_postings(state, (posting,)), seat, player), (posting,))


# Income


def pay_income(table: Table, state: State, seat: str, move: Income, referee: Referee) -> Step:
    """Return the step that pays income and takes interest: by the track to all who wait, or told to one.

    Interest that cannot be paid forces bonds. Rules RB-17, RB-19 and RB-28.
    """
    seats = seat if seat and move.amount >= 0 else state.waiting
    for each in seats:
        if each not in state.waiting:
            referee.refuse("income_paid", "RB-19", seat=each)
    amounts = {}
    for each in seats:
        score = state.players[each].score
        known = income_at(table, state, score)
        amount = move.amount if move.amount >= 0 else known
        if amount is None:
            referee.refuse("income_unknown", "RB-19", seat=each, score=score)
        elif known is None:
            state = replace(state, marks={**state.marks, max(score, 0): amount})
        amounts[each] = amount or 0
    postings: list[Posting] = []
    notes: list[Note] = []
    for each, amount in amounts.items():
        step = _income_of(table, state, each, amount)
        state = step.state
        postings += step.postings
        notes += step.notes
    waiting = "".join(each for each in state.waiting if each not in seats)
    return Step(replace(state, waiting=waiting), tuple(postings), tuple(notes))


def _income_of(table: Table, state: State, seat: str, amount: int) -> Step:
    player = state.players[seat]
    interest = player.bonds * figure(table, state, "interest")
    short = interest - state.money[seat] - amount
    forced = max(0, -(-short // bond_brings(table, state)))
    brings = forced * bond_brings(table, state)
    postings = tuple(
        posting
        for posting in (
            Posting(BANK, seat, amount, "income"),
            Posting(BANK, seat, brings, "bonds"),
            Posting(seat, BANK, interest, "interest"),
        )
        if posting.amount
    )
    facts: dict[str, Fact] = {
        "seat": seat,
        "income": amount,
        "interest": interest,
        "score": player.score,
    }
    notes = [Note("income_of", facts)]
    if forced:
        notes.append(Note("bonds_forced", {"seat": seat, "bonds": forced, "brings": brings}))
    state = with_player(
        with_postings(state, postings), seat, replace(player, bonds=player.bonds + forced)
    )
    return Step(state, postings, tuple(notes))


# Bonds at the phase change, and later where the table allows it


def discard_cost(count: int) -> int:
    """Return the points that discarding bonds costs. Rule REW-34."""
    return min(count, CHEAP_DISCARDS) + 2 * max(0, count - CHEAP_DISCARDS)


def change_penalty(table: Table, bonds: int, discarded: int) -> int:
    """Return the points the bonds held at the phase change cost. Rule REW-32, decision A14."""
    return bonds - discarded if options_of(table).discards == "replaces" else bonds


def cleared(
    table: Table, state: State, seat: str, move: Transition | Settle, referee: Referee
) -> Step:
    """Return the step that repays and discards bonds. Rules REW-33 and REW-34."""
    player, cash = state.players[seat], state.money[seat]
    facts: dict[str, Fact] = {"seat": seat, "bonds": player.bonds, "cash": cash}
    if move.repay > player.bonds:
        referee.refuse("repay_most", "REW-33", repay=move.repay, **facts)
    if move.repay * REPAY > cash:
        price = move.repay * REPAY
        referee.refuse("repay_cash", "REW-33", repay=move.repay, price=price, **facts)
    if move.repay + move.discard > player.bonds:
        left = player.bonds - move.repay
        referee.refuse("discard_most", "REW-34", discard=move.discard, left=left, **facts)
    postings: tuple[Posting, ...] = ()
    if move.repay:
        postings = (Posting(seat, BANK, move.repay * REPAY, "repaid"),)
    state = with_postings(state, postings)
    bonds = player.bonds - move.repay - move.discard
    state = with_player(state, seat, replace(player, bonds=bonds))
    return Step(scored(state, seat, "discards", -discard_cost(move.discard)), postings)


def transition(table: Table, state: State, seat: str, move: Transition, referee: Referee) -> Step:
    """Return the step that settles a seat's bonds at the phase change. Rules REW-31 to REW-34."""
    if seat not in state.waiting or not seat:
        referee.refuse("change_done", "REW-32", seat=seat)
    held = state.players[seat].bonds
    step = cleared(table, state, seat, move, referee)
    state = scored(step.state, seat, "change", -change_penalty(table, held, move.discard))
    if move.baron:
        state = scored(state, seat, "east_baron", move.baron)
        state = with_player(state, seat, replace(state.players[seat], cashed=True))
    waiting = state.waiting.replace(seat, "")
    return Step(replace(state, waiting=waiting), step.postings)


def settle(table: Table, state: State, seat: str, move: Settle, referee: Referee) -> Step:
    """Return the step that repays or discards bonds later in phase 2. Decision A15."""
    if options_of(table).repaying != "any" or state.phase != 2:
        referee.refuse("repay_later", "A15")
    if not move.repay + move.discard:
        referee.refuse("repay_nothing", "REW-33", seat=seat)
    return cleared(table, state, seat, move, referee)
