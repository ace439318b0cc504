"""How leagues count: rules of a season, points of a game, standings, schedules, who moves. Pure."""
