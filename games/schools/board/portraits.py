"""Portraits of the Students: head and shoulders before a landscape of their Element, in flat fills for all media.

All is drawn in the box of a scene, 100 by 162. ``look`` names hair and headgear; skin, hair and robe vary with the
Student's number, so that no two are alike.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from django.utils.safestring import SafeString, mark_safe

from cards.colours import HAIR, SKINS, TINTS, mix
from cards.landforms import disc
from cards.portraits import INK, bust, face, fill, held, inked, line, version_of
from cards.scenery import scenery_of

# The landscape of an Element, its tint, and the robe of those who learn it.
GROUNDS: Final = {
    "earth": ("trees", "moss", "#7b5326"),
    "water": ("waves", "tide", "#1f5f9c"),
    "air": ("clouds", "frost", "#5f8f9d"),
    "fire": ("flames", "ember", "#b23a1d"),
    "darkness": ("stars", "dusk", "#4c2a78"),
}
# Hair and headgear: what lies behind the head, and what before it, of (hair, robe, trim).

Look = Callable[[str, str, str], tuple[str, str]]
_FRINGE: Final = "M27 58C26 38 36 29 50 29C64 29 74 38 73 58C70 50 66 45 60 43C52 48 40 49 33 46C30 49 28 53 27 58Z"


def _plaits(hair: str, robe: str, trim: str) -> tuple[str, str]:
    plait = "M{0} 60C{1} 70 {2} 76 {1} 84C{2} 92 {1} 98 {1} 104L{3} 104C{3} 96 {4} 88 {3} 80C{4} 72 {3} 64 {3} 58Z"
    sides = plait.format(26, 23, 20, 31, 34), plait.format(74, 77, 80, 69, 66)
    ties = inked("M21 102H33V108H21Z", trim, 1.6) + inked("M67 102H79V108H67Z", trim, 1.6)
    return "".join(inked(side, hair) for side in sides) + ties, inked(_FRINGE, hair)


def _bob(hair: str, robe: str, trim: str) -> tuple[str, str]:
    behind = "M22 82C18 50 28 26 50 26C72 26 82 50 78 82C72 86 66 86 62 84V60H38V84C34 86 28 86 22 82Z"
    before = "M26 62C26 40 36 29 50 29C64 29 74 40 74 62C72 56 70 52 67 50H33C30 52 28 56 26 62Z"
    return inked(behind, hair), inked(before, hair)


def _bun(hair: str, robe: str, trim: str) -> tuple[str, str]:
    behind = inked(disc(50, 22, 11), hair) + inked("M40 30C44 33 56 33 60 30L59 35H41Z", trim, 1.6)
    return behind, inked("M27 58C25 38 37 30 50 30C63 30 75 38 73 58C70 48 62 40 50 39C38 40 30 48 27 58Z", hair)


def _crown(hair: str, robe: str, trim: str) -> tuple[str, str]:
    behind = "M25 60C20 80 18 100 24 112H76C82 100 80 80 75 60Z"
    circlet = inked("M27 46C36 40 64 40 73 46V52C64 46 36 46 27 52Z", trim, 1.6) + inked(disc(50, 44, 4), robe, 1.6)
    return inked(behind, hair), inked(_FRINGE, hair) + circlet


def _waves(hair: str, robe: str, trim: str) -> tuple[str, str]:
    behind = (
        "M50 25C32 25 21 40 22 58C15 66 21 72 18 80C12 88 20 94 17 104C24 112 34 110 36 104V64H64V104"
        "C66 110 76 112 83 104C80 94 88 88 82 80C79 72 85 66 78 58C79 40 68 25 50 25Z"
    )
    before = "M27 60C25 40 36 29 50 29C64 29 75 40 73 60C70 52 66 47 62 40C54 48 38 48 30 52C28 54 28 57 27 60Z"
    return inked(behind, hair), inked(before, hair)


def _hat(hair: str, robe: str, trim: str) -> tuple[str, str]:
    behind = inked("M25 56C20 76 21 92 25 102H37V60H63V102H75C79 92 80 76 75 56Z", hair)
    hat = inked("M32 40C36 24 42 12 58 1C60 6 56 10 62 14C60 24 66 32 68 40Z", robe)
    brim = inked("M14 45C24 36 76 36 86 45C76 52 24 52 14 45Z", robe)
    band = fill("M32 40C42 36 58 36 68 40L67 35C58 31 42 31 33 35Z", trim)
    return behind, hat + band + brim


def _pixie(hair: str, robe: str, trim: str) -> tuple[str, str]:
    before = "M26 62C22 38 36 26 52 27C68 28 78 42 74 62L70 52L66 56L62 46L52 54L44 46L36 54L32 48L28 56Z"
    return "", inked(before, hair) + inked(disc(27, 68, 2.6), trim, 1.2) + inked(disc(73, 68, 2.6), trim, 1.2)


def _cap(hair: str, robe: str, trim: str) -> tuple[str, str]:
    sides = inked("M27 62C24 54 26 46 30 42H70C74 46 76 54 73 62L70 50H30Z", hair)
    beret = inked("M24 44C18 30 34 20 54 22C74 24 82 36 76 44C64 38 38 38 24 44Z", robe)
    return "", sides + beret + inked(disc(56, 21, 3.4), trim, 1.6)


def _beard(hair: str, robe: str, trim: str) -> tuple[str, str]:
    beard = "M27 62C28 88 38 102 50 106C62 102 72 88 73 62C69 70 66 72 60 72C54 70 46 70 40 72C34 72 31 70 27 62Z"
    top = "M28 54C26 38 38 29 50 29C62 29 74 38 72 54C68 44 60 40 50 40C40 40 32 44 28 54Z"
    return "", inked(beard, hair) + inked(top, hair)


def _hood(hair: str, robe: str, trim: str) -> tuple[str, str]:
    behind = inked("M50 12C26 18 16 44 18 72C20 88 28 98 34 104H66C72 98 80 88 82 72C84 44 74 18 50 12Z", robe)
    lock = inked("M30 54C32 44 40 38 50 38C46 46 40 52 30 54Z", hair, 1.8)
    edge = "M50 12C26 18 16 44 18 72C19 80 22 86 26 92C28 84 26 74 27 62C28 44 38 34 50 34C62 34 72 44 73 62"
    return behind, lock + inked(f"{edge}C74 74 72 84 74 92C78 86 81 80 82 72C84 44 74 18 50 12Z", robe)


def _curls(hair: str, robe: str, trim: str) -> tuple[str, str]:
    spots = ((27, 50, 9), (31, 38, 10), (41, 29, 10), (53, 27, 11), (65, 33, 10), (72, 44, 9), (74, 55, 7), (26, 59, 6))
    outline = "".join(inked(disc(x, y, r), hair) for x, y, r in spots)
    return outline, "".join(fill(disc(x, y, r - 1), hair) for x, y, r in spots[1:6])


def _bald(hair: str, robe: str, trim: str) -> tuple[str, str]:
    ears = inked("M26 56C20 56 20 70 28 72Z", trim, 1.4) + inked("M74 56C80 56 80 70 72 72Z", trim, 1.4)
    brush = inked("M34 82C40 77 46 78 50 80C54 78 60 77 66 82C60 86 54 85 50 83C46 85 40 86 34 82Z", hair, 1.6)
    marks = line("M44 38L50 32L56 38", 2.4, robe) + line("M50 32V44", 2.4, robe)
    return ears, brush + marks


def _mane(hair: str, robe: str, trim: str) -> tuple[str, str]:
    behind = (
        "M50 20L40 26L28 24L26 34L16 40L20 50L14 62L22 70L20 82L34 84H66L80 82L78 70L86 62L80 50L84 40L74 34L72 24Z"
    )
    before = "M27 58L26 44L36 42L38 34L48 40L56 32L62 42L74 44L73 58L66 50L58 54L50 48L40 54L34 50Z"
    return inked(behind, hair), inked(before, hair)


LOOKS: Final[dict[str, Look]] = {
    "plaits": _plaits,
    "bob": _bob,
    "bun": _bun,
    "crown": _crown,
    "waves": _waves,
    "hat": _hat,
    "pixie": _pixie,
    "cap": _cap,
    "beard": _beard,
    "hood": _hood,
    "curls": _curls,
    "bald": _bald,
    "mane": _mane,
}


@lru_cache(maxsize=64)
def portrait_markup(element: str, number: int, look: str, icon: str) -> SafeString:
    """A Student, ``number`` of the Element's twelve, who holds up an ``icon``: for an ``<svg>`` with their ``BOX``."""
    scene, tint_name, robe = GROUNDS[element]
    tint = TINTS[tint_name]
    drawn = scenery_of(scene, tint_name, f"{element} {number}")
    place = sum(map(ord, element)) + number * 5
    skin, hair = SKINS[place % len(SKINS)], HAIR[(place + number // 2) % len(HAIR)]
    cloth = mix(robe, "#fff3d6" if number % 3 == 1 else INK, 0.1 + 0.1 * (number % 3))
    trim = mix(tint.body, "#fff3d6", 0.25)
    behind, before = LOOKS[look](hair, cloth, trim)
    parts = [
        *(shape.markup for shape in drawn.behind),
        behind,
        *bust(skin, cloth, trim),
        before,
        *_features(number, place, hair),
        held(icon, tint.prop, tint.outline),
    ]
    return mark_safe("".join(parts))


def _features(number: int, place: int, hair: str) -> list[str]:
    mouths = ("M43 81C47 85 53 85 57 81", "M43 82H57", "M43 81C46 87 54 87 57 81Z", "M44 83C48 80 54 81 57 80")
    tilt = (number % 3 - 1) * 1.4
    parts = face(place, mix(hair, INK, 0.45), tilt, mouths[number % len(mouths)])
    if number % 4 == 1:  # spectacles
        for x in (40.5, 59.5):
            parts.append(line(disc(x, 64, 7), 1.7, "#3a2a12"))
        parts.append(line("M47.5 63H52.5", 1.7, "#3a2a12"))
    elif number % 4 == 2:
        parts += [fill(disc(x, y, 0.9), "#8a3d1c", 0.7) for x in (34, 38, 62, 66) for y in (72, 75)]
    elif number % 4 == 3:
        parts += [fill(disc(36, 74, 4.4), "#e0553a", 0.3), fill(disc(64, 74, 4.4), "#e0553a", 0.3)]
    return parts


@cache
def portraits_version() -> str:
    """The hash in the addresses of portraits."""
    folder = Path(__file__).parent
    return version_of([folder / "portraits.py", folder / "faces.toml"])
