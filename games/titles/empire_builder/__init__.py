"""Empire Builder as a frozen record; every other module of this folder is private to it."""

from __future__ import annotations

from games.engine.title import Title
from games.titles.empire_builder import (
    board,
    charting,
    checking,
    drawing,
    entry,
    legal,
    measures,
    meta,
    moves,
    narrate,
    notation,
    panels,
    planning,
    rules,
    standing,
    state,
    winning,
)
from games.titles.empire_builder.rulebook import RULES
from games.titles.empire_builder.worked import run_example

TITLE = Title(
    meta=meta.META,
    board_type=board.Board,
    options_type=meta.Options,
    setup_type=state.Setup,
    state_type=state.State,
    move_type=moves.Move,
    check_board=board.check_board,
    setup=rules.setup,
    check_state=checking.check_state,
    apply=rules.apply,
    hard_codes=rules.HARD_CODES,
    actor=rules.actor,
    turn_key=rules.turn_key,
    legal_moves=legal.legal_moves,
    end=rules.end,
    merged_board=charting.merged_board,
    sheet=winning.sheet,
    parse_position=notation.parse_position,
    format_position=notation.format_position,
    parse_move=notation.parse_move,
    format_move=notation.format_move,
    words=narrate.WORDS,
    narrate=narrate.narrate,
    effects=narrate.effects,
    status=narrate.status,
    forms=entry.forms,
    figures=panels.figures,
    panels=panels.panels,
    setup_fields=entry.setup_fields,
    rulebook=RULES,
    run_example=run_example,
    drawing=drawing.drawing,
    pieces=standing.pieces,
    plan=planning.plan,
    measures=measures.measures,
    secrets=meta.secrets,
    place_names=narrate.place_names,
)
__all__ = ["TITLE"]
