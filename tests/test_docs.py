"""The documents are true, as far as that can be checked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.core.management import get_commands

from games.registry import TITLES
from railcompanion.env import VARIABLES
from scoring.registry import SCORE_TABLES

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
PARTS = (
    "meta",
    "board",
    "state",
    "moves",
    "rules",
    "notation",
    "narrate",
    "entry",
    "rulebook",
    "worked",
)


def test_readme_is_short() -> None:
    assert len(README.splitlines()) <= 150


@pytest.mark.parametrize("variable", VARIABLES, ids=lambda variable: variable.name)
def test_readme_lists_every_setting_as_it_is(variable) -> None:  # type: ignore[no-untyped-def]
    row = next(line for line in README.splitlines() if line.startswith(f"| `{variable.name}` |"))
    assert variable.meaning in row
    assert (variable.default or "empty").replace("<", "&lt;") in row


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_linked_files_exist(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    for target in re.findall(r"(?:\]\(|src=\")([^)\"#:]+)", text):
        assert (ROOT / target).exists(), target


@pytest.mark.parametrize("text", [README, CONTRIBUTING], ids=["README.md", "CONTRIBUTING.md"])
def test_named_files_and_commands_exist(text: str) -> None:
    for target in re.findall(r"`((?:bin|tests|games|scoring|bench|requirements)/[\w./-]+)`", text):
        assert (ROOT / target).exists(), target
    for command in re.findall(r"manage\.py (\w+)", text):
        assert command in get_commands(), command


@pytest.mark.parametrize("key", TITLES)
def test_title_has_every_part(key: str) -> None:
    title = TITLES[key]
    folder = ROOT / "games" / "titles" / key
    for part in PARTS:
        assert (folder / f"{part}.py").is_file(), part
    assert list((folder / "boards").glob("*.json"))
    assert (ROOT / "scoring" / "tables" / f"{key}.py").is_file()
    assert key in SCORE_TABLES
    for needed in ("boards", "examples"):
        assert (ROOT / "tests" / needed / f"{key}.json").is_file(), needed
    assert list((ROOT / "tests" / "rules" / "titles" / key).glob("test_*.py"))
    assert list((ROOT / "tests" / "replays" / key).glob("*.json"))
    assert title.meta.name in README
    assert f"{title.meta.name} (rules version {title.meta.rules_version})" in CHANGELOG


FOLDERS = (
    "railcompanion",
    "games",
    "scoring",
    "templates",
    "static",
    "bin",
    "bench",
    "requirements",
    "docs",
)
TEXTS = {".py", ".html", ".js", ".css", ".txt", ".md", ".json", ""}
UNWANTED = re.compile(r"(?<![\w.])/(?:home|Users|opt|mnt)/\w|-index-url|--find-links")


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_file_names_a_folder_of_a_machine_or_a_registry(folder: str) -> None:
    files = [path for path in (ROOT / folder).rglob("*") if path.suffix in TEXTS and path.is_file()]
    for path in files:
        if "__pycache__" not in path.parts:
            assert not UNWANTED.search(path.read_text(encoding="utf-8")), path
