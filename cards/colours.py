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
    "amber": Tint("#fff0bd", "#d08b2e", "#93521a", "#a5651f", "#3c2109", "#fff3d4", "#2a1505", "#a9e2d4", "#f0a583"),
    "tide": Tint("#dff7ee", "#3f9aa7", "#155a78", "#24788d", "#072f42", "#effaf3", "#05222f", "#ffca8d", "#eed77f"),
    "ember": Tint("#ffdca4", "#d4642f", "#85251a", "#9c3c27", "#330c0a", "#ffecd0", "#260705", "#f8dd8c", "#a3d6c9"),
    "dusk": Tint("#f7e0f1", "#8b6cb6", "#402e74", "#5f4a93", "#1b1238", "#f6ebfb", "#150d2c", "#fac9ae", "#b9d8e8"),
    "grove": Tint("#f7f6c2", "#7f9f48", "#3f6a31", "#547f3c", "#142a10", "#f9f9dd", "#0f1d0a", "#f9da8b", "#f0a27a"),
    "iron": Tint("#f5f6f3", "#8494a1", "#4b5967", "#66747f", "#1c232b", "#f7f8f5", "#14191f", "#f5c190", "#92cdd3"),
    "rose": Tint("#ffeadf", "#d47b8a", "#8f3a58", "#ab4f69", "#3d1026", "#fff1ea", "#2c0a1a", "#c6ecda", "#f4d68c"),
    "frost": Tint("#ffffff", "#c3e1f1", "#86b8dd", "#8fbcdc", "#1b4468", "#ffffff", "#07182a", "#b34e33", "#f0c05a"),
    "moss": Tint("#eff0be", "#97994a", "#4f5b27", "#677336", "#22290e", "#f8f6d6", "#191d09", "#f8d078", "#e6937a"),
    "sand": Tint("#fff8de", "#eed39e", "#d0aa70", "#c9a064", "#5a3c1c", "#fff9e6", "#1f1207", "#ae4f2e", "#7cb8b0"),
    "storm": Tint("#e8edf8", "#6f81a8", "#303c64", "#4d5c85", "#121a33", "#eff3fb", "#0c1226", "#f5d78d", "#ef9f86"),
    "blood": Tint("#ffcda9", "#c03a38", "#640e1a", "#7e1d27", "#22050b", "#ffeadd", "#1b0407", "#f8d0a8", "#a8d2c8"),
}
# Of people's skins and hair.
SKINS: Final = ("#f6d3b3", "#a8693f", "#e9b98d", "#70442a", "#ffe0c7", "#c98d5e")
HAIR: Final = ("#3a2417", "#8c4a1e", "#d9a441", "#1d1a20", "#b5562b", "#e8dcc0", "#5b3f6b", "#6e6a66")


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
