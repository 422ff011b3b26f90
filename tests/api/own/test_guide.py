"""What the guide and the description say works as it stands there."""

from __future__ import annotations

import html
import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from openapi_spec_validator import validate

from api.documents import description
from api.own.documents import OPERATIONS
from api.own.problems import CODES
from tests.api.own.programs import API, Program, checked
from tests.cards.factories import make_card, make_cards, make_owner, make_set
from tests.cards.workshops import photo
from tests.grimoire.factories import make_puzzle
from web.openapi import Operation

pytestmark = pytest.mark.django_db

GUIDE = ("/api/", "/fr/api/")


def commands(client: Client, address: str) -> list[str]:
    page = client.get(address).content.decode()
    return [html.unescape(command) for command in re.findall(r'<code class="curl">(.*?)</code>', page, re.DOTALL)]


def typed(command: str, known: dict[str, str]) -> Any:
    """The answer to a command: what a shell makes of it, asked as ``curl`` asks it."""
    for name, value in known.items():
        command = command.replace(f'"${name}"', shlex.quote(value)).replace(f"${name}", value)
    program, *options = shlex.split(command.replace("\\\n", " "))
    method, body, headers, address = "GET", "", {}, ""
    rest = iter(options)
    for option in rest:
        if option == "-X":
            method = next(rest)
        elif option == "-H":
            name, _, value = next(rest).partition(": ")
            headers[name] = value
        elif option == "--data":
            body = next(rest)
        elif option != "-i":
            address = option
    assert program == "curl" and address.startswith("http://testserver/api/v1/")
    kind = headers.pop("Content-Type", "")
    return Client().generic(method, address.removeprefix("http://testserver"), body, content_type=kind, headers=headers)


@pytest.mark.parametrize("address", GUIDE)
def test_each_command_of_the_guide_does_what_it_says(client: Client, address: str) -> None:
    make_card("Wick", make_set("lamps"), cost=1)
    known = {"TOKEN": Program(make_owner("ada")).secret, "PLACE": "", "TAG": ""}
    statuses = []
    for command in commands(client, address):
        answer = typed(command, known)
        statuses.append(answer.status_code)
        known["PLACE"] = answer.headers.get("Location", known["PLACE"])
        known["TAG"] = answer.headers.get("ETag", known["TAG"])
    assert statuses == [200, 200, 201, 200, 200, 204, 200, 201, 200, 201, 200, 200]


def test_the_guide_names_each_problem_and_is_in_both_languages(client: Client) -> None:
    english, french = (client.get(address).content.decode() for address in GUIDE)
    for code in CODES:
        assert f'id="{code}"' in english and f'id="{code}"' in french
    assert "For programs" in english and "For programs" not in french
    source = "".join(path.read_text("utf-8") for path in Path("api/own").glob("*.py"))
    raised = set(re.findall(r'(?:RequestRefused\(\d+, |conflict\(|409, |code=)"([a-z-]+)"', source))
    assert raised and raised <= set(CODES)


def test_the_description_is_openapi_with_all_that_is_one_s_own(client: Client) -> None:
    document = json.loads(client.get(f"{API}/library/openapi.json").content)
    validate(document)
    for route in OPERATIONS:
        assert document["paths"][route.path][route.method]["security"] == [{"token": []}]
    page = client.get(f"{API}/library").content.decode()
    assert all(f"/api/v1{path}" in page for path in description()["paths"])


def test_each_operation_is_answered_as_it_is_described(settings: Any, tmp_path: Path) -> None:
    """The examples are taken as they stand; a change sends what was read."""
    settings.MEDIA_ROOT = tmp_path
    program = Program(make_owner("ada"))
    make_cards(16, make_set("lamps"))  # for trials
    places: dict[str, str] = {}
    methods = ["post", "get", "put", "delete"]

    def place(operation: Operation) -> tuple[int, int, str]:
        """What is deleted goes after all else, and what hangs on a thing before the thing itself."""
        return (
            methods.index(operation.method),
            -len(operation.path) if operation.method == "delete" else 0,
            operation.path,
        )

    for route in sorted(OPERATIONS, key=place):
        kind = route.path.split("/")[2] if route.path.count("/") > 1 else ""
        if route.name in ("own-events", "own-attempt", "attempt"):  # has no end; of anybody's puzzles
            continue
        if route.name == "publish":
            token = make_puzzle(program.owner, published=False).token
        elif route.name.startswith("make-"):
            token = ""
        else:
            token = places.get(kind, "")
        path = route.path.replace("{token}", token).replace("{slug}", token)
        path = path.replace("{number}", "1")
        body, headers = route.example, {}
        if route.name.startswith("remix-"):
            of = places[path.split("/")[3]]
            body = {"of": of if route.name == "remix-puzzle" else f"own/{of}"}
        if route.name.startswith("restore-"):
            headers = {"if_match": program.ask("get", path.partition("/versions")[0])["ETag"]}
        if route.name == "make-picture":
            body, headers = photo(), {"content_type": "image/jpeg"}
        if route.method == "put":
            read = program.ask("get", path)
            body, headers = read.told, {"if_match": read["ETag"]}
        answer = program.ask(route.method, path, body, **headers)
        assert answer.status_code == route.status or (route.name, answer.status_code) == ("prove", 200), route.name
        if route.name.startswith("make-"):
            places[kind] = answer.told.get("slug") or answer.told["token"]
    assert set(places) == {"cards", "champions", "sets", "decks", "puzzles", "pictures", "compositions"}


def test_answers_are_checked_against_the_description(client: Client) -> None:
    """The check that the other tests rest on refuses what is not described."""
    answer = client.get(f"{API}/own")
    answer.content = b'{"status": 401}'
    with pytest.raises(Exception, match="required"):
        checked(answer, "get", "/own")
