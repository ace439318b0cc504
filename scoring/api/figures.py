"""The API of statistics, and of players who are one person."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring import queries, services
from scoring.api.base import Open
from scoring.api.serializers import ErrorSerializer
from scoring.figures import Rate
from scoring.forms.stats import FilterForm
from scoring.guests import who_of
from scoring.models import Club, PlayerMerge
from scoring.queries import club_stats, people
from scoring.queries.measures import Figures, Filter
from scoring.queries.stats import Rival, club_report, player_report


class RateSerializer(serializers.Serializer[Rate]):
    """A share in per cent, with the range it lies in at 95 %."""

    percent = serializers.IntegerField()
    low = serializers.IntegerField()
    high = serializers.IntegerField()


class FiguresSerializer(serializers.Serializer[Figures]):
    """Sums over plays; averages are theirs to make: points by scored, minutes by timed, ranks by plays."""

    plays = serializers.IntegerField()
    wins = serializers.IntegerField(help_text="First places, shared ones too.")
    shared = serializers.IntegerField()
    win_rate = RateSerializer(allow_null=True)
    ranks = serializers.IntegerField()
    scored = serializers.IntegerField()
    points = serializers.IntegerField()
    best = serializers.IntegerField(allow_null=True)
    least = serializers.IntegerField(allow_null=True)
    timed = serializers.IntegerField()
    minutes = serializers.IntegerField()


class RivalSerializer(serializers.Serializer[Rival]):
    """Somebody met at the table."""

    id = serializers.CharField(source="public_id")
    name = serializers.CharField()
    plays = serializers.IntegerField()
    ahead = serializers.IntegerField(help_text="Plays in which the player finished before them.")
    level = serializers.IntegerField()
    behind = serializers.IntegerField()


class StreaksSerializer(serializers.Serializer[Any]):
    """Wins in a row."""

    longest = serializers.IntegerField()
    current = serializers.IntegerField()
    without = serializers.IntegerField(help_text="Plays since the last win.")


class SplitSerializer(serializers.Serializer[dict[str, Any]]):
    """Figures by the value of one thing."""

    value = serializers.CharField()
    figures = FiguresSerializer()


class PlayerFiguresSerializer(serializers.Serializer[dict[str, Any]]):
    """All figures of a player."""

    id = serializers.CharField()
    name = serializers.CharField()
    club = serializers.CharField()
    total = FiguresSerializer()
    by_title = SplitSerializer(many=True)
    by_players = SplitSerializer(many=True)
    by_seat = SplitSerializer(many=True)
    by_colour = SplitSerializer(many=True)
    streaks = StreaksSerializer()
    rivals = RivalSerializer(many=True)
    nemesis = RivalSerializer(allow_null=True)


class LeaderSerializer(serializers.Serializer[dict[str, Any]]):
    """A player's line in a club's table."""

    id = serializers.CharField()
    name = serializers.CharField()
    figures = FiguresSerializer()


class ClubFiguresSerializer(serializers.Serializer[dict[str, Any]]):
    """All figures of a club's tables."""

    total = FiguresSerializer(help_text="Of all seats.")
    by_title = SplitSerializer(many=True)
    by_seat = SplitSerializer(many=True)
    by_colour = SplitSerializer(many=True)
    leaders = LeaderSerializer(many=True)


class MergeSerializer(serializers.Serializer[dict[str, Any]]):
    """Two players that are one: who stays, and who becomes them."""

    kept = serializers.CharField(max_length=16)
    gone = serializers.CharField(max_length=16)


class MergedSerializer(serializers.Serializer[PlayerMerge]):
    """A merge, and the number by which it is undone."""

    number = serializers.IntegerField(source="pk")
    kept = serializers.CharField(source="kept.public_id")
    gone = serializers.CharField(source="gone.public_id")


FILTERS = [
    OpenApiParameter("title", OpenApiTypes.STR, description="Only plays of this title."),
    OpenApiParameter("players", OpenApiTypes.INT, description="Only tables of so many."),
    OpenApiParameter("since", OpenApiTypes.DATE, description="Only plays from this day on."),
    OpenApiParameter("until", OpenApiTypes.DATE, description="Only plays up to this day."),
    OpenApiParameter(
        "variant", OpenApiTypes.STR, description="Only this variant, such as mode=eb; - for none."
    ),
]


