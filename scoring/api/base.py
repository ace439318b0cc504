"""What every view of scoring's API does."""

from __future__ import annotations

from collections.abc import Callable

from rest_framework.response import Response

from scoring.api.errors import answer_error


class Open:
    """Guests are welcome, so no permission class stands here: `scoring.queries` decides what each may see."""

    def get_exception_handler(self) -> Callable[..., Response | None]:
        """Return how these views say no."""
        return answer_error
