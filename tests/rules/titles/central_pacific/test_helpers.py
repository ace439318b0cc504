"""Thinking ahead: where a tile fits, what lies between cities, whose line can be stolen."""

from __future__ import annotations

from games.titles.central_pacific import helpers
from games.titles.central_pacific.moves import Clear, Place
from games.titles.central_pacific.tiles import SQUARES, Tile, read_tile
from tests.rules.titles.central_pacific.play import HOMES, TWO, position

OPEN = f"{HOMES} E2=T:NES E3=S:NS E4=@2:NESW B!E2"


def test_fitting_rotations_come_first() -> None:
    _, state = position(f"{HOMES} E2=S:NS")
    found = helpers.fits(TWO, state, "A", "E3", "C")
    assert [(fit.tile.word, fit.problem is None) for fit in found] == [
        ("C:NE", True),
        ("C:NW", True),
        ("C:ES", False),
        ("C:SW", False),
    ]
    assert found[2].problem is not None
    assert found[2].problem.code == "NOT_CONNECTED"


def test_places_of_a_tile_include_clearings() -> None:
    _, state = position(f"{HOMES} E2=S:NS E3=F")
    found = helpers.where(TWO, state, "A", read_tile("S:NS"))
    assert Clear("E3", "S", "NS", 0, 2) in found
    assert Place("D1", "S", "EW") in found
    assert {laying.square for laying in found} == {"D1", "E3", "F1"}


def test_gap_between_cities() -> None:
    _, state = position(f"{HOMES} E2=S:NS E3=S:NS E4=S:NS E5=@3:NS E6=S:NS")
    assert helpers.gap(state, "E1", "E5") == helpers.Gap("E1", "E5", 3, 3)
    assert helpers.gap(state, "E1", "F10") == helpers.Gap("E1", "F10", None, 2)
    assert helpers.gaps(state) == (helpers.Gap("E1", "E5", 3, 3),)


def test_lines_are_told_with_open_ends_and_what_trimming_takes() -> None:
    _, state = position(f"{OPEN} F2=S:EW G2=F")
    (info,) = helpers.lines(TWO, state)
    assert (info.owner, info.line.name, info.safe) == ("B", "E1-E4", False)
    assert [SQUARES[rail] for rail in info.spare] == ["F2"]
    assert [(SQUARES[end.square], end.faces) for end in info.open_ends] == [("F2", "terrain")]


def test_closed_line_is_safe() -> None:
    _, state = position(f"{HOMES} E2=S:NS E3=S:NS E4=@2:NESW B!E2 spike=B")
    (info,) = helpers.lines(TWO, state)
    assert info.safe
    assert helpers.threats(TWO, state, "B") == ()


def test_line_with_an_open_end_can_be_stolen_after_the_spike() -> None:
    start = f"{HOMES} E2=S:NS E3=S:NS E4=@2:NESW E5=S:NS E6=T:NES E7=S:NS E8=@2:N B!E5"
    _, state = position(f"{start} spike=B")
    (threat,) = helpers.threats(TWO, state, "B")
    assert (threat.owner, threat.line.name, threat.square) == ("B", "E4-E8", "F6")
    assert threat.by.tile == "@"
    _, before = position(start)
    assert helpers.threats(TWO, before, "B") == ()
    assert helpers.threats(TWO, state, "A") == ()


def test_line_behind_terrain_can_be_stolen_by_clearing() -> None:
    start = f"{HOMES} E2=T:NES E3=S:NS E4=@2:NSW B!E2 F2=F F3=S:NS F4=@2:N spike=B"
    (threat,) = helpers.threats(TWO, position(start)[1], "B")
    assert (threat.line.name, threat.by) == ("E1-E4", Clear("F2", "C", "SW", 0, 2))


def test_changes_by_some_tiles_are_foreseen() -> None:
    _, state = position(f"{OPEN} spike=B")
    tiles = (Place("F2", "S", "EW"), Place("G2", "@", "W", 2))
    (change,) = helpers.changes_by(TWO, state, "A", tiles)
    assert (change.kind, change.line.name) == ("stolen", "E1-E4-G2")
    assert Tile("@", 8, 2).word == "@2:W"
