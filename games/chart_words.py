"""What has changed in a chart, and how complete one is, in words."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext

from games.engine.charts import WHOLE, ChartEditor, Completeness, Difference

MOST_PLACES = 6
"""Places that are named one by one; of more only the number is said."""

_KINDS = ("added", "removed", "changed")


def said(editor: ChartEditor, found: Sequence[Difference]) -> tuple[str, ...]:
    """Return differences in words, one line for everything that changed in the same way."""
    lines = [_whole(*value) for one in found if one.place == WHOLE for value in one.values]
    placed = [one for one in found if one.place != WHOLE]
    for kind in ("added", "removed"):
        places = [one.place for one in placed if one.kind == kind]
        if places:
            lines.append(_some_places(kind, places))
    groups: dict[tuple[tuple[str, str, str], ...], list[str]] = {}
    for one in placed:
        if one.kind == "changed":
            groups.setdefault(one.values, []).append(one.place)
    for values, places in groups.items():
        what = ", ".join(_value(editor, *value) for value in values)
        lines.append(f"{_named(places)} {what}")
    return tuple(lines)


def summary(editor: ChartEditor, found: Sequence[Difference], most: int = 120) -> str:
    """Return differences as one line of at most so many signs: "3 places changed: -3,0 cost 4 → 5"."""
    if not found:
        return gettext("nothing changed")
    counts = [
        _count(kind, number)
        for kind in _KINDS
        if (number := sum(one.kind == kind and one.place != WHOLE for one in found))
    ]
    lines = said(editor, found)
    text = ", ".join(counts) + (": " if counts else "") + "; ".join(lines)
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def completeness_words(found: Completeness) -> str:
    """Return how complete a chart is: "181 of 217 places known; missing: Seattle, C2"."""
    if found.known == found.total:
        text = ngettext("%(known)d place known", "%(known)d places known", found.known)
    else:
        text = gettext("%(known)d of %(total)d places known")
    text %= {"known": found.known, "total": found.total}
    if found.missing:
        text += "; " + gettext("missing: %s") % ", ".join(found.missing)
    return text


def _count(kind: str, number: int) -> str:
    words = {
        "added": ngettext("%d place added", "%d places added", number),
        "removed": ngettext("%d place removed", "%d places removed", number),
        "changed": ngettext("%d place changed", "%d places changed", number),
    }
    return words[kind] % number


def _some_places(kind: str, places: Sequence[str]) -> str:
    words = {"added": gettext("new: %s"), "removed": gettext("taken off: %s")}
    return words[kind] % _named(places)


def _named(places: Sequence[str]) -> str:
    if len(places) <= MOST_PLACES:
        return " · ".join(places)
    return ngettext("%d place", "%d places", len(places)) % len(places)


def _whole(key: str, old: str, new: str) -> str:
    if key == "complete":
        return gettext("declared complete") if new else gettext("no longer complete")
    dash = "–"
    return f"{key} {_figures(key, old) or dash} → {_figures(key, new) or dash}"


def _figures(key: str, text: str) -> str:
    return text if key == "name" else text.replace(" ", " · ")


def _value(editor: ChartEditor, name: str, old: str, new: str) -> str:
    field = next(one for one in editor.fields if one.name == name)
    labels = {choice.value: choice.label for choice in field.choices}

    def shown(value: str) -> str:
        return labels.get(value, value) or "–"

    return f"{field.label.lower()} {shown(old)} → {shown(new)}"
