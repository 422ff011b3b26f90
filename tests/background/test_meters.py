"""What visitors use up: counted for all processes, forgotten as time goes by."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from accounts.models import RateBucket
from background import meters
from background.meters import Meter

pytestmark = [pytest.mark.django_db, pytest.mark.noted]


METER = Meter("test", limit=10, seconds=100)


class Clock:
    def __init__(self) -> None:
        self.now = 1_000_000.0

    def time(self) -> float:
        return self.now

    monotonic = time


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(meters, "time", SimpleNamespace(time=clock.time, monotonic=clock.monotonic))
    return clock


def test_what_is_used_up_is_there_again_by_and_by(clock: Clock) -> None:
    assert [METER.take({"ada": 1}, 4) for _ in range(2)] == [0, 0]
    assert METER.take({"ada": 1}, 4) == 20  # 2 are there, and one comes back every 10 seconds
    clock.now += 20
    assert METER.take({"ada": 1}, 4) == 0
    assert METER.usage(["ada", "bob"]) == {"ada": 10, "bob": 0}
    clock.now += 1000
    assert METER.usage(["ada"]) == {"ada": 0}
    assert METER.take({"ada": 1}, 10) == 0  # never more than the whole


def test_what_is_refused_does_not_count(clock: Clock) -> None:
    """Of two keys one may have room: then neither is charged."""
    METER.take({"here": 1}, 9)
    assert METER.take({"ada": 1, "here": 1}, 5) == 40
    assert METER.usage(["ada", "here"]) == {"ada": 0, "here": 9}


def test_some_keys_may_use_more(clock: Clock) -> None:
    waits = [METER.take({f"account {number}": 1, "accounts": 5}, 10) for number in range(6)]
    assert waits == [0, 0, 0, 0, 0, 20]


def test_what_was_not_needed_is_given_back_and_what_was_is_charged(clock: Clock) -> None:
    METER.take({"ada": 1}, 4)
    assert METER.add({"ada": 1}, -3) == 0
    assert METER.usage(["ada"]) == {"ada": 1}
    assert METER.add({"ada": 1}, 14) == 50
    assert METER.usage(["ada"]) == {"ada": 15}
    METER.add({"bob": 1}, -3)
    assert METER.take({"bob": 1}, 10) == 0
    assert METER.take({"bob": 1}, 1) == 10  # nobody gets more by giving back


DAY = 24 * 3600


def use(work: str) -> float:
    if work == "usage":
        METER.usage(["ada"])
        return 0
    return {
        "take": lambda: METER.take({"ada": 1}, 1),
        "add": lambda: METER.add({"ada": 1}, 1),
        "give back": lambda: METER.add({"ada": 1}, -1),
        "note": lambda: METER.note({"ada": 1}, 1, 0.5),
    }[work]()


@pytest.mark.parametrize("work", ["take", "add", "give back", "note", "usage"])
def test_a_clock_that_was_ahead_shuts_nobody_out(clock: Clock, work: str) -> None:
    clock.now += DAY
    METER.take({"ada": 1}, 10)
    meters.forget_notes()
    clock.now -= DAY
    assert use(work) <= 10  # as if all were used up
    assert METER.usage(["ada"])["ada"] <= 11
    clock.now += 110
    meters.forget_notes()
    assert METER.take({"ada": 1}, 10) == 0


def test_small_things_are_told_in_lumps(clock: Clock) -> None:
    assert [METER.note({"ada": 1}, 1, 5) for _ in range(4)] == [0] * 4
    assert not RateBucket.objects.exists()
    assert METER.note({"ada": 1}, 1, 5) == 0
    assert METER.usage(["ada"]) == {"ada": 5}
    METER.add({"ada": 1}, 5)  # another process
    for _ in range(4):
        METER.note({"ada": 1}, 1, 5)
    assert METER.closed_for({"ada": 1}) == 0  # as far as this process knows
    assert METER.note({"ada": 1}, 1, 5) == METER.closed_for({"ada": 1}) == 50
    clock.now += 50
    assert METER.closed_for({"ada": 1}) == 0


def test_what_was_noted_long_ago_is_not_told(clock: Clock) -> None:
    for _ in range(4):
        METER.note({"ada": 1}, 1, 5)
    clock.now += 101
    METER.note({"ada": 1}, 1, 5)
    assert not RateBucket.objects.exists()


def test_who_owes_nothing_is_forgotten(clock: Clock) -> None:
    METER.take({"ada": 1}, 1)
    METER.take({"bob": 1}, 10)
    clock.now += 50
    assert meters.sweep() == 1
    assert RateBucket.objects.get().key == "test:bob"


def test_of_many_at_once_so_many_and_no_more(race: Callable[[str], Any]) -> None:
    taken = race("""
from background.meters import Meter
meter = Meter("race", limit=30, seconds=1e6)
answers = at_once(lambda _: [meter.take({"ada": 1, "here": 2}, 1) == 0 for _ in range(15)], range(4))
print(json.dumps([sum(map(sum, answers)), round(meter.usage(["ada"])["ada"])]))
""")
    assert taken == [30, 30]
