"""Everything that lets somebody in is ended at once; who belongs in gets in again. And whom to tell of a weakness."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client

from mutation import tokens as session_tokens
from mutation.models import SessionSeat
from operations.kept_media import was_restored
from tables import tokens
from tables.models import GameSeat
from tests.api.own.programs import Program
from tests.cards.factories import make_owner
from tests.mutation.sessions import make_session
from web.models import IdempotentResponse

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse battery"


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = str(tmp_path / "media")


def ask(method: str, path: str, secret: str, body: Any = None, **headers: str) -> Any:
    kind = {} if body is None else {"content_type": "application/json"}
    sent = {"authorization": f"Bearer {secret}", **headers} if secret else headers
    return getattr(Client(), method)(f"/api/v1{path}", body or {}, headers=sent, **kind)


def test_all_of_it_is_over_and_owners_come_back(client: Client, capsys: Any) -> None:
    ada = make_owner("ada")
    ada.user.email = "ada@example.com"
    ada.user.save()
    client.force_login(ada.user)
    program = Program(ada)
    setup = {"mode": "duel", "seats": {"A": {"kind": "me"}, "B": {"kind": "open"}}}
    key = {"idempotency-key": "0123456789abcdefghijkl"}
    made = ask("post", "/games", "", setup, **key).json()
    game, secret = made["id"], made["seats"]["A"]["token"]
    invitation = made["seats"]["B"]["url"].rstrip("/").rpartition("/")[2]
    session = make_session(ada)
    held = SessionSeat.objects.filter(session=session).exclude(token_hash="")[0]
    old_token, old_link = session_tokens.seat_token(session, held), session_tokens.invitation(session)
    Client().post("/accounts/password/reset/", {"email": "ada@example.com"})
    (letter,) = mail.outbox
    (link,) = re.findall(r"/accounts/password/reset/key/\S+", str(letter.body))
    assert ask("get", f"/games/{game}", secret).status_code == 200
    was_restored().parent.mkdir(parents=True, exist_ok=True)
    was_restored().touch()
    call_command("end_all_sessions", yes=True)
    said = capsys.readouterr().out
    for line in ("Sessions: 1", "API tokens: 1", "Seats of games: 2", "Seats of Mutation sessions: 1"):
        assert line in said
    assert not was_restored().exists()
    assert client.get("/accounts/email/").status_code == 302
    assert program.client.get("/api/v1/own/cards").status_code == 401
    assert not GameSeat.objects.filter(token_hash=tokens.hash_of(secret)).exists()
    assert ask("post", f"/games/{game}/resign", secret, {}).status_code in (403, 404)
    joined = ask("post", f"/games/{game}/join", "", {"invitation": invitation})
    assert joined.status_code in (403, 404)
    assert not IdempotentResponse.objects.exists()
    session.refresh_from_db()
    held.refresh_from_db()
    new_token = session_tokens.seat_token(session, held)
    assert new_token != old_token and held.token_hash == tokens.hash_of(new_token)
    assert session_tokens.invitation(session) != old_link
    page = Client().get(link, follow=True)
    assert 'name="password1"' not in page.content.decode()
    assert Client().login(username="ada", password=PASSWORD)


def test_it_asks_first(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    client.force_login(make_owner("ada").user)
    monkeypatch.setattr("builtins.input", lambda _: "no")
    with pytest.raises(CommandError):
        call_command("end_all_sessions")
    assert client.get("/accounts/email/").status_code == 200
    monkeypatch.setattr("builtins.input", lambda _: "yes")
    call_command("end_all_sessions")
    assert client.get("/accounts/email/").status_code == 302


def test_whom_to_tell_of_a_weakness(client: Client, settings: Any) -> None:
    settings.SECURITY_CONTACT = []
    assert client.get("/.well-known/security.txt").status_code == 404
    settings.SECURITY_CONTACT = ["mailto:security@example.org", "https://example.org/security"]
    response = client.get("/.well-known/security.txt")
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    said = dict(line.split(": ", 1) for line in response.content.decode().splitlines())
    assert said["Contact"] == "https://example.org/security" and "mailto:" in response.content.decode()
    until = datetime.fromisoformat(said["Expires"]) - datetime.now(UTC)
    assert timedelta(days=30) < until < timedelta(days=366)
    assert said["Preferred-Languages"] == "en, fr"
    assert said["Canonical"] == "http://testserver/.well-known/security.txt"
