"""Fixtures that every test may use. Browser tests ask for `page`, or for `new_page` when they need another window.

Django, Playwright and axe are imported by the fixtures that need them: the engine's tests do without (tests/engine).
"""

from __future__ import annotations

import gc
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

from tests.marks import mark
from tests.patience import be_patient
from tests.production import collected_static  # noqa: F401  (fixture)
from tests.races import empty_databases, forks, race, race_database  # noqa: F401  (fixtures)

if TYPE_CHECKING:
    from django.test import Client
    from playwright.sync_api import Browser, ConsoleMessage, Page

    from tests.serving import Traffic

ROOT = Path(__file__).resolve().parent.parent

# How long an example takes says something about the machine, which may be busy, and nothing about the code. The same
# examples each time, so that what fails has been broken by a change; ``--hypothesis-profile=many`` tries more of them,
# ``wander`` others, and ``fast`` a few (tests/examples.py).
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("grimoire", PATIENT, derandomize=True, max_examples=50)
settings.register_profile("many", PATIENT, derandomize=True, max_examples=200)
settings.register_profile("wander", PATIENT)
settings.register_profile("fast", PATIENT, derandomize=True, max_examples=10)
settings.load_profile("grimoire")

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

NewPage = Callable[..., "Page"]


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    if not pluginmanager.hasplugin("django"):  # with -p no:django pyproject.toml would name an option that nobody knows
        parser.addini("DJANGO_SETTINGS_MODULE", "not used")


def pytest_configure(config: pytest.Config) -> None:
    if not os.environ.get("GRIMOIRE_DATABASE_URL"):
        config.option.reuse_db = True  # the file that django_db_modify_db_settings has put there is to stay
    gc.disable()  # collecting makes a million objects that all stay: to look through them takes as long as to make them


@pytest.hookimpl(tryfirst=True)  # marks are there before pytest looks which of them are asked for
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        mark(item)
    if hasattr(config, "workerinput"):  # of several processes none is still at something slow when all else is done
        items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """A page in French leaves its language behind in this thread: no test begins with what another one left."""
    from django.utils import translation

    translation.activate("en")
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def what_is_noted(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody notes what small requests use up: when a process tells the database of it depends on the machine.

    Tests that are about it are marked so. All begin with nothing noted.
    """
    if "background.meters" not in sys.modules:
        return
    from background import meters

    meters.forget_notes()
    if not request.node.get_closest_marker("noted"):
        monkeypatch.setattr(meters.Meter, "note", lambda *_: 0.0)


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is limited in time ends as on a quiet machine."""
    be_patient(monkeypatch)


@pytest.fixture(autouse=True)
def nothing_was_counted_before() -> None:
    """What a process may take from some minutes ago is not there from another test."""
    if "cards.counting" in sys.modules:
        from django.core.cache import caches

        caches["process"].clear()


@pytest.fixture(autouse=True)
def kept_typefaces(monkeypatch: pytest.MonkeyPatch) -> None:
    """To merge the fonts takes seconds: that is done once for all processes and runs, wherever a test has its faces."""
    if "cards.rendering.typefaces" in sys.modules:
        from tests.typefaces import kept

        monkeypatch.setattr("cards.rendering.typefaces.kept", kept)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[None]:
    """Before the tests' database is made, as a copy of one with today's tables.

    What limits count does not begin anew while a test is at it.
    """
    from tests import serving

    serving.prepare_database(tmp_path_factory.mktemp("database"), ROOT)
    now = time.time()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("accounts.limits.time", SimpleNamespace(time=lambda: now))
        serving.empty_quickly(patch)
        yield


@pytest.fixture(scope="module")
def module_data(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """What a fixture of a whole module that asks for this one writes is there for each test of the module.

    Each begins with just that: what tests change is undone. Not for tests with a ``page`` or several connections, which
    do not see it.
    """
    from django.db import transaction

    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="session")
def traffic(live_server: Any) -> Iterator[Traffic]:
    """The traffic between the browser and its server."""
    from tests import serving

    delays = serving.slow_server_down() if serving.SLOW else None
    yield serving.Traffic(live_server)
    del delays


@pytest.fixture(scope="session")
def root() -> Path:
    """The project's folder."""
    return ROOT


@pytest.fixture
def moderator(client: Client) -> Client:
    """Somebody signed in who may do all that moderators may."""
    from accounts.models import User

    client.force_login(User.objects.create_superuser("judge"))
    return client


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
    from playwright.sync_api import expect, sync_playwright

    from tests.browsing import PATIENCE

    expect.set_options(timeout=PATIENCE * 1000)
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
    """The errors in the test's pages so far. A test that provokes an error on purpose clears it."""
    return []


@pytest.fixture
def service_workers(request: pytest.FixtureRequest) -> str:
    """Whether pages have the site's worker: "block", so that tests see each request themselves, or "allow"."""
    return "allow" if request.node.get_closest_marker("service_workers") else "block"


# As somebody who does not want to be asked before a turn ends: only newcomers are.
UNASKED = "try { localStorage['ask before ending a turn'] ??= 'false' } catch {}"


@pytest.fixture
def new_page(
    browser: Browser, live_server: Any, traffic: Traffic, page_errors: list[str], service_workers: str
) -> Iterator[NewPage]:
    """Opens pages on the test's own server: `new_page(viewport=PHONE, java_script_enabled=False, locale="fr-FR")`.

    Paths are enough: `page.goto("/")`. Errors in the console, in scripts and in requests (a policy that blocks
    something, a missing file) fail the test when it ends.
    """
    from tables.streams.hub import hub
    from tests import serving
    from tests.browsing import PATIENCE

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
        context = browser.new_context(base_url=live_server.url, **{"service_workers": service_workers, **options})
        context.set_default_timeout(PATIENCE * 1000)
        context.add_init_script(UNASKED)
        context.on("page", on_page)
        contexts.append(context)
        return context.new_page()

    yield open_page
    for context in contexts:
        context.close()
    traffic.rest()
    hub.end()
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
    from axe_playwright_python.sync_playwright import Axe

    from tests.browsing import come_to_rest

    def check(page: Page) -> None:
        come_to_rest(page)  # half faded in, letters are pale
        results = Axe().run(page)
        assert results.violations_count == 0, results.generate_report()

    return check
