"""An import from the file to the history and back: what comes in, what does not, and what is said."""

from __future__ import annotations

import datetime
import json
from typing import Any

import pytest

from scoring.errors import NotAllowed, ScoringError
from scoring.models import Club, ImportBatch, ImportPlayer, Play, Player, PlayerStat, Rating, Score
from scoring.people import Who
from scoring.services import create_club, imports
from scoring.services.erasure import forget_player
from tests.cast import Person
from tests.factories import PlayerFactory, play_with_scores
from tests.scoring.exchange.batches import bring_in, codes, read, read_file, states, work

pytestmark = pytest.mark.django_db
State = ImportBatch.State


def seats(play: Play) -> list[tuple[str, int | None, int | None, str]]:
    return list(play.scores.order_by("order").values_list("name", "total", "rank", "raw"))


def test_messy_export_comes_to_a_verdict_for_each_row(club: Club, ada: Person) -> None:
    batch = read_file(club, ada, "messy.json")
    assert (batch.state, batch.kind, batch.rows_read) == (State.REVIEW, "bgstats", 11)
    assert states(batch) == {
        1: "ready",
        2: "ready",
        3: "wrong",
        4: "skipped",
        5: "wrong",
        6: "wrong",
        7: "skipped",
        8: "wrong",
        9: "ready",
        10: "wrong",
        11: "wrong",
    }
    said = {number: codes(batch, number) for number in range(1, 12)}
    assert said[3] == ["no_date", "date_needed"]
    assert said[4] == ["other_game"]
    assert said[5] == ["player_twice"]
    assert said[6] == ["no_players"]
    assert said[7] == ["ignored"]
    assert said[8] == ["no_result"]
    assert said[10] == ["no_play"]
    assert said[11] == ["future"]
    assert Play.objects.count() == 0


def test_import_keeps_what_was_written_beside_what_it_says(club: Club, ada: Person) -> None:
    batch = read_file(club, ada, "messy.json")
    imports.begin_import(batch.pk, ada.who)
    work(batch)
    first, second, third = Play.objects.order_by("played_on")
    assert seats(first) == [("Ada", 21, 1, "21"), ("Ben", 15, 2, "10+5"), ("Cy", None, 3, "")]
    assert (first.place, first.minutes, first.board) == ("Ada's cabin", 150, "Prairie")
    assert seats(second) == [
        ("Ada", 180, 2, "180"),
        ("Ben", 1250, 1, "$1,250"),
        ("Anonymous player", None, 3, "49-46ish"),
    ]
    assert second.notes == "Mexico Map"
    assert seats(third) == [
        ("Ada", None, 1, ""),
        ("Ben", None, 2, ""),
        ("Robot", None, 2, ""),
        ("Anonymous", None, 2, ""),
    ]
    assert {play.source for play in (first, second, third)} == {Play.Source.IMPORTED}
    assert set(Player.objects.values_list("name", flat=True)) == {"Ada", "Ben", "Cy"}
    assert all(play.is_counted and play.totals_only for play in (first, second, third))


def test_import_is_counted_once_it_is_in(club: Club, ada: Person) -> None:
    batch = read_file(club, ada, "messy.json")
    imports.begin_import(batch.pk, ada.who)
    work(batch)
    ann = PlayerStat.objects.get(player__name="Ada", title="continental_divide")
    assert (ann.plays, ann.wins, ann.stale) == (2, 2, False)
    assert Rating.objects.filter(pool__title="", player__name="Ada").exists()


def test_second_run_brings_nothing(club: Club, ada: Person) -> None:
    for _ in range(2):
        batch = read_file(club, ada, "messy.json")
        imports.begin_import(batch.pk, ada.who)
        work(batch)
    assert Play.objects.count() == 3
    assert [states(batch)[number] for number in (1, 2, 9)] == ["duplicate"] * 3
    assert codes(batch, 1) == ["known_id"]
    assert Player.objects.count() == 3