class PlayerFigures(Open, generics.GenericAPIView[Any]):
    """A player's statistics."""

    serializer_class = PlayerFiguresSerializer

    @extend_schema(
        operation_id="players_statistics",
        parameters=FILTERS,
        responses={200: PlayerFiguresSerializer, 404: ErrorSerializer},
    )
    def get(self, request: Request, player_id: str) -> Response:
        """Show the figures of a player that you may see; a filter that is none narrows nothing."""
        player, access = queries.player_page(player_id, who_of(request))
        report = player_report(player, _wish(request, access.club))
        shown = {
            "id": player.public_id,
            "name": player.name,
            "club": access.club.public_id,
            "total": report.total,
            "by_title": _rows(report.by_title.rows),
            "by_players": _rows(report.by_size.rows),
            "by_seat": _rows(report.by_order.rows),
            "by_colour": _rows(report.by_colour.rows),
            "streaks": report.streaks,
            "rivals": report.rivals,
            "nemesis": report.nemesis,
        }
        return Response(PlayerFiguresSerializer(shown).data)


class ClubFigures(Open, generics.GenericAPIView[Any]):
    """A club's statistics."""

    serializer_class = ClubFiguresSerializer

    @extend_schema(
        operation_id="clubs_statistics",
        parameters=FILTERS,
        responses={200: ClubFiguresSerializer, 404: ErrorSerializer},
    )
    def get(self, request: Request, club_id: str) -> Response:
        """Show the figures of a club that you may see."""
        access = queries.club_access(club_id, who_of(request))
        wish = _wish(request, access.club)
        report = club_report(access.club, wish)
        shown = {
            "total": report.total,
            "by_title": _rows(report.by_title.rows),
            "by_seat": _rows(report.by_order.rows),
            "by_colour": _rows(report.by_colour.rows),
            "leaders": [
                {"id": one.public_id, "name": one.name, "figures": one.figures}
                for one in club_stats.leaders(access.club, wish)
            ],
        }
        return Response(ClubFiguresSerializer(shown).data)


class Merges(Open, generics.GenericAPIView[Any]):
    """Players of a club that are one person."""

    serializer_class = MergeSerializer

    @extend_schema(
        operation_id="club_merges_create",
        request=MergeSerializer,
        responses={201: MergedSerializer, 403: ErrorSerializer, 409: ErrorSerializer},
    )
    def post(self, request: Request, club_id: str) -> Response:
        """Make one player of two; refused where the two met in a play."""
        access = queries.organiser_access(club_id, who_of(request))
        wanted = MergeSerializer(data=request.data)
        wanted.is_valid(raise_exception=True)
        kept = people.player_of_club(access.club, wanted.validated_data["kept"])
        gone = people.player_of_club(access.club, wanted.validated_data["gone"])
        merge = services.merge_players(access.club, who_of(request), kept.pk, gone.pk)
        return Response(MergedSerializer(merge).data, status=201)


class MergeDetail(Open, generics.GenericAPIView[Any]):
    """One merge."""

    serializer_class = MergedSerializer

    @extend_schema(
        operation_id="club_merges_undo",
        responses={204: None, 403: ErrorSerializer, 404: ErrorSerializer, 409: ErrorSerializer},
    )
    def delete(self, request: Request, club_id: str, merge_id: int) -> Response:
        """Part two players again."""
        access = queries.organiser_access(club_id, who_of(request))
        services.undo_merge(access.club, who_of(request), min(merge_id, 2**62))
        return Response(status=204)


def _wish(request: Request, club: Club) -> Filter:
    return FilterForm(request.query_params, club_stats.variants_of(club), []).wish()


def _rows(rows: tuple[tuple[Any, Figures], ...]) -> list[dict[str, Any]]:
    return [{"value": str(value), "figures": figures} for value, figures in rows]
