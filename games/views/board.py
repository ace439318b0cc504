"""The board on pages: the picture that stays, what stands on it, what can be tapped, and the list."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.http import urlencode
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games.engine.codec import encode
from games.engine.drawing import Anchor, Drawing, Works
from games.lines import Cache
from games.models import Game
from games.queries import View
from games.views import standing
from games.views.base import open_table, page
from games.views.board_list import Listed, listed, targets_of
from games.views.slip import seat_of
from games.views.worded import Token, Wording

FOREVER = "private, max-age=31536000, immutable"
_JSON_IN_HTML = {ord(">"): "\\u003E", ord("<"): "\\u003C", ord("&"): "\\u0026"}


@dataclass(frozen=True, slots=True)
class Picture:
    """A board as SVG text, with the print of that text: a changed picture has another address."""

    drawing: Drawing
    text: str
    print: str


@dataclass(frozen=True, slots=True)
class Shown:
    """The board as a page shows it."""

    drawing: Drawing
    address: str
    now: SafeString
    companies: tuple[tuple[Token, str], ...]
    other: str
    is_planned: bool
    """Whether the title says what taps come to; a template would call the functions of the title."""
    listed: Listed | None = None


_pictures: Cache[Picture] = Cache(64)


def picture_of(view: View) -> Picture | None:
    """Return the picture of the board as far as it is charted; None where a title has none."""
    draw = view.title.drawing
    if draw is None or view.state is None:
        return None
    board = view.title.merged_board(view.table, view.state)
    key: Any = view.game.board_id
    if board is not view.table.board:
        key = (view.game.title, hashlib.sha256(encode(board).encode()).digest())
    found = _pictures.get(key)
    if found is None:
        drawing = draw(view.table, view.state)
        text = render_to_string("games/_picture.html", {"drawing": drawing})
        found = Picture(drawing, text, hashlib.sha256(text.encode()).hexdigest()[:16])
        found = _pictures.put(key, found)
    return found


def address_of_picture(view: View, at: int | None = None) -> str:
    """Return where the picture of the board is, as it was after entry `at`; empty where there is none.

    Until something is charted in play all entries share the picture of the opening.
    """
    found = picture_of(view)
    if found is None:
        return ""
    address = reverse("games:picture", args=[view.game.code])
    if at is not None:
        is_charted = view.title.merged_board(view.table, view.state) is not view.table.board
        address = reverse("games:picture_at", args=[view.game.code, at if is_charted else 0])
    return f"{address}?v={found.print}"


def shown(request: HttpRequest, view: View, seat: str, at: int | None = None) -> Shown | None:
    """Return the board for a page that enters for `seat`, as a picture or, if asked for, a list.

    With `at` it is the board after that entry, whose state the view holds.
    """
    picture = picture_of(view)
    if picture is None:
        return None
    code = view.game.code
    as_list = request.GET.get("view") == "list"
    kept = {"seat": seat} if request.GET.get("seat") else {}
    other = kept if as_list else kept | {"view": "list"}
    words = Wording(view)
    return Shown(
        picture.drawing,
        address_of_picture(view, at),
        now_of(view, seat, at),
        tuple((words.owner_token(key), words.owner(key)) for key in standing.owners(view)),
        f"{reverse('games:table', args=[code])}?{urlencode(other)}#board",
        view.title.plan is not None,
        listed(request, view, seat, picture.drawing) if as_list else None,
    )


def now_of(view: View, seat: str, at: int | None = None) -> SafeString:
    """Return what changes with every entry, as JSON that can stand in HTML."""
    game = view.game
    reach = plan = ""
    if game.status == Game.Status.PLAYING and seat and seat == seat_of(view, seat):
        query = urlencode({"seat": seat, "at": str(game.head)})
        if view.title.targets is not None:
            reach = f"{reverse('games:reach', args=[game.code])}?{query}"
        if view.title.plan is not None:
            plan = f"{reverse('games:plan', args=[game.code])}?{query}"
    data = {
        "last": game.last,
        "head": game.head,
        "seat": seat,
        "reach": reach,
        "plan": plan,
        "picture": address_of_picture(view, at),
        **standing.data_of(view),
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return mark_safe(text.translate(_JSON_IN_HTML))


@require_safe
@gzip_page
@page
def picture(request: HttpRequest, code: str) -> HttpResponse:
    """Answer the board as SVG; under its print it never changes, so browsers keep it."""
    return picture_answer(request, open_table(request, code))


def picture_answer(request: HttpRequest, view: View) -> HttpResponse:
    """Answer the picture of the state a view holds."""
    found = picture_of(view)
    if found is None:
        raise Http404(gettext("This game has no picture of its board."))
    etag = f'"{found.print}"'
    answer = get_conditional_response(
        request, etag=etag, response=HttpResponse(found.text, content_type="image/svg+xml")
    )
    assert answer is not None
    answer.headers["ETag"] = etag
    current = request.GET.get("v") == found.print
    answer.headers["Cache-Control"] = FOREVER if current else "private, no-cache"
    return answer


@require_safe
@gzip_page
@page
def reach(request: HttpRequest, code: str) -> HttpResponse:
    """Answer what a seat can tap now: places by form, and lines by company, with their figures."""
    view = open_table(request, code)
    seat = request.GET.get("seat", "")[:1]
    found = targets_of(view, seat)
    answer = JsonResponse(
        {"places": found.places, "works": [_works(view, works) for works in found.works]},
        json_dumps_params={"ensure_ascii": False, "separators": (",", ":")},
    )
    # What could be done after an entry never changes, so the answer for that entry may be kept.
    current = request.GET.get("at") == str(view.game.head)
    answer.headers["Cache-Control"] = FOREVER if current else "private, no-store"
    return answer


def _works(view: View, works: Works) -> dict[str, Any]:
    return {
        "company": works.company,
        "name": Wording(view).company(works.company),
        "treasury": works.treasury,
        "income": works.income,
        "anchors": [_anchor(view, anchor) for anchor in works.anchors],
    }


def _anchor(view: View, anchor: Anchor) -> list[Any]:
    """Return a place with its ways: places in order, and (index, cost, income, left, brings) of ends."""
    return [
        anchor.place,
        [
            [
                list(way.places),
                [
                    [
                        way.places.index(end.place),
                        end.cost,
                        end.income,
                        end.left,
                        ", ".join(view.speaker.say(note) for note in end.brings),
                    ]
                    for end in way.ends
                ],
            ]
            for way in anchor.ways
        ],
    ]
