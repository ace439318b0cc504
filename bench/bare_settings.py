"""The site's settings, with the bare endpoint beside its own addresses: one server for both."""

from __future__ import annotations

from railcompanion.settings import *  # noqa: F403 - the settings are the site's
from railcompanion.settings import INSTALLED_APPS as SITE_APPS

INSTALLED_APPS = [*SITE_APPS, "bare"]
ROOT_URLCONF = "bare.urls"
