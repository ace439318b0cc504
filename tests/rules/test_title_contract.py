"""What every registered title must keep: tests that a title gets by being registered."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from games.engine.codec import convert, decode, encode, schema, to_data
from games.engine.errors import Fault, NotationError, Refusal
from games.engine.ledger import post
from games.engine.title import Field, Step, Table, Title
from games.engine.words import fill
from games.registry import TITLES
from scoring.registry import SCORE_TABLES
from tests.rules.boards import ROOT, opening, table_for
from tests.rules.playout import Played, kind_of, play

EVERY = pytest.mark.parametrize(
    "title",
    [
        pytest.param(title, marks=pytest.mark.xdist_group(f"contract-{key}"))
        for key, title in TITLES.items()
    ],
    ids=list(TITLES),
)
SEEDS = st.integers(0, 5)
"""Few enough that the tests of a title, which run in one process, share their games."""
GAMES = settings(max_examples=4, deadline=None, phases=(Phase.explicit, Phase.generate))
"""A seed says nothing about the length of its game, so there is nothing to shrink."""
PARTS = {"__init__", "meta", "board", "state", "moves", "rules", "notation", "narrate", "rulebook"}


def game(title: Title, seed: int, **options: str) -> tuple[Table, Any, list[Played]]:
    """Return a whole random game; the seed decides the number of players too."""
    return _game(title.meta.key, seed, tuple(options.items()))


@lru_cache(maxsize=64)
def _game(
    key: str, seed: int, options: tuple[tuple[str, str], ...]
) -> tuple[Table, Any, list[Played]]:
    title = TITLES[key]
    low, high = title.meta.players
    table = table_for(title, low + seed % (high - low + 1), **dict(options))
    start = opening(title, table)
    return table, start, list(play(title, table, start, seed))


def tried(
    title: Title,
    table: Table,
    state: Any,
    seat: str,
    move: Any,
    waive: frozenset[str] = frozenset(),
) -> tuple[Step | None, Refusal | None]:
    """Return the step of a move, or what refused it."""
    try:
        return title.apply(table, state, seat, move, waive), None
    except Refusal as refusal:
        return None, refusal


@EVERY
@given(seed=SEEDS)
@GAMES
def test_random_game_keeps_every_invariant_to_its_end(title: Title, seed: int) -> None:
    table, state, moves = game(title, seed)
    title.check_state(table, state)
    for played in moves:
        title.check_state(table, played.step.state)
        state = played.step.state
    assert title.end(table, state) in dict(title.meta.ends)
    assert title.actor(table, state) is None
    assert not list(title.legal_moves(table, state))


@EVERY
@given(seed=SEEDS)
@GAMES
def test_money_moves_only_by_the_postings_of_a_step(title: Title, seed: int) -> None:
    _, start, moves = game(title, seed)
    if not hasattr(start, "money"):
        assert not any(played.step.postings for played in moves)
        return
    total = sum(start.money.values())
    for played in moves:
        after = post(played.before.money, played.step.postings)
        money = played.step.state.money
        assert all(money.get(account, 0) == after.get(account, 0) for account in money | after)
        assert sum(money.values()) == total
        assert {posting.why.partition(":")[0] for posting in played.step.postings} <= set(
            title.words
        )


@EVERY
@given(seed=SEEDS)
@GAMES
def test_states_and_moves_survive_the_codec_and_the_notation(title: Title, seed: int) -> None:
    table, _, moves = game(title, seed)
    for played in moves:
        state, move = played.step.state, played.move
        assert decode(encode(state), title.state_type) == state
        assert decode(encode(move), title.move_type) == move
        text = title.format_position(table, state)
        assert "\n" not in text
        assert title.parse_position(table, text) == (table, state)
        line = title.format_move(table, played.seat, move)
        assert title.parse_move(table, played.before, line) == (played.seat, move)
        assert len(encode(state)) < 10_000


@EVERY
@given(seed=SEEDS)
@GAMES
def test_replaying_the_moves_gives_the_same_states(title: Title, seed: int) -> None:
    table, state, moves = game(title, seed)
    for played in moves:
        assert played.before == state
        move = convert(to_data(played.move), title.move_type)
        state = title.apply(table, state, played.seat, move, frozenset()).state
        assert state == played.step.state


@EVERY
@given(seed=SEEDS)
@GAMES
def test_every_listed_move_is_accepted_and_changes_nothing_given(title: Title, seed: int) -> None:
    table, _, moves = game(title, seed)
    chance = Random(seed)
    for played in chance.sample(moves, min(len(moves), 12)):
        text = encode(played.before)
        listed = list(title.legal_moves(table, played.before))
        assert listed == list(title.legal_moves(table, played.before)), "the order is stable"
        assert len({encode((seat, move)) for seat, move in listed}) == len(listed)
        for seat, move in chance.sample(listed, min(len(listed), 40)):
            step = title.apply(table, played.before, seat, move, frozenset())
            title.check_state(table, step.state)
        assert encode(played.before) == text


@EVERY
@given(seed=SEEDS)
@GAMES
def test_moves_of_other_positions_are_legal_or_refused_with_words(title: Title, seed: int) -> None:
    """A refused move cites a rule of the rulebook, has words for all its facts, and changes nothing."""
    table, _, moves = game(title, seed)
    chance = Random(seed)
    rules = {rule.id for rule in title.rulebook}
    for played in chance.sample(moves, min(len(moves), 25)):
        other = chance.choice(moves)
        seat = chance.choice([other.seat, *table.seats, ""])
        before = encode(played.before)
        step, refusal = tried(title, table, played.before, seat, other.move)
        if refusal is not None:
            assert refusal.rule in rules
            assert "{" not in fill(title.words[refusal.code], refusal.facts)
        if step is not None:
            title.check_state(table, step.state)
        assert encode(played.before) == before


@EVERY
@given(seed=SEEDS)
@GAMES
def test_overruled_moves_leave_a_state_that_holds(title: Title, seed: int) -> None:
    """What the table may overrule gives a state; a hard code is refused whoever waives it."""
    table, _, moves = game(title, seed)
    chance = Random(seed)
    waive = frozenset(refusal_codes(title))
    for played in chance.sample(moves, min(len(moves), 25)):
        other = chance.choice(moves)
        seat = chance.choice([other.seat, *table.seats])
        step, refusal = tried(title, table, played.before, seat, other.move, waive)
        assert refusal is None or refusal.code in title.hard_codes
        if step is not None:
            title.check_state(table, step.state)
            text = title.format_position(table, step.state)
            assert title.parse_position(table, text) == (table, step.state)


@EVERY
@given(seed=SEEDS)
@GAMES
def test_words_can_be_said_of_every_step(title: Title, seed: int) -> None:
    table, _, moves = game(title, seed)
    for played in moves:
        step = played.step
        said = [title.narrate(table, played.before, played.seat, played.move, step)]
        said += [*step.notes, *step.unchecked, title.status(table, step.state)]
        said += [effect.label for effect in title.effects(table, played.before, step)]
        for note in said:
            assert "{" not in fill(title.words[note.code], note.facts), note


@EVERY
@given(seed=SEEDS)
@GAMES
def test_every_listed_move_can_be_entered_through_a_form(title: Title, seed: int) -> None:
    """Forms offer each legal move; what is blocked has none; their fields are fields of the move."""
    table, _, moves = game(title, seed)
    fields = {tag_of(struct): fields_of(struct) for struct in title.move_structs}
    chance = Random(seed)
    for played in chance.sample(moves, min(len(moves), 12)):
        listed = list(title.legal_moves(table, played.before))
        seat = title.actor(table, played.before)
        forms = {form.kind: form for form in title.forms(table, played.before, seat or "")}
        for form in forms.values():
            known = {"kind", *fields[form.kind]}
            assert {field.name.split(".")[0] for field in form.fields} <= known
            assert form.blocked is None or form.blocked.code in title.words
        for _, move in chance.sample(listed, min(len(listed), 40)):
            form = forms[kind_of(move)]
            assert form.blocked is None
            for field in form.fields:
                if "." not in field.name:  # a part of a field
                    assert_offers(field, to_data(move).get(field.name))


def tag_of(struct: Any) -> str:
    return str(struct.__struct_config__.tag)


def fields_of(struct: Any) -> tuple[str, ...]:
    return tuple(struct.__struct_fields__)


def assert_offers(field: Field, value: Any) -> None:
    """Check that a form's field takes a legal value."""
    if field.choices and field.kind in ("choice", "place", "seat") and value is not None:
        assert str(value) in {choice.value for choice in field.choices}
    if field.kind == "int":
        assert field.least is None or field.least <= value
        assert field.most is None or value <= field.most


