"""What the tests of Mutation sessions share."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tables.push_services import PushService, install


@pytest.fixture(autouse=True)
def unlimited(settings: Any) -> None:
    """The tests' clients have one address, and ask more than a visitor may."""
    settings.LIMITS = False


@pytest.fixture
def push_service(settings: Any, monkeypatch: pytest.MonkeyPatch) -> PushService:
    """The site has a key, and all that it sends to browsers comes here."""
    return install(settings, monkeypatch)