def test_dates_of_zeros_come_in_once_a_day_is_chosen(club: Club, ada: Person) -> None:
    batch = read_file(club, ada, "messy.json")
    imports.set_games(batch.pk, ada.who, {}, datetime.date(2020, 1, 1))
    assert states(work(batch))[3] == "ready"
    imports.begin_import(batch.pk, ada.who)
    work(batch)
    assert Play.objects.order_by("played_on")[0].played_on == datetime.date(2020, 1, 1)


def test_boardgamegeek_keeps_the_winner_of_a_tie(club: Club, ada: Person) -> None:
    batch = read_file(club, ada, "plays.xml")
    assert list(states(batch).values()) == ["ready", "wrong", "skipped", "wrong", "wrong"]
    imports.begin_import(batch.pk, ada.who)
    work(batch)
    play = Play.objects.get()
    assert seats(play) == [("Ada", 126, 1, "126"), ("Jürgen", 126, 2, "126")]
    assert (play.title, play.place) == ("twentieth_century_limited", "Club room")


def test_spreadsheet_in_another_encoding_is_grouped_into_plays(club: Club, ada: Person) -> None:
    batch = read_file(club, ada, "umlauts.csv")
    assert (batch.state, batch.kind, batch.encoding) == (State.REVIEW, "csv", "windows-1252")
    imports.begin_import(batch.pk, ada.who)
    work(batch)
    evening, again, other = Play.objects.order_by("played_on", "pk")
    assert seats(evening) == [("Jürgen", 251, 1, "251"), ("Ada", 199, 2, "199")]
    assert (evening.place, evening.notes) == ("Köln", "Zwei\r\nZeilen")
    assert seats(again) == [("Ada", 188, 1, "188"), ("Jürgen", None, 2, "1.250")]
    assert seats(other)[1][:2] == ("Zoë", 9)
    assert batch.rows.get(number=2).line == 7


def test_line_for_each_play_is_read_by_its_numbered_columns(club: Club, ada: Person) -> None:
    batch = read_file(club, ada, "wide.csv")
    imports.begin_import(batch.pk, ada.who)
    work(batch)
    first, second = Play.objects.order_by("played_on")
    assert (seats(first), first.minutes) == ([("Ada", 14, 1, "14"), ("Ben", 9, 2, "9")], 95)
    assert [(name, rank) for name, _, rank, _ in seats(second)] == [
        ("Ada", 3),
        ("Ben", 2),
        ("Cy", 1),
    ]
    assert codes(batch, 3) == ["no_players"]


def test_columns_can_be_named_by_hand(club: Club, ada: Person) -> None:
    text = "Wann,Wer,Wieviel\n2024-01-01,Ada,3\n2024-01-01,Ben,5\n"
    batch = read(club, ada, text)
    assert (batch.state, batch.problem and batch.problem["code"]) == (State.FAILED, "columns")
    layout = imports.layout_of(batch)
    assert layout is not None
    columns = {"date": 0, "player": 1, "score": 2}
    imports.set_layout(batch.pk, ada.who, type(layout)(",", layout.headings, columns))
    assert states(work(batch)) == {1: "skipped"}
    game = batch.games.get()
    imports.set_games(batch.pk, ada.who, {game.pk: "empire_builder"})
    assert states(work(batch)) == {1: "ready"}


def test_people_are_who_the_organiser_says(club: Club, ada: Person) -> None:
    known = PlayerFactory.create(club=club, name="Benjamin")
    batch = read_file(club, ada, "messy.json")
    people = {person.name: person for person in batch.people.all()}
    assert people["Ada"].choice == ImportPlayer.Choice.NEW
    assert people["Robot"].choice == ImportPlayer.Choice.GUEST
    imports.set_people(
        batch.pk, ada.who, {people["Ben"].pk: str(known.pk), people["Cy"].pk: "skip"}
    )
    work(batch)
    assert codes(batch, 1) == ["person_skipped"]
    imports.begin_import(batch.pk, ada.who)
    work(batch)
    assert set(Score.objects.filter(player=known).values_list("name", flat=True)) == {"Benjamin"}
    again = read_file(club, ada, "messy.json")
    assert again.people.get(name="Ben").player == known, "a choice is remembered"


