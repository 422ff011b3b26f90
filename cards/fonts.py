"""The fonts of paper: which file is which, for measuring too. The screen has them from base.css."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from django.conf import settings

TEXT: Final = "Alegreya"
CAPS: Final = "Alegreya SC"
DISPLAY: Final = "IM Fell English SC"


@dataclass(frozen=True, slots=True)
class Font:
    """A font file: ``style`` as CSS has it, ``weight`` as the face uses it; a ``variable`` file has others too."""

    family: str
    weight: int
    style: str
    file: str  # below node_modules
    variable: bool = False

    @property
    def path(self) -> Path:
        """Where it lies."""
        return Path(settings.NODE_MODULES) / self.file


def _variable(weight: int, style: str, script: str) -> Font:
    file = f"@fontsource-variable/alegreya/files/alegreya-{script}-wght-{style}.woff2"
    return Font(TEXT, weight, style, file, variable=True)


def _caps(script: str) -> Font:
    return Font(CAPS, 700, "normal", f"@fontsource/alegreya-sc/files/alegreya-sc-{script}-700-normal.woff2")


# Of each, the Latin letters first and then the further ones. The first three kinds are the face's.
FONTS: Final = (
    *(_variable(800, "normal", script) for script in ("latin", "latin-ext")),
    *(_variable(400, "italic", script) for script in ("latin", "latin-ext")),
    *(_caps(script) for script in ("latin", "latin-ext")),
    *(_variable(400, "normal", script) for script in ("latin", "latin-ext")),
    Font(DISPLAY, 400, "normal", "@fontsource/im-fell-english-sc/files/im-fell-english-sc-latin-400-normal.woff2"),
)
