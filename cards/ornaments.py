"""The fixed drawings of the face: frames, panels, the gem, the axe, the shield; flat fills only, for screen and paper.

Each is SVG markup in a box of its own. Frames and panels use hundredths of the card's width and leave 6 around the
card for the bleed. What is drawn in ``currentColor`` takes the colour that it is used with: a set's accent.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import cos, pi, sin
from typing import Final

from cards.colours import mix
from cards.landforms import disc, number, polygon

GOLD: Final = "#e8cd86"
OLD_GOLD: Final = "#a67c2d"
DARK: Final = "#1c140c"
RIGHT: Final = 100.0
BOTTOM: Final = 157.4
BLEED: Final = 6.0
_QUIET: Final = 0.2  # how much of white the bars of a pattern have
EDGE: Final = 5.6  # the frame's width: its lines lie 2.5 mm and more from where the card is cut


@dataclass(frozen=True, slots=True)
class Ornament:
    """``box`` is a viewBox, ``body`` the markup inside."""

    box: str
    body: str


def fill(d: str, colour: str, opacity: float = 1) -> str:
    faded = f' fill-opacity="{opacity:g}"' if opacity < 1 else ""
    return f'<path fill="{colour}"{faded} fill-rule="evenodd" d="{d}"/>'


def line(d: str, colour: str, width: float, opacity: float = 1) -> str:
    faded = f' stroke-opacity="{opacity:g}"' if opacity < 1 else ""
    return f'<path fill="none" stroke="{colour}" stroke-width="{width:g}"{faded} stroke-linejoin="round" d="{d}"/>'


def _window(round_by: float = 2.6, edge: float = EDGE) -> str:
    """The opening of an ordinary frame, or a line like it further in."""
    low, r = number(edge), number(round_by)
    across, down = number(RIGHT - 2 * edge - 2 * round_by), number(BOTTOM - 2 * edge - 2 * round_by)
    return (
        f"M{number(edge + round_by)} {low}h{across}a{r} {r} 0 0 1 {r} {r}v{down}a{r} {r} 0 0 1-{r} {r}"
        f"h-{across}a{r} {r} 0 0 1-{r}-{r}v-{down}a{r} {r} 0 0 1 {r}-{r}Z"
    )


def _arch() -> str:
    """The opening of an Incantation's frame: a pointed arch."""
    left, right, foot = number(EDGE), number(RIGHT - EDGE), number(BOTTOM - EDGE)
    return f"M{left} {foot}V66C{left} 42 22 27 50 14C78 27 {right} 42 {right} 66V{foot}Z"


_OUTSIDE: Final = f"M-{BLEED:g}-{BLEED:g}H{RIGHT + BLEED:g}V{number(BOTTOM + BLEED)}H-{BLEED:g}Z"


def _bevel() -> str:
    """Light from above on the frame's four sides."""
    a, b, c, d = -BLEED, EDGE, RIGHT - EDGE, RIGHT + BLEED
    foot, low = BOTTOM - EDGE, BOTTOM + BLEED
    return (
        fill(polygon([(a, a), (d, a), (c, b), (b, b)]), "#ffffff", 0.2)
        + fill(polygon([(a, a), (b, b), (b, foot), (a, low)]), "#ffffff", 0.08)
        + fill(polygon([(d, a), (d, low), (c, foot), (c, b)]), "#000000", 0.14)
        + fill(polygon([(a, low), (b, foot), (c, foot), (d, low)]), "#000000", 0.26)
    )


def _corners(size: float, at: float) -> str:
    """A lozenge and two beads in each corner."""
    lozenges = beads = ""
    for across in (1, -1):
        for down in (1, -1):
            x, y = at if across > 0 else RIGHT - at, at if down > 0 else BOTTOM - at
            lozenges += polygon([(x - size, y), (x, y - size), (x + size, y), (x, y + size)])
            beads += disc(x + across * size * 1.9, y, size * 0.36) + disc(x, y + down * size * 1.9, size * 0.36)
    return fill(beads, GOLD) + fill(lozenges, GOLD) + line(lozenges, DARK, 0.5)


