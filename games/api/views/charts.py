"""Charts: boards that come with a title, and a club's own transcriptions."""

from __future__ import annotations

from django.utils.translation import gettext
from rest_framework.request import Request
from rest_framework.response import Response

from games import queries
from games.api import bodies, catalogue, present
from games.api.bodies import body
from games.api.endpoint import Endpoint, done, under, whole, word
from games.api.errors import NotFound
from games.api.schema import describe, text_parameter, whole_parameter
from games.engine.errors import Fault
from games.engine.title import Title
from games.errors import BadInput
from games.models import Chart
from games.registry import TITLES
from games.services import charts
from scoring.errors import NotAllowed
from scoring.errors import NotFound as NoClub
from scoring.guests import who_of
from scoring.queries import Access, access_to, club_access

TAG = "charts"
MOST_BYTES = charts.MOST_BYTES


class Charts(Endpoint):
    """Charts to play on."""

    most_bytes = MOST_BYTES

    @describe(
        "List charts",
        TAG,
        catalogue.Charts,
        refuses=(400, 404),
        parameters=(
            text_parameter("title", "Only charts of this title."),
            text_parameter("club", "Also the charts of this club."),
        ),
    )
    def get(self, request: Request) -> Response:
        """List the charts that come with the titles, and with `club` those of a club you may see."""
        key, club = word(request, "title"), word(request, "club")
        if key and key not in TITLES:
            raise Fault.one("title", gettext("There is no such title."))
        club_id = club_access(club, who_of(request)).club.pk if club else None
        found = [
            version
            for title in ([TITLES[key]] if key else TITLES.values())
            for version in queries.boards_for(club_id, title.meta.key)
        ]
        return done(catalogue.Charts(tuple(map(present.chart_line, found))))

    @describe(
        "Create a chart",
        TAG,
        catalogue.ChartSheet,
        body=bodies.NewChart,
        status=(201,),
        refuses=(404,),
    )
    def post(self, request: Request) -> Response:
        """Keep a board as a new chart of a club that you belong to."""
        sent = body(request, bodies.NewChart)
        title = TITLES.get(sent.title)
        if title is None:
            raise BadInput("title", "no_such_title", title=sent.title)
        access = _member(club_access(sent.club, who_of(request)))
        board = _read(title, sent.board)
        version = charts.create_chart(access.club.pk, sent.title, sent.name, board, _name(access))
        return done(present.chart_sheet(version.chart, version, (version,)), 201)


class OneChart(Endpoint):
    """One chart."""

    most_bytes = MOST_BYTES

    @describe(
        "Show a chart",
        TAG,
        catalogue.ChartSheet,
        refuses=(400, 404),
        parameters=(whole_parameter("version", "Which version; by default the newest.", least=1),),
    )
    def get(self, request: Request, chart_id: str) -> Response:
        """Return a chart's board in one version, and which versions there are."""
        number = whole(request, "version", 0, least=1)
        chart = _chart(request, chart_id)
        version = queries.chart_version(chart, number)
        if version is None:
            raise NotFound
        return done(present.chart_sheet(chart, version, queries.versions_of(chart)))

    @describe(
        "Add a version to a chart",
        TAG,
        catalogue.ChartSheet,
        body=bodies.ReviseChart,
        status=(200,),
        refuses=(404, 409),
    )
    def put(self, request: Request, chart_id: str) -> Response:
        """Keep a new version of a club's chart; games under way keep the version they have."""
        sent = body(request, bodies.ReviseChart)
        chart = _chart(request, chart_id)
        if chart.club is None:
            raise BadInput("board", "shipped_chart")
        access = _member(access_to(chart.club, who_of(request)))
        board = _read(TITLES[chart.title], sent.board)
        version = charts.revise_chart(chart.pk, board, sent.why, _name(access))
        return done(present.chart_sheet(chart, version, queries.versions_of(chart)))


def _chart(request: Request, chart_id: str) -> Chart:
    """Return a chart that the one who asks may see, or raise `NotFound`."""
    chart = queries.chart_by_id(chart_id)
    if chart is None or chart.title not in TITLES:
        raise NotFound
    if chart.club is not None:
        try:
            access_to(chart.club, who_of(request))
        except NoClub:
            raise NotFound from None
    return chart


def _member(access: Access) -> Access:
    if not access.is_member:
        raise NotAllowed("members_only", club=access.club.name)
    return access


def _name(access: Access) -> str:
    return access.member.name if access.member is not None else ""


def _read(title: Title, data: object) -> object:
    try:
        return charts.read_board(title, data)
    except Fault as fault:
        raise under("board", fault) from None
