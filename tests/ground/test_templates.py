"""Every template of the project compiles and holds nothing inline."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings
from django.template import engines
from django.test import RequestFactory

from tests.ground.inline import inline_parts

FOLDERS = [settings.BASE_DIR / name / "templates" for name in ("games", "scoring")] + [
    settings.BASE_DIR / "templates"
]
TEMPLATES = sorted(
    (path, path.relative_to(folder).as_posix())
    for folder in FOLDERS
    for path in folder.rglob("*")
    if path.suffix in {".html", ".txt", ".svg", ".xml"}
)


@pytest.mark.parametrize(("path", "name"), TEMPLATES, ids=[name for _, name in TEMPLATES])
def test_template_compiles_and_holds_nothing_inline(path: Path, name: str) -> None:
    engines["django"].get_template(name)
    assert inline_parts(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("html", "kind"),
    [
        ("<script>1</script>", "inline script"),
        ("<style>a{}</style>", "inline style"),
        ('<p style="color:red">', "style attribute"),
        ('<a href="#" onclick="x()">', "event attribute"),
        ('<a href="javascript:x()">', "script address"),
        ("<a hx-vals='js:{a: 1}'>", "evaluated htmx value"),
        ('<a hx-on:click="x()">', "hx-on attribute"),
    ],
)
def test_inline_parts_are_found(html: str, kind: str) -> None:
    assert kind in inline_parts(html)


def test_inline_parts_leave_the_rest_alone() -> None:
    html = '<script src="/a.js" defer></script><script type="application/json">{}</script>'
    assert inline_parts(html + '<p class="style" data-on="1">one=1</p>') == []


@pytest.mark.parametrize("name", ["400", "403", "403_csrf", "404", "500"])
def test_error_page_needs_no_request(name: str) -> None:
    """An error page must come even when nothing about the request can be told."""
    page = engines["django"].get_template(f"{name}.html").render()
    assert page.startswith("<!doctype html>")
    assert "<h1>" in page


def test_error_page_for_htmx_is_a_fragment() -> None:
    request = RequestFactory().get("/nothing", headers={"HX-Request": "true"})
    request.htmx = True  # type: ignore[attr-defined] # as the middleware sets it
    page = engines["django"].get_template("404.html").render({"request": request})
    assert "<html" not in page
    assert "Nothing is here" in page
