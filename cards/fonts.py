"""The fonts of paper: which file is which, for measuring too. The screen has them from base.css and cards.css."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings
from fontTools.ttLib import TTFont

TEXT: Final = "Alegreya"
CAPS: Final = "Alegreya SC"
DISPLAY: Final = "IM Fell English SC"
BESIDE_DISPLAY: Final = "Alegreya Small Caps"  # a name of ours: for letters that the headings' font lacks


@dataclass(frozen=True, slots=True)
class Font:
    """A font: ``style`` as CSS has it, ``weight`` as the face uses it; ``variable`` files have others too.

    Its letters are spread over ``files`` below node_modules, each a part of the same design, and come from the first
    that has them. On paper they have to be one file: WeasyPrint tells fonts apart by family, weight and style alone,
    and would look for the letters of one file in the other.
    """

    family: str
    weight: int
    style: str
    files: tuple[str, ...]
    variable: bool = False

    @property
    def paths(self) -> tuple[Path, ...]:
        return tuple(Path(settings.NODE_MODULES) / file for file in self.files)


# All that the design has: what is in none of these is in no font of ours.
SCRIPTS: Final = ("latin", "latin-ext", "vietnamese", "greek", "greek-ext", "cyrillic", "cyrillic-ext")


def _variable(weight: int, style: str) -> Font:
    files = (f"@fontsource-variable/alegreya/files/alegreya-{script}-wght-{style}.woff2" for script in SCRIPTS)
    return Font(TEXT, weight, style, tuple(files), variable=True)


def _caps(family: str, weight: int) -> Font:
    files = (f"@fontsource/alegreya-sc/files/alegreya-sc-{script}-{weight}-normal.woff2" for script in SCRIPTS)
    return Font(family, weight, "normal", tuple(files))


SIGNS: Final = "◆→≤≥≠"  # what our papers need and no font has: drawn by ``rendering.signs``

# The first three are the face's.
FONTS: Final = (
    _variable(800, "normal"),
    _variable(400, "italic"),
    _caps(CAPS, 700),
    _variable(400, "normal"),
    Font(DISPLAY, 400, "normal", ("@fontsource/im-fell-english-sc/files/im-fell-english-sc-latin-400-normal.woff2",)),
    _caps(BESIDE_DISPLAY, 400),
)


@cache
def known_signs() -> frozenset[int]:
    """The code points of which a font of ours has a drawing."""
    codes: set[int] = set()
    for font in FONTS:
        for path in font.paths if not font.variable or font.style == "normal" else ():  # italics have the same
            with TTFont(path, lazy=True) as file:
                codes |= set(file.getBestCmap())
    return frozenset(codes)
