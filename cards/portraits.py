"""What portraits are drawn with: head and shoulders before a landscape, in flat fills for all media.

All is drawn in the box of a scene, 100 by 162.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from django.http import HttpResponse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from cards.colours import mix
from cards.figures import box_of
from cards.icons import drawings
from cards.landforms import disc

BOX: Final = "0 0 100 162"
INK: Final = "#1c120b"
FOR_GOOD: Final = "public, max-age=31536000, immutable"
FOR_NOW: Final = "public, max-age=60"  # a page from before a deploy names what there is no more
_EYES: Final = ("#2c4a63", "#3c2a17", "#2f5a35", "#4a2f63")
_BLUSH: Final = "#5a1e0c"


def fill(d: str, colour: str, opacity: float = 1) -> str:
    faded = f' fill-opacity="{opacity:g}"' if opacity < 1 else ""
    return f'<path fill="{colour}"{faded} d="{d}"/>'


def inked(d: str, colour: str, width: float = 2.2) -> str:
    return f'<path fill="{colour}" stroke="{INK}" stroke-width="{width:g}" stroke-linejoin="round" d="{d}"/>'


def line(d: str, width: float = 1.8, colour: str = INK) -> str:
    return f'<path fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linejoin="round" d="{d}"/>'


def bust(skin: str, cloth: str, trim: str) -> list[str]:
    """Robe, neck, collar and head."""
    shadow = mix(skin, _BLUSH, 0.3)
    return [
        inked("M4 166C4 128 20 108 40 103H60C80 108 96 128 96 166Z", cloth),
        fill("M70 110C86 118 95 134 95 166H76C78 144 78 126 70 110Z", INK, 0.22),
        inked("M41 84H59V104C56 112 44 112 41 104Z", shadow),
        inked("M40 101L50 116L36 130L26 108Z", trim, 1.8),
        inked("M60 101L50 116L64 130L74 108Z", trim, 1.8),
        inked("M27 62C24 60 22 66 25 71C27 74 29 73 30 71Z", shadow, 1.6),
        inked("M73 62C76 60 78 66 75 71C73 74 71 73 70 71Z", shadow, 1.6),
        inked("M28 56C28 38 38 30 50 30C62 30 72 38 72 56C72 78 62 94 50 94C38 94 28 78 28 56Z", skin),
        fill("M62 33C74 42 74 76 57 92C68 86 72 70 72 56C72 46 69 38 62 33Z", _BLUSH, 0.2),
    ]


def face(eye: int, brow: str, tilt: float, mouth: str) -> list[str]:
    """Eyes, brows, nose and mouth; a mouth that is closed by Z shows teeth."""
    parts = []
    for x in (40.5, 59.5):
        parts += [inked(disc(x, 64, 4.2), "#fffaf0", 1.3), fill(disc(x, 64.4, 2.7), _EYES[eye % len(_EYES)])]
        parts.append(fill(disc(x - 0.9, 63.3, 0.9), "#ffffff"))
    parts.append(line(f"M35 {57 + tilt}C38 {54 - tilt} 43 {54 - tilt} 46 {57 - tilt}", 2.6, brow))
    parts.append(line(f"M65 {57 + tilt}C62 {54 - tilt} 57 {54 - tilt} 54 {57 - tilt}", 2.6, brow))
    parts.append(line("M50 65C48 70 47 73 51 74", 1.6))
    parts.append(inked(mouth, "#fffaf0", 1.6) if mouth.endswith("Z") else line(mouth, 2))
    return parts


def held(icon: str, colour: str, outline: str) -> str:
    """What somebody holds up beside the chin, above the words of the card."""
    left, top, right, bottom = box_of(icon)
    scale = 30 / max(right - left, bottom - top)
    middle = f"translate({-(left + right) / 2:.1f} {-(top + bottom) / 2:.1f})"
    place = f"translate(80 89) scale({scale:.4f}) {middle}"
    path = drawings()[icon]
    return (
        f'<g transform="{place}"><path fill="{outline}" stroke="{outline}" stroke-width="{5.4 / scale:.0f}" '
        f'stroke-linejoin="round" d="{path}"/><path fill="{colour}" d="{path}"/></g>'
    )


def version_of(files: Sequence[Path]) -> str:
    """A hash of what draws them, for addresses that never change."""
    digest = hashlib.sha256()
    for path in (Path(__file__), *files):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def portrait_file(markup: SafeString, *, is_current: bool) -> HttpResponse:
    """A portrait as a file; one of an address that is no longer current is not kept."""
    content = format_html(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="{}" preserveAspectRatio="xMidYMid slice">{}</svg>',
        BOX,
        markup,
    )
    response = HttpResponse(content, content_type="image/svg+xml")
    response["Cache-Control"] = FOR_GOOD if is_current else FOR_NOW
    response["X-Content-Type-Options"] = "nosniff"
    return response
