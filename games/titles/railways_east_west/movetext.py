"""Moves as one line of text. Digest 4.1.

`A link CHI-STL o,w,m+ [2t] [part] [pe] [grant] [tunnel] [bonds=k]`: pieces o open, w water, m mountain,
+ a ridge, `o*5` five of them, `x7` a piece at a price of 7; `5/14` five pieces for 14 in all, nothing
for those the board suggests. Without `bonds` none are issued, `bonds=auto` issues as many as needed.
`A upgrade [to=6] [coal] [used] [bonds=k]`, `A urbanize TOL black [rb] [bonds=k]`, `A deliver b
CHI>STL>KCY@B` (`@B`: over B's link into KCY), `A settler CHI>...>OMA [cubes=rb]`, `A raw SFO>...>CHI
[bonus=pts]`, `A take grant`, `A take growth CHI [rb]`, `A take industry TOL black [rb]`, `A pass`,
`A skip`, `A buyback 2`, `A repay repay=1 discard=2`, `A increase CHI r`, `A income [12]`, `A transition
repay=2 discard=3 [baron=5]`, `A baron west=7 east=4`.
Acts of the table have no seat: `cards grant,hotel:NYC [out]`, `event convention`, `fill SFO kn`, `income`,
`finish`, `chart_city DEN blue 3 [region=W coast=W name=Denver]`, `chart_income 12 9`, `chart_bounty JAX 3`,
`chart_figure bond 5`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from games.engine.codec import convert
from games.engine.errors import Fault, NotationError
from games.engine.title import Table
from games.titles.railways_east_west.board import MOST_PIECES, PIECE_TEXT
from games.titles.railways_east_west.moves import (
    AS_NEEDED,
    Barons,
    Buyback,
    ChartBounty,
    ChartCity,
    ChartFigure,
    ChartIncome,
    Deal,
    Deliver,
    Fill,
    Income,
    Increase,
    Link,
    Move,
    PlayEvent,
    Raw,
    Settle,
    Settler,
    Take,
    Transition,
    Upgrade,
    Urbanize,
)
from games.titles.railways_east_west.reading import (
    Codes,
    cities_of,
    ends_of,
    engine_of,
    engine_text,
    number,
    tidy,
)
from games.titles.railways_east_west.state import State

Words = Sequence[str]
Data = dict[str, object]

_ATTESTED = re.compile(r"([0-9]{1,2})/([0-9]{1,3})")
_TIMES = re.compile(r"(.+)\*([0-9]{1,2})")
_CUBES = re.compile(r"[rbkypn]{1,9}")


def parse_move(table: Table, state: State, text: str) -> tuple[str, Move]:
    """Return (seat, move) read from one line, or raise `NotationError`. Digest 4.1."""
    tidied = tidy(text)
    match = re.fullmatch(r"(?:([A-Z])(?:: ?| ))?(.*)", tidied)
    seat, rest = (match[1] or "", match[2]) if match else ("", tidied)
    verb, *words = rest.split() or [""]
    reader = READERS.get(verb)
    if reader is None:
        raise NotationError(text[:40], f"a move: {', '.join(READERS)}")
    codes = cities_of(table.board, state.charted)
    try:
        move: Move = convert(reader(words, codes), Move)
    except Fault as fault:
        raise NotationError(text[:60], str(fault)) from None
    return seat, move


def _parted(words: Words, flags: Mapping[str, str], keys: Words) -> tuple[list[str], Data]:
    """Return the plain words, and what flags and `key=value` words say."""
    plain, found = [], dict[str, object]()
    for word in words:
        key, sign, value = word.partition("=")
        if word in flags:
            key, sign, value = flags[word], "=", "1"
        elif not sign:
            plain.append(word)
            continue
        elif key not in keys:
            raise NotationError(word[:40], f"only {', '.join((*flags, *keys)) or 'no more'}")
        if key in found:
            raise NotationError(word[:40], "each word once")
        found[key] = True if word in flags else value
    return plain, found


def _counted(plain: Words, low: int, high: int, expected: str) -> Words:
    if not low <= len(plain) <= high:
        raise NotationError(" ".join(plain)[:40], expected)
    return plain


def _bonds(found: Data) -> int:
    told = str(found.pop("bonds", "0"))
    return AS_NEEDED if told == "auto" else number(told, "bonds=2 or bonds=auto")


LINK_FLAGS = {
    "2t": "two_turns",
    "part": "part",
    "pe": "perfect",
    "grant": "grant",
    "tunnel": "tunnel",
}


def _link(words: Words, codes: Codes) -> Data:
    plain, found = _parted(words, LINK_FLAGS, ("bonds",))
    ends, *told = _counted(plain, 1, 2, "link CHI-STL o,o,w")
    a, b = ends_of(ends, codes)
    data: Data = {"kind": "link", "a": a, "b": b, "bonds": _bonds(found), **found}
    if not told:
        return data
    match = _ATTESTED.fullmatch(told[0])
    if match is not None:
        return data | {"count": int(match[1]), "total": int(match[2])}
    return data | {"pieces": _pieces(told[0])}


def _pieces(text: str) -> list[str]:
    found: list[str] = []
    for word in text.split(","):
        match = _TIMES.fullmatch(word)
        piece, times = (match[1], int(match[2])) if match else (word, 1)
        if not PIECE_TEXT.fullmatch(piece) or not times:
            raise NotationError(word[:40], "pieces such as o,w,m,m+ or o*5")
        found += [piece] * times
    if len(found) > MOST_PIECES:
        raise NotationError(text[:40], f"at most {MOST_PIECES} pieces")
    return found


def _upgrade(words: Words, codes: Codes) -> Data:
    plain, found = _parted(words, {"coal": "coal", "used": "used"}, ("bonds", "to"))
    _counted(plain, 0, 0, "upgrade to=6")
    to = found.pop("to", None)
    data: Data = {"kind": "upgrade", "bonds": _bonds(found), **found}
    return data | ({"to": engine_of(str(to))} if to is not None else {})


def _route(text: str, codes: Codes) -> list[str]:
    found = []
    for hop in text.split(">"):
        city, sign, owner = hop.partition("@")
        found.append(f"{codes(city)}{sign}{owner}")
    return found


def _deliver(words: Words, codes: Codes) -> Data:
    cube, route = _counted(_parted(words, {}, ())[0], 2, 2, "deliver b CHI>STL")
    return {"kind": "deliver", "cube": cube, "route": _route(route, codes)}


def _settler(words: Words, codes: Codes) -> Data:
    plain, found = _parted(words, {}, ("cubes",))
    (route,) = _counted(plain, 1, 1, "settler CHI>STL>KCY>OMA")
    return {"kind": "settler", "route": _route(route, codes), **found}


def _raw(words: Words, codes: Codes) -> Data:
    plain, found = _parted(words, {}, ("bonus",))
    (route,) = _counted(plain, 1, 1, "raw SFO>RNO>SLC>DEN>OMA>CHI bonus=pts")
    return {"kind": "raw", "route": _route(route, codes), **found}


def _urbanize(words: Words, codes: Codes) -> Data:
    plain, found = _parted(words, {}, ("bonds", "cubes"))
    plain = list(_counted(plain, 2, 3, "urbanize TOL black"))
    data: Data = {"kind": "urbanize", "city": codes(plain[0]), "colour": plain[1]}
    return data | {"cubes": _cubes(plain[2:]), "bonds": _bonds(found), **found}


def _cubes(words: Words) -> str:
    text = words[0] if words else ""
    if text and not _CUBES.fullmatch(text):
        raise NotationError(text[:20], "cubes such as rbk, n for raw materials")
    return text


def _take(words: Words, codes: Codes) -> Data:
    plain, found = _parted(words, {}, ("cubes", "colour"))
    card, *rest = _counted(plain, 1, 4, "take grant, take growth CHI")
    name, sign, city = card.partition(":")
    data: Data = {"kind": "take", "card": f"{name}:{codes(city)}" if sign else card, **found}
    if rest and _CUBES.fullmatch(rest[-1]):
        data["cubes"] = rest.pop()
    if rest:
        data["city"] = codes(rest[0])
    return data | ({"colour": rest[1]} if rest[1:] else {})


def _bare(kind: str) -> Callable[[Words, Codes], Data]:
    def read(words: Words, codes: Codes) -> Data:
        _counted(words, 0, 0, "nothing more")
        return {"kind": kind}

    return read


def _numbered(kind: str, *keys: str) -> Callable[[Words, Codes], Data]:
    """Return what reads a move of `key=value` words with numbers."""

    def read(words: Words, codes: Codes) -> Data:
        plain, found = _parted(words, {}, keys)
        _counted(plain, 0, 0, ", ".join(f"{key}=1" for key in keys))
        return {"kind": kind, **{key: number(str(value)) for key, value in found.items()}}

    return read


def _buyback(words: Words, codes: Codes) -> Data:
    (count,) = _counted(words, 1, 1, "buyback 2")
    return {"kind": "buyback", "count": number(count)}


def _income(words: Words, codes: Codes) -> Data:
    _counted(words, 0, 1, "income, or income 12")
    return {"kind": "income", **({"amount": number(words[0])} if words else {})}


def _increase(words: Words, codes: Codes) -> Data:
    city, cube = _counted(words, 2, 2, "increase CHI r")
    return {"kind": "increase", "city": codes(city), "cube": cube}


def _cards(words: Words, codes: Codes) -> Data:
    plain, found = _parted(words, {"out": "out"}, ())
    names = [name for word in plain for name in word.split(",") if name]
    cards = []
    for card in names:
        name, sign, city = card.partition(":")
        cards.append(f"{name}:{codes(city)}" if sign else card)
    return {"kind": "cards", "cards": cards, **found}


def _event(words: Words, codes: Codes) -> Data:
    (event,) = _counted(words, 1, 1, "event convention")
    return {"kind": "event", "event": event}


def _fill(words: Words, codes: Codes) -> Data:
    city, *cubes = _counted(words, 1, 2, "fill SFO kn")
    return {"kind": "fill", "city": codes(city), "cubes": _cubes(cubes)}


def _chart_city(words: Words, codes: Codes) -> Data:
    plain, found = _parted(words, {}, ("region", "coast", "name"))
    city, colour, value = _counted(plain, 3, 3, "chart_city DEN blue 3")
    if "name" in found:
        found["name"] = str(found["name"]).replace("_", " ")
    data: Data = {"kind": "chart_city", "city": codes(city), "colour": colour}
    return data | {"value": number(value), **found}


def _chart_income(words: Words, codes: Codes) -> Data:
    points, income = _counted(words, 2, 2, "chart_income 12 9")
    return {"kind": "chart_income", "points": number(points), "income": number(income)}


def _chart_bounty(words: Words, codes: Codes) -> Data:
    city, points = _counted(words, 2, 2, "chart_bounty JAX 3")
    return {"kind": "chart_bounty", "city": codes(city), "points": number(points)}


def _chart_figure(words: Words, codes: Codes) -> Data:
    figure, amount = _counted(words, 2, 2, "chart_figure bond 5")
    return {"kind": "chart_figure", "figure": figure, "amount": number(amount)}


READERS: Mapping[str, Callable[[Words, Codes], Data]] = {
    "link": _link,
    "upgrade": _upgrade,
    "deliver": _deliver,
    "settler": _settler,
    "raw": _raw,
    "urbanize": _urbanize,
    "take": _take,
    "card": _take,
    "pass": _bare("pass"),
    "skip": _bare("skip"),
    "buyback": _buyback,
    "repay": _numbered("repay", "repay", "discard"),
    "increase": _increase,
    "cards": _cards,
    "event": _event,
    "fill": _fill,
    "income": _income,
    "transition": _numbered("transition", "repay", "discard", "baron"),
    "baron": _numbered("baron", "west", "east"),
    "finish": _bare("finish"),
    "chart_city": _chart_city,
    "chart_income": _chart_income,
    "chart_bounty": _chart_bounty,
    "chart_figure": _chart_figure,
}


# Writing


def format_move(table: Table, seat: str, move: Move) -> str:
    """Return a move as one line; `parse_move` returns the same move. Digest 4.1."""
    words = [seat, tag_of(move), *_words(move)]
    return " ".join(filter(None, words))


def tag_of(move: Move) -> str:
    """Return the kind of a move."""
    return str(type(move).__struct_config__.tag)


def _bonds_text(bonds: int) -> str:
    return "bonds=auto" if bonds == AS_NEEDED else f"bonds={bonds}" if bonds else ""


def _words(move: Move) -> Sequence[str]:
    match move:
        case Link():
            flags = (word for word, name in LINK_FLAGS.items() if getattr(move, name))
            return f"{move.a}-{move.b}", _pieces_text(move), *flags, _bonds_text(move.bonds)
        case Upgrade():
            to = f"to={engine_text(move.to)}" if move.to else ""
            flags = (word for word in ("coal", "used") if getattr(move, word))
            return to, *flags, _bonds_text(move.bonds)
        case Deliver() | Settler() | Raw():
            return _delivery_words(move)
        case Urbanize():
            return move.city, move.colour, move.cubes, _bonds_text(move.bonds)
        case Take():
            colour = move.colour if move.city else _keyed("colour", move.colour)
            return move.card, move.city, colour, _keyed("cubes", move.cubes)
        case Deal():
            return ",".join(move.cards), "out" if move.out else ""
        case _:
            return _short_words(move)


def _pieces_text(move: Link) -> str:
    if not move.pieces:
        return f"{move.count}/{move.total}" if move.count else ""
    runs = ((piece, len(list(run))) for piece, run in groupby(move.pieces))
    return ",".join(f"{piece}*{times}" if times > 1 else piece for piece, times in runs)


def _delivery_words(move: Deliver | Settler | Raw) -> Sequence[str]:
    route = ">".join(move.route)
    if isinstance(move, Deliver):
        return move.cube, route
    if isinstance(move, Settler):
        return route, _keyed("cubes", move.cubes)
    return route, _keyed("bonus", move.bonus)


def _keyed(key: str, value: object) -> str:
    return f"{key}={value}" if value not in ("", 0, None) else ""


def _short_words(move: Move) -> Sequence[str]:
    match move:
        case Buyback():
            return (str(move.count),)
        case Settle():
            return _keyed("repay", move.repay), _keyed("discard", move.discard)
        case Transition():
            settled = _keyed("repay", move.repay), _keyed("discard", move.discard)
            return *settled, _keyed("baron", move.baron)
        case Barons():
            return _keyed("west", move.west), _keyed("east", move.east)
        case Increase():
            return move.city, move.cube
        case PlayEvent():
            return (move.event,)
        case Fill():
            return move.city, move.cubes
        case Income():
            return (str(move.amount),) if move.amount >= 0 else ()
        case _:
            return _chart_words(move)


def _chart_words(move: Move) -> Sequence[str]:
    match move:
        case ChartCity():
            region = _keyed("region", move.region) if move.region != "W" else ""
            name = _keyed("name", move.name.replace(" ", "_"))
            told = (move.city, move.colour, str(move.value))
            return *told, region, _keyed("coast", move.coast), name
        case ChartIncome():
            return str(move.points), str(move.income)
        case ChartBounty():
            return move.city, str(move.points)
        case ChartFigure():
            return move.figure, str(move.amount)
        case _:
            return ()
