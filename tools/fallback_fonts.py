"""Writes the fonts that stand in for ours into static/css/base.css: ``python -m tools.fallback_fonts``.

Where a web font comes late, one that the device has is drawn at the web font's width and height (``size-adjust`` and
its companions), so that a page looks much the same. Widths are the mean of the letters of the site's own texts in
English and French; heights are the web font's. For fonts that may not be given away, ones of the same widths are
measured: Gelasio for Georgia, Tinos for Times New Roman.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from babel.messages.pofile import read_po
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

ROOT: Final = Path(__file__).resolve().parent.parent
MODULES: Final = ROOT / "node_modules"
STYLES: Final = ROOT / "static" / "css" / "base.css"
BEGIN: Final = "/* From here on written by tools/fallback_fonts.py. */\n"
END: Final = "/* So far written by tools/fallback_fonts.py. */\n"
NO_TEXT: Final = re.compile(r"<[^>]*>|%\(\w+\)\w|https?:\S+")


@dataclass(frozen=True, slots=True)
class Ours:
    """A web font: its name, the descriptors of what stands in for it, its file, the weight of a variable one, and which
    style of the other fonts stands in."""

    family: str
    descriptors: str
    file: str
    style: str
    weight: int | None = None


@dataclass(frozen=True, slots=True)
class Device:
    """A font that devices have: by style its names there and the file, of the same widths, that is measured."""

    name: str
    local: dict[str, tuple[str, ...]]
    files: dict[str, str]


_ALEGREYA: Final = "@fontsource-variable/alegreya/files/alegreya-latin-wght-{}.woff2"
OURS: Final = (
    Ours("Alegreya", "font-weight: 400 599;", _ALEGREYA.format("normal"), "regular", 400),
    Ours("Alegreya", "font-weight: 600 900;", _ALEGREYA.format("normal"), "bold", 700),
    Ours("Alegreya", "font-style: italic; font-weight: 400 900;", _ALEGREYA.format("italic"), "italic", 400),
    Ours(
        "Alegreya SC", "font-weight: 700;", "@fontsource/alegreya-sc/files/alegreya-sc-latin-700-normal.woff2", "bold"
    ),
    Ours(
        "IM Fell English SC",
        "font-weight: 400;",
        "@fontsource/im-fell-english-sc/files/im-fell-english-sc-latin-400-normal.woff2",
        "regular",
    ),
)


def _fontsource(slug: str) -> dict[str, str]:
    styles = {"regular": "400-normal", "bold": "700-normal", "italic": "400-italic"}
    return {style: f"@fontsource/{slug}/files/{slug}-latin-{variant}.woff2" for style, variant in styles.items()}


DEVICES: Final = (
    Device(
        "Georgia",
        {
            "regular": ("Georgia",),
            "bold": ("Georgia Bold", "Georgia-Bold"),
            "italic": ("Georgia Italic", "Georgia-Italic"),
        },
        _fontsource("gelasio"),
    ),
    Device(
        "Noto Serif",
        {
            "regular": ("Noto Serif", "NotoSerif"),
            "bold": ("Noto Serif Bold", "NotoSerif-Bold"),
            "italic": ("Noto Serif Italic", "NotoSerif-Italic"),
        },
        _fontsource("noto-serif"),
    ),
    Device(
        "Times",
        {
            "regular": ("Times New Roman", "Liberation Serif", "TimesNewRomanPSMT"),
            "bold": ("Times New Roman Bold", "Liberation Serif Bold", "TimesNewRomanPS-BoldMT"),
            "italic": ("Times New Roman Italic", "Liberation Serif Italic", "TimesNewRomanPS-ItalicMT"),
        },
        _fontsource("tinos"),
    ),
    Device(
        "DejaVu",
        {
            "regular": ("DejaVu Serif", "DejaVuSerif"),
            "bold": ("DejaVu Serif Bold", "DejaVuSerif-Bold"),
            "italic": ("DejaVu Serif Italic", "DejaVuSerif-Italic"),
        },
        {
            "regular": "dejavu-fonts-ttf/ttf/DejaVuSerif.ttf",
            "bold": "dejavu-fonts-ttf/ttf/DejaVuSerif-Bold.ttf",
            "italic": "dejavu-fonts-ttf/ttf/DejaVuSerif-Italic.ttf",
        },
    ),
)


@cache
def letters() -> Counter[str]:
    """How often each letter is in the site's texts, those of both languages."""
    counts: Counter[str] = Counter()
    with (ROOT / "locale" / "fr" / "LC_MESSAGES" / "django.po").open("rb") as file:
        for message in read_po(file):
            for text in (message.id, message.string):
                for part in (text,) if isinstance(text, str) else text or ():
                    counts.update(" ".join(NO_TEXT.sub(" ", part).split()))
    return counts


@dataclass(frozen=True, slots=True)
class Metrics:
    """Shares of a font's size: the mean ``width`` of a letter, and how far its lines reach up and down."""

    width: float
    ascent: float
    descent: float


@cache
def metrics_of(file: str, weight: int | None = None) -> Metrics:
    """The metrics of a font below node_modules; of a variable one at a weight."""
    font = TTFont(MODULES / file)
    if weight is not None:
        font = instantiateVariableFont(font, {"wght": weight})
    cmap, advances, unit = font.getBestCmap(), font["hmtx"].metrics, font["head"].unitsPerEm
    counts = {letter: count for letter, count in letters().items() if ord(letter) in cmap}
    width = sum(count * advances[cmap[ord(letter)]][0] for letter, count in counts.items()) / sum(counts.values())
    lines = font["hhea"]
    return Metrics(width / unit, lines.ascent / unit, -lines.descent / unit)


def fallbacks() -> str:
    """The rules for all of our fonts on all devices."""
    rules = []
    for ours in OURS:
        wanted = metrics_of(ours.file, ours.weight)
        for device in DEVICES:
            size = wanted.width / metrics_of(device.files[ours.style]).width
            names = ", ".join(f'local("{name}")' for name in device.local[ours.style])
            rules.append(
                f'@font-face {{ font-family: "{ours.family} on {device.name}"; {ours.descriptors} src: {names}; '
                f"size-adjust: {size:.1%}; ascent-override: {wanted.ascent / size:.1%}; "
                f"descent-override: {wanted.descent / size:.1%}; line-gap-override: 0%; }}\n"
            )
    return "".join(rules)


def main() -> None:
    before = STYLES.read_text(encoding="utf-8")
    start, end = before.index(BEGIN) + len(BEGIN), before.index(END)
    STYLES.write_text(before[:start] + fallbacks() + before[end:], encoding="utf-8")


if __name__ == "__main__":
    main()
