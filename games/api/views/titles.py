"""Titles: what can be played, its data's schemas, its rules."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from games.api import catalogue, present
from games.api.endpoint import Endpoint, done
from games.api.errors import NotFound
from games.api.schema import describe
from games.engine.title import Title
from games.registry import TITLES

TAG = "titles"


class Titles(Endpoint):
    """All titles."""

    @describe("List the titles", TAG, catalogue.Titles)
    def get(self, request: Request) -> Response:
        """List every title that can be tracked here."""
        return done(catalogue.Titles(tuple(map(present.title_line, TITLES.values()))))


class OneTitle(Endpoint):
    """One title."""

    @describe("Show a title", TAG, catalogue.TitleSheet, refuses=(404,))
    def get(self, request: Request, key: str) -> Response:
        """Show a title's options, colours and ends, its set-up form, and the schemas of its data."""
        return done(present.title_sheet(_title(key).meta.key))


class Rules(Endpoint):
    """The rules of one title."""

    @describe("Read a title's rules", TAG, catalogue.Rules, refuses=(404,))
    def get(self, request: Request, key: str) -> Response:
        """Return the digest that refusals cite, rule by rule."""
        return done(present.rules(_title(key)))


def _title(key: str) -> Title:
    title = TITLES.get(key)
    if title is None:
        raise NotFound
    return title
