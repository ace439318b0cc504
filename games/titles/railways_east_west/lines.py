"""Major lines and the ocean-to-ocean line: who is paid when a link is finished. Digest 1.2."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from msgspec.structs import replace

from games.engine.errors import Fact
from games.engine.title import Note, Step, Table
from games.titles.railways_east_west.board import Board, link_ends
from games.titles.railways_east_west.network import (
    Tracks,
    front,
    is_shorter,
    joined_to,
    own_tracks,
)
from games.titles.railways_east_west.state import (
    Claim,
    State,
    all_cities,
    options_of,
    scored,
)
from scoring.tables.railways_east_west import ocean_points

LINES_TO_END = 2
"""Completed ocean-to-ocean lines that trigger the end. Rule REW-52."""

LAST_TURNS = 4
"""Turns of the round in which the end is triggered. Rule REW-53."""


@dataclass(frozen=True, slots=True)
class MajorLine:
    """A major line: its ends, each one of some cities, and its value."""

    key: str
    name: str
    value: int
    a: tuple[str, ...]
    b: tuple[str, ...]

    @property
    def half(self) -> int:
        """Return what a later, shorter line is paid: half, rounded up. Rule REW-59."""
        return (self.value + 1) // 2


EAST_COAST = ("EC",)
"""Stands for every city of the East Coast."""


def _line(a: str, b: str, name: str, value: int) -> MajorLine:
    return MajorLine(f"{a}-{b}", name, value, (a,), (b,))


LINES: tuple[MajorLine, ...] = (
    _line("ATL", "RIC", "Atlanta - Richmond", 8),
    _line("BAL", "TOL", "Baltimore - Toledo", 6),
    _line("NOL", "MIN", "New Orleans - Minneapolis", 10),
    _line("NYC", "CHI", "New York - Chicago", 10),
    _line("BOS", "WAS", "Boston - Washington", 5),
    MajorLine("EC-KCY", "East Coast - Kansas City or Des Moines", 8, EAST_COAST, ("KCY", "DSM")),
    _line("CHI", "BIL", "Chicago - Billings", 4),
    _line("STL", "DEN", "St. Louis - Denver", 4),
    _line("OMA", "PRO", "Omaha - Promontory", 8),
    _line("OKC", "GJN", "Oklahoma City - Grand Junction", 6),
    _line("OGD", "POR", "Ogden - Portland", 5),
    _line("CHE", "TUC", "Cheyenne - Tucson", 7),
    _line("PRO", "SFO", "Promontory - San Francisco", 6),
    _line("LAX", "TAC", "Los Angeles - Tacoma", 7),
    _line("MEM", "ABQ", "Memphis - Albuquerque", 5),
    _line("NOL", "FTW", "New Orleans - Fort Worth", 4),
)
"""The major lines in the order of the table. Rule REW-58: Addendum."""

BY_KEY: Mapping[str, MajorLine] = {line.key: line for line in LINES}


def coast(table: Table, state: State, side: str) -> tuple[str, ...]:
    """Return the cities of a coast, "E" or "W". Rule REW-61."""
    board: Board = table.board
    if not state.charted:
        return board.coasts[side]
    return tuple(city.code for city in all_cities(table, state) if city.coast == side)


def ends_of(table: Table, state: State, line: MajorLine) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the cities either of which is an end of a line."""
    return (coast(table, state, "E") if line.a == EAST_COAST else line.a), line.b


def reference(table: Table, claims: tuple[Claim, ...]) -> tuple[int, int]:
    """Return the path a later one must be shorter than. Decision A29."""
    claim = claims[-1] if options_of(table).shorter == "best" else claims[0]
    return claim.links, claim.pieces


