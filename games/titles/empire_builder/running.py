"""Running trains: placing them, and moving over own and others' track."""

from __future__ import annotations

from msgspec.structs import replace

from games.engine.errors import IllegalMove
from games.engine.ledger import Posting, post
from games.engine.referee import Referee
from games.engine.title import Note, Step, Table
from games.titles.empire_builder.grid import Link
from games.titles.empire_builder.meta import Options
from games.titles.empire_builder.moves import Go, GoAttested, Place
from games.titles.empire_builder.state import (
    ALLOWANCE,
    FEE,
    HALF,
    InForce,
    State,
    Stats,
    Train,
    flooded,
    grid,
    is_opening,
    opening_rounds,
    train_key,
)

UNCHECKED_RUN = ("EB-13", "EB-16", "EB-49", "EB-55")
"""What nobody but the table can check of a run entered by counts. Digest 2.1."""


def may_run(
    table: Table, state: State, seat: str, referee: Referee, *, place: bool = False
) -> None:
    """Refuse an act of the train that the turn so far rules out. Rules EB-32, EB-33 and EB-60."""
    options: Options = table.options
    if is_opening(table, state) and not (place and options.placing == "opening"):
        referee.refuse("opening_turn", "EB-33", turn=state.round, of=opening_rounds(table))
    if state.turn.new_hand:
        referee.refuse("hand_replaces", "EB-32", seat=seat)
    if state.turn.built or state.turn.upgraded or state.turn.traded:
        referee.refuse("train_first", "EB-60", seat=seat)


def train_of(table: Table, state: State, seat: str, number: int, *, placed: bool = True) -> Train:
    """Return a seat's train, or refuse one that it has not or has not placed. Rules EB-48, EB-69."""
    train = state.trains.get(train_key(seat, number))
    if train is None:
        raise IllegalMove("no_such_train", "EB-69", seat=seat, train=number)
    if placed and not train.at:
        raise IllegalMove("not_placed", "EB-48", seat=seat)
    return train


def with_train(state: State, seat: str, number: int, train: Train) -> State:
    """Return the state with another train in the place of one."""
    return replace(state, trains={**state.trains, train_key(seat, number): train})


def place(table: Table, state: State, seat: str, move: Place, referee: Referee) -> Step:
    """Put a train down in any city. Rule EB-48, decisions A5 and A38."""
    may_run(table, state, seat, referee, place=True)
    train = train_of(table, state, seat, move.train, placed=False)
    if train.at:
        referee.refuse("already_placed", "EB-48", seat=seat, place=train.at)
    at = grid(table, state).locate(move.at)
    if at not in grid(table, state).city_at:
        raise IllegalMove("not_a_city", "EB-48", place=at)
    return Step(with_train(state, seat, move.train, replace(train, at=at, came="")))


# Moving


