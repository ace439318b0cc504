"""How the pages of ratings and leagues write ratings, changes, points, and why points were given."""

from __future__ import annotations

from collections.abc import Callable

from django import template
from django.utils.formats import number_format
from django.utils.translation import gettext

from scoring import ratings
from scoring.leagues.units import hundredths
from scoring.models import Award
from scoring.templatetags.scoring_tags import place, points

register = template.Library()


@register.filter
def rating(mu: float) -> str:
    """Return a strength as a rating with thousands: "1,532"."""
    return points(ratings.shown(mu))


@register.filter
def doubt(sigma: float) -> str:
    """Return how far a rating may well be off."""
    return points(ratings.doubt(sigma))


@register.filter
def signed(change: int) -> str:
    """Return a change with its sign: "+12", "−7", "0"."""
    return f"+{points(change)}" if change > 0 else points(change)


@register.filter
def league_points(sixtieths: int) -> str:
    """Return points of a league with as many decimals as they have, two at the most: "4.5"."""
    whole = hundredths(abs(sixtieths))
    decimals = 0 if whole % 100 == 0 else 1 if whole % 10 == 0 else 2
    text = number_format(whole / 100, decimals, use_l10n=True, force_grouping=True)
    return f"−{text}" if sixtieths < 0 and whole else text


@register.filter
def why(award: Award) -> str:
    """Return in words how the points of an award came about."""
    facts = {key: value for key, value in award.facts.items() if isinstance(value, int)}
    said = _WHY[award.why](facts)
    if "percent" in facts:
        said += " " + gettext("A substitute earns {percent} % of {full}.").format(
            percent=facts["percent"], full=league_points(facts["full"])
        )
    return said


def _placed(facts: dict[str, int]) -> str:
    return gettext("{place} of {seats}.").format(place=place(facts["place"]), seats=facts["seats"])


def _shared(facts: dict[str, int]) -> str:
    last = facts["place"] + facts["sharing"] - 1
    return gettext(
        "{place} of {seats}, shared by {sharing}: places {first} to {last} are worth {total} together."
    ).format(place=place(facts["place"]), first=facts["place"], last=last, **_rest(facts))


def _rest(facts: dict[str, int]) -> dict[str, int]:
    return {key: facts[key] for key in ("seats", "sharing", "total")}


def _share(facts: dict[str, int]) -> str:
    return gettext("{score} against the winner’s {best}.").format(
        score=points(facts["score"]), best=points(facts["best"])
    )


def _normalised(facts: dict[str, int]) -> str:
    return gettext("{score} against a par of {par}.").format(
        score=points(facts["score"]), par=points(facts["par"])
    )


_WHY: dict[str, Callable[[dict[str, int]], str]] = {
    "place": _placed,
    "table": _placed,
    "wins": _placed,
    "place_shared": _shared,
    "table_shared": _shared,
    "wins_shared": _shared,
    "share": _share,
    "share_nothing": _share,
    "normalised": _normalised,
    "forfeit": lambda _: gettext("Stayed away."),
    "walkover": lambda _: gettext("Nobody else came: what a win is worth."),
}


@register.filter
def done(line: dict[str, str]) -> str:
    """Return what was done to a result, and by whom."""
    return _DONE[line["what"]]().format(name=line["by"])


_DONE: dict[str, Callable[[], str]] = {
    "confirmed": lambda: gettext("{name} confirmed it"),
    "disputed": lambda: gettext("{name} disputed it"),
    "settled": lambda: gettext("{name} settled that it stands"),
    "struck_out": lambda: gettext("{name} struck it out"),
    "changed": lambda: gettext("The play was changed"),
    "forfeited": lambda: gettext("Too few came"),
}
