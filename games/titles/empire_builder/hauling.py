"""Planning trains: where one can go and by which way, and what it can load and deliver where it stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.engine.drawing import Mark, Offer, Plan
from games.engine.errors import Fact, IllegalMove, Refusal
from games.engine.referee import Referee
from games.engine.title import Note, Table
from games.titles.empire_builder.moves import Deliver, Drop, Go, Load
from games.titles.empire_builder.routes import RunWay, reach, runs
from games.titles.empire_builder.rules import apply
from games.titles.empire_builder.running import Conductor
from games.titles.empire_builder.state import State, grid, train_key, train_numbers

MOST_VIAS = 12
MOST_ACTS = 8
"""Taps by way of which a train is led, and acts that are offered at once."""


def plan_go(table: Table, state: State, seat: str, number: int, taps: Sequence[str]) -> Plan:
    """Return the way of a train by way of each tap: movement, fees, where it may turn, what it brings.

    Raises `IllegalMove` where no track leads to the last tap. Rules EB-49 to EB-58.
    """
    train = state.trains[train_key(seat, number)]
    points = [tap for before, tap in zip((train.at, *taps), taps, strict=False) if tap != before]
    if not points:
        return _standing(table, state, seat, number)
    trial, way = state, list[str]()
    for point in points[:-1][:MOST_VIAS]:
        found = _ways(table, trial, seat, number, point)[0].path[1:]
        trial = apply(table, trial, seat, Go(found, number)).state
        way += found
    ways = _ways(table, trial, seat, number, points[-1])
    best = next((one for one in ways if one.within), ways[0])
    done, stop = _as_far(table, state, seat, number, (*way, *best.path[1:]))
    if not done and stop is not None:
        raise stop
    others = [one for one in ways if one is not best]
    offers = [_offer(table, state, seat, number, way, other) for other in others]
    later = tuple(Mark(place, "other") for place in (*way, *best.path[1:])[len(done) :])
    return Plan(
        "go",
        _fields(table, number, path=" ".join(done)),
        tuple(taps),
        (*_marks(table, state, seat, train.at, done), *later),
        ((train.at, *done),),
        tuple(_said(table, state, seat, number, done, len(way) + best.steps)),
        tuple(offer for offer in offers if offer is not None),
        ask=True,
    )


def _ways(table: Table, state: State, seat: str, number: int, goal: str) -> tuple[RunWay, ...]:
    places = grid(table, state)
    if goal not in places.dots:
        raise IllegalMove("off_map", "EB-49", place=goal)
    ways = [one for one in runs(table, state, seat, number, goal) if one.steps]
    if not ways:
        at = state.trains[train_key(seat, number)].at
        raise IllegalMove("no_way_to_run", "EB-49", a=at, b=goal)
    return tuple(ways)


def _as_far(
    table: Table, state: State, seat: str, number: int, path: tuple[str, ...]
) -> tuple[tuple[str, ...], Refusal | None]:
    """Return as much of a way as the turn allows, and what stops the train there."""
    conductor = Conductor(table, state, seat, number, Referee(frozenset(), frozenset()))
    for count, to in enumerate(path):
        try:
            conductor.step(to)
        except IllegalMove as refusal:
            return path[:count], refusal
    return path, None


def _fields(table: Table, number: int, **fields: str) -> dict[str, str]:
    return fields if len(train_numbers(table)) == 1 else {**fields, "train": str(number)}


def _marks(table: Table, state: State, seat: str, at: str, done: tuple[str, ...]) -> Iterator[Mark]:
    places = grid(table, state)
    yield Mark(at, "from")
    for place in done[:-1]:
        if place in places.city_at:
            yield Mark(place, "legal", Note("plan_turn"))
    yield Mark(done[-1], "chosen")


def _said(
    table: Table, state: State, seat: str, number: int, done: tuple[str, ...], whole: int
) -> Iterator[Note]:
    """Yield what a way takes and brings: mileposts, fees, payoffs, and where the train may turn."""
    step = apply(table, state, seat, Go(done, number))
    train = step.state.trains[train_key(seat, number)]
    used = train.used - state.trains[train_key(seat, number)].used
    left = Conductor(table, step.state, seat, number, Referee(frozenset(), frozenset()))
    facts: dict[str, Fact] = {"steps": used, "to": done[-1], "left": left.allowance() - train.used}
    yield Note("plan_go" if len(done) == whole else "plan_go_part", {**facts, "whole": whole})
    owners = tuple(posting.target for posting in step.postings)
    if owners:
        fees = sum(posting.amount for posting in step.postings)
        yield Note("plan_fees", {"fees": fees, "owners": owners})
    places = grid(table, state)
    turns = tuple(dict.fromkeys(place for place in done if place in places.city_at))
    if turns:
        yield Note("plan_turns", {"places": turns})
    for good, payoff in payoffs(table, step.state, seat, number):
        yield Note("plan_pays", {"good": good, "payoff": payoff})


def payoffs(table: Table, state: State, seat: str, number: int) -> Iterator[tuple[str, int]]:
    """Yield the loads of a train that are demanded where it stands, with the best payoff of each."""
    train = state.trains[train_key(seat, number)]
    city = grid(table, state).city_at.get(train.at)
    for good in dict.fromkeys(train.loads):
        found = [
            demand.payoff
            for card in state.hands[seat]
            for demand in card.demands
            if city is not None and (demand.good, demand.city) == (good, city.key)
        ]
        if found:
            yield good, max(found)


def _offer(
    table: Table, state: State, seat: str, number: int, way: list[str], other: RunWay
) -> Offer | None:
    """Return another way as a button, if the turn allows any of it."""
    at = state.trains[train_key(seat, number)].at
    done, _ = _as_far(table, state, seat, number, (*way, *other.path[1:]))
    if not done:
        return None
    facts: dict[str, Fact] = {
        "steps": len(way) + other.steps,
        "fees": other.fees,
        "owners": tuple(other.owners),
    }
    label = Note("plan_other_fees" if other.owners else "plan_other", facts)
    marks = tuple(_marks(table, state, seat, at, done))
    return Offer(label, _fields(table, number, path=" ".join(done)), marks, ((at, *done),))


# Where the train stands


def _standing(table: Table, state: State, seat: str, number: int) -> Plan:
    """Return where a train can go, and what it can do where it stands, best first."""
    train = state.trains[train_key(seat, number)]
    places = grid(table, state)
    ways = reach(table, state, seat, number)
    wanted = {(demand.good, demand.city) for card in state.hands[seat] for demand in card.demands}
    marks = [Mark(train.at, "from")]
    for place, way in ways.items():
        city = places.city_at.get(place)
        if city is None or (city.size == "major" and not places.dots[place].centre):
            continue
        pays = any((good, city.key) in wanted for good in train.loads)
        note = Note("plan_steps", {"steps": len(way)})
        marks.append(Mark(place, "longest" if pays else "legal", note))
    conductor = Conductor(table, state, seat, number, Referee(frozenset(), frozenset()))
    left = max(0, conductor.allowance() - train.used)
    acts = list(_acts(table, state, seat, number))[:MOST_ACTS]
    offers = tuple(Offer(label, taps=(train.at, tap)) for tap, label in acts)
    code = "plan_here" if acts else "plan_where"
    said = (Note(code, {"place": train.at, "left": left}),)
    return Plan(marks=tuple(marks), said=said, offers=offers)


def _acts(table: Table, state: State, seat: str, number: int) -> Iterator[tuple[str, Note]]:
    """Yield what a train can do where it stands, as the tap that stands for it and its words.

    Deliveries first, then loads that a card in the hand demands. Rules EB-45, EB-47 and EB-59.
    """
    train = state.trains[train_key(seat, number)]
    city = grid(table, state).city_at.get(train.at)
    if city is None:
        return
    tries: list[tuple[str, Note, Deliver | Load | Drop]] = []
    demands = [(one, card.number) for card in state.hands[seat] for one in card.demands]
    for demand, card in sorted(demands, key=lambda one: -one[0].payoff):
        if demand.city == city.key and demand.good in train.loads:
            label = Note("button_deliver", {"good": demand.good, "payoff": demand.payoff})
            move = Deliver(demand.good, card, number)
            tries.append((f"deliver:{demand.good}:{card}", label, move))
    best = dict.fromkeys((*city.goods, *state.left.get(city.key, ())), 0)
    for demand, _ in demands:
        if demand.good in best:
            best[demand.good] = max(best[demand.good], demand.payoff)
    for good in sorted(best, key=lambda one: -best[one]):
        code = "plan_load_for" if best[good] else "button_load"
        label = Note(code, {"good": good, "payoff": best[good]})
        tries.append((f"load:{good}", label, Load(good, number)))
    for good in dict.fromkeys(train.loads):
        tries.append((f"drop:{good}", Note("button_drop", {"good": good}), Drop(good, number)))
    for tap, label, act in tries:
        try:
            apply(table, state, seat, act)
        except Refusal:
            continue
        yield tap, label


def plan_act(table: Table, state: State, seat: str, number: int, taps: Sequence[str]) -> Plan:
    """Return the form of an act that was offered, filled in; where it is no longer, what there is."""
    train = state.trains[train_key(seat, number)]
    tap = taps[-1]
    if tap not in (one for one, _ in _acts(table, state, seat, number)):
        return _standing(table, state, seat, number)
    kind, good, *card = tap.split(":")
    fields = {"good": good} | ({"card": card[0]} if card else {})
    marks = (Mark(train.at, "from"),)
    return Plan(kind, _fields(table, number, **fields), (train.at, tap), marks, ask=True)
