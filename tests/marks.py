"""Marks that tests get by themselves, from their fixtures, and one for some parameters of a test."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, Final

import pytest

DATABASE: Final = {"db", "transactional_db", "live_server", "empty_databases", "race_database"}  # fixtures
# Where tests run beside each other on a busy machine, a browser may be late: what fails there is tried once more, and
# listed as RERUN. By itself a test has one chance, so that whoever works on it sees how it fails.
CHANCES: Final = pytest.mark.flaky(reruns=1) if "PYTEST_XDIST_WORKER" in os.environ else None
PROCESSES: Final = {"empty_databases", "race_database"}  # fixtures: for processes that have to import the site first


def mark(item: pytest.Item) -> None:
    """Adds the marks that a test has by itself."""
    fixtures = set(getattr(item, "fixturenames", ()))
    if "browser" in fixtures:
        item.add_marker(pytest.mark.browser)
        if CHANCES:
            item.add_marker(CHANCES)
    if fixtures & DATABASE or item.get_closest_marker("django_db"):
        item.add_marker(pytest.mark.database)
    if "race" in fixtures:
        item.add_marker(pytest.mark.race)
    if fixtures & PROCESSES:
        item.add_marker(pytest.mark.slow("starts the site anew in processes of its own"))


def some_long(parameters: Iterable[Any], *long: Any) -> list[Any]:
    """Parameters of a test of which some are left to ``script/test --long``."""
    return [
        pytest.param(*(each if isinstance(each, tuple) else (each,)), marks=pytest.mark.long) if each in long else each
        for each in parameters
    ]
