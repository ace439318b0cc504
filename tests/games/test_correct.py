"""Correcting an earlier entry: replayed under the change, told before it is saved."""

from __future__ import annotations

import pytest

from games import lines
from games.engine.codec import convert, encode
from games.engine.errors import ChoiceNeeded, IllegalMove
from games.engine.title import Field, Form
from games.errors import BadInput, NotAllowed
from games.forms.moves import prefilled
from games.models import Event, Game
from games.registry import TITLES
from games.services import corrections, undo
from games.services.corrections import Change
from tests.game_factories import Cast, enter, fresh, request, rows
from tests.rules.boards import table_for

CHEAPER = {"kind": "start", "railroad": "red", "at": "M1", "issued": 5, "value": 10}
DEARER = {"kind": "start", "railroad": "red", "at": "M1", "issued": 5, "value": 70}


@pytest.fixture
def opened(game: Game, cast: Cast) -> int:
    """Ada starts Red at 20 and builds five hexes; Ben is to act. Returns the number of the start."""
    number = enter(game, cast.ada, "A: start red at=M1 iss=5 val=20").number
    enter(game, cast.ada, "A: build red from=M1 dir=W len=4")
    enter(game, cast.ada, "A: done")
    return number


def state(game: Game):  # type: ignore[no-untyped-def]  # the state type is the title's
    game = fresh(game)
    lines.forget()
    loaded = lines.state_at(game, game.head)
    assert encode(loaded) == encode(lines.refold(game, game.head))
    return loaded


def test_correction_that_holds_keeps_all_later_entries(game: Game, cast: Cast, opened: int) -> None:
    dearer = {**CHEAPER, "value": 25}
    answer = corrections.correct(
        game.pk, cast.ada.claims, Change(opened, move=dearer), request(game)
    )
    assert answer.dropped == ()
    assert state(game).railroads["red"].value == 25
    assert len(state(game).railroads["red"].track) == 4
    assert fresh(game).actor == "B"


def test_form_of_a_line_is_filled_with_its_ends_and_what_it_charted() -> None:
    title = TITLES["continental_divide"]
    table = table_for(title, 3)
    places = title.charting(table, "-1,0") if title.charting is not None else ()
    ends = (
        Field("path.from", "", "place"),
        Field("path.to", "", "place"),
        Field("path", "", "places"),
    )
    printed = {"place": "-1,0", "cost": 3, "income": 2, "region": "W", "west_of_divide": True}
    move = convert(
        {"kind": "build", "railroad": "red", "path": ["0,0", "-1,0"], "charted": [printed]},
        title.move_type,
    )
    typed = prefilled(Form("build", "", "", (*ends, *places)), move)
    assert (typed["path.from"], typed["path.to"], typed["path"]) == (("0,0",), ("-1,0",), ())
    charted = [typed[f"charted.-1,0.{part}"] for part in ("cost", "region", "west_of_divide")]
    assert charted == [("3",), ("W",), ("true",)]


def test_bent_line_stays_as_it_was_entered() -> None:
    title = TITLES["continental_divide"]
    ends = (
        Field("path.from", "", "place"),
        Field("path.to", "", "place"),
        Field("path", "", "places"),
    )
    bent = {"kind": "build", "railroad": "red", "path": ["0,0", "-1,0", "-1,1"]}
    typed = prefilled(Form("build", "", "", ends), convert(bent, title.move_type))
    assert (typed["path.to"], typed["path"]) == ((), ("0,0 -1,0 -1,1",))


def test_later_entries_that_fall_are_told_before_anything_is_saved(
    game: Game, cast: Cast, opened: int
) -> None:
    before = rows(game)
    with pytest.raises(ChoiceNeeded) as asked:
        corrections.correct(game.pk, cast.ada.claims, Change(opened, move=CHEAPER), request(game))
    assert asked.value.choices == (str(opened + 1),)
    assert rows(game) == before


def test_accepted_correction_drops_what_fell(game: Game, cast: Cast, opened: int) -> None:
    change = Change(opened, move=CHEAPER, accept=(opened + 1,))
    answer = corrections.correct(game.pk, cast.ada.claims, change, request(game))
    assert answer.dropped[0].facts["rule"] == "CD-33"
    assert state(game).railroads["red"].track == ()
    assert fresh(game).actor == "B"


