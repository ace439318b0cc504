"""The notation of Central Pacific positions: one line of text. Digest 2.1 and 4; moves are in `movetext`.

    E1=R@2:ESW F10=B@2:NEW E2=S:NS E3=T:NES F3=F E4=@2:NESW R!E2 spike=R by=B pool=40

`SQUARE=TILE` lays a tile: S straight, C curve, T tee, X four-way, U tunnel, F forest, M mountain, `@2`
a city with its number, `R@2` the home city of R, each with its rail ends out of NESW. `R!E2` is a train
of R on the line with E2, `spike=R` says who holds the Golden Spike. `by` is the seat whose turn it is.

About that seat: `hand=4 trains=5 special=stock,grant` (tokens still unused, or `none`) `sacrificed=1`.
About all: `seats=RB` in table order, `hands=R5,B4` (or `B.hand=4`), `trains=R6,B7` in hand, `stock=RB` and
`grant=R` who still has the token (`-` nobody), `sacrificed=B`, `pool`, `out=S2,F1` tiles out of play by kind
(`?` where unknown), `turn`, `mulligans=A1`, `end=stuck`, `ruled` codes overruled,
`opt=edge:lenient,teams:on`.
Within a turn: `laid=E2,E3x2F` (squares, tiles taken, terrain replaced), `discarded=2`, `played=stock`,
`sacrificing=1`, `drained=0` where the pool was not empty when the turn began.

What is left out is as at the start: hands of five, every train of a side in its hand or on the board, all
tokens unused, the rest of the tiles in the pool. Errors are `NotationError`; a position the rules forbid
is a `Fault`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from games.engine.codec import convert, to_data
from games.engine.errors import Fault, NotationError
from games.engine.title import Table
from games.titles.central_pacific.meta import Options
from games.titles.central_pacific.state import (
    HAND,
    UNKNOWN,
    State,
    check_state,
    sides,
    tile_total,
    train_count,
)
from games.titles.central_pacific.tiles import INDEX, KINDS, read_tile

MOST_TEXT = 20_000
"""Characters of a position or move that are read at all."""

_PLAYERS = "seats by hand hands trains special stock grant sacrificed mulligans"
_GAME = "turn pool spike out end laid discarded played sacrificing drained ruled opt"
KEYS = frozenset(f"{_PLAYERS} {_GAME}".split())
ENDS = ("last_train", "stuck", "agreement")

_SQUARE = re.compile(r"([A-Za-z][0-9]{1,2})=(.+)")
_TRAIN = re.compile(r"([A-Za-z])!([A-Za-z][0-9]{1,2})")
_OF_SEAT = re.compile(r"[A-Z]\.(hand|trains)")
_NUMBER = re.compile(r"[0-9]{1,4}")
_AMOUNT = re.compile(r"([A-Z@?])([0-9]{1,4})")
_LAID = re.compile(r"([A-J][0-9]{1,2})(?:x([0-9]{1,2}))?([FM]?)")
_CODE = re.compile(r"[A-Za-z_0-9]{1,40}")


class Given(NamedTuple):
    """What is taken for granted where a text does not say it; None: what follows from the rest."""

    by: str = ""
    seats: str = ""
    pool: int | None = None
    trains: int | None = None


class Text(NamedTuple):
    """A position as read: tiles and trains by square, and the figures by key."""

    tiles: dict[str, str]
    trains: dict[str, str]
    pairs: dict[str, str]


def tidy(text: str) -> str:
    """Return the text with single spaces, and none around the signs that join."""
    if len(text) > MOST_TEXT:
        raise NotationError(text[:20], f"at most {MOST_TEXT} characters")
    text = " ".join(text.split())
    for sign in "=,:!+":
        text = text.replace(f" {sign}", sign).replace(f"{sign} ", sign)
    return text


def number(text: str, expected: str = "a whole number") -> int:
    """Return the number, or raise `NotationError`."""
    if not _NUMBER.fullmatch(text):
        raise NotationError(text[:20], expected)
    return int(text)


def _words(text: str) -> Text:
    found = Text({}, {}, {})
    for raw in tidy(text).split():
        word = raw.strip("|;,")
        square, train = _SQUARE.fullmatch(word), _TRAIN.fullmatch(word)
        key, sign, value = word.partition("=")
        if square:
            _add(found.tiles, square[1].upper(), read_tile(square[2].upper()).word, word)
        elif train:
            _add(found.trains, train[2].upper(), train[1].upper(), word)
        elif sign and (key in KEYS or _OF_SEAT.fullmatch(key)):
            _add(found.pairs, key, value, word)
        elif word:
            raise NotationError(word[:40], "a tile E2=S:NS, a train R!E2 or a key such as pool=40")
    for square_name in (*found.tiles, *found.trains):
        if square_name not in INDEX:
            raise NotationError(square_name, "a square from A1 to J10")
    return found


def _add(found: dict[str, str], key: str, value: str, word: str) -> None:
    if key in found:
        raise NotationError(word[:40], f"{key} once")
    found[key] = value


def _amounts(text: str, letters: Iterable[str], what: str) -> dict[str, int]:
    """Read `R5,B4`: letters with a number each."""
    found: dict[str, int] = {}
    for word in filter(None, text.split(",")):
        match = _AMOUNT.fullmatch(word)
        if match is None or match[1] not in letters or match[1] in found:
            raise NotationError(word[:20], what)
        found[match[1]] = int(match[2])
    return found


def _list(text: str) -> tuple[str, ...]:
    return tuple(filter(None, text.split(",")))


# Reading


def parse_position(table: Table, text: str) -> tuple[Table, State]:
    """Return (table, state), or raise `NotationError`, or `Fault` where the rules forbid it.

    Board and options of the given table hold unless the text says otherwise. Digest 2.1.
    """
    table, state = read_position(table, text)
    check_state(table, state)
    return table, state


def read_position(table: Table, text: str, given: Given = Given()) -> tuple[Table, State]:  # noqa: B008  # frozen
    """Return (table, state) without asking whether the rules allow it, or raise `NotationError`."""
    words = _words(text)
    options = _options(table.options, words.pairs.get("opt", ""))
    table = Table(table.seats, options, table.board)
    table = Table(_seats(table, words, given), options, table.board)
    return table, _State(table, words, given).read()


def _options(options: Options, text: str) -> Options:
    changes = dict(word.partition(":")[::2] for word in _list(text))
    try:
        found: Options = convert(to_data(options) | changes, Options)
    except Fault:
        raise NotationError(text[:60], "options such as edge:lenient,teams:on") from None
    return found


def _seats(table: Table, words: Text, given: Given) -> str:
    """Return the seats: as the text says, else the table's where they fit, else all that are named."""
    homes = [tile.home for word in words.tiles.values() if (tile := read_tile(word)).home]
    named = [*homes, *words.trains.values(), *words.pairs.get("spike", "")]
    named += words.pairs.get("by", given.by)[:1]
    seats = words.pairs.get("seats") or given.seats
    if not seats and set(named) <= set(table.seats) and len(homes) in (0, len(sides(table))):
        seats = table.seats
    found = "".join(dict.fromkeys([*seats] if "seats" in words.pairs else [*seats, *named]))
    if not found.isalpha() or not found.isupper() or not found.isascii() or len(found) > 4:
        raise NotationError(found[:20], "up to four seats, such as seats=AB")
    return found