def with_lines(table: Table, before: State, state: State, seat: str, link: str) -> Step:
    """Return the state with every line paid that a seat's new link completes. Rules REW-58 to REW-61."""
    tracks = own_tracks(state, seat)
    joined = joined_to(tracks, link_ends(link)[0])
    old: Tracks | None = None
    notes: list[Note] = []
    for line in LINES:
        claims = state.lines.get(line.key, ())
        starts, goals = ends_of(table, state, line)
        if joined.isdisjoint(starts) or joined.isdisjoint(goals):
            continue
        if any(claim.seat == seat for claim in claims):
            continue
        old = own_tracks(before, seat) if old is None else old
        claim = _earned(table, line, claims, (starts, goals), (old, tracks))
        if claim is None:
            continue
        points = line.half if claims else line.value
        claim = replace(claim, seat=seat)
        state = replace(state, lines={**state.lines, line.key: (*claims, claim)})
        state = scored(state, seat, "lines", points)
        notes.append(_note("line_half" if claims else "line_full", seat, line, points, claim))
    step = _with_ocean(table, before, state, seat, joined)
    return Step(step.state, (), (*notes, *step.notes))


def _note(code: str, seat: str, line: MajorLine, points: int, claim: Claim) -> Note:
    path = {"links": claim.links, "pieces": claim.pieces}
    return Note(code, {"seat": seat, "line": line.name, "key": line.key, "points": points, **path})


def _earned(
    table: Table,
    line: MajorLine,
    claims: tuple[Claim, ...],
    ends: tuple[tuple[str, ...], tuple[str, ...]],
    tracks: tuple[Tracks, Tracks],
) -> Claim | None:
    """Return the claim that a new link brings, still without its seat, or None.

    What the tracks had joined before the link is not completed by it.
    """
    old, new = tracks
    paths = front(new, *ends)
    if not paths:
        return None
    if not claims:
        return None if front(old, *ends) else Claim("", *paths[0])
    than = reference(table, claims)
    better = [path for path in paths if is_shorter(path, than)]
    if not better or any(is_shorter(path, than) for path in front(old, *ends)):
        return None
    return Claim("", *better[0])


# Ocean to ocean


def _with_ocean(table: Table, before: State, state: State, seat: str, joined: set[str]) -> Step:
    """Return the state with the ocean-to-ocean line paid, and what it triggers.

    Rules REW-52, REW-53 and REW-61, decisions A24, A25 and A30.
    """
    options = options_of(table)
    again = options.second_line == "route"
    coasts = (coast(table, state, "E"), coast(table, state, "W"))
    if (seat in state.ocean and not again) or any(joined.isdisjoint(side) for side in coasts):
        return Step(state)
    old, new = (_joined_coasts(own_tracks(each, seat), coasts) for each in (before, state))
    if not new - old or (old and not again):
        return Step(state)
    rank = len(state.ocean) + 1
    state = replace(state, ocean=state.ocean + seat)
    state = scored(state, seat, "ocean", ocean_points(rank))
    facts: dict[str, Fact] = {"seat": seat, "rank": rank, "points": ocean_points(rank)}
    notes = (Note("ocean_joined", {**facts, "key": "EW"}),)
    if rank != LINES_TO_END:
        return Step(state, (), notes)
    if state.phase == 1 and options.early_end == "wait":
        return Step(replace(state, postponed=True), (), (*notes, Note("end_postponed")))
    return Step(
        replace(state, turns=LAST_TURNS), (), (*notes, Note("end_triggered", {"seat": seat}))
    )


def _joined_coasts(tracks: Tracks, coasts: tuple[tuple[str, ...], tuple[str, ...]]) -> set[str]:
    """Return the coast cities of a network that joins the oceans."""
    found: set[str] = set()
    for city in coasts[0]:
        if city in tracks and city not in found:
            joined = joined_to(tracks, city)
            if not joined.isdisjoint(coasts[1]):
                found |= joined.intersection((*coasts[0], *coasts[1]))
    return found


def is_joined(table: Table, state: State, seat: str) -> bool:
    """Say whether a seat's own links join the East Coast and the West Coast. Rule REW-61."""
    coasts = (coast(table, state, "E"), coast(table, state, "W"))
    return bool(_joined_coasts(own_tracks(state, seat), coasts))
