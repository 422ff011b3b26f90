"""The API of tournaments: what it describes, whom it tells what, and a tournament played through it alone."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver
from django.utils import timezone
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from accounts.api_tokens import make_api_token
from accounts.models import ApiToken, Owner, User, Visibility
from tests.api.test_error_codes import codes_in, told
from tests.cards.factories import make_card, make_deck
from tests.tournaments.factories import make_tournament, open_matches, win
from tests.world import patterns
from tournaments.api.documents import description
from tournaments.models import Entrant, Tournament
from tournaments.services import entering, rounds
from tournaments.services.games import asked_for

pytestmark = pytest.mark.django_db
API = "/api/v1/tournaments"


class Program:
    """Whoever asks with an API token, each answer of which is held to the description."""

    def __init__(self, name: str = "", scope: str = ApiToken.Scope.GAMES) -> None:
        self.client, self.headers = Client(), {}
        self.owner: Owner | None = None
        if name:
            self.owner = Owner.objects.create(user=User.objects.create_user(name))
            _token, secret = make_api_token(owner=self.owner, name="bot", scopes=[scope])
            self.headers = {"HTTP_AUTHORIZATION": f"Bearer {secret}"}

    def ask(self, path: str, body: Any = None, status: int = 200, **headers: str) -> Any:
        more = {**self.headers, **headers}
        if body is None:
            answer = self.client.get(API + path, **more)
        else:
            answer = self.client.post(API + path, json.dumps(body), content_type="application/json", **more)
        assert answer.status_code == status, answer.content
        if status == 304:
            return None
        data = json.loads(answer.content)
        Draft202012Validator(self._schema(path, "get" if body is None else "post", status)).validate(data)
        return data

    def _schema(self, path: str, method: str, status: int) -> dict[str, Any]:
        """What the description says of this answer."""
        document = description()
        bare = re.sub(r"^/(?!coming)[^/]+", "/{id}", path.partition("?")[0])
        bare = f"/tournaments{re.sub(r'matches/[0-9]+', 'matches/{match}', bare)}"
        content = document["paths"][bare][method]["responses"][str(status)]["content"]
        return {**content["application/json"]["schema"], "components": document["components"]}


def test_the_description_is_openapi_and_names_every_address_and_code(root: Path) -> None:
    served = Client().get(f"{API}/openapi.json").json()
    validate(served)
    addresses = set(patterns(get_resolver("tournaments.api.urls"))) - {"tournaments/openapi.json", "tournaments/docs"}
    plain = {address.replace("<str:token>", "{id}").replace("<int:number>", "{match}") for address in addresses}
    assert plain == {path.lstrip("/") for path in served["paths"]}
    tags = {tag["name"] for tag in served["tags"]}
    assert {each["tags"][0] for path in served["paths"].values() for each in path.values()} == tags
    assert codes_in(root, "tournaments", "web", "accounts") <= told(served, "Error")
    page = Client().get(f"{API}/docs").text
    assert all(f"/api/v1{path}" in page for path in served["paths"])
    for address in ("/api/", "/fr/api/"):
        assert f'href="{API}/docs"' in Client().get(address).text


def test_a_tournament_played_by_programs() -> None:
    ada, bob, nobody = Program("ada"), Program("bob"), Program()
    tournament = make_tournament(0, owner=ada.owner, rounds=1, kind="swiss")
    here = f"/{tournament.token}"
    assert nobody.ask(here)["own"] is None
    assert nobody.ask(f"{here}/join", {}, 401)["error"]["code"] == "no-token"
    assert ada.ask(f"{here}/join", {"name": "Ada", "what": 1}, 400)["error"]["code"] == "unknown-key"
    assert ada.ask(f"{here}/join", {"name": "<b>Ada"}, 422)["error"]["code"] == "name-refused"
    for _press in range(2):
        joined = ada.ask(f"{here}/join", {"name": "Lady Ada"})
    assert joined["own"] == {
        **{"number": 1, "name": "Lady Ada", "withdrawn": False, "waiting": True, "organiser": True, "match": None}
    }
    assert ada.ask(f"{here}/start", {}, 409)["error"]["code"] == "too-few"
    assert bob.ask(f"{here}/withdraw", {}, 403)["error"]["code"] == "not-entered"
    bob.ask(f"{here}/join", {})
    assert bob.ask(f"{here}/start", {}, 403)["error"]["code"] == "not-organiser"
    started = ada.ask(f"{here}/start", {})
    own = started["own"]["match"]
    look = Client().get(own["api"].removeprefix("http://testserver"), **ada.headers).json()
    assert look["seats"][own["seat"]]["name"] == "Lady Ada" and own["opponent"] == 2
    theirs = bob.ask(here)["own"]["match"]
    assert {own["seat"], theirs["seat"]} == {"A", "B"} and theirs["opponent"] == 1
    assert ada.ask(f"{here}?since={started['version']}", status=304) is None
    assert ada.ask(f"{here}?since=x", status=400)["error"]["code"] == "bad-request"
    refused = ada.ask(f"{here}/matches/{own['id']}/report", {"result": "first"}, 422)
    assert refused["error"]["code"] == "on-site"
    (match,) = open_matches(tournament)
    win(match)
    over = ada.ask(f"{here}?since={started['version']}")
    assert over["phase"] == "over" and over["matches"][0]["result"] == "first"
    assert [row["points"] for row in over["standings"]] == [1, 0]
    wrong = {"result": "draw", "seen": ""}
    assert ada.ask(f"{here}/matches/{own['id']}/decide", wrong, 409)["error"]["code"] == "stale"
    decided = ada.ask(f"{here}/matches/{own['id']}/decide", {**wrong, "seen": "first"})
    assert [row["points"] for row in decided["standings"]] == [0.5, 0.5]
    assert nobody.ask("?phase=over")["items"][0]["id"] == tournament.token
    assert nobody.ask("?phase=ended", status=400)["error"]["at"] == "/phase"


def test_results_of_real_tables_and_an_arena() -> None:
    ada, bob, eve = Program("ada"), Program("bob"), Program("eve", ApiToken.Scope.READ)
    tournament = make_tournament(0, owner=ada.owner, on_site=False, kind="evening")
    here = f"/{tournament.token}"
    for program in (ada, bob):
        program.ask(f"{here}/join", {})
    assert eve.ask(f"{here}/join", {}, 403)["error"]["code"] == "scope-missing"
    match = ada.ask(f"{here}/start", {})["own"]["match"]
    assert match["game"] is match["api"] is match["seat"] is None
    assert ada.ask(f"{here}/rounds", {"after": 1}, 409)["error"]["code"] == "still-open"
    said = ada.ask(f"{here}/matches/{match['id']}/report", {"result": "draw"})
    assert said["matches"][0]["reported"] == "draw" and not said["matches"][0]["result"]
    said = bob.ask(f"{here}/matches/{match['id']}/report", {"result": "draw"})
    assert said["matches"][0]["result"] == "draw" and said["matches"][0]["settled_by"] == "players"
    assert bob.ask(f"{here}/matches/{match['id']}/report", {"result": "first"}, 409)["error"]["code"] == "settled"
    assert bob.ask(f"{here}/matches/999999/report", {"result": "first"}, 404)["error"]["code"] == "not-found"
    for _press in range(2):
        assert ada.ask(f"{here}/rounds", {"after": 1})["round"] == 2
    assert bob.ask(f"{here}/withdraw", {})["own"]["withdrawn"]
    assert ada.ask(f"{here}/end", {})["phase"] == "over"
    arena = make_tournament(2, kind="arena")
    rounds.begin(arena)
    ada.ask(f"/{arena.token}/join", {})
    assert ada.ask(f"/{arena.token}/ready", {})["own"]["waiting"]


def test_what_is_hidden_stays_so() -> None:
    deck = make_deck(cards=[make_card(f"Card {number}", owner=None) for number in range(8)], owner=None)
    asked = asked_for("clash-of-decks", format="constructed")
    tournament = make_tournament(0, asked=asked, starts=timezone.now() + timedelta(days=1))
    ada, bob = Program("ada"), Program("bob")
    here = f"/{tournament.token}"
    assert ada.ask(f"{here}/join", {}, 422)["error"]["code"] == "no-deck"
    assert ada.ask(f"{here}/join", {"deck": "nothing"}, 422)["error"]["code"] == "unknown-deck"
    for program in (ada, bob):
        program.ask(f"{here}/join", {"deck": deck.token})
    assert [each["players"] for each in Program().ask("/coming")["items"]] == [2]
    rounds.begin(tournament)
    (match,) = open_matches(tournament)
    assert match.game is not None
    answers = json.dumps([program.ask(here) for program in (ada, bob, Program())])
    cards = [entrant.deck[0]["name"] for entrant in Entrant.objects.all() if entrant.deck]
    secrets = [match.game.setup["seed"], match.game.nonce, *cards, str(match.first.owner_id), deck.token]
    assert cards and not [secret for secret in secrets if secret in answers]
    Tournament.objects.update(visibility=Visibility.UNLISTED)
    assert Program().ask("")["items"] == [] == Program().ask("/coming")["items"] and Program().ask(here)
    Tournament.objects.update(visibility=Visibility.PRIVATE)
    assert ada.ask(here, status=404)["error"]["code"] == "not-found"
    entering.withdraw(tournament, match.first)


def test_a_cookie_changes_nothing_without_a_csrf_token() -> None:
    user = User.objects.create_user("ada")
    tournament = make_tournament(1, owner=Owner.objects.create(user=user))
    client = Client(enforce_csrf_checks=True)
    client.force_login(user)
    for path in ("join", "start", "end"):
        answer = client.post(f"{API}/{tournament.token}/{path}", "{}", content_type="application/json")
        assert answer.status_code == 403 and answer.json()["error"]["code"] == "csrf-failed"
    assert tournament.entrants.count() == 1
