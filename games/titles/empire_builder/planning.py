"""What taps on the map come to: track to build, ways to run, loads to move, cities to start in."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.engine.drawing import Mark, Plan, Wish
from games.engine.errors import IllegalMove
from games.engine.title import Note, Table
from games.titles.empire_builder.board import section
from games.titles.empire_builder.building import plan_build
from games.titles.empire_builder.entry import forms
from games.titles.empire_builder.hauling import plan_act, plan_go
from games.titles.empire_builder.state import State, grid, train_key, train_numbers

_LOADING = ("go", "load", "deliver", "drop")


def plan(table: Table, state: State, seat: str, wish: Wish) -> Plan:
    """Return what the taps come to for the open form, or for what the turn begins with.

    Raises `IllegalMove` where the last tap can lead to nothing.
    """
    kinds = [form.kind for form in forms(table, state, seat) if form.blocked is None]
    mode = _mode(wish.form, kinds)
    if mode == "build":
        return plan_build(table, state, seat, [tap for tap in wish.taps if ":" not in tap])
    if mode == "go":
        number = _number(table, state, seat, wish)
        if wish.taps and ":" in wish.taps[-1]:
            return plan_act(table, state, seat, number, wish.taps)
        taps = [tap for tap in wish.taps if ":" not in tap and tap != "+"]
        return plan_go(table, state, seat, number, taps)
    if mode == "event" and wish.fields.get("effect") == "flood":
        return _pairs(table, state, wish.taps, "event", "over")
    other = _OTHERS.get(mode)
    return other(table, state, seat, wish.taps) if other is not None else Plan()


def _mode(form: str, kinds: Sequence[str]) -> str:
    """Return which plan the taps are for: the open form's, else that of what comes first in a turn."""
    if form in kinds and form in (*_OTHERS, "build"):
        return form
    if form in _LOADING and "go" in kinds:
        return "go"
    return next((kind for kind in ("place", "go", "build") if kind in kinds), "")


def _number(table: Table, state: State, seat: str, wish: Wish) -> int:
    """Return which train is meant: the one chosen in the form, if it stands on the map."""
    placed = [number for number in train_numbers(table) if state.trains[train_key(seat, number)].at]
    chosen = wish.fields.get("train", "")
    return next((number for number in placed if str(number) == chosen), placed[0])


def _place(table: Table, state: State, seat: str, taps: Sequence[str]) -> Plan:
    """Put a train down in the city tapped. Rule EB-48."""
    places = grid(table, state)
    if not taps:
        marks = tuple(Mark(sites[0], "legal") for sites in places.sites.values())
        return Plan(marks=marks, said=(Note("plan_place_where"),))
    place = taps[-1]
    if place not in places.city_at:
        raise IllegalMove("not_a_city", "EB-48", place=place)
    marks = (Mark(place, "chosen"),)
    said = (Note("plan_place", {"place": place}),)
    return Plan("place", {"at": place}, (place,), marks, said=said, ask=True)


# Forms that name mileposts


def _near(table: Table, state: State, seat: str, taps: Sequence[str]) -> Plan:
    """Name the mileposts that an event lies near; a second tap takes one off again. Rule EB-10."""
    named: list[str] = []
    for tap in _known(table, state, taps):
        if tap in named:
            named.remove(tap)
        else:
            named.append(tap)
    marks = tuple(Mark(place, "chosen") for place in named)
    fields = {"near": " ".join(named)} if taps else {}
    return Plan("event" if taps else "", fields, tuple(taps), marks)


def _milepost(table: Table, state: State, seat: str, taps: Sequence[str]) -> Plan:
    """Name the milepost to chart."""
    found = _known(table, state, taps[-1:])
    if not found:
        return Plan()
    return Plan("chart_milepost", {"place": found[0]}, found, (Mark(found[0], "chosen"),))


def _section(table: Table, state: State, seat: str, taps: Sequence[str]) -> Plan:
    """Name the section to chart by its two mileposts."""
    found = _known(table, state, taps[-2:])
    marks = tuple(Mark(place, "chosen") for place in found)
    if len(found) < 2:
        return Plan("chart_section" if found else "", {}, found, marks)
    if grid(table, state).link(*found) is None:
        raise IllegalMove("not_neighbours", "EB-34", a=found[0], b=found[1])
    return Plan("chart_section", {"section": section(*found)}, found, marks, (found,))


def _bought(table: Table, state: State, seat: str, taps: Sequence[str]) -> Plan:
    """Name the sections to buy, each by its two mileposts. Rule EB-65."""
    return _pairs(table, state, taps, "buy_track", "sections")


def _pairs(table: Table, state: State, taps: Sequence[str], form: str, field: str) -> Plan:
    """Name sections by two taps each, such as the crossings of a river in flood. Rule EB-13."""
    found = _known(table, state, taps)
    pairs = [(a, b) for a, b in zip(found[::2], found[1::2], strict=False)]
    for a, b in pairs:
        if grid(table, state).link(a, b) is None:
            raise IllegalMove("not_neighbours", "EB-34", a=a, b=b)
    named = dict.fromkeys(section(a, b) for a, b in pairs)
    marks = tuple(Mark(place, "chosen") for place in dict.fromkeys(found))
    fields = {field: " ".join(named)} if found else {}
    return Plan(form if found else "", fields, found, marks, tuple(pairs))


def _whither(table: Table, state: State, seat: str, taps: Sequence[str]) -> Plan:
    """Name where a train goes by counts."""
    found = _known(table, state, taps[-1:])
    if not found:
        return Plan()
    return Plan("go_attested", {"to": found[0]}, found, (Mark(found[0], "chosen"),))


def _known(table: Table, state: State, taps: Sequence[str]) -> tuple[str, ...]:
    dots = grid(table, state).dots
    for tap in taps:
        if tap not in dots:
            raise IllegalMove("off_map", "EB-34", place=tap)
    return tuple(taps)


_OTHERS: dict[str, Callable[[Table, State, str, Sequence[str]], Plan]] = {
    "place": _place,
    "event": _near,
    "chart_milepost": _milepost,
    "chart_section": _section,
    "go_attested": _whither,
    "buy_track": _bought,
}
