"""The admin's view of games: everything can be looked at, logs cannot be changed."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from games.models import Chart, ChartVersion, Event, Game, Participant, Seat, Snapshot


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]  # generic only in the stubs
    """A model that only services write."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Game)
class GameAdmin(ReadOnly):
    """Games by code."""

    list_display = ["code", "title", "club", "status", "last", "touched_at"]
    list_filter = ["title", "status"]
    search_fields = ["code"]
    list_select_related = ["club"]


@admin.register(Event)
class EventAdmin(ReadOnly):
    """The log, append-only."""

    list_display = ["game", "number", "kind", "seat", "by_name", "at"]
    list_filter = ["kind"]
    search_fields = ["game__code"]
    list_select_related = ["game"]
    show_full_result_count = False


@admin.register(Participant, Seat, Snapshot)
class PartsAdmin(ReadOnly):
    """The other parts of a game."""

    list_select_related = ["game"]
    show_full_result_count = False


@admin.register(Chart)
class ChartAdmin(ReadOnly):
    """Charts by club and title."""

    list_display = ["name", "title", "club", "created_at"]
    list_select_related = ["club"]


@admin.register(ChartVersion)
class ChartVersionAdmin(ReadOnly):
    """The versions of charts."""

    list_display = ["chart", "number", "why", "by_name", "created_at"]
    list_select_related = ["chart"]
