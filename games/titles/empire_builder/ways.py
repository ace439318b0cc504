"""A seat's track as text: paths over its sections, and back to the sections."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import pairwise

from games.titles.empire_builder.board import ends_of, section


def ways_text(track: Iterable[tuple[str, str]]) -> str:
    """Return sections with their entries as paths, `K1>a1>a2;L4>a6`: the same text for the same track.

    Paths run the way the sections were built, each as long as can be; the least begins.
    """
    onward: dict[str, list[str]] = {}
    inward: dict[str, int] = {}
    for key, own in track:
        a, b = ends_of(key) if own[1:] == ">" else reversed(ends_of(key))
        onward.setdefault(a, []).append(b)
        inward[b] = inward.get(b, 0) + 1
    for ahead in onward.values():
        ahead.sort(reverse=True)
    heads = sorted(onward, key=lambda place: (place in inward, place))
    chains: list[str] = []
    for head in heads:
        while onward.get(head):
            chains.append(">".join(_chain(head, onward)))
    return ";".join(chains)


def _chain(head: str, onward: dict[str, list[str]]) -> list[str]:
    chain = [head]
    while onward.get(chain[-1]):
        chain.append(onward[chain[-1]].pop())
    return chain


@lru_cache(maxsize=4096)
def sections_of(seat: str, text: str) -> Mapping[str, str]:
    """Return a seat's sections, each with the seat and the way it was built."""
    found: dict[str, str] = {}
    for way in text.split(";"):
        for a, b in pairwise(way.split(">")):
            found[section(a, b)] = seat + (">" if a <= b else "<")
    return found


@lru_cache(maxsize=1024)
def track_of(ways: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    """Return all sections of all seats; kept, since one state is asked for them again and again."""
    found: dict[str, str] = {}
    for seat, text in ways:
        found |= sections_of(seat, text)
    return found
