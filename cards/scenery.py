"""The landscape behind a card's subject, drawn from the hash of its name: always the same for a name."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import lru_cache
from math import sin

from cards.subjects import seed_of

WIDTH = 100
HEIGHT = 120


@dataclass(frozen=True, slots=True)
class Scenery:
    """SVG parts in a box of 100 by 120: a sun or moon, stars, and three layers of land from far to near."""

    sun: tuple[int, int, int]  # cx, cy, r
    stars: tuple[tuple[int, int], ...]
    layers: tuple[str, ...]  # path data


@lru_cache(maxsize=4096)
def scenery_of(name: str, tint: str) -> Scenery:
    """The landscape for a card."""
    chance = random.Random(seed_of(name))
    side = chance.choice((chance.randint(18, 34), chance.randint(66, 82)))
    sun = (side, chance.randint(16, 34), chance.randint(8, 14))
    stars = tuple((chance.randint(4, 96), chance.randint(4, 58)) for _ in range(9)) if tint in ("dusk", "iron") else ()
    draw = {"tide": _waves, "ember": _peaks, "iron": _peaks, "grove": _trees, "amber": _dunes, "dusk": _spires}[tint]
    layers = tuple(draw(chance, 66 + 15 * depth, depth) for depth in range(3))
    return Scenery(sun, stars, layers)


def _closed(points: list[tuple[float, float]]) -> str:
    line = " ".join(f"{x:.0f} {y:.0f}" for x, y in points)
    return f"M0 {HEIGHT}L{line} {WIDTH} {HEIGHT}Z"


def _waves(chance: random.Random, top: int, depth: int) -> str:
    phase, length = chance.random() * 6, 7 - depth
    return _closed([(x, top + 2.6 * sin(x / length + phase) + 1.5 * sin(x / 3 + phase)) for x in range(0, 101, 4)])


def _dunes(chance: random.Random, top: int, depth: int) -> str:
    phase = chance.random() * 6
    return _closed([(x, top + (7 - depth) * sin(x / 21 + phase) + 2 * sin(x / 9)) for x in range(0, 101, 4)])


def _peaks(chance: random.Random, top: int, depth: int) -> str:
    points: list[tuple[float, float]] = []
    x, up = -6.0, True
    while x < WIDTH + 8:
        points.append((x, top + (-chance.randint(7, 22 - 4 * depth) if up else chance.randint(0, 7))))
        x += chance.randint(7, 15)
        up = not up
    return _closed(points)


def _trees(chance: random.Random, top: int, depth: int) -> str:
    points: list[tuple[float, float]] = []
    x = -4.0
    while x < WIDTH + 6:
        width, tall = chance.randint(5, 8) + depth, chance.randint(8, 17)
        foot = top + 3 * sin(x / 17)
        points += [(x, foot), (x + width / 2, foot - tall), (x + width, foot)]
        x += width + chance.randint(0, 6)
    return _closed(points)


def _spires(chance: random.Random, top: int, depth: int) -> str:
    points: list[tuple[float, float]] = []
    x = -4.0
    while x < WIDTH + 6:
        foot = top + 4 * sin(x / 23 + depth)
        if chance.random() < 0.35:
            tall = chance.randint(10, 24)
            points += [(x, foot), (x, foot - tall), (x + 2.5, foot - tall - 7), (x + 5, foot - tall), (x + 5, foot)]
        points.append((x + 6, foot))
        x += chance.randint(7, 13)
    return _closed(points)