def test_accepting_other_entries_than_those_that_fall_asks_again(
    game: Game, cast: Cast, opened: int
) -> None:
    with pytest.raises(ChoiceNeeded):
        corrections.correct(
            game.pk,
            cast.ada.claims,
            Change(opened, move=CHEAPER, accept=(opened + 2,)),
            request(game),
        )


def test_dry_run_of_a_correction_writes_nothing(game: Game, cast: Cast, opened: int) -> None:
    before = rows(game)
    change = Change(opened, move=CHEAPER)
    answer = corrections.correct(game.pk, cast.ada.claims, change, request(game, dry_run=True))
    assert len(answer.dropped) == 1
    assert rows(game) == before


def test_correction_that_is_illegal_itself_is_refused(game: Game, cast: Cast, opened: int) -> None:
    before = rows(game)
    with pytest.raises(IllegalMove) as refused:
        corrections.correct(game.pk, cast.ada.claims, Change(opened, move=DEARER), request(game))
    assert refused.value.rule == "CD-16"
    assert rows(game) == before


def test_removing_an_entry_drops_what_rested_on_it(game: Game, cast: Cast, opened: int) -> None:
    change = Change(opened, "remove", accept=(opened + 1,))
    corrections.correct(game.pk, cast.ada.claims, change, request(game))
    assert state(game).railroads == {}


def test_undo_of_a_correction_brings_the_old_line_back(game: Game, cast: Cast, opened: int) -> None:
    before = encode(state(game))
    change = Change(opened, "remove", accept=(opened + 1,))
    corrections.correct(game.pk, cast.ada.claims, change, request(game))
    undo.undo(game.pk, cast.ada.claims, request(game))
    assert encode(state(game)) == before


def test_entries_after_a_correction_can_be_corrected_again(
    game: Game, cast: Cast, opened: int
) -> None:
    first = Change(opened, move={**CHEAPER, "value": 30})
    corrections.correct(game.pk, cast.ada.claims, first, request(game))
    enter(game, cast.ben, "B: done")
    second = Change(opened, move={**CHEAPER, "value": 40})
    corrections.correct(game.pk, cast.ada.claims, second, request(game))
    assert state(game).railroads["red"].value == 40
    assert fresh(game).actor == "C"


def test_undo_to_an_entry_of_a_corrected_line_cuts_that_line(
    game: Game, cast: Cast, opened: int
) -> None:
    change = Change(opened, move={**CHEAPER, "value": 30})
    corrections.correct(game.pk, cast.ada.claims, change, request(game))
    enter(game, cast.ben, "B: done")
    with pytest.raises(ChoiceNeeded):
        undo.undo_to(game.pk, cast.ada.claims, opened, request(game))
    undo.undo_to(game.pk, cast.ada.claims, opened, request(game, confirm=True))
    assert state(game).railroads["red"].value == 30
    assert state(game).railroads["red"].track == ()
    assert fresh(game).actor == "A"


def test_player_corrects_own_entries_only(game: Game, cast: Cast, opened: int) -> None:
    with pytest.raises(NotAllowed):
        corrections.correct(game.pk, cast.ben.claims, Change(opened, move=CHEAPER), request(game))
    own = enter(game, cast.ben, "B: start blue at=C1 iss=4 val=15").number
    change = Change(own, move={**CHEAPER, "railroad": "tan", "value": 15})
    corrections.correct(game.pk, cast.ben.claims, change, request(game))
    assert set(state(game).railroads) == {"red", "tan"}


def test_stranger_corrects_nothing(game: Game, cast: Cast, opened: int) -> None:
    with pytest.raises(NotAllowed):
        corrections.correct(game.pk, cast.dee.claims, Change(opened, move=CHEAPER), request(game))


def test_undone_entry_cannot_be_corrected(game: Game, cast: Cast, opened: int) -> None:
    undo.undo_to(game.pk, cast.ada.claims, 0, request(game))
    with pytest.raises(BadInput):
        corrections.correct(game.pk, cast.ada.claims, Change(opened, move=CHEAPER), request(game))


def test_correction_is_one_event_of_the_log(game: Game, cast: Cast, opened: int) -> None:
    last = fresh(game).last
    change = Change(opened, move={**CHEAPER, "value": 30})
    corrections.correct(game.pk, cast.ada.claims, change, request(game))
    assert list(
        Event.objects.filter(game=game, number__gt=last).values_list("kind", flat=True)
    ) == ["correct"]
