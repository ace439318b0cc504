"""The notation of moves: one line of text for each. Digest 4.1.

`A: build K1>a1>a2; L4>a6`, `A: attest clear=3 rough=1 rivers=1 exits=1 joins=K,S1`, `A: upgrade
fast`, `A: place K1`, `A: go a1>K1>K0`, `A: run 5 to=S1 fees=B` (by counts), `A: load coal`, `A: drop
coal`, `A: deliver coal card=7`, `A: lose iron`, `A: draw 7` or `A: draw coal@K:12 wine@S1:9
oil@L:20` or both, `A: newhand`, `A: buytrack B K1-a1 a1-a2 price=3`, `A: swaptrack B give=K1-a1
take=b1-b2`, `A: end`, `A: claim`. `t2.` before the verb names the second train: `A: t2.go a1`.

Events: `A: flood Big`, `A: strike country=CA`, `A: half near=K within=3`, and so on for embargo,
lose_load, payment, other, with river= country= near= within= seats= amount= text= over= looked=1;
without a seat an act of the table; `flood over` puts cards away. Charting: `chart milepost 12.30
rough CA coast=A`, `chart section a4-a5 over=Big,inlet` (or `water`, or nothing: open), `chart city
K steel,coal`, `chart good coal 3`. Errors are `NotationError`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, assert_never

from games.engine.codec import convert, to_data
from games.engine.errors import Fault, NotationError
from games.engine.title import Table
from games.titles.empire_builder.board import city_key
from games.titles.empire_builder.moves import (
    Build,
    BuildAttested,
    BuyTrack,
    ChartCity,
    ChartGood,
    ChartMilepost,
    ChartSection,
    Claim,
    Deliver,
    Draw,
    Drop,
    EndTurn,
    Event,
    EventCard,
    EventOver,
    Go,
    GoAttested,
    Load,
    Lose,
    Move,
    NewHand,
    Place,
    SwapTrack,
    Upgrade,
)
from games.titles.empire_builder.reading import (
    EFFECTS,
    EVENT_KEYS,
    demand,
    demand_text,
    event_data,
    event_text,
    flag,
    good,
    goods,
    items,
    need,
    number,
    path,
    place,
    section_of,
    sections,
    split,
    tidy,
    train_type,
    whole,
)
from games.titles.empire_builder.state import State, grid

_CARD = re.compile(r"card ([A-Z]) ?# ?")
_TRAIN = re.compile(r"t([12])\.(.+)")
COUNTS = "clear rough small medium major rivers inlets exits"

Data = dict[str, Any]
Reader = Callable[[Table, State, Sequence[str]], Data]


def parse_move(table: Table, state: State, text: str) -> tuple[str, Move]:
    """Return (seat, move) read from one line, or raise `NotationError`. Digest 4.1."""
    text = tidy(text)
    seat, sign, rest = text.partition(":")
    if not sign or len(seat.strip()) != 1:
        seat, rest = "", text
    elif not seat.strip().isupper():
        raise NotationError(seat[:20], "a seat letter")
    if not seat and _CARD.match(text):
        # A card may be shown the way a position writes it.
        _, seat, rest = _CARD.split(text, maxsplit=1)
        rest = f"draw {rest}"
    verb, *words = rest.split() or [""]
    match = _TRAIN.fullmatch(verb)
    train = {"train": int(match[1])} if match is not None and match[1] != "1" else {}
    verb = match[2] if match is not None else verb
    over = verb in EFFECTS and words[:1] == ["over"]
    reader = _over(verb) if over else READERS.get(verb)
    if reader is None or (train and verb not in TRAIN_VERBS):
        raise NotationError(text[:40], f"a move: {', '.join(READERS)}")
    try:
        move: Move = convert(reader(table, state, words) | train, Move)
    except Fault as fault:
        raise NotationError(text[:60], str(fault)) from None
    return seat.strip(), move


def _none(kind: str) -> Reader:
    def read(table: Table, state: State, words: Sequence[str]) -> Data:
        if words:
            raise NotationError(" ".join(words)[:40], "nothing more")
        return {"kind": kind}

    return read


def _over(verb: str) -> Reader:
    def read(table: Table, state: State, words: Sequence[str]) -> Data:
        plain, found = split(words[1:], "river")
        river = found.get("river", "".join(plain[:1]))
        return {"kind": "event_over", "effect": EFFECTS[verb], "river": river}

    return read


def _event(verb: str) -> Reader:
    def read(table: Table, state: State, words: Sequence[str]) -> Data:
        effect, words = (verb, words) if verb in EFFECTS else ("".join(words[:1]), words[1:])
        plain, found = split(words, f"{EVENT_KEYS} over looked")
        if plain:
            found.setdefault("country" if effect == "strike" else "river", plain[0])
        if effect == "strike" and not found:
            found["country"] = "CA"
        over = found.get("over", "")
        data = event_data(effect, found) | {"kind": "event"}
        looked = flag(found.get("looked", "")) or over == "none"
        return data | {"over": sections("" if over == "none" else over), "looked": looked}

    return read


def _one(kind: str, key: str, read_one: Callable[[str], object]) -> Reader:
    """Return a reader of moves that say one thing: `load coal`, or `load good=coal`."""

    def read(table: Table, state: State, words: Sequence[str]) -> Data:
        plain, found = split(words, key)
        given = [*plain, *found.values()]
        if len(given) != 1:
            raise NotationError(" ".join(words)[:40], f"one {key}")
        return {"kind": kind, key: read_one(given[0])}

    return read


def _place(table: Table, state: State, words: Sequence[str]) -> Data:
    data = _one("place", "at", place)(table, state, words)
    return data | {"at": grid(table, state).locate(data["at"])}


def _go(table: Table, state: State, words: Sequence[str]) -> Data:
    return {"kind": "go", "path": path(">".join(words))}


def _run(table: Table, state: State, words: Sequence[str]) -> Data:
    plain, found = split(words, "steps to fees owners")
    steps = number(found.get("steps", "".join(plain)))
    owners = found.get("fees", found.get("owners", ""))
    to = grid(table, state).locate(place(need(found, "to", "run")))
    return {"kind": "go_attested", "steps": steps, "to": to, "owners": owners.replace(",", "")}


def _deliver(table: Table, state: State, words: Sequence[str]) -> Data:
    plain, found = split(words, "card")
    if len(plain) != 1:
        raise NotationError(" ".join(words)[:40], "one good, then card=")
    card = number(need(found, "card", "deliver").removeprefix("#"))
    return {"kind": "deliver", "good": good(plain[0]), "card": card}


def _draw(table: Table, state: State, words: Sequence[str]) -> Data:
    data: Data = {"kind": "draw"}
    lines = [demand(word) for word in words if "@" in word]
    numbers = [word for word in words if "@" not in word]
    if len(lines) not in (0, 3) or len(numbers) > 1 or not words:
        raise NotationError(" ".join(words)[:60], "a card's number, its three demands, or both")
    for count, line in enumerate(lines, 1):
        data |= {f"good_{count}": line.good, f"city_{count}": line.city}
        data[f"payoff_{count}"] = line.payoff
    for word in numbers:
        data["card"] = number(word.removeprefix("card=").removeprefix("#"))
    return data


def _build(table: Table, state: State, words: Sequence[str]) -> Data:
    first, *others = [path(part) for part in items("".join(words), ";")] or [()]
    return {"kind": "build", "path": first, "also": tuple(others)}


def _attest(table: Table, state: State, words: Sequence[str]) -> Data:
    plain, found = split(words, f"{COUNTS} joins")
    if plain:
        raise NotationError(plain[0][:40], "counts such as clear=3")
    counts = {key: number(text) for key, text in found.items() if key != "joins"}
    joins = tuple(city_key(name) for name in items(found.get("joins", "")))
    return {"kind": "build_attested", "joins": joins, **counts}


def _buy_track(table: Table, state: State, words: Sequence[str]) -> Data:
    plain, found = split(words, "price sections")
    seller, *names = plain or [""]
    names = [part for name in (*names, found.get("sections", "")) for part in items(name)]
    price = number(need(found, "price", "buytrack"))
    keys = tuple(map(section_of, names))
    return {"kind": "buy_track", "seller": seller, "sections": keys, "price": price}


def _swap_track(table: Table, state: State, words: Sequence[str]) -> Data:
    plain, found = split(words, "give take")
    give, take = need(found, "give", "swaptrack"), need(found, "take", "swaptrack")
    partner = "".join(plain)
    return {
        "kind": "swap_track",
        "partner": partner,
        "give": sections(give),
        "take": sections(take),
    }


def _chart(table: Table, state: State, words: Sequence[str]) -> Data:
    what, *rest = words or [""]
    plain, found = split(rest, "coast x y over")
    reader = CHARTS.get(what)
    if reader is None or not plain:
        raise NotationError(" ".join(words)[:40], f"chart {', '.join(CHARTS)}, and which")
    return reader(plain, found)


def _chart_milepost(plain: Sequence[str], found: Mapping[str, str]) -> Data:
    data: Data = {"kind": "chart_milepost", "place": place(plain[0])}
    for word in plain[1:]:
        data["country" if word.isupper() else "terrain"] = word
    data |= {key: whole(found[key]) for key in ("x", "y") if key in found}
    return data | ({"coast": found["coast"]} if "coast" in found else {})


def _chart_section(plain: Sequence[str], found: Mapping[str, str]) -> Data:
    data: Data = {"kind": "chart_section", "section": section_of(plain[0])}
    over = tuple(map(place, items(found.get("over", ""))))
    return data | {"over": over, "water": "water" in plain[1:]}


def _chart_city(plain: Sequence[str], found: Mapping[str, str]) -> Data:
    return {
        "kind": "chart_city",
        "city": city_key(plain[0]),
        "goods": goods(",".join(plain[1:])),
    }


def _chart_good(plain: Sequence[str], found: Mapping[str, str]) -> Data:
    return {"kind": "chart_good", "good": good(plain[0]), "count": number("".join(plain[1:2]))}


CHARTS: Mapping[str, Callable[[Sequence[str], Mapping[str, str]], Data]] = {
    "milepost": _chart_milepost,
    "section": _chart_section,
    "city": _chart_city,
    "good": _chart_good,
}

TRAIN_VERBS = frozenset(["place", "go", "run", "load", "drop", "deliver", "lose", "upgrade"])

READERS: Mapping[str, Reader] = {
    "build": _build,
    "attest": _attest,
    "upgrade": _one("upgrade", "to", train_type),
    "place": _place,
    "go": _go,
    "move": _go,
    "run": _run,
    "load": _one("load", "good", good),
    "drop": _one("drop", "good", good),
    "lose": _one("lose", "good", good),
    "deliver": _deliver,
    "draw": _draw,
    "card": _draw,
    "newhand": _none("new_hand"),
    "buytrack": _buy_track,
    "swaptrack": _swap_track,
    "end": _none("end_turn"),
    "endturn": _none("end_turn"),
    "done": _none("end_turn"),
    "pass": _none("end_turn"),
    "claim": _none("claim"),
    "chart": _chart,
    "event": _event("event"),
    **{verb: _event(verb) for verb in EFFECTS},
}


# Writing


def format_move(table: Table, seat: str, move: Move) -> str:
    """Return a move as one line; `parse_move` returns the same move. Digest 4.1."""
    number_ = getattr(move, "train", 1)
    prefix = f"t{number_}." if number_ != 1 else ""
    return (f"{seat}: " if seat else "") + prefix + _text(move)


def _text(move: Move) -> str:
    match move:
        case Place() | Go() | GoAttested() | Upgrade():
            return _train_text(move)
        case Load() | Drop() | Lose() | Deliver() | Draw() | NewHand():
            return _load_text(move)
        case Build() | BuildAttested() | BuyTrack() | SwapTrack():
            return _track_text(move)
        case Event() | EventOver():
            return _event_move_text(move)
        case EndTurn():
            return "end"
        case Claim():
            return "claim"
        case _:
            return _chart_text(move)


def _train_text(move: Place | Go | GoAttested | Upgrade) -> str:
    match move:
        case Place():
            return f"place {move.at}"
        case Go():
            return f"go {'>'.join(move.path)}"
        case GoAttested():
            return f"run {move.steps} to={move.to}" + (
                f" fees={move.owners}" if move.owners else ""
            )
        case Upgrade():
            return f"upgrade {move.to}"


def _load_text(move: Load | Drop | Lose | Deliver | Draw | NewHand) -> str:
    match move:
        case Load() | Drop() | Lose():
            return f"{move.__struct_config__.tag} {move.good}"
        case Deliver():
            return f"deliver {move.good} card={move.card}"
        case Draw():
            words = [f"#{move.card}"] if move.card else []
            return " ".join(["draw", *words, *map(demand_text, move.demands)])
        case NewHand():
            return "newhand"


def _track_text(move: Build | BuildAttested | BuyTrack | SwapTrack) -> str:
    match move:
        case Build():
            return "build " + "; ".join(">".join(way) for way in (move.path, *move.also))
        case BuildAttested():
            counts = [f"{key}={getattr(move, key)}" for key in COUNTS.split() if getattr(move, key)]
            joins = [f"joins={','.join(move.joins)}"] if move.joins else []
            return " ".join(["attest", *counts, *joins])
        case BuyTrack():
            return f"buytrack {move.seller} {' '.join(move.sections)} price={move.price}"
        case SwapTrack():
            give, take = ",".join(move.give), ",".join(move.take)
            return f"swaptrack {move.partner} give={give} take={take}"


def _event_move_text(move: Event | EventOver) -> str:
    if isinstance(move, EventOver):
        return f"{move.effect} over" + (f" river={move.river}" if move.river else "")
    card = EventCard(**{name: getattr(move, name) for name in EventCard.__struct_fields__})
    over = f" over={','.join(move.over)}" if move.over else ""
    return f"event {event_text(card)}{over}" + (" looked=1" if move.looked else "")


def _chart_text(move: ChartMilepost | ChartSection | ChartCity | ChartGood) -> str:
    match move:
        case ChartMilepost():
            data = to_data(move)
            where = [f"{key}={data[key]}" for key in ("coast", "x", "y") if data.get(key)]
            return " ".join(["chart milepost", move.place, move.terrain, move.country, *where])
        case ChartSection():
            over = f" over={','.join(move.over)}" if move.over else ""
            return f"chart section {move.section}{over}" + (" water" if move.water else "")
        case ChartCity():
            return f"chart city {move.city} {','.join(move.goods)}".rstrip()
        case ChartGood():
            return f"chart good {move.good} {move.count}"
        case _:
            assert_never(move)
