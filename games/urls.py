"""Addresses of the pages of games."""

from __future__ import annotations

from django.urls import URLPattern

app_name = "games"
urlpatterns: list[URLPattern] = []
