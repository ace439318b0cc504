"""The clock of a seat in templates: readable as it is, kept going by clock.js."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.clock import as_text
from games.timing import Reading

register = template.Library()


@register.simple_tag
def clock_face(reading: Reading | None, letter: str) -> SafeString:
    """Return one seat's clock; nothing while the clocks are off."""
    if reading is None or not letter:
        return SafeString("")
    face = reading.face(letter)
    over = " over" if face.shown < 0 else ""
    return format_html(
        '<span class="clock{}{}" role="timer" data-clock="{}" data-used="{}" data-since="{}"'
        ' data-limit="{}"{}>{}</span>',
        " running" if face.is_running else "",
        over,
        letter,
        face.used,
        face.since,
        face.limit,
        SafeString(" data-running") if face.is_running else "",
        as_text(face.shown),
    )
