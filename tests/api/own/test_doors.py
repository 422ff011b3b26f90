"""Who gets in with a token, and to what: nobody by a cookie, by an address, or beyond the token's scopes."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver
from django.utils import timezone

from accounts.limits import Limit
from accounts.models import ApiToken, User
from api.documents import description
from api.own import doors
from api.own.examples import CARD, DECK
from cards.models import Card, Deck
from tests.api.own.programs import ALL, API, Program, checked
from tests.cards.factories import make_card, make_owner, sign_in

pytestmark = pytest.mark.django_db


def test_without_a_token_nobody_gets_in_with_a_cookie_neither(client: Client) -> None:
    sign_in(client, make_owner("ada"))
    for path in ("/own", "/own/cards", "/own/puzzles"):
        answer = client.get(f"{API}{path}")
        assert answer.status_code == 401
        assert checked(answer, "get", path)["code"] == "no-token"
        assert answer["WWW-Authenticate"].startswith("Bearer")
    answer = client.post(f"{API}/own/cards", CARD, content_type="application/json")
    assert answer.status_code == 401 and not Card.objects.exists()


def test_a_cookie_beside_a_token_counts_for_nothing() -> None:
    """The token's account is spoken for, not that of whoever is signed in in this browser."""
    ada, bob = make_owner("ada"), make_owner("bob")
    program = Program(ada)
    sign_in(program.client, bob)
    made = program.made("/own/cards", CARD)
    assert Card.objects.get().owner == ada
    assert made.cookies == {}
    assert program.ask("get", "/own").told["account"] == "ada"


@pytest.mark.parametrize("where", ["token", "access_token", "api_key", "authorization"])
def test_a_token_in_an_address_or_a_body_counts_for_nothing(client: Client, where: str) -> None:
    secret = Program(make_owner("ada")).secret
    assert client.get(f"{API}/own", {where: secret}).status_code == 401
    assert client.get(f"{API}/own", headers={where.replace("_", "-"): secret}).status_code == 401
    assert client.post(f"{API}/own/decks", {where: secret, **DECK}, content_type="application/json").status_code == 401


@pytest.mark.parametrize(
    "sent",
    ["", "Bearer", "Bearer ", "Bearer cod_", "Bearer cod_{wrong}", "Basic {secret}", "{secret}", "Bearer {secret}x"],
)
def test_what_is_no_token(client: Client, sent: str) -> None:
    secret = Program(make_owner("ada")).secret
    header = sent.format(secret=secret, wrong="x" * 43)
    assert client.get(f"{API}/own", headers={"authorization": header}).status_code == 401


def test_tokens_that_have_ended_and_accounts_that_are_shut() -> None:
    ada = make_owner("ada")
    program = Program(ada)
    assert program.ask("get", "/own").status_code == 200
    User.objects.update(is_active=False)
    answer = program.ask("get", "/own")
    assert (answer.status_code, answer.told["code"]) == (401, "bad-token")
    assert 'error="invalid_token"' in answer["WWW-Authenticate"]
    User.objects.update(is_active=True)
    ApiToken.objects.update(expires=timezone.now() - timedelta(seconds=1))
    assert program.ask("get", "/own").status_code == 401
    ApiToken.objects.update(expires=None)
    assert program.ask("get", "/own").status_code == 200
    User.objects.all().delete()
    assert program.ask("get", "/own").status_code == 401


LISTS = {"cards": "cards", "champions": "champions", "sets": "cards", "pictures": "cards", "decks": "decks"} | {
    "puzzles": "puzzles"
}


@pytest.mark.parametrize("kind", LISTS)
def test_a_scope_that_is_missing(kind: str) -> None:
    """Reading needs the scope of the kind or that of reading; changing needs that of the kind."""
    ada = make_owner("ada")
    without = Program(ada, *(scope for scope in ALL if scope not in (LISTS[kind], "read:own")))
    reader, writer = Program(ada, "read:own"), Program(ada, LISTS[kind])
    assert without.ask("get", f"/own/{kind}").status_code == 403
    assert reader.ask("get", f"/own/{kind}").status_code == 200
    assert writer.ask("get", f"/own/{kind}").status_code == 200
    for program in (without, reader):
        answer = program.ask("post", f"/own/{kind}", {})
        assert (answer.status_code, answer.told["code"]) == (403, "scope-missing")
        assert f'scope="{LISTS[kind]}"' in answer["WWW-Authenticate"]
    assert writer.ask("post", f"/own/{kind}", {}).status_code in (415, 422, 400)


