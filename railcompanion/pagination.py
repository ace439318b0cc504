"""How the API hands out long lists."""

from __future__ import annotations

from rest_framework.pagination import LimitOffsetPagination


class Pages(LimitOffsetPagination):
    """Lists by `limit` and `offset`, at most 50 entries at a time."""

    default_limit = 50
    max_limit = 50
