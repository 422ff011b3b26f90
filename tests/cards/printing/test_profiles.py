"""Colour profiles that people send: whoever sends many pushes out their own."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from django.core.files.storage import default_storage

from cards.printing import profiles
from cards.printing.pieces import PrintProblem
from cards.printing.profiles import FOLDER, MOST_OF_ONE, keep_profile, profile_of
from tests.cards.printing.presses import press_profile


@pytest.fixture(autouse=True)
def a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profiles, "FOLDER", f"{FOLDER}-{tmp_path.name}")


class Clock:
    """Gives each profile that is kept a later time than the one before."""

    def __init__(self) -> None:
        self.now = 1_000_000

    def keep(self, sender: str, number: int) -> str:
        key = keep_profile(press_profile(name=f"Press {number}"), sender)
        self.now += 1
        os.utime(default_storage.path(f"{profiles.FOLDER}/{key}.icc"), (self.now, self.now))
        return key


def is_kept(key: str) -> bool:
    try:
        return profile_of(key) is not None
    except PrintProblem:
        return False


def test_whoever_sends_many_loses_their_own_oldest() -> None:
    clock = Clock()
    other = clock.keep("ada", 0)
    keys = [clock.keep("bob", number) for number in range(MOST_OF_ONE + 3)]
    assert [is_kept(key) for key in keys] == [False] * 3 + [True] * MOST_OF_ONE
    assert is_kept(other)
    assert clock.keep("bob", MOST_OF_ONE + 2) == keys[-1]  # the same again takes no room
    assert is_kept(keys[3])


def test_when_there_are_too_many_the_oldest_of_who_has_most_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profiles, "MOST", 6)
    clock = Clock()
    ada = clock.keep("ada", 0)
    bob = [clock.keep("bob", number) for number in range(4)]
    cleo, dan = clock.keep("cleo", 0), clock.keep("dan", 0)
    assert [is_kept(key) for key in (ada, *bob, cleo, dan)] == [True, False, True, True, True, True, True]
    again = clock.keep("dan", 1)
    assert [is_kept(key) for key in (ada, *bob, cleo, dan, again)] == [True, False, False, True, True, True, True, True]


def test_where_everybody_has_one_the_oldest_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profiles, "MOST", 3)
    clock = Clock()
    keys = [clock.keep(name, 0) for name in ("ada", "bob", "cleo", "dan")]
    assert [is_kept(key) for key in keys] == [False, True, True, True]
