"""The faces of Clash of Magic Schools, read from ``faces.toml``: Elements, 60 Students, 45 Trials. Names are ours."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from games.schools.board import words
from web.languages import current_language


@cache
def _faces() -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / "faces.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class ElementFace:
    """What the cards of an Element share: its slug (a class of the styles), its icon."""

    slug: str
    icon: str

    @property
    def name(self) -> str:
        """The Element's name in the reader's language."""
        return words.element(self.slug)


@dataclass(frozen=True)
class TrialFace:
    """A Trial card: its level, its name in the reader's language, its icon."""

    level: int
    name: str
    icon: str


ELEMENT_FACES: Final = {
    "earth": ElementFace("earth", "stone-pile"),
    "water": ElementFace("water", "big-wave"),
    "air": ElementFace("air", "whirlwind"),
    "fire": ElementFace("fire", "small-fire"),
    "darkness": ElementFace("darkness", "evil-moon"),
}


def student_face(element: str, number: int) -> tuple[str, str]:
    """Name and icon of one of an Element's twelve Students; cards of an Element differ in nothing else (M1.1)."""
    students = _faces()["students"][element]
    name, icon = students[number % len(students)]
    return name, icon


def students_of(element: str) -> Sequence[tuple[str, str]]:
    return [(name, icon) for name, icon in _faces()["students"][element]]


def trials_of(level: int) -> Sequence[TrialFace]:
    language = current_language()
    return [TrialFace(level, name[language], name["icon"]) for name in _faces()["trials"][str(level)]]
