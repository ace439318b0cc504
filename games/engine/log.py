"""The log as a tree of nodes: fold, undo, redo, correction, without any storage.

A *node* is an event that has a state: a move (of any kind the title knows), an overruled move, a
position set by the table, or a correction. Its `parent` is the node that was the head when it was
entered. Undo and redo enter no node: they are events that move the head along the tree. So a
node's state never changes once it is known, and a snapshot of it is right for ever.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from games.engine.codec import Value

START = 0
"""The number of the root: the state before the first event."""

NodeKind = Literal["move", "ruled", "position", "correct"]


class Node(Value, frozen=True):
    """One node: its event number, its parent's number, and what was entered (as plain data)."""

    number: int
    parent: int
    kind: str
    seat: str = ""
    move: Any = None
    waive: tuple[str, ...] = ()
    position: str = ""
    edit: Edit | None = None


class Edit(Value, frozen=True):
    """A correction of the line of play: replace, remove, or cut after the entry `target`.

    `dropped` lists the later entries that no longer hold under the change and are left out.
    """

    target: int
    action: Literal["replace", "remove", "cut"]
    seat: str = ""
    move: Any = None
    dropped: tuple[int, ...] = ()


class Played(Value, frozen=True):
    """One entry of the effective line of play: the event it was entered by, and what it says now."""

    number: int
    kind: str
    seat: str
    move: Any
    waive: tuple[str, ...] = ()
    position: str = ""


def line_of_play(nodes: Mapping[int, Node], head: int, root: int = START) -> tuple[Played, ...]:
    """Return the entries that count at `head`, in order, with corrections worked in.

    With `root`, only those after that ancestor; no correction may then stand between the two.
    """
    back: list[Node] = []
    number = head
    while number != root:
        back.append(nodes[number])
        number = nodes[number].parent
    line: list[Played] = []
    for node in reversed(back):
        if node.edit is None:
            line.append(
                Played(node.number, node.kind, node.seat, node.move, node.waive, node.position)
            )
        else:
            line = edited(line, node.edit)
    return tuple(line)


def edited(line: Sequence[Played], edit: Edit) -> list[Played]:
    """Return the line of play under a correction."""
    kept: list[Played] = []
    for entry in line:
        if entry.number == edit.target:
            if edit.action == "replace":
                kept.append(Played(entry.number, "move", edit.seat, edit.move))
            elif edit.action == "cut":
                kept.append(entry)
                return kept
        elif entry.number not in edit.dropped:
            kept.append(entry)
    return kept


def chain(parents: Mapping[int, int], head: int, after: int = START) -> list[int]:
    """Return the nodes from `head` back along the parents, as far as their numbers exceed `after`."""
    found: list[int] = []
    while head > after:
        found.append(head)
        head = parents[head]
    return found
