"""What the API shows of ratings and leagues. Points of leagues are decimal texts, such as "4.5"."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from scoring import ratings
from scoring.leagues.units import hundredths
from scoring.models import Award, League, Rating, Result, Season, Standing


@extend_schema_field(OpenApiTypes.STR)
class PointsField(serializers.Field[int, Any, str, Any]):
    """Points in sixtieths, shown as a decimal with two places at the most."""

    def to_representation(self, value: int) -> str:
        """Return the points as a text, so that no reader rounds them."""
        text = f"{Decimal(hundredths(value)) / 100:f}"
        return text.rstrip("0").rstrip(".") if "." in text else text


class RatingSerializer(serializers.ModelSerializer[Rating]):
    """A rating: `rating` ± `doubt` on the scale that begins at 1,500."""

    player = serializers.CharField(source="player.public_id", read_only=True)
    name = serializers.CharField(source="player.name", read_only=True)
    place = serializers.IntegerField(read_only=True, help_text="Equal ratings share it.")
    rating = serializers.SerializerMethodField()
    doubt = serializers.SerializerMethodField()

    class Meta:
        model = Rating
        fields: tuple[str, ...] = ("place", "player", "name", "rating", "doubt", "plays", "last_on")
        read_only_fields: tuple[str, ...] = fields

    def get_rating(self, held: Rating) -> int:
        """Return the rating as pages show it."""
        return ratings.shown(held.mu)

    def get_doubt(self, held: Rating) -> int:
        """Return two standard deviations."""
        return ratings.doubt(held.sigma)


class RatingListSerializer(serializers.Serializer[Any]):
    """A page of a club's ratings."""

    ratings = RatingSerializer(many=True)
    has_more = serializers.BooleanField()
    is_behind = serializers.BooleanField(help_text="They are being worked out anew.")


class OwnRatingSerializer(RatingSerializer):
    """A rating of a player, by title."""

    title = serializers.CharField(source="pool.title", help_text="Empty for all titles.")

    class Meta(RatingSerializer.Meta):
        fields: tuple[str, ...] = ("title", "rating", "doubt", "plays", "last_on")
        read_only_fields: tuple[str, ...] = fields


class ChangeSerializer(serializers.Serializer[Any]):
    """What one play made of a rating."""

    play = serializers.CharField(source="step.play.public_id")
    played_on = serializers.DateField(source="step.played_on")
    rank = serializers.IntegerField(source="step.rank")
    seats = serializers.IntegerField(source="step.seats")
    before = serializers.IntegerField()
    after = serializers.IntegerField()
    doubt = serializers.IntegerField()


class PlayerRatingSerializer(serializers.Serializer[Any]):
    """A player's ratings, and the history of one of them."""

    ratings = OwnRatingSerializer(many=True)
    changes = ChangeSerializer(many=True)
    has_more = serializers.BooleanField()


class SeasonSerializer(serializers.ModelSerializer[Season]):
    """A season in a list."""

    id = serializers.CharField(source="public_id", read_only=True)

    class Meta:
        model = Season
        fields: tuple[str, ...] = ("id", "number", "name", "state", "starts_on", "ends_on")
        read_only_fields: tuple[str, ...] = fields


class LeagueSerializer(serializers.ModelSerializer[League]):
    """A league with its seasons, the latest first."""

    id = serializers.CharField(source="public_id", read_only=True)
    seasons = SeasonSerializer(many=True, source="shown", read_only=True)

    class Meta:
        model = League
        fields: tuple[str, ...] = ("id", "name", "seasons")
        read_only_fields: tuple[str, ...] = fields


class StandingSerializer(serializers.ModelSerializer[Standing]):
    """A line of a table; place is null for who has played too little, or has withdrawn."""

    entrant = serializers.IntegerField(source="entrant_id", read_only=True)
    player = serializers.CharField(source="entrant.player.public_id", read_only=True)
    name = serializers.CharField(source="entrant.player.name", read_only=True)
    outcome = serializers.CharField(
        source="entrant.outcome", read_only=True, help_text="up, stays, down or gone, once closed."
    )
    points = PointsField(read_only=True)

    class Meta:
        model = Standing
        fields: tuple[str, ...] = (
            *("place", "entrant", "player", "name", "points", "played", "counted", "wins"),
            *("forfeits", "parted_by", "outcome"),
        )
        read_only_fields: tuple[str, ...] = fields


class DivisionSerializer(serializers.Serializer[Any]):
    """A division's standings."""

    name = serializers.CharField()
    tier = serializers.IntegerField(help_text="1 is the highest.")
    standings = StandingSerializer(many=True, source="rows")


class SeasonTableSerializer(serializers.Serializer[Any]):
    """A season with its rules and tables."""

    id = serializers.CharField(source="season.public_id")
    league = serializers.CharField(source="season.league.name")
    name = serializers.CharField(source="season.name")
    state = serializers.ChoiceField(source="season.state", choices=Season.State.choices)
    starts_on = serializers.DateField(source="season.starts_on")
    ends_on = serializers.DateField(source="season.ends_on")
    rules = serializers.DictField(source="season.rules")
    divisions = DivisionSerializer(many=True, source="tables")


class AwardSerializer(serializers.ModelSerializer[Award]):
    """An entrant's points for a result, and why: `facts` are the figures behind `why`."""

    result = serializers.CharField(source="result.public_id", read_only=True)
    entrant = serializers.IntegerField(source="entrant_id", read_only=True)
    name = serializers.CharField(source="entrant.player.name", read_only=True)
    points = PointsField(read_only=True)
    facts = serializers.DictField(read_only=True)

    class Meta:
        model = Award
        fields: tuple[str, ...] = (
            *("result", "entrant", "name", "place", "score", "points", "why", "facts"),
            *("substitute", "forfeited", "dropped"),
        )
        read_only_fields: tuple[str, ...] = fields


class ResultSerializer(serializers.ModelSerializer[Result]):
    """A result with everyone's points."""

    id = serializers.CharField(source="public_id", read_only=True)
    play = serializers.CharField(
        source="play.public_id", default=None, read_only=True, allow_null=True
    )
    round = serializers.IntegerField(
        source="fixture.round", default=None, read_only=True, allow_null=True
    )
    awards = AwardSerializer(many=True, source="given", read_only=True)

    class Meta:
        model = Result
        fields: tuple[str, ...] = ("id", "play", "round", "on", "state", "counts", "awards")
        read_only_fields: tuple[str, ...] = fields


class WordsSerializer(serializers.Serializer[Any]):
    """Why a result is disputed."""

    why = serializers.CharField(max_length=500, allow_blank=True, default="")
