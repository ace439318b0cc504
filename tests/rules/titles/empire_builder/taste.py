"""How random games of Empire Builder are played so that they come to something."""

from __future__ import annotations

from games.titles.empire_builder.sensible import sensible as taste

__all__ = ["taste"]
