"""Portraits of the ten characters: each is one person in six ranks, from recruit to legend.

Hair and face stay theirs; what they wear grows richer with the rank, they grow older, and they hold something else up.
All is drawn in the box of a scene, 100 by 162.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import cos, pi, sin
from pathlib import Path
from typing import Final

from django.utils.safestring import SafeString, mark_safe

from cards.colours import TINTS, mix
from cards.landforms import disc, polygon
from cards.portraits import INK, bust, face, fill, held, inked, line, version_of
from cards.scenery import scenery_of

# What a rank's armour is made of, from hide to gold.
_METALS: Final = ("#8d7555", "#a9703a", "#8f999f", "#c3ccd4", "#e2bd55", "#ffdf86")
_PAULDRONS: Final = 3  # from this rank on, and so forth
_FUR: Final = 4
_MEDAL: Final = 5
_HALO: Final = 6
_GREY: Final = "#d9d4ca"
_GOLD: Final = "#f3cf6a"


@dataclass(frozen=True)
class _Wardrobe:
    """What a look is drawn with."""

    hair: str
    cloth: str
    metal: str
    rank: int


Look = Callable[[_Wardrobe], tuple[str, str, str]]  # behind the head, before it, and over the face


def _gladiator(of: _Wardrobe) -> tuple[str, str, str]:
    top = 24 - 2.4 * of.rank
    crest = inked(f"M50 {top}C38 {top + 1} 35 25 36 32H64C65 25 62 {top + 1} 50 {top}Z", of.cloth)
    dome = inked("M25 62C22 36 35 25 50 25C65 25 78 36 75 62L69 60C69 52 65 48 61 47H39C35 48 31 52 31 60Z", of.metal)
    brim = inked("M15 53C27 43 73 43 85 53C73 58 62 51 50 51C38 51 27 58 15 53Z", mix(of.metal, INK, 0.2))
    cheeks = ""
    if of.rank >= _PAULDRONS:
        cheeks = inked("M26 60L34 62L38 86L29 80Z", of.metal) + inked("M74 60L66 62L62 86L71 80Z", of.metal)
    studs = "".join(fill(disc(50 + x, 46, 1.5), _GOLD) for x in (-18, -9, 0, 9, 18)[: of.rank - 1])
    return "", crest + dome + brim + cheeks + studs, ""


def _sorceress(of: _Wardrobe) -> tuple[str, str, str]:
    behind = (
        "M50 25C31 25 21 40 22 58C14 68 20 82 14 104C24 114 34 112 36 104V62"
        "H64V104C66 112 76 114 86 104C80 82 86 68 78 58C79 40 69 25 50 25Z"
    )
    fringe = "M27 60C25 40 36 29 50 29C64 29 75 40 73 60C70 50 66 46 62 41C54 47 38 47 31 51C29 54 28 57 27 60Z"
    tip = 26 - 3.8 * of.rank
    hat = inked(f"M31 41C36 28 44 {tip + 8} {54 + of.rank} {tip}C{57 + of.rank} {tip + 6} 58 20 69 41Z", of.cloth)
    brim = inked("M13 45C24 36 76 36 87 45C76 52 24 52 13 45Z", of.cloth)
    band = fill("M31 41C42 36 58 36 69 41L67 35C58 31 42 31 33 35Z", of.metal)
    stars = "".join(fill(disc(x, y, 1.8), _GOLD) for x, y in ((46, 28), (54, 24), (51, 16), (58, 30))[: of.rank - 2])
    return inked(behind, of.hair), inked(fringe, of.hair) + hat + band + brim + stars, ""


def _knight(of: _Wardrobe) -> tuple[str, str, str]:
    long, high = 58 + 4 * of.rank, 16 - 2 * of.rank
    plume = inked(f"M48 27C44 {high + 8} 52 {high} {long} {high + 2}C{long + 3} {high + 12} 62 22 54 28Z", of.cloth)
    helm = inked(
        "M23 72C19 40 32 24 50 24C68 24 81 40 77 72L72 90L65 92L69 62C67 51 60 48 50 48C40 48 33 51 31 62L35 92L28 90Z",
        of.metal,
    )
    visor = inked("M26 48C32 33 68 33 74 48L67 52C58 45 42 45 33 52Z", mix(of.metal, "#ffffff", 0.3))
    slits = "".join(line(f"M{x} 40V46", 1.8) for x in (38, 44, 50, 56, 62))
    ridge = fill("M48 25H52V36H48Z", _GOLD) if of.rank >= _FUR else ""
    return plume, helm + visor + slits + ridge, ""


def _samurai(of: _Wardrobe) -> tuple[str, str, str]:
    flaps = inked("M25 52L9 78L24 88L31 62Z", of.cloth) + inked("M75 52L91 78L76 88L69 62Z", of.cloth)
    laces = line("M18 66L29 72M15 74L27 81", 1.4, _GOLD) + line("M82 66L71 72M85 74L73 81", 1.4, _GOLD)
    dome = inked("M25 54C24 34 37 25 50 25C63 25 76 34 75 54Z", of.metal)
    ribs = line("M50 26V46M40 28L36 48M60 28L64 48", 1.3)
    brim = inked("M20 56C31 46 69 46 80 56L75 61C64 53 36 53 25 61Z", mix(of.metal, INK, 0.25))
    far, high = 34 - 3 * of.rank, 22 - 2.6 * of.rank
    horns = inked(
        f"M50 44C40 42 {far} 32 {far - 2} {high}C{far + 8} 32 45 35 50 36C55 35 {92 - far} 32 {102 - far} {high}"
        f"C{100 - far} 32 60 42 50 44Z",
        _GOLD if of.rank >= _PAULDRONS else of.metal,
        1.8,
    )
    beard = line("M43 77C39 79 37 83 36 88M57 77C61 79 63 83 64 88", 1.6 + of.rank * 0.2, of.hair)
    tuft = inked(f"M47 88L53 88L50 {90 + 2 * of.rank}Z", of.hair, 1.4)
    return flaps + laces, dome + ribs + brim + horns, beard + tuft


def _viking(of: _Wardrobe) -> tuple[str, str, str]:
    wide, high = 15 - 2 * of.rank, 36 - 4 * of.rank
    horn = "M{a} 46C{b} 46 {c} {y} {d} {h}C{e} {z} {f} 36 {g} 38Z"
    left = {"a": 28, "b": wide + 4, "c": wide - 2, "d": wide, "e": wide + 6, "f": 26, "g": 33}
    horns = "".join(
        inked(horn.format(y=high + 8, h=high, z=high + 12, **at), "#efe2c2")
        for at in (left, {key: 100 - value for key, value in left.items()})
    )
    dome = inked("M26 52C25 34 38 25 50 25C62 25 75 34 74 52Z", of.metal)
    band = inked("M24 48H76V55H24Z", mix(of.metal, INK, 0.25)) + inked("M46 50H54V68L50 74L46 68Z", of.metal, 1.6)
    low = 96 + 3.2 * of.rank
    beard = inked(
        f"M27 64C27 86 36 {low - 6} 50 {low}C64 {low - 6} 73 86 73 64C68 72 60 74 50 74C40 74 32 72 27 64Z", of.hair
    )
    mouth = inked("M43 80C47 83 53 83 57 80C56 85 44 85 43 80Z", "#8a3d2c", 1.4)
    beads = "".join(inked(disc(50 + x, low - 8, 2.6), _GOLD, 1.2) for x in (0, -9, 9)[: of.rank // 2])
    rivets = "".join(fill(disc(x, 51.5, 1.4), _GOLD) for x in (28, 34, 40, 60, 66, 72)[: of.rank])
    return horns, dome, beard + mouth + beads + band + rivets


def _pirate(of: _Wardrobe) -> tuple[str, str, str]:
    behind = inked("M24 54C18 76 20 94 26 102H38V60H62V102H74C80 94 82 76 76 54Z", of.hair)
    before = inked("M27 54C25 38 36 28 50 28C64 28 75 38 73 54C62 45 38 45 27 54Z", of.cloth)
    before += "".join(fill(disc(x, 40 + abs(x - 50) / 6, 1.6), "#fff3d6") for x in (36, 43, 50, 57, 64))
    if of.rank >= _PAULDRONS:
        before += inked("M10 46C18 28 34 17 50 20C66 17 82 28 90 46C76 36 64 36 50 41C36 36 24 36 10 46Z", "#2a2128")
        before += line("M12 45C25 34 37 35 50 40C63 35 75 34 88 45", 2.2, of.metal)
    else:
        before += inked("M73 46L86 52L78 56L84 64L72 56Z", of.cloth, 1.6)
    if of.rank >= _FUR:
        before += (
            inked(disc(50, 30, 4.6), "#fffaf0", 1.4) + fill(disc(48.4, 30, 1.1), INK) + fill(disc(51.6, 30, 1.1), INK)
        )
    if of.rank >= _MEDAL:
        before += inked(f"M74 30C84 {22 - of.rank} 92 {10 - of.rank} 88 2C78 8 70 18 70 28Z", "#d8493a", 1.6)
    patch = inked("M33 60C35 55 47 56 48 62C48 70 35 71 33 60Z", INK, 1) + line("M28 50L36 58M47 59L73 52", 1.8)
    stubble = inked(
        f"M30 72C33 {84 + of.rank} 41 {92 + 2 * of.rank} 50 {93 + 3 * of.rank}"
        f"C59 {92 + 2 * of.rank} 67 {84 + of.rank} 70 72C66 84 58 88 50 88C42 88 34 84 30 72Z",
        of.hair,
        1.8,
    )
    ring = line(disc(27, 74, 2.8), 1.6, _GOLD)
    return behind, before, stubble + patch + ring


def _archer(of: _Wardrobe) -> tuple[str, str, str]:
    hood = ""
    if of.rank >= _FUR:
        hood = inked("M50 13C26 18 15 44 18 74C20 90 30 102 36 106H64C70 102 80 90 82 74C85 44 74 18 50 13Z", of.cloth)
    plait = inked("M70 58C78 68 80 78 76 88C82 96 78 106 74 112L67 108C71 98 68 92 69 84C66 74 68 66 66 60Z", of.hair)
    tie = inked("M66 105L77 108L75 113L65 110Z", of.metal, 1.4)
    top = inked(
        "M27 62C24 38 36 28 50 28C64 28 76 38 73 62C71 50 66 44 58 40C50 48 38 50 31 52C29 55 28 58 27 62Z", of.hair
    )
    band = inked("M27 47C36 41 64 41 73 47V52C64 46 36 46 27 52Z", of.metal, 1.6)
    feathers = "".join(
        inked(
            f"M{30 - 4 * n} 46C{16 - 5 * n} {36 + n} {12 - 4 * n} {20 + 5 * n} {18 - 5 * n} {8 + 7 * n}"
            f"C{28 - 4 * n} 20 {32 - 2 * n} 34 33 45Z",
            colour,
            1.6,
        )
        for n, colour in enumerate(("#e9e2cf", "#c9573a", "#f3cf6a")[: (of.rank + 1) // 2])
    )
    freckles = "".join(fill(disc(x, y, 0.9), "#8a3d1c", 0.7) for x in (34, 38, 62, 66) for y in (72, 75))
    return hood + plait + tie, top + feathers + band, freckles


def _centurion(of: _Wardrobe) -> tuple[str, str, str]:
    wide, high = 26 - 3 * of.rank, 24 - 3.4 * of.rank
    crest = inked(f"M{wide} 40C{wide + 2} {high} {98 - wide} {high} {100 - wide} 40C72 26 28 26 {wide} 40Z", "#b3261c")
    strands = "".join(line(f"M50 30L{50 + x} {high + 6 + abs(x) / 5:g}", 1.1, "#6d120d") for x in (-18, -9, 0, 9, 18))
    dome = inked("M25 60C23 37 36 27 50 27C64 27 77 37 75 60L70 56C66 48 60 47 50 47C40 47 34 48 30 56Z", of.metal)
    peak = inked("M22 54C32 44 68 44 78 54C68 50 32 50 22 54Z", mix(of.metal, "#ffffff", 0.35))
    cheeks = inked("M26 58L33 60C33 72 37 80 43 88L35 92C28 84 25 70 26 58Z", of.metal)
    cheeks += inked("M74 58L67 60C67 72 63 80 57 88L65 92C72 84 75 70 74 58Z", of.metal)
    boss = inked(disc(50, 38, 3.4), _GOLD, 1.3) if of.rank >= _PAULDRONS else ""
    return crest + strands, dome + peak + cheeks + boss, ""


def _barbarian(of: _Wardrobe) -> tuple[str, str, str]:
    behind = inked(
        "M50 18L40 24L27 22L25 34L14 40L19 52L11 64L21 73L17 88L28 92"
        "L27 106H73L72 92L83 88L79 73L89 64L81 52L86 40L75 34L73 22L60 24Z",
        of.hair,
    )
    before = inked("M27 58L25 42L35 41L38 32L48 39L57 30L63 41L75 42L73 58L66 48L58 53L50 46L41 53L34 48Z", of.hair)
    if of.rank >= _FUR:
        fur = mix(of.cloth, "#c9b190", 0.55)
        before += inked("M22 50L20 20L36 29C45 24 55 24 64 29L80 20L78 50C70 40 62 38 50 38C38 38 30 40 22 50Z", fur)
        before += fill(disc(40, 33, 2), INK) + fill(disc(60, 33, 2), INK) + inked("M46 38H54L50 44Z", INK, 1)
        before += inked("M34 42L37 50L40 41Z", "#fffaf0", 1.2) + inked("M66 42L63 50L60 41Z", "#fffaf0", 1.2)
    low = 92 + 2.5 * of.rank
    beard = inked(
        f"M28 70L31 84L36 86L40 {low - 4}L46 {low - 6}L50 {low}L54 {low - 6}"
        f"L60 {low - 4}L64 86L69 84L72 70C64 80 58 75 50 75C42 75 36 80 28 70Z",
        of.hair,
    )
    paint = "".join(
        line(f"M{x} {70 + y}L{x + 9} {68 + y}", 2.2, "#2f6fb0")
        for x, y in ((30, 0), (61, -2), (31, 4), (61, 2))[: of.rank]
    )
    mouth = inked("M42 80H58L56 85H44Z", "#fffaf0", 1.5)
    return behind, before, paint + beard + mouth


def _scout(of: _Wardrobe) -> tuple[str, str, str]:
    sides = inked("M27 64C24 54 26 44 31 40H69C74 44 76 54 73 64L70 50H30Z", of.hair)
    hat = inked("M12 48C22 26 50 18 72 24C84 27 92 34 88 37C78 42 70 42 66 42C50 36 32 40 22 52Z", of.cloth)
    brim = inked("M10 50C26 36 58 34 88 36C76 46 50 42 34 46C26 48 18 54 10 50Z", mix(of.cloth, INK, 0.25))
    long = 6 * of.rank
    feather = inked(
        f"M66 30C{70 + long / 3:g} {24 - long / 3:g} {66 + long / 2:g} {14 - long / 4:g}"
        f" {62 + long / 2:g} {8 - long / 5:g}C{56 + long / 4:g} 14 60 24 62 30Z",
        "#d8493a",
        1.6,
    )
    goggles = ""
    if of.rank >= _FUR:
        goggles = "".join(inked(disc(x, 48, 6), of.metal, 1.6) + fill(disc(x, 48, 3.6), "#9fd3e8") for x in (41, 59))
    scarf = (
        inked("M26 100C38 94 62 94 74 100C76 108 66 112 50 112C34 112 24 108 26 100Z", "#c9573a") if of.rank > 1 else ""
    )
    return "", sides + feather + hat + brim + goggles, scarf


@dataclass(frozen=True)
class _Person:
    look: Look
    scene: str
    tint: str
    cloth: str
    skin: str
    hair: str
    eye: int
    icons: tuple[str, ...]  # what they hold, by rank
    mouth: str = "M43 81C47 85 53 85 57 81"


_STERN: Final = "M44 83C48 80 54 81 57 80"
_FLAT: Final = "M43 82H57"
_GRIN: Final = "M43 81C46 87 54 87 57 81Z"
_PEOPLE: Final = {
    1: _Person(
        _gladiator,
        "dunes",
        "sand",
        "#a0301c",
        "#c98d5e",
        "#3a2417",
        1,
        ("wood-club", "fishing-net", "spiked-mace", "trident", "gladius", "roman-shield"),
        _STERN,
    ),
    2: _Person(
        _sorceress,
        "stars",
        "dusk",
        "#5b2a86",
        "#ffe0c7",
        "#b5562b",
        2,
        ("broom", "round-potion", "crystal-ball", "fairy-wand", "crystal-wand", "orb-wand"),
    ),
    3: _Person(
        _knight,
        "fields",
        "iron",
        "#1f5f9c",
        "#f6d3b3",
        "#8c4a1e",
        0,
        ("plain-dagger", "flanged-mace", "broadsword", "templar-shield", "knight-banner", "winged-sword"),
        _FLAT,
    ),
    4: _Person(
        _samurai,
        "peaks",
        "rose",
        "#8d1f2f",
        "#e9b98d",
        "#1d1a20",
        1,
        ("paper-lantern", "spear-feather", "bow-string", "katana", "dervish-swords", "dragon-orb"),
        _FLAT,
    ),
    5: _Person(
        _viking,
        "peaks",
        "frost",
        "#37608a",
        "#ffe0c7",
        "#d9a441",
        0,
        ("wood-axe", "beer-horn", "viking-shield", "battle-axe", "crossed-axes", "thor-hammer"),
    ),
    6: _Person(
        _pirate,
        "waves",
        "tide",
        "#b3261c",
        "#a8693f",
        "#1d1a20",
        1,
        ("hook", "spyglass", "treasure-map", "saber-and-pistol", "crossed-sabres", "pirate-flag"),
        _GRIN,
    ),
    7: _Person(
        _archer,
        "trees",
        "grove",
        "#35602d",
        "#f6d3b3",
        "#8c4a1e",
        2,
        ("broadhead-arrow", "quiver", "pocket-bow", "bow-arrow", "flaming-arrow", "winged-arrow"),
    ),
    8: _Person(
        _centurion,
        "ruins",
        "amber",
        "#8a1f1a",
        "#c98d5e",
        "#3a2417",
        3,
        ("pointy-sword", "trumpet", "thrown-spear", "vertical-banner", "laurel-crown", "eagle-emblem"),
        _STERN,
    ),
    9: _Person(
        _barbarian,
        "caverns",
        "ember",
        "#5a3a22",
        "#e9b98d",
        "#5a2a16",
        0,
        ("stone-axe", "bone-mace", "spiked-bat", "war-axe", "two-handed-sword", "horned-skull"),
    ),
    10: _Person(
        _scout,
        "clouds",
        "moss",
        "#4f6b2a",
        "#70442a",
        "#1d1a20",
        2,
        ("walking-boot", "lantern", "compass", "binoculars", "telescope", "tower-flag"),
        _GRIN,
    ),
}


@lru_cache(maxsize=64)
def portrait_markup(number: int, rank: int) -> SafeString:
    """A character in one of six ranks: for an ``<svg>`` with the box of portraits."""
    person = _PEOPLE[number]
    tint = TINTS[person.tint]
    metal = _METALS[rank - 1]
    hair = mix(person.hair, _GREY, max(0, rank - 3) * 0.22)
    cloth = mix(person.cloth, "#8d8474", (len(_METALS) - rank) * 0.09)
    behind, before, over = person.look(_Wardrobe(hair, cloth, metal, rank))
    drawn = scenery_of(person.scene, person.tint, f"army {number} {rank}")
    parts = [
        *(shape.markup for shape in drawn.behind),
        _halo() if rank >= _HALO else "",
        behind,
        *bust(person.skin, cloth, metal),
        *_finery(rank, metal, cloth),
        before,
        *face(person.eye, mix(hair, INK, 0.45), (rank % 3 - 1) * 1.2, person.mouth),
        over,
        *_age(rank),
        held(person.icons[rank - 1], tint.prop, tint.outline),
    ]
    return mark_safe("".join(parts))


def _halo() -> str:
    """A legend's sun, behind the head."""
    points = []
    for ray in range(32):
        reach = 58 if ray % 2 else 45
        points.append((50 + reach * cos(ray * pi / 16), 56 + reach * sin(ray * pi / 16)))
    return fill(polygon(points), _GOLD, 0.85) + fill(disc(50, 56, 43), "#fff3c9", 0.75)


