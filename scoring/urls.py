"""Addresses of the pages of scoring."""

from __future__ import annotations

from django.urls import URLPattern

app_name = "scoring"
urlpatterns: list[URLPattern] = []