def test_two_people_that_are_one_cannot_sit_together(club: Club, ada: Person) -> None:
    known = PlayerFactory.create(club=club, name="Ada")
    batch = read_file(club, ada, "messy.json")
    people = {person.name: person for person in batch.people.all()}
    assert people["Ada"].player == known
    imports.set_people(batch.pk, ada.who, {people["Ben"].pk: str(known.pk)})
    work(batch)
    assert codes(batch, 1) == ["same_person"]


def _play(uuid: str, *scores: tuple[str, str], date: str = "2024-02-10") -> dict[str, Any]:
    return {"uuid": uuid, "date": date, "scores": scores}


def _export(*plays: dict[str, Any], title: str = "Continental Divide") -> str:
    names = list(dict.fromkeys(name for play in plays for name, _ in play["scores"]))
    document = {
        "games": [{"id": 1, "uuid": "g", "name": title}],
        "players": [{"id": at, "uuid": f"u-{name}", "name": name} for at, name in enumerate(names)],
        "plays": [
            {
                "uuid": play["uuid"],
                "gameRefId": 1,
                "playDate": f"{play['date']} 20:00:00",
                "playerScores": [
                    {"playerRefId": names.index(name), "score": score}
                    for name, score in play["scores"]
                ],
            }
            for play in plays
        ],
    }
    return json.dumps(document)


def test_play_that_is_here_already_is_found_by_what_it_says(club: Club, ada: Person) -> None:
    here = play_with_scores(
        club, ("Ada", 21, 1), ("Ben", 15, 2), played_on=datetime.date(2024, 2, 10)
    )
    twins = [_play(uuid, ("Ben", "15"), ("Ada", "21")) for uuid in ("a", "b")]
    batch = bring_in(club, ada, _export(*twins, _play("c", ("Ben", "15"), ("Ada", "22"))))
    assert states(batch) == {1: "duplicate", 2: "imported", 3: "imported"}
    assert codes(batch, 1)[-1] == "known_content"
    assert batch.rows.get(number=1).play == here
    # Another id of the same program is another play, whatever it says.
    more = bring_in(club, ada, _export(_play("d", ("Ben", "15"), ("Ada", "22"))))
    assert states(more) == {1: "imported"}
    # What another program says of the same evening is not.
    lines = "date,game,player,score\n2024-02-10,Continental Divide,Ada,22\n"
    other = bring_in(club, ada, lines + "2024-02-10,Continental Divide,Ben,15\n")
    assert states(other) == {1: "duplicate"}


def test_same_id_twice_in_a_file_comes_in_once(club: Club, ada: Person) -> None:
    plays = [_play("a", ("Ada", "1"), ("Ben", "2")), _play("a", ("Ada", "1"), ("Ben", "3"))]
    batch = bring_in(club, ada, _export(*plays))
    assert states(batch) == {1: "imported", 2: "duplicate"}
    assert codes(batch, 2)[-1] == "same_row"


def test_same_file_in_two_clubs_is_two_plays(club: Club, ada: Person) -> None:
    other = create_club("Sunday Rails", ada.who, "Ada")
    text = _export(_play("a", ("Ada", "1"), ("Ben", "2")))
    for each in (club, other):
        assert states(bring_in(each, ada, text)) == {1: "imported"}
    assert {play.club_id for play in Play.objects.all()} == {club.pk, other.pk}