def _finery(rank: int, metal: str, cloth: str) -> list[str]:
    """What is worn on the shoulders and on the breast."""
    parts = []
    if rank >= _FUR:
        fur = "M18 116L24 104L32 112L40 103L50 114L60 103L68 112L76 104L82 116C72 130 28 130 18 116Z"
        parts.append(inked(fur, "#efe6d3" if rank >= _MEDAL else "#9b8468"))
    if rank >= _PAULDRONS:
        parts.append(inked("M2 146C0 122 12 106 28 109C36 118 32 136 20 146Z", metal))
        parts.append(inked("M98 146C100 122 88 106 72 109C64 118 68 136 80 146Z", metal))
        parts += [line("M8 132C10 120 18 114 28 116", 1.5), line("M92 132C90 120 82 114 72 116", 1.5)]
    if rank >= _MEDAL:
        parts += [line("M38 116C42 128 58 128 62 116", 2, _GOLD), inked(disc(50, 127, 4.4), _GOLD, 1.6)]
        parts.append(fill(disc(50, 127, 1.8), cloth))
    return parts


def _age(rank: int) -> Sequence[str]:
    """Scars and lines of those who have seen many battles."""
    marks = []
    if rank >= _PAULDRONS:
        marks.append(line("M63 69L68 78", 1.4, "#8a2f22"))
    if rank >= _MEDAL:
        marks.append(line("M34 71C36 72 38 73 40 72M60 72C62 73 64 72 66 71", 1, "#6a3524"))
    return marks


@cache
def portraits_version() -> str:
    """The hash in the addresses of portraits."""
    return version_of([Path(__file__)])
