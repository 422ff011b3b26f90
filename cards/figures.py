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

from cards import heads
from cards.colours import Tint, mix
from cards.icons import drawings
from cards.landforms import disc, ellipse

FLOOR: Final = 115.5  # where feet are, in the scene's box of 100 by 162
GROUND: Final = 113.0  # where shadows lie
MOST_IN_BAND: Final = 3
_HANDED: Final = 0.46  # of the figure's size: what it has in its hand
_BACKED: Final = 0.72  # and what is behind it
_BEFORE_CHEST: Final = 31.0  # what somebody has before the chest, in a portrait
_OUTLINE: Final = 4.4  # the width of the line around a figure of the usual size
_CHIN: Final = {"small": 99.0, "large": 103.0}  # of a portrait; of all others:
_USUAL_CHIN: Final = 97.0
_CUT: Final = 134.0  # below the upper edge of every panel: where shoulders of an icon's own are cut
LOWERED: Final = 15.0  # the foreground of such a portrait: it hides the cut on small cards, which have no panel
_TALL: Final = {"small": 1.4, "usual": 1.16, "large": 1.0}  # of a figure's size: what has shoulders of its own
_HEAD: Final = 0.86  # and a head above a dress

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
    "great": Stature("g", 84, 84),
    "place": Stature("p", 86, 82),
}
BREAKS_THE_FRAME: Final = ("large", "great")
SPELLS: Final = ("spell", "great")
COMPOSITIONS: Final = ("portrait", "group", "aloft", "before", "height", "figure", "spell", "staged", "place")
_RISE: Final = 13.0  # of a height above the ground


@dataclass(frozen=True, slots=True)
class Pose:
    """How a face wants its subject drawn: its middle at ``x`` (hundredths of the art), its ``stature``, whether it is
    ``aloft`` in the air, and what is ``behind`` it: the ornaments "circle" or "rays", a "height" on which it stands, or
    nothing."""

    x: int = 50
    stature: str = "usual"
    aloft: bool = False
    behind: str = ""

    @property
    def breaks_the_frame(self) -> bool:
        """Whether it is so large that the frame does not hold it."""
        return self.stature in BREAKS_THE_FRAME


@dataclass(frozen=True, slots=True)
class Subject:
    """Whom a picture shows: an icon, what it has in its ``hand`` and at its ``back``, how many there are of it."""

    icon: str
    hand: str = ""
    back: str = ""
    band: int = 1
    flip: bool = False

    @property
    def owner(self) -> str:
        """Who it is among all with the same icon."""
        return "_".join((self.icon, self.hand, self.back))

    def bust(self, pose: Pose) -> heads.Bust | None:
        """How it is drawn as a portrait, if it is one."""
        return heads.busts().get(self.icon) if pose.stature in ("small", "usual", "large") else None

    def composition(self, pose: Pose) -> str:
        """What kind of picture it is, one of ``COMPOSITIONS``: a portrait of head and shoulders, several of them, one
        in the air, one before what is behind it, one on a height, one as it stands; a spell; whatever is staged with
        light around it; a place."""
        if pose.stature in ("spell", "place"):
            return pose.stature
        kinds = {
            "staged": pose.behind == "rays",
            "group": self.band > 1,
            "portrait": self.bust(pose) is not None,
            "aloft": pose.aloft,
            "before": bool(self.back),
            "height": pose.behind == "height",
        }
        return next((kind for kind, is_so in kinds.items() if is_so), "figure")


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


def figure_markup(figure: Subject, tint: Tint, pose: Pose, sun_x: float, *, over: bool = False) -> SafeString:
    """The subject, with its shadow if it stands somewhere, for a scene whose sun stands at ``sun_x``.

    ``over`` is what of it lies over the frame: no shadow, and of a portrait not the body, which the frame holds.
    """
    side = -1.0 if sun_x < pose.x else 1.0
    spots, bust = _spots(figure, pose), figure.bust(pose)
    drawn = [] if over or bust or pose.stature in SPELLS else [_shadow(spots[-1], tint, pose, side)]
    if figure.back and not (over and bust):
        drawn.append(_body(_behind(figure, spots[-1]), tint.prop, tint, side))
    for depth, spot in zip(range(len(spots) - 1, -1, -1), spots, strict=True):
        if bust and not over:
            drawn.append(_bust_behind(bust, spot, figure, tint, side))
        drawn.append(_body(spot, mix(tint.body, tint.far, 0.34 * min(depth, 1)), tint, side, figure.owner))
    if figure.hand:
        drawn.append(_body(_in_hand(figure, spots[-1], figure.bust(pose)), tint.prop, tint, side))
    return mark_safe("".join(drawn))


