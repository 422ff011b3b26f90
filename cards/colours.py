"""Colours of cards: the twelve tints of pictures, and arithmetic with ``#rrggbb``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_HEX: Final = re.compile(r"#[0-9a-f]{6}", re.IGNORECASE)
CREAM: Final = "#fff8e6"
INK: Final = "#20150b"


@dataclass(frozen=True, slots=True)
class Tint:
    """The colours of a picture, all ``#rrggbb``: the light, the sky around it and at its rim, land far and near; the
    subject where the light falls on it, and its outline; the colour of its body, and of what it holds."""

    glow: str
    sky: str
    rim: str
    far: str
    near: str
    subject: str
    outline: str
    body: str
    prop: str


TINTS: Final[dict[str, Tint]] = {
    "amber": Tint("#fff0bd", "#e6ab45", "#a8631c", "#b5722a", "#3c2109", "#fff3d4", "#2a1505", "#7fc0b4", "#fdf0c8"),
    "tide": Tint("#dff7ee", "#5cb6bf", "#1b6a88", "#2f8ba0", "#072f42", "#effaf3", "#05222f", "#f4b06c", "#eefaf2"),
    "ember": Tint("#ffdca4", "#e37a40", "#8f2a1c", "#a9412a", "#330c0a", "#ffecd0", "#260705", "#f3cf74", "#fdeedb"),
    "dusk": Tint("#f7e0f1", "#a184c6", "#46327c", "#6a549f", "#1b1238", "#f6ebfb", "#150d2c", "#efb197", "#f4eafb"),
    "grove": Tint("#f7f6c2", "#a3c067", "#4a783a", "#628f48", "#142a10", "#f9f9dd", "#0f1d0a", "#efc268", "#f8f8e2"),
    "iron": Tint("#f5f6f3", "#a9b6c0", "#586675", "#77858f", "#1c232b", "#f7f8f5", "#14191f", "#e3a069", "#f4f6f8"),
    "rose": Tint("#ffeadf", "#e99da2", "#a04462", "#bb5f76", "#3d1026", "#fff1ea", "#2c0a1a", "#a9d6c2", "#fff2ea"),
    "frost": Tint("#ffffff", "#c3e1f1", "#649dca", "#8fbcdc", "#1b4468", "#ffffff", "#0e2a44", "#ea9a72", "#ffffff"),
    "moss": Tint("#eff0be", "#abac57", "#59662c", "#74803a", "#22290e", "#f8f6d6", "#191d09", "#e9b250", "#f6f3d2"),
    "sand": Tint("#fff8de", "#eed39e", "#bd8f54", "#c9a064", "#5a3c1c", "#fff9e6", "#382410", "#cf7148", "#fff8e2"),
    "storm": Tint("#e8edf8", "#8494b8", "#35426a", "#55648d", "#121a33", "#eff3fb", "#0c1226", "#efcb78", "#eef3fc"),
    "blood": Tint("#ffcda9", "#c93f3c", "#640e1a", "#85202a", "#22050b", "#ffeadd", "#1b0407", "#f2c295", "#ffeede"),
}


def is_colour(text: str) -> bool:
    """Whether it is ``#rrggbb``."""
    return _HEX.fullmatch(text) is not None


def mix(first: str, second: str, share: float) -> str:
    """The colour that is ``share`` (0 to 1) of the way from the first to the second."""
    pairs = zip(_parts(first), _parts(second), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def luminance(colour: str) -> float:
    """How light a colour is, 0 to 1, as WCAG defines it."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in _parts(colour))
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def upon(colour: str) -> str:
    """The text colour that is legible on a colour: cream or ink, whichever stands out more."""
    ground = luminance(colour) + 0.05
    return CREAM if (luminance(CREAM) + 0.05) / ground >= ground / (luminance(INK) + 0.05) else INK


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
