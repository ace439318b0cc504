"""The API of leagues and ratings: the same rules of access as the pages."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from scoring import queries
from scoring.api.base import Open
from scoring.api.league_serializers import (
    AwardSerializer,
    LeagueSerializer,
    PlayerRatingSerializer,
    RatingListSerializer,
    ResultSerializer,
    SeasonTableSerializer,
    WordsSerializer,
)
from scoring.api.serializers import ErrorSerializer
from scoring.guests import who_of
from scoring.models import Award, League, Rating, Result, Season
from scoring.queries import leagues as league_queries
from scoring.queries import ratings as rating_queries
from scoring.registry import SCORE_TABLES
from scoring.services import leagues
from scoring.views.base import page_number

_TITLE = OpenApiParameter(
    "title", OpenApiTypes.STR, description="A title’s ratings; those over all titles without it."
)
_PAGE = OpenApiParameter("page", OpenApiTypes.INT, description="Page, from 1.")


class ClubRatings(Open, generics.GenericAPIView[Rating]):
    """The ratings of a club."""

    serializer_class = RatingListSerializer

    @extend_schema(
        operation_id="club_ratings_list",
        parameters=[_TITLE, _PAGE],
        responses={200: RatingListSerializer, 400: ErrorSerializer, 404: ErrorSerializer},
    )
    def get(self, request: Request, club_id: str) -> Response:
        """List the players who have played often enough and within a year, the strongest first."""
        access = queries.club_access(club_id, who_of(request))
        page = page_number(request.query_params.get("page", ""))
        listing = rating_queries.listing(access.club, _title(request), timezone.localdate(), page)
        return Response(RatingListSerializer(listing).data)


class PlayerRatings(Open, generics.GenericAPIView[Rating]):
    """The ratings of a player."""

    serializer_class = PlayerRatingSerializer

    @extend_schema(
        operation_id="player_ratings_read",
        parameters=[_TITLE, _PAGE],
        responses={200: PlayerRatingSerializer, 400: ErrorSerializer, 404: ErrorSerializer},
    )
    def get(self, request: Request, player_id: str) -> Response:
        """Show a player's ratings, and what each play made of one of them, newest first."""
        player, _ = queries.player_page(player_id, who_of(request))
        page = page_number(request.query_params.get("page", ""))
        changes, has_more = rating_queries.changes(player, _title(request), page)
        found = {"ratings": rating_queries.ratings_of(player), "changes": changes}
        return Response(PlayerRatingSerializer(found | {"has_more": has_more}).data)


class ClubLeagues(Open, generics.GenericAPIView[League]):
    """The leagues of a club."""

    serializer_class = LeagueSerializer

    @extend_schema(
        operation_id="club_leagues_list",
        responses={200: LeagueSerializer(many=True), 404: ErrorSerializer},
    )
    def get(self, request: Request, club_id: str) -> Response:
        """List a club's leagues with their seasons, the latest first."""
        access = queries.club_access(club_id, who_of(request))
        page = self.paginate_queryset(league_queries.leagues_of(access))
        return self.get_paginated_response(LeagueSerializer(page, many=True).data)


class SeasonTable(Open, generics.GenericAPIView[Season]):
    """One season."""

    serializer_class = SeasonTableSerializer

    @extend_schema(
        operation_id="seasons_read",
        responses={200: SeasonTableSerializer, 404: ErrorSerializer},
    )
    def get(self, request: Request, season_id: str) -> Response:
        """Show a season with its rules and the standings of its divisions."""
        found = league_queries.season_of(season_id, who_of(request))
        shown = {"season": found.season, "tables": list(league_queries.tables(found.season))}
        return Response(SeasonTableSerializer(shown).data)


class SeasonResults(Open, generics.GenericAPIView[Result]):
    """The results of a season."""

    serializer_class = ResultSerializer

    @extend_schema(
        operation_id="season_results_list",
        responses={200: ResultSerializer(many=True), 404: ErrorSerializer},
    )
    def get(self, request: Request, season_id: str) -> Response:
        """List a season's results, newest first, with everyone's points."""
        found = league_queries.season_of(season_id, who_of(request))
        page = self.paginate_queryset(league_queries.all_results(found.season))
        return self.get_paginated_response(ResultSerializer(page, many=True).data)


class EntrantAwards(Open, generics.GenericAPIView[Award]):
    """One entrant of a season."""

    serializer_class = AwardSerializer

    @extend_schema(
        operation_id="entrant_awards_list",
        responses={200: AwardSerializer(many=True), 404: ErrorSerializer},
    )
    def get(self, request: Request, season_id: str, entrant_id: int) -> Response:
        """List all that an entrant was given, first to last, each with why."""
        found = league_queries.season_of(season_id, who_of(request))
        entrant = league_queries.entrant_of(found.season, entrant_id)
        page = self.paginate_queryset(league_queries.awards_of(entrant))
        return self.get_paginated_response(AwardSerializer(page, many=True).data)


class ResultAction(Open, generics.GenericAPIView[Result]):
    """What who sat in a game may say of its result."""

    serializer_class = ResultSerializer

    def _answer(self, request: Request, result_id: str) -> Response:
        result, _ = league_queries.result_of(result_id, who_of(request))
        return Response(ResultSerializer(result).data)


class ResultConfirm(ResultAction):
    """Confirming a result."""

    @extend_schema(
        operation_id="results_confirm",
        request=None,
        responses={
            200: ResultSerializer,
            403: ErrorSerializer,
            404: ErrorSerializer,
            409: ErrorSerializer,
        },
    )
    def post(self, request: Request, result_id: str) -> Response:
        """Confirm a result of a game that you sat in, or as an organiser."""
        result, _ = league_queries.result_of(result_id, who_of(request))
        leagues.confirm(result.pk, who_of(request))
        return self._answer(request, result_id)


class ResultDispute(ResultAction):
    """Disputing a result."""

    @extend_schema(
        operation_id="results_dispute",
        request=WordsSerializer,
        responses={
            200: ResultSerializer,
            400: ErrorSerializer,
            403: ErrorSerializer,
            404: ErrorSerializer,
            409: ErrorSerializer,
        },
    )
    def post(self, request: Request, result_id: str) -> Response:
        """Say that a result is wrong; it does not count until an organiser has settled it."""
        result, _ = league_queries.result_of(result_id, who_of(request))
        said = WordsSerializer(data=request.data)
        said.is_valid(raise_exception=True)
        leagues.dispute(result.pk, who_of(request), said.validated_data["why"])
        return self._answer(request, result_id)


def _title(request: Request) -> str:
    title: Any = request.query_params.get("title", "")
    if title and title not in SCORE_TABLES:
        raise ValidationError({"title": ["There is no such title."]})
    return str(title)
