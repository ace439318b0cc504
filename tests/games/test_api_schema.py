"""The API's document: valid, complete, and true to what is answered."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from openapi_spec_validator import validate
from rest_framework.settings import api_settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from games import lines
from games.api.bodies import BODIES
from games.models import Game
from games.registry import TITLES
from tests.game_factories import Cast
from tests.games.api_helpers import token_of

METHODS = ("get", "post", "put", "patch", "delete")
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
EXAMPLES = 8
"""For each operation: enough to reach every field, and the whole within a minute."""


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The document, as the server gives it."""
    path = tmp_path_factory.mktemp("schema") / "openapi.json"
    call_command("spectacular", "--format", "openapi-json", "--file", str(path), "--fail-on-warn")
    found: dict[str, Any] = json.loads(path.read_text())
    return found


def operations(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield (path, method, operation) of the API of games."""
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if method in METHODS and operation.get("tags", [""])[0] in OWN_TAGS:
                yield path, method, operation


OWN_TAGS = ("titles", "games", "seats", "entries", "reading", "charts", "you")


def test_the_document_is_valid(document: dict[str, Any]) -> None:
    validate(document)


def test_every_operation_is_described(document: dict[str, Any]) -> None:
    found = list(operations(document))
    assert len(found) >= 37
    for path, method, operation in found:
        where = f"{method} {path}"
        assert operation["summary"], where
        assert operation["description"], where
        responses = operation["responses"]
        assert any(code.startswith("2") for code in responses), where
        assert {"401", "403", "429"} <= set(responses), where
        if "{" in path:
            assert "404" in responses, where
        if method != "get" and "requestBody" in operation:
            assert {"400", "413", "415"} <= set(responses), where
        for code, response in responses.items():
            schema = response["content"]["application/json"]["schema"]
            assert schema["$ref"].endswith("/Problem") == (code >= "400"), where


def test_every_body_and_move_is_in_the_document(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    assert {kind.__name__ for kind in BODIES} <= set(schemas)
    for title in TITLES.values():
        name = "".join(part.capitalize() for part in title.meta.key.split("_"))
        union = schemas[f"{name}Move"]
        kinds = {_tag(struct) for struct in title.move_structs}
        assert set(union["discriminator"]["mapping"]) == kinds
        refs = [part.get("$ref") for part in schemas["EnterMove"]["properties"]["move"]["anyOf"]]
        assert f"#/components/schemas/{name}Move" in refs


def _tag(struct: Any) -> str:
    return str(struct.__struct_config__.tag)


def test_every_reference_leads_somewhere(document: dict[str, Any]) -> None:
    text = json.dumps(document)
    refs = {part.split('"')[0] for part in text.split("#/components/schemas/")[1:]}
    assert refs <= set(document["components"]["schemas"])


def one_of_each(document: dict[str, Any], mode: GenerationMode) -> Iterator[Any]:
    """Yield (operation, strategy) for all of the API of games, skipping what has no wrong form."""
    schema = schemathesis.openapi.from_dict(document)
    schema.app = get_wsgi_application()
    schema.location = "/"
    own = {(path, method) for path, method, _ in operations(document)}
    for result in schema.get_all_operations():
        operation: Any = result.ok()  # type: ignore[union-attr]  # the document was found valid
        if (operation.path, operation.method.lower()) in own:
            yield operation, operation.as_strategy(generation_mode=mode)


@pytest.fixture
def _connection_stays_open() -> Iterator[None]:
    """Keep the server from closing the connection that this test's transaction is open on."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.usefixtures("_connection_stays_open")
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_every_operation_answers_as_the_document_says(
    document: dict[str, Any],
    game: Game,
    cast: Cast,
    monkeypatch: pytest.MonkeyPatch,
    mode: GenerationMode,
) -> None:
    """Asked as it describes or as it does not: no 500, no status or body that it does not tell of."""
    many = dict.fromkeys(api_settings.DEFAULT_THROTTLE_RATES, "1000000/min")
    monkeypatch.setattr(api_settings, "DEFAULT_THROTTLE_RATES", many)
    headers = {"Authorization": f"Seat {token_of(game, cast.ada)}"}
    asked = 0
    for operation, cases in one_of_each(document, mode):

        @settings(
            max_examples=EXAMPLES,
            derandomize=True,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=cases)
        def ask(case: Any) -> None:
            lines.forget()
            with transaction.atomic():
                _aim(case, game)
                case.call_and_validate(headers=headers, checks=CHECKS)
                transaction.set_rollback(True)

        try:
            ask()
        except Unsatisfiable:
            # Where nothing is sent, there is nothing that the description does not allow.
            assert mode is GenerationMode.NEGATIVE
            assert not operation.body
        asked += 1
    assert asked == len(list(operations(document)))


def _aim(case: Any, game: Game) -> None:
    """Aim a case at the game of this test, mostly at its newest event, so that it gets somewhere."""
    if "code" in case.path_parameters:
        case.path_parameters["code"] = game.code
    if isinstance(case.body, dict) and isinstance(case.body.get("seen"), int):
        case.body["seen"] = game.last
