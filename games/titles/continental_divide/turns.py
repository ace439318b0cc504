"""The course of a game turn: whose turn it is, dividends, and the choice of order cards."""

from __future__ import annotations

from msgspec.structs import replace

from games.engine.errors import Fact
from games.engine.ledger import BANK, Posting, post
from games.engine.referee import Referee
from games.engine.title import Note, Step, Table
from games.titles.continental_divide.moves import Draft
from games.titles.continental_divide.state import TURNS, Phase, State
from scoring.tables.continental_divide import remainder


def _expect(state: State, phase: Phase, referee: Referee) -> None:
    if state.phase == phase:
        return
    if state.phase == "play":
        referee.refuse("turns_left", "CD-08", active=state.queue[0], queue=tuple(state.queue))
    if state.phase == "dividends":
        referee.refuse("dividends_due", "CD-08", turn=state.turn)
    referee.refuse("order_due", "CD-08", picker=state.picker, turn=state.turn)


def in_turn(table: Table, state: State, seat: str, referee: Referee) -> State:
    """Return the state with the seat's turn on; one ruled out of order goes before the others.

    Raises `IllegalMove`. Rule CD-07: Sequence of Play.
    """
    _expect(state, "play", referee)
    if seat not in list(table.seats):
        referee.refuse("unknown_seat", "CD-07", seat=seat, seats=table.seats)
    active = state.queue[0]
    if seat == active:
        return state
    card = state.order.index(active) + 1
    referee.refuse("wrong_seat", "CD-07", seat=seat, active=active, card=card)
    return replace(
        state, queue=seat + state.queue.replace(seat, ""), opened="", bought="", lines=()
    )


def done(state: State) -> Step:
    """End a turn; when all have acted, dividends are due. Rules CD-07 and CD-08."""
    queue = state.queue[1:]
    phase: Phase = "play" if queue else "dividends"
    return Step(replace(state, phase=phase, queue=queue, opened="", bought="", lines=()))


def pay_dividends(state: State, referee: Referee) -> Step:
    """Pay every dividend, then end the game or open the choice of order cards. Rules CD-44 to CD-50."""
    _expect(state, "dividends", referee)
    postings: list[Posting] = []
    notes: list[Note] = []
    for key, railroad in state.railroads.items():
        each = railroad.dividend
        kept = remainder(railroad.income, railroad.issued, railroad.sold)
        paid = [
            Posting(BANK, seat, each * count, f"dividend:{key}")
            for seat, count in railroad.held.items()
        ]
        paid.append(Posting(BANK, key, kept, "remainder"))
        postings += [posting for posting in paid if posting.amount]
        facts: dict[str, Fact] = {"railroad": key, "income": railroad.income}
        notes.append(
            Note("dividend_paid", facts | {"issued": railroad.issued, "each": each, "kept": kept})
        )
    money = post(state.money, postings)
    if state.turn == TURNS:
        after = replace(state, money=money, phase="over")
    else:
        after = replace(state, money=money, phase="order", turn=state.turn + 1)
    return Step(after, tuple(postings), tuple(notes))


def pick(table: Table, state: State, seat: str, card: int, referee: Referee) -> State:
    """Take an order card, or raise `IllegalMove`; the last goes to who went first. Rules CD-05, CD-53."""
    _expect(state, "order", referee)
    if seat not in list(table.seats):
        referee.refuse("unknown_seat", "CD-07", seat=seat, seats=table.seats)
    if seat in state.picks:
        referee.refuse("already_picked", "CD-53", seat=seat, card=state.picks[seat])
    if not 1 <= card <= len(state.order):
        referee.refuse("card_not_in_use", "CD-05", card=card, cards=len(state.order))
    if seat != state.picker:
        current = state.order.index(state.picker) + 1
        referee.refuse("not_your_pick", "CD-53", seat=seat, picker=state.picker, current=current)
    for holder, taken in state.picks.items():
        if taken == card:
            free = tuple(str(left) for left in free_cards(state))
            referee.refuse("card_taken", "CD-53", card=card, holder=holder, free=free)
    picks = {**state.picks, seat: card}
    if len(picks) < len(state.order) - 1:
        return replace(state, picks=picks)
    cards = {taken: holder for holder, taken in picks.items()}
    last = next(holder for holder in state.order if holder not in picks)
    order = "".join(cards.get(number, last) for number in range(1, len(state.order) + 1))
    return replace(state, phase="play", order=order, queue=order, picks={})


def draft(table: Table, state: State, move: Draft, referee: Referee) -> State:
    """Take the order cards of several seats; a last card that is entered must be the one left."""
    _expect(state, "order", referee)
    for seat, card in move.picks:
        if state.phase == "order":
            state = pick(table, state, seat, card, referee)
        elif not 1 <= card <= len(state.order):
            referee.refuse("card_not_in_use", "CD-05", card=card, cards=len(state.order))
        elif state.order[card - 1] != seat:
            left = state.order.find(seat) + 1
            referee.refuse(
                "card_taken", "CD-53", card=card, holder=state.order[card - 1], free=(str(left),)
            )
    return state


def free_cards(state: State) -> tuple[int, ...]:
    """Return the cards of the other deck that nobody has taken. Rules CD-05 and CD-53."""
    taken = set(state.picks.values())
    return tuple(card for card in range(1, len(state.order) + 1) if card not in taken)
