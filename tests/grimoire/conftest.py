"""Fixtures for this room. No clock decides how they end; and for tests of several at the same moment there is a
process of its own with threads, on a database in a file."""

from __future__ import annotations

from datetime import datetime, tzinfo

import pytest

from accounts.models import Owner
from tests.grimoire.factories import make_owner

# Sets Django up, and defines ``at_once(work, items)``: what each of some threads, let loose together, came to. With
# ``tell`` an exception counts as an answer, by its name; else it is the end of the process.
BEGUN = datetime.now().astimezone()


class OneDay(datetime):
    """A day that does not end at midnight."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:
        return BEGUN.astimezone(tz)


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches end when they have counted enough, however slow the machine is; and it is the same day all the time."""
    monkeypatch.setattr("grimoire.proving.services.QUICK_SECONDS", 3600.0)
    monkeypatch.setattr("grimoire.lines.MAX_SECONDS", 3600.0)
    monkeypatch.setattr("grimoire.browsing.daily.datetime", OneDay)


@pytest.fixture
def author() -> Owner:
    """Whose puzzles they are."""
    return make_owner("mirabel")
