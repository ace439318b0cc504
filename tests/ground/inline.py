"""Finds in HTML what the Content-Security-Policy would block."""

from __future__ import annotations

import re

_INLINE = {
    "inline script": re.compile(
        r"<script(?![^>]*\bsrc=)(?![^>]*\btype=.application/json)[^>]*>", re.IGNORECASE
    ),
    "inline style": re.compile(r"<style\b", re.IGNORECASE),
    "style attribute": re.compile(r"<[a-z][^>]*\sstyle\s*=", re.IGNORECASE),
    "event attribute": re.compile(r"<[a-z][^>]*\son[a-z]+\s*=", re.IGNORECASE),
    "hx-on attribute": re.compile(r"<[a-z][^>]*\shx-on", re.IGNORECASE),
    "script address": re.compile(r"=\s*[\"']?\s*javascript:", re.IGNORECASE),
    "evaluated htmx value": re.compile(r"hx-(?:vals|headers)\s*=\s*.(?:js|javascript):"),
}


def inline_parts(html: str) -> list[str]:
    """Return the kinds of inline script or style found, without repetition."""
    return [kind for kind, pattern in _INLINE.items() if pattern.search(html)]