class Conductor:
    """A train on its way: position, movement and cash while it goes milepost by milepost."""

    def __init__(
        self, table: Table, state: State, seat: str, number: int, referee: Referee
    ) -> None:
        train = train_of(table, state, seat, number)
        self.table, self.state, self.seat, self.referee = table, state, seat, referee
        self.options: Options = table.options
        self.places = grid(table, state)
        self.track = state.track
        self.type, self.at, self.came, self.used = train.type, train.at, train.came, train.used
        self.slow_at = train.slow_at
        self.number = number
        self.cash = state.money[seat]
        self.fees = state.turn.fees
        self.debts = state.turn.debts
        self.paid: tuple[Posting, ...] = ()
        self.flooded = flooded(state)
        self.unsure: tuple[str, ...] = ()
        self.stops = [self._area(one) for one in in_force(state, "strike", seat)]
        self.slows = [self._area(one) for one in in_force(state, "half_rate", seat)]

    def _area(self, one: InForce) -> frozenset[str]:
        return self.places.area(one.event.country, one.event.near, one.event.within)

    def step(self, to: str) -> None:
        """Move to a neighbouring milepost, or raise `IllegalMove`. Rules EB-12 to EB-16, EB-49 to EB-58."""
        link = self.places.link(self.at, to)
        owner = "" if link is None else self.track.get(link.key, "")[:1]
        if link is None or not (owner or link.grey):
            raise IllegalMove("no_track", "EB-49", a=self.at, b=to)
        self._check_strike(to)
        self._check_flood(to, link)
        if to == self.came and self.at not in self.places.city_at:
            self.referee.refuse("no_turning", "EB-55", place=self.at, to=to)
        self._check_allowance(to, link)
        if owner and owner != self.seat:
            self.use(owner)
        self.came, self.at = self.at, to

    def _check_strike(self, to: str) -> None:
        for area, one in zip(self.stops, in_force(self.state, "strike", self.seat), strict=True):
            if self.at in area or to in area:
                self.referee.refuse(
                    "strike", "EB-16", country=one.event.country, place=self.at, to=to
                )

    def _check_flood(self, to: str, link: Link) -> None:
        for river in link.rivers:
            if river in self.flooded:
                rule = "EB-15" if link.grey else "EB-13"
                self.referee.refuse("bridge_closed", rule, river=river, a=self.at, b=to)
        if link.unnamed and self.flooded:
            self.unsure += (link.key,)

    def _check_allowance(self, to: str, link: Link) -> None:
        """Count the step. Between outer mileposts it may count two (decision A12)."""
        for area in self.slows:
            if self.slow_at is None and (self.at in area or to in area):
                self.slow_at = self.used
        star = self.options.rim == "star" and link.grey
        rim = star and not (self.places.dots[self.at].centre or self.places.dots[to].centre)
        self.spend(2 if rim else 1)

    def spend(self, steps: int) -> None:
        """Use up movement. Rules EB-12 and EB-52, decision A17."""
        most = self.allowance()
        if self.used + steps > most:
            if self.slow_at is not None:
                self.referee.refuse("half_rate", "EB-12", type=self.type, most=most, used=self.used)
            else:
                self.referee.refuse("allowance", "EB-52", type=self.type, most=most, used=self.used)
        self.used += steps

    def allowance(self) -> int:
        """Return the mileposts of the turn. Rules EB-12 and EB-52, decision A17."""
        full = ALLOWANCE[self.type]
        if self.slow_at is None:
            return full
        if self.options.half == "total":
            return HALF[self.type]
        return self.slow_at + (full - self.slow_at + 1) // 2

    def use(self, owner: str) -> None:
        """Pay for another player's track at its first use. Rules EB-57 and EB-58, A14 and A15."""
        fee = owner if self.options.fee_per == "turn" else f"{owner}{self.number}"
        if fee in self.fees:
            return
        if self.cash >= FEE:
            self.cash -= FEE
            self.paid += (Posting(self.seat, owner, FEE, "use_fee"),)
        elif self.options.fee_when == "turn_end":
            self.debts += owner
        else:
            self.referee.refuse(
                "fee_short", "EB-58", seat=self.seat, cash=self.cash, owner=owner, fee=FEE
            )
        self.fees += (fee,)

    def fork(self) -> Conductor:
        """Return the same train at the same place, to try another way from here."""
        twin = object.__new__(Conductor)
        twin.__dict__.update(self.__dict__)
        return twin

    def arrive(self) -> Step:
        """Return the step of the whole way."""
        state = self.state
        train = state.trains[train_key(self.seat, self.number)]
        train = replace(train, at=self.at, came=self.came, used=self.used, slow_at=self.slow_at)
        after = with_train(state, self.seat, self.number, train)
        turn = replace(state.turn, acted=True, fees=self.fees, debts=self.debts)
        unsure = (Note("unsure_crossings", {"sections": self.unsure}),) if self.unsure else ()
        after = with_fees(replace(after, turn=turn), self.paid)
        return Step(after, self.paid, unchecked=unsure)


def in_force(state: State, effect: str, seat: str) -> list[InForce]:
    """Return the events of an effect that concern a seat."""
    return [
        one
        for one in state.events
        if one.event.effect == effect and (not one.event.seats or seat in one.event.seats)
    ]


def with_fees(state: State, paid: tuple[Posting, ...]) -> State:
    """Return the state with use fees paid, and counted for both sides."""
    if not paid:
        return state
    stats = dict(state.stats)
    for fee in paid:
        payer, owner = stats.get(fee.source, Stats()), stats.get(fee.target, Stats())
        stats[fee.source] = replace(payer, paid=payer.paid + fee.amount)
        stats[fee.target] = replace(owner, earned=owner.earned + fee.amount)
    return replace(state, money=post(state.money, paid), stats=stats)


def go(table: Table, state: State, seat: str, move: Go, referee: Referee) -> Step:
    """Return the step of running a train, or raise `IllegalMove`. Rules EB-49 to EB-58."""
    may_run(table, state, seat, referee)
    conductor = Conductor(table, state, seat, move.train, referee)
    path = move.path[1:] if move.path[0] == conductor.at and len(move.path) > 1 else move.path
    for to in path:
        conductor.step(to)
    return conductor.arrive()


def go_attested(table: Table, state: State, seat: str, move: GoAttested, referee: Referee) -> Step:
    """Return the step of a run by counts. Rules EB-12, EB-52, EB-57, EB-58; digest 2.1."""
    if table.options.attested == "refused":
        referee.refuse("attested_refused", "EB-49")
    may_run(table, state, seat, referee)
    conductor = Conductor(table, state, seat, move.train, referee)
    to = conductor.places.locate(move.to)
    if to not in conductor.places.dots:
        raise IllegalMove("off_map", "EB-49", place=move.to)
    for area in conductor.slows:
        if conductor.slow_at is None and (conductor.at in area or to in area):
            conductor.slow_at = conductor.used
    conductor.spend(move.steps)
    for owner in move.owners:
        if owner not in table.seats:
            raise IllegalMove("unknown_seat", "EB-30", seat=owner, seats=table.seats)
        if owner != seat:
            conductor.use(owner)
    conductor.came, conductor.at = "", to
    step = conductor.arrive()
    note = Note("unchecked_run", {"seat": seat, "rules": UNCHECKED_RUN})
    return replace(step, unchecked=(*step.unchecked, note))
