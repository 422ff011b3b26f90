"""The landscape behind a card's subject, drawn from a seed: always the same for a scene, a tint and a seed."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from cards import landforms as land
from cards.colours import TINTS, Tint, mix
from cards.subjects import seed_of

CACHE_SIZE: Final = 1024  # landscapes, of some 6 kB each, that a process keeps
WIDTH: Final = land.WIDTH
HEIGHT: Final = land.HEIGHT
# Where the lines of the layers run, from far to near; the last one stands before the subject, over the lowest tenth
# of it, and is low in every scene.
_TOPS: Final = (86.0, 95.0, 103.0, 111.0)


@dataclass(frozen=True, slots=True)
class Shape:
    """A filled path: ``d`` is path data, ``fill`` is ``#rrggbb``, ``opacity`` is 0 to 1."""

    d: str
    fill: str
    opacity: float = 1

    @property
    def markup(self) -> str:
        faded = "" if self.opacity == 1 else f' fill-opacity="{self.opacity}"'
        return f'<path fill="{self.fill}"{faded} d="{self.d}"/>'


@dataclass(frozen=True, slots=True)
class Scenery:
    """Shapes in a box of 100 by 162: those behind the subject and those before it, from far to near; ``sun_x`` is where
    the light comes from."""

    behind: tuple[Shape, ...]
    before: tuple[Shape, ...]
    sun_x: float


@dataclass(slots=True)
class _Canvas:
    """The canvas of a scene: ``shapes`` are behind the subject, ``before`` is the foreground."""

    chance: random.Random
    tint: Tint
    sun: tuple[float, float, float]  # x, y, radius
    shapes: list[Shape]
    before: list[Shape]
    tops: tuple[float, ...] = _TOPS

    def add(self, d: str, fill: str, opacity: float = 1) -> None:
        self.shapes.append(Shape(d, fill, opacity))

    def tone(self, depth: float) -> str:
        """The land's colour at a depth, 0 (far) to 3 (near)."""
        return mix(mix(self.tint.far, self.tint.sky, 0.3), self.tint.near, depth / 3)

    def layers(self, draw: land.Layer, depths: tuple[int, ...] = (0, 1, 2), rim: float = 0.22) -> None:
        """Land from far to near, each edge with a thin line of light on it."""
        for depth in depths:
            self._lined(self.shapes, draw, self.tops[depth], depth, self.tone(depth * 0.8), rim)

    def front(self, draw: land.Layer, depth: int = 3, down: float = 0, rim: float = 0.22) -> None:
        """The land before the subject."""
        self._lined(self.before, draw, self.tops[3] + down, depth, self.tone(2.8), rim)

    def _lined(self, shapes: list[Shape], draw: land.Layer, top: float, depth: int, tone: str, rim: float) -> None:
        state = self.chance.getstate()
        shapes.append(Shape(draw(self.chance, top - 0.7, depth), mix(tone, self.tint.glow, rim)))
        self.chance.setstate(state)
        shapes.append(Shape(draw(self.chance, top, depth), tone))


def _rings(canvas: _Canvas, rings: int = 6, reach: float = 104) -> None:
    """The rim's colour, with ever lighter rings towards the sun."""
    x, y, radius = canvas.sun
    canvas.add(f"M0 0H{WIDTH}V{HEIGHT}H0Z", canvas.tint.rim)
    for ring in range(rings):
        share = (ring + 1) / rings
        around = radius + (reach - radius) * (1 - share) ** 1.25 + 4 * (1 - share) + 3
        canvas.add(land.disc(x, y, around), _lit(canvas.tint, share))


def _strata(canvas: _Canvas) -> None:
    """An evening: bands of haze, ever lighter towards the land."""
    canvas.add(f"M0 0H{WIDTH}V{HEIGHT}H0Z", canvas.tint.rim)
    top, bands = canvas.chance.uniform(16, 24), 6
    for band in range(bands):
        drawn = land.swell(canvas.chance, top, canvas.chance.uniform(3, 6), 64)
        canvas.add(drawn, _lit(canvas.tint, (band + 1) / (bands + 1)))
        top += canvas.chance.uniform(9, 13)


