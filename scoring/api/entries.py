"""The API of typing in plays and changing them: the same rules as the pages."""

from __future__ import annotations

import datetime
from typing import Any

import msgspec
from django.db import transaction
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from scoring import queries, services
from scoring.api.base import Open
from scoring.api.serializers import ErrorSerializer, NameField, PlayLinesSerializer
from scoring.errors import NotAllowed
from scoring.guests import who_of
from scoring.models import Club, Play, PlayRevision
from scoring.names import same_name
from scoring.queries import sheets
from scoring.registry import SCORE_TABLES, ScoreTable
from scoring.services import PlayDraft, SeatDraft
from scoring.tables import totals

LETTERS = "ABCDEF"
_FIRST_DAY = datetime.date(1900, 1, 1)
_LONGEST_PLAY = 14 * 24 * 60


class SeatSerializer(serializers.Serializer[dict[str, Any]]):
    """Who sat where; the first seat is A, the next B, and so on."""

    name = NameField(
        help_text="1 to 60 characters; a player of that name is made if there is none."
    )
    colour = serializers.CharField(max_length=20, required=False, default="", allow_blank=True)


class SheetSerializer(serializers.Serializer[dict[str, Any]]):
    """A play to type in, or what a play is changed to."""

    title = serializers.ChoiceField(
        choices=sorted(SCORE_TABLES), help_text="A change keeps the play's title."
    )
    played_on = serializers.DateField()
    minutes = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=1, max_value=_LONGEST_PLAY
    )
    place = serializers.CharField(required=False, default="", allow_blank=True, max_length=60)
    notes = serializers.CharField(required=False, default="", allow_blank=True, max_length=2000)
    house_rules = serializers.BooleanField(required=False, default=False)
    rated = serializers.BooleanField(
        required=False,
        allow_null=True,
        default=None,
        help_text="Whether it counts for ratings; unless said, it does without house rules.",
    )
    options = serializers.DictField(
        child=serializers.CharField(max_length=40),
        required=False,
        default=dict,
        help_text="The printed variants played, by key.",
    )
    seats = serializers.ListField(child=SeatSerializer(), min_length=1, max_length=len(LETTERS))
    sheet = serializers.JSONField(
        help_text="The title's score sheet by seat letter; or, with totals_only, "
        '{"seats": {"A": {"total": 12, "place": null}}}.'
    )
    totals_only = serializers.BooleanField(required=False, default=False)

    def validate_played_on(self, day: datetime.date) -> datetime.date:
        """Refuse days before there were such games, and days to come."""
        if not _FIRST_DAY <= day <= timezone.localdate() + datetime.timedelta(days=1):
            raise serializers.ValidationError("Enter a day of the past, or today.")
        return day

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Check what no field can check alone."""
        table = SCORE_TABLES[attrs["title"]]
        least, most = table.players
        seats = attrs["seats"]
        if not least <= len(seats) <= most:
            raise serializers.ValidationError(
                {"seats": [f"{table.name} has {least} to {most} players."]}
            )
        names = [same_name(seat["name"]) for seat in seats]
        if len(set(names)) != len(names):
            raise serializers.ValidationError({"seats": ["Somebody sits twice."]})
        for key, value in attrs["options"].items():
            known = {one.key: [choice for choice, _ in one.choices] for one in table.form.variants}
            if value not in known.get(key, ()):
                raise serializers.ValidationError({"options": [f"There is no {key}: {value}."]})
        attrs["decoded"] = _sheet(table, attrs)
        return attrs


def _sheet(table: ScoreTable, attrs: dict[str, Any]) -> Any:
    """Return the sheet, once it fits its title and the seats, or raise `ValidationError`."""
    try:
        if attrs["totals_only"]:
            sheet: Any = msgspec.convert(attrs["sheet"], totals.Totals)
            tally = totals.tally(sheet)
        else:
            sheet = msgspec.convert(attrs["sheet"], table.sheet_type)
            tally = table.tally(sheet)
        # No database keeps NUL in its JSON; half a surrogate pair cannot be encoded at all.
        if b"\\u0000" in msgspec.json.encode(sheet):
            raise ValueError("It holds signs that are no text.")
    except KeyError as error:
        raise serializers.ValidationError(
            {"sheet": [f"It counts {error}, which is not on it."]}
        ) from None
    except (msgspec.ValidationError, ValueError) as error:
        raise serializers.ValidationError({"sheet": [str(error)]}) from None
    wanted = list(LETTERS[: len(attrs["seats"])])
    if sorted(seat.seat for seat in tally.seats) != wanted:
        raise serializers.ValidationError({"sheet": [f"Its seats are to be {', '.join(wanted)}."]})
    return sheet


class RevisionSerializer(serializers.ModelSerializer[PlayRevision]):
    """What a play was after a change."""

    class Meta:
        model = PlayRevision
        fields: tuple[str, ...] = ("number", "action", "made_at", "by_name")
        read_only_fields: tuple[str, ...] = fields


class RestoreSerializer(serializers.Serializer[dict[str, Any]]):
    """Which revision to bring back; the last if none is named."""

    revision = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=1, max_value=2**31 - 1
    )


class NewPlay(Open, generics.GenericAPIView[Any]):
    """Typing in a play."""

    serializer_class: Any = SheetSerializer

    @extend_schema(
        operation_id="club_plays_create",
        request=SheetSerializer,
        responses={201: PlayLinesSerializer, 400: ErrorSerializer, 403: ErrorSerializer},
    )
    def post(self, request: Request, club_id: str) -> Response:
        """Put a play that was not tracked into the history of a club you belong to."""
        access = queries.club_access(club_id, who_of(request))
        name = member_name(access)
        wanted = SheetSerializer(data=request.data)
        wanted.is_valid(raise_exception=True)
        base = PlayDraft(
            club_id=access.club.pk,
            title=wanted.validated_data["title"],
            source=Play.Source.TYPED,
            source_ref="",
            played_on=wanted.validated_data["played_on"],
            seats=(),
            sheet_json="",
            entered_by_name=name,
        )
        with transaction.atomic():
            play = services.record_play(_draft(access.club, wanted.validated_data, base), name)
        return Response(_shown(play, request), status=201)


class PlayRevisions(Open, generics.GenericAPIView[PlayRevision]):
    """The history of a play's changes."""

    serializer_class = RevisionSerializer

    @extend_schema(
        operation_id="plays_revisions",
        responses={200: RevisionSerializer(many=True), 404: ErrorSerializer},
    )
    def get(self, request: Request, play_id: str) -> Response:
        """List who changed a play and when, newest first."""
        play, _ = queries.play_sheet(play_id, who_of(request))
        page = self.paginate_queryset(play.revisions.order_by("-number"))
        return self.get_paginated_response(RevisionSerializer(page, many=True).data)

    @extend_schema(
        operation_id="plays_restore",
        request=RestoreSerializer,
        responses={200: PlayLinesSerializer, 403: ErrorSerializer, 404: ErrorSerializer},
    )
    def post(self, request: Request, play_id: str) -> Response:
        """Bring a play back, into the history or to what it was at a revision."""
        play, access = queries.play_sheet(play_id, who_of(request))
        name = member_name(access)
        wanted = RestoreSerializer(data=request.data)
        wanted.is_valid(raise_exception=True)
        changed = services.bring_back(play.pk, name, wanted.validated_data["revision"])
        return Response(_shown(changed, request))


