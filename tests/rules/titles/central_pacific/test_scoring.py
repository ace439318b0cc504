"""The final count: rails, cities, spike, ties, teams."""

from __future__ import annotations

import pytest

from scoring.tables.central_pacific import CityScore, LineScore, Sheet, SideScore, side_lines, tally
from tests.rules.titles.central_pacific.play import HOMES, TITLE, position, table


def side(rails: int = 0, cities: tuple[int, ...] = (), *, spike: bool = False) -> SideScore:
    lines = (LineScore(rails),) if rails else ()
    return SideScore(lines, tuple(CityScore(number) for number in cities), spike)


def test_points_are_told_line_by_line() -> None:
    score = SideScore((LineScore(5, "E1-E4"),), (CityScore(3, "E4"),), spike=True)
    assert [(line.item, line.count, line.points, line.rule) for line in side_lines(score)] == [
        ("rail", 5, 5, "CP-71"),
        ("city", 1, 3, "CP-72"),
        ("spike", 1, 10, "CP-73"),
    ]
    assert side_lines(score)[0].facts == {"where": "E1-E4"}


@pytest.mark.parametrize(
    ("sides", "ranks", "tie_break"),
    [
        ({"A": side(9), "B": side(8)}, {"A": 1, "B": 2}, ""),
        ({"A": side(18), "B": side(8, spike=True)}, {"A": 2, "B": 1}, "CP-74"),
        ({"A": side(8), "B": side(6, (2,))}, {"A": 1, "B": 1}, ""),
        ({"A": side(8), "B": side(8), "C": side(spike=True)}, {"A": 2, "B": 2, "C": 1}, ""),
        ({"A": side(10), "B": side(10), "C": side(spike=True)}, {"A": 2, "B": 2, "C": 1}, "CP-74"),
    ],
)
def test_ties_go_to_who_has_the_spike(
    sides: dict[str, SideScore], ranks: dict[str, int], tie_break: str
) -> None:
    count = tally(Sheet(sides))
    assert {seat.seat: seat.rank for seat in count.seats} == ranks
    assert count.tie_break == tie_break


def test_partners_share_score_and_place() -> None:
    count = tally(Sheet({"A": side(5), "B": side(4, spike=True)}, {"C": "A", "D": "B"}))
    assert {seat.seat: (seat.total, seat.rank) for seat in count.seats} == {
        "A": (5, 3),
        "B": (14, 1),
        "C": (5, 3),
        "D": (14, 1),
    }
    assert count.winners == ("B", "D")


def test_sheet_of_teams_names_the_partners() -> None:
    here, state = position(f"{HOMES} seats=ABCD", table(4, teams="on"))
    assert TITLE.sheet(here, state).partners == {"C": "A", "D": "B"}


TWO_LINES = (
    f"{HOMES} E2=S:NS E3=S:NS E4=@2:NESW D1=C:ES D2=S:NS D3=S:NS D4=C:NE E5=S:NS E6=S:NS E7=@3:N "
)


def sheet(text: str) -> Sheet:
    found: Sheet = TITLE.sheet(*position(text))
    return found


@pytest.mark.parametrize(
    ("trains", "rails", "cities"),
    [
        ("A!E2", {"A": 2, "B": 0}, {"A": 4, "B": 0}),
        ("A!E2 A!D1", {"A": 6, "B": 0}, {"A": 4, "B": 0}),
        ("A!E2 B!D1", {"A": 2, "B": 4}, {"A": 0, "B": 0}),
        ("", {"A": 0, "B": 0}, {"A": 0, "B": 0}),
    ],
)
def test_cities_score_for_who_alone_has_lines_there(
    trains: str, rails: dict[str, int], cities: dict[str, int]
) -> None:
    text = TWO_LINES.replace("E5=S:NS E6=S:NS E7=@3:N", "") + trains
    sides = sheet(text).sides
    assert {key: sum(line.rails for line in own.lines) for key, own in sides.items()} == rails
    assert {key: sum(city.number for city in own.cities) for key, own in sides.items()} == cities


def test_unfinished_turn_does_not_count_yet() -> None:
    """Its tiles count once the turn has ended and its lines are claimed."""
    plain = f"{HOMES} E2=T:NES E3=S:NS E4=@2:N A!E2"
    assert sheet(f"{plain} F2=S:EW G2=@2:W laid=F2,G2 hand=3") == sheet(plain)


def test_stubs_and_terrain_score_nothing() -> None:
    plain = f"{HOMES} E2=T:NES E3=S:NS E4=@2:N A!E2"
    assert sheet(f"{plain} F2=S:EW G2=S:EW H2=F") == sheet(plain)
