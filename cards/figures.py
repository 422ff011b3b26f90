"""The subject of a picture: an icon with a body that the sun lights, what it holds, and its shadow on the ground.

A figure stands on the ground with its feet, however much of its icon's square is empty; how large it is says what its
card costs. Everything is drawn in flat fills, so that screen and paper show the same.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import hypot
from typing import Final

from django.utils.safestring import SafeString, mark_safe
from fontTools.pens.boundsPen import ControlBoundsPen
from fontTools.svgLib.path import parse_path

from cards.colours import Tint, mix
from cards.icons import drawings
from cards.landforms import disc

FLOOR: Final = 115.5  # where feet are, in the scene's box of 100 by 162
GROUND: Final = 113.0  # where shadows lie
MOST_IN_BAND: Final = 3
_HANDED: Final = 0.46  # of the figure's size: what it has in its hand
_BACKED: Final = 0.72  # and what is behind it
_OUTLINE: Final = 4.4  # the width of the line around a figure of the usual size

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Stature:
    """How large a subject may be drawn, in the scene's units, and what ``letter`` addresses have for it."""

    letter: str
    width: float
    height: float


STATURES: Final = {
    "small": Stature("s", 55, 55),
    "usual": Stature("u", 73, 74),
    "large": Stature("l", 92, 91),
    "spell": Stature("i", 62, 62),
    "place": Stature("p", 86, 82),
}
BREAKS_THE_FRAME: Final = "large"


@dataclass(frozen=True, slots=True)
class Pose:
    """How a face wants its subject drawn: its middle at ``x`` (hundredths of the art), its ``stature``, whether it is
    ``aloft`` in the air, and the ornament ``behind`` it: "circle", "rays" or none."""

    x: int = 50
    stature: str = "usual"
    aloft: bool = False
    behind: str = ""

    @property
    def breaks_the_frame(self) -> bool:
        """Whether it is so large that the frame does not hold it."""
        return self.stature == BREAKS_THE_FRAME


@dataclass(frozen=True, slots=True)
class Subject:
    """Whom a picture shows: an icon, what it has in its ``hand`` and at its ``back``, how many there are of it."""

    icon: str
    hand: str = ""
    back: str = ""
    band: int = 1
    flip: bool = False


@dataclass(frozen=True, slots=True)
class _Spot:
    """Where an icon is drawn: the point (x, y) below the middle of its feet, and its scale."""

    icon: str
    x: float
    y: float
    scale: float
    flip: bool

    @property
    def box(self) -> Box:
        """Left, top, right and bottom in the scene."""
        left, top, right, bottom = box_of(self.icon)
        half = (right - left) * self.scale / 2
        return self.x - half, self.y - (bottom - top) * self.scale, self.x + half, self.y

    def moved(self, across: float, down: float) -> str:
        """The ``transform`` that draws the icon here, moved by so much."""
        left, _, right, bottom = box_of(self.icon)
        wide = -self.scale if self.flip else self.scale
        middle = f"{-(left + right) / 2:.1f} {-bottom:.1f}"
        place = f"translate({self.x + across:.2f} {self.y + down:.2f})"
        return f"{place} scale({wide:.4f} {self.scale:.4f}) translate({middle})"


@lru_cache(maxsize=2048)
def box_of(icon: str) -> Box:
    """Left, top, right and bottom of what an icon shows in its square of 512 by 512."""
    pen = ControlBoundsPen(None)
    parse_path(drawings()[icon], pen)
    left, top, right, bottom = pen.bounds
    return max(left, 0.0), max(top, 0.0), min(right, 512.0), min(bottom, 512.0)