def test_import_is_taken_back_as_a_whole_and_can_come_again(club: Club, ada: Person) -> None:
    old = play_with_scores(club, ("Ada", 5, 1), ("Zed", 3, 2))
    text = _export(
        _play("a", ("Ada", "1"), ("Ben", "2")),
        _play("b", ("Ada", "7"), ("Cy", "2"), date="2025-01-01"),
    )
    batch = bring_in(club, ada, text)
    assert Play.objects.filter(withdrawn_at=None).count() == 3
    imports.undo_import(batch.pk, ada.who)
    assert work(batch).state == State.UNDONE
    assert list(Play.objects.filter(withdrawn_at=None)) == [old]
    assert set(Player.objects.filter(active=True).values_list("name", flat=True)) == {"Ada", "Zed"}
    assert not PlayerStat.objects.filter(player__name="Ben").exists()
    assert not Rating.objects.filter(player__name="Ben").exists()
    again = bring_in(club, ada, text)
    assert states(again) == {1: "imported", 2: "imported"}
    assert Play.objects.filter(withdrawn_at=None).count() == 3
    with pytest.raises(ScoringError):
        imports.undo_import(batch.pk, ada.who)


def test_many_players_are_refused_and_an_unusual_number_is_told(club: Club, ada: Person) -> None:
    crowd = _play("a", *((f"P{n}", str(n)) for n in range(300)))
    eight = _play("b", *((f"P{n}", str(n)) for n in range(8)))
    batch = read(club, ada, _export(crowd, eight))
    assert states(batch) == {1: "wrong", 2: "ready"}
    assert codes(batch, 1) == ["many_players"]
    assert codes(batch, 2) == ["unusual_count"]
    assert batch.people.count() == 8


@pytest.mark.parametrize(
    "name", ["A\x00da", "\ud83d", "a" * 300, "\u202egnals", "Z\u0301\u0301\u0301\u0301\u0301algo"]
)
def test_names_that_no_database_takes_are_mended(club: Club, ada: Person, name: str) -> None:
    document = json.loads(_export(_play("a", ("Ada", "1"), ("Ben", "2"))))
    document["players"][1]["name"] = name
    document["plays"][0]["comments"] = name
    document["plays"][0]["uuid"] = name
    document["games"][0]["name"] = "Continental Divide\x00"
    batch = bring_in(club, ada, json.dumps(document))
    assert states(batch) == {1: "imported"}


def test_only_organisers_import(club: Club, ada: Person, ben: Person, cho: Person) -> None:
    batch = read_file(club, ada, "wide.csv")
    for stranger in (ben.who, cho.who, Who()):
        with pytest.raises(NotAllowed):
            imports.start_import(club, stranger, "x", [b"x"])
        for decide in (imports.begin_import, imports.undo_import, imports.discard_import):
            with pytest.raises(NotAllowed):
                decide(batch.pk, stranger)
        with pytest.raises(NotAllowed):
            imports.set_people(batch.pk, stranger, {})
    assert Play.objects.count() == 0


def test_decisions_come_in_their_turn_alone(club: Club, ada: Person) -> None:
    batch = read_file(club, ada, "wide.csv")
    imports.begin_import(batch.pk, ada.who)
    with pytest.raises(ScoringError, match="worked on"):
        imports.set_games(batch.pk, ada.who, {})
    work(batch)
    with pytest.raises(ScoringError, match="over"):
        imports.begin_import(batch.pk, ada.who)
    with pytest.raises(ScoringError, match="over"):
        imports.discard_import(batch.pk, ada.who)
    assert not batch.parts.exists()


def test_old_reviews_make_room(club: Club, ada: Person) -> None:
    for _ in range(6):
        read_file(club, ada, "wide.csv")
    assert ImportBatch.objects.count() <= 4


def test_forgotten_player_is_in_no_import_any_more(club: Club, ada: Person) -> None:
    first = bring_in(club, ada, _export(_play("a", ("Wilhelmina", "1"), ("Ben", "2"))))
    open_ = read(club, ada, _export(_play("b", ("Wilhelmina", "1"), ("Ben", "2"))))
    forget_player(club, ada.who, Player.objects.get(name="Wilhelmina").pk)
    assert not ImportBatch.objects.filter(pk=open_.pk).exists()
    kept = [*first.people.values_list("key", "name"), *first.rows.values_list("record", "problems")]
    assert "Wilhelmina" not in str(kept)
    assert states(first) == {1: "imported"}
    assert ada.client.get(f"/imports/{first.public_id}/").status_code == 200
