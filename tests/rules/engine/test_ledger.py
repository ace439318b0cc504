"""The ledger: postings move money and make none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.ledger import BANK, Posting, post

ACCOUNTS = st.sampled_from([BANK, "A", "B", "red"])
POSTINGS = st.lists(st.builds(Posting, ACCOUNTS, ACCOUNTS, st.integers(0, 99), st.just("pay")))


@given(POSTINGS)
def test_sum_over_all_accounts_stays(postings: list[Posting]) -> None:
    money = {BANK: -100, "A": 60, "B": 40}
    after = post(money, postings)
    assert sum(after.values()) == 0
    assert money == {BANK: -100, "A": 60, "B": 40}


@given(POSTINGS, POSTINGS)
def test_postings_can_be_made_one_by_one(first: list[Posting], then: list[Posting]) -> None:
    assert post(post({}, first), then) == post({}, first + then)


def test_posting_moves_its_amount() -> None:
    assert post({"A": 5}, [Posting("A", "red", 3, "share")]) == {"A": 2, "red": 3}


def test_negative_posting_is_an_error() -> None:
    with pytest.raises(ValueError, match="negative"):
        post({"A": 5}, [Posting("A", "B", -1, "share")])
