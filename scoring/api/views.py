"""The API of clubs, players and plays: the same rules of access as the pages."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from scoring import queries, services
from scoring.api import entries
from scoring.api.base import Open
from scoring.api.serializers import (
    ClubSerializer,
    ErrorSerializer,
    NewClubSerializer,
    PlayerSerializer,
    PlayLinesSerializer,
    PlaySerializer,
)
from scoring.errors import NotFound
from scoring.guests import ensure_who, who_of
from scoring.models import Club, Member, Play, Player
from scoring.registry import SCORE_TABLES


class Clubs(Open, generics.GenericAPIView[Club]):
    """The clubs of the one who asks."""

    serializer_class = ClubSerializer

    @extend_schema(operation_id="clubs_list", responses={200: ClubSerializer(many=True)})
    def get(self, request: Request) -> Response:
        """List the clubs that you belong to."""
        page = self.paginate_queryset(queries.my_clubs(who_of(request)))
        roles = _roles(request, page or [])
        shown = ClubSerializer(page, many=True, context={"roles": roles})
        return self.get_paginated_response(shown.data)

    @extend_schema(
        operation_id="clubs_create",
        request=NewClubSerializer,
        responses={201: ClubSerializer, 400: ErrorSerializer},
    )
    def post(self, request: Request) -> Response:
        """Found a club that you own. Without an account, the answer's cookie is what you own it by."""
        wanted = NewClubSerializer(data=request.data)
        wanted.is_valid(raise_exception=True)
        club = services.create_club(
            wanted.validated_data["name"],
            ensure_who(request),
            wanted.validated_data["display_name"],
        )
        shown = ClubSerializer(club, context={"roles": {club.pk: Member.Role.OWNER.value}})
        return Response(shown.data, status=201)


class ClubDetail(Open, generics.GenericAPIView[Club]):
    """One club."""

    serializer_class = ClubSerializer

    @extend_schema(operation_id="clubs_read", responses={200: ClubSerializer, 404: ErrorSerializer})
    def get(self, request: Request, club_id: str) -> Response:
        """Show a club that you may see."""
        access = queries.club_access(club_id, who_of(request))
        role = access.member.role if access.member is not None else ""
        shown = ClubSerializer(access.club, context={"roles": {access.club.pk: role}})
        return Response(shown.data)


class ClubPlayers(Open, generics.GenericAPIView[Player]):
    """The players of a club."""

    serializer_class = PlayerSerializer

    @extend_schema(
        operation_id="club_players_list",
        responses={200: PlayerSerializer(many=True), 404: ErrorSerializer},
    )
    def get(self, request: Request, club_id: str) -> Response:
        """List the players of a club that you may see."""
        access = queries.club_access(club_id, who_of(request))
        page = self.paginate_queryset(queries.club_players(access.club))
        return self.get_paginated_response(PlayerSerializer(page, many=True).data)


class ClubPlays(entries.NewPlay):
    """The history of a club."""

    serializer_class = PlaySerializer

    @extend_schema(
        operation_id="club_plays_list",
        parameters=[
            OpenApiParameter("title", OpenApiTypes.STR, description="Only plays of this title.")
        ],
        responses={
            200: PlaySerializer(many=True),
            400: ErrorSerializer,
            404: ErrorSerializer,
        },
    )
    def get(self, request: Request, club_id: str) -> Response:
        """List the plays of a club that you may see, newest first."""
        access = queries.club_access(club_id, who_of(request))
        title = request.query_params.get("title", "")
        if title and title not in SCORE_TABLES:
            raise ValidationError({"title": ["There is no such title."]})
        page = self.paginate_queryset(queries.club_plays(access.club, title))
        return self.get_paginated_response(PlaySerializer(page, many=True).data)


class PlayDetail(Open, generics.GenericAPIView[Play]):
    """One play."""

    serializer_class = PlayLinesSerializer

    @extend_schema(
        operation_id="plays_read", responses={200: PlayLinesSerializer, 404: ErrorSerializer}
    )
    def get(self, request: Request, play_id: str) -> Response:
        """Show a play with every line that counted."""
        play, _ = queries.play_sheet(play_id, who_of(request))
        if play.withdrawn_at is not None:
            raise NotFound("no_play")
        return Response(PlayLinesSerializer(play).data)

    @extend_schema(
        operation_id="plays_change",
        request=entries.SheetSerializer,
        responses={
            200: PlayLinesSerializer,
            400: ErrorSerializer,
            403: ErrorSerializer,
            404: ErrorSerializer,
        },
    )
    def put(self, request: Request, play_id: str) -> Response:
        """Change a play of a club you belong to; what it was is kept."""
        return entries.change_play(request, play_id)

    @extend_schema(
        operation_id="plays_delete",
        responses={204: None, 403: ErrorSerializer, 404: ErrorSerializer},
    )
    def delete(self, request: Request, play_id: str) -> Response:
        """Take a play out of the history; it can be brought back."""
        return entries.take_out(request, play_id)


def _roles(request: Request, clubs: Any) -> dict[int, str]:
    members = Member.objects.filter(who_of(request).owns(), club__in=[club.pk for club in clubs])
    return dict(members.values_list("club_id", "role"))
