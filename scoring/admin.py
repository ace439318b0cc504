"""The admin's view of scoring: everything can be read; writing is for the services alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.http import HttpRequest

from scoring.models import Club, Member, Play, Player, Score

if TYPE_CHECKING:
    # Django's classes take no parameters at run time.
    _ClubAdmin = admin.ModelAdmin[Club]
    _PlayerAdmin = admin.ModelAdmin[Player]
    _PlayAdmin = admin.ModelAdmin[Play]
    _MemberInline = admin.TabularInline[Member, Club]
    _ScoreInline = admin.TabularInline[Score, Play]
else:
    _ClubAdmin = _PlayerAdmin = _PlayAdmin = admin.ModelAdmin
    _MemberInline = _ScoreInline = admin.TabularInline


class _ReadOnly:
    """Nothing is added or changed here, since that would pass by the services."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class MemberInline(_ReadOnly, _MemberInline):
    """The members of a club."""

    model = Member
    fields = ["name", "role", "user", "guest", "joined_at"]
    readonly_fields = ["joined_at"]
    can_delete = False


class ScoreInline(_ReadOnly, _ScoreInline):
    """The scores of a play."""

    model = Score
    fields = ["seat", "order", "name", "player", "total", "rank", "winner"]
    can_delete = False


@admin.register(Club)
class ClubAdmin(_ReadOnly, _ClubAdmin):
    """Clubs with their members; a club can be deleted with all that it has."""

    list_display = ["name", "visibility", "created_at"]
    list_filter = ["visibility"]
    search_fields = ["name", "public_id"]
    inlines = [MemberInline]


@admin.register(Player)
class PlayerAdmin(_ReadOnly, _PlayerAdmin):
    """Players of all clubs."""

    list_display = ["name", "club", "user", "active"]
    list_select_related = ["club", "user"]
    search_fields = ["name", "public_id"]


@admin.register(Play)
class PlayAdmin(_ReadOnly, _PlayAdmin):
    """Plays with their scores; those that could not be tallied are found by the filter."""

    list_display = ["title", "club", "played_on", "source", "tally_state", "withdrawn_at"]
    list_filter = ["tally_state", "source", "title"]
    list_select_related = ["club"]
    search_fields = ["public_id", "source_ref"]
    inlines = [ScoreInline]
