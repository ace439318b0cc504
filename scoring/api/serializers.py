"""What the API shows of clubs, players and plays, and what it takes to found a club."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from rest_framework import serializers

from scoring.models import Club, Play, Player, Score
from scoring.names import clean_name


class NameField(serializers.CharField):
    """A name by the rule of `scoring.names`; only text is taken, not a number."""

    def to_internal_value(self, data: Any) -> str:
        """Return the name made clean, or fail with the reason."""
        if not isinstance(data, str):
            self.fail("invalid")
        try:
            return clean_name(data)
        except ValidationError as error:
            raise serializers.ValidationError(error.messages) from None

    def run_validation(self, data: Any = serializers.empty) -> Any:
        """Leave blank and over-long names to `clean_name`, so that there is one message for each."""
        empty, data = self.validate_empty_values(data)
        return data if empty else self.to_internal_value(data)


class ClubSerializer(serializers.ModelSerializer[Club]):
    """A club, with what the one who asks is there."""

    id = serializers.CharField(source="public_id", read_only=True)
    role = serializers.SerializerMethodField(
        help_text="owner, organiser or member; empty for someone who is not a member."
    )

    class Meta:
        model = Club
        fields: tuple[str, ...] = ("id", "name", "visibility", "role", "created_at")
        read_only_fields: tuple[str, ...] = fields

    def get_role(self, club: Club) -> str:
        """Return the asker's role, from the roles that the view looked up."""
        roles: dict[int, str] = self.context.get("roles", {})
        return roles.get(club.pk, "")


class NewClubSerializer(serializers.Serializer[Club]):
    """What founding a club takes."""

    name = NameField(help_text="1 to 60 characters.")
    display_name = NameField(help_text="What the founder is called there, 1 to 60 characters.")


class PlayerSerializer(serializers.ModelSerializer[Player]):
    """A player of a club."""

    id = serializers.CharField(source="public_id", read_only=True)
    plays = serializers.IntegerField(read_only=True, help_text="Plays they took part in.")

    class Meta:
        model = Player
        fields: tuple[str, ...] = ("id", "name", "plays")
        read_only_fields: tuple[str, ...] = fields


class LineSerializer(serializers.Serializer[dict[str, Any]]):
    """One scored item of a seat."""

    item = serializers.CharField()
    count = serializers.IntegerField()
    points = serializers.IntegerField()
    rule = serializers.CharField(help_text="Rule of the title's digest, such as CD-54.")
    facts = serializers.DictField(help_text="Figures and names that say more, by title.")


class ScoreSerializer(serializers.ModelSerializer[Score]):
    """What one seat came to; total and rank are null until the play is tallied."""

    player = serializers.CharField(
        source="player.public_id", default=None, read_only=True, allow_null=True
    )

    class Meta:
        model = Score
        fields: tuple[str, ...] = (
            "seat",
            "order",
            "name",
            "colour",
            "player",
            "total",
            "rank",
            "winner",
        )
        read_only_fields: tuple[str, ...] = fields


class ScoreLinesSerializer(ScoreSerializer):
    """What one seat came to, with every line that counted."""

    lines = LineSerializer(many=True, read_only=True)

    class Meta(ScoreSerializer.Meta):
        fields: tuple[str, ...] = (*ScoreSerializer.Meta.fields, "lines")
        read_only_fields: tuple[str, ...] = fields


class PlaySerializer(serializers.ModelSerializer[Play]):
    """A play in a list."""

    id = serializers.CharField(source="public_id", read_only=True)
    club = serializers.CharField(source="club.public_id", read_only=True)
    scores = ScoreSerializer(many=True, read_only=True)

    class Meta:
        model = Play
        fields: tuple[str, ...] = (
            "id",
            "club",
            "title",
            "played_on",
            "minutes",
            "board",
            "place",
            "source",
            "ruled",
            "house_rules",
            "rated",
            "totals_only",
            "tally_state",
            "scores",
        )
        read_only_fields: tuple[str, ...] = fields


class PlayLinesSerializer(PlaySerializer):
    """A play with all that is known of it."""

    options = serializers.DictField(read_only=True)
    scores = ScoreLinesSerializer(many=True, read_only=True)

    class Meta(PlaySerializer.Meta):
        fields: tuple[str, ...] = (
            *PlaySerializer.Meta.fields,
            "started_at",
            "ended_at",
            "end",
            "options",
            "rules_version",
            "tie_break",
            "tally_note",
            "notes",
            "entered_by_name",
        )
        read_only_fields: tuple[str, ...] = fields


class ErrorSerializer(serializers.Serializer[dict[str, Any]]):
    """Why something was not done; `fields` is there where the data itself is wrong."""

    code = serializers.CharField()
    message = serializers.CharField()
    fields = serializers.DictField(child=serializers.CharField(), required=False)  # type: ignore[assignment] # named as the answer names it
