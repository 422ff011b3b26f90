"""The pages of an owner's addresses: adding, the secret shown once, what happened, the examples for programs."""

from __future__ import annotations

import json
import re
import subprocess
import time
from datetime import timedelta
from html import unescape
from pathlib import Path
from shutil import which
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.exchange import write_owner
from accounts.limits import Limit
from tables.models import Webhook, WebhookEvent
from tables.webhooks import sending, services, views
from tables.webhooks.documents import EXAMPLES
from tables.webhooks.signing import headers_of
from tables.webhooks.transport import Delivery
from tests.tables.turns import account
from tests.tables.webhook_receiver import ADDRESS

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def told(settings: Any) -> None:
    settings.WEBHOOKS = True


def secret_in(content: bytes) -> str:
    (secret,) = re.findall(r"whsec_[A-Za-z0-9+/=]{44}", unescape(content.decode()))
    return secret


def add(client: Client, address: str = ADDRESS, path: str = "/play/webhooks/") -> Any:
    return client.post(path, {"address": address})


def test_an_address_is_added_and_its_secret_shown_once(client: Client) -> None:
    client.force_login(account("ada").user)
    answer = add(client, path="/fr/play/webhooks/")
    hook = Webhook.objects.get()
    assert answer.status_code == 201 and secret_in(answer.content) == hook.secret
    assert "no-store" in answer["Cache-Control"]
    assert (hook.address, hook.language, hook.site) == (ADDRESS, "fr", "http://testserver")
    for page in ("/me/", "/play/webhooks/", f"/play/webhooks/of/{hook.token}/", "/me/export/"):
        content = client.get(page).content.decode()
        assert "whsec_" not in content and hook.secret not in content
        assert ADDRESS in unescape(content)
    assert hook.secret not in json.dumps(write_owner(hook.owner), default=str)
    answer = client.post(f"/play/webhooks/of/{hook.token}/", {"do": "renew"})
    hook.refresh_from_db()
    assert secret_in(answer.content) == hook.secret


def test_taking_everything_leaves_the_secret_here(client: Client) -> None:
    client.force_login(account("ada").user)
    add(client)
    hook = Webhook.objects.get()
    taken = client.get("/me/export/").content.decode()
    assert ADDRESS in taken
    assert hook.sealed_secret not in taken and "sealed_secret" not in taken


