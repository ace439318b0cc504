"""Playing worked-example files: `manage.py examples FILE... [--board FILE]`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from games.engine.codec import decode
from games.engine.errors import Fault, NotationError, Refusal
from games.engine.examples import compare
from games.engine.title import Title
from games.registry import TITLES

TEST_BOARDS = Path(settings.BASE_DIR) / "tests" / "boards"


class BadFile(Exception):
    """A file that cannot be played at all; the message says which and why."""


@dataclass(frozen=True, slots=True)
class Failure:
    """An example that came to something else than it expects."""

    id: str
    expected: str
    got: str


def load_examples(path: Path) -> tuple[Title, list[dict[str, Any]]]:
    """Return the title a file is named after and its cases, or raise `BadFile`."""
    title = TITLES.get(path.stem)
    if title is None:
        raise BadFile(f"{path}: there is no title “{path.stem}”; there are {', '.join(TITLES)}")
    try:
        cases = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadFile(f"{path}: {error}") from None
    if not isinstance(cases, list) or not all(isinstance(case, dict) for case in cases):
        raise BadFile(f"{path}: expected a list of cases")
    return title, cases


def load_board(title: Title, path: Path) -> Any:
    """Return the board of a file, checked, or raise `BadFile`."""
    try:
        board = decode(path.read_bytes(), title.board_type)
        title.check_board(board)
    except (OSError, Fault) as error:
        raise BadFile(f"{path}: {error}") from None
    return board


def run_examples(
    title: Title, board: Any, cases: Sequence[Mapping[str, Any]]
) -> Iterator[Failure | None]:
    """Yield for each case None where it came to what it expects, else the difference."""
    for number, case in enumerate(cases, 1):
        name = str(case.get("id", f"#{number}"))
        expect = case.get("expect")
        if not isinstance(expect, dict) or not expect:
            yield Failure(name, "an expectation", "none in the file")
            continue
        try:
            difference = compare(expect, title.run_example(board, case))
        except (NotationError, Fault, Refusal) as error:
            difference = str(expect), f"unreadable: {error}"
        yield Failure(name, *difference) if difference else None


class Command(BaseCommand):
    help = "Play worked-example files and say which come to something else than they expect."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
        parser.add_argument("--board", type=Path, help="a board file (default: the test map)")

    def handle(self, *args: Any, **options: Any) -> None:
        passed = failed = 0
        try:
            for path in options["files"]:
                title, cases = load_examples(path)
                default = TEST_BOARDS / f"{title.meta.key}.json"
                board = load_board(title, options["board"] or default)
                for failure in run_examples(title, board, cases):
                    if failure is None:
                        passed += 1
                        continue
                    failed += 1
                    self.stdout.write(
                        f"{failure.id}: expected {failure.expected}; got {failure.got}"
                    )
        except BadFile as error:
            self.stderr.write(str(error))
            sys.exit(2)
        self.stdout.write(f"{passed} passed, {failed} failed")
        if failed:
            sys.exit(1)
