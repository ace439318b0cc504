"""Brings locale/<language> up to date with everything people read, the words of the titles included.

Django's makemessages finds what is marked in templates and Python. Titles are pure and mark nothing:
their words are templates by code (`words`) and the labels of their forms, figures and panels. They
are read from the registry and from their source, written for a moment into a file that marks them
all, and so reach the catalogue. Needs GNU gettext.
"""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MARKED = ROOT / "games" / "_words_of_titles.py"
IGNORED = [".venv/*", "var/*", "staticfiles/*", "node_modules/*", "tests/*", "bench/*", "bin/*"]

LABELS = {
    "Form": (1, 2),
    "Field": (1, 7),
    "Choice": (1,),
    "Column": (0,),
    "Panel": (1,),
    "Figure": (0,),
    "Measure": (1,),
    "Option": (1, 4),
    "Calculator": (0, 1),
}
"""Which arguments of the engine's structs people read, by position."""

KEYWORDS = {"label", "caption", "button", "help", "board_noun"}


def main(languages: list[str]) -> int:
    """Write the catalogue of each language named."""
    if not languages:
        print("Name a language: bin/messages de")
        return 2
    extract(languages)
    return 0


def extract(languages: list[str]) -> None:
    """Run makemessages with the words of the titles marked beside the rest."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "railcompanion.settings")
    sys.path.insert(0, str(ROOT))
    os.chdir(ROOT)
    import django
    from django.core.management import call_command

    django.setup()
    (ROOT / "locale").mkdir(exist_ok=True)
    MARKED.write_text(marked(words_of_titles()))
    try:
        call_command(
            "makemessages", locale=languages, ignore_patterns=IGNORED, extensions=["html", "py"]
        )
    finally:
        MARKED.unlink()


def marked(words: list[str]) -> str:
    """Return a module that marks every text for translation."""
    lines = ["from django.utils.translation import gettext_noop", ""]
    return "\n".join([*lines, *(f"gettext_noop({text!r})" for text in words), ""])


def words_of_titles() -> list[str]:
    """Return every text of the titles and of the log that people read, sorted."""
    from games.registry import TITLES
    from games.wording import ERROR_WORDS, SENTENCES
    from scoring.errors import WORDS

    found = {*ERROR_WORDS.values(), *SENTENCES.values(), *WORDS.values()}
    for title in TITLES.values():
        meta = title.meta
        found |= {*title.words.values(), *(words for _, words in meta.ends), meta.board_noun}
        found |= {text for option in meta.options for text in (option.label, option.help)}
        chosen = (*meta.colours, *(one for option in meta.options for one in option.choices))
        found |= {choice.label for choice in chosen}
        folder = ROOT / "games" / "titles" / title.meta.key
        for path in sorted(folder.glob("*.py")):
            found |= set(_labels(ast.parse(path.read_text())))
    return sorted(text for text in found if any(sign.isalpha() for sign in text))


def _labels(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            name = ast.unparse(node.func).rpartition(".")[2]
            if name in LABELS:
                yield from _texts([node.args[at] for at in LABELS[name] if at < len(node.args)])
            yield from _texts([word.value for word in node.keywords if word.arg in KEYWORDS])


def _texts(values: list[ast.expr]) -> Iterator[str]:
    for value in values:
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            yield value.value


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
