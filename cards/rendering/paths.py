"""Path data of SVG as the operators of a PDF, converted once: icons, frames and panels are the same on many cards.

Curves are what WeasyPrint makes of them, an arc of a large circle three cubics and any other one: tests compare the
pixels.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import atan2, cos, pi, radians, sin, tan
from typing import Final

_COMMAND: Final = re.compile(r"([AaCcHhLlMmQqSsTtVvZz])([^AaCcHhLlMmQqSsTtVvZz]*)")
_NUMBER: Final = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_NUMBERS: Final = re.compile(_NUMBER)
_GAP: Final = r"[\s,]*"
# The two flags of an arc are single digits, which need nothing between them and what follows.
_ARCS: Final = re.compile(_GAP.join([f"({_NUMBER})"] * 3 + ["([01])"] * 2 + [f"({_NUMBER})"] * 2))
_PLAIN: Final = re.compile(r"\s*(?:[Mm][AaCcHhLlMmQqSsTtVvZz0-9eE.,+\-\s]*)?")
# Outlines of straight lines, as most of a landscape is written: PDF says the same with the letters behind.
_POLYGONS: Final = re.compile(r"(?:M-?[\d.]+ -?[\d.]+(?:L-?[\d.]+ -?[\d.]+)+Z)+")
_POINT: Final = re.compile(r"([ML])([^MLZ]+)")
_TAKES: Final = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7, "z": 0}
_LINE: Final = "%.4f %.4f l"
_CURVE: Final = "%.4f %.4f %.4f %.4f %.4f %.4f c"


class PathError(ValueError):
    """Path data that is none: nothing is drawn in its place."""


@lru_cache(maxsize=4096)
def operators(data: str) -> bytes:
    """The operators that construct a path; painting it is not among them. Raises ``PathError``."""
    if _POLYGONS.fullmatch(data):
        return _POINT.sub(r"\2 \1 ", data).replace("Z", "h ").lower().encode()
    if not _PLAIN.fullmatch(data):
        raise PathError(data[:80])
    pen = _PathPen()
    for letter, written in _COMMAND.findall(data):
        pen.draw(letter, _arguments(letter, written))
    # Every number has four decimals and a space behind it, so the zeros at its end are easily found.
    return " ".join([*pen.drawn, ""]).replace("000 ", " ").replace(".0 ", " ").encode()


def _arguments(letter: str, written: str) -> list[float]:
    if letter in "aA":
        numbers = [float(part) for arc in _ARCS.findall(written) for part in arc]
        remainder = _ARCS.sub("", written)
    else:
        numbers = [float(part) for part in _NUMBERS.findall(written)]
        remainder = ""
    takes = _TAKES[letter.lower()]
    if remainder.strip(" ,\t\r\n") or (len(numbers) % takes or not numbers if takes else numbers):
        raise PathError(f"{letter}{written}"[:80])
    return numbers


class _PathPen:
    """Where a path has come to, and what was drawn on the way."""

    def __init__(self) -> None:
        self.drawn: list[str] = []
        self.x = self.y = 0.0
        self.start = 0.0, 0.0
        self.control = 0.0, 0.0  # the last one of the curve before
        self.before = ""

    def draw(self, letter: str, numbers: Sequence[float]) -> None:
        """One command, as often as there are numbers for it."""
        kind = letter.lower()
        relative = letter == kind
        step: Callable[..., None] = getattr(self, f"_{kind}")
        takes = _TAKES[kind]
        if not takes:
            step(relative)
            self.before = kind
            return
        for start in range(0, len(numbers), takes):
            step(relative, *numbers[start : start + takes])
            self.before = kind
            if kind == "m":  # further points are lines
                kind, step = "l", self._l

    def _m(self, relative: bool, x: float, y: float) -> None:
        self._to(relative, x, y)
        self.start = self.x, self.y
        self.drawn.append(f"{self.x:.4f} {self.y:.4f} m")

    def _to(self, relative: bool, x: float, y: float) -> None:
        if relative:
            self.x += x
            self.y += y
        else:
            self.x, self.y = x, y

    def _l(self, relative: bool, x: float, y: float) -> None:
        self._to(relative, x, y)
        self.drawn.append(_LINE % (self.x, self.y))

    def _h(self, relative: bool, x: float) -> None:
        self.x = self.x + x if relative else x
        self.drawn.append(_LINE % (self.x, self.y))

    def _v(self, relative: bool, y: float) -> None:
        self.y = self.y + y if relative else y
        self.drawn.append(_LINE % (self.x, self.y))

    def _c(self, relative: bool, x1: float, y1: float, x2: float, y2: float, x3: float, y3: float) -> None:
        if relative:
            x, y = self.x, self.y
            x1, y1, x2, y2, x3, y3 = x1 + x, y1 + y, x2 + x, y2 + y, x3 + x, y3 + y
        self.drawn.append(_CURVE % (x1, y1, x2, y2, x3, y3))
        self.control = x2, y2
        self.x, self.y = x3, y3

    def _s(self, relative: bool, x2: float, y2: float, x3: float, y3: float) -> None:
        x1, y1 = self._mirrored("cs")
        if relative:
            x2, y2, x3, y3 = x2 + self.x, y2 + self.y, x3 + self.x, y3 + self.y
        self._c(False, x1, y1, x2, y2, x3, y3)

    def _mirrored(self, kinds: str) -> tuple[float, float]:
        """The first control of a curve that goes on smoothly."""
        if self.before not in tuple(kinds):
            return self.x, self.y
        return 2 * self.x - self.control[0], 2 * self.y - self.control[1]

    def _q(self, relative: bool, x1: float, y1: float, x2: float, y2: float) -> None:
        x, y = self.x, self.y
        if relative:
            x1, y1, x2, y2 = x1 + x, y1 + y, x2 + x, y2 + y
        self._c(False, (2 * x1 + x) / 3, (2 * y1 + y) / 3, (2 * x1 + x2) / 3, (2 * y1 + y2) / 3, x2, y2)
        self.control = x1, y1

    def _t(self, relative: bool, x: float, y: float) -> None:
        x1, y1 = self._mirrored("qt")
        self._q(False, x1, y1, *((x + self.x, y + self.y) if relative else (x, y)))

    def _z(self, _relative: bool) -> None:
        self.drawn.append("h")
        self.x, self.y = self.start

    def _a(
        self, relative: bool, rx: float, ry: float, turn: float, large: float, sweep: float, x: float, y: float
    ) -> None:
        from_x, from_y = self.x, self.y
        self._to(relative, x, y)
        across, down = round(self.x - from_x, 6), round(self.y - from_y, 6)
        for curve in _arc(abs(rx), abs(ry), turn, bool(large), bool(sweep), across, down):
            x1, y1, x2, y2, x3, y3 = curve
            numbers = (from_x + x1, from_y + y1, from_x + x2, from_y + y2, from_x + x3, from_y + y3)
            self.drawn.append(_CURVE % numbers)


@lru_cache(maxsize=4096)
def _arc(
    rx: float, ry: float, turn: float, large: bool, sweep: bool, across: float, down: float
) -> tuple[tuple[float, ...], ...]:
    """The curves of an arc from 0, 0 to a point: two controls and an end for each. Many arcs are the same but for
    where they are."""
    # Turned and squeezed so that the ellipse is a circle.
    cosine, sine = cos(radians(turn)), sin(radians(turn))
    if not rx or not ry:
        return ((0, 0, across, down, across, down),)
    squeeze = ry / rx
    end_x, end_y = across * cosine + down * sine, (down * cosine - across * sine) / squeeze
    chord = (end_x**2 + end_y**2) ** 0.5
    if not chord:
        return ()
    radius = max(rx, chord / 2)
    height = max(0.0, radius**2 - chord**2 / 4) ** 0.5 * (-1 if large == sweep else 1)
    centre_x = end_x / 2 - end_y / chord * height
    centre_y = end_y / 2 + end_x / chord * height
    first = atan2(-centre_y, -centre_x)
    angle = (atan2(end_y - centre_y, end_x - centre_x) - first) % (2 * pi) - (0 if sweep else 2 * pi)
    parts = 3 if large else 1
    step = angle / parts
    reach = 4 / 3 * tan(step / 4) * radius

    def placed(u: float, v: float) -> tuple[float, float]:
        return u * cosine - v * squeeze * sine, u * sine + v * squeeze * cosine

    curves = []
    for number in range(parts):
        start, end = first + number * step, first + (number + 1) * step
        u1, v1 = centre_x + radius * cos(start), centre_y + radius * sin(start)
        u2, v2 = centre_x + radius * cos(end), centre_y + radius * sin(end)
        a = placed(u1 - reach * sin(start), v1 + reach * cos(start))
        b = placed(u2 + reach * sin(end), v2 - reach * cos(end))
        curves.append((*a, *b, *placed(u2, v2)))
    return tuple(curves)
