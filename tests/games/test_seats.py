"""Joining, handing over, roles and a game's life: who may do what."""

from __future__ import annotations

import pytest

from games.errors import BadInput, GameError, NotAllowed
from games.models import Game, Participant, Seat, SeatRequest
from games.services import people, seats, tables
from games.services.people import Claim
from games.services.tables import Identity, Plan, SeatSpec
from scoring.models import Play
from tests.factories import ClubFactory, UserFactory
from tests.game_factories import Cast, colours_of, enter, fresh, guest, lobby, new_cast, started


def holder(game: Game, letter: str) -> str:
    """Return who holds a seat, or nothing."""
    found = Seat.objects.select_related("holder").get(game=game, letter=letter).holder
    return found.name if found else ""


def test_free_seat_is_taken_without_account(game: Game, cast: Cast) -> None:
    participant, asked = seats.join(game.pk, cast.dee.identity, "C")
    assert (holder(game, "C"), asked, participant.role) == ("Dee", None, "player")
    assert Seat.objects.get(game=game, letter="C").name == "Dee"


def test_joining_again_finds_the_same_participant(game: Game, cast: Cast) -> None:
    first, _ = seats.join(game.pk, cast.dee.identity, "C")
    again, _ = seats.join(game.pk, cast.dee.identity, "C")
    assert first.pk == again.pk


def test_one_phone_may_hold_several_seats(game: Game, cast: Cast) -> None:
    seats.join(game.pk, cast.ben.identity, "C")
    who = people.require(people.find(game.pk, cast.ben.identity.claim))
    assert who.seats == {"B", "C"}


def test_held_seat_is_asked_for_and_given_with_the_hosts_consent(game: Game, cast: Cast) -> None:
    token = people.token_for(Participant.objects.get(game=game, name="Ben"))
    new_phone = guest("Ben")
    _, asked = seats.join(game.pk, new_phone.identity, "B")
    assert asked is not None
    assert holder(game, "B") == "Ben"
    with pytest.raises(NotAllowed):
        seats.answer_request(game.pk, new_phone.claims, asked.pk, consent=True)
    seats.answer_request(game.pk, cast.ada.claims, asked.pk, consent=True)
    assert people.require(people.find(game.pk, new_phone.identity.claim)).seats == {"B"}
    assert people.find(game.pk, Claim(token=token)) is None


def test_refused_request_changes_nothing(game: Game, cast: Cast) -> None:
    _, asked = seats.join(game.pk, cast.dee.identity, "B")
    assert asked is not None
    seats.answer_request(game.pk, cast.ada.claims, asked.pk, consent=False)
    assert holder(game, "B") == "Ben"
    assert not SeatRequest.objects.exists()


def test_seat_token_stands_for_its_participant(game: Game, cast: Cast) -> None:
    token = people.token_for(Participant.objects.get(game=game, name="Ben"))
    who = people.require(people.find(game.pk, Claim(token=token)))
    assert (who.name, sorted(who.seats)) == ("Ben", ["B"])


@pytest.mark.parametrize("token", ["", "1.1", "1.1:forged", "\x00", "9" * 5000, "é:ü"])
def test_forged_token_stands_for_nobody(game: Game, token: str) -> None:
    assert people.find(game.pk, Claim(token=token)) is None


def test_token_of_one_game_is_nothing_at_another(game: Game, cast: Cast) -> None:
    token = people.token_for(Participant.objects.get(game=game, name="Ben"))
    other = started(Cast(cast.ada, guest("Bo"), guest("Ci"), cast.dee))
    assert people.find(other.pk, Claim(token=token)) is None


def test_leaving_frees_the_seat(game: Game, cast: Cast) -> None:
    seats.leave(game.pk, cast.ben.claims)
    assert holder(game, "B") == ""
    assert people.find(game.pk, cast.ben.identity.claim) is None


def test_host_hands_on_before_leaving(game: Game, cast: Cast) -> None:
    with pytest.raises(GameError):
        seats.leave(game.pk, cast.ada.claims)
    ben = Participant.objects.get(game=game, name="Ben")
    seats.hand_on_hosting(game.pk, cast.ada.claims, ben.pk)
    seats.leave(game.pk, cast.ada.claims)
    assert Participant.objects.get(game=game, is_host=True).name == "Ben"


def test_scorekeeper_may_enter_for_everyone(game: Game, cast: Cast) -> None:
    cho = Participant.objects.get(game=game, name="Cho")
    seats.set_role(game.pk, cast.ada.claims, cho.pk, "scorekeeper")
    assert enter(game, cast.cho, "A: done").actor == "B"


