"""Railways of the World, Eastern + Western USA, as a frozen record; every other module here is private."""

from __future__ import annotations

from games.engine.title import Title
from games.titles.railways_east_west import (
    board,
    checking,
    drawing,
    entry,
    listing,
    meta,
    moves,
    movetext,
    narrate,
    notation,
    panels,
    planning,
    rules,
    state,
)
from games.titles.railways_east_west.rulebook import RULES
from games.titles.railways_east_west.wording import WORDS
from games.titles.railways_east_west.worked import run_example

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
    merged_board=state.merged_board,
    actor=rules.actor,
    turn_key=rules.turn_key,
    legal_moves=listing.legal_moves,
    end=rules.end,
    sheet=state.sheet,
    parse_position=notation.parse_position,
    format_position=notation.format_position,
    parse_move=movetext.parse_move,
    format_move=movetext.format_move,
    words=WORDS,
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
    completeness=board.completeness,
    measures=panels.measures,
    place_names=narrate.place_names,
)
__all__ = ["TITLE"]
