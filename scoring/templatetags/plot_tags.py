"""What the chart template needs: plain numbers for SVG, spoken ones for people."""

from __future__ import annotations

from django import template
from django.utils.formats import number_format

from scoring.plots import Bar

register = template.Library()


@register.filter
def unlocalized(value: int) -> str:
    """Return a whole number as SVG wants it, without thousands."""
    return str(value)


@register.filter
def plotted(value: int, kind: str) -> str:
    """Return a value of a chart with its unit, thousands and a real minus sign."""
    text = number_format(abs(value), use_l10n=True, force_grouping=True)
    return ("−" if value < 0 else "") + ("$" if kind == "money" else "") + text


@register.filter
def part_top(bar: Bar) -> int:
    """Return where the marked part of a bar begins."""
    return bar.y + bar.height - bar.part
