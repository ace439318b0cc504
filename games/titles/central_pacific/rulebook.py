"""The digest of the rules in our own words, and our decisions where they are silent, in order."""

from __future__ import annotations

from games.engine.title import RuleText
from games.titles.central_pacific.decisions import DECISIONS
from games.titles.central_pacific.rules_of_claiming import CLAIMING
from games.titles.central_pacific.rules_of_laying import LAYING

RULES: tuple[RuleText, ...] = (*LAYING, *CLAIMING, *DECISIONS)
