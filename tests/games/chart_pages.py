"""A club's chart and the practice board, and what the chart editor's forms send."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.engine.charts import laid_out
from games.models import Chart, ChartVersion
from games.registry import TITLES
from games.services import chart_edits, charts
from scoring.models import Club

TITLE = TITLES["continental_divide"]


@pytest.fixture
def chart(club: Club) -> Chart:
    """A drawn chart of the cast's club, six hexes wide and four high, nothing known."""
    assert TITLE.editor is not None
    assert TITLE.editor.empty is not None
    board = TITLE.editor.empty("Our map", laid_out(6, 4))
    return charts.create_chart(club.pk, "continental_divide", "Our map", board, "Ada").chart


@pytest.fixture
def shipped(db: None) -> Chart:
    """The practice board."""
    return charts.shipped_version(TITLE).chart


def where(chart: Chart, page: str = "edit") -> str:
    """Return the address of a page of a chart."""
    return f"/charts/{chart.public_id}/{page}/"


def newest(chart: Chart) -> ChartVersion:
    """Return the newest version."""
    return chart.versions.order_by("-number")[:1].get()


def cells(chart: Chart) -> Any:
    """Return the values of the newest board."""
    return chart_edits.cells_of(TITLE, newest(chart))


def save(client: Client, chart: Chart, act: str, **fields: Any) -> Any:
    """Send an edit of the newest version, unless another is named as seen."""
    seen = fields.pop("seen", newest(chart).number)
    given = {name.replace("__", "."): value for name, value in fields.items()}
    return client.post(where(chart), {"act": act, "seen": seen, "row": "0", **given})


def typed(**figures: str) -> dict[str, str]:
    """Return the fields of a row: `typed(c0="4 1")` types cost 4 and income 1 into hex 0,0."""
    found: dict[str, str] = {}
    for name, text in figures.items():
        cost, _, income = text.partition(" ")
        found |= {f"c.{name[1:]},0.cost": cost, f"c.{name[1:]},0.income": income}
    return found
