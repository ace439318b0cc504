"""Bonus cards: what they ask for, who has reached it, claiming them in play and at the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from games.engine.referee import Referee
from games.engine.title import Note, Step, Table
from games.titles.twentieth_century_limited.board import BonusCard, Condition
from games.titles.twentieth_century_limited.meta import Options
from games.titles.twentieth_century_limited.moves import Bonus
from games.titles.twentieth_century_limited.state import (
    Player,
    Scored,
    Shown,
    State,
    start_waivers,
    with_deed,
    with_player,
)

QUARTERS = ("NE", "SE", "NW", "SW")
Cards = Sequence[Scored]
Test = Callable[[Condition, Player, Cards, Table, int], bool]


def _companies(wanted: Condition, player: Player, cards: Cards, table: Table, over: int) -> bool:
    return player.companies >= wanted.count


def _worth(wanted: Condition, player: Player, cards: Cards, table: Table, over: int) -> bool:
    dear = [card for card in cards if card.kind == "company" and card.value >= wanted.worth]
    return len(dear) >= wanted.count


def _points(wanted: Condition, player: Player, cards: Cards, table: Table, over: int) -> bool:
    return sum(card.value for card in cards if card.kind == "company") >= wanted.points


def _regionals(wanted: Condition, player: Player, cards: Cards, table: Table, over: int) -> bool:
    return player.regionals >= wanted.count and not (wanted.no_skip and player.skipped)


def _one_city(wanted: Condition, player: Player, cards: Cards, table: Table, over: int) -> bool:
    named = [city for card in cards for city in card.cities]
    return any(named.count(city) >= wanted.count for city in set(named))


def _from_list(wanted: Condition, player: Player, cards: Cards, table: Table, over: int) -> bool:
    return len(_named(cards).intersection(wanted.cities)) >= wanted.count


def _quarters(wanted: Condition, player: Player, cards: Cards, table: Table, over: int) -> bool:
    nodes = table.board.node
    found = [nodes[city].quarter for city in _named(cards) if city in nodes]
    return all(found.count(quarter) >= wanted.count for quarter in QUARTERS)


def _waivers(wanted: Condition, player: Player, cards: Cards, table: Table, over: int) -> bool:
    return over >= wanted.count


def _named(cards: Cards) -> set[str]:
    return {city for card in cards for city in card.cities}


TESTS: Mapping[str, Test] = {
    "companies_at_least": _companies,
    "companies_worth_at_least": _worth,
    "company_points_at_least": _points,
    "regionals_at_least": _regionals,
    "cards_naming_one_city_at_least": _one_city,
    "cities_named_from_list_at_least": _from_list,
    "cities_named_in_each_quarter_at_least": _quarters,
    "waivers_over_start_at_least": _waivers,
}


def known_card(table: Table, state: State, colour: str) -> BonusCard | None:
    """Return the Bonus card of a colour where the catalogue knows it."""
    shown = state.bonus.get(colour, Shown())
    found: BonusCard | None = table.board.bonuses.get(shown.card)
    return found


def reached(
    table: Table, state: State, seat: str, colour: str, cards: Cards | None = None
) -> bool | None:
    """Say whether a seat has reached a Bonus card's goal, by its stack or by the cards given.

    None where the card, or a card of the stack, is not known: then the table decides. Rule TCL-46.
    """
    card, player = known_card(table, state, colour), state.players[seat]
    if card is None or card.condition is None:
        return None
    over = state.money[seat] - start_waivers(len(state.order))
    shown = player.stack if cards is None else cards
    if TESTS[card.condition.kind](card.condition, player, shown, table, over):
        return True
    told = sum(one.kind != "bonus" for one in player.stack) == player.scored
    return False if told else None


def claim(table: Table, state: State, seat: str, move: Bonus, referee: Referee) -> Step:
    """Return the step that claims a Bonus card. Rules TCL-23, TCL-46 to TCL-49, TCL-60; decision Q13."""
    options: Options = table.options
    shown = state.bonus.get(move.colour, Shown())
    playing = state.phase == "play"
    if playing and "bonus" in state.did and options.bonus_per_turn == "one":
        referee.refuse("BONUS_ONCE", "TCL-23", seat=seat)
    if playing and shown.when == "end":
        referee.refuse("BONUS_AT_END", "TCL-48", colour=move.colour)
    if not playing and shown.when == "during":
        referee.refuse("BONUS_DURING", "TCL-48", colour=move.colour)
    if seat in shown.taken or (shown.taken and shown.when == "during"):
        referee.refuse("BONUS_TAKEN", "TCL-48", colour=move.colour, owner=shown.taken)
    stack = state.players[seat].stack
    if any(place > len(stack) for place in move.proof):
        referee.refuse("PROOF_NOT_HELD", "TCL-46", seat=seat, count=len(stack))
    cards = [stack[place - 1] for place in dict.fromkeys(move.proof) if place <= len(stack)]
    if reached(table, state, seat, move.colour, cards if move.proof else None) is False:
        referee.refuse("BONUS_NOT_REACHED", "TCL-46", seat=seat, colour=move.colour)
    state = _given(state, seat, move.colour, move.value)
    proof = ", ".join(_told(card) for card in cards)
    notes = (Note("bonus_proof", {"seat": seat, "cards": proof}),) if proof else ()
    return Step(with_deed(state, "bonus") if playing else state, (), notes)


def _told(card: Scored) -> str:
    return card.card or "-".join(card.cities) or card.kind


def _given(state: State, seat: str, colour: str, value: int | None = None) -> State:
    """Return the state with a Bonus card on a seat's stack; a known card keeps its value."""
    shown = state.bonus.get(colour, Shown())
    if value is not None and not shown.card:
        shown = replace(shown, value=value)
    player = state.players[seat]
    card = Scored("bonus", value=shown.value, card=shown.card, colour=colour)
    state = with_player(state, seat, replace(player, stack=(*player.stack, card)))
    taken = replace(shown, taken=shown.taken + seat)
    return replace(state, bonus={**state.bonus, colour: taken})


def award_reached(table: Table, state: State, seat: str) -> Step:
    """Return the step that gives a seat what it was the first to reach, where that goes by itself. Q13."""
    options: Options = table.options
    notes: list[Note] = []
    if options.bonus_per_turn == "automatic" and state.phase == "play":
        for colour, shown in state.bonus.items():
            free = shown.when == "during" and not shown.taken
            if free and reached(table, state, seat, colour):
                state = _given(state, seat, colour)
                notes.append(Note("bonus_awarded", {"seat": seat, "colour": colour}))
    return Step(state, (), tuple(notes))


def awards_due(table: Table, state: State) -> bool:
    """Say whether the table must tell who reached an end-of-game Bonus card. Rule TCL-60."""
    return any(
        reached(table, state, seat, colour) is None
        for colour, shown in state.bonus.items()
        if shown.when == "end"
        for seat in state.order
    )


def award_known(table: Table, state: State) -> Step:
    """Return the step that gives end-of-game Bonus cards to all who are known to have reached them.

    Every one of them gets the full points. Rules TCL-48 and TCL-60.
    """
    notes: list[Note] = []
    for colour, shown in state.bonus.items():
        for seat in state.order if shown.when == "end" else "":
            if seat not in shown.taken and reached(table, state, seat, colour):
                state = _given(state, seat, colour)
                notes.append(Note("bonus_awarded", {"seat": seat, "colour": colour}))
    return Step(state, (), tuple(notes))