def _beams(canvas: _Canvas) -> None:
    """Beams of light from the sun over two rings."""
    x, y, radius = canvas.sun
    canvas.add(f"M0 0H{WIDTH}V{HEIGHT}H0Z", mix(canvas.tint.rim, canvas.tint.sky, 0.35))
    canvas.add(land.beams(canvas.chance, x, y), canvas.tint.sky, 0.75)
    for share in (0.62, 0.84):
        canvas.add(land.disc(x, y, radius + 44 * (1 - share) + 3), _lit(canvas.tint, share))


def _lit(tint: Tint, share: float) -> str:
    """The sky's colour, 0 at the rim, 1 at the sun."""
    return mix(tint.rim, tint.sky, share * 1.7) if share < 0.6 else mix(tint.sky, tint.glow, (share - 0.6) * 1.6)


def _sun(canvas: _Canvas) -> None:
    canvas.add(land.disc(*canvas.sun), canvas.tint.glow)


def _waves(canvas: _Canvas) -> None:
    _sun(canvas)
    canvas.layers(land.waves, (0,))
    canvas.add(land.glints(canvas.chance, canvas.sun[0], canvas.tops[0] + 2, canvas.tops[1]), canvas.tint.glow, 0.6)
    canvas.layers(land.waves, (1, 2), 0.4)
    canvas.front(land.waves, 1, rim=0.4)


def _peaks(canvas: _Canvas) -> None:
    _sun(canvas)
    rock, caps = land.snow(canvas.chance, canvas.tops[0], 3)
    canvas.add(rock, canvas.tone(0.1))
    canvas.add(caps, mix(canvas.tint.glow, canvas.tint.sky, 0.25))
    canvas.layers(land.peaks, (1,))
    canvas.layers(land.dunes, (2,))
    canvas.front(land.rubble)


def _trees(canvas: _Canvas) -> None:
    _sun(canvas)
    canvas.layers(land.dunes, (0,))
    canvas.layers(land.trees, (0, 1))
    canvas.layers(land.dunes, (2,))
    canvas.front(land.undergrowth)


def _dunes(canvas: _Canvas) -> None:
    _sun(canvas)
    canvas.layers(land.dunes, rim=0.4)
    canvas.front(land.dunes, rim=0.4)


def _spires(canvas: _Canvas) -> None:
    canvas.add(land.specks(canvas.chance, 14, 18, 66, 0.6), canvas.tint.glow, 0.8)
    _sun(canvas)
    canvas.layers(land.spires, (0, 1))
    canvas.add(land.windows(canvas.chance, canvas.tops[1], 22), canvas.tint.glow, 0.85)
    canvas.layers(land.dunes, (2,))
    canvas.front(land.wall)


def _ruins(canvas: _Canvas) -> None:
    _sun(canvas)
    canvas.layers(land.dunes, (0,))
    canvas.layers(land.ruins, (1,), 0.35)
    canvas.layers(land.dunes, (2,))
    canvas.front(land.rubble)


def _caverns(canvas: _Canvas) -> None:
    for low, reach, depth in ((30, 34, 0.5), (26, 24, 1.5), (19, 18, 2.6)):
        canvas.add(land.stalactites(canvas.chance, low, reach), canvas.tone(depth))
    canvas.layers(land.caverns)
    canvas.front(land.caverns, 5)


def _clouds(canvas: _Canvas) -> None:
    _sun(canvas)
    for _ in range(3):
        at = canvas.chance.uniform(8, 92), canvas.chance.uniform(34, 70)
        canvas.add(land.cloud(canvas.chance, *at, canvas.chance.uniform(6, 10)), canvas.tint.glow, 0.55)
    for depth in range(4):
        pale = mix(canvas.tint.glow, canvas.tint.rim, 0.18 + 0.24 * depth)
        drawn = land.clouds(canvas.chance, canvas.tops[depth] + (2, 2, 4, 6)[depth], 0 if depth == 3 else depth)
        (canvas.shapes if depth < 3 else canvas.before).append(Shape(drawn, pale))


def _fields(canvas: _Canvas) -> None:
    _sun(canvas)
    at = canvas.chance.uniform(20, 80), canvas.chance.uniform(30, 44)
    canvas.add(land.cloud(canvas.chance, *at, 7), canvas.tint.glow, 0.6)
    canvas.layers(land.fields)
    canvas.front(land.undergrowth)


