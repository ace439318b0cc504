"""Who is asking: an account, a guest's browser, or nobody known."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q


@dataclass(frozen=True, slots=True)
class Who:
    """The one who asks or acts. An account counts before the guest that the browser also is."""

    user_id: int | None = None
    guest: UUID | None = None

    @property
    def is_known(self) -> bool:
        """Say whether there is anything to know them by."""
        return self.user_id is not None or self.guest is not None

    @property
    def key(self) -> dict[str, int | UUID | None]:
        """Return the two columns by which a member or player is theirs; one of them is None."""
        if self.user_id is not None:
            return {"user_id": self.user_id, "guest": None}
        return {"user_id": None, "guest": self.guest}

    def owns(self) -> Q:
        """Return the condition on rows with `user` and `guest` that makes them theirs; none if unknown."""
        if self.user_id is not None:
            return Q(user_id=self.user_id)
        if self.guest is not None:
            return Q(guest=self.guest)
        return Q(pk__in=())