class _State:
    """Puts a state together from the words of a position."""

    def __init__(self, table: Table, words: Text, given: Given) -> None:
        self.table, self.words, self.given = table, words, given
        self.pairs: Mapping[str, str] = words.pairs
        self.own = sides(table)
        self.by = self.pairs.get("by") or given.by or table.seats[0]
        if self.by not in table.seats:
            raise NotationError(self.by[:20], f"by= one of {table.seats}")
        index = table.seats.index(self.by)
        self.side = self.own[index % len(self.own)]

    def read(self) -> State:
        """Return the state, or raise `NotationError`."""
        pairs, hands = self.pairs, self._hands()
        data = {
            "active": self.by,
            "turn": number(pairs.get("turn", "1")),
            "pool": 0,
            "hands": hands,
            "tiles": self.words.tiles,
            "trains": self.words.trains,
            "in_hand": self._trains(),
            "gone": _amounts(pairs.get("out", ""), (*KINDS, UNKNOWN), "out=S2,F1"),
            "stock": self._unused("stock"),
            "grant": self._unused("grant"),
            "sacrificed": self._sacrificed(),
            "spike": pairs.get("spike", "").replace("-", ""),
            "mulligans": _amounts(pairs.get("mulligans", ""), self.table.seats, "mulligans=A1"),
            "ended": self._ended(),
            "laid": [self._laid(word) for word in _list(pairs.get("laid", ""))],
            "discarded": number(pairs.get("discarded", "0")),
            "special": pairs.get("played", ""),
            "sacrificing": self._flag("sacrificing"),
            "ruled": self._ruled(),
        }
        try:
            state: State = convert(data | self._pool(convert(data, State)), State)
        except Fault as fault:
            raise NotationError(str(fault)[:60], "a position") from None
        return state

    def _flag(self, key: str, default: str = "0") -> bool:
        return number(self.pairs.get(key, default), f"{key}=0 or 1") > 0

    def _hands(self) -> dict[str, int]:
        seats = self.table.seats
        hands = dict.fromkeys(seats, HAND) | _amounts(
            self.pairs.get("hands", ""), seats, "hands=R5,B4"
        )
        if "hand" in self.pairs:
            hands[self.by] = number(self.pairs["hand"])
        return hands | self._of_seats("hand", seats)

    def _of_seats(self, name: str, seats: str) -> dict[str, int]:
        """Return figures told one by one, as `B.hand=0`."""
        keys = {seat: f"{seat}.{name}" for seat in seats}
        return {seat: number(self.pairs[key]) for seat, key in keys.items() if key in self.pairs}

    def _trains(self) -> dict[str, int]:
        """Return the trains in hand: those told, else what is not on the board nor sacrificed."""
        text, each = self.pairs.get("trains", ""), train_count(self.table)
        placed = list(self.words.trains.values())
        gone = self._sacrificed()
        found = {
            side: each - placed.count(side) - gone.count(side)
            if self.given.trains is None
            else self.given.trains
            for side in self.own
        }
        if _NUMBER.fullmatch(text):
            found[self.side] = int(text)
        else:
            found |= _amounts(text, self.own, "trains=5 or trains=R5,B7")
        found |= self._of_seats("trains", self.own)
        short = [side for side, count in found.items() if count < 0]
        if short:
            raise NotationError("!", f"at most {each} trains of {short[0]}")
        return found

    def _unused(self, token: str) -> str:
        """Return who still has a special token; `special=` speaks of the acting seat alone."""
        holders = self.pairs.get(token, self.own).replace("-", "")
        if not set(holders) <= set(self.own):
            raise NotationError(holders[:20], f"{token}= sides out of {self.own}")
        if "special" in self.pairs:
            kept = {word.lower() for word in re.split(r"[,+]", self.pairs["special"])}
            if not kept <= {"stock", "grant", "none", "-", ""}:
                raise NotationError(self.pairs["special"][:20], "special=stock,grant or none")
            has = token in kept
            holders = "".join(
                side for side in self.own if (side in holders if side != self.side else has)
            )
        return holders

    def _sacrificed(self) -> str:
        text = self.pairs.get("sacrificed", "").replace("-", "")
        if _NUMBER.fullmatch(text):
            return self.side if int(text) else ""
        if not set(text) <= set(self.own):
            raise NotationError(text[:20], f"sacrificed=1, or sides out of {self.own}")
        return text

    def _ended(self) -> str:
        ended = self.pairs.get("end", "")
        if ended not in ("", *ENDS):
            raise NotationError(ended[:20], f"end={', '.join(ENDS)}")
        return ended

    def _laid(self, word: str) -> tuple[str, int, str]:
        match = _LAID.fullmatch(word)
        if match is None or match[1] not in self.words.tiles:
            raise NotationError(word[:20], "squares with a tile, such as laid=E2,E3x2F")
        return match[1], int(match[2] or "1"), match[3]

    def _ruled(self) -> tuple[str, ...]:
        codes = _list(self.pairs.get("ruled", ""))
        for code in codes:
            if not _CODE.fullmatch(code):
                raise NotationError(code[:40], "codes of refusals")
        return codes

    def _pool(self, state: State) -> dict[str, int | bool | dict[str, int]]:
        """Return the pool, told or what is left of the set, and with it the tiles out of play."""
        rest = self.table.board.total - tile_total(state)
        told = number(self.pairs["pool"]) if "pool" in self.pairs else self.given.pool
        gone: dict[str, int] = state.gone
        if told is None:
            if rest < 0:
                raise NotationError("pool", f"a position of {self.table.board.total} tiles in all")
            told = rest
        elif self.given.pool is None and "out" not in self.pairs and rest > told:
            gone = {UNKNOWN: rest - told}
        drained = self._flag("drained", "1" if told == 0 else "0")
        return {"pool": told, "gone": gone, "drained": drained}


