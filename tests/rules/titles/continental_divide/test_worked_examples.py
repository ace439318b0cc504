"""The examples printed in the rules, and the digest's worked examples as the command plays them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from games.engine.errors import Fault, NotationError
from games.management.commands.examples import load_examples, run_examples
from tests.rules.boards import ROOT, read_board
from tests.rules.titles.continental_divide.play import T1, TITLE, after, position

FILE = ROOT / "tests" / "examples" / "continental_divide.json"
CASES = load_examples(FILE)[1]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_worked_example(case: dict[str, Any]) -> None:
    (failure,) = run_examples(TITLE, read_board(TITLE, "test"), [case])
    assert failure is None


def test_stock_example_of_the_rules() -> None:
    """Buying Shares: 10 shares, value 32, income 30: 35 a share."""
    _, state = position("n=4 | blue{iss=10 val=32 inc=30 hold=B1 at=C1}")
    assert (state.railroads["blue"].dividend, state.railroads["blue"].price) == (3, 35)


@pytest.mark.parametrize(
    ("vince", "cash", "kept"),
    [("", {"P": 4, "D": 8, "V": 0}, 3), (",V1", {"P": 4, "D": 8, "V": 4}, 0)],
)
def test_dividend_examples_of_the_rules(vince: str, cash: dict[str, int], kept: int) -> None:
    """Pay Dividends: income 15 over 4 shares, one unsold or all sold."""
    start = f"n=3 order=PDV phase=dividends | P=0 D=0 V=0 | red{{iss=4 val=20 inc=15 hold=P1,D2{vince} at=M1}}"
    state = after(start, "dividends")
    assert {seat: state.money[seat] for seat in "PDV"} == cash
    assert state.money["red"] == kept


def shown(case: dict[str, Any]) -> str:
    return TITLE.run_example(T1.board, case).shows


@pytest.mark.parametrize(
    ("start", "moves", "tokens"),
    [
        ("n=4 turn=8", ["end?"], "game over"),
        ("n=4 order=ABCD", ["order D2 C1 B4 A3"], "order=CDAB turn=2 active=C"),
        (
            "n=3 | red{iss=3 val=20 hold=A1 at=M1}",
            ["A: done / B: done / C: done", "dividends"],
            "turn=2",
        ),
        (
            "n=4 | red{iss=4 val=10 inc=4 tre=9 hold=A1 at=M1}",
            ["A: build red from=M1 dir=W len=1", "minprice"],
            "MIN red=12",
        ),
        (
            "n=3 | red{iss=3 val=20 inc=7 hold=A1,B1 at=M1 flags=C}",
            ["standing"],
            "red=1 A1 B1 C0 win A+B",
        ),
        (
            "n=3 | red{iss=5 val=20 inc=7 hold=A2,B1 at=M1}",
            ["position"],
            "red.hold=A2,B1 red.hold.A=2 red.at=0,0 red.iss=5 red.val=20 red.div=2 red.min=22",
        ),
    ],
)
def test_queries_and_figures_are_shown(start: str, moves: list[str], tokens: str) -> None:
    words = shown({"start": start, "moves": moves}).split()
    assert set(tokens.split()) <= set(words)


@pytest.mark.parametrize("options", [{"lines": "several"}, {"A1": "c"}, {"A1": "several"}])
def test_options_are_read_by_key_or_decision(options: dict[str, str]) -> None:
    case = {
        "start": "n=4 | red{iss=5 val=10 tre=20 hold=A1 at=M1}",
        "moves": ["A: build red from=M1 dir=W len=1", "A: build red from=M1 dir=NW len=1"],
        "options": options,
    }
    assert TITLE.run_example(T1.board, case).verdict == "legal"
    assert TITLE.run_example(T1.board, case | {"options": {}}).rule == "CD-30"


def test_after_turn_8_nothing_is_played() -> None:
    for moves in (["order D2 C1 B4 A3"], ["dividends", "A: done"]):
        outcome = TITLE.run_example(T1.board, {"start": "n=4 turn=8", "moves": moves})
        assert (outcome.verdict, outcome.rule) == ("illegal", "CD-49")


def test_unreadable_case_is_an_error() -> None:
    with pytest.raises(NotationError):
        TITLE.run_example(T1.board, {"start": "n=4", "moves": ["A: fly"]})
    with pytest.raises(Fault):
        TITLE.run_example(T1.board, {"start": "n=4", "options": {"no": "such"}})


def examples(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Return exit status, output and errors of the command."""
    code = 0
    try:
        call_command("examples", *arguments)
    except SystemExit as stop:
        code = int(stop.code or 0)
    said = capsys.readouterr()
    return code, said.out, said.err


def test_command_counts_what_passed(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = examples(capsys, str(FILE))
    assert (code, out) == (0, f"{len(CASES)} passed, 0 failed\n")


def test_command_says_what_failed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    wrong = {"id": "W-1", "start": "n=3", "moves": ["setup"], "expect": {"shows": "A=81"}}
    unread = {"id": "W-2", "start": "n=9", "moves": [], "expect": {"shows": "A=80"}}
    silent = {"id": "W-3", "start": "n=3", "moves": ["setup"]}
    file = tmp_path / "continental_divide.json"
    file.write_text(json.dumps([wrong, unread, silent, CASES[0]]))
    code, out, _ = examples(capsys, str(file))
    lines = out.splitlines()
    assert code == 1
    assert [line.split(":")[0] for line in lines[:-1]] == ["W-1", "W-2", "W-3"]
    assert "A=81" in lines[0]
    assert lines[-1] == "1 passed, 3 failed"


@pytest.mark.parametrize(
    ("name", "text"),
    [("chess.json", "[]"), ("continental_divide.json", "{"), ("continental_divide.json", "[1]")],
)
def test_command_refuses_what_it_cannot_play(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str, text: str
) -> None:
    (tmp_path / name).write_text(text)
    code, _, err = examples(capsys, str(tmp_path / name))
    assert code == 2
    assert name in err


def test_command_plays_on_another_board(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, _, err = examples(capsys, str(FILE), "--board", str(tmp_path / "none.json"))
    assert code == 2
    assert "none.json" in err