@EVERY
@given(seed=SEEDS)
@GAMES
def test_panels_and_figures_stand_for_every_state(title: Title, seed: int) -> None:
    table, _, moves = game(title, seed)
    for played in moves:
        for panel in title.panels(table, played.step.state):
            assert all(len(row) == len(panel.columns) for row in panel.rows)
        for seat in (*table.seats, ""):
            assert len(title.figures(table, played.step.state, seat)) <= 6


@EVERY
@given(seed=SEEDS)
@GAMES
def test_tally_covers_each_seat_at_any_time(title: Title, seed: int) -> None:
    table, start, moves = game(title, seed)
    score = SCORE_TABLES[title.meta.key]
    rules = {rule.id for rule in title.rulebook}
    for state in (start, *(played.step.state for played in moves)):
        sheet = title.sheet(table, state)
        assert decode(encode(sheet), score.sheet_type) == sheet
        count = score.tally(sheet)
        assert sorted(seat.seat for seat in count.seats) == sorted(table.seats)
        assert count.winners
        assert all(line.rule in rules for seat in count.seats for line in seat.lines)


def every_choice() -> Iterator[Any]:
    for title in TITLES.values():
        for option in title.meta.options:
            for choice in option.choices:
                name = f"{title.meta.key}-{option.key}-{choice.value}"
                yield pytest.param(title, option.key, choice.value, id=name)


