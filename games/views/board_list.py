"""The board as a list: the same choices as on the picture, and every place, for who cannot see it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.http import urlencode

from games.engine.drawing import Anchor, Drawing, Line, Place, Targets, Works
from games.models import Game
from games.queries import View
from games.views import standing
from games.views.slip import seat_of
from games.views.worded import Token, Wording


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


def targets_of(view: View, seat: str) -> Targets:
    """Return what a seat can do on the board now; nothing for whoever may not enter for it."""
    find = view.title.targets
    playing = view.game.status == Game.Status.PLAYING
    if find is None or view.state is None or not playing or seat_of(view, seat) != seat:
        return Targets({})
    return find(view.table, view.state, seat)


def listed(request: HttpRequest, view: View, seat: str, drawing: Drawing) -> Listed:
    found = targets_of(view, seat)
    here = standing.here(view)
    said = standing.said(view)
    names = {place.key: place.name for place in drawing.places}
    base = {"view": "list", **({"seat": seat} if seat else {})}
    open_starts = set(found.places.get("start", ()))
    places: list[Place | Line] = [*drawing.places, *(one for one in drawing.lines if one.key)]
    rows = tuple(
        Row(
            place.key,
            place.name,
            place.columns or ("–",) * len(drawing.heads),
            tuple(here.get(place.key, ())),
            ", ".join(said.get(place.key, ())),
            "?" + urlencode(base | {"form": "start", "f-at": place.key}) + "#slip"
            if place.key in open_starts
            else "",
        )
        for place in places
        if place.columns or place.key in here or place.key in said
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
