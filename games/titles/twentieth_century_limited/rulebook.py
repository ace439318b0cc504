"""The digest of the rules in our own words, and our decisions where they are silent."""

from __future__ import annotations

from games.engine.title import RuleText
from games.titles.twentieth_century_limited.decisions import DECISIONS
from games.titles.twentieth_century_limited.printed import PRINTED

RULES: tuple[RuleText, ...] = PRINTED + DECISIONS
