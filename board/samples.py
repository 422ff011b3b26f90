"""Positions to learn from: one JSON file each in ``board/samples/``, in the order of their numbers."""

from __future__ import annotations

import json
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
    actions: tuple[str, ...]


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
        actions=tuple(data["actions"]),
    )


def find_sample(slug: str) -> Sample | None:
    return next((sample for sample in all_samples() if sample.slug == slug), None)
