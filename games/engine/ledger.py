"""Money as postings between accounts: every coin that moves can be explained, and none is made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.engine.codec import Value

BANK = "bank"


class Posting(Value, frozen=True, array_like=True):
    """One transfer of `amount` whole money units from one account to another, with its reason.

    Accounts are "bank", a seat letter, or a company's key; `why` is a key worded by the title,
    where needed with the company concerned behind a colon ("dividend:red").
    """

    source: str
    target: str
    amount: int
    why: str


Money = Mapping[str, int]


def post(money: Money, postings: Iterable[Posting]) -> dict[str, int]:
    """Return the balances after the postings.

    The sum over all accounts stays what it was; the bank is an account like any other and may
    fall below zero (an unlimited bank). Raises `ValueError` on a negative amount: the rules must
    have refused before.
    """
    balances = dict(money)
    for posting in postings:
        if posting.amount < 0:
            raise ValueError(f"negative posting {posting}")
        balances[posting.source] = balances.get(posting.source, 0) - posting.amount
        balances[posting.target] = balances.get(posting.target, 0) + posting.amount
    return balances