@pytest.mark.parametrize("person", ["ben", "cho", "dee"])
def test_only_the_host_runs_the_table(game: Game, cast: Cast, person: str) -> None:
    claims = getattr(cast, person).claims
    ben = Participant.objects.get(game=game, name="Ben")
    for act in (
        lambda: tables.set_status(game.pk, claims, "pause"),
        lambda: seats.set_role(game.pk, claims, ben.pk, "watcher"),
        lambda: seats.give_seat(game.pk, claims, "A", ben.pk),
        lambda: seats.hand_on_hosting(game.pk, claims, ben.pk),
        lambda: tables.finish(game.pk, claims),
    ):
        with pytest.raises(NotAllowed):
            act()


def test_holder_changes_own_colour_and_no_other(game: Game, cast: Cast) -> None:
    taken = Seat.objects.get(game=game, letter="A").colour
    free = [colour for colour in colours_of("continental_divide", 6) if colour not in _taken(game)]
    seats.edit_seat(game.pk, cast.ben.claims, "B", name="Benno", colour=free[0])
    assert Seat.objects.get(game=game, letter="B").name == "Benno"
    with pytest.raises(BadInput):
        seats.edit_seat(game.pk, cast.ben.claims, "B", name="Benno", colour=taken)
    with pytest.raises(NotAllowed):
        seats.edit_seat(game.pk, cast.ben.claims, "A", name="Benno", colour=free[0])


def _taken(game: Game) -> set[str]:
    return set(Seat.objects.filter(game=game).values_list("colour", flat=True))


@pytest.mark.parametrize("name", ["", "  ", "x" * 500, "a\x00b", "\u202eabc", "line\nbreak"])
def test_unfit_name_is_refused_at_its_field(game: Game, name: str) -> None:
    before = Participant.objects.count()
    with pytest.raises(BadInput) as refused:
        seats.join(game.pk, Identity(name, user_id=UserFactory.create().pk), "C")
    assert refused.value.field == "name"
    assert Participant.objects.count() == before


def three_seats() -> tuple[SeatSpec, ...]:
    """Return three seats of different colours."""
    return tuple(SeatSpec(colour) for colour in colours_of("continental_divide", 3))


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"title": "poker"}, "title"),
        ({"seats": ()}, "seats"),
        ({"seats": tuple(SeatSpec(c) for c in "abcdefgh")}, "seats"),
        ({"seats": (SeatSpec("mauve"), *three_seats()[1:])}, "seats[0].colour"),
        ({"seats": (*three_seats()[:2], three_seats()[0])}, "seats[2].colour"),
        ({"board": 999}, "board"),
    ],
)
def test_game_that_cannot_be_is_refused_at_its_field(
    cast: Cast, change: dict[str, object], field: str
) -> None:
    plan = {
        "club_id": ClubFactory.create().pk,
        "title": "continental_divide",
        "seats": three_seats(),
        "options": {},
        **change,
    }
    with pytest.raises(BadInput) as refused:
        tables.create_game(cast.ada.identity, Plan(**plan))  # type: ignore[arg-type]  # on purpose
    assert refused.value.field == field
    assert not Game.objects.exists()


def test_game_starts_once(cast: Cast) -> None:
    game = lobby(cast)
    tables.start(game.pk, cast.ada.claims, {"order": "BAC"})
    assert fresh(game).actor == "B"
    with pytest.raises(GameError):
        tables.start(game.pk, cast.ada.claims, {"order": "BAC"})


@pytest.mark.django_db(transaction=True)
def test_finished_game_becomes_a_play_and_reopening_takes_it_back() -> None:
    cast = new_cast()
    position = "n=3 turn=8 active=C | A=1 B=2 C=3 | red{iss=5 val=20 hold=A2,B1 tre=7 at=M1}"
    game = started(cast, position=position)
    enter(game, cast.ada, "C: done")
    enter(game, cast.ada, "dividends")
    assert fresh(game).status == "over"
    play = Play.objects.get(source="tracked", source_ref=game.code)
    assert play.tally_state == "done"
    assert play.scores.count() == 3
    with pytest.raises(GameError):
        enter(game, cast.ada, "A: done")
    tables.set_status(game.pk, cast.ada.claims, "reopen")
    play.refresh_from_db()
    assert play.withdrawn_at is not None
    tables.finish(game.pk, cast.ada.claims)
    play.refresh_from_db()
    assert play.withdrawn_at is None
