"""Programs that ask at the same moment, each in its own connection."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

ASKING = """
from django.test import Client
from accounts.api_tokens import make_api_token
from accounts.models import ApiToken, Owner, User
from api.own.examples import CARD, DECK
from cards.models import Card, Deck

settings.ALLOWED_HOSTS = ["testserver"]
owner = Owner.objects.create(user=User.objects.create_user("ada"))
secret = make_api_token(owner=owner, name="races", scopes=[str(scope) for scope in ApiToken.Scope])[1]

def ask(method, path, body, **headers):
    headers = {"authorization": f"Bearer {secret}"} | {name.replace("_", "-"): text for name, text in headers.items()}
    return Client(headers=headers).generic(method, path, json.dumps(body), content_type="application/json")

def now(path):
    answer = ask("GET", path, None)
    return answer.json(), answer["ETag"]
"""


def test_of_two_changes_of_one_state_one_comes_too_late(race: Callable[[str], Any]) -> None:
    """Of cards, which count their saves, and of decks, which do not."""
    outcome = race(
        ASKING
        + """
found = {}
for path, example in (("cards", CARD), ("decks", DECK)):
    place = ask("POST", f"/api/v1/own/{path}", example)["Location"]
    seen, tag = now(place)
    bodies = [{**seen, "visibility": one} for one in ("public", "private" if path == "cards" else "unlisted")]
    found[path] = sorted(at_once(lambda body: ask("PUT", place, body, if_match=tag).status_code, bodies))
print(json.dumps(found))
"""
    )
    assert outcome == {"cards": [200, 412], "decks": [200, 412]}


def test_of_requests_with_one_key_one_makes_something(race: Callable[[str], Any]) -> None:
    outcome = race(
        ASKING
        + """
answers = at_once(lambda _: ask("POST", "/api/v1/own/cards", CARD, idempotency_key="k"), range(4))
print(json.dumps([[one.status_code for one in answers], len({one.content for one in answers}), Card.objects.count()]))
"""
    )
    assert outcome == [[201] * 4, 1, 1]


def test_so_many_tokens_and_no_more(race: Callable[[str], Any]) -> None:
    outcome = race(
        ASKING
        + """
from accounts import api_tokens
api_tokens.MAX_TOKENS = 3
made = at_once(lambda n: bool(make_api_token(owner=owner, name=str(n), scopes=["cards"])), range(4), tell=True)
print(json.dumps([sorted(map(str, made)), ApiToken.objects.count()]))
"""
    )
    assert outcome == [["QuotaExceeded", "QuotaExceeded", "True", "True"], 3]
