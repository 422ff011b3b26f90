"""What all tests of reading over the network need."""

from __future__ import annotations

import pytest

from background.meters import forget_notes


@pytest.fixture(autouse=True)
def asked_nothing_yet() -> None:
    """No request of an earlier test counts."""
    forget_notes()


@pytest.fixture
def what_is_noted() -> None:
    """It is noted here as it is for visitors."""
