"""The log as a tree: lines of play and corrections."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games.engine.log import START, Edit, Node, Played, chain, edited, line_of_play


def move(number: int, parent: int) -> Node:
    return Node(number, parent, "move", "A", number)


@given(st.lists(st.integers(0, 100), min_size=1, max_size=30), st.data())
def test_line_of_play_is_the_branch_of_its_head(picks: list[int], data: st.DataObject) -> None:
    """Undo and redo move the head only: whatever branched off does not count."""
    nodes = {number: move(number, pick % number) for number, pick in enumerate(picks, 1)}
    head = data.draw(st.integers(0, len(nodes)))
    line = [played.number for played in line_of_play(nodes, head)]
    assert line == sorted(line)
    assert (line[-1] if line else START) == head
    parents = {number: node.parent for number, node in nodes.items()}
    assert list(reversed(chain(parents, head))) == line
    assert [nodes[number].parent for number in line] == [START, *line][: len(line)]


def test_line_can_begin_after_an_ancestor() -> None:
    nodes = {number: move(number, number - 1) for number in range(1, 6)}
    assert [played.number for played in line_of_play(nodes, 5, root=3)] == [4, 5]
    assert chain({number: number - 1 for number in nodes}, 5, after=3) == [5, 4]


LINE = tuple(Played(number, "move", "A", number) for number in (1, 2, 3, 4))


def test_replace_changes_the_move_in_its_place() -> None:
    line = edited(LINE, Edit(2, "replace", "B", "new", dropped=(4,)))
    assert [(entry.number, entry.seat, entry.move) for entry in line] == [
        (1, "A", 1),
        (2, "B", "new"),
        (3, "A", 3),
    ]


def test_remove_leaves_the_move_out() -> None:
    assert [entry.number for entry in edited(LINE, Edit(2, "remove"))] == [1, 3, 4]


def test_cut_keeps_the_move_and_ends_the_line() -> None:
    assert [entry.number for entry in edited(LINE, Edit(2, "cut"))] == [1, 2]


def test_correction_is_worked_into_the_line_after_it() -> None:
    nodes = {1: move(1, 0), 2: move(2, 1), 3: Node(3, 2, "correct", edit=Edit(1, "remove"))}
    nodes[4] = move(4, 3)
    assert [entry.number for entry in line_of_play(nodes, 4)] == [2, 4]
    assert [entry.number for entry in line_of_play(nodes, 2)] == [1, 2]
