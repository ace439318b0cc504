"""Readers: whatever a file holds, there are rows or one reason why not; never anything else."""

from __future__ import annotations

import codecs
import csv
import io
import json
import tempfile
import tracemalloc
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.exchange import source
from scoring.exchange.games import title_of
from scoring.exchange.record import MOST_ROWS, FileGame, Row, Unreadable
from scoring.exchange.table import CsvLines, layout_of
from scoring.exchange.values import day_of, name_of, points_of
from scoring.import_words import WORDS, sentence
from scoring.names import clean_name


def rows(body: bytes | str, encoding: str = "") -> list[Row]:
    """Return the rows of a file, as a worker reads them."""
    data = body.encode() if isinstance(body, str) else body
    with tempfile.TemporaryFile() as raw, tempfile.TemporaryFile() as text:
        raw.write(data)
        source.to_utf8(raw, encoding or source.encoding_of(raw), text)
        return list(source.rows_of(text, source.kind_of(text)))


def refusal(body: bytes | str) -> str:
    """Return the code with which a file is refused."""
    with pytest.raises(Unreadable) as caught:
        rows(body)
    problem = caught.value.problem
    assert sentence({"code": problem.code, "facts": problem.facts})
    return problem.code


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("21", 21),
        (" 21 ", 21),
        ("10+5", 15),
        ("10 + 5+ 1", 16),
        ("-3", -3),
        ("−3", -3),
        ("1,250,000", 1_250_000),
        ("1.250.000", 1_250_000),
        ("1\u202f250", 1250),
        ("$250", 250),
        ("12.0", 12),
        ("9223372036854775807", 2**63 - 1),
        ("9223372036854775808", None),
        ("12.5", None),
        ("1.250", None),
        ("49-46ish", None),
        ("36, 42", None),
        ("Decisive", None),
        ("10+", None),
        ("+", None),
        ("1,25", None),
        ("٣", None),
        ("1e9", None),
        ("", None),
    ],
)
def test_points_are_read_only_where_they_are_certain(text: str, points: int | None) -> None:
    assert points_of(text) == points


@pytest.mark.parametrize(
    ("text", "order", "day"),
    [
        ("2024-02-10 19:30:00", "ymd", "2024-02-10"),
        ("2024-2-3", "ymd", "2024-02-03"),
        ("20240210", "ymd", "2024-02-10"),
        ("10.02.2024", "dmy", "2024-02-10"),
        ("2/10/24", "mdy", "2024-02-10"),
        ("0000-00-00", "ymd", None),
        ("2024-02-30", "ymd", None),
        ("0024-02-03", "ymd", None),
        ("2024-02-101", "ymd", None),
        ("soon", "dmy", None),
    ],
)
def test_days_are_read_without_a_zone(text: str, order: str, day: str | None) -> None:
    found = day_of(text, order)
    assert (found.isoformat() if found else None) == day


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("", "empty"),
        ("   \n", "empty"),
        (b"PK\x03\x04rest", "not_text"),
        ("{", "broken_json"),
        ('{"plays": [{"uuid": "a"}', "broken_json"),
        ('{"plays": 3}', "no_list"),
        ('{"plays": [1, 2]}', "no_list"),
        ('{"plays":' + "[" * 100_000, "too_deep"),
        ('{"a":' * 100_000, "too_deep"),
        ("[]", "other_json"),
        ("[" * 100_000, "other_json"),
        ('{"format": "rail-companion", "version": 99, "plays": []}', "other_version"),
        ("<plays><play id='1'>", "broken_xml"),
        ("<html></html>", "other_xml"),
        ("<error><message>no</message></error>", "bgg_error"),
        ("<plays>" + "<a>" * 100 + "</a>" * 100 + "</plays>", "too_deep"),
        ('<!DOCTYPE x [<!ENTITY a "b">]><plays>&a;</plays>', "entities"),
        ('<!DOCTYPE x SYSTEM "file:///etc/passwd"><plays/>', "entities"),
        ('a,b\n"' + "x" * 200_000, "broken_csv"),
    ],
)
def test_file_that_is_none_is_refused_with_the_reason(body: bytes | str, code: str) -> None:
    assert refusal(body) == code