def test_every_address_asks_for_a_token(client: Client, settings: Any) -> None:
    """All below /own, by every method that it knows; whoever adds one has it here."""
    described = {path: methods for path, methods in description()["paths"].items() if path.startswith("/own")}
    assert len(described) > 12
    settings.LIMITS = False  # or so many requests at once were too many
    for path, methods in described.items():
        address = API + path.replace("{token}", "x").replace("{slug}", "x").replace("{number}", "1")
        for method in methods:
            assert client.generic(method.upper(), address).status_code == 401, (method, path)
        assert client.generic("BREW", address).status_code == 405


def test_each_address_is_described_and_the_other_way_round() -> None:
    own = next(candidate for candidate in get_resolver().url_patterns if getattr(candidate, "namespace", "") == "api")
    addresses = {_bare(str(pattern.pattern)) for pattern in own.url_patterns}
    others = {"/library", "/own/{}"}  # a page, and what leads nowhere
    assert addresses - others == {_bare(path.lstrip("/")) for path in description()["paths"]}


def _bare(address: str) -> str:
    parts = address.split("/")
    return "/" + "/".join("{}" if part[:1] in "<{" and part else part for part in parts)


def test_pages_of_other_sites_may_ask_with_a_token_and_never_with_a_cookie() -> None:
    program = Program(make_owner("ada"))
    before = program.client.options(
        f"{API}/own/cards", headers={"origin": "https://other.example", "authorization": ""}
    )
    assert before.status_code == 204
    assert before["Access-Control-Allow-Methods"] == "GET, HEAD, POST, OPTIONS"
    for name in ("Authorization", "If-Match", "Idempotency-Key"):
        assert name in before["Access-Control-Allow-Headers"]
    made = program.ask("post", "/own/cards", CARD, origin="https://other.example")
    for answer in (before, made, program.ask("get", "/own/cards/none")):
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in answer
    assert {"ETag", "Location"} <= set(made["Access-Control-Expose-Headers"].split(", "))
    assert "private" in made["Cache-Control"]
    assert made["Vary"].startswith("Authorization")


def test_changes_are_counted_for_each_token_and_for_the_account(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "CHANGES", Limit("api-changes", times=2, seconds=3600))
    ada = make_owner("ada")
    first, second, third = Program(ada), Program(ada), Program(ada)
    others = Program(make_owner("bob"))

    def statuses(program: Program, times: int) -> list[int]:
        return [program.ask("post", "/own/decks", DECK).status_code for _ in range(times)]

    assert statuses(first, 3) == [201, 201, 429]
    refused = first.ask("post", "/own/decks", DECK)
    assert refused.told["code"] == "too-many-requests"
    assert 1 <= int(refused["Retry-After"]) <= 3600
    assert first.ask("get", "/own/decks").status_code == 200
    assert statuses(second, 3) == [201, 201, 429]
    assert statuses(third, 1) == [429]
    assert Deck.objects.filter(owner=ada).count() == doors.OF_AN_ACCOUNT * 2
    assert statuses(others, 1) == [201]


def test_others_things_are_not_there() -> None:
    ada, bob = Program(make_owner("ada")), Program(make_owner("bob"))
    made = {
        "cards": ada.made("/own/cards", CARD).told["token"],
        "decks": ada.made("/own/decks", DECK).told["token"],
        "sets": ada.made("/own/sets", {"name": "Lamps"}).told["slug"],
        "cards/": make_card("Lamp", None).token,  # the site's
    }
    for kind, token in made.items():
        path = f"/own/{kind.rstrip('/')}/{token}"
        for method, body in (("get", None), ("put", {}), ("delete", None)):
            answer = bob.ask(method, path, body, if_match="*")
            assert (answer.status_code, answer.told["code"]) == (404, "not-found"), (method, path)
    assert Card.objects.count() == 2 and Deck.objects.count() == 1


def test_whom_a_token_speaks_for(django_assert_num_queries: Any) -> None:
    program = Program(make_owner("ada"), "decks", "read:own")
    caller = program.ask("get", "/own").told
    assert caller == {"account": "ada", "token": "program", "scopes": ["read:own", "decks"], "expires": None}
    with django_assert_num_queries(1):
        program.ask("get", "/own")
