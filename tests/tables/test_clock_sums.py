"""The arithmetic of clocks: nothing is lost, nothing is counted twice, what the server lost costs nobody."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contract.clocks import (
    DAYS,
    FISCHER,
    OPENING,
    TURN,
    Clocks,
    ClockSetting,
    Span,
    counted,
    moment_after,
    read_clock,
)
from engine.kernel.reading import Reader

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
seconds = st.integers(-3600, 36000)
lengths = st.lists(st.tuples(seconds, st.integers(0, 7200)), max_size=6)


def at(offset: float) -> datetime:
    return NOON + timedelta(seconds=offset)


def spans_of(parts: list[tuple[int, int]]) -> list[Span]:
    return [(at(begin), at(begin + length)) for begin, length in parts]


@given(seconds, seconds, seconds, lengths)
def test_parts_of_a_span_add_up(first: int, second: int, third: int, parts: list[tuple[int, int]]) -> None:
    begin, middle, end = sorted((first, second, third))
    spans = spans_of(parts)
    whole = counted(at(begin), at(end), spans)
    assert counted(at(begin), at(middle), spans) + counted(at(middle), at(end), spans) == whole
    assert 0 <= whole <= (end - begin) * 1000


@given(seconds, st.integers(0, 90_000_000), lengths)
def test_time_is_up_when_all_of_it_was_counted(since: int, amount: int, parts: list[tuple[int, int]]) -> None:
    spans = spans_of(parts)
    end = moment_after(at(since), amount, spans)
    assert counted(at(since), end, spans) == amount
    assert amount == 0 or counted(at(since), end - timedelta(milliseconds=1), spans) < amount


@given(seconds, seconds, lengths)
def test_a_clock_that_is_put_back_costs_nothing(first: int, second: int, parts: list[tuple[int, int]]) -> None:
    earlier, later = sorted((first, second))
    assert counted(at(later), at(earlier), spans_of(parts)) == 0


@given(st.integers(1, 3600), st.integers(0, 3600), st.integers(1, 86400))
def test_an_outage_costs_nobody_anything(before: int, after: int, outage: int) -> None:
    down = (at(before), at(before + outage))
    assert counted(at(0), at(before + outage + after), [down]) == (before + after) * 1000


def game_of(setting: ClockSetting) -> Clocks:
    return Clocks.new(setting, ("A", "B"), ("A",), NOON)


@given(st.lists(st.integers(0, 200), min_size=1, max_size=40), st.integers(0, 30))
def test_a_game_s_clocks_add_up(turns: list[int], increment: int) -> None:
    """Of each seat: what it began with, and an increment for each turn, is what it has used and has left."""
    clocks = game_of(ClockSetting(FISCHER, 600, increment))
    offset, used, played = 0, {"A": 0, "B": 0}, {"A": 0, "B": 0}
    for number, length in enumerate(turns):
        mover, other = ("A", "B") if number % 2 == 0 else ("B", "A")
        offset += length
        clocks = clocks.after(at(offset), number + 1, (other,), is_new=True, doer=mover)
        used[mover] += length if played[mover] else max(0, length - OPENING)
        played[mover] += 1
        assert [name for name, clock in clocks.seats.items() if clock.runs] == [other]
    for name, clock in clocks.seats.items():
        assert clock.left == 1000 * (600 - used[name] + increment * played[name])


@given(st.lists(st.integers(0, 50), min_size=2, max_size=20))
def test_one_turn_in_many_actions_costs_what_it_costs_in_one(pauses: list[int]) -> None:
    in_many = game_of(ClockSetting(FISCHER, 3000, 7))
    in_many = in_many.after(at(0), 1, ("A",), is_new=False, doer="A")  # the opening is over
    begun, offset = in_many, 0
    for number, pause in enumerate(pauses):
        offset += pause
        is_last = number == len(pauses) - 1
        in_many = in_many.after(at(offset), number + 2, ("B",) if is_last else ("A",), is_new=is_last, doer="A")
    in_one = begun.after(at(offset), 2, ("B",), is_new=True, doer="A")
    assert in_many.seats == in_one.seats
    assert in_one.seats["A"].left == 1000 * (3000 + 7 - offset)


@pytest.mark.parametrize("kind", [TURN, DAYS])
def test_a_turn_s_limit_begins_anew_with_each_turn(kind: str) -> None:
    clocks = game_of(ClockSetting(kind, 86400))
    clocks = clocks.after(at(100), 1, ("A",), is_new=False, doer="A")
    clocks = clocks.after(at(300), 2, ("B",), is_new=True, doer="A")
    assert clocks.seats["B"].left == 86400_000 and clocks.seats["B"].since == 2
    clocks = clocks.after(at(500), 3, ("A",), is_new=True, doer="B")
    assert clocks.seats["A"].left == 86400_000 and clocks.seats["A"].since == 3


def test_a_charge_that_was_written_counts_whatever_the_stamps_say() -> None:
    clocks = game_of(ClockSetting(FISCHER, 60)).after(at(0), 1, ("A",), is_new=False, doer="A")
    clocks = clocks.after(at(5000), 2, ("B",), is_new=True, doer="A", charged={"A": 2500})
    assert clocks.seats["A"].left == 57_500


def test_taking_a_turn_back_gives_no_time_and_no_increment() -> None:
    clocks = game_of(ClockSetting(FISCHER, 60, 5)).after(at(10), 1, ("B",), is_new=True, doer="A")
    back = clocks.after(at(20), 2, ("A",), is_new=True)
    assert back.seats["A"].left == clocks.seats["A"].left and back.seats["A"].runs


def test_several_who_are_to_act_are_charged_each() -> None:
    setting = ClockSetting(FISCHER, 60, 5)
    clocks = Clocks.new(setting, ("A", "B"), ("A", "B"), NOON).after(at(0), 1, ("A", "B"), is_new=False, doer="A")
    clocks = clocks.after(at(20), 2, ("B",), is_new=False, doer="A")
    assert (clocks.seats["A"].left, clocks.seats["A"].runs) == (60_000 - 20_000 + 5_000, False)
    assert (clocks.seats["B"].left, clocks.seats["B"].free, clocks.seats["B"].runs) == (60_000, 40_000, True)


@pytest.mark.parametrize(
    "written",
    [
        {"kind": FISCHER, "base": 300, "increment": 5},
        {"kind": TURN, "seconds": 60},
        {"kind": DAYS, "days": 3},
    ],
)
def test_a_setting_is_read_as_it_is_written(written: dict[str, object]) -> None:
    reader = Reader()
    setting = read_clock(reader, written, None)
    assert setting is not None and not reader.faults
    assert setting.written() == written and ClockSetting.from_json(written) == setting


@pytest.mark.parametrize(
    "data",
    [
        *(7, "fischer", [], {}, {"kind": "sand"}, {"kind": FISCHER}, {"kind": FISCHER, "base": 300}),
        {"kind": FISCHER, "base": 5, "increment": 0},
        {"kind": FISCHER, "base": 300, "increment": -1},
        {"kind": TURN, "seconds": 60, "base": 1},
        {"kind": TURN, "seconds": True},
        {"kind": DAYS, "days": 61},
        {"kind": ["fischer"], "base": 300, "increment": 0},
    ],
)
def test_what_is_no_clock_is_refused(data: object) -> None:
    reader = Reader()
    read_clock(reader, data, None)
    assert reader.faults and all(fault.at.startswith("/clock") for fault in reader.faults)


def test_a_clock_and_a_deadline_are_not_for_one_game() -> None:
    reader = Reader()
    read_clock(reader, {"kind": TURN, "seconds": 60}, 300)
    assert [fault.at for fault in reader.faults] == ["/deadline"]
