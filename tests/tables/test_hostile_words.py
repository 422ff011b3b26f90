"""No word that a player writes moves a secret: all texts of players are words of our own code, in all three games.

Whatever is answered to whomever holds no secret of the game but their own, the second time as the first.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from itertools import cycle, repeat
from typing import Any, Final

import pytest
from django.test import Client

from accounts.models import Owner, User
from tables import tokens
from tables.models import LiveGame, Webhook, WebhookEvent
from tables.streams.session import StreamSession
from tables.viewers import find_viewer
from tables.webhooks.sending import body_of as webhook_body
from tests.tables.clients import API
from tests.tables.other_games import SCHOOLS
from web.models import IdempotentResponse

pytestmark = pytest.mark.django_db

WORDS: Final = (
    *(f"{{{{seat {seat}}}}}" for seat in "ABCD"),
    *(f"{{{{invitation {seat}}}}}" for seat in "BCD"),
    *("{{seat dragombre}}", "{{ settings.SECRET_KEY }}", "{{game.nonce}}", "{% debug %}", "{% csrf_token %}"),
    *("%(token)s", "%(seat)s %s %d", "{token}", "{0.nonce}", "{game.nonce}", "${token}", "$token"),
    *("/seats/A/token", "/token", "#/seats/B/token", "seat-token", "seat-link", "invitation-link", "secrets"),
    *('{"$ref":"#/seats/A/token"}', '["seat-token","B"]', '","token":null,"', "\\u007b\\u007bseat B}}", "\\1\\g<0>"),
    *("&lt;seat A&gt;", "<!--#echo var=token-->", "null", "None"),
)


class Player:
    """A browser of an account whose name is a hostile word, or of nobody; all that it is answered is kept."""

    def __init__(self, name: str = "") -> None:
        self.http = Client()
        self.answers: list[str] = []
        self.own: set[str] = set()
        self.token = ""
        self.owner: Owner | None = None
        if name:
            user = User.objects.create_user(name)
            self.owner = Owner.objects.create(user=user)
            self.http.force_login(user)

    def get(self, address: str) -> str:
        return self._keep(self.http.get(address, headers=self._headers()))

    def post(self, address: str, body: Any, **headers: str) -> str:
        headers = {**self._headers(), **headers}
        return self._keep(self.http.post(address, json.dumps(body), content_type="application/json", headers=headers))

    def twice(self, address: str, body: Any) -> Any:
        """Sent twice with one key: the second answer is the first, unless it was refused."""
        key = secrets.token_hex(16)
        first, again = (self.post(address, body, **{"Idempotency-Key": key}) for _ in range(2))
        assert first == again or '"error"' in first
        return json.loads(first)

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    def _keep(self, answer: Any) -> str:
        text = str(answer.content.decode())
        self.answers.append(text + str(sorted(answer.headers.items())))
        return text


def written_decks(letters: str) -> dict[str, list[Any]]:
    names = cycle(WORDS)
    return {
        letter: [
            {"name": f"{next(names)}", "type": "creature", "cost": 1 + number % 3, "av": 1, "hp": number + 1}
            for number in range(8)
        ]
        for letter in letters
    }


def decks_body(mode: str) -> dict[str, Any]:
    letters = {"duel": "AB", "teams": "ABCD"}[mode]
    seats = {letter: {"kind": "me" if letter == "A" else "open"} for letter in letters}
    return {"mode": mode, "format": "constructed", "seats": seats, "decks": written_decks(letters), "champions": True}


OTHERS: Final = {
    "schools": {"game": "magic-schools", "seats": dict(zip(SCHOOLS, ({"kind": "me"}, {"kind": "open"}), strict=True))},
    "cards": {
        "game": "clash-of-the-cards",
        "seats": {"A": {"kind": "me"}, **{seat: {"kind": "open"} for seat in "BC"}},
    },
}


class Table:
    """A game whose players all send everything twice, and look at everything."""

    def __init__(self, body: dict[str, Any], names: Iterator[str]) -> None:
        first, self.watching = Player(next(names)), Player(next(names))
        made = first.twice(API, body)
        self.game = LiveGame.objects.get(token=made["id"])
        self.api, self.page = f"{API}/{self.game.token}", f"/play/{self.game.token}/"
        self.players: dict[str, Player] = {}
        for letter, seat in made["seats"].items():
            self.players[letter] = first if seat["kind"] == "me" else self._joined(first, seat["url"], next(names))
            self.players[letter].token = seat.get("token") or self.players[letter].token
            assert self.players[letter].token == tokens.seat_token(self.game, letter)
            self.players[letter].own.add(self.players[letter].token)
        self.everybody = [*self.players.values(), self.watching]
        self.streams = [
            (reader, StreamSession(find_viewer(self.game.token, reader.token or None, None), None))
            for reader in self.everybody
        ]
        for reader, stream in self.streams:
            reader.answers.append("".join(stream.open()))

    def _joined(self, first: Player, link: str, name: str) -> Player:
        player, invitation = Player(name), link.rstrip("/").rpartition("/")[2]
        player.token = player.twice(f"{self.api}/join", {"invitation": invitation})["token"]
        for joining in (first, player):
            joining.own.add(invitation)
        return player

    def secrets(self) -> set[str]:
        of_seats = {
            secret(self.game, seat) for seat in self.players for secret in (tokens.seat_token, tokens.invitation)
        }
        return {self.game.nonce, *of_seats}

    def look(self) -> None:
        """Everybody looks at all that there is."""
        for reader, stream in self.streams:
            reader.answers.append("".join(stream.collect()))
            for what in ("", "/steps?since=0", "/record"):
                reader.get(f"{self.api}{what}")
            for what in ("", "decks/", "replay/"):
                reader.get(f"{self.page}{what}")
            reader.get("/play/mine/")

    def move(self, champion: str) -> tuple[Player, Player]:
        """Whoever is to act does something: they, and somebody else."""
        self.game.refresh_from_db()
        letter = json.loads(self.watching.get(self.api))["waiting_for"][0]
        player = self.players[letter]
        seen = json.loads(player.get(self.api))
        if seen["status"] == "terms":
            card = {"name": champion, "type": "creature", "cost": 3, "av": 2, "hp": 4}
            player.twice(f"{self.api}/terms", {"version": seen["version"], "champion": card})
        else:
            body = {"version": seen["version"], "actions": [seen["view"]["actions"][-1]]}
            player.post(f"{self.api}/preview", body)
            player.twice(f"{self.api}/actions", body)
        return player, next(candidate for candidate in self.players.values() if candidate is not player)

    def ask(self, player: Player, other: Player) -> None:
        """Asks for all that needs consent."""
        player.twice(f"{self.api}/draw", {})
        other.twice(f"{self.api}/answers", {"offer": "draw", "accept": False})
        player.twice(f"{self.api}/take-back", {"version": self.game.version})
        player.twice(f"{self.api}/claim", {})

    def check(self, secrets: set[str]) -> None:
        """Fails where somebody was told a secret of another."""
        for reader in self.everybody:
            assert len(reader.answers) > 10
            for text in reader.answers:
                assert not {secret for secret in secrets - reader.own if secret in text}, text[:200]


@pytest.mark.parametrize(
    ("which", "named"), [*((which, "account") for which in ("duel", "teams", *OTHERS)), ("duel", "nobody")]
)
def test_no_word_moves_a_secret(which: str, named: str, settings: Any) -> None:
    settings.WEBHOOKS = True
    body = OTHERS[which] if which in OTHERS else decks_body(which)
    table = Table(body, iter(WORDS) if named == "account" else repeat(""))
    for member in table.players.values():
        if member.owner is not None:
            Webhook.objects.create(owner=member.owner, address="https://example.org/", site="https://games.example")
    for turn in range(12):
        player, other = table.move(WORDS[turn])
        if turn in (0, 11):
            table.look()
            table.ask(player, other)
    game, secrets = table.game, table.secrets()
    table.look()
    table.check({*secrets, str(game.setup["seed"])})
    other.twice(f"{table.api}/resign", {})
    other.twice(f"{table.api}/rematch", {})
    player.twice(f"{table.api}/answers", {"offer": "rematch", "accept": False})
    table.look()
    table.check(secrets)
    kept = " ".join(
        f"{answer.body} {answer.secrets}"
        for answer in IdempotentResponse.objects.filter(subject=f"play.livegame:{game.pk}")
    )
    bodies = " ".join(webhook_body(event) for event in WebhookEvent.objects.all())
    assert kept and not {secret for secret in secrets if secret in kept + bodies}
    for _, stream in table.streams:
        stream.close()
