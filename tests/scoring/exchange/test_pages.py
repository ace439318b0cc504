"""The pages of import and export, as people and their browsers meet them."""

from __future__ import annotations

import json
import re
from typing import Any
from xml.etree import ElementTree

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks, Settings

from scoring.models import Club, ImportBatch, Play
from scoring.services import imports, record_play, tally_play
from tests.cast import Person
from tests.factories import PlayerFactory
from tests.scoring.conftest import play_draft
from tests.scoring.exchange.batches import FILES, read_file, work
from tests.scoring.exchange.test_interrupted import export

pytestmark = pytest.mark.django_db
State = ImportBatch.State


def _upload(club: Club, who: Person, body: bytes, name: str = "plays.json") -> Any:
    file = SimpleUploadedFile(name, body)
    return who.client.post(f"/clubs/{club.public_id}/exchange/", {"file": file, "encoding": ""})


def _text(answer: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def test_file_is_uploaded_reviewed_imported_and_taken_back(
    club: Club, ada: Person, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        answer = _upload(club, ada, (FILES / "messy.json").read_bytes(), "BGStatsExport.json")
    batch = ImportBatch.objects.get()
    page = f"/imports/{batch.public_id}/"
    assert (answer.status_code, answer.headers["Location"]) == (302, page)
    text = _text(ada.client.get(page))
    for words in (
        "BGStatsExport.json",
        "Import 3 plays",
        "Harbour of Herrings is not one of the titles chosen here.",
        "“49-46ish” of Anonymous player is no whole number; it is kept as it is written.",
        "Ada is named twice.",
        "Nobody has a score, a place or a win.",
    ):
        assert words in text
    person = batch.people.get(name="Cy")
    chosen = {f"person-{p.pk}": "new" for p in batch.people.filter(plays__gt=0)}
    with django_capture_on_commit_callbacks(execute=True):
        ada.client.post(f"{page}people/", {**chosen, f"person-{person.pk}": "skip", "people": "1"})
    assert "Import 2 plays" in _text(ada.client.get(page))
    with django_capture_on_commit_callbacks(execute=True):
        ada.client.post(f"{page}begin/")
    assert Play.objects.count() == 2
    done = ada.client.get(page)
    assert "Its 2 plays leave the history" in _text(done)
    play = Play.objects.first()
    assert play is not None
    assert f"/plays/{play.public_id}/" in done.content.decode()
    assert ada.client.get(f"/plays/{play.public_id}/").status_code == 200
    with django_capture_on_commit_callbacks(execute=True):
        ada.client.post(f"{page}undo/")
    assert "The import was taken back" in _text(ada.client.get(page))
    ada.client.post(f"{page}discard/")
    assert not ImportBatch.objects.exists()


def test_date_and_games_are_chosen_on_the_page(
    club: Club, ada: Person, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    batch = read_file(club, ada, "messy.json")
    page = f"/imports/{batch.public_id}/"
    games = {f"game-{game.pk}": game.title for game in batch.games.all()}
    other = batch.games.get(name="Harbour of Herrings")
    games[f"game-{other.pk}"] = "empire_builder"
    with django_capture_on_commit_callbacks(execute=True):
        ada.client.post(f"{page}games/", {**games, "games": "1", "date": "2020-02-02"})
    assert "Import 5 plays" in _text(ada.client.get(page))
    for wrong in ({**games, "date": "tomorrow"}, {f"game-{other.pk}": "chess", "date": ""}):
        ada.client.post(f"{page}games/", wrong)
        assert "Choose one of the titles" in _text(ada.client.get(page))


def test_columns_are_chosen_on_the_page(
    club: Club, ada: Person, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    text = (
        b"Wann,Wer,Wieviel,Was\n02/01/2024,Ada,3,Empire Builder\n02/01/2024,Ben,5,Empire Builder\n"
    )
    with django_capture_on_commit_callbacks(execute=True):
        _upload(club, ada, text, "plays.csv")
    batch = ImportBatch.objects.get()
    page = f"/imports/{batch.public_id}/"
    assert "Say which columns have the date and the player." in _text(ada.client.get(page))
    columns = {"date": "0", "player": "1", "score": "2", "game": "3", "order": "mdy"}
    with django_capture_on_commit_callbacks(execute=True):
        ada.client.post(f"{page}columns/", columns)
    assert "Import 1 play" in _text(ada.client.get(page))
    assert "2024-02-01" in _text(ada.client.get(page))
    ada.client.post(f"{page}columns/", {"date": "99", "order": "mdy"})
    assert "Choose one of the columns" in _text(ada.client.get(page))


def test_file_that_is_none_says_so(
    club: Club, ada: Person, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        _upload(club, ada, b'{"plays": [', "broken.json")
    batch = ImportBatch.objects.get()
    assert batch.state == State.FAILED
    assert not batch.rows.exists()
    text = _text(ada.client.get(f"/imports/{batch.public_id}/"))
    assert "This file was not read. The file is not complete JSON" in text
    answer = _upload(club, ada, b"", "empty.json")
    assert answer.status_code == 400
    assert "The file is empty." in _text(answer)
    assert ada.client.post(f"/clubs/{club.public_id}/exchange/", {}).status_code == 400


def test_too_large_a_file_is_not_kept(
    club: Club, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imports, "MOST_BYTES", 1024 * 1024)
    answer = _upload(club, ada, b"x" * (1024 * 1024 + 1))
    assert answer.status_code == 400
    assert "larger than 1 MB" in _text(answer)
    assert not ImportBatch.objects.exists()


def test_progress_is_shown_and_goes_on(club: Club, ada: Person, settings: Settings) -> None:
    batch = imports.start_import(club, ada.who, "x.json", [export()])
    page = f"/imports/{batch.public_id}/"
    answer = ada.client.get(page).content.decode()
    assert "<progress" in answer
    assert f'hx-post="{page}go-on/"' in answer
    settings.CELERY_TASK_ALWAYS_EAGER = False
    answer = ada.client.get(page).content.decode()
    assert 'hx-trigger="every 2s"' in answer
    assert "Go on" not in answer
    ImportBatch.objects.update(changed_at="2020-01-01T00:00Z")
    assert "Go on" in _text(ada.client.get(page))
    fragment = ada.client.post(f"{page}go-on/", headers={"HX-Request": "true"})
    assert 'id="import"' in fragment.content.decode()
    assert ada.client.post(f"{page}go-on/").headers["Location"] == page


def test_pages_are_for_organisers_and_files_for_members(
    club: Club, ada: Person, ben: Person, cho: Person, dee: Person
) -> None:
    batch = read_file(club, ada, "wide.csv")
    page = f"/imports/{batch.public_id}/"
    exchange = f"/clubs/{club.public_id}/exchange/"
    for who in (ben, cho, dee):
        assert who.client.get(page).status_code == 403
        for act in ("games", "people", "columns", "begin", "undo", "go-on", "discard"):
            assert who.client.post(f"{page}{act}/").status_code == 403
        assert _upload(club, who, b"x").status_code == 403
        for act in ("webhook/", "webhook/test/", "webhook/remove/"):
            assert who.client.post(f"/clubs/{club.public_id}/{act}").status_code == 403
    text = _text(ben.client.get(exchange))
    assert "Take plays along" in text
    assert "Bring plays in" not in text
    for kind in ("json", "csv", "bgsplay"):
        assert ben.client.get(f"{exchange}plays.{kind}").status_code == 200
        for stranger in (cho, dee):
            assert stranger.client.get(f"{exchange}plays.{kind}").status_code == 403
    assert cho.client.get(exchange).status_code == 403
    club.visibility = Club.Visibility.PRIVATE
    club.save()
    for path in (page, exchange, f"{exchange}plays.json"):
        assert dee.client.get(path).status_code == 404
    assert ImportBatch.objects.get().state == State.REVIEW


@pytest.mark.parametrize(
    "query",
    ["rows=nonsense", "rows=\x00", "page=99999999999999999999", "games=-1", "people=x&page=0"],
)
def test_address_that_makes_no_sense_shows_the_page(club: Club, ada: Person, query: str) -> None:
    batch = read_file(club, ada, "messy.json")
    assert ada.client.get(f"/imports/{batch.public_id}/?{query}").status_code == 200


@pytest.mark.parametrize("choice", ["²", "9" * 30, "-1", "\x00", "known", ""])
def test_choice_that_makes_no_sense_changes_nothing(club: Club, ada: Person, choice: str) -> None:
    batch = read_file(club, ada, "messy.json")
    before = list(batch.people.values_list("choice", "player"))
    for person in batch.people.all():
        ada.client.post(f"/imports/{batch.public_id}/people/", {f"person-{person.pk}": choice})
    assert list(batch.people.values_list("choice", "player")) == before


def test_page_takes_a_bounded_number_of_queries(
    club: Club, ada: Person, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(30):
        PlayerFactory.create(club=club, name=f"Player {number}")
    batch = work(imports.start_import(club, ada.who, "x.json", [export(60)]))
    with django_assert_max_num_queries(14):
        ada.client.get(f"/imports/{batch.public_id}/")
    with django_assert_max_num_queries(12):
        ada.client.get(f"/clubs/{club.public_id}/exchange/")


def test_files_of_one_play_are_for_whoever_sees_it(club: Club, ada: Person, dee: Person) -> None:
    play = tally_play(record_play(play_draft(club)).pk)
    page = f"/plays/{play.public_id}/export/"
    assert "Open in BG Stats" in _text(dee.client.get(page))
    code = dee.client.get(f"{page}code.svg")
    assert code.headers["Content-Type"] == "image/svg+xml"
    assert ElementTree.fromstring(code.content).tag.endswith("svg")
    document = json.loads(dee.client.get(f"{page}play.json").content)
    assert [seat["name"] for seat in document["plays"][0]["seats"]] == ["Ada", "Ben", "Cy"]
    csv = dee.client.get(f"{page}play.csv")
    assert csv.content.decode("utf-8-sig").count("\r\n") == 4
    assert "continental-divide-2026-03-14.csv" in csv.headers["Content-Disposition"]
    assert json.loads(dee.client.get(f"{page}play.bgsplay").content)["plays"]
    club.visibility = Club.Visibility.PRIVATE
    club.save()
    for path in ("", "code.svg", "play.json", "play.csv", "play.bgsplay"):
        assert dee.client.get(f"{page}{path}").status_code == 404
    Play.objects.update(tally_state="waiting")
    assert ada.client.get(page).status_code == 404


def test_way_to_the_files_is_on_the_pages(club: Club, ada: Person, dee: Person) -> None:
    play = tally_play(record_play(play_draft(club)).pk)
    assert (
        f"/plays/{play.public_id}/export/"
        in dee.client.get(f"/plays/{play.public_id}/").content.decode()
    )
    way = f"/clubs/{club.public_id}/exchange/"
    assert way in ada.client.get(f"/clubs/{club.public_id}/").content.decode()
    assert way not in dee.client.get(f"/clubs/{club.public_id}/").content.decode()
