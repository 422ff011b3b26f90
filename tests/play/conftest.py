"""Clients for the tests of live games."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture(autouse=True)
def unlimited(settings: Any) -> None:
    """The tests' clients have one address, and ask more than a visitor may."""
    settings.LIMITS = False


@pytest.fixture(autouse=True)
def kept_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test's own transaction never commits: what waits for that is done at once, so that games need no replays."""
    monkeypatch.setattr("play.services.log.transaction.on_commit", lambda work: work())
