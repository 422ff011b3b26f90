"""Positions to learn from: one JSON file each in ``board/samples/``, in the order of their numbers.

Their cards are in no set: ``names.toml`` has the French name of each.
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engine.decks.formats.interchange import read_position
from engine.decks.rules.position import Position

FOLDER = Path(__file__).parent / "samples"


@dataclass(frozen=True, slots=True)
class Sample:
    """A position with its lesson. ``title`` and ``lesson`` map languages to texts; ``icon`` is an ability's slug."""

    slug: str
    order: int
    icon: str
    title: dict[str, str]
    lesson: dict[str, str]
    position: Position
    position_fr: Position
    actions: tuple[str, ...]

    def position_in(self, language: str) -> Position:
        """With the names of a language, ``en`` or ``fr``."""
        return self.position_fr if language == "fr" else self.position


@cache
def all_samples() -> tuple[Sample, ...]:
    samples = [_read(path) for path in FOLDER.glob("*.json")]
    return tuple(sorted(samples, key=lambda sample: sample.order))


def _read(path: Path) -> Sample:
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return Sample(
        slug=path.stem,
        order=data["order"],
        icon=data["icon"],
        title=data["title"],
        lesson=data["lesson"],
        position=read_position(data["position"]),
        position_fr=read_position(_in_french(data["position"])),
        actions=tuple(data["actions"]),
    )


def _in_french(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _french_names()[value] if key == "name" else _in_french(value) for key, value in data.items()}
    return [_in_french(part) for part in data] if isinstance(data, list) else data


@cache
def _french_names() -> dict[str, str]:
    return tomllib.loads((FOLDER / "names.toml").read_text(encoding="utf-8"))


def english_name(name: str) -> str:
    """Of a card of a lesson in French, by whose words its picture is drawn; any other name as it is."""
    return _english_names().get(name, name)


@cache
def _english_names() -> dict[str, str]:
    return {french: english for english, french in _french_names().items()}


def find_sample(slug: str) -> Sample | None:
    return next((sample for sample in all_samples() if sample.slug == slug), None)
