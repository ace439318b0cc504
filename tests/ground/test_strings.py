"""What people read can be translated: templates, forms, messages, and the words of the titles."""

from __future__ import annotations

import ast
import importlib.util
import re
import shutil
import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from games.registry import TITLES
from scoring.templatetags.scoring_tags import points
from tests.game_factories import Cast, new_cast, started
from tests.games.pages import TURN_8, address, browser, move, text_of

ROOT = Path(__file__).resolve().parent.parent.parent
TEMPLATES = sorted(
    path
    for path in (ROOT / "templates").rglob("*")
    if path.suffix in (".html", ".svg") and "allauth" not in path.parts
)


@pytest.fixture
def cast(db: None) -> Cast:
    """Ada hosts at A."""
    return new_cast()


NAMES = {"Rail Companion", "· Rail Companion", "API", "CSV", "SVG", "PNG", "JSON"}
"""What is the same in every language."""

_TRANSLATED = re.compile(
    r"{%\s*blocktranslate.*?{%\s*endblocktranslate\s*%}|{%\s*translate\s.*?%}"
    r"|{%\s*block (?:page|body)_class\s*%}.*?{%\s*endblock\s*%}",
    re.S,
)
_NOT_TEXT = re.compile(r"{#.*?#}|<!--.*?-->|<(script|style)\b.*?</\1>", re.S)
_TAG = re.compile(r"{%.*?%}|{{.*?}}", re.S)
_ATTRIBUTE = re.compile(r'\b(?:aria-label|alt|title|placeholder)="([^"]*)"')
_MARKUP = re.compile(r"<[^>]*>", re.S)


def untranslated(text: str) -> list[str]:
    """Return the words of a template that no translation would reach."""
    text = _TRANSLATED.sub(" ", _NOT_TEXT.sub(" ", text))
    text = _TAG.sub("\x00", text)
    found = [*_ATTRIBUTE.findall(text), *_MARKUP.sub("\x00", text).split("\x00")]
    return [
        words
        for each in found
        for words in [" ".join(re.sub(r"&\w+;|\x00", " ", each).split())]
        if re.search(r"[^\W\d_]{2}", words) and words not in NAMES
    ]


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_template_says_nothing_outside_translation(path: Path) -> None:
    assert untranslated(path.read_text()) == []


def test_words_outside_translation_are_found() -> None:
    page = '<p>{% translate "Yes" %} No {{ name }}</p><img alt="A card" src="x">{# why #}'
    assert untranslated(page) == ["A card", "No"]


# --- Scripts ---------------------------------------------------------------------------------------

SCRIPTS = sorted((ROOT / "static").glob("*.js"))
_COMMENT = re.compile(r"^\s*//.*$|\s//\s.*$", re.M)
_SENTENCE = re.compile(r"""(["'`])([A-Z][a-z]+(?: [\w’,;“”.${}]+){2,}[.:!?]?)\1""")
BOARDS = {"board-entry.js"}
"""What a board says of places and lines is made of figures there; its words wait for their own home."""


def spoken(source: str) -> list[str]:
    """Return the sentences that a script says itself, where its page should hand them over."""
    return [text for _, text in _SENTENCE.findall(_COMMENT.sub("", source))]


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_script_takes_its_words_from_the_page(path: Path) -> None:
    if path.name not in BOARDS:
        assert spoken(path.read_text()) == []


def test_sentences_of_a_script_are_found() -> None:
    assert spoken('say("No answer yet. Look again.");  // "Not this one at all"') == [
        "No answer yet. Look again."
    ]


# --- Python --------------------------------------------------------------------------------------

APPS = ("scoring", "games", "railcompanion")
SHOWN = {"label", "help_text", "verbose_name", "empty_label", "message"}
MESSAGES = {"success", "error", "warning", "info"}


def shown_strings(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield (line, text) of literals that a page will show and that no translation reaches."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield from _of_call(node)
        elif isinstance(node, ast.ClassDef) and _is_choices(node):
            yield from _labels(node)


def _of_call(node: ast.Call) -> Iterator[tuple[int, str]]:
    name = node.func
    # What a model's field says of itself is for the admin and for who reads the code.
    is_column = isinstance(name, ast.Attribute) and ast.unparse(name.value) == "models"
    shown = [word.value for word in node.keywords if word.arg in SHOWN and not is_column]
    if isinstance(name, ast.Attribute) and ast.unparse(name.value) == "messages":
        shown += node.args[1:2] if name.attr in MESSAGES else []
    if isinstance(name, ast.Name) and name.id == "ValidationError":
        shown += node.args[:1]
    yield from _literals(shown)


def _is_choices(node: ast.ClassDef) -> bool:
    return any(
        isinstance(base, ast.Attribute) and base.attr == "TextChoices" for base in node.bases
    )


def _labels(node: ast.ClassDef) -> Iterator[tuple[int, str]]:
    values = [line.value for line in node.body if isinstance(line, ast.Assign)]
    yield from _literals([value.elts[1] for value in values if isinstance(value, ast.Tuple)])


def _literals(values: list[ast.expr]) -> Iterator[tuple[int, str]]:
    for value in values:
        literal = isinstance(value, ast.Constant) and isinstance(value.value, str) and value.value
        if literal or isinstance(value, ast.JoinedStr):
            yield value.lineno, ast.unparse(value)


@pytest.mark.parametrize("app", APPS)
def test_forms_messages_and_choices_are_translated(app: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line} {text}"
        for path in sorted((ROOT / app).rglob("*.py"))
        if not {"migrations", "titles", "engine", "tables", "management", "api"} & set(path.parts)
        for line, text in shown_strings(ast.parse(path.read_text()))
    ]
    assert found == []


