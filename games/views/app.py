"""What makes the site an app on a phone: manifest, service worker, and the page without a network."""

from __future__ import annotations

import hashlib
from functools import lru_cache

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

SHELL = (
    "companion.css",
    "table.css",
    "board.css",
    "phone.css",
    "companion.js",
    "keep.js",
    "follow.js",
    "games.js",
    "queue.js",
    "awake.js",
    "sound.js",
    "clock.js",
    "board.js",
    "slip-forms.js",
    "board-entry.js",
    "board-plan.js",
    "offline.js",
    "icon.svg",
    "django_htmx/htmx-2.min.js",
)
"""What a table page is made of beside its own text: the same for everyone, so phones may keep it."""


@require_safe
@cache_control(max_age=86400)
def manifest(request: HttpRequest) -> HttpResponse:
    """Tell the browser how to install the site."""
    text = render_to_string("manifest.webmanifest")
    return HttpResponse(text, content_type="application/manifest+json")


@require_safe
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """Answer the service worker, from the root so that it serves every page."""
    text = render_to_string("worker.js", _shell() if settings.DEBUG else _kept_shell())
    return HttpResponse(text, content_type="text/javascript; charset=utf-8")


@require_safe
@cache_control(no_cache=True)
def offline(request: HttpRequest) -> HttpResponse:
    """Show what a phone without a network shows; the same for everyone, since phones keep it."""
    return HttpResponse(_offline_page())


def _offline_page() -> str:
    # Rendered without the request: nothing of whoever asked for it may be in what is kept.
    return render_to_string("games/offline.html")


def _shell() -> dict[str, object]:
    """Return the shell's addresses, and a print that changes when anything in it does."""
    addresses = [staticfiles_storage.url(name) for name in SHELL]
    known = hashlib.sha256("\n".join(addresses).encode())
    known.update(_offline_page().encode())
    is_hashed = all(staticfiles_storage.url(name) != settings.STATIC_URL + name for name in SHELL)
    if not is_hashed:
        for name in SHELL:
            known.update(_content(name))
    return {
        "addresses": addresses,
        "print": known.hexdigest()[:16],
        "is_hashed": is_hashed,
        "offline": reverse("games:offline"),
        "static": settings.STATIC_URL,
    }


@lru_cache(maxsize=1)
def _kept_shell() -> dict[str, object]:
    return _shell()


def _content(name: str) -> bytes:
    found = finders.find(name)
    if not isinstance(found, str):
        return b""
    with open(found, "rb") as file:
        return file.read()
