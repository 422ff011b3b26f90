"""Faces for icons that have none, and bodies for those that are but heads, from ``data/heads.toml``.

Everything is drawn in flat fills, for all media: faces in the square of 512 by 512 of their icon, bodies in the box of
a scene, 100 by 162.
"""

from __future__ import annotations

import tomllib
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from cards.colours import HAIR, SKINS, Tint, mix
from cards.landforms import disc, ellipse, number

FILE: Final = Path(__file__).resolve().parent / "data" / "heads.toml"
_BLUSH: Final = "#c8492f"
DRESSES: Final = ("robe", "mail", "coat")


@dataclass(frozen=True, slots=True)
class DrawnFace:
    """Where an icon has a face: its middle, half of its width and of its height, and ``turn``, where it looks: -1 to
    the left, 0 at the reader, 1 to the right."""

    x: float
    y: float
    wide: float
    high: float
    turn: float


@dataclass(frozen=True, slots=True)
class Bust:
    """A head that is drawn as a portrait. ``neck`` is a point of its icon, from which a body in a ``dress`` goes down;
    without a dress the icon has shoulders, and the picture's lower ``edge``, or the left one too, cuts them. ``behind``
    is an oval of skin behind the icon."""

    neck: tuple[float, float] = (256, 512)
    dress: str = ""
    edge: bool = False
    behind: tuple[float, float, float, float] | None = None

    def __post_init__(self) -> None:
        if self.dress and self.dress not in DRESSES:
            raise ValueError(f"not a dress: {self.dress!r}")


@cache
def faces() -> dict[str, tuple[DrawnFace, ...]]:
    """Name of an icon to the faces that are drawn on it."""
    return {icon: tuple(DrawnFace(*numbers) for numbers in listed) for icon, listed in _read()["faces"].items()}


@cache
def eyes() -> dict[str, tuple[tuple[float, float, float], ...]]:
    """Name of an icon to the eyes that are drawn on it: where each is, and half of its width."""
    return {icon: tuple(map(tuple, listed)) for icon, listed in _read()["eyes"].items()}


@cache
def busts() -> dict[str, Bust]:
    """Name of an icon to how it is drawn as a portrait."""
    return {icon: _bust(entry) for icon, entry in _read()["busts"].items()}


@cache
def whole() -> frozenset[str]:
    """The icons that are as they should be though they are named after heads, or have their own faces."""
    read = _read()
    return frozenset((read["own_face"] + " " + read["whole"]).split())


@cache
def _read() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def _bust(entry: Mapping[str, Any]) -> Bust:
    fields: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()}
    return Bust(**fields)


def _chosen(colours: tuple[str, ...], of: str) -> str:
    return colours[zlib.crc32(of.encode()) % len(colours)]


def skin_of(icon: str, tint: Tint) -> str:
    """The skin of who has a drawn face, in the light of a picture."""
    return mix(_chosen(SKINS, icon), tint.glow, 0.14)


@cache
def features_of(icon: str) -> str:
    """The eyes and mouths of an icon's faces alone, as path data; empty if it has none that are drawn."""
    pupils = "".join(disc(x, y, size) for x, y, size in eyes().get(icon, ()))
    return pupils + "".join(_eyes(face) + _smile(face) for face in faces().get(icon, ()))


def face_markup(icon: str, owner: str, tint: Tint) -> str:
    """The faces of an icon, to be clipped by it; ``owner`` decides who somebody is among all with the same icon."""
    return "".join(
        _face(face, skin_of(owner, tint), _chosen(HAIR, owner[::-1]), tint) for face in faces().get(icon, ())
    )


def eyes_markup(icon: str, tint: Tint) -> str:
    """The eyes of an animal, in its icon's square; empty where none are drawn."""
    drawn = eyes().get(icon, ())
    light = "".join(disc(x, y, size * 1.6) for x, y, size in drawn)
    pupils = "".join(disc(x, y, size) for x, y, size in drawn)
    return f'<path fill="{tint.subject}" d="{light}"/><path fill="{tint.outline}" d="{pupils}"/>' if drawn else ""


def _face(face: DrawnFace, skin: str, hair: str, tint: Tint) -> str:
    x, y, wide, high, turn = face.x, face.y, face.wide, face.high, face.turn
    drawn = f'<path fill="{skin}" d="{ellipse(x, y, wide * 1.12, high * 1.08)}"/>'
    drawn += f'<path fill="{hair}" d="{_hair(face)}"/>'
    middle, level = _middle(face)
    cheeks = "".join(
        disc(middle + side * wide * 0.52 * (1 - 0.3 * abs(turn)), level + high * 0.3, wide * 0.15) for side in (-1, 1)
    )
    drawn += f'<path fill="{mix(skin, _BLUSH, 0.5)}" d="{cheeks}"/>'
    drawn += f'<path fill="{mix(hair, tint.outline, 0.4)}" d="{_brows(face)}"/>'
    return f'{drawn}<path fill="{tint.outline}" d="{_eyes(face)}{_smile(face)}"/>'