def test_the_page_says_how_an_address_does_and_sends_again(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    client.force_login(account("ada").user)
    add(client)
    hook = Webhook.objects.get()
    path = f"/play/webhooks/of/{hook.token}/"
    assert "signed with both" not in client.get(path).content.decode()
    client.post(path, {"do": "renew"})
    assert "signed with both" in client.get(path).content.decode()
    client.post(path, {"do": "renew-at-once"})
    assert "signed with both" not in client.get(path).content.decode()
    client.post(path, {"do": "test"})
    assert 'value="again"' not in client.get(path).content.decode()  # it is on its way
    monkeypatch.setattr(sending, "send", lambda *_args: Delivery(500))
    event = WebhookEvent.objects.get()
    sending.work(event.pk)
    assert 'value="again"' in client.get(path).content.decode()
    answer = client.post(path, {"do": "again", "event": event.event}, follow=True).content.decode()
    assert "Sending again" in answer and WebhookEvent.objects.get().state == "waiting"
    assert "be sent again" in client.post(path, {"do": "again", "event": "x"}, follow=True).content.decode()
    Webhook.objects.update(switched_off=timezone.now())
    assert "Switched off on" in client.get(path).content.decode()
    Webhook.objects.update(switched_off=None, failing_since=timezone.now(), rest_until=timezone.now())
    assert "Next try not before" in client.get(path).content.decode()


def test_a_guest_may_have_one_too(client: Client) -> None:
    assert add(client).status_code == 201
    assert Webhook.objects.get().owner.user is None
    assert ADDRESS in client.get("/me/").content.decode()


def test_no_more_than_five_and_each_once(client: Client) -> None:
    for number in range(services.MAX_ADDRESSES):
        assert add(client, f"https://example.org/{number}").status_code == 201
    assert add(client, "https://example.org/0").status_code == 422
    answer = add(client, "https://example.org/more")
    assert answer.status_code == 422 and "Remove one first" in answer.content.decode()
    assert Webhook.objects.count() == services.MAX_ADDRESSES


@pytest.mark.parametrize("address", ["http://example.org/", "https://127.0.0.1/", "https://example.org:1/", " ", "x"])
def test_an_address_that_may_not_be_gone_to_is_refused(client: Client, address: str) -> None:
    answer = add(client, address)
    assert answer.status_code == 422 and "errorlist" in answer.content.decode()
    assert not Webhook.objects.exists()


def test_hostile_text_is_text(client: Client) -> None:
    assert add(client, "https://example.org/<script>alert(1)</script>?'\"").status_code == 201
    for page in ("/me/", "/play/webhooks/", f"/play/webhooks/of/{Webhook.objects.get().token}/"):
        assert "<script>alert" not in client.get(page).content.decode()


def test_nobody_sees_or_changes_what_is_somebody_else_s(client: Client) -> None:
    hook, _secret = services.add(owner=account("ada"), address=ADDRESS, site="https://x.example", language="en")
    path = f"/play/webhooks/of/{hook.token}/"
    add(client, "https://example.org/own")
    for stranger in (client, Client()):
        assert stranger.get(path).status_code == 404
        for wish in ("test", "renew", "on", "remove"):
            assert stranger.post(path, {"do": wish}).status_code == 404
        assert ADDRESS not in stranger.get("/play/webhooks/").content.decode()
    before = hook.sealed_secret
    hook.refresh_from_db()
    assert hook.sealed_secret == before and not WebhookEvent.objects.exists()


def test_a_test_is_sent_and_what_became_of_it_is_shown(
    client: Client, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    sent: list[tuple[str, bytes, dict[str, str]]] = []
    monkeypatch.setattr(sending, "send", lambda *args: sent.append(args) or Delivery(fault="too-slow"))
    add(client)
    hook = Webhook.objects.get()
    path = f"/play/webhooks/of/{hook.token}/"
    assert client.post(path, {"do": "test"}).status_code == 302
    event = WebhookEvent.objects.get()
    sending.work(event.pk)
    ((address, body, headers),) = sent
    said = json.loads(body)
    assert (address, said["type"], said["id"]) == (ADDRESS, "test", headers["webhook-id"])
    content = client.get(path).content.decode()
    assert "not delivered" in content and "timed out" in content and event.event in content
    event.refresh_from_db()
    assert event.state == "failed"  # a test is not sent again by itself
    settings.LIMITS = True
    monkeypatch.setattr(views, "TESTED", Limit("webhook-test", 0, 3600))
    client.post(path, {"do": "test"})
    assert WebhookEvent.objects.count() == 1


def test_the_owner_is_told_of_an_address_that_was_switched_off(client: Client) -> None:
    add(client)
    assert "gets no more messages since" not in client.get("/me/").content.decode()
    Webhook.objects.update(switched_off=timezone.now(), failing_since=timezone.now() - timedelta(days=6))
    assert "gets no more messages since" in client.get("/me/").content.decode()
    path = f"/play/webhooks/of/{Webhook.objects.get().token}/"
    assert client.post(path, {"do": "on"}).status_code == 302
    assert "gets no more messages since" not in client.get("/me/").content.decode()
    assert client.post(path, {"do": "remove"}).status_code == 302
    assert not Webhook.objects.exists()


def test_there_is_no_such_page_where_it_is_off(client: Client, settings: Any) -> None:
    add(client)
    settings.WEBHOOKS = False
    token = Webhook.objects.get().token
    for page in ("/play/webhooks/", "/play/webhooks/help/", f"/play/webhooks/of/{token}/"):
        assert client.get(page).status_code == 404
    assert "webhooks" not in client.get("/me/").content.decode()


def test_the_example_of_an_event_has_what_events_have(client: Client) -> None:
    shown = client.get("/play/webhooks/help/")
    assert shown.status_code == client.get("/fr/play/webhooks/help/").status_code == 200
    text = dict(EXAMPLES)["JSON"]
    assert text in unescape(shown.content.decode())
    add(client)
    services.try_out(Webhook.objects.get())
    real = json.loads(sending.body_of(WebhookEvent.objects.get()))
    example = json.loads(text)
    assert example.keys() == real.keys() and example["data"].keys() == real["data"].keys()


BODY = '{"id":"msg_1","summary":"é"}'.encode()
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"


def told_apart() -> list[tuple[dict[str, str], bytes, bool]]:
    """Headers and bodies, and whether they are genuine."""
    now = int(time.time())
    good = headers_of("msg_1", now, BODY, SECRET)
    return [
        (good, BODY, True),
        ({**good, "webhook-signature": f"v1,AAAA {good['webhook-signature']}"}, BODY, True),  # a secret is renewed
        (good, BODY + b" ", False),
        ({**good, "webhook-id": "msg_2"}, BODY, False),
        ({**good, "webhook-timestamp": str(now + 1)}, BODY, False),
        ({**good, "webhook-signature": "v1,AAAA"}, BODY, False),
        (headers_of("msg_1", now, BODY, "whsec_AAAA"), BODY, False),
        (headers_of("msg_1", now - 600, BODY, SECRET), BODY, False),
    ]


def test_the_example_in_python_tells_ours_from_others() -> None:
    space: dict[str, Any] = {}
    exec(dict(EXAMPLES)["Python"].replace("whsec_...", SECRET), space)
    for headers, body, genuine in told_apart():
        assert space["is_genuine"](headers, body) is genuine, headers


@pytest.mark.skipif(which("node") is None, reason="no Node.js on this machine")
def test_the_example_in_javascript_does_so_too(tmp_path: Path) -> None:
    text = dict(EXAMPLES)["JavaScript (Node.js)"].replace("whsec_...", SECRET)
    cases = [[headers, body.decode(), genuine] for headers, body, genuine in told_apart()]
    asking = f"\nfor (const [h, b] of {json.dumps(cases)}) console.log(isGenuine(h, Buffer.from(b)));\n"
    program = tmp_path / "check.mjs"
    program.write_text(text + asking, encoding="utf-8")
    run = subprocess.run(["node", program], capture_output=True, text=True, check=True, timeout=60)
    assert run.stdout.split() == [str(genuine).lower() for _headers, _body, genuine in cases]
