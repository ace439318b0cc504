"""How the pages of imports look things up."""

from __future__ import annotations

from collections.abc import Mapping

from django import template

register = template.Library()


@register.filter
def of(counts: Mapping[str, int], name: str) -> int:
    """Return the count under a name, 0 if there is none."""
    return counts.get(name, 0)
