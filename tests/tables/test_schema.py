"""The API's description is true of every answer, to sensible requests and to nonsense."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given, settings

from config.wsgi import application
from tables.api.documents import description
from tests.tables.clients import body_of, create, seats_of

if TYPE_CHECKING:
    from schemathesis.schemas import BaseSchema

pytestmark = [pytest.mark.django_db, pytest.mark.slow("asks each operation of the API a hundred times")]

OPERATIONS = [(method, path) for path, methods in description()["paths"].items() for method in methods]
EXAMPLES = settings(  # of each operation, at each stage of a game, sensible and not
    max_examples=5,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture
def games() -> list[tuple[str, str]]:
    """Games in all their stages, each with the token of a seat; and one that there is not."""
    drafted, chosen, over = (create(body_of("duel", form)) for form in ("draft", "preconstructed", "preconstructed"))
    seats = seats_of(chosen)
    while (look := seats["A"].look())["status"] == "draft":
        seat = seats[look["waiting_for"][0]]
        seat.act(look["version"], seat.look()["view"]["actions"][0])
    seats_of(over)["A"].post("/resign", {})
    waiting = create({**body_of("duel", "draft"), "seats": {"A": {"kind": "me"}, "B": {"kind": "open"}}})
    terms = create({**body_of("duel", "preconstructed"), "champions": True})
    made = (waiting, drafted, terms, chosen, over)
    return [(game["id"], game["seats"]["A"]["token"]) for game in made] + [("nothing", "nobody")]


@pytest.fixture(autouse=True)
def served(settings: Any, games: list[tuple[str, str]]) -> Iterator[None]:
    """Streams end with what there is, as under gunicorn; the test's own connection is not closed with a request.

    (Django's client, with which the games were made, connects these signals again.)
    """
    settings.STREAMS_IN_WSGI = False
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def schema(served: None) -> BaseSchema:
    """The description as it is served."""
    import schemathesis

    return schemathesis.openapi.from_wsgi("/api/v1/openapi.json", application)


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_answers_are_as_described(method: str, path: str, schema: BaseSchema, games: list[tuple[str, str]]) -> None:
    from schemathesis import GenerationMode
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import (
        content_type_conformance,
        response_headers_conformance,
        response_schema_conformance,
        status_code_conformance,
    )

    checks = [
        not_a_server_error,
        status_code_conformance,
        content_type_conformance,
        response_headers_conformance,
        response_schema_conformance,
    ]
    operation = schema[path][method]
    targets = games if "{id}" in path else [("", "")]
    for number, (game, token) in enumerate(targets):
        for mode in GenerationMode:
            headers = {"Accept-Encoding": "identity"}  # schemathesis does not unpack
            if token and number % 4:
                headers["Authorization"] = f"Bearer {token}"
            if mode is GenerationMode.NEGATIVE and not [*operation.query, *operation.headers, *operation.body]:
                continue  # there is nothing that could be wrong
            part: dict[str, Any] = {"path_parameters": {"id": game}} if game else {}

            @EXAMPLES
            @given(case=operation.as_strategy(generation_mode=mode, **part))
            def ask(case: Any) -> None:
                case.validate_response(case.call(headers=headers), checks=checks)  # noqa: B023 (it is called at once)

            ask()
