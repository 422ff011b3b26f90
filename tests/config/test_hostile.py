"""Every address that there is, asked with what no page ever sends: whatever comes, the answer is never a failure.

The addresses are read from the site itself, so that a new one is among them at once. Which values stand where in a
request follows from the number of the round: the same each time.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, Final
from zlib import crc32

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client

from tests.grimoire.factories import position_json
from tests.world import ADDRESSES, World

pytestmark = [pytest.mark.django_db, pytest.mark.slow("sends nonsense to every address")]

HALF: Final = "\ud800"  # half a surrogate pair, as JSON can hold it
FORM: Final = "application/x-www-form-urlencoded"
# As they stand in addresses and forms, encoded already.
VALUES: Final = (
    *("%00", "-1", "9" * 40, "%ED%A0%80", "%FF", "%3Cscript%3E", "0", "1", "x" * 3000, "NaN", "1e999", "%E2%80%AE", ""),
    *("own%2Fnothing", "assault", "way-0", "%5B%5D", "%7B%22a%22%3A%22%5Cud800%22%7D", "cod1+duel", "%C2%B2", "..%2Fx"),
)
NAMES: Final = re.findall(
    r"\w+",
    """
    a about act action actions_text art as av before begun book cards champion champion_set confirm cost deck do
    file first format hp icon kept kind language line login m maxheight mode name next number o on order p page
    paper password1 picture position position_text proof purpose puzzle q reason remove revision right rung said
    sample second seed seen set side sort step stronghold sure tag text then title to token up url username value
    view visibility wanted with
    """,
)
METHODS: Final = ("HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "BREW")
ROUNDS: Final = [0, *(pytest.param(number, marks=pytest.mark.long) for number in range(1, len(VALUES)))]


@pytest.fixture(autouse=True)
def bounded(monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Any) -> None:
    """Nothing that takes long is begun, and files go where they can be thrown away."""
    settings.MEDIA_ROOT, settings.RENDER_CACHE = tmp_path / "media", tmp_path / "rendered"
    settings.ACCOUNT_RATE_LIMITS = False
    settings.LIMITS, settings.STREAMS_IN_WSGI = False, False
    settings.WEBHOOKS = True
    monkeypatch.setattr("grimoire.proving.services.QUICK_SECONDS", 0.05)


BUNDLE: Final = 50  # addresses to a test: making somebody with one of everything takes longer than asking for some
BUNDLES: Final = {ADDRESSES[at]: ADDRESSES[at : at + BUNDLE] for at in range(0, len(ADDRESSES), BUNDLE)}


def hostile(number: int) -> str:
    """A query, or the fields of a form: a value for every name, another in each round."""
    return "&".join(f"{name}={VALUES[(at * 5 + number) % len(VALUES)]}" for at, name in enumerate(NAMES))


def bodies(number: int) -> Iterator[dict[str, Any]]:
    yield {"data": hostile(number), "content_type": FORM}
    yield {"data": "", "content_type": FORM}
    value = VALUES[number % len(VALUES)]
    yield {
        "data": f'{{"document": "\\ud800", "text": "{value[:50]}", "\\udfff": [1e999]}}',
        "content_type": "application/json",
    }
    name = ("\0.jpg", "../../x", "x" * 300, "\u202e.png", "")[number % 5]
    parts = "".join(
        f'--b\r\nContent-Disposition: form-data; name="{key}"{more}\r\n\r\n\xff\0\r\n'
        for key, more in (("upload", f'; filename="{name}"'), ("file", "; filename*=hex''41"), ("text", ""))
    )
    yield {"data": parts.encode("latin-1", "replace") + b"--b--\r\n", "content_type": "multipart/form-data; boundary=b"}


def requests(world: World, address: str, number: int) -> Iterator[tuple[str, HttpResponse]]:
    """Requests to an address, as they are called, with their answers. What they change is undone.

    All of them in most rounds; in the first, which runs each time, two of GET and one of the others, which follows from
    the address.
    """
    path, is_admin = world.path(address), address.startswith("admin/")

    def ask(method: str, query: str = "", **more: Any) -> HttpResponse:
        with transaction.atomic():
            response = world.client.generic(method, path, QUERY_STRING=query, **more)
            transaction.set_rollback(True)
        return response

    yield f"GET {path}", ask("GET")
    if not is_admin or number:
        yield f"GET {path}, hostile", ask("GET", hostile(number))
    others: list[tuple[str, str, dict[str, Any]]] = [
        (f"POST {path} {body['content_type']}: {str(body['data'])[:60]}", "POST", body) for body in bodies(number)
    ]
    htmx = {"data": hostile(number + 1), "content_type": FORM, "HTTP_HX_REQUEST": "true"}
    if not is_admin:
        method = METHODS[number % len(METHODS)]
        others += [(f"POST {path}, htmx", "POST", htmx), (f"{method} {path}", method, {})]
    if is_admin:
        others = others[:1]
    elif not number:
        others = [others[crc32(address.encode()) % len(others)]]
    for called, method, more in others:
        yield called, ask(method, **more)


@pytest.mark.parametrize("number", ROUNDS)
@pytest.mark.parametrize("bundle", BUNDLES)
def test_no_address_fails_whatever_is_sent(bundle: str, number: int) -> None:
    world = World()
    there, failed = 0, []
    for address in BUNDLES[bundle]:
        for sent, answer in requests(world, address, number):
            if answer.status_code >= 500 and answer.status_code != 501:  # which says that a format is not offered
                failed.append((sent, answer.status_code, repr(getattr(answer, "exc_info", None))))
            there += sent == f"GET {world.path(address)}" and answer.status_code != 404
    assert not failed
    assert there > len(BUNDLES[bundle]) / 2  # else it asks for nothing but pages that are not there


# Half surrogate pairs, wherever JSON has room for a text


def places(data: Any) -> Iterator[Callable[[], Any]]:
    """Copies of JSON data, each with half a pair at one place: instead of a value, or as one key more."""
    if isinstance(data, dict):
        yield lambda: {**data, HALF: 1}
        for key, value in data.items():
            for within in places(value):
                yield lambda key=key, within=within: {**data, key: within()}
    elif isinstance(data, list):
        yield lambda: [*data, HALF]
        for at, value in enumerate(data[:2]):
            for within in places(value):
                yield lambda at=at, within=within: [*data[:at], within(), *data[at + 1 :]]
    else:
        yield lambda: HALF


REQUEST: Final = {"position": position_json(), "actions": ["assault", {"do": "assault"}]}
CARDS: Final = {
    "format": "clash-cards/1",
    "set": {"name": "Ashes", "about": "None", "accent": "#7a5208", "symbol": "spell-book"},
    "cards": [
        {
            **{
                "type": "creature",
                "name": "Owl",
                "cost": 1,
                "av": 1,
                "hp": 1,
                "abilities": ["rage"],
                "flavour": "Hoo.",
            },
            **{"slug": "owl", "picture": "none", "art": {"icon": "owl", "scene": "trees", "tint": "moss"}},
        }
    ],
}


@pytest.mark.parametrize(
    ("address", "data", "field"),
    [
        ("/board/position/", REQUEST, "position_text"),
        ("/fr/editor/", REQUEST["position"], "text"),
        ("/grimoire/mine/new/", REQUEST["position"], "position"),
        ("/cards/import/", CARDS, "text"),
        pytest.param("/fr/cards/import/", CARDS, "text", marks=pytest.mark.long),
        ("/editor/check/", {"document": REQUEST["position"], "faces": [{"card": CARDS["cards"][0]}]}, ""),
    ],
)
def test_half_a_pair_is_refused_wherever_it_stands(address: str, data: Any, field: str) -> None:
    client = Client(raise_request_exception=False)
    failed = []
    for text in (json.dumps(copy()) for copy in places(data)):
        sent = {"data": {field: text, "name": "Ashes"}} if field else {"data": text, "content_type": "application/json"}
        response = client.post(address, **sent)
        if response.status_code >= 500:
            failed.append((text, repr(response.exc_info)))
        response.content.decode()
    assert not failed


def test_the_place_of_half_a_pair_is_told() -> None:
    position = position_json()
    position["players"]["A"][HALF] = 1
    for address, field in (("/board/position/", "position_text"), ("/editor/", "text")):
        response = Client().post(address, {field: json.dumps(position)})
        assert response.status_code == 400
        assert "/players/A/?" in response.content.decode()
    card = {**CARDS["cards"][0], "name": f"Owl {HALF}"}
    response = Client().post("/cards/import/", {"name": "Ashes", "text": json.dumps({**CARDS, "cards": [card]})})
    assert "/cards/0/name" in response.content.decode()
