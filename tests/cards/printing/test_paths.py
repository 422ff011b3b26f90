"""Path data as PDF operators: what WeasyPrint makes of it, and errors for what is no path."""

from __future__ import annotations

import re
from collections import deque
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from weasyprint.svg.path import path as weasyprint_path

from cards.icons import drawings
from cards.ornaments import ornaments
from cards.rendering.paths import PathError, operators
from cards.scenery import SCENES, scenery_of

PATH_DATA: Final = re.compile(r' d="([^"]*)"')
Step = tuple[str, tuple[float, ...]]


class _Recorder:
    """As much of an SVG image, of a node and of a stream as WeasyPrint asks for when it converts a path."""

    def __init__(self, data: str) -> None:
        self.stream = self
        self.vertices: deque[Any] = deque()
        self.steps: list[Step] = []
        self._data = data

    def get(self, _name: str, _default: str = "") -> str:
        return self._data

    def point(self, x: str | float, y: str | float, _font_size: float) -> tuple[float, float]:
        return float(x), float(y)

    def move_to(self, *numbers: float) -> None:
        self.steps.append(("m", numbers))

    def line_to(self, *numbers: float) -> None:
        self.steps.append(("l", numbers))

    def curve_to(self, *numbers: float) -> None:
        self.steps.append(("c", numbers))

    def close(self) -> None:
        self.steps.append(("h", ()))


def by_weasyprint(data: str) -> list[Step]:
    recorder = _Recorder(data)
    weasyprint_path(recorder, recorder, 16)
    return recorder.steps[1:]  # it always begins at 0, 0


def by_us(data: str) -> list[Step]:
    steps: list[Step] = []
    numbers: list[float] = []
    for word in operators(data).decode().split():
        if word.isalpha():
            steps.append((word, tuple(numbers)))
            numbers = []
        else:
            numbers.append(float(word))
    assert not numbers
    return steps


def assert_same(data: str) -> None:
    ours, theirs = by_us(data), by_weasyprint(data)
    assert [name for name, _numbers in ours] == [name for name, _numbers in theirs]
    for (_name, our_point), (_same, their_point) in zip(ours, theirs, strict=True):
        assert our_point == pytest.approx(their_point, abs=2e-4)


def test_icons_are_what_weasyprint_makes_of_them() -> None:
    for name in sorted(drawings())[::60]:
        assert_same(drawings()[name])


@pytest.mark.parametrize("scene", SCENES)
def test_landscapes_are_what_weasyprint_makes_of_them(scene: str) -> None:
    scenery = scenery_of(scene, "tide", "Ferry Pike")
    for shape in (*scenery.behind, *scenery.before):
        assert_same(shape.d)


def test_ornaments_are_what_weasyprint_makes_of_them() -> None:
    for ornament in ornaments().values():
        for data in PATH_DATA.findall(ornament.body):
            assert_same(data)


_NUMBER = st.integers(-900, 900).map(lambda number: number / 10)
_POSITIVE = st.integers(1, 400).map(lambda number: number / 10)
_FLAG = st.sampled_from((0, 1))


def _command(letters: str, *numbers: st.SearchStrategy[Any]) -> st.SearchStrategy[str]:
    return st.builds(
        lambda letter, parts: f"{letter}{' '.join(f'{part:g}' for part in parts)}",
        st.sampled_from(letters),
        st.tuples(*numbers),
    )


_COMMANDS = st.one_of(
    _command("lL", _NUMBER, _NUMBER),
    _command("hHvV", _NUMBER),
    _command("cC", *(_NUMBER,) * 6),
    _command("qQ", *(_NUMBER,) * 4),
    _command("mM", _NUMBER, _NUMBER),
    _command("a", _POSITIVE, _POSITIVE, st.sampled_from((0, 30, -75)), _FLAG, _FLAG, _POSITIVE, _POSITIVE),
)


@given(st.lists(_COMMANDS, min_size=1, max_size=8), st.booleans())
def test_any_path_is_what_weasyprint_makes_of_it(commands: list[str], closed: bool) -> None:
    assert_same(f"M1 2{''.join(commands)}{'l3 4z' if closed else ''}")


@pytest.mark.parametrize(
    ("data", "written"),
    [
        ("M1 2L3.5 4L-5 6Z", "1 2 m 3.5 4 l -5 6 l h "),
        ("M1 2l1-1.5.5.5z", "1 2 m 2 0.5 l 2.5 1 l h "),
        ("M0 0 1 1", "0 0 m 1 1 l "),
        ("m1e1,2E-1h-.5V7", "10 0.2 m 9.5 0.2 l 9.5 7 l "),
        ("M0 0zm1 1", "0 0 m h 1 1 m "),
        ("M0 0S1 1 2 0s1 1 2 0", "0 0 m 0 0 1 1 2 0 c 3 -1 3 1 4 0 c "),
        ("M0 0a0 3 0 0 1 5 6", "0 0 m 0 0 5 6 5 6 c "),  # flat: a line
        ("M1000 100L3000 200", "1000 100 m 3000 200 l "),
        ("M1 1a3 3 0 110 0", "1 1 m "),  # to where it begins: none
        ("", ""),
    ],
)
def test_what_is_written(data: str, written: str) -> None:
    assert operators(data).decode() == written


def test_smooth_quadratic_curves_mirror_the_one_before() -> None:
    assert by_us("M0 0Q1 1 2 0T4 0") == by_us("M0 0Q1 1 2 0Q3-1 4 0")
    assert by_us("M0 0L2 0T4 0") == by_us("M0 0L2 0Q2 0 4 0")
    assert by_us("M0 0q1 1 2 0t2 0 2 0") == by_us("M0 0Q1 1 2 0Q3-1 4 0Q5 1 6 0")


def test_small_numbers_have_no_exponents() -> None:
    assert b"e" not in operators("M.1.2l-.1-.2l1e-9 0")


@pytest.mark.parametrize(
    "data", ["x", "M1 2 foo", "M1", "L1 2 3", "M0 0a1 1 0 2 0 1 1", "M0 0C1 2 3", "M0 0z5", "1 2", "M1 2L#", "M1 2 ("]
)
def test_what_is_no_path_is_an_error(data: str) -> None:
    with pytest.raises(PathError):
        operators(data)
