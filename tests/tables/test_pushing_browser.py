"""The switch "tell me when it is my turn" with messages, in a browser whose push service is a stand-in.

Chromium without a network has no push service to ask: what the page, the site's worker and the server do is the real
thing, what ``PushManager`` would have asked of that service is not.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from operations import vapid
from tables.models import PushSubscription
from tests.tables.push_services import Browser, PushService

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.service_workers]

# What the page asked for is kept beyond the page, as a browser keeps it.
STAND_IN = """
const wish = %s;
const kept = () => {
  const key = localStorage.getItem("asked-with");
  if (!key) return null;
  return {
    endpoint: wish.endpoint,
    options: { applicationServerKey: Uint8Array.from(JSON.parse(key)).buffer },
    toJSON: () => ({ ...wish, expirationTime: null }),
    unsubscribe: async () => { localStorage.removeItem("asked-with"); return true; },
  };
};
PushManager.prototype.getSubscription = async () => kept();
PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
  if (!userVisibleOnly || %s) throw new DOMException("no push service", "AbortError");
  localStorage.setItem("asked-with", JSON.stringify([...applicationServerKey]));
  return kept();
};
window.Notification = class { static permission = localStorage.getItem("may-notify") || "default";
  static async requestPermission() {
    localStorage.setItem("may-notify", "granted");
    return (Notification.permission = "granted");
  } };
"""
STOPPED = """
PushManager.prototype.getSubscription = async () => ({ unsubscribe: async () => { window.stopped = true; } });
"""
# What reaches a worker that nobody can send anything to, and what it does then.
IN_THE_WORKER = """
async (told) => {
  const done = { shown: [], opened: [], focused: [] };
  self.registration.showNotification = async (...shown) => { done.shown.push(shown); };
  self.clients.openWindow = async (address) => { done.opened.push(address); };
  let windows = [];
  self.clients.matchAll = async () => windows;
  const reach = async (event) => {
    const waiting = [];
    event.waitUntil = (work) => waiting.push(work);
    self.dispatchEvent(event);
    await Promise.all(waiting);
  };
  const press = (url) =>
    reach(Object.assign(new ExtendableEvent("notificationclick"), { notification: { close() {}, data: { url } } }));
  await reach(new PushEvent("push", { data: JSON.stringify(told) }));
  await press(told.url);
  await press("https://evil.example/play/abc/");
  windows = ["/", `${told.url}?step=3`].map((path) =>
    ({ url: location.origin + path, focus: async () => { done.focused.push(path); } }));
  await press(told.url);
  return done;
}
"""


@pytest.fixture(autouse=True)
def key(push_service: PushService, settings: Any) -> str:
    return str(settings.VAPID_PUBLIC_KEY)


def stand_in(page: Page, browser: Browser, *, fails: bool = False) -> None:
    page.add_init_script(STAND_IN % (json.dumps(browser.wish), json.dumps(fails)))


def switch_on(page: Page, live_server: Any) -> None:
    """A browser of its own asks to be told, and is."""
    stand_in(page, Browser())
    page.goto(f"{live_server.url}/play/mine/")
    page.locator("#notify").click()
    expect(page.get_by_text("even when the site is closed")).to_be_visible()


def workers(page: Page) -> list[str]:
    scopes: list[str] = page.evaluate(
        "navigator.serviceWorker.getRegistrations().then((all) => all.map(({ active }) => active.scriptURL))"
    )
    return scopes


def test_the_switch_asks_goes_on_and_stops(
    page: Page, live_server: Any, key: str, assert_accessible: Callable[[Page], None]
) -> None:
    browser = Browser()
    stand_in(page, browser)
    page.goto(f"{live_server.url}/play/mine/")
    switch = page.get_by_role("button", name="Notify me")
    expect(switch).to_have_attribute("aria-pressed", "false")
    assert workers(page) == []  # nobody has asked
    switch.click()
    expect(page.get_by_text("even when the site is closed")).to_be_visible()
    expect(switch).to_have_attribute("aria-pressed", "true")
    assert_accessible(page)
    assert workers(page) == [f"{live_server.url}/sw.js"]
    row = PushSubscription.objects.get()
    assert (row.endpoint, row.language) == (browser.endpoint, "en")
    asked_with = page.evaluate("JSON.parse(localStorage.getItem('asked-with'))")
    assert asked_with == list(vapid.urlsafe_b64decode(key + "="))

    with page.expect_response(re.compile("/fr/play/push/$")):
        page.goto(f"{live_server.url}/fr/play/mine/")
    expect(page.get_by_text("même quand le site est fermé")).to_be_visible()
    row.refresh_from_db()
    assert row.language == "fr"
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    page.reload()
    expect(page.get_by_text("même quand le site est fermé")).to_be_visible()
    assert not any(url.endswith("/push/") for url in sent)  # the server knows

    page.get_by_role("button", name="Me prévenir").click()
    expect(page.locator("#notify")).to_have_attribute("aria-pressed", "false")
    assert not PushSubscription.objects.exists()
    assert page.evaluate("localStorage.getItem('asked-with')") is None


def test_another_key_of_the_site_is_asked_with_anew(page: Page, live_server: Any, settings: Any) -> None:
    switch_on(page, live_server)
    settings.VAPID_PRIVATE_KEY = vapid.new_key()
    settings.VAPID_PUBLIC_KEY = vapid.public_key(settings.VAPID_PRIVATE_KEY)
    page.evaluate("sessionStorage.clear()")
    with page.expect_response(re.compile("/play/push/$")):
        page.reload()
    asked_with = page.evaluate("JSON.parse(localStorage.getItem('asked-with'))")
    assert asked_with == list(vapid.urlsafe_b64decode(settings.VAPID_PUBLIC_KEY + "="))


@pytest.mark.long
def test_without_a_push_service_pages_tell_as_they_did(page: Page, live_server: Any) -> None:
    stand_in(page, Browser(), fails=True)
    page.goto(f"{live_server.url}/play/mine/")
    page.locator("#notify").click()
    expect(page.get_by_text("while a page of the site is open")).to_be_visible()
    expect(page.locator("#notify")).to_have_attribute("aria-pressed", "true")
    assert not PushSubscription.objects.exists()


@pytest.mark.long
def test_who_signs_out_is_told_no_more_in_this_browser(page: Page, live_server: Any) -> None:
    switch_on(page, live_server)
    asked_with = page.evaluate("localStorage.getItem('asked-with')")
    page.evaluate(
        """(asked) => { document.cookie = "drafts-end=1; Path=/"; localStorage.setItem("asked-with", asked); }""",
        asked_with,
    )
    page.add_init_script(
        "window.stopped = false; const made = PushManager.prototype.getSubscription;"
        "PushManager.prototype.getSubscription = async () => ({ unsubscribe: async () => { window.stopped = true; } });"
    )
    page.goto(f"{live_server.url}/play/lobby/")
    page.wait_for_function("window.stopped")


@pytest.mark.long
def test_the_worker_shows_what_it_is_sent_and_leads_to_the_game(page: Page, live_server: Any) -> None:
    switch_on(page, live_server)
    (worker,) = page.context.service_workers
    message = {"game": "abc", "url": "/fr/play/abc/", "title": "À vous de jouer.", "body": "Duel"}
    options = {
        "body": "Duel",
        "tag": "abc",
        "data": {"url": message["url"]},
        "icon": "/static/icons/192.png",
        "lang": "fr",
    }
    assert worker.evaluate(IN_THE_WORKER, message) == {
        "shown": [[message["title"], options]],
        "opened": [f"{live_server.url}{message['url']}"],
        "focused": [f"{message['url']}?step=3"],
    }
