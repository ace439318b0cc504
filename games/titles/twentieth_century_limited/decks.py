"""The cards that are drawn: the next Era, a new Company card, exchange, reset, and skipping an Era."""

from __future__ import annotations

from msgspec.structs import replace

from games.engine.errors import Fact
from games.engine.ledger import BANK, Posting, post
from games.engine.referee import Referee
from games.engine.title import Note, Step, Table
from games.titles.twentieth_century_limited.board import ERAS
from games.titles.twentieth_century_limited.meta import Options
from games.titles.twentieth_century_limited.moves import Exchange, Reset, Skip
from games.titles.twentieth_century_limited.state import (
    HAND,
    Player,
    State,
    company_of,
    with_deed,
    with_player,
)
from games.titles.twentieth_century_limited.turns import may_follow


def next_era(player: Player) -> int:
    """Return the next Era deck after those in hand, 0 where there is none. Rules TCL-21 and TCL-42, Q11."""
    era = max(player.eras, default=ERAS) + 1
    return era if era <= ERAS else 0


def _drawn(state: State) -> tuple[State, bool]:
    """Return the state with one Company card drawn from the deck, and whether there was one.

    An empty deck is made of the discards again. Decision Q14.
    """
    if state.deck < 0:
        return state, True
    if not state.deck:
        state = replace(state, deck=state.discards, discards=0)
    if not state.deck:
        return state, False
    return replace(state, deck=state.deck - 1), True


def draw_company(
    table: Table, state: State, seat: str, source: str, refill: str, referee: Referee
) -> tuple[State, tuple[Note, ...]]:
    """Return the state with a Company card gone from the hand and another drawn.

    Rules TCL-19 and TCL-34, decisions Q07 and Q14.
    """
    options: Options = table.options
    if source != "deck" and options.company_draw == "deck":
        referee.refuse("DECK_ONLY", "Q07", source=source)
    return _replaced(table, state, seat, source, refill, referee)


def _replaced(
    table: Table, state: State, seat: str, source: str, refill: str, referee: Referee
) -> tuple[State, tuple[Note, ...]]:
    player = state.players[seat]
    left = player.cards - 1
    if source == "deck":
        state, found = _drawn(state)
        notes = (Note("company_drawn" if found else "company_none", {"seat": seat}),)
        return with_player(state, seat, replace(player, cards=left + found)), notes
    slot = int(source) - 1
    face_up = list(state.face_up)
    if slot >= len(face_up):
        referee.refuse("NO_FACE_UP", "TCL-19", slot=slot + 1, count=len(face_up))
    taken = face_up[slot]
    state, found = _drawn(state)
    face_up[slot : slot + 1] = [_named(table, refill)] if found else []
    state = with_player(state, seat, replace(player, cards=player.cards))
    facts: dict[str, Fact] = {"seat": seat, "slot": slot + 1, "card": taken or "not named"}
    return replace(state, face_up=tuple(face_up)), (Note("face_up_taken", facts),)


def _named(table: Table, card: str) -> str:
    """Return a card's key in the catalogue, or its name as it was typed."""
    known = company_of(table, card)
    return known.id if known is not None else card


def exchange(table: Table, state: State, seat: str, move: Exchange, referee: Referee) -> Step:
    """Return the step that exchanges a Company card of the hand. Rule TCL-19: Sequence of Play."""
    may_follow(table, state, seat, referee)
    if not state.players[seat].cards:
        referee.refuse("NO_COMPANY_CARD", "TCL-19", seat=seat)
    # The discard is laid down first, so that it is there when the deck has to be made again.
    state = replace(state, discards=state.discards + (state.deck >= 0))
    state, notes = _replaced(table, state, seat, move.source, move.refill, referee)
    return Step(with_deed(state, "exchange"), (), notes)


def skip(table: Table, state: State, seat: str, move: Skip, referee: Referee) -> Step:
    """Return the step that skips an Era: the lowest in hand goes. Rules TCL-20 to TCL-22, Q10 to Q12."""
    may_follow(table, state, seat, referee)
    player = state.players[seat]
    lowest = min(player.eras, default=0)
    era = move.era or lowest
    if era not in player.eras:
        held = " and ".join(map(str, player.eras)) or "no Regional card"
        referee.refuse("ERA_NOT_HELD", "TCL-20", seat=seat, era=era, held=held)
    if era != lowest:
        referee.refuse("SKIP_LOWEST", "TCL-20", lowest=lowest, era=era)
    drawn = next_era(player)
    options: Options = table.options
    if not drawn and options.skip_late == "refused":
        referee.refuse("NO_NEXT_ERA", "Q10", era=era)
    eras = tuple(sorted({*player.eras, drawn} - {era, 0}))
    state = with_player(state, seat, replace(player, eras=eras, skipped=True))
    notes = (Note("era_drawn", {"seat": seat, "era": drawn}),) if drawn else ()
    return Step(with_deed(state, "skip"), (), notes)


def reset(table: Table, state: State, seat: str, move: Reset, referee: Referee) -> Step:
    """Return the step that replaces the face-up Company cards for a waiver. Rules TCL-24, TCL-57; Q19."""
    if "reset" in state.did:
        referee.refuse("RESET_ONCE", "TCL-24", seat=seat)
    if not state.money[seat]:
        referee.refuse("NO_WAIVER", "TCL-24", due=1, has=0, seat=seat)
    posting = Posting(seat, BANK, 1, "reset")
    face_up, old = [], len(state.face_up)
    state = replace(state, discards=state.discards + (old if state.deck >= 0 else 0))
    for place in range(HAND):
        state, found = _drawn(state)
        if found:
            named = move.cards[place] if place < len(move.cards) else ""
            face_up.append(_named(table, named))
    state = replace(state, money=post(state.money, [posting]), face_up=tuple(face_up))
    return Step(with_deed(state, "reset"), (posting,))
