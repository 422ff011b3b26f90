"""Fixtures that every test may use. Browser tests ask for `page`, or for `new_page` when they need another window."""

import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import translation
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from tests import serving
from tests.browsing import PATIENCE, come_to_rest

ROOT = Path(__file__).resolve().parent.parent

# How long an example takes says something about the machine, which may be busy, and nothing about the code. The same
# examples each time, so that what fails has been broken by a change; ``--hypothesis-profile=wander`` tries others.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("grimoire", PATIENT, derandomize=True)
settings.register_profile("wander", PATIENT)
settings.load_profile("grimoire")

expect.set_options(timeout=PATIENCE * 1000)

# The same names, in the same order, as in script/bootstrap, which installs one of them.
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE = {"width": 390, "height": 844}

NewPage = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """A page in French leaves its language behind in this thread: no test begins with what another one left."""
    translation.activate("en")
    yield
    translation.deactivate()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[None]:
    """Before the tests' database is made. What limits count does not begin anew while a test is at it."""
    serving.put_database_into_a_file(tmp_path_factory.mktemp("database"))
    now = time.time()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("accounts.limits.time", SimpleNamespace(time=lambda: now))
        yield


@pytest.fixture(scope="session")
def traffic(live_server: Any) -> Iterator[serving.Traffic]:
    """What goes on between the browser and its server."""
    delays = serving.slow_server_down() if serving.SLOW else None
    yield serving.Traffic(live_server)
    del delays


@pytest.fixture(scope="session")
def root() -> Path:
    """The project's folder."""
    return ROOT


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of the system's Chromium or Google Chrome."""
    named = os.environ.get("GRIMOIRE_CHROMIUM")
    for name in (named,) if named else CHROMIUM_NAMES:
        if path := shutil.which(name):
            return path
    pytest.fail("No Chromium found: run script/bootstrap test, or set GRIMOIRE_CHROMIUM to its path.", pytrace=False)


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """One browser for the whole run; every page gets a context, and so cookies, of its own."""
    # Playwright keeps an event loop running in this thread, in which Django would refuse to touch the database.
    before = os.environ.get("DJANGO_ALLOW_ASYNC_UNSAFE")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGUMENTS)
        yield launched
        launched.close()
    if before is None:
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]
    else:
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = before


@pytest.fixture
def page_errors() -> list[str]:
    """What went wrong in the test's pages so far. A test that provokes an error on purpose clears it."""
    return []


@pytest.fixture
def new_page(browser: Browser, live_server: Any, traffic: serving.Traffic, page_errors: list[str]) -> Iterator[NewPage]:
    """Opens pages on the test's own server: `new_page(viewport=PHONE, java_script_enabled=False, locale="fr-FR")`.

    Paths are enough: `page.goto("/")`. Errors in the console, in scripts and in requests (a policy that blocks
    something, a missing file) fail the test when it ends.
    """
    contexts = []

    def on_console(message: ConsoleMessage) -> None:
        url = message.location.get("url", "")
        # Browsers ask for this by themselves, late and only of pages that name no icon: noticing it would be chance.
        # What was still asked for when its page was left is none either, though htmx notes it as one, in two lines.
        left = message.text.startswith(("htmx:sendAbort", "htmx:afterRequest"))  # what fails is htmx:sendError
        if message.type == "error" and not left and not url.endswith("/favicon.ico"):
            page_errors.append(f"console: {message.text} ({url})")

    def on_page(page: Page) -> None:
        page.on("console", on_console)
        page.on("pageerror", lambda error: page_errors.append(f"script: {error}"))
        if serving.SLOW:
            serving.slow_page_down(page)

    def open_page(**options: Any) -> Page:
        context = browser.new_context(base_url=live_server.url, **options)
        context.set_default_timeout(PATIENCE * 1000)
        context.on("page", on_page)
        contexts.append(context)
        return context.new_page()

    yield open_page
    for context in contexts:
        context.close()
    traffic.rest()
    if page_errors:
        pytest.fail("The browser reported errors:\n" + "\n".join(page_errors), pytrace=False)


@pytest.fixture
def page(new_page: NewPage) -> Page:
    """A desktop-sized page in English."""
    return new_page(viewport={"width": 1280, "height": 800}, locale="en-GB")


@pytest.fixture
def phone(new_page: NewPage) -> Page:
    """A page as wide as a phone, with touch."""
    return new_page(viewport=PHONE, has_touch=True, is_mobile=True, locale="en-GB")


@pytest.fixture
def assert_accessible() -> Callable[[Page], None]:
    """Fails if axe finds something on the page that keeps people out."""

    def check(page: Page) -> None:
        come_to_rest(page)  # half faded in, letters are pale
        results = Axe().run(page)
        assert results.violations_count == 0, results.generate_report()

    return check