def over_frame_markup(figure: Subject, tint: Tint, pose: Pose, sun_x: float, foreground: Sequence[str]) -> SafeString:
    """What lies over the frame: the subject once more, whole, and the ``foreground`` before its feet, which stays
    within the frame. A subject that was cut would show where by a thin line, each layer blended with those below."""
    drawn = figure_markup(figure, tint, pose, sun_x, over=True)
    bust = figure.bust(pose)
    if bust:
        if bust.dress:
            return drawn
        clip = f"o{zlib.crc32(figure.owner.encode()):08x}"
        within = f"M-4-6H104V{FLOOR:g}H-4Z"  # the panel lies over its shoulders
        return mark_safe(
            f'<g clip-path="url(#{clip})"><clipPath id="{clip}"><path d="{within}"/></clipPath>{drawn}</g>'
        )
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
    front = _front(figure, pose)
    if figure.band == 1:
        return [front]
    x, y, scale = front.x, front.y, front.scale
    wide, high = front.box[2] - front.box[0], front.box[3] - front.box[1]
    step = min(wide * 0.3, 23)
    if figure.band == 2:
        companion = _Spot(figure.icon, x + step * 0.8, y - high * 0.13, scale * 0.74, not figure.flip)
        return [companion, _Spot(figure.icon, x - step * 0.6, y, scale * 0.84, figure.flip)]
    sides = [
        _Spot(figure.icon, x + step * by, y - high * 0.16, scale * 0.66, figure.flip if by < 0 else not figure.flip)
        for by in (-1.05, 1.05)
    ]
    return [*sides, _Spot(figure.icon, x, y, scale * 0.8, figure.flip)]


def _front(figure: Subject, pose: Pose) -> _Spot:
    """Where the foremost of a band stands, as large as if it were alone."""
    stature = STATURES[pose.stature]
    bust = figure.bust(pose)
    left, top, right, bottom = box_of(figure.icon)
    size = 1.0 if bust is None else _TALL[pose.stature] if not bust.dress else _HEAD
    scale = min(stature.width * size / (right - left), stature.height * size / (bottom - top))
    wide, high = (right - left) * scale, (bottom - top) * scale
    y = FLOOR - (3 if pose.breaks_the_frame else 13 if pose.aloft else _RISE if pose.behind == "height" else 0)
    if pose.stature in SPELLS:
        y = 71 + high / 2
    x = max(float(pose.x), wide / 2 + 0.2) if pose.breaks_the_frame else float(pose.x)
    if bust:
        chin = _CHIN.get(pose.stature, _USUAL_CHIN)
        y = chin + (bottom - bust.neck[1]) * scale if bust.dress else _CUT
        if bust.edge and not pose.breaks_the_frame:
            x = 100 - wide / 2 + 3 if figure.flip else wide / 2 - 3
    return _Spot(figure.icon, x, y, scale, figure.flip)


def _bust_behind(bust: heads.Bust, spot: _Spot, figure: Subject, tint: Tint, side: float) -> str:
    """What of a portrait lies behind its icon: its body, and skin where the icon leaves the face open."""
    drawn = ""
    if bust.dress:
        drawn = heads.body_markup(bust, *_body_below(bust, spot), tint, side)
    if bust.behind:
        oval = ellipse(*bust.behind)
        drawn += f'<g transform="{spot.moved(0, 0)}"><path fill="{heads.skin_of(figure.owner, tint)}" d="{oval}"/></g>'
    return drawn


def _body_below(bust: heads.Bust, spot: _Spot) -> tuple[float, float, float]:
    """Where the body of a portrait is: the point of the chin, and how wide the head is."""
    left, _, right, bottom = box_of(spot.icon)
    across = (bust.neck[0] - (left + right) / 2) * (-spot.scale if spot.flip else spot.scale)
    return spot.x + across, spot.y - (bottom - bust.neck[1]) * spot.scale, (right - left) * spot.scale


def _sized(icon: str, x: float, y: float, size: float, flip: bool = False) -> _Spot:
    left, top, right, bottom = box_of(icon)
    return _Spot(icon, x, y, size / max(right - left, bottom - top), flip)


def _in_hand(figure: Subject, owner: _Spot, bust: heads.Bust | None) -> _Spot:
    """Before the figure, at its lower left: to the right are the abilities; of a portrait before the chest."""
    left, top, right, bottom = owner.box
    if bust:
        spot = _sized(figure.hand, 0, 0, _BEFORE_CHEST)
        return _sized(figure.hand, (spot.box[2] - spot.box[0]) / 2 + 2.5, FLOOR + 4, _BEFORE_CHEST)
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
    level = GROUND - (_RISE if pose.behind == "height" else 0)
    shadow = _height(pose.x, tint, side) if pose.behind == "height" else ""
    for share, opacity in ((1.0, 0.28), (0.72, 0.34)):
        place = f"translate({x:.2f} {level:g}) scale(1 .17)"
        shadow += (
            f'<path transform="{place}" fill="{tint.outline}" fill-opacity="{opacity}" d="{disc(0, 0, half * share)}"/>'
        )
    return shadow


