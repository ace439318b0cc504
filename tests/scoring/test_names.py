"""Names: what is taken, how it is kept, and what is refused."""

from __future__ import annotations

import unicodedata

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from scoring.names import LONGEST, clean_name, same_name


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ann ", "Ann"),
        ("Ann   Lee", "Ann Lee"),
        ("Zoe\u0301", "Zoé"),
        ("<b>Ann</b>", "<b>Ann</b>"),
        ("אדה", "אדה"),
        ("x" * 60, "x" * 60),
        ("👩\u200d🚒", "👩\u200d🚒"),
    ],
)
def test_clean_name_keeps_what_people_are_called(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "blank"),
        (" \u00a0 ", "blank"),
        ("\u0301\u0301", "blank"),
        ("\u200d", "blank"),
        ("Ann\x00", "control"),
        ("An\nn", "control"),
        ("Ann\u2028Lee", "control"),
        ("\ud800", "control"),
        ("\u202eAnn", "hidden"),
        ("Ann\u2066", "hidden"),
        ("A\u200bnn", "hidden"),
        ("x" * 61, "long"),
        ("x" * 500, "long"),
        ("a" + "\u0323" * 9, "piled"),
    ],
)
def test_clean_name_refuses_with_a_code(typed: str, code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        clean_name(typed)
    assert refused.value.code == code


def test_same_name_ignores_case() -> None:
    assert same_name("ÁDA") == same_name("áda")
    assert same_name("Straße") == same_name("STRASSE")


@given(st.text(max_size=80))
def test_clean_name_is_stable_and_fits(typed: str) -> None:
    try:
        name = clean_name(typed)
    except ValidationError:
        return
    assert clean_name(name) == name
    assert 1 <= len(name) <= LONGEST
    assert name == unicodedata.normalize("NFC", name).strip()
    assert len(same_name(name)) <= 3 * LONGEST
    name.encode()