def _frame(base: str, window: str, ornaments: str = "", hair: str = GOLD) -> Ornament:
    body = fill(_OUTSIDE + window, base) + _bevel() + ornaments
    body += line(window, DARK, 1.6) + line(window, hair, 0.6)
    return Ornament(f"-{BLEED:g} -{BLEED:g} {RIGHT + 2 * BLEED:g} {number(BOTTOM + 2 * BLEED)}", body)


def _incantation() -> Ornament:
    spandrel = f"M{EDGE} {EDGE}H{RIGHT - EDGE}V66C{RIGHT - EDGE} 42 78 27 50 14C22 27 {EDGE} 42 {EDGE} 66Z"
    studs = "".join(
        disc(x, y, radius)
        for left, y, radius in ((10.5, 33, 1.5), (8.4, 41, 0.9), (15.6, 28.2, 0.9))
        for x in (left, RIGHT - left)
    )
    return _frame("currentColor", _arch(), fill(spandrel, "#000000", 0.3) + fill(studs, GOLD))


def _champion() -> Ornament:
    return _frame("#cf9f3c", _window(4), _ring(4) + _corners(2.2, 10), "#fff0bd")


def _ring(round_by: float) -> str:
    """A band of the set's colour along the opening, with its own line."""
    inner = _window(max(0.2, round_by - 1), EDGE + 2)
    return fill(_window(round_by) + inner, "currentColor") + line(inner, DARK, 0.6)


def _blocks(height: float, length: float, colour: str, opacity: float) -> str:
    """Joints of masonry, all across the frame: none runs along the cut, where it would show that the cut is askew."""
    text, y = "", EDGE + height / 2
    while y < BOTTOM - EDGE:
        for left, right in ((-BLEED, EDGE), (RIGHT - EDGE, RIGHT + BLEED)):
            text += f"M{number(left)} {number(y)}H{number(right)}"
        y += height
    x = EDGE + length / 2
    while x < RIGHT - EDGE:
        text += f"M{number(x)}-{BLEED:g}V{number(EDGE)}M{number(x)} {number(BOTTOM - EDGE)}V{number(BOTTOM + BLEED)}"
        x += length
    return line(text, colour, 0.5, opacity)


def _bastion() -> Ornament:
    return _frame("#8d95a1", _window(1), _blocks(9.2, 11.2, "#2b3038", 0.55) + _ring(1), "#eef1f4")


def _fort() -> Ornament:
    return _frame("#8a5a33", _window(1), _blocks(4.6, 8, "#2e190a", 0.6) + _ring(1), "#f0cfa2")


def _bridge() -> Ornament:
    return _frame("currentColor", _window(1), _blocks(7, 7, "#ffffff", 0.35), "#e9f1f4")


# Patterns: bars across a frame, in a rhythm that tells sets apart where colours do not. Like joints of masonry all run
# from the cut inwards: nothing along the cut would show that it is askew.

# Name to how long the rhythm is, and where in it its bars begin and how wide they are.
RHYTHMS: Final[dict[str, tuple[float, tuple[tuple[float, float], ...]]]] = {
    "single": (8, ((0, 1.2),)),
    "pairs": (10, ((0, 1.2), (2.4, 1.2))),
    "threes": (14, ((0, 1.2), (2.4, 1.2), (4.8, 1.2))),
    "fours": (18, ((0, 1.2), (2.4, 1.2), (4.8, 1.2), (7.2, 1.2))),
    "ribs": (2.4, ((0, 1.1),)),
    "checks": (7, ((0, 3.5),)),
    "blocks": (15, ((0, 7.5),)),
    "nails": (12, ((0, 3.4), (5.6, 1.2))),
    "ladder": (17, ((0, 6), (7.6, 1.2), (10.4, 1.2))),
    "steps": (16, ((0, 0.9), (2.5, 1.7), (5.9, 2.5), (10.1, 3.3))),
    "belts": (19, ((0, 2.6), (4, 1), (6.2, 2.6))),
}


