"""Central Pacific as a frozen record; every other module of this folder is private to it."""

from __future__ import annotations

from games.engine.title import Title
from games.titles.central_pacific import (
    board,
    counting,
    drawing,
    editing,
    entry,
    listing,
    meta,
    moves,
    movetext,
    narrate,
    notation,
    opening,
    panels,
    planning,
    rules,
    state,
    whatif,
)
from games.titles.central_pacific.rulebook import RULES
from games.titles.central_pacific.worked import run_example

TITLE = Title(
    meta=meta.META,
    board_type=board.Board,
    options_type=meta.Options,
    setup_type=state.Setup,
    state_type=state.State,
    move_type=moves.Move,
    check_board=board.check_board,
    setup=opening.setup,
    check_state=state.check_state,
    apply=rules.apply,
    hard_codes=rules.HARD_CODES,
    merged_board=rules.merged_board,
    actor=rules.actor,
    turn_key=rules.turn_key,
    legal_moves=listing.legal_moves,
    end=rules.end,
    sheet=counting.sheet,
    parse_position=notation.parse_position,
    format_position=notation.format_position,
    parse_move=movetext.parse_move,
    format_move=movetext.format_move,
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
    pieces=drawing.pieces,
    plan=planning.plan,
    measures=panels.measures,
    editor=editing.EDITOR,
    what_if=whatif.CALCULATORS,
)
__all__ = ["TITLE"]
