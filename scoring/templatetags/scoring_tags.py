"""How scoring's pages write titles, places, points, durations and rules."""

from __future__ import annotations

import re

from django import template
from django.urls import NoReverseMatch, reverse
from django.utils.formats import number_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_noop

from scoring.registry import SCORE_TABLES

register = template.Library()
_PLACES = {
    1: gettext_noop("{rank}st"),
    2: gettext_noop("{rank}nd"),
    3: gettext_noop("{rank}rd"),
}
_RULE = re.compile(r"[A-Z]{1,4}-[A-Z]?[0-9]{1,3}")


@register.filter
def title_name(key: str) -> str:
    """Return the printed name of a title, or the key of one that is not known."""
    table = SCORE_TABLES.get(key)
    return table.name if table is not None else words(key)


@register.filter
def words(key: str) -> str:
    """Return a key as words: "sold_out" as "Sold out"."""
    text = key.replace("_", " ").strip()
    return text[:1].upper() + text[1:]


@register.filter
def choice(value: object) -> str:
    """Return what was chosen for an option as people say it: yes, no, or the key as words."""
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return gettext(words(str(value)).lower()) if isinstance(value, str) else str(value)


@register.filter
def place(rank: int | None) -> str:
    """Return a place as people say it: 1st, 2nd, 3rd, 11th; a dash if there is none."""
    if rank is None:
        return "–"
    if rank % 100 in (11, 12, 13):
        return gettext("{rank}th").format(rank=rank)
    return gettext(_PLACES.get(rank % 10, "{rank}th")).format(rank=rank)


@register.filter
def points(total: int | None) -> str:
    """Return points with thousands separated and a true minus; a dash if not counted."""
    if total is None:
        return "–"
    text = number_format(abs(total), use_l10n=True, force_grouping=True)
    return f"−{text}" if total < 0 else text


@register.filter
def duration(minutes: int | None) -> str:
    """Return minutes as "45 min" or "2 h 5 min"; empty if unknown."""
    if not minutes:
        return ""
    hours, rest = divmod(minutes, 60)
    parts = [
        gettext("{hours} h").format(hours=hours) if hours else "",
        gettext("{minutes} min").format(minutes=rest) if rest else "",
    ]
    return " ".join(part for part in parts if part)


@register.simple_tag
def rules(title: str, text: str) -> SafeString:
    """Return the text with each rule number in it ("CD-54") linked to the page of the title's rules.

    Plain text where there is no such page.
    """
    try:
        page = reverse("games:rules", args=[title])
    except NoReverseMatch:
        return format_html("{}", text)
    parts: list[SafeString] = []
    at = 0
    for found in _RULE.finditer(text):
        parts.append(format_html("{}", text[at : found.start()]))
        parts.append(format_html('<a href="{}#{}">{}</a>', page, found[0], found[0]))
        at = found.end()
    parts.append(format_html("{}", text[at:]))
    return format_html_join("", "{}", ((part,) for part in parts))


@register.simple_tag
def address(name: str, *args: str) -> str:
    """Return the address of a page that another app may have, or an empty text."""
    try:
        return reverse(name, args=args)
    except NoReverseMatch:
        return ""