def _middle(face: DrawnFace) -> tuple[float, float]:
    """Between the eyes."""
    return face.x + face.wide * 0.34 * face.turn, face.y + face.high * 0.1


def _each_eye(face: DrawnFace) -> Iterator[tuple[float, float]]:
    """(where it is, half of its width): the one that is farther away is the smaller one."""
    middle, _level = _middle(face)
    for side in (-1, 1):
        size = 0.13 if side * face.turn > 0 else 0.15
        yield middle + side * face.wide * 0.4 * (1 - 0.2 * abs(face.turn)), face.wide * size


def _eyes(face: DrawnFace) -> str:
    _middle_x, level = _middle(face)
    return "".join(ellipse(x, level, size, face.high * 0.16) for x, size in _each_eye(face))


def _brows(face: DrawnFace) -> str:
    level, thick = _middle(face)[1] - face.high * 0.28, number(face.high * 0.07)
    return "".join(
        f"M{number(x - size * 1.5)} {number(level)}h{number(size * 3)}v{thick}h-{number(size * 3)}Z"
        for x, size in _each_eye(face)
    )


def _smile(face: DrawnFace) -> str:
    middle, level = _middle(face)
    half, low = number(face.wide * 0.26), level + face.high * 0.4
    return (
        f"M{number(middle - face.wide * 0.26)} {number(low)}q{half} {number(face.high * 0.2)} "
        f"{number(face.wide * 0.52)} 0q-{half} {number(face.high * 0.36)}-{number(face.wide * 0.52)} 0Z"
    )


def _hair(face: DrawnFace) -> str:
    """Hair above the forehead, and of one who looks aside down to the nape."""
    x, y, wide, high, turn = face.x, face.y, face.wide * 1.2, face.high * 1.16, face.turn
    back, front = (-1, 1) if turn >= 0 else (1, -1)
    nape = y + high * (0.05 + 0.55 * abs(turn))
    temple = y - high * (0.1 + 0.3 * abs(turn))
    forehead = y - high * 0.42
    swept = 1 if back < 0 else 0
    at_nape, at_temple = number(x + back * wide), number(x + front * wide * (1 - 0.1 * abs(turn)))
    lock = number(x + back * wide * (0.86 - 0.36 * abs(turn)))
    return (
        f"M{at_nape} {number(nape)}V{number(y)}A{number(wide)} {number(high)} 0 0 {swept} {number(x + front * wide)} "
        f"{number(y)}L{at_temple} {number(temple)}Q{number(x)} {number(forehead - high * 0.1)} {lock} "
        f"{number(forehead + high * 0.34)}L{lock} {number(nape)}Z"
    )


@dataclass(frozen=True, slots=True)
class _Torso:
    """Where a body is drawn: the middle of its collar, half of its width and of the neck's, and its colours."""

    x: float
    top: float
    half: float
    neck: float
    trim: str
    tint: Tint

    def point(self, across: float, down: float) -> tuple[float, float]:
        """A point as far from the middle of the collar."""
        return self.x + across, self.top + down

    def at(self, across: float, down: float) -> str:
        """Such a point, in path data."""
        x, y = self.point(across, down)
        return f"{number(x)} {number(y)}"

    def side(self, side: float) -> str:
        """The line of a shoulder and an arm, from the neck down, without its beginning."""
        half = side * self.half
        return f"C{self.at(half * 0.86, 10)} {self.at(half, 24)} {self.at(half, 70)}"

    def inked(self, d: str, colour: str, width: float = 4.4) -> str:
        """A shape with a line around it."""
        line = f'stroke="{self.tint.outline}" stroke-width="{width:g}" stroke-linejoin="round"'
        return f'<path fill="{self.tint.outline}" {line} d="{d}"/><path fill="{colour}" d="{d}"/>'


def _torso(x: float, chin: float, head: float, tint: Tint) -> _Torso:
    return _Torso(x, chin + 5, min(46.0, max(27.0, head * 0.66)), max(5.5, head * 0.15), tint.prop, tint)


