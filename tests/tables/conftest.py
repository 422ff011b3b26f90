"""Clients for the tests of live games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.tables.push_services import PushService, install
from tests.tables.sites import STREAM_FAILED
from tests.tables.webhook_receiver import Receiver, listening, reach


@pytest.fixture(autouse=True)
def unlimited(settings: Any) -> None:
    """The tests' clients have one address, and ask more than a visitor may."""
    settings.LIMITS = False


@pytest.fixture(autouse=True)
def kept_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test's own transaction never commits: what waits for that is done at once, so that games need no replays."""
    monkeypatch.setattr("tables.services.log.transaction.on_commit", lambda work: work())


@pytest.fixture(autouse=True)
def no_stream_fails(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """A stream that fails has been begun already: its client sees it end, and nothing more."""
    yield
    failed = [record.getMessage() for when in ("setup", "call") for record in caplog.get_records(when)]
    assert not [message for message in failed if STREAM_FAILED.search(message)]


@pytest.fixture
def push_service(settings: Any, monkeypatch: pytest.MonkeyPatch) -> PushService:
    """The site has a key, and all that it sends to browsers comes here."""
    return install(settings, monkeypatch)


@pytest.fixture
def receiver(monkeypatch: pytest.MonkeyPatch) -> Iterator[Receiver]:
    with listening() as listener:
        reach(listener, monkeypatch)
        yield listener