def _pattern(length: float, bars: tuple[tuple[float, float], ...]) -> Ornament:
    """Bars all around a frame, from its middle to both ends of each side."""
    inner = EDGE - 0.8  # the line around the opening stays free
    drawn: dict[float, str] = {}  # by width
    across, down = (
        ((-BLEED, inner), (RIGHT - inner, RIGHT + BLEED)),
        ((-BLEED, inner), (BOTTOM - inner, BOTTOM + BLEED)),
    )
    for last, ends, along in (
        (RIGHT - EDGE, down, "M{at} {low}V{high}"),
        (BOTTOM - EDGE, across, "M{low} {at}H{high}"),
    ):
        first = EDGE + (last - EDGE) % length / 2
        for begins in (first + length * turn for turn in range(int((last - first) / length) + 1)):
            for start, wide in bars:
                at = begins + start + wide / 2
                if at + wide / 2 < last:
                    text = "".join(
                        along.format(at=number(at), low=number(low), high=number(high)) for low, high in ends
                    )
                    drawn[wide] = drawn.get(wide, "") + text
    box = f"-{BLEED:g} -{BLEED:g} {RIGHT + 2 * BLEED:g} {number(BOTTOM + 2 * BLEED)}"
    return Ornament(box, "".join(line(text, "currentColor", wide, _QUIET) for wide, text in drawn.items()))


# Panels: the lower part of the card. Their box is 100 by 46, and its foot lies on the frame's inner edge.

_PARCHMENT: Final = "#f4e8c9"


def _panel(top: str, colour: str, edge: str, more: str = "") -> Ornament:
    """``top`` is the upper edge, from (4, y) on, as path data that begins with that y."""
    body = fill(f"M4 46V{top}V46Z", colour) + more
    return Ornament("0 0 100 46", body + line(f"M4 {top}", DARK, 1.5) + line(f"M4 {top}", edge, 0.7))


def _creature_panel() -> Ornament:
    top = "6.4C28 6.4 38 6.6 43 5.6C46.4 4.9 48.6 3.8 50 2C51.4 3.8 53.6 4.9 57 5.6C62 6.6 72 6.4 96 6.4"
    return _panel(top, _PARCHMENT, GOLD)


def _incantation_panel() -> Ornament:
    top = "6.4Q12 4.4 20 5.8T36 5.8T50 5.2T64 5.8T80 5.8T96 6"
    return _panel(top, "#e6dcf3", GOLD)


def _champion_panel() -> Ornament:
    top = "6.4C16 6.4 22 5 32 5.6C42 6.2 45 4.6 50 -.4C55 4.6 58 6.2 68 5.6C78 5 84 6.4 96 6.4"
    star = polygon(
        [
            (
                50 + cos(k * pi / 4 - pi / 2) * (2 if k % 2 == 0 else 0.9),
                4.2 + sin(k * pi / 4 - pi / 2) * (2 if k % 2 == 0 else 0.9),
            )
            for k in range(8)
        ]
    )
    return _panel(top, "#f8e4a6", OLD_GOLD, fill(star, OLD_GOLD))


def _bastion_panel() -> Ornament:
    """A wall with battlements."""
    top, step = "10", 92 / 13
    for place in range(13):
        top += f"V{4 if place % 2 else 10}H{number(4 + step * (place + 1))}"
    joints = "".join(f"M4 {y}H96" for y in (16, 25, 34, 43))
    joints += "".join(f"M{x} {y}v9" for y, xs in ((16, (14, 86)), (25, (9, 91)), (34, (16, 84))) for x in xs)
    return _panel(top, "#cfd4da", "#f2f4f6", line(joints, "#7d8793", 0.5, 0.55))


def _fort_panel() -> Ornament:
    """A palisade."""
    top, joints, count = "10", "", 12
    step = 92 / count
    for place in range(count):
        x = 4 + step * place
        top += f"L{number(x + step / 2)} 3L{number(x + step)} 10"
        joints += f"M{number(x + step)} 11V46"
    return _panel(top, "#e3c49c", "#f7e3c6", line(joints, "#8d5f36", 0.5, 0.5))


def _bridge_panel() -> Ornament:
    """The crown of an arch, with its stones."""
    stones = "".join(f"M{x} {number(4 + 10 * ((x - 50) / 46) ** 2)}v6" for x in range(10, 96, 8))
    joints = line("M4 20C16 14 34 10 50 10C66 10 84 14 96 20" + stones, "#7f929c", 0.5, 0.7)
    return _panel("14C16 8 34 4 50 4C66 4 84 8 96 14", "#dde5e8", "#ffffff", joints)


# Emblems of cost, attack and Health Points.


