"""The digest of the rules in our own words, the base game they rely on, and our decisions."""

from __future__ import annotations

from games.engine.title import RuleText
from games.titles.railways_east_west.base import BASE
from games.titles.railways_east_west.decisions import DECISIONS
from games.titles.railways_east_west.printed import PRINTED
from games.titles.railways_east_west.printed_end import PRINTED_END

RULES: tuple[RuleText, ...] = PRINTED + PRINTED_END + BASE + DECISIONS
