"""What the tests of Mutation sessions share."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture(autouse=True)
def unlimited(settings: Any) -> None:
    """The tests' clients have one address, and ask more than a visitor may."""
    settings.LIMITS = False
