"""Marks that tests get by themselves."""

from __future__ import annotations

import pytest


def test_marks_come_from_fixtures(request: pytest.FixtureRequest) -> None:
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
