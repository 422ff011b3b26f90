"""The description of the API holds together, and is true of the answers."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from tables.api.documents import description
from tables.api.schemas import OF_TABLES
from tests.tables.clients import API, Refused, body_of, create, play_on, seats_of
from tests.world import patterns
from web.refusals import CODES

pytestmark = pytest.mark.django_db


def schema(name: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": description()["components"]})


def test_it_is_openapi() -> None:
    served = Client().get("/api/v1/openapi.json")
    assert served.headers["Content-Type"] == "application/json"
    validate(served.json())


def test_every_address_is_described() -> None:
    paths = set(patterns(get_resolver("tables.api.urls"))) - {"openapi.json", "docs"}
    described = {re.sub(r"\{(id|token)\}", "<token>", path).lstrip("/") for path in description()["paths"]}
    assert {path for path in paths if "rest" not in path} == described


def test_every_code_of_the_tables_is_in_the_description() -> None:
    rooms = ("tables", "web", "contract", "games", "accounts")
    files = (path for room in rooms for path in Path(room).rglob("*.py"))
    of_pages = {
        Path("tables/people"),
        Path("tables/chat"),
    }  # challenges are made and answered on pages alone; chats too
    source = "".join(path.read_text("utf-8") for path in files if path.parent not in of_pages)
    raised = set(re.findall(r'RequestRefused\(\s*\d+,\s*"([a-z-]+)"', source)) | {"unknown-key"}
    assert raised == {*CODES, *OF_TABLES}


def test_the_page_shows_all_of_it() -> None:
    page = Client().get("/api/v1/docs").content.decode()
    for path in description()["paths"]:
        assert f"/api/v1{path}" in page


def test_what_is_answered_is_as_described() -> None:
    body = body_of("duel", "draft", champions=True)
    schema("NewGame").validate(body)
    made = create(body)
    schema("CreatedGame").validate(made)
    seats = seats_of(made)

    def each(seat: Any, look: Any, action: str, answer: Any) -> None:
        schema("Look").validate(look)
        schema("ActionsResult").validate(answer)
        actions = answer["view"]["actions"][:1]
        if actions:
            tried = seat.post("/preview", {"version": answer["version"], "actions": actions})
            schema("PreviewResult").validate(tried)

    look = play_on(seats, random.Random(1), each=each)
    schema("Look").validate(look)
    for step in seats["A"].get("/steps"):
        schema("Step").validate(step)
    for what, sent in (
        ("/actions", {"version": "x"}),
        ("/actions", {"version": 0, "actions": ["mana"]}),
        ("/draw", {}),
    ):
        with pytest.raises(Refused) as wrong:
            seats["A"].post(what, sent)
        schema("Error").validate(wrong.value.body)
    assert API in look["result"]["record"]