def _stars(canvas: _Canvas) -> None:
    x, y, radius = canvas.sun
    canvas.add(land.specks(canvas.chance, 34, 2, 84, 0.6), canvas.tint.glow, 0.9)
    canvas.add(land.twinkles(canvas.chance, 6, 20, 70), canvas.tint.glow)
    canvas.add(land.crescent(x, y, radius + 2), canvas.tint.glow)
    canvas.layers(land.dunes, (1, 2))
    canvas.front(land.undergrowth)


def _marsh(canvas: _Canvas) -> None:
    _sun(canvas)
    canvas.layers(land.trees, (0,))
    canvas.add(f"M0 {canvas.tops[0] + 5}H100V{HEIGHT}H0Z", mix(canvas.tint.sky, canvas.tint.far, 0.4))
    canvas.add(land.glints(canvas.chance, canvas.sun[0], canvas.tops[0] + 6, canvas.tops[2]), canvas.tint.glow, 0.55)
    canvas.layers(land.marsh, (1, 2))
    canvas.front(land.marsh, -3)


def _flames(canvas: _Canvas) -> None:
    canvas.add(land.specks(canvas.chance, 22, 24, 86, 0.8), canvas.tint.glow, 0.85)
    for depth, colour in enumerate((canvas.tone(0.4), canvas.tone(1.4), mix(canvas.tint.glow, canvas.tint.sky, 0.45))):
        canvas.add(land.flames(canvas.chance, canvas.tops[depth] + (0, 2, 6)[depth], depth), colour)
    near = mix(canvas.tint.sky, canvas.tint.far, 0.3)
    canvas.before.append(Shape(land.flames(canvas.chance, canvas.tops[3] + 2, 5), near))


_DRAWN: Final[dict[str, Callable[[_Canvas], None]]] = {
    "waves": _waves,
    "peaks": _peaks,
    "trees": _trees,
    "dunes": _dunes,
    "spires": _spires,
    "ruins": _ruins,
    "caverns": _caverns,
    "clouds": _clouds,
    "fields": _fields,
    "stars": _stars,
    "marsh": _marsh,
    "flames": _flames,
}
SCENES: Final = tuple(_DRAWN)
_SKIES: Final[dict[str, Callable[[_Canvas], None]]] = {"rings": _rings, "strata": _strata, "beams": _beams}
_HORIZONS: Final = (0.0, 16.0, -7.0)  # how much higher the farthest land reaches than where ``_TOPS`` has it
_DARK: Final = ("stars", "caverns")  # these have their light behind the subject


def scenery_of(scene: str, tint: str, seed: str) -> Scenery:
    """The landscape. Raises ``KeyError`` for a scene or a tint that does not exist."""
    return scenery_from(scene, tint, number_of(scene, seed))


def number_of(scene: str, seed: str) -> int:
    """The number of a seed for ``scenery_from``: 0 to 2**64 - 1."""
    return seed_of(f"{scene}/{seed}")


@lru_cache(maxsize=CACHE_SIZE)
def scenery_from(scene: str, tint: str, number: int) -> Scenery:
    """The landscape of a number. Raises ``KeyError`` for a scene or a tint that does not exist."""
    chance = random.Random(number)
    side = chance.choice((chance.uniform(22, 36), chance.uniform(62, 74)))
    sky = "rings" if scene in _DARK else chance.choice(tuple(_SKIES))
    low = sky == "strata"  # an evening's sun stands low, and is large
    sun = (side, chance.uniform(66, 78) if low else chance.uniform(36, 52), chance.uniform(9, 14) + 5 * low)
    if scene == "caverns":
        sun = (50.0, 68.0, 12.0)
    rise = chance.choice(_HORIZONS)
    tops = tuple(top - rise * (3 - depth) / 3 for depth, top in enumerate(_TOPS))
    canvas = _Canvas(chance, TINTS[tint], sun, [], [], tops)
    if scene in _DARK:
        _rings(canvas, reach=78)
    else:
        _SKIES[sky](canvas)
    _DRAWN[scene](canvas)
    return Scenery(tuple(canvas.shapes), tuple(canvas.before), sun[0])