def change_play(request: Request, play_id: str) -> Response:
    """Change a play to what was sent, and answer what it is."""
    play, access = queries.play_sheet(play_id, who_of(request))
    name = member_name(access)
    wanted = SheetSerializer(data=request.data)
    wanted.is_valid(raise_exception=True)
    if wanted.validated_data["title"] != play.title:
        raise ValidationError({"title": ["A change keeps the play's title."]})
    base = services.draft_of(sheets.play_to_edit(play.pk))
    with transaction.atomic():
        draft = _draft(access.club, wanted.validated_data, base)
        changed = services.edit_play(play.pk, draft, name)
    return Response(_shown(changed, request))


def take_out(request: Request, play_id: str) -> Response:
    """Take a play out of the history."""
    play, access = queries.play_sheet(play_id, who_of(request))
    services.delete_play(play.pk, member_name(access))
    return Response(status=204)


def member_name(access: queries.Access) -> str:
    """Return what the one who asks is called in the club; raise `NotAllowed` to others than members."""
    if access.member is None:
        raise NotAllowed("members_only", club=access.club.name)
    return access.member.name


def _draft(club: Club, said: dict[str, Any], base: PlayDraft) -> PlayDraft:
    known = {seat.letter: seat for seat in base.seats}
    rated = said["rated"] if said["rated"] is not None else not said["house_rules"]
    return msgspec.structs.replace(
        base,
        played_on=said["played_on"],
        minutes=said["minutes"],
        place=said["place"],
        notes=said["notes"],
        house_rules=said["house_rules"],
        rated=rated,
        options=base.options | said["options"],
        totals_only=said["totals_only"],
        sheet_json=msgspec.json.encode(said["decoded"]).decode(),
        seats=tuple(
            _seat(club, letter, order, seat, known.get(letter))
            for order, (letter, seat) in enumerate(zip(LETTERS, said["seats"], strict=False), 1)
        ),
    )


def _seat(
    club: Club, letter: str, order: int, said: dict[str, Any], known: SeatDraft | None
) -> SeatDraft:
    seat = known or SeatDraft(letter, order, said["name"])
    player_id = seat.player_id if known is not None else None
    if player_id is None or same_name(seat.name) != same_name(said["name"]):
        player_id = services.get_or_create_player(club.pk, said["name"]).pk
    return msgspec.structs.replace(
        seat, name=said["name"], colour=said["colour"], player_id=player_id
    )


def _shown(play: Play, request: Request) -> Any:
    found, _ = queries.play_sheet(play.public_id, who_of(request))
    return PlayLinesSerializer(found).data
