"""What all tests of reading over the network need."""

from __future__ import annotations

import pytest

from play import limits


@pytest.fixture(autouse=True)
def asked_nothing_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    """No request of an earlier test counts."""
    monkeypatch.setattr(limits, "_buckets", type(limits._buckets)())
