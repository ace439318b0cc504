"""The pages of figures: a player, a club, and a title in a club."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_GET

from scoring import queries
from scoring.cards import PALETTE, preview_of_player
from scoring.figures import h_index, mean
from scoring.forms.stats import FilterForm
from scoring.guests import who_of
from scoring.models import Club, Season
from scoring.plots import BarPlot, RangePlot, bar_plot, range_plot
from scoring.queries import club_stats
from scoring.queries.measures import Figures, Filter, Split
from scoring.queries.stats import Report, club_report, player_report
from scoring.services.merges import owns
from scoring.templatetags.scoring_tags import points, title_name, words
from scoring.views.base import page, page_number

_SHOWN_RIVALS = 12
_MOST_SEASONS = 30


@require_GET
@page
def player(request: HttpRequest, player_id: str) -> HttpResponse:
    """Show a player's figures, and their plays with the place reached."""
    who = who_of(request)
    found, access = queries.player_page(player_id, who)
    number = page_number(request.GET.get("page", ""))
    form = filter_form(request, access.club)
    wish = form.wish()
    scores, has_more = queries.player_plays(found, number, wish)
    report = player_report(found, wish)
    items = club_stats.title_items(access.club, wish.title, found) if wish.title else {}
    context = {
        "access": access,
        "club": access.club,
        "player": found,
        "scores": scores,
        "number": number,
        "has_more": has_more,
        "query": _query(request),
        "form": form,
        "wish": wish,
        "report": report,
        "is_own": owns(found, who),
        "may_look_after": found.active and (access.is_member or owns(found, who)),
        "splits": _splits(report, wish, is_player=True),
        "years": _years(report),
        "scores_plot": _scores(report),
        "items": _items(items),
        "rivals": report.rivals[:_SHOWN_RIVALS],
        "h_titles": h_index(figures.plays for _, figures in report.by_title.rows),
        "h_people": h_index(rival.plays for rival in report.rivals),
        "link_preview": preview_of_player(found, report.total.plays, report.total.wins),
    }
    return render(request, "scoring/player.html", context)


@require_GET
@page
def club(request: HttpRequest, club_id: str) -> HttpResponse:
    """Show the figures of a club, or of one title in it."""
    access = queries.club_access(club_id, who_of(request))
    form = filter_form(request, access.club)
    wish = form.wish()
    report = club_report(access.club, wish)
    months = club_stats.months(access.club, wish)
    items = club_stats.title_items(access.club, wish.title) if wish.title else {}
    context = {
        "access": access,
        "club": access.club,
        "form": form,
        "wish": wish,
        "report": report,
        "leaders": club_stats.leaders(access.club, wish),
        "titles": club_stats.titles_played(access.club, wish),
        "splits": _splits(report, wish, is_player=False),
        "months": months_plot(months),
        "scores_plot": _scores(report),
        "items": _items(items),
    }
    return render(request, "scoring/club_stats.html", context)


def filter_form(request: HttpRequest, club: Club) -> FilterForm:
    """Return the filter's form for what a club has played."""
    seasons = Season.objects.filter(league__club=club).select_related("league")
    ordered = list(seasons.order_by("-starts_on", "-id")[:_MOST_SEASONS])
    return FilterForm(request.GET, club_stats.variants_of(club), ordered)


def months_plot(rows: tuple[tuple[Any, int], ...]) -> BarPlot | None:
    """Return the chart of plays by month."""
    if not rows:
        return None
    heads = (gettext_noop("Month"), gettext_noop("Plays"), "")
    shown = [(date_format(month, "m/y"), count, 0) for month, count in rows]
    return bar_plot("months", gettext_noop("Plays by month"), shown, heads)


@dataclass(frozen=True, slots=True)
class _Shown:
    """A split as the page shows it: a chart of win rates, and the table behind it."""

    head: str
    plot: RangePlot
    rows: tuple[tuple[str, Figures], ...]


def _splits(report: Report, wish: Filter, *, is_player: bool) -> list[_Shown]:
    wanted = []
    if is_player and not wish.title:
        wanted.append(("title", gettext("Wins by title"), gettext("Title"), report.by_title))
    if is_player and not wish.size:
        caption = gettext("Wins by number of players")
        wanted.append(("size", caption, gettext("Players"), report.by_size))
    wanted += [
        ("order", gettext("Wins by seat"), gettext("Seat"), report.by_order),
        ("colour", gettext("Wins by colour"), gettext("Colour"), report.by_colour),
    ]
    return [_shown(*one) for one in wanted if one[3].rows]


def _shown(key: str, caption: str, head: str, split: Split) -> _Shown:
    name: dict[str, Callable[[Any], str]] = {
        "title": title_name,
        "size": str,
        "order": str,
        "colour": lambda colour: gettext(words(colour)) if colour in PALETTE else words(colour),
    }
    rows = tuple((name[key](value), figures) for value, figures in split.rows)
    drawn = [
        (label, figures.win_rate.percent, figures.win_rate.low, figures.win_rate.high)
        for label, figures in rows
        if figures.win_rate is not None
    ]
    return _Shown(head, range_plot(key, caption, drawn), rows)


def _years(report: Report) -> BarPlot | None:
    if not report.years:
        return None
    heads = (gettext_noop("Year"), gettext_noop("Plays"), gettext_noop("Wins"))
    rows = [(str(year), count, won) for year, count, won in report.years]
    return bar_plot("years", gettext_noop("Plays by year"), rows, heads)


def _scores(report: Report) -> BarPlot | None:
    if not report.scores:
        return None
    heads = (gettext_noop("Points"), gettext_noop("Plays"), "")
    rows = [
        (
            points(one.low) if one.low == one.high else f"{points(one.low)}–{points(one.high)}",
            one.count,
            0,
        )
        for one in report.scores
    ]
    return bar_plot("scores", gettext_noop("How scores fell"), rows, heads)


@dataclass(frozen=True, slots=True)
class _Item:
    label: str
    plays: int
    count: str
    points: str


def _items(items: dict[str, list[int]]) -> list[_Item]:
    return [
        _Item(gettext(words(item)), plays, mean(count, plays), mean(worth, plays))
        for item, (plays, count, worth) in items.items()
    ]


def _query(request: HttpRequest) -> str:
    kept = request.GET.copy()
    kept.pop("page", None)
    return f"&{kept.urlencode()}" if kept else ""
