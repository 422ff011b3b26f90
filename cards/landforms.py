"""The shapes that scenes are made of: path data in a box of 100 by 162, from a seeded chance and nothing else.

A layer fills everything below its line. ``top`` is where its line runs, ``depth`` goes from 0 (far) to 3 (near).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from math import cos, pi, sin
from typing import Final

WIDTH: Final = 100
HEIGHT: Final = 162

Point = tuple[float, float]
Layer = Callable[[random.Random, float, int], str]


def number(value: float) -> str:
    """As short as it can be written with one decimal."""
    return f"{value:.1f}".removesuffix(".0")


def polygon(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def disc(x: float, y: float, radius: float) -> str:
    r, width = number(radius), number(2 * radius)
    return f"M{number(x - radius)} {number(y)}a{r} {r} 0 1 1 {width} 0a{r} {r} 0 1 1-{width} 0Z"


def ellipse(x: float, y: float, wide: float, high: float) -> str:
    """An oval; ``wide`` and ``high`` are halves of its sides."""
    rx, ry, width = number(wide), number(high), number(2 * wide)
    return f"M{number(x - wide)} {number(y)}a{rx} {ry} 0 1 1 {width} 0a{rx} {ry} 0 1 1-{width} 0Z"


def crescent(x: float, y: float, radius: float) -> str:
    """A moon that wanes to the right."""
    r, wide, across = number(radius), number(radius * 1.06), number(radius * 1.4)
    start = f"M{number(x + radius * 0.7)} {number(y - radius * 0.71)}"
    return f"{start}a{r} {r} 0 1 0 0 {across}a{wide} {wide} 0 0 1 0-{across}Z"


def ground(points: Iterable[Point]) -> str:
    """Everything below a line that goes from the left to the right."""
    line = "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return f"M-4 {HEIGHT}L{line}L{WIDTH + 4} {HEIGHT}Z"


def curve(*points: float) -> str:
    """One relative cubic curve: two controls and the end, as x, y, x, y, x, y."""
    return "c" + " ".join(number(value) for value in points)


def swell(chance: random.Random, top: float, height: float, length: float) -> str:
    """Ground with a soft line: as many bows as fit, each ``length`` wide and ``height`` high."""
    x = -4 - chance.random() * length
    text = f"M{number(x)} {HEIGHT}V{number(top)}"
    up = chance.random() < 0.5
    while x < WIDTH + 4:
        step = length * (0.75 + 0.5 * chance.random())
        bow = height * (0.7 + 0.6 * chance.random()) * (-1 if up else 1)
        text += f"q{number(step / 2)} {number(bow)} {number(step)} 0"
        x, up = x + step, not up
    return f"{text}V{HEIGHT}Z"


def waves(chance: random.Random, top: float, depth: int) -> str:
    """Crests that all lean one way."""
    length = 11.0 + 3 * depth
    x = -4 - chance.random() * length
    text = f"M{number(x)} {HEIGHT}V{number(top)}"
    while x < WIDTH + 4:
        rise = (2.6 + depth) * (0.8 + 0.4 * chance.random())
        up, back = length * 0.8, length * 0.2
        text += curve(length * 0.45, 0, length * 0.62, -rise, up, -rise)
        text += curve(-length * 0.12, rise * 0.6, length * 0.1, rise, back, rise)
        x += length
    return f"{text}V{HEIGHT}Z"


def peaks(chance: random.Random, top: float, depth: int) -> str:
    """A jagged range."""
    points: list[Point] = []
    x, up = -8.0, chance.random() < 0.5
    while x < WIDTH + 10:
        points.append((x, top + (-chance.randint(9, 26 - 5 * depth) if up else chance.randint(0, 6))))
        x += chance.randint(7, 15)
        up = not up
    return ground(points)


def snow(chance: random.Random, top: float, count: int) -> tuple[str, str]:
    """Great mountains with snow on them: (rock, snow)."""
    rock, caps = "", ""
    for place in range(count):
        x = WIDTH * (place + 0.5) / count + chance.randint(-8, 8)
        y, half = top - chance.randint(22, 40), chance.randint(24, 36)
        foot = top + 12
        slope = (foot - y) / half
        rock += polygon([(x - half, foot), (x, y), (x + half, foot)])
        reach = chance.uniform(7, 11)
        low = y + slope * reach
        teeth = [
            (x + reach * part, low - slope * (1.6 if odd else -1.2)) for part, odd in ((0.5, 0), (0, 1), (-0.5, 0))
        ]
        caps += polygon([(x, y), (x + reach, low), *teeth, (x - reach, low)])
    return rock, caps


def trees(chance: random.Random, top: float, depth: int) -> str:
    """Conifers, each of three tiers."""
    text = ground([(-4, top + 1), (WIDTH + 4, top + 1)])
    x = -6.0
    while x < WIDTH + 6:
        tall = chance.randint(12, 20) + 3 * depth
        half = tall * 0.26
        foot = top + 2
        outline = [(x, foot - tall)]
        outline += [
            (x + half * side, foot - tall * high)
            for side, high in ((0.5, 0.62), (0.3, 0.62), (0.8, 0.3), (0.45, 0.3), (1, 0))
        ]
        outline += [(2 * x - a, b) for a, b in reversed(outline[1:])]
        text += polygon(outline)
        x += half * (1.1 + chance.random())
    return text


def dunes(chance: random.Random, top: float, depth: int) -> str:
    return swell(chance, top, 13 - 2 * depth, 52)


def fields(chance: random.Random, top: float, depth: int) -> str:
    """Rolling hills, with a hedge of round bushes on the crest."""
    text = swell(chance, top, 8, 46)
    x = chance.uniform(0, 24)
    while x < WIDTH:
        for _ in range(chance.randint(1, 4)):
            text += disc(x, top - chance.random() * 2, 1.6 + 0.5 * depth + chance.random())
            x += 2.6 + 0.5 * depth
        x += chance.uniform(12, 30)
    return text


def spires(chance: random.Random, top: float, depth: int) -> str:
    """A town of pointed towers."""
    points: list[Point] = []
    x = -4.0
    while x < WIDTH + 6:
        foot = top + 2 * sin(x / 23 + depth)
        wide = chance.uniform(3.4, 6) + 0.5 * depth
        if chance.random() < 0.55:
            tall = chance.randint(9, 25)
            eave = foot - tall
            points += [(x, foot), (x, eave), (x - 0.7, eave), (x + wide / 2, eave - wide * 1.9)]
            points += [(x + wide + 0.7, eave), (x + wide, eave), (x + wide, foot)]
        else:
            roof = foot - chance.randint(2, 6)
            points += [(x, roof), (x + wide / 2, roof - 2.4), (x + wide, roof)]
        x += wide + chance.uniform(0.4, 4)
    return ground(points)


def windows(chance: random.Random, top: float, count: int) -> str:
    lights = ((chance.uniform(4, 96), top + chance.uniform(2, 12)) for _ in range(count))
    return "".join(f"M{number(x)} {number(y)}h1v1.6h-1z" for x, y in lights)


def ruins(chance: random.Random, top: float, depth: int) -> str:
    """Columns, some of them broken, some still holding a beam."""
    text = swell(chance, top, 3, 36)
    x = chance.uniform(-6, 6)
    while x < WIDTH:
        wide = 4.4 + depth
        tall = chance.randint(14, 27)
        broken = chance.random() < 0.5
        head = top - tall
        slant = chance.uniform(2, 5) if broken else 0
        text += polygon([(x, top + 3), (x, head), (x + wide, head + slant), (x + wide, top + 3)])
        text += f"M{number(x - 1)} {number(top - 1.4)}h{number(wide + 2)}v5h-{number(wide + 2)}z"
        if not broken:
            text += f"M{number(x - 1.4)} {number(head - 2.6)}h{number(wide + 2.8)}v2.8h-{number(wide + 2.8)}z"
            if chance.random() < 0.6:
                text += f"M{number(x - 1.4)} {number(head - 5.6)}h{number(wide + 17)}v3.4h-{number(wide + 17)}z"
        x += wide + chance.uniform(9, 18)
    return text


def caverns(chance: random.Random, top: float, depth: int) -> str:
    """Stalagmites."""
    points: list[Point] = []
    x = -6.0
    while x < WIDTH + 6:
        wide, tall = chance.uniform(4, 9), chance.uniform(4, 17 - 2 * depth)
        points += [
            (x, top + 2),
            (x + wide * 0.42, top - tall * 0.4),
            (x + wide / 2, top - tall),
            (x + wide * 0.62, top - tall * 0.35),
            (x + wide, top + 2),
        ]
        x += wide + chance.uniform(0, 5)
    return ground(points)


def stalactites(chance: random.Random, low: float, reach: float) -> str:
    """The stalactites below the roof of a cave, lowest at the sides; ``low`` is how far the roof comes down."""
    points: list[Point] = [(-4, -4)]
    x = -6.0
    while x < WIDTH + 6:
        side = abs(x - 50) / 50
        base = low * (0.35 + 0.9 * side * side)
        wide, tall = chance.uniform(4, 9), reach * chance.uniform(0.3, 1) * (0.5 + side)
        points += [
            (x, base),
            (x + wide * 0.4, base + tall * 0.4),
            (x + wide / 2, base + tall),
            (x + wide * 0.62, base + tall * 0.35),
        ]
        x += wide
    return polygon([*points, (WIDTH + 4, low), (WIDTH + 4, -4)])


def clouds(chance: random.Random, top: float, depth: int) -> str:
    """A bank of round clouds."""
    text = ground([(-4, top + 4), (WIDTH + 4, top + 4)])
    x = -4.0
    while x < WIDTH + 8:
        radius = chance.uniform(5, 10) + depth
        text += disc(x, top + 4 - chance.random() * 3, radius)
        x += radius * chance.uniform(0.8, 1.2)
    return text


def cloud(chance: random.Random, x: float, y: float, size: float) -> str:
    text = f"M{number(x - 2 * size)} {number(y)}h{number(4 * size)}"
    for place, high in ((-1.5, 0.5), (-0.7, 0.9), (0.2, 1.15), (1.1, 0.75), (1.7, 0.45)):
        radius = size * high * chance.uniform(0.85, 1.1)
        left = x + place * size - radius
        text += f"M{number(left)} {number(y)}a{number(radius)} {number(radius)} 0 0 1 {number(2 * radius)} 0z"
    return text


def marsh(chance: random.Random, top: float, depth: int) -> str:
    """Flat banks with reeds."""
    text = swell(chance, top, 2.4, 30)
    x = chance.uniform(0, 20)
    while x < WIDTH:
        for _ in range(chance.randint(3, 6)):
            tall, lean = chance.uniform(8, 17) + 2 * depth, chance.uniform(-3, 3)
            tip_x, tip_y = x + lean, top - tall
            text += polygon([(x - 0.5, top + 2), (tip_x, tip_y), (x + 0.6, top + 2)])
            if chance.random() < 0.5:
                text += f"M{number(tip_x - 0.8)} {number(tip_y + 4)}a.8 2.6 0 0 1 1.6 0a.8 2.6 0 0 1-1.6 0z"
            x += chance.uniform(1, 2.6)
        x += chance.uniform(8, 24)
    return text


def flames(chance: random.Random, top: float, depth: int) -> str:
    """Tongues of fire."""
    x = -8.0
    text = f"M-8 {HEIGHT}V{number(top)}"
    while x < WIDTH + 6:
        wide, tall = chance.uniform(8, 13) + depth, chance.uniform(12, 30) - 3 * depth
        lean = chance.uniform(-3, 4)
        text += curve(wide * 0.1, -tall * 0.5, wide * 0.7 + lean, -tall * 0.45, wide * 0.45 + lean, -tall)
        text += curve(wide * 0.4, tall * 0.35, wide * 0.75 - lean, tall * 0.5, wide * 0.55 - lean, tall)
        x += wide
    return f"{text}V{HEIGHT}Z"


def rubble(chance: random.Random, top: float, _depth: int) -> str:
    """Low ground strewn with stones."""
    text = swell(chance, top, 3, 40)
    x = chance.uniform(-4, 8)
    while x < WIDTH + 4:
        wide, tall = chance.uniform(4, 11), chance.uniform(2, 5.5)
        text += polygon(
            [
                (x, top + 3),
                (x + wide * 0.12, top - tall * 0.6),
                (x + wide * chance.uniform(0.3, 0.5), top - tall),
                (x + wide * 0.85, top - tall * chance.uniform(0.4, 0.8)),
                (x + wide, top + 3),
            ]
        )
        x += wide + chance.uniform(-1, 9)
    return text


def undergrowth(chance: random.Random, top: float, _depth: int) -> str:
    """Low ground with tufts of grass and round leaves."""
    text = swell(chance, top, 3, 44)
    x = chance.uniform(-4, 4)
    while x < WIDTH + 4:
        if chance.random() < 0.6:
            for blade in range(chance.randint(4, 7)):
                foot, lean = x + 1.5 * blade, chance.uniform(-2.4, 2.4)
                text += polygon(
                    [(foot - 0.9, top + 2), (foot + lean, top - chance.uniform(3, 7.5)), (foot + 0.9, top + 2)]
                )
            x += 9
        else:
            for _ in range(chance.randint(2, 4)):
                text += disc(x, top - chance.uniform(0, 1.6), chance.uniform(2, 3.2))
                x += 2.8
        x += chance.uniform(2, 11)
    return text


def wall(chance: random.Random, top: float, _depth: int) -> str:
    """A low parapet, here and there broken."""
    points: list[Point] = []
    x = -8 - chance.random() * 6
    while x < WIDTH + 8:
        wide, gap = chance.uniform(6, 8), chance.uniform(3, 5)
        tall = 4.4 if chance.random() < 0.8 else chance.uniform(0, 2)
        points += [(x, top), (x, top - tall), (x + wide, top - tall), (x + wide, top)]
        x += wide + gap
    return ground(points)


def specks(chance: random.Random, count: int, low: float, high: float, size: float) -> str:
    return "".join(
        disc(chance.uniform(2, 98), chance.uniform(low, high), size * chance.uniform(0.5, 1.3)) for _ in range(count)
    )


def twinkles(chance: random.Random, count: int, low: float, high: float) -> str:
    """Stars with four points."""
    text = ""
    for _ in range(count):
        x, y, r = chance.uniform(6, 94), chance.uniform(low, high), chance.uniform(1.6, 3.2)
        points = [
            (
                x + cos(k * pi / 4) * r * (1 if k % 2 == 0 else 0.24),
                y + sin(k * pi / 4) * r * (1 if k % 2 == 0 else 0.24),
            )
            for k in range(8)
        ]
        text += polygon(points)
    return text


def beams(chance: random.Random, x: float, y: float) -> str:
    """Wedges of light all around a point, out of the box."""
    text, angle, end = "", chance.random(), 2 * pi
    start = angle
    while angle < start + end - 0.2:
        wide = chance.uniform(0.1, 0.24)
        rim = [(x + 190 * cos(turn), y + 190 * sin(turn)) for turn in (angle, angle + wide)]
        text += polygon([(x, y), *rim])
        angle += wide + chance.uniform(0.12, 0.26)
    return text


def glints(chance: random.Random, x: float, top: float, low: float) -> str:
    text, y = "", top
    while y < low:
        wide = chance.uniform(4, 13)
        text += f"M{number(x - wide + chance.uniform(-3, 3))} {number(y)}h{number(2 * wide)}v.8h-{number(2 * wide)}z"
        y += chance.uniform(1.8, 3)
    return text
