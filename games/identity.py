"""Who a request comes from: seat token, account, or the guest that its browser is."""

from __future__ import annotations

from games.services.people import Claim
from games.services.tables import Identity
from scoring.guests import AnyRequest, ensure_who, guest_of

SCHEME = "seat "


def claims_of(request: AnyRequest) -> tuple[Claim, ...]:
    """Return how the sender may be known, best first; a seat token counts alone."""
    header = request.META.get("HTTP_AUTHORIZATION", "")
    if header[: len(SCHEME)].lower() == SCHEME:
        return (Claim(token=header[len(SCHEME) :].strip()),)
    claims: list[Claim] = []
    if request.user.is_authenticated:
        claims.append(Claim(user_id=request.user.pk))
    guest = guest_of(request)
    if guest is not None:
        claims.append(Claim(guest=guest))
    return tuple(claims)


def identity_of(request: AnyRequest, name: str) -> Identity:
    """Return the sender under a name, made a guest if they are nobody yet."""
    who = ensure_who(request)
    return Identity(name, who.user_id, who.guest)