@pytest.mark.parametrize(("title", "option", "value"), list(every_choice()))
def test_game_can_be_played_with_every_choice(title: Title, option: str, value: str) -> None:
    table, _, moves = game(title, 7, **{option: value})
    assert str(getattr(table.options, option)) == value
    last = moves[-1].step.state
    title.check_state(table, last)
    assert title.parse_position(table, title.format_position(table, last)) == (table, last)


@EVERY
def test_default_options_are_the_first_choices(title: Title) -> None:
    defaults = to_data(title.options_type())
    assert {option.key: option.choices[0].value for option in title.meta.options} == {
        key: str(value) for key, value in defaults.items()
    }


@EVERY
def test_rulebook_is_numbered_and_told(title: Title) -> None:
    ids = [rule.id for rule in title.rulebook]
    assert len(set(ids)) == len(ids)
    assert all(rule.text and rule.section for rule in title.rulebook)
    assert {option.rule for option in title.meta.options} <= set(ids)


@EVERY
@given(text=st.text(max_size=200))
@settings(max_examples=60, deadline=None)
def test_any_text_is_read_or_refused(title: Title, text: str) -> None:
    table = table_for(title, title.meta.players[0])
    state = opening(title, table)
    for read in (
        lambda: title.parse_position(table, text),
        lambda: title.parse_move(table, state, text),
    ):
        try:
            read()
        except (NotationError, Fault):
            continue


@EVERY
def test_overlong_text_is_refused(title: Title) -> None:
    table = table_for(title, title.meta.players[0])
    with pytest.raises(NotationError):
        title.parse_position(table, " " * 20_001)
    with pytest.raises(NotationError):
        title.parse_move(table, opening(title, table), "x" * 20_001)


@EVERY
def test_schemas_can_be_drawn_from_the_structs(title: Title) -> None:
    kinds = (title.move_type, title.state_type, title.setup_type, title.board_type)
    drawn, _ = schema(kinds, "#/components/schemas/{name}")
    assert len(drawn) == len(kinds)


# Reading the source: every code a title can refuse with


def refusal_codes(title: Title) -> set[str]:
    """Return the codes of all refusals in a title's folder, found in its source."""
    return {code for path in folder(title).glob("*.py") for code in _codes(path)}


def folder(title: Title) -> Path:
    return ROOT / "games" / "titles" / title.meta.key


def _codes(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            if name in ("IllegalMove", "ChoiceNeeded", "refuse"):
                code = node.args[0]
                assert isinstance(code, ast.Constant), f"{path.name}: a code is written out"
                yield str(code.value)


@EVERY
def test_every_refusal_has_words(title: Title) -> None:
    codes = refusal_codes(title)
    assert codes
    assert codes <= set(title.words)
    assert title.hard_codes <= codes


@EVERY
def test_every_refusal_has_a_row_in_the_refusal_table(title: Title) -> None:
    path = ROOT / "tests/rules/titles" / title.meta.key / "test_refusals.py"
    rows = {
        node.value
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant)
    }
    assert refusal_codes(title) <= rows


@EVERY
def test_folder_has_the_parts_of_every_title(title: Title) -> None:
    assert {path.stem for path in folder(title).glob("*.py")} >= PARTS
    assert SCORE_TABLES[title.meta.key].players == title.meta.players
    assert SCORE_TABLES[title.meta.key].name == title.meta.name
    assert (ROOT / "tests/examples" / f"{title.meta.key}.json").exists()
