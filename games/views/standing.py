"""What stands on a board: tokens, track and tiles, as the page's script and the list take them."""

from __future__ import annotations

from typing import Any

from games.engine.dots import path_of
from games.engine.drawing import Piece, Standing, Stroke, Tile
from games.queries import View
from games.views.worded import Token, Wording


def standing(view: View) -> tuple[Standing, ...]:
    """Return everything that stands on the board."""
    show = view.title.pieces
    return show(view.table, view.state) if show is not None and view.state is not None else ()


def owners(view: View) -> tuple[str, ...]:
    """Return whoever has something on the board, once each."""
    return tuple(dict.fromkeys(one.owner for one in standing(view) if one.owner))


def data_of(view: View) -> dict[str, Any]:
    """Return it as plain data for the script, as short as can be.

    `owners` by key: letter, pattern, name, colour class and whether it is a seat; then pieces as
    (place, owner, dx, dy, alone, letter if not the owner's, said, tag if any), strokes as (owner,
    pattern, kind, path), tiles as (place, symbol, turn, owner, pattern, text, said, classes, dx
    and dy if any).
    """
    words = Wording(view)
    found: dict[str, list[Any]] = {}
    pieces: list[list[Any]] = []
    strokes: list[list[Any]] = []
    tiles: list[list[Any]] = []
    for one in standing(view):
        if one.owner and one.owner not in found:
            token = words.owner_token(one.owner)
            letter = one.letter if isinstance(one, Piece) and token.square else token.letter
            colour = token.colour if token.colour.isalpha() else ""
            found[one.owner] = [
                letter,
                one.pattern,
                words.owner(one.owner),
                colour,
                int(not token.square),
            ]
        match one:
            case Piece():
                letter = "" if one.letter == found[one.owner][0] else one.letter
                said = said_of(words, one)
                row = [one.place, one.owner, one.dx, one.dy, int(one.alone), letter, said]
                pieces.append([*row, one.tag] if one.tag else row)
            case Stroke():
                strokes.append([one.owner, one.pattern, one.kind, path_of(one.lines)])
            case Tile():
                tiles.append(row_of(one))
    return {"owners": found, "pieces": pieces, "strokes": strokes, "tiles": tiles}


def row_of(tile: Tile) -> list[Any]:
    """Return a tile as the script takes it; where it stands off the centre only if it does."""
    row = [
        tile.place,
        tile.symbol,
        tile.turn,
        tile.owner,
        tile.pattern,
        tile.text,
        tile.said,
        " ".join(tile.classes),
    ]
    return [*row, tile.dx, tile.dy] if tile.dx or tile.dy else row


def said_of(words: Wording, one: Piece | Tile) -> str:
    """Return what is said of a piece or tile; `{owner}` stands for whose it is."""
    return one.said.replace("{owner}", words.owner(one.owner)) if one.owner else one.said


def here(view: View) -> dict[str, list[Token]]:
    """Return whose pieces and tiles stand at each place."""
    words = Wording(view)
    found: dict[str, list[Token]] = {}
    for one in standing(view):
        if not isinstance(one, Stroke) and one.owner:
            found.setdefault(one.place, []).append(words.owner_token(one.owner))
    return found


def said(view: View) -> dict[str, list[str]]:
    """Return what is said of each place because of what stands there."""
    words = Wording(view)
    found: dict[str, list[str]] = {}
    for one in standing(view):
        if not isinstance(one, Stroke) and one.said:
            found.setdefault(one.place, []).append(said_of(words, one))
    return found
