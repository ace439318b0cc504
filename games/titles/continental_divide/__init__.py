"""Continental Divide as a frozen record; every other module of this folder is private to it."""

from __future__ import annotations

from games.engine.title import Title
from games.titles.continental_divide import (
    board,
    charting,
    drawing,
    editing,
    entry,
    measures,
    meta,
    move_notation,
    moves,
    narrate,
    notation,
    rules,
    state,
    whatif,
)
from games.titles.continental_divide.rulebook import RULES
from games.titles.continental_divide.worked import run_example

TITLE = Title(
    meta=meta.META,
    board_type=board.Board,
    options_type=meta.Options,
    setup_type=state.Setup,
    state_type=state.State,
    move_type=moves.Move,
    check_board=board.check_board,
    setup=rules.setup,
    check_state=state.check_state,
    apply=rules.apply,
    hard_codes=rules.HARD_CODES,
    merged_board=state.merged_board,
    actor=rules.actor,
    turn_key=rules.turn_key,
    legal_moves=rules.legal_moves,
    end=rules.end,
    sheet=rules.sheet,
    parse_position=notation.parse_position,
    format_position=notation.format_position,
    parse_move=move_notation.parse_move,
    format_move=move_notation.format_move,
    words=narrate.WORDS,
    narrate=narrate.narrate,
    effects=narrate.effects,
    status=narrate.status,
    forms=entry.forms,
    figures=entry.figures,
    panels=entry.panels,
    setup_fields=entry.setup_fields,
    rulebook=RULES,
    run_example=run_example,
    drawing=drawing.drawing,
    pieces=drawing.pieces,
    targets=drawing.targets,
    charting=charting.charting,
    completeness=board.completeness,
    editor=editing.EDITOR,
    measures=measures.measures,
    what_if=(whatif.CALCULATOR,),
    secrets=meta.secrets,
    place_names=narrate.place_names,
)
__all__ = ["TITLE"]
