"""The board on pages: the picture that stays, what stands on it, what can be tapped, and the list."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
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
from games.engine.drawing import Anchor, Drawing, Targets, Works
from games.lines import Cache
from games.models import Game
from games.queries import View
from games.views.base import open_table, page
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
class Choice:
    """One end of a line in the list: what is sent for it, and what is said of it."""

    place: str
    label: str
    longest: bool


@dataclass(frozen=True, slots=True)
class From:
    """One place that a company's line may begin at."""

    place: str
    name: str
    address: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Company:
    """A company as the list shows it: where its lines may begin, and where the chosen ones end."""

    key: str
    name: str
    token: Token
    anchors: tuple[From, ...]
    chosen: str = ""
    ends: tuple[tuple[str, tuple[Choice, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """One place in the list: what is printed, who is there."""

    key: str
    name: str
    columns: tuple[str, ...]
    here: tuple[Token, ...]
    spoken: str
    start: str = ""


@dataclass(frozen=True, slots=True)
class Listed:
    """The board as a list: the same choices as on the picture, and every place."""

    heads: tuple[str, ...]
    rows: tuple[Row, ...]
    companies: tuple[Company, ...]
    starts: tuple[Row, ...]
    company_field: str


@dataclass(frozen=True, slots=True)
class Shown:
    """The board as a page shows it."""

    drawing: Drawing
    address: str
    now: SafeString
    companies: tuple[tuple[Token, str], ...]
    other: str
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
        tuple(
            (words.company_token(key), words.company(key))
            for key in dict.fromkeys(piece.company for piece in _pieces(view))
        ),
        f"{reverse('games:table', args=[code])}?{urlencode(other)}#board",
        _listed(request, view, seat, picture.drawing) if as_list else None,
    )


def _pieces(view: View) -> tuple[Any, ...]:
    draw = view.title.pieces
    return draw(view.table, view.state) if draw is not None else ()


def now_of(view: View, seat: str, at: int | None = None) -> SafeString:
    """Return what changes with every entry, as JSON that can stand in HTML."""
    game, words = view.game, Wording(view)
    pieces = _pieces(view)
    companies = {
        piece.company: [piece.letter, piece.pattern, words.company(piece.company)]
        for piece in pieces
    }
    reach = ""
    if game.status == Game.Status.PLAYING and seat and seat == seat_of(view, seat):
        query = urlencode({"seat": seat, "at": str(game.head)})
        reach = f"{reverse('games:reach', args=[game.code])}?{query}"
    data = {
        "last": game.last,
        "head": game.head,
        "seat": seat,
        "reach": reach,
        "picture": address_of_picture(view, at),
        "companies": companies,
        "pieces": [
            [piece.place, piece.company, piece.dx, piece.dy, int(piece.alone)] for piece in pieces
        ],
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


def targets_of(view: View, seat: str) -> Targets:
    """Return what a seat can do on the board now; nothing for whoever may not enter for it."""
    find = view.title.targets
    playing = view.game.status == Game.Status.PLAYING
    if find is None or view.state is None or not playing or seat_of(view, seat) != seat:
        return Targets({})
    return find(view.table, view.state, seat)


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


# The list


def _listed(request: HttpRequest, view: View, seat: str, drawing: Drawing) -> Listed:
    words = Wording(view)
    found = targets_of(view, seat)
    here: dict[str, list[Token]] = {}
    for piece in _pieces(view):
        here.setdefault(piece.place, []).append(words.company_token(piece.company))
    names = {place.key: place.name for place in drawing.places}
    base = {"view": "list", **({"seat": seat} if seat else {})}
    open_starts = set(found.places.get("start", ()))
    rows = tuple(
        Row(
            place.key,
            place.name,
            place.columns,
            tuple(here.get(place.key, ())),
            place.spoken,
            "?" + urlencode(base | {"form": "start", "f-at": place.key}) + "#slip"
            if place.key in open_starts
            else "",
        )
        for place in drawing.places
    )
    chosen = request.GET.get("company", ""), request.GET.get("from", "")
    return Listed(
        drawing.heads,
        rows,
        tuple(_company(view, works, names, base, chosen) for works in found.works),
        tuple(row for row in rows if row.start),
        _company_field(view, seat),
    )


def _company_field(view: View, seat: str) -> str:
    forms = view.title.forms(view.table, view.state, seat)
    return next((form.fields[0].name for form in forms if form.kind == "build"), "")


def _company(
    view: View,
    works: Works,
    names: Mapping[str, str],
    base: Mapping[str, str],
    chosen: tuple[str, str],
) -> Company:
    words = Wording(view)
    anchors = tuple(
        From(
            anchor.place,
            names.get(anchor.place, anchor.place),
            "?" + urlencode({**base, "company": works.company, "from": anchor.place}) + "#board",
            chosen == (works.company, anchor.place),
        )
        for anchor in works.anchors
    )
    here = next((a for a in works.anchors if chosen == (works.company, a.place)), None)
    ends = tuple(_ways(view, works, here, names)) if here is not None else ()
    return Company(
        works.company,
        words.company(works.company),
        words.company_token(works.company),
        anchors,
        here.place if here is not None else "",
        ends,
    )


def _ways(
    view: View, works: Works, anchor: Anchor, names: Mapping[str, str]
) -> list[tuple[str, tuple[Choice, ...]]]:
    """Return the lines from an anchor by direction: a heading, and its ends in words."""
    found: list[tuple[str, tuple[Choice, ...]]] = []
    for way in anchor.ways:
        choices = []
        for end in way.ends:
            hexes = way.places.index(end.place) + 1
            brings = "".join(f", {view.speaker.say(note)}" for note in end.brings)
            choices.append(
                Choice(
                    end.place,
                    f"{names.get(end.place, end.place)}: {hexes} hex{'es' if hexes > 1 else ''}, "
                    f"cost ${end.cost}, income {works.income} → {end.income}, "
                    f"treasury left ${end.left}{brings}",
                    end is way.ends[-1],
                )
            )
        found.append((f"towards {names.get(way.places[-1], way.places[-1])}", tuple(choices)))
    return found
