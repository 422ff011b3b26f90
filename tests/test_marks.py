"""Tests that are slow are named by files that are there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.long_runs import LONG
from tests.marks import SLOW


@pytest.mark.parametrize("place", SLOW)
def test_what_is_called_slow_is_there(root: Path, place: str) -> None:
    path, _, name = place.partition("::")
    assert (root / path).exists()
    assert not name or f"def {name}(" in (root / path).read_text("utf-8")


@pytest.mark.parametrize("place", LONG)
def test_what_is_called_long_is_there(root: Path, place: str) -> None:
    text = (root / place).read_text("utf-8")
    assert [name for name in sorted(LONG[place]) if f"def {name.partition('[')[0]}(" not in text] == []


def test_marks_come_from_fixtures_and_files(pytestconfig: pytest.Config, request: pytest.FixtureRequest) -> None:
    names = {mark.name for mark in request.node.iter_markers()}
    assert not names & {"browser", "database", "slow"}


@pytest.mark.usefixtures("db")
def test_what_asks_for_the_database_says_so(request: pytest.FixtureRequest) -> None:
    assert request.node.get_closest_marker("database")


@pytest.mark.django_db
def test_by_its_mark_too(request: pytest.FixtureRequest) -> None:
    assert request.node.get_closest_marker("database")


def test_processes_on_databases_of_their_own_are_slow(race: object, request: pytest.FixtureRequest) -> None:
    assert request.node.get_closest_marker("slow").args
