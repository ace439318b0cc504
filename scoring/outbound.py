"""Posting to an address that somebody typed in, without being made a way into the own network."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

import urllib3
from django.conf import settings

from scoring.errors import ScoringError

CONNECT_SECONDS = 3.0
READ_SECONDS = 5.0
LONGEST_ADDRESS = 500
_PORTS = {"http": 80, "https": 443}
# 64:ff9b::/96 wraps an IPv4 address, which is what has to be looked at.
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_Address = ipaddress.IPv4Address | ipaddress.IPv6Address


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: the HTTP status, or 0 and what went wrong before there was one."""

    status: int
    words: str = ""

    @property
    def is_good(self) -> bool:
        """Say whether the message was taken."""
        return 200 <= self.status < 300

    @property
    def may_change(self) -> bool:
        """Say whether the same message may be taken later."""
        return self.status in (0, 408, 425, 429) or self.status >= 500


def check_address(url: str) -> str:
    """Return an address that may be posted to; raise `ScoringError` ("webhook_...") for any other."""
    _public_address(_parts(url))
    return url.strip()


def post(url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
    """Post a body to an address that is looked up, checked and connected to as one.

    The connection goes to the very address that was checked, so that a name cannot point elsewhere
    the second time; redirects are not followed. Nothing is raised for what the other side does.
    """
    try:
        parts = _parts(url)
        address = _public_address(parts)
    except ScoringError as error:
        return Answer(0, str(error))
    host, port = parts.hostname or "", parts.port or _PORTS[parts.scheme]
    timeout = urllib3.Timeout(connect=CONNECT_SECONDS, read=READ_SECONDS)
    pool: urllib3.HTTPConnectionPool
    if parts.scheme == "https":
        pool = urllib3.HTTPSConnectionPool(
            str(address), port, server_hostname=host, assert_hostname=host, timeout=timeout
        )
    else:
        pool = urllib3.HTTPConnectionPool(str(address), port, timeout=timeout)
    path = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
    try:
        with pool:
            response = pool.urlopen(
                "POST",
                path,
                body=body,
                headers={"Host": parts.netloc, **headers},
                redirect=False,
                retries=False,
                preload_content=False,
            )
            # The answer's body is of no interest, and may have no end.
            response.close()
            return Answer(response.status)
    except (urllib3.exceptions.HTTPError, OSError, ValueError) as error:
        return Answer(0, type(error).__name__)


def _parts(url: str) -> SplitResult:
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError:
        raise ScoringError("webhook_address") from None
    fits = (
        parts.scheme in _PORTS
        and parts.hostname
        and parts.username is None
        and port != 0
        and url.isascii()
        and url.strip().isprintable()
        and " " not in url.strip()
        and len(url) <= LONGEST_ADDRESS
    )
    if not fits:
        raise ScoringError("webhook_address")
    return parts


def _public_address(parts: SplitResult) -> _Address:
    host = parts.hostname or ""
    try:
        found = socket.getaddrinfo(
            host, parts.port or _PORTS[parts.scheme], type=socket.SOCK_STREAM
        )
    except (OSError, UnicodeError):
        raise ScoringError("webhook_unknown", host=host) from None
    addresses = [ipaddress.ip_address(str(entry[4][0]).partition("%")[0]) for entry in found]
    for address in addresses:
        if not settings.WEBHOOK_PRIVATE and not _is_public(address):
            raise ScoringError("webhook_private", host=host)
    return addresses[0]


def _is_public(address: _Address) -> bool:
    """Say whether an address is of the open internet, and so is any address wrapped in it."""
    if isinstance(address, ipaddress.IPv6Address):
        wrapped = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
        if address in _NAT64:
            wrapped.append(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF))
        if not all(_is_public(each) for each in wrapped if each is not None):
            return False
        if address.ipv4_mapped is not None:
            return True
    return address.is_global and not address.is_multicast