# Writing


def format_position(table: Table, state: State) -> str:
    """Return the position as one line; `parse_position` returns the same state. Digest 2.1."""
    squares = sorted(state.tiles, key=INDEX.__getitem__)
    trains = sorted(state.trains, key=INDEX.__getitem__)
    words = [f"{square}={state.tiles[square]}" for square in squares]
    words += [f"{state.trains[square]}!{square}" for square in trains]
    words += [f"{key}={value}" for key, value in _figures(table, state).items() if value]
    return " ".join(words)


def _figures(table: Table, state: State) -> dict[str, str]:
    own = sides(table)
    changed = to_data(table.options).items() - to_data(Options()).items()
    return {
        "spike": state.spike,
        "seats": table.seats,
        "by": state.active,
        "turn": str(state.turn) if state.turn != 1 else "",
        "pool": str(state.pool),
        "hands": _listed(state.hands),
        "trains": _listed(state.in_hand),
        "stock": (state.stock or "-") if state.stock != own else "",
        "grant": (state.grant or "-") if state.grant != own else "",
        "sacrificed": state.sacrificed,
        "out": _listed(state.gone),
        "mulligans": _listed(state.mulligans),
        "end": state.ended,
        "laid": ",".join(
            laid.square + (f"x{laid.copies}" if laid.copies != 1 else "") + laid.over
            for laid in state.laid
        ),
        "discarded": str(state.discarded) if state.discarded else "",
        "played": state.special,
        "sacrificing": "1" if state.sacrificing else "",
        "drained": "" if state.drained == (state.pool == 0) else str(int(state.drained)),
        "ruled": ",".join(state.ruled),
        "opt": ",".join(f"{key}:{value}" for key, value in sorted(changed)),
    }


def _listed(amounts: Mapping[str, int]) -> str:
    return ",".join(f"{key}{count}" for key, count in sorted(amounts.items()))