def told_by_api(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield (line, text) of literals that the API answers and that no translation reaches."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            told = [word.value for word in node.keywords if word.arg == "message"]
            told += node.args[1:2] if ast.unparse(node.func) == "Fault.one" else []
            yield from _literals(told)


def test_what_the_api_answers_is_translated() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line} {text}"
        for path in sorted((ROOT / "games" / "api").rglob("*.py"))
        for line, text in told_by_api(ast.parse(path.read_text()))
    ]
    assert found == []
    assert list(told_by_api(ast.parse('raise Fault.one("seat", "None.")'))) == [(1, "'None.'")]


def test_literals_that_are_shown_are_found() -> None:
    source = (
        'field = CharField(label="Name", initial="x")\nmessages.success(request, f"{who} left.")'
    )
    assert [text for _, text in shown_strings(ast.parse(source))] == ["'Name'", "f'{who} left.'"]


# --- The words of the titles, and whether a catalogue reaches the pages ------------------------------


def _messages() -> Any:
    spec = importlib.util.spec_from_file_location("messages", ROOT / "bin" / "messages.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_word_of_a_title_is_marked_for_extraction(tmp_path: Path) -> None:
    messages = _messages()
    found = messages.words_of_titles()
    for title in TITLES.values():
        wordy = {text for text in title.words.values() if re.search(r"[^\W\d_]", text)}
        assert wordy <= set(found), title.meta.key
        assert {option.label for option in title.meta.options} <= set(found)
    assert {"Buy shares", "Paid in all", "What would more hexes bring?", "Least price"} <= set(
        found
    )
    source = messages.marked(found)
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    assert [ast.literal_eval(call.args[0]) for call in calls] == found
    if xgettext := shutil.which("xgettext"):
        (tmp_path / "words.py").write_text(source)
        command = [xgettext, "--language=Python", "--keyword=gettext_noop", "--from-code=UTF-8"]
        done = subprocess.run(
            [*command, "-o", "-", "words.py"], cwd=tmp_path, capture_output=True, check=True
        )
        assert done.stdout.decode().count("\nmsgid ") == len(found) + 1  # and the header's


def write_catalogue(path: Path, words: dict[str, str]) -> None:
    """Write a catalogue as GNU gettext compiles it."""
    entries = sorted({"": "Content-Type: text/plain; charset=UTF-8\n", **words}.items())
    keys, values = ([pair[i].encode() for pair in entries] for i in (0, 1))
    start = 28 + 16 * len(entries)
    table, data = b"", b""
    for texts in (keys, values):
        for text in texts:
            table += struct.pack("<II", len(text), start + len(data))
            data += text + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(entries), 28, 28 + 8 * len(entries), 0, start)
    path.parent.mkdir(parents=True)
    path.write_bytes(head + table + data)


def test_catalogue_reaches_the_table_with_dates_and_numbers(
    cast: Cast, tmp_path: Path, settings: Any
) -> None:
    write_catalogue(
        tmp_path / "eo" / "LC_MESSAGES" / "django.mo",
        {
            "Buy shares": "Aĉetu akciojn",
            "Paid in all": "Entute pagita",
            "Least price": "Minimuma prezo",
            "See what it does": "Vidu",
            "{seat:seat}'s cash": "Mono de {seat:seat}",
        },
    )
    settings.LANGUAGES = [("en", "English"), ("eo", "Esperanto")]
    settings.LOCALE_PATHS = [tmp_path]
    game = started(cast, position=TURN_8)
    client = browser(cast.ada)
    text = text_of(client.get(address(game), headers={"Accept-Language": "eo"}))
    assert "Aĉetu akciojn" in text
    assert "Entute pagita" in text
    assert "Minimuma prezo" in text
    assert "Buy shares" not in text
    asked = move(game, "buy", railroad="red", shares="1", pay="22")
    answer = client.post(address(game, "enter"), asked, headers={"Accept-Language": "eo"})
    assert "Mono de" in text_of(answer)
    with translation.override("eo"):
        assert points(1234567) == "1\xa0234\xa0567"
    with translation.override("en"):
        assert points(-1234) == "−1,234"
