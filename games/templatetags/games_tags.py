"""Tags of games' pages: pieces, rule links, the games of a club."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games import queries
from games.engine.codec import encode
from games.engine.dots import dots, index
from games.engine.title import Panel
from games.forms.moves import Input
from games.models import Game
from games.queries import View
from games.registry import TITLES
from games.views.worded import Token, WordedPanel, Wording

register = template.Library()


@register.filter
def game_title(key: str) -> str:
    """Return the printed name of a title."""
    return TITLES[key].meta.name if key in TITLES else key


@register.simple_tag
def piece(token: Token | None, size: str = "") -> SafeString:
    """Return a token: round for people, square for railroads, with its letter and colour."""
    if token is None:
        return SafeString("")
    shape = " sq" if token.square else ""
    colour = f" c-{token.colour}" if token.colour.isalpha() else ""
    css = f"token{shape}{colour}{' ' + size if size else ''}"
    return format_html('<span class="{}" aria-hidden="true">{}</span>', css, token.letter)


@register.simple_tag
def seat_piece(words: Wording, letter: str, size: str = "small") -> SafeString:
    """Return the piece of a seat."""
    return piece(words.seat_token(letter), size) if letter else SafeString("")


@register.simple_tag
def rule_link(title: str, rule: str) -> SafeString:
    """Return a link to a rule of a title's digest."""
    if not rule:
        return SafeString("")
    return format_html(
        '<a class="rule" href="{}#{}">{}</a>',
        reverse("games:rules", args=[title]),
        rule,
        gettext("Rule {number}").format(number=rule),
    )


@register.simple_tag
def club_games(club: Any) -> list[Game]:
    """Return a club's games that are not finished."""
    found: list[Game] = queries.club_games(club.pk)
    return found


@register.filter
def corner_points(points: Iterable[tuple[int, int]]) -> str:
    """Return points as SVG writes them."""
    return " ".join(f"{x},{y}" for x, y in points)


register.filter("dots", dots)
register.filter("index", index)


@register.filter
def company_name(words: Wording, token: Token) -> str:
    """Return the name of the company a piece stands for."""
    return words.company(token.colour)


@register.filter
def seat_name(view: View, letter: str) -> str:
    """Return what people call a seat."""
    return view.speaker.seat(letter)


@register.filter
def worded_panel(words: Wording, panel: Panel) -> WordedPanel:
    """Return a panel in words."""
    return words.panel(panel)


@register.filter
def as_json(data: Any) -> str:
    """Return data as JSON, for an attribute that the page's script reads."""
    return encode(data)


@register.filter
def is_checked(field: Input) -> bool:
    """Say whether a flag was ticked."""
    return any(value not in ("", "false") for value in field.values)


@register.filter
def shown_value(field: Input) -> str:
    """Return what a text field shows."""
    return " ".join(field.values)