def body_markup(bust: Bust, x: float, chin: float, head: float, tint: Tint, side: float) -> str:
    """Neck, shoulders and dress below a head that is ``head`` wide and whose chin is at (x, chin); ``side`` is where
    the light comes from, -1 for the left."""
    torso = _torso(x, chin, head, tint)
    half, neck, at = torso.half, torso.neck, torso.at
    cloth = mix(tint.far, tint.near, 0.45)
    throat = f"M{at(-neck, -16)}L{at(neck, -16)}L{at(neck, 6)}L{at(-neck, 6)}Z"
    drawn = torso.inked(throat, mix(tint.body, tint.outline, 0.3)) + torso.inked(_outside(torso), cloth)
    away = f"M{at(-side * half * 0.5, 5)}C{at(-side * half * 0.9, 11)} {at(-side * half, 24)} {at(-side * half, 70)}"
    away += f"L{at(-side * half * 0.5, 70)}Z"
    drawn += f'<path fill="{mix(cloth, tint.outline, 0.5)}" d="{away}"/>' + _DRESSED[bust.dress](torso)
    light = f"M{at(side * half * 0.42, 4)}{torso.side(side)}L{at(side * (half - 2), 70)}"
    light += f"C{at(side * (half - 2), 26)} {at(side * half * 0.82, 12)} {at(side * half * 0.42, 6)}Z"
    return drawn + f'<path fill="{mix(cloth, tint.subject, 0.6)}" d="{light}"/>'


def body_outline(x: float, chin: float, head: float, tint: Tint) -> str:
    """The outline of such a body, as path data."""
    return _outside(_torso(x, chin, head, tint))


def _outside(torso: _Torso) -> str:
    half, neck, at = torso.half, torso.neck, torso.at
    return (
        f"M{at(-half, 70)}C{at(-half, 24)} {at(-half * 0.86, 10)} {at(-half * 0.42, 4)}L{at(-neck, 0)}"
        f"Q{at(0, 8)} {at(neck, 0)}L{at(half * 0.42, 4)}{torso.side(1)}Z"
    )


def _robe(torso: _Torso) -> str:
    """Two bands from the neck that cross on the chest, a hem and a brooch."""
    at, neck, tint = torso.at, torso.neck, torso.tint
    bands = "".join(
        f"M{at(side * neck, -1)}L{at(side * (neck + 5), 1)}L{at(0, 22)}L{at(-side * 4, 17)}Z" for side in (-1, 1)
    )
    hem = f"M{at(-2.4, 20)}L{at(2.4, 20)}L{at(3, 70)}L{at(-3, 70)}Z"
    return (
        torso.inked(hem, mix(torso.trim, tint.outline, 0.3), 1.6)
        + torso.inked(bands, torso.trim, 2.2)
        + torso.inked(disc(*torso.point(0, 18.5), 3.4), tint.glow, 2)
    )


def _mail(torso: _Torso) -> str:
    """Rings of mail, a collar of iron and a plate on each shoulder."""
    at, half, neck, tint = torso.at, torso.half, torso.neck, torso.tint
    rings = ""
    for row in range(4):
        across = half * (0.44 + 0.1 * row)
        place = -across + (2.5 if row % 2 else 0)
        while place < across:
            rings += f"M{at(place - 2.2, 13 + 5 * row)}q2.2 4.4 4.4 0l-1 0q-1.2 2.4-2.4 0Z"
            place += 5
    collar = f"M{at(-neck - 2, -3)}Q{at(0, 4)} {at(neck + 2, -3)}L{at(neck + 4, 4)}Q{at(0, 12)} {at(-neck - 4, 4)}Z"
    plates = ""
    for arm in (-half, half):
        plates += f"M{at(arm * 0.4, 4)}C{at(arm * 0.8, 4)} {at(arm * 1.06, 13)} {at(arm * 1.04, 30)}"
        plates += f"Q{at(arm * 0.86, 22)} {at(arm * 0.6, 22)}Q{at(arm * 0.58, 12)} {at(arm * 0.4, 4)}Z"
    return (
        f'<path fill="{torso.trim}" fill-opacity=".55" d="{rings}"/>'
        + torso.inked(plates, mix(torso.trim, tint.outline, 0.16), 2.4)
        + torso.inked(collar, torso.trim, 2.4)
    )


def _coat(torso: _Torso) -> str:
    """A shirt, two lapels, a bow and buttons."""
    at, neck, tint = torso.at, torso.neck, torso.tint
    shirt = f"M{at(-neck, 0)}Q{at(0, 7)} {at(neck, 0)}L{at(0, 34)}Z"
    lapels = ""
    for side in (-1, 1):
        lapels += f"M{at(side * neck, -2)}L{at(side * (neck + 8), 8)}L{at(side * (neck + 4), 13)}"
        lapels += f"L{at(side * (neck + 6), 17)}L{at(side * 1, 36)}Z"
    buttons = "".join(disc(*torso.point(3.4, down), 1.5) for down in (41, 49))
    bow = f"M{at(-4.5, 3)}L{at(4.5, 9)}L{at(4.5, 3)}L{at(-4.5, 9)}Z"
    return (
        torso.inked(shirt, tint.subject, 1.8)
        + torso.inked(lapels, torso.trim, 2.2)
        + torso.inked(bow, mix(torso.trim, tint.outline, 0.25), 1.6)
        + f'<path fill="{tint.glow}" d="{buttons}"/>'
    )


_DRESSED: Final[dict[str, Callable[[_Torso], str]]] = {"robe": _robe, "mail": _mail, "coat": _coat}
