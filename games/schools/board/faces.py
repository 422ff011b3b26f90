"""The faces of Clash of Magic Schools, read from ``faces.toml``: Elements, 60 Students, 45 Trials. Names are ours."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.text import capfirst

from cards.art import Composed
from cards.figures import Pose
from cards.landforms import disc
from cards.symbols import scene_address, scene_markup
from games.schools.board import words
from games.schools.board.portraits import portrait_markup, portraits_version
from web.languages import current_language

PAPER: Final = "#fffaf0"
TRIAL_POSE: Final = Pose(50, "usual")
# The landscapes of Trials by level: the higher, the wilder. Within a level they take turns.
_TRIAL_TINTS: Final = ("", "grove", "amber", "tide", "dusk", "storm", "blood")
_TRIAL_SCENES: Final = (
    "",
    "fields trees",
    "dunes ruins",
    "waves peaks",
    "spires stars",
    "peaks clouds",
    "flames caverns",
)


@cache
def _faces() -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / "faces.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class ElementFace:
    """What the cards of an Element share: its slug (a class of the styles), its icon, its colour.

    ``shape`` is the outline of its badge in a box of 100 by 100: Elements are told apart without their colours.
    """

    slug: str
    icon: str
    colour: str
    shape: str
    lower: int = 0  # how much lower the icon stands in the badge

    @property
    def name(self) -> str:
        """The Element's name in the reader's language."""
        return words.element(self.slug)

    @property
    def icon_top(self) -> int:
        return 24 + self.lower

    @property
    def spell(self) -> str:
        return words.SPELL_NAMES[words.SPELL_OF[self.slug]]

    @property
    def effect(self) -> str:
        return capfirst(str(words.SPELL_EFFECTS[words.SPELL_OF[self.slug]]))


SCHOOL_ICONS: Final = {"dragombre": "dragon-head", "blancgriffon": "griffin-symbol"}
ELEMENT_FACES: Final = {
    "earth": ElementFace("earth", "stone-pile", "#6b4516", "M27 5H73L97 50L73 95H27L3 50Z"),
    "water": ElementFace(
        "water",
        "big-wave",
        "#16528c",
        "M50 1C62 22 90 42 90 64C90 84 72 98 50 98C28 98 10 84 10 64C10 42 38 22 50 1Z",
        12,
    ),
    "air": ElementFace("air", "whirlwind", "#3c6672", disc(50, 50, 47)),
    "fire": ElementFace("fire", "small-fire", "#9c2c10", "M50 1L99 96H1Z", 16),
    "darkness": ElementFace("darkness", "evil-moon", "#43206c", "M50 1L99 50L50 99L1 50Z"),
}


@dataclass(frozen=True)
class StudentFace:
    """One of an Element's twelve Students; they differ in nothing but their picture (M1.1)."""

    element: ElementFace
    number: int
    name: str
    icon: str
    look: str

    @property
    def key(self) -> str:
        return f"{self.element.slug}-{self.number}"

    @property
    def markup(self) -> SafeString:
        """The portrait, for an ``<svg>`` with the box of portraits."""
        return portrait_markup(self.element.slug, self.number, self.look, self.icon)

    @property
    def address(self) -> str:
        return reverse("schools_files:portrait", args=[portraits_version(), self.element.slug, self.number])


@dataclass(frozen=True)
class TrialFace:
    """A Trial card: its level, its name in the reader's language, its picture."""

    level: int
    number: int
    name: str
    icon: str

    @property
    def key(self) -> str:
        return f"trial-{self.level}-{self.number}"

    @property
    def needed(self) -> range:
        """One for each Student that it needs."""
        return range(self.level)

    @property
    def art(self) -> Composed:
        scenes = _TRIAL_SCENES[self.level].split(" ")
        return Composed(self.icon, scenes[self.number % len(scenes)], _TRIAL_TINTS[self.level], self.key)

    @property
    def markup(self) -> SafeString:
        return scene_markup(self.art, TRIAL_POSE)

    @property
    def address(self) -> str:
        return scene_address(self.art, TRIAL_POSE)


def students_of(element: str) -> Sequence[StudentFace]:
    face = ELEMENT_FACES[element]
    return [StudentFace(face, number, *student) for number, student in enumerate(_faces()["students"][element])]


def student_face(element: str, number: int) -> StudentFace:
    students = students_of(element)
    return students[number % len(students)]


def trials_of(level: int) -> Sequence[TrialFace]:
    language = current_language()
    return [
        TrialFace(level, number, trial[language], trial["icon"])
        for number, trial in enumerate(_faces()["trials"][str(level)])
    ]


def trial_face(level: int, number: int) -> TrialFace:
    trials = trials_of(level)
    return trials[number % len(trials)]