def test_laughter_does_not_grow() -> None:
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    assert refusal(f'<!DOCTYPE p [<!ENTITY l0 "ha">{laughs}]><plays>&l9;</plays>') == "entities"


def test_very_many_entries_are_refused_before_they_fill_the_memory() -> None:
    body = '{"plays": [' + "{}," * (MOST_ROWS * 2) + "{}]}"
    tracemalloc.start()
    assert refusal(body) == "too_many"
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 60_000_000


def test_very_many_seats_take_no_memory() -> None:
    body = "<plays><play id='1'><item name='x'/><players>" + "<player name='a'/>" * 50_000
    found = rows(body + "</players></play></plays>")
    assert [problem.code for problem in found[0].problems] == ["no_date", "many_players"]


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "windows-1252", "iso-8859-15"]
)
def test_letters_survive_their_encoding(encoding: str) -> None:
    text = "date,game,player,score\n2024-01-01,Empire Builder,Jürgen Müßig,3\n"
    marked = codecs.BOM_UTF16_LE if encoding == "utf-16-le" else b""
    found = rows(marked + text.encode(encoding))
    assert found[0].record is not None
    assert found[0].record.seats[0].player.name == "Jürgen Müßig"


def test_declared_encoding_of_xml_is_believed() -> None:
    text = (
        '<?xml version="1.0" encoding="windows-1251"?><plays><play id="1" date="2024-01-01">'
        '<item name="x"/><players><player name="Ольга" score="1"/></players></play></plays>'
    )
    found = rows(text.encode("windows-1251"))
    assert found[0].record is not None
    assert found[0].record.seats[0].player.name == "Ольга"


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_delimiter_is_found(delimiter: str) -> None:
    lines = ["date", "game", "player", "score", ""], ["2024-01-01", "x", "Ada, B; C", "1", ""]
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter).writerows(lines)
    found = rows(text.getvalue())
    assert found[0].record is not None
    assert found[0].record.seats[0].player.name == "Ada, B; C"


def test_half_an_emoji_spoils_nothing() -> None:
    body = '{"players": [{"id": 1, "name": "Ada \\ud83d"}], "plays": [{"uuid": "a", "gameRefId": 1,'
    body += (
        ' "playDate": "2024-01-01", "playerScores": [{"playerRefId": 1, "score": "\\ude00 3"}]}]}'
    )
    found = rows(body)
    assert found[0].record is not None
    assert found[0].record.seats[0].player.name == "Ada �"


@pytest.mark.parametrize(
    ("name", "bgg_id", "title"),
    [
        ("Empire Builder", None, "empire_builder"),
        ("EMPIRE BUILDER (Fourth Edition)", None, "empire_builder"),
        ("Empire Builder: Anniversary", None, "empire_builder"),
        ("The Central Pacific", None, "central_pacific"),
        ("Empire Builders Union", None, ""),
        ("whatever", 17133, "railways_east_west"),
        ("", None, ""),
    ],
)
def test_games_are_known_by_name_and_number(name: str, bgg_id: int | None, title: str) -> None:
    names = {
        "empire_builder": "Empire Builder",
        "central_pacific": "Central Pacific",
        "railways_east_west": "Railways of the World",
    }
    assert title_of(FileGame("k", name, bgg_id), names) == title


def test_formulas_are_harmless_and_come_back() -> None:
    cells = ["=1+1", "+1", "-x", "@a", "'=1", "'", "plain", "\t=1", "＝1"]
    line = CsvLines().line([*cells, -5])
    assert line.startswith("'=1+1,'+1,'-x,'@a,''=1,'',plain")
    assert line.rstrip().endswith(",-5")


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)


def _maybe(value: Any) -> st.SearchStrategy[Any]:
    return st.one_of(value, _JSON)