def _gem(points: int, turn: float, star: float = 1) -> Ornament:
    """A cut stone in a gold setting; ``star`` below 1 draws every other corner in."""
    middle = 22.0

    def ring(radius: float) -> list[tuple[float, float]]:
        return [
            (
                middle + sin(turn + 2 * pi * k / points) * radius * (star if k % 2 else 1),
                middle - cos(turn + 2 * pi * k / points) * radius * (star if k % 2 else 1),
            )
            for k in range(points)
        ]

    outer, girdle, table = ring(20.6), ring(17.4), ring(12.4)
    body = fill(polygon(outer), GOLD) + line(polygon(outer), "#2a1d0d", 1.6) + fill(polygon(ring(18.6)), OLD_GOLD)
    for k in range(points):
        after = (k + 1) % points
        angle = turn + 2 * pi * (k + 0.5) / points
        light = 0.5 + 0.5 * cos(angle + pi / 5)  # the light comes from the upper left
        body += fill(polygon([girdle[k], girdle[after], table[after], table[k]]), mix("#0f3a66", "#a9dcfb", light))
    body += fill(polygon(table), "#2168a8") + fill(polygon([table[-1], *table[: points // 2 - 1]]), "#ffffff", 0.13)
    return Ornament("0 0 44 44", body)


def _axe() -> Ornament:
    upper = "M26 10.6C19.5 10.6 12.4 8.4 8.5 1.5"
    lower = "8.5 45.5C12.4 38.6 19.5 36.4 26 36.4S39.6 38.6 43.5 45.5"
    blade = f"{upper}C.5 13 .5 34 {lower}C51.5 34 51.5 13 43.5 1.5C39.6 8.4 32.5 10.6 26 10.6Z"
    light = f"{upper}C6.6 8 6 16 6 23.5H46C46 16 45.4 8 43.5 1.5C39.6 8.4 32.5 10.6 26 10.6Z"
    edges = "M8.5 1.5C.5 13 .5 34 8.5 45.5C5.4 34 5.4 13 8.5 1.5Z"
    edges += "M43.5 1.5C51.5 13 51.5 34 43.5 45.5C46.6 34 46.6 13 43.5 1.5Z"
    haft = "M23.2 4C23.2 1.6 28.8 1.6 28.8 4V44C28.8 46.6 23.2 46.6 23.2 44Z"
    body = line(haft, DARK, 2.6) + fill(haft, "#6b4622")
    body += fill("M23.2 6.4h5.6v1.4h-5.6zM23.2 39.4h5.6v1.4h-5.6z", GOLD)
    body += line(blade, DARK, 3.6) + line(blade, GOLD, 2) + fill(blade, "currentColor") + fill(light, "#ffffff", 0.12)
    return Ornament("0 -.5 52 48", body + fill(edges, "#f6eed9"))


def _shield() -> Ornament:
    outside = "M22 2.5C27 6 33 7.5 40 7.5V23C40 33.5 33 40.5 22 45C11 40.5 4 33.5 4 23V7.5C11 7.5 17 6 22 2.5Z"
    right = "M22 6.5C26.5 9.3 31.5 10.6 36.8 10.8V23C36.8 31.5 31 37.5 22 41.5"
    inside = f"{right}C13 37.5 7.2 31.5 7.2 23V10.8C12.5 10.6 17.5 9.3 22 6.5Z"
    body = line(outside, DARK, 3.2) + fill(outside, GOLD) + fill(inside, "currentColor")
    body += fill(f"{right}Z", "#000000", 0.16) + line(inside, "#000000", 0.7, 0.45)
    return Ornament("0 0 44 47", body)


def _aura() -> Ornament:
    """The ground of an Aura's icon, where other abilities have a disc: a star of eight points, edges at its sides."""
    return Ornament("0 0 100 100", fill(_star(1), DARK) + fill(_star(0.91), GOLD) + fill(_star(0.83), "currentColor"))


def _star(size: float) -> str:
    """Two squares laid upon one another; static/css/base.css has the same outline as ``--star``."""
    tip, notch = size * 50 / cos(pi / 8), size * 50 / cos(pi / 8) * cos(pi / 4) / cos(pi / 8)
    turns = [(k * pi / 8, notch if k % 2 == 0 else tip) for k in range(16)]
    return polygon((50 + radius * cos(turn), 50 + radius * sin(turn)) for turn, radius in turns)


# What stands behind a subject.


def _circle() -> Ornament:
    """A drawn spell: rings, marks and a star."""

    def at(radius: float, turn: float) -> tuple[float, float]:
        return 50 + radius * sin(turn), 50 - radius * cos(turn)

    marks = ""
    for k in range(36):
        (x, y), (to_x, to_y) = at(41, k * pi / 18), at(45, k * pi / 18)
        marks += f"M{number(x)} {number(y)}L{number(to_x)} {number(to_y)}"
    star = polygon(at(40, k * 3 * 2 * pi / 7) for k in range(7))
    body = line(disc(50, 50, 47) + disc(50, 50, 40.5), "currentColor", 0.9, 0.6) + line(marks, "currentColor", 0.9, 0.5)
    return Ornament("0 0 100 100", body + line(star, "currentColor", 0.8, 0.4))


def _rays() -> Ornament:
    """Light all around."""
    text = ""
    for k in range(24):
        angle, half, reach = k * pi / 12, pi / 52, 50 if k % 2 else 43
        ends = [(50 + reach * sin(angle + side), 50 - reach * cos(angle + side)) for side in (-half, half)]
        text += polygon([(50 + 12 * sin(angle), 50 - 12 * cos(angle)), *ends])
    return Ornament("0 0 100 100", fill(text, "currentColor", 0.45))


def _back() -> Ornament:
    """The back that all cards share, but for the book in its middle."""
    lattice, x = "", -170.0
    while x < 112:
        lattice += f"M{number(x)}-6l170 170M{number(x + 170)}-6l-170 170"
        x += 9.4
    oval = "M50 30.7C74 30.7 88 52 88 78.7S74 126.7 50 126.7S12 105 12 78.7S26 30.7 50 30.7Z"
    beads = ""
    for k in range(48):
        angle = k * pi / 24
        beads += disc(50 + 34.5 * sin(angle), 78.7 - 44.4 * cos(angle), 0.7 if k % 4 else 1.3)
    body = fill(_OUTSIDE, "#2b2142") + line(lattice, "#4a3a6c", 0.7) + fill(oval, "#1d1630")
    body += line(oval, DARK, 2.6) + line(oval, GOLD, 1.2) + fill(beads, GOLD, 0.9)
    body += line("".join(_flourish(across, down) for across in (1, -1) for down in (1, -1)), GOLD, 0.8)
    frame = _frame("#3a2c58", _window(), _corners(1.6, 9.4))
    return Ornament(frame.box, body + frame.body)


def _flourish(across: int, down: int) -> str:
    """Two bows in a corner of the back."""
    x, y = 8 if across > 0 else RIGHT - 8, 8 if down > 0 else BOTTOM - 8

    def at(a: float, b: float) -> str:
        return f"{number(x + across * a)} {number(y + down * b)}"

    text = f"M{at(0, 28)}C{at(0, 11)} {at(11, 0)} {at(28, 0)}M{at(0, 20)}C{at(0, 8)} {at(8, 0)} {at(20, 0)}"
    return text + disc(x + across * 4.4, y + down * 4.4, 1.1)


@cache
def ornaments() -> dict[str, Ornament]:
    """Name to ornament."""
    return {
        "frame-creature": _frame("currentColor", _window()),
        "frame-incantation": _incantation(),
        "frame-champion": _champion(),
        "frame-bastion": _bastion(),
        "frame-fort": _fort(),
        "frame-bridge": _bridge(),
        "panel-creature": _creature_panel(),
        "panel-incantation": _incantation_panel(),
        "panel-champion": _champion_panel(),
        "panel-bastion": _bastion_panel(),
        "panel-fort": _fort_panel(),
        "panel-bridge": _bridge_panel(),
        "gem-creature": _gem(12, pi / 12),
        "gem-incantation": _gem(8, 0, 0.74),
        "axe": _axe(),
        "shield": _shield(),
        "aura": _aura(),
        "circle": _circle(),
        "rays": _rays(),
        "back": _back(),
    } | {f"pattern-{name}": _pattern(*rhythm) for name, rhythm in RHYTHMS.items()}