def figure_markup(figure: Subject, tint: Tint, pose: Pose, sun_x: float, *, shadow: bool = True) -> SafeString:
    """The subject, if it stands somewhere with its ``shadow``, for a scene whose sun stands at ``sun_x``."""
    side = -1.0 if sun_x < pose.x else 1.0
    spots = _spots(figure, pose)
    drawn = [_shadow(spots[-1], tint, pose, side)] if shadow and pose.stature != "spell" else []
    if figure.back:
        drawn.append(_body(_behind(figure, spots[-1]), tint.prop, tint, side))
    for depth, spot in zip(range(len(spots) - 1, -1, -1), spots, strict=True):
        drawn.append(_body(spot, mix(tint.body, tint.far, 0.34 * min(depth, 1)), tint, side))
    if figure.hand:
        drawn.append(_body(_in_hand(figure, spots[-1]), tint.prop, tint, side))
    return mark_safe("".join(drawn))


def over_frame_markup(figure: Subject, tint: Tint, pose: Pose, sun_x: float, foreground: Sequence[str]) -> SafeString:
    """What lies over the frame: the subject once more, whole, and the ``foreground`` before its feet, which stays
    within the frame. A subject that was cut would show where by a thin line, each layer blended with those below."""
    drawn = figure_markup(figure, tint, pose, sun_x, shadow=False)
    for place, shape in enumerate(foreground, 1):
        low = FLOOR + (0.7 if place == len(foreground) else 0.3)  # the last one covers where the one before it ends
        clip = f"o{zlib.crc32(shape.encode()):08x}"
        within = f"M2.7-6H97.3V{low:g}H2.7Z"
        drawn += mark_safe(
            f'<g clip-path="url(#{clip})"><clipPath id="{clip}"><path d="{within}"/></clipPath>{shape}</g>'
        )
    return drawn


def _spots(figure: Subject, pose: Pose) -> list[_Spot]:
    """Where the figures of a band stand, from back to front; of no band the one."""
    stature = STATURES[pose.stature]
    left, top, right, bottom = box_of(figure.icon)
    scale = min(stature.width / (right - left), stature.height / (bottom - top))
    wide, high = (right - left) * scale, (bottom - top) * scale
    y = FLOOR - (3 if pose.breaks_the_frame else 13 if pose.aloft else 0)
    if pose.stature == "spell":
        y = 71 + high / 2
    x = max(float(pose.x), wide / 2 + 0.2) if pose.breaks_the_frame else float(pose.x)
    front = _Spot(figure.icon, x, y, scale, figure.flip)
    if figure.band == 1:
        return [front]
    step = min(wide * 0.3, 23)
    if figure.band == 2:
        companion = _Spot(figure.icon, x + step * 0.8, y - high * 0.13, scale * 0.74, not figure.flip)
        return [companion, _Spot(figure.icon, x - step * 0.6, y, scale * 0.84, figure.flip)]
    sides = [
        _Spot(figure.icon, x + step * by, y - high * 0.16, scale * 0.66, figure.flip if by < 0 else not figure.flip)
        for by in (-1.05, 1.05)
    ]
    return [*sides, _Spot(figure.icon, x, y, scale * 0.8, figure.flip)]


def _sized(icon: str, x: float, y: float, size: float, flip: bool = False) -> _Spot:
    left, top, right, bottom = box_of(icon)
    return _Spot(icon, x, y, size / max(right - left, bottom - top), flip)


def _in_hand(figure: Subject, owner: _Spot) -> _Spot:
    """Before the figure, at its lower left: to the right are the abilities."""
    left, top, right, bottom = owner.box
    size = max(24.0, _HANDED * max(right - left, bottom - top))
    spot = _sized(figure.hand, 0, 0, size)
    wide, high = spot.box[2] - spot.box[0], spot.box[3] - spot.box[1]
    x = max(wide / 2 + 1.5, left + (right - left) * 0.12)
    return _sized(figure.hand, x, min(bottom - 5, FLOOR - 5) - max(0.0, 14 - high / 2), size)


def _behind(figure: Subject, owner: _Spot) -> _Spot:
    """Behind the figure, above its shoulder on the side away from the abilities."""
    left, top, right, bottom = owner.box
    size = max(36.0, _BACKED * max(right - left, bottom - top))
    spot = _sized(figure.back, 0, 0, size)
    wide, high = spot.box[2] - spot.box[0], spot.box[3] - spot.box[1]
    x = max(wide / 2 + 1.5, left + (right - left) * 0.2)
    return _sized(figure.back, x, max(24 + high, top + high * 0.62), size)


