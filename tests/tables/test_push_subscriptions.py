"""Which browsers are told of turns: where they may say that they are, who asks and stops, what becomes of it."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings as site_settings
from django.test import Client
from django.utils import timezone

from accounts.exchange import write_owner
from accounts.models import Owner
from accounts.services import adopt, count_things, forget
from tables.models import PushSubscription, TurnMessage
from tables.pushing import sending, services
from tables.pushing.addresses import is_push_address
from tables.upkeep import UNSEEN_FOR, sweep_traces
from tests.tables.push_services import SERVICE, Browser, PushService
from tests.tables.turns import account, waiting_message

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("push_service")]


# Addresses


@pytest.mark.parametrize(
    "address",
    [
        "https://fcm.googleapis.com/fcm/send/abc:def",
        f"{SERVICE}/wpush/v2/gAAAAAB",
        "https://wns2-par02p.notify.windows.com/w/?token=BQYAAAB%2f",
        "https://web.push.apple.com/QGg",
    ],
)
def test_known_services_are_gone_to(address: str) -> None:
    assert is_push_address(address)


@pytest.mark.parametrize(
    "address",
    [
        "http://fcm.googleapis.com/fcm/send/a",
        "https://127.0.0.1/a",
        "https://[::1]/a",
        "https://localhost/a",
        "https://10.0.0.1/a",
        "https://169.254.169.254/latest/meta-data",
        "https://2130706433/a",
        "https://example.com/a",
        "https://fcm.googleapis.com.example.com/a",
        "https://evilnotify.windows.com/a",
        "https://notify.windows.com/a",
        "https://fcm.googleapis.com@127.0.0.1/a",
        "https://a:b@fcm.googleapis.com/a",
        "https://fcm.googleapis.com:8443/a",
        "https://fcm.googleapis.com:443/a",
        "https://fcm.googleapis.com:x/a",
        "https://FCM.googleapis.com/a",
        "https://fcm.googleapis.com./a",
        "https://127.0.0.1\\@fcm.googleapis.com/a",
        "https://127.0.0.1#@fcm.googleapis.com/a",
        "https://fcm.googleapis.com/a\r\nX: y",
        "https://fcm.googleapis.com/ a",
        "https://fcm.googleapis.com/é",
        "https://fcm.googleapis.com/",
        "https://fcm.googleapis.com",
        f"https://fcm.googleapis.com/{'a' * 1000}",
        "file:///etc/passwd",
        "//fcm.googleapis.com/a",
        "",
        None,
        7,
        ["https://fcm.googleapis.com/a"],
    ],
)
def test_no_other_address_is_gone_to(address: Any, client: Client, push_service: PushService) -> None:
    assert not is_push_address(address)
    wish = Browser().wish | {"endpoint": address}
    answer = client.post("/play/push/", json.dumps(wish), content_type="application/json")
    assert answer.status_code == 400 and answer.json()["error"]["at"] == "/endpoint"
    assert not Owner.objects.exists()


def test_a_service_that_is_known_no_more_is_not_gone_to(push_service: PushService, settings: Any) -> None:
    message = waiting_message()
    settings.PUSH_SERVICES = ["push.example"]
    sending.work(message.pk)
    assert push_service.take() == [] and not PushSubscription.objects.exists()
    assert is_push_address("https://push.example/a")


# Asking for it


def wish(client: Client, browser: Browser, path: str = "/play/push/", **more: Any) -> int:
    answer = client.post(path, json.dumps(browser.wish | more), content_type="application/json")
    return answer.status_code


def test_a_guest_and_an_account_ask_and_stop(client: Client) -> None:
    browser = Browser()
    assert wish(client, browser, "/fr/play/push/") == 204
    row = PushSubscription.objects.get()
    assert (row.endpoint, row.language, row.owner.user) == (browser.endpoint, "fr", None)
    assert wish(client, browser) == 204  # the same page in English
    row.refresh_from_db()
    assert row.language == "en" and PushSubscription.objects.count() == 1
    stop = {"endpoint": browser.endpoint}
    assert Client().post("/play/push/stop/", json.dumps(stop), content_type="application/json").status_code == 204
    other = Client()
    other.force_login(account("bob").user)
    other.post("/play/push/stop/", json.dumps(stop), content_type="application/json")
    assert PushSubscription.objects.count() == 1  # nobody stops another's
    client.post("/play/push/stop/", json.dumps(stop), content_type="application/json")
    assert not PushSubscription.objects.exists()


def test_a_browser_is_taken_over_only_by_who_has_it(client: Client) -> None:
    ada, bob = account("ada"), account("bob")
    browser, thief = Browser(), Browser()
    browser.told_of(ada)
    thief.endpoint = browser.endpoint
    client.force_login(bob.user)
    assert wish(client, thief) == 409
    assert PushSubscription.objects.get().owner == ada
    assert wish(client, browser) == 204  # somebody else signs in in the same browser
    assert PushSubscription.objects.get().owner == bob


def test_browsers_of_one_owner_are_bounded() -> None:
    ada = account("ada")
    browsers = [Browser() for _number in range(services.MAX_BROWSERS + 2)]
    for browser in browsers:
        browser.told_of(ada)
    kept = set(PushSubscription.objects.values_list("endpoint", flat=True))
    assert kept == {browser.endpoint for browser in browsers[2:]}


def test_keys_that_are_none_are_refused(client: Client) -> None:
    good = Browser()
    bad_keys: list[Any] = [
        None,
        {},
        {"p256dh": good.keys["p256dh"]},
        {**good.keys, "auth": "short"},
        {**good.keys, "auth": 7},
        {**good.keys, "p256dh": "B" + "A" * 86},  # 65 bytes, but no point of the curve
        {**good.keys, "p256dh": good.keys["auth"]},
        {**good.keys, "p256dh": "é" * 87},
        {**good.keys, "more": "x"},
    ]
    assert [wish(client, good, keys=keys) for keys in bad_keys] == [400] * len(bad_keys)
    assert client.post("/play/push/", "{", content_type="application/json").status_code == 400
    assert client.post("/play/push/", {"endpoint": good.endpoint}).status_code == 415
    assert client.get("/play/push/").status_code == 405
    assert not PushSubscription.objects.exists()


def test_other_sites_cannot_ask() -> None:
    client = Client(enforce_csrf_checks=True)
    assert wish(client, Browser()) == 403
    assert not PushSubscription.objects.exists()


def test_asking_is_limited(client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.LIMITS = True
    monkeypatch.setattr("tables.pushing.views.RATE_LIMIT.__class__.allows", lambda *_: False)
    assert wish(client, Browser()) == 429


def test_a_site_without_a_key_says_so_and_shows_no_more_than_before(client: Client, settings: Any) -> None:
    page = client.get("/play/mine/").content.decode()
    assert f'data-push-key="{settings.VAPID_PUBLIC_KEY}"' in page and settings.VAPID_PRIVATE_KEY not in page
    settings.VAPID_PRIVATE_KEY = settings.VAPID_PUBLIC_KEY = ""
    assert wish(client, Browser()) == 404
    page = client.get("/play/mine/").content.decode()
    assert "data-notify" in page and "data-push-" not in page


# What becomes of it


def test_it_goes_along_with_its_owner() -> None:
    guest, ada = Owner.objects.create(), account("ada")
    browser = Browser()
    browser.told_of(guest)
    assert ada.user is not None
    adopt(guest=guest, user=ada.user)
    row = PushSubscription.objects.get()
    assert row.owner == ada
    assert dict(count_things(ada))["push subscription"] == 1
    (exported,) = write_owner(ada)["things"]["play.pushsubscription"]
    assert exported["fields"]["language"] == row.language and browser.endpoint not in str(exported)
    forget(owner=ada, user=ada.user)
    assert not PushSubscription.objects.exists()


def test_what_nobody_needs_is_swept_away() -> None:
    message = waiting_message()
    sending.work(message.pk)
    sweep_traces()
    assert TurnMessage.objects.count() == PushSubscription.objects.count() == 1
    TurnMessage.objects.update(turn=timezone.now() - timedelta(days=2))
    PushSubscription.objects.update(seen=timezone.now() - UNSEEN_FOR)
    sweep_traces()
    assert not TurnMessage.objects.exists() and not PushSubscription.objects.exists()


# The worker and what installs the site


def test_the_worker_is_served_for_the_whole_site(client: Client) -> None:
    answer = client.get("/sw.js")
    assert answer["Content-Type"].partition(";")[0] == "text/javascript"
    assert answer["Cache-Control"] == "no-cache" and not answer.cookies
    assert "default-src 'self'" in answer["Content-Security-Policy"]
    assert 'importScripts("/static/js/worker/push.js");' in answer.content.decode()


@pytest.mark.parametrize(("prefix", "language"), [("", "en"), ("/fr", "fr")])
def test_the_site_can_be_put_on_a_home_screen(client: Client, prefix: str, language: str) -> None:
    page = client.get(f"{prefix}/").content.decode()
    assert f'<link rel="manifest" href="{prefix}/manifest.webmanifest">' in page
    answer = client.get(f"{prefix}/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    manifest = json.loads(answer.content)
    assert (manifest["lang"], manifest["start_url"], manifest["display"]) == (language, f"{prefix}/", "standalone")
    for icon in manifest["icons"]:
        path = site_settings.BASE_DIR / "static" / icon["src"].removeprefix("/static/")
        assert path.read_bytes()[16:24] == 2 * int(icon["sizes"].partition("x")[0]).to_bytes(4, "big")