def _height(x: float, tint: Tint, side: float) -> str:
    """A rise of the ground, lit from a side, with its foot behind the foreground."""
    top = FLOOR - _RISE - 1.5
    drawn = ""
    for down, colour in ((0.0, mix(tint.far, tint.glow, 0.5)), (1.0, mix(tint.far, tint.near, 0.4))):
        rise = f"M{x - 62:g} 124C{x - 40:g} {top + 9 + down:g} {x - 30:g} {top + down:g} {x:g} {top + down:g}"
        rise += f"S{x + 40:g} {top + 9 + down:g} {x + 62:g} 124Z"
        drawn += f'<path fill="{colour}" d="{rise}"/>'
    away = f"M{x:g} {top + 3:g}C{x - side * 24:g} {top + 3:g} {x - side * 36:g} {top + 12:g} {x - side * 56:g} 124"
    away += f"H{x + side * 6:g}Q{x - side * 8:g} {top + 14:g} {x:g} {top + 3:g}Z"
    return drawn + f'<path fill="{mix(tint.far, tint.near, 0.7)}" d="{away}"/>'


def _body(spot: _Spot, colour: str, tint: Tint, side: float, owner: str = "") -> str:
    """An icon with a body: an outline, an edge of light towards the sun, one of shade away from it, and its own colour
    in three tones between them; of somebody with an ``owner`` the face."""
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
    face = heads.face_markup(spot.icon, owner, tint) if owner else ""
    drawn += _tones(spot, tint, side, (-0.55 * edge * side, 0.75 * edge), face)
    eyes = heads.eyes_markup(spot.icon, tint) if owner else ""
    return drawn + (f'<g transform="{spot.moved(0, 0)}">{eyes}</g>' if eyes else "")


def _tones(spot: _Spot, tint: Tint, side: float, by: tuple[float, float], face: str) -> str:
    """Light and shade within a body, and upon its face: rings around a point towards the sun."""
    left, top, right, bottom = box_of(spot.icon)
    size = hypot(right - left, bottom - top) / 2
    towards = -side if spot.flip else side
    x, y = (left + right) / 2 + towards * size * 0.5, (top + bottom) / 2 - size * 0.62
    around = "M-60-60H572V572H-60Z"
    clip = f"c{zlib.crc32(f'{spot}{by}'.encode()):08x}"
    return (
        f'<g transform="{spot.moved(*by)}" clip-path="url(#{clip})">'
        f'<clipPath id="{clip}"><path d="{drawings()[spot.icon]}"/></clipPath>{face}'
        f'<path fill="{tint.outline}" fill-opacity=".2" fill-rule="evenodd" d="{around}{disc(x, y, size * 1.02)}"/>'
        f'<path fill="{tint.outline}" fill-opacity=".22" fill-rule="evenodd" d="{around}{disc(x, y, size * 1.4)}"/>'
        f'<path fill="{tint.subject}" fill-opacity=".34" d="{disc(x, y, size * 0.62)}"/></g>'
    )


def pale_markup(figure: Subject, tint: Tint, pose: Pose) -> SafeString:
    """The subject where ink is spared: its shapes alone, pale, the nearer the darker."""
    spots, bust = _spots(figure, pose), figure.bust(pose)
    drawn = _pale(_behind(figure, spots[-1]), tint, 0.2) if figure.back else ""
    for spot in spots:
        if bust and bust.dress:
            outline = heads.body_outline(*_body_below(bust, spot), tint)
            drawn += f'<path fill="{tint.outline}" fill-opacity=".16" d="{outline}"/>'
        drawn += _pale(spot, tint, 0.34 if spot is spots[-1] else 0.22)
        features = heads.features_of(spot.icon)
        drawn += f'<path transform="{spot.moved(0, 0)}" fill="#ffffff" d="{features}"/>' if features else ""
    if figure.hand:
        drawn += _pale(_in_hand(figure, spots[-1], bust), tint, 0.6)
    return mark_safe(drawn)


def _pale(spot: _Spot, tint: Tint, opacity: float) -> str:
    return (
        f'<path transform="{spot.moved(0, 0)}" fill="{tint.outline}" fill-opacity="{opacity}" '
        f'd="{drawings()[spot.icon]}"/>'
    )
