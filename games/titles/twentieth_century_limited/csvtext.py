"""A map and its cards as a table of text: one node, line or card a row."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.codec import convert
from games.engine.errors import Fault
from games.titles.twentieth_century_limited.board import Board, is_city, line_id

HEADS = ("what", "key", "name", "x", "y", "quarter", "figure", "cities")
"""`what` is node, line, company, company+, regional, regional+ (+: with four or five players) or board;
`figure` a Company's points or a Regional's Era."""

MOST_ROWS = 5000
_DECKS = {
    "company": ("company_cards", "value"),
    "company+": ("company_cards_extra", "value"),
    "regional": ("regional_cards", "era"),
    "regional+": ("regional_cards_extra", "era"),
}


def read_csv(text: str, name: str = "") -> Board:
    """Return the board read from a table, its columns in any order, or raise `Fault` with the rows.

    Lines are named by their ends; nodes that only lines name are there too. Bonus cards come as JSON.
    """
    try:
        plain = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        lines = [f"{line}\n" for line in plain.split("\n")]
        table = list(csv.reader(lines, delimiter=_sign(text)))
    except csv.Error as error:
        raise Fault.one("", f"This is not a table: {error}.") from None
    heads = [head.strip().lower() for head in table[0]] if table else []
    if "what" not in heads or len(table) > MOST_ROWS:
        raise Fault.one("", f"The first row names the columns: {', '.join(HEADS)}.")
    data: dict[str, Any] = {
        "format": 1,
        "title": "twentieth_century_limited",
        "id": "chart",
        "name": name or "Chart",
        "nodes": {},
        "lines": {},
        **{deck: [] for deck, _ in _DECKS.values()},
    }
    for number, row in enumerate(table[1:], 2):
        values = {head: cell.strip() for head, cell in zip(heads, row, strict=False)}
        if any(values.values()):
            _take(data, values, f"row {number}")
    data |= {"nodes": list(data["nodes"].values()), "lines": list(data["lines"].values())}
    board: Board = convert(data, Board)
    return board


def _sign(text: str) -> str:
    first = text.partition("\n")[0]
    return max(",;\t", key=first.count)


def _take(data: dict[str, Any], values: Mapping[str, str], path: str) -> None:
    what, key = values.get("what", "").lower(), values.get("key", "")
    if what == "board":
        data["name"] = values.get("name") or data["name"]
        data["complete"] = values.get("figure") == "complete"
    elif what == "node":
        data["nodes"][key] = _node(key, values, path)
    elif what == "line":
        name = line_id(key)
        if name is None:
            raise Fault.one(path, f"{key[:40]} is no line: name its two ends, such as CHI-a.")
        a, b = name.partition("#")[0].split("-")
        data["lines"][name] = {"id": name, "a": a, "b": b}
        for end in (a, b):
            data["nodes"].setdefault(end, _node(end, {}, path))
    elif what in _DECKS:
        deck, figure = _DECKS[what]
        cities = values.get("cities", "").replace(",", " ").split()
        card = {"id": key, "name": values.get("name", ""), "cities": cities}
        data[deck].append(card | {figure: _number(values.get("figure", ""), path)})
    else:
        raise Fault.one(path, "A row is a node, line, company, regional or the board.")


def _node(key: str, values: Mapping[str, str], path: str) -> dict[str, Any]:
    found: dict[str, Any] = {"id": key, "kind": "city" if is_city(key) else "junction"}
    found |= {name: values[name] for name in ("name", "quarter") if values.get(name)}
    return found | {name: _number(values[name], path) for name in ("x", "y") if values.get(name)}


def _number(text: str, path: str) -> int:
    tidy = text.replace("−", "-")
    if not tidy.removeprefix("-").isdecimal() or not tidy.isascii() or len(tidy) > 6:
        raise Fault.one(path, f"{text[:20] or 'nothing'} is not a whole number.")
    return int(tidy)


class _Written(list[str]):
    """Rows as they are written: all that the writer asks of a file."""

    write = list.append


def write_csv(board: Board) -> str:
    """Return a board as a table; `read_csv` returns the same map and cards."""
    written = _Written()
    table = csv.writer(written, lineterminator="\r\n")
    table.writerow(HEADS)
    whole = "complete" if board.complete else ""
    rows: list[Sequence[object]] = [("board", "", board.name, "", "", "", whole, "")]
    for node in board.nodes:
        x, y = ("" if one is None else one for one in (node.x, node.y))
        rows.append(("node", node.id, node.name, x, y, node.quarter, "", ""))
    rows += [("line", line.id, "", "", "", "", "", "") for line in board.lines]
    for what, (deck, figure) in _DECKS.items():
        for card in getattr(board, deck):
            cities = " ".join(card.cities)
            rows.append((what, card.id, card.name, "", "", "", getattr(card, figure), cities))
    table.writerows(rows)
    return "".join(written)
