"""Positions and moves as text: what is read, what is written, and that both are one."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.codec import decode, encode
from games.engine.errors import Fault, NotationError
from games.titles.empire_builder.ways import sections_of, ways_text
from tests.rules.titles.empire_builder.play import EBT, TITLE, after, on_test_map, position

POSITIONS = [
    "n=2",
    "pre=1 | cash A=40",
    "n=4 active=C first=B round=9 mode=eb",
    "opt sections branch sell trains | cash A=1 B=2 C=3",
    "opt rim:star half:left | half=1 strike=1 flood=Big",
    "train A{t=super at=S1 from=a3 loads=coal,iron,coal used=4 slow=2} | supply coal=0",
    "trk A K1>a1>a2; L4>a6 | trk B K3>c1>c2 | trk A K1>f1",
    "card A#7 coal@K:12 wine@S1:9 oil@L:20 | card B#8 iron@K:9 iron@L:9 wine@K:9",
    "acted=1 spent=12 exits=K1,L4 fees=B debts=B draw=1 discarded=3 shown=2",
    "deal=A3,B1 barred=B newhand=1",
    "event half_rate near=K,atlantic within=3 seats=AB drawer=A turns=2 | event other text=Snow_falls",
    "left S1=coal,iron | owe A1 n=1 loads=coal | train A{at=S1 loads=coal}",
    "line A n=5 joins=K,S1 | stats B{n=2 pay=30 best=20 paid=4 earned=8 built=3 cost=5}",
    "phase=over ended=cash | cash A=250",
    "chart s:a4-a5=Big+inlet c:K=coal+steel g:coal=7 m:a1=10/90/rough//CA/AG",
    "ruled=no_start,over_limit traded=1 upgraded=1 built=1",
    "opt trains | train A1{at=K1} | train A2{t=super at=K2 loads=wine}",
]

MOVES = [
    "A: place S1",
    "A: go a1>K1>K0",
    "A: t2.go a1",
    "A: run 5 to=S1 fees=BC",
    "A: load coal",
    "A: t2.drop coal",
    "A: deliver coal card=7",
    "A: lose iron",
    "A: draw #7",
    "A: draw coal@K:12 wine@S1:9 oil@L:20",
    "A: draw #7 coal@K:12 wine@S1:9 oil@L:20",
    "A: event flood river=Big over=a4-a5 looked=1",
    "event half_rate near=K,atlantic within=3 seats=A",
    "event other text=A_bridge_burns",
    "event payment amount=5",
    "flood over river=Big",
    "strike over",
    "A: build K1>a1>a2; L4>a6",
    "A: attest clear=3 rough=1 rivers=1 exits=1 joins=K,S1",
    "A: upgrade fast",
    "A: t2.upgrade super",
    "A: newhand",
    "A: buytrack B K1-a1 a1-a2 price=3",
    "A: swaptrack B give=K1-a1 take=K2-b1",
    "A: end",
    "A: claim",
    "chart milepost a1 rough CA coast=A",
    "chart milepost 12.30 clear US x=12 y=30",
    "chart section a4-a5 over=Big,inlet",
    "chart section a4-a5 water",
    "chart section a4-a5",
    "chart city K steel,coal",
    "chart city K",
    "chart good coal 3",
]


@pytest.mark.parametrize("text", POSITIONS)
def test_position_written_reads_as_the_same(text: str) -> None:
    table, state = position(text)
    written = TITLE.format_position(table, state)
    assert TITLE.parse_position(EBT, written) == (table, state)
    assert TITLE.format_position(*TITLE.parse_position(EBT, written)) == written
    assert decode(encode(state), TITLE.state_type) == state


@pytest.mark.parametrize("line", MOVES)
def test_move_written_reads_as_the_same(line: str) -> None:
    table, state = position("n=3")
    seat, move = TITLE.parse_move(table, state, line)
    assert TITLE.format_move(table, seat, move) == line
    assert decode(encode(move), TITLE.move_type) == move


@pytest.mark.parametrize(
    ("loose", "strict"),
    [
        ("A :  go  a1 > K1", "A: go a1>K1"),
        ("A: place at=K", "A: place K0"),
        ("A: move a1", "A: go a1"),
        ("A: upgrade superfreight", "A: upgrade super"),
        ("A: load good=coal", "A: load coal"),
        ("A: build K1>a1 ; L4>a6", "A: build K1>a1; L4>a6"),
        ("A: buytrack B a1-K1,a2-a1 price=3", "A: buytrack B K1-a1 a1-a2 price=3"),
        ("flood Big", "event flood river=Big"),
        ("strike", "event strike country=CA"),
        ("strike CA", "event strike country=CA"),
        ("half", "event half_rate"),
        ("half over", "half_rate over"),
        ("A: flood Big over=none", "A: event flood river=Big looked=1"),
        ("A: draw 7", "A: draw #7"),
        ("A: deliver coal card=#7", "A: deliver coal card=7"),
        ("A: done", "A: end"),
        ("A: t1.go a1", "A: go a1"),
    ],
)
def test_moves_are_read_generously(loose: str, strict: str) -> None:
    table, state = position("n=2")
    assert TITLE.format_move(table, *TITLE.parse_move(table, state, loose)) == strict


@pytest.mark.parametrize(
    ("loose", "strict"),
    [
        ("cash A=40|n=3", "n=3"),
        ("A=1 B=2", "cash A=1 B=2"),
        ("train A {t=fastfreight at=K}", "train A{t=fast at=K0}"),
        ("opt mode=eb", "mode=eb"),
        ("opt fast", "opt fast:yes | cash A=60 B=60"),
        ("trk A a1>a2 ; K1>a1", "trk A K1>a1>a2"),
        ("card A # 7 coal@K:12 wine@S1:9 oil@L:20", "card A#7 coal@K:12 wine@S1:9 oil@L:20"),
        ("card A#7", "card A#7 wine@S1:10 wine@L:1 coal@K:1"),
        ("active=C", "n=3 active=C"),
    ],
)
def test_positions_are_read_generously(loose: str, strict: str) -> None:
    if loose == "card A#7":
        demands = EBT.board.deck[7]
        strict = "card A#7 " + " ".join(f"{one.good}@{one.city}:{one.payoff}" for one in demands)
    assert position(loose) == position(strict)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "n=1",
        "n=7",
        "n=two",
        "nonsense",
        "cash A=x",
        "cash A=1 A=2",
        "active=Z",
        "n=2 active=C",
        "train A",
        "train A2{at=K1}",
        "train A{t=rocket}",
        "trk A K1",
        "card A#x",
        "card A#7 coal@K",
        "opt no:such",
        "mode=best",
        "chart x:1=2",
        "chart m:a1=1/2",
        "deal=A",
        "ruled=Not/a/code",
        "phase=later",
        "stats A{zz=1}",
        "event storm",
    ],
)
def test_text_that_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        position(text)


@pytest.mark.parametrize(
    "text",
    [
        "trk A K1>a2",
        "trk A K1>K2",
        "trk A K1>a1 | trk B a1>K1",
        "train A{at=zz}",
        "train A{loads=coal,coal,coal}",
        "train A{loads=gold}",
        "card A#7 coal@Z:1 coal@K:1 coal@L:1",
        "card A#7 coal@K:1 coal@L:1 coal@N:1 | card B#7 coal@K:1 coal@L:1 coal@N:1",
        "card A#99",
        "flood=Nile",
        "phase=over",
        "ended=cash",
        "left Z=coal",
        "owe A1 n=0 loads=coal",
        "supply gold=1",
        "round=0",
        "line A n=1 joins=Z",
        "event half_rate near=Nowhere",
        "trk A K1>a1>a2>a3>S1 | trk B K5>j2>e2>S1 | trk C K6>j1>e1>S1",
    ],
)
def test_position_the_rules_forbid_is_a_fault(text: str) -> None:
    with pytest.raises(Fault):
        position(text)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "A: fly",
        "A: go",
        "A: build",
        "A: build K1",
        "A: deliver coal",
        "A: draw",
        "A: draw coal@K:12",
        "A: draw 7 8",
        "A: buytrack B K1-a1",
        "A: swaptrack B give=K1-a1",
        "A: upgrade rocket",
        "A: end now",
        "A: t3.go a1",
        "A: t2.build K1>a1",
        "chart",
        "chart river Big",
        "chart good coal many",
        "event storm",
        "ab: go a1",
        "a: go a1",
    ],
)
def test_text_that_is_no_move_is_refused(line: str) -> None:
    table, state = position("n=2")
    with pytest.raises(NotationError):
        TITLE.parse_move(table, state, line)


def test_given_positions_are_not_checked_for_exits() -> None:
    """Digest 4.1: the test map's cities have few exits."""
    position("n=3 | trk A Q1>q1 | trk A Q1>q2 | trk A Q2>q3")


def test_state_reached_by_moves_can_be_written() -> None:
    table = on_test_map(3, trade="yes")
    state = after(
        "n=3 | train A{at=K3} | trk B K3>c1>c2",
        "A: go c1>c2",
        "A: buytrack B c1-c2 price=2",
        "A: end",
        "flood Big",
        "B: build K1>a1>a2>a3>S1; K2>b1",
        table=table,
    )
    table = table.__class__(table.seats, table.options, table.board)
    assert TITLE.parse_position(table, TITLE.format_position(table, state)) == (table, state)


NODES = st.lists(st.sampled_from("abcdefgh"), min_size=2, max_size=12)


@given(NODES)
def test_ways_are_written_in_one_order(nodes: list[str]) -> None:
    """Whatever the order of building, the same track gives the same text."""
    track: dict[str, str] = {}
    for a, b in pairwise(nodes):
        if a != b:
            track.setdefault(f"{min(a, b)}-{max(a, b)}", "A" + (">" if a < b else "<"))
    text = ways_text(track.items())
    assert ways_text(reversed(track.items())) == text
    assert sections_of("A", text) == track
