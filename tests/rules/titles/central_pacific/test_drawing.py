"""The board as a drawing: squares, tiles turned as they lie, owners, open ends, what trimming takes off."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.drawing import Piece, Tile
from games.titles.central_pacific.artwork import SYMBOLS, symbol_of
from games.titles.central_pacific.drawing import REACH, drawing, pieces, spoken
from games.titles.central_pacific.tiles import SQUARES, faces, read_tile, turned
from tests.rules.titles.central_pacific.play import HOMES, TWO, position

SPUR = f"{HOMES} E2=T:NES E3=S:NS E4=@2:NESW F2=S:EW A!E3"
KEYS = {symbol.key for symbol in SYMBOLS}


def drawn(text: str) -> tuple[dict[str, Tile], list[Tile], list[Piece]]:
    """Return the tiles by square, what is drawn over them, and the discs."""
    _, state = position(text)
    found = pieces(TWO, state)
    tiles = [one for one in found if isinstance(one, Tile)]
    kinds = {symbol for symbol in KEYS if symbol not in ("end", "off", "safe", "spike")}
    lie = {tile.place: tile for tile in tiles if tile.symbol in kinds}
    over = [tile for tile in tiles if tile.symbol not in kinds]
    return lie, over, [one for one in found if isinstance(one, Piece)]


def over(tiles: list[Tile], symbol: str) -> list[str]:
    """Return the squares over which a picture is drawn."""
    return [tile.place for tile in tiles if tile.symbol == symbol]


def test_board_has_every_square_once_and_names_on_all_edges() -> None:
    found = drawing(TWO, position(HOMES)[1])
    assert [place.key for place in found.places] == list(SQUARES)
    labels = sorted(text.text for place in found.places for text in place.texts)
    assert labels == sorted(
        ["ABCDEFGHIJ"[n] for n in range(10)] * 2 + [str(n) for n in range(1, 11)] * 2
    )
    for place in found.places:
        x, y = place.centre
        assert all((px - x) ** 2 + (py - y) ** 2 <= (REACH + 1) ** 2 for px, py in place.corners)
        assert all(0 < text.x < found.width and 0 < text.y < found.height for text in place.texts)


@pytest.mark.parametrize("tile", faces(), ids=lambda tile: tile.word)
def test_every_tile_has_a_picture_that_turns_to_where_it_lies(tile: Any) -> None:
    """A quarter turn of the tile is a quarter turn of its picture, for all that is not the same turned."""
    symbol, turn = symbol_of(tile)
    assert symbol in KEYS
    ends = turned(tile.ends)
    if ends != tile.ends:
        again = symbol_of(tile._replace(ends=ends))
        assert again[0] == symbol
        assert again[1] == turn + 1 or again[1] == 0


def test_tiles_have_the_owner_of_their_line_and_speak() -> None:
    tiles, _, discs = drawn(SPUR)
    assert (tiles["E2"].owner, tiles["F2"].owner, tiles["E4"].owner) == ("A", "A", "")
    assert (tiles["E4"].text, tiles["E1"].symbol, tiles["E1"].owner) == ("2", "home", "A")
    assert tiles["E2"].said == "tee north-east-south, line E1-E4"
    assert tiles["F2"].said == "straight east-west, line E1-E4, open to the east"
    assert [(disc.place, disc.owner, disc.dy) for disc in discs] == [
        ("E1", "A", -24),
        ("F10", "B", 24),
        ("E3", "A", 0),
    ]
    assert spoken(read_tile("X:NESW")) == "four-way"


def test_open_ends_safe_lines_and_needless_track_are_layers() -> None:
    _, told, _ = drawn(SPUR)
    assert {(tile.place, tile.turn) for tile in told if tile.symbol == "end"} == {("F2", 1)}
    assert over(told, "safe") == []
    assert [(t.place, t.classes) for t in told if t.symbol == "off"] == [("F2", ("layer-trim",))]
    _, closed, _ = drawn(f"{HOMES} E2=S:NS E3=S:NS E4=@2:NESW A!E3")
    assert over(closed, "safe") == ["E2"]


def test_spike_is_at_its_holders_home() -> None:
    _, told, _ = drawn(f"{HOMES} spike=B")
    assert over(told, "spike") == ["F10"]


def test_after_the_end_what_was_taken_off_is_drawn() -> None:
    """The spur is needless, D1 is loose, G2 is terrain; the line itself stays."""
    tiles, told, _ = drawn(f"{SPUR} D1=S:EW G2=F end=agreement")
    assert over(told, "off") == ["D1", "F2", "G2"]
    assert all(not tile.classes for tile in told if tile.symbol == "off")
    assert {square for square, tile in tiles.items() if "taken-up" in tile.classes} == {
        "D1",
        "F2",
        "G2",
    }
    assert "taken up at the end" in tiles["F2"].said