_SCORES = st.fixed_dictionaries(
    {},
    optional={
        "playerRefId": _maybe(st.integers(0, 3)),
        "score": _maybe(st.text(alphabet="0123456789+-,. $e", max_size=30)),
        "rank": _JSON,
        "winner": _JSON,
        "seatOrder": _JSON,
        "metaData": _JSON,
    },
)
_PLAYS = st.fixed_dictionaries(
    {},
    optional={
        "uuid": _JSON,
        "gameRefId": _maybe(st.integers(0, 3)),
        "locationRefId": _JSON,
        "playDate": _maybe(st.sampled_from(["2024-01-01 10:00:00", "0000-00-00", "2024-13-01"])),
        "playDateYmd": _JSON,
        "durationMin": _JSON,
        "board": _JSON,
        "comments": _JSON,
        "ignored": _JSON,
        "expansionPlays": _JSON,
        "playerScores": _maybe(st.lists(_SCORES, max_size=5)),
    },
)
_NAMED = st.fixed_dictionaries({"id": _maybe(st.integers(0, 3)), "name": _JSON, "uuid": _JSON})


@given(
    st.fixed_dictionaries(
        {},
        optional={
            "games": _maybe(st.lists(_NAMED, max_size=3)),
            "players": _maybe(st.lists(_NAMED, max_size=3)),
            "locations": _JSON,
            "plays": _maybe(st.lists(_maybe(_PLAYS), max_size=4)),
            "userInfo": _JSON,
            "format": _maybe(st.just("rail-companion")),
            "version": _maybe(st.just(1)),
        },
    )
)
@settings(max_examples=100, deadline=None)
def test_any_json_comes_to_rows_or_a_reason(document: dict[str, Any]) -> None:
    _comes_to_something(json.dumps(document).encode())


@given(st.binary(max_size=400))
@settings(max_examples=100, deadline=None)
def test_any_bytes_come_to_rows_or_a_reason(body: bytes) -> None:
    _comes_to_something(body)


@given(
    st.lists(st.lists(st.text(max_size=12), max_size=8), max_size=8),
    st.sampled_from([",", ";", "\t"]),
)
@settings(max_examples=100, deadline=None)
def test_any_table_comes_to_rows_or_a_reason(lines: list[list[str]], delimiter: str) -> None:
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter)
    writer.writerow(["date", "game", "player", "score", "place", "winner", "play"])
    writer.writerows(lines)
    _comes_to_something(text.getvalue().encode(errors="surrogatepass"))


_VALUES = st.text(st.characters(codec="utf-8", exclude_characters="<&\"'"), max_size=12)


@given(st.lists(st.tuples(_VALUES, _VALUES, _VALUES, _VALUES, st.integers(0, 30)), max_size=3))
@settings(max_examples=100, deadline=None)
def test_any_xml_comes_to_rows_or_a_reason(plays: list[tuple[str, str, str, str, int]]) -> None:
    body = "".join(
        f'<play id="{a}" date="{b}" quantity="{c}" length="{d}"><item name="{a}" objectid="{b}"/>'
        f'<players>{f"""<player name="{c}" username="{d}" score="{b}" win="{a}"/>""" * count}</players></play>'
        for a, b, c, d, count in plays
    )
    _comes_to_something(f"<plays>{body}</plays>".encode())


def _comes_to_something(body: bytes) -> None:
    try:
        found = rows(body)
    except Unreadable as error:
        # Would raise for a reason without words.
        sentence({"code": error.problem.code, "facts": error.problem.facts})
        return
    assert [row.number for row in found] == list(range(1, len(found) + 1))
    for row in found:
        assert row.record is not None or row.problems
        for problem in row.problems:
            assert problem.code in WORDS
            assert sentence({"code": problem.code, "facts": problem.facts})
        for seat in row.record.seats if row.record else ():
            assert seat.player.name == "" or clean_name(seat.player.name) == seat.player.name
            assert "\x00" not in seat.raw


@given(st.text(max_size=80))
@settings(max_examples=200, deadline=None)
def test_mended_name_is_one_that_is_accepted(text: str) -> None:
    name = name_of(text)
    assert name == "" or clean_name(name) == name


def test_layout_needs_no_headings_to_be_read() -> None:
    assert not layout_of("1;2;3\n4;5;6\n").is_complete
