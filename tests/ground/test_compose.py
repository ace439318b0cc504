"""The container description holds together: what it names exists here."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from django.conf import settings

from railcompanion.env import VARIABLES

COMPOSE: dict[str, Any] = yaml.safe_load((settings.BASE_DIR / "compose.yaml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = [name for name, service in SERVICES.items() if service.get("build")]


def test_compose_has_every_part_of_the_full_shape() -> None:
    assert set(SERVICES) == {"db", "redis", "migrate", "web", "live", "worker"}


@pytest.mark.parametrize("name", OURS)
def test_compose_sets_only_variables_that_are_read(name: str) -> None:
    assert set(SERVICES[name]["environment"]) <= {variable.name for variable in VARIABLES}


@pytest.mark.parametrize("name", OURS)
def test_compose_waits_for_services_that_exist(name: str) -> None:
    assert set(SERVICES[name]["depends_on"]) <= set(SERVICES)


@pytest.mark.parametrize("name", [name for name in SERVICES if name != "migrate"])
def test_compose_checks_the_health_of_what_stays(name: str) -> None:
    assert SERVICES[name]["healthcheck"]["test"]


def test_dockerfile_copies_what_exists() -> None:
    lines = (settings.BASE_DIR / "Dockerfile").read_text().splitlines()
    sources = [
        line.split()[1] for line in lines if line.startswith("COPY ") and "--from" not in line
    ]
    assert "railcompanion" in sources
    assert [source for source in sources if not (settings.BASE_DIR / source).exists()] == []
