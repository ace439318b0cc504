"""The replay: the game after any entry, step by step, with the board as it was; links to any moment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.http import urlencode
from django.utils.translation import get_language, gettext
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games import queries, steps
from games.identity import claims_of
from games.models import Game
from games.queries import View
from games.steps import Moment, Steps
from games.views import board, show
from games.views.base import page
from games.views.table import notation_of
from games.views.worded import Token, Wording


@dataclass(frozen=True, slots=True)
class Wish:
    """What one steps through: everything or what counts, of all or of one seat or company."""

    undone: bool
    seat: str
    company: str

    @property
    def query(self) -> str:
        """Return the wish as the end of an address."""
        given = {"all": "1" if self.undone else "", "seat": self.seat, "company": self.company}
        text = urlencode({name: value for name, value in given.items() if value})
        return f"?{text}" if text else ""


@dataclass(frozen=True, slots=True)
class Way:
    """Where a button leads: the number of an entry, its address, and that of the fragment."""

    id: str
    label: str
    sign: str
    number: int | None
    page: str = ""
    part: str = ""


@require_safe
@page
def replay(request: HttpRequest, code: str) -> HttpResponse:
    """Begin at the opening."""
    address = reverse("games:at", args=[code, 0])
    return redirect(address + _wish(request).query)


@require_safe
@gzip_page
@page
def at(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Show the position as it was after an entry; 0 is the opening."""
    game, moment = _moment(request, code, number)
    context = _context(request, game, moment, number)
    return render(request, "games/replay.html", context)


@require_safe
@gzip_page
@page
def part(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Answer what changes from one moment to another, or 304 where it is as the browser has it."""
    game, moment = _moment(request, code, number)
    who = moment.view.who
    known = f"{who.participant}.{who.role}.{who.is_host}" if who is not None else "-"
    etag = f'"{game.last}.{game.status}.{number}.{known}.{get_language()}"'
    response = get_conditional_response(request, etag=etag)
    if not isinstance(response, HttpResponseNotModified):
        context = _context(request, game, moment, number) | {"oob": True}
        response = render(request, "games/_moment.html", context)
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "private, no-cache"
    return response


@require_safe
@gzip_page
@page
def picture(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Answer the board with what was charted after an entry, as SVG."""
    _, moment = _moment(request, code, number)
    return board.picture_answer(request, moment.view)


def _moment(request: HttpRequest, code: str, number: int) -> tuple[Game, Moment]:
    game = queries.game_by_code(code)
    if number > game.last or game.status == Game.Status.LOBBY:
        raise Http404(gettext("There is no such entry in this game."))
    claims = claims_of(request)
    undone = _wish(request).undone
    return game, steps.moment(
        game, lambda node: queries.view_at(game, node, *claims), number, undone=undone
    )


def _wish(request: HttpRequest) -> Wish:
    seat, company = request.GET.get("seat", ""), request.GET.get("company", "")
    return Wish(
        bool(request.GET.get("all")),
        seat if len(seat) == 1 and seat.isascii() and seat.isalpha() else "",
        company if company.isascii() and company.isalnum() and len(company) <= 20 else "",
    )


def _context(request: HttpRequest, game: Game, moment: Moment, number: int) -> dict[str, Any]:
    view, step, wish = moment.view, moment.step, _wish(request)
    found = steps.steps_of(game)
    numbers = found.numbers(undone=wish.undone, seat=wish.seat, company=wish.company)
    words, who = Wording(view), view.who
    is_entry = number == 0 or (step is not None and step.is_entry and step.counts)
    may_enter = who is not None and who.may_enter and game.status == Game.Status.PLAYING
    return {
        "view": view,
        "game": game,
        "title": view.title.meta,
        "words": words,
        "number": number,
        "step": step,
        "said": moment.said,
        "effects": words.changes(moment.effects),
        "turn": show.turn_of(view),
        "status": _status(view),
        # Step by step they would show what the table covers up as it goes on.
        "panels": () if view.secrets.points else words.panels(),
        "notation": notation_of(view),
        "board": board.shown(request, view, "", number),
        "wish": wish,
        "wish_seat": view.speaker.seat(wish.seat),
        "ways": _ways(game, found, numbers, number, wish),
        "numbers": numbers,
        "index": _index(numbers, number),
        "companies": _companies(words, found),
        "link": request.build_absolute_uri(_page(game, number, wish)),
        "may_undo": may_enter and is_entry and number != game.head and bool(game.head),
        "may_correct": may_enter and is_entry and number > 0,
        "key": uuid4(),
    }


def _status(view: View) -> str:
    if view.state is None:
        return show.status_of(view)
    return view.speaker.say(view.title.status(view.table, view.state))


def _companies(words: Wording, found: Steps) -> list[tuple[str, str, Token]]:
    return [
        (key, words.company(key), words.company_token(key)) for key in steps.companies_of(found)
    ]


def _index(numbers: list[int], number: int) -> int:
    """Return where a number stands among those that are stepped through, or what it comes after."""
    return max(index for index, one in enumerate(numbers) if one <= number)


def _ways(game: Game, found: Steps, numbers: list[int], number: int, wish: Wish) -> tuple[Way, ...]:
    starts = steps.turn_starts(found, numbers)
    before, after = (
        [one for one in numbers if one < number],
        [one for one in numbers if one > number],
    )
    turns_before = [one for one in starts if one < number]
    turns_after = [one for one in starts if one > number]
    ways = (
        ("first", gettext("Opening"), "⇤", before[0] if before else None),
        ("turn-back", gettext("Turn before"), "«", turns_before[-1] if turns_before else None),
        ("back", gettext("Entry before"), "‹", before[-1] if before else None),
        ("on", gettext("Next entry"), "›", after[0] if after else None),
        ("turn-on", gettext("Next turn"), "»", turns_after[0] if turns_after else None),
        ("last", gettext("Newest"), "⇥", after[-1] if after else None),
    )
    return tuple(
        Way(name, label, sign, to)
        if to is None
        else Way(name, label, sign, to, _page(game, to, wish), _part(game, to, wish))
        for name, label, sign, to in ways
    )


def _page(game: Game, number: int, wish: Wish) -> str:
    return reverse("games:at", args=[game.code, number]) + wish.query


def _part(game: Game, number: int, wish: Wish) -> str:
    return reverse("games:at_part", args=[game.code, number]) + wish.query