def _shadow(spot: _Spot, tint: Tint, pose: Pose, side: float) -> str:
    """Where a figure touches the ground; of one in the air a smaller shadow below it. It lies away from the sun."""
    left, _, right, _ = spot.box
    half = max(10.0, (right - left) * (0.34 if pose.aloft else 0.5))
    x = (left + right) / 2 - side * half * 0.3
    shadow = ""
    for share, opacity in ((1.0, 0.28), (0.72, 0.34)):
        place = f"translate({x:.2f} {GROUND:g}) scale(1 .17)"
        shadow += (
            f'<path transform="{place}" fill="{tint.outline}" fill-opacity="{opacity}" d="{disc(0, 0, half * share)}"/>'
        )
    return shadow


def _body(spot: _Spot, colour: str, tint: Tint, side: float) -> str:
    """An icon with a body: an outline, an edge of light towards the sun, one of shade away from it, and its own colour
    in three tones between them."""
    path = f'<path fill="currentColor" d="{drawings()[spot.icon]}"/>'
    width = _OUTLINE / spot.scale
    edge = min(1.0, 30 * spot.scale / 4)
    outline = f'color="{tint.outline}" stroke="{tint.outline}" stroke-width="{width:.0f}" stroke-linejoin="round"'
    layers = (
        (spot.moved(0, 0.5), outline),
        (spot.moved(-1.1 * edge * side, 1.2 * edge), f'color="{mix(colour, tint.outline, 0.5)}"'),
        (spot.moved(0, 0), f'color="{mix(colour, tint.subject, 0.8)}"'),
        (spot.moved(-0.55 * edge * side, 0.75 * edge), f'color="{colour}"'),
    )
    drawn = "".join(f'<g transform="{place}" {paint}>{path}</g>' for place, paint in layers)
    return drawn + _tones(spot, tint, side, (-0.55 * edge * side, 0.75 * edge))


def _tones(spot: _Spot, tint: Tint, side: float, by: tuple[float, float]) -> str:
    """Light and shade within a body: rings around a point towards the sun."""
    left, top, right, bottom = box_of(spot.icon)
    size = hypot(right - left, bottom - top) / 2
    towards = -side if spot.flip else side
    x, y = (left + right) / 2 + towards * size * 0.5, (top + bottom) / 2 - size * 0.62
    around = "M-60-60H572V572H-60Z"
    clip = f"c{zlib.crc32(f'{spot}{by}'.encode()):08x}"
    return (
        f'<g transform="{spot.moved(*by)}" clip-path="url(#{clip})">'
        f'<clipPath id="{clip}"><path d="{drawings()[spot.icon]}"/></clipPath>'
        f'<path fill="{tint.outline}" fill-opacity=".2" fill-rule="evenodd" d="{around}{disc(x, y, size * 1.02)}"/>'
        f'<path fill="{tint.outline}" fill-opacity=".22" fill-rule="evenodd" d="{around}{disc(x, y, size * 1.4)}"/>'
        f'<path fill="{tint.subject}" fill-opacity=".34" d="{disc(x, y, size * 0.62)}"/></g>'
    )


def pale_markup(figure: Subject, tint: Tint, pose: Pose) -> SafeString:
    """The subject where ink is spared: its shapes alone, pale, the nearer the darker."""
    spots = _spots(figure, pose)
    shapes = [(_behind(figure, spots[-1]), 0.2)] if figure.back else []
    shapes += [(spot, 0.22) for spot in spots[:-1]] + [(spots[-1], 0.34)]
    if figure.hand:
        shapes.append((_in_hand(figure, spots[-1]), 0.6))
    return mark_safe(
        "".join(
            f'<path transform="{spot.moved(0, 0)}" fill="{tint.outline}" fill-opacity="{opacity}" '
            f'd="{drawings()[spot.icon]}"/>'
            for spot, opacity in shapes
        )
    )
