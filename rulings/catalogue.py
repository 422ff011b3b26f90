"""The rulings, by number: what the rulebooks say in other words, and what they leave open and this site settles.

Their words are in ``text/LANGUAGE/rulings.toml``; where each comes from and which abilities it is about, the same in
every language, in ``text/rulings.toml``.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from rulings.texts import FOLDER, MissingText, find

RULEBOOK: Final = "rulebook"
ORDER: Final = "order"
INTERPRETATION: Final = "interpretation"
MIXED: Final = "mixed"
STATUSES: Final = (RULEBOOK, ORDER, INTERPRETATION, MIXED)


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling in a language.

    ``number`` as "5.14"; ``part`` the number of its part, 5, and ``part_name`` that part's title. ``status`` says what
    ``text`` is, ``status_name`` in words; with the status ``mixed`` the rulebooks or their order say ``text``, and
    ``ours`` is what we add, else empty. ``abilities`` are slugs.
    """

    number: str
    part: int
    part_name: str
    title: str
    text: str
    ours: str
    status: str
    status_name: str
    abilities: tuple[str, ...]

    @property
    def anchor(self) -> str:
        """Where it stands on the page of all rulings: "r5-14"."""
        return anchor_of(self.number)


def anchor_of(number: str) -> str:
    """The anchor of a ruling's number: "5.14" is at "r5-14"."""
    return "r" + number.replace(".", "-")


@cache
def ruling(number: str, language: str) -> Ruling:
    """A ruling by its number. Raises ``MissingText`` when there is none."""
    facts = _facts().get(number)
    if facts is None:
        raise MissingText(f"there is no ruling {number}")
    words: dict[str, str] = find(language, "rulings", number)
    part = number.partition(".")[0]
    return Ruling(
        number=number,
        part=int(part),
        part_name=find(language, "rulings", "parts", part),
        title=words["title"],
        text=words["text"],
        ours=words.get("ours", ""),
        status=facts["status"],
        status_name=find(language, "rulings", "status", facts["status"]),
        abilities=tuple(facts["abilities"]),
    )


@cache
def all_rulings(language: str) -> tuple[Ruling, ...]:
    """Every ruling in the order of the numbers."""
    return tuple(ruling(number, language) for number in _facts())


def rulings_about(slug: str, language: str) -> tuple[Ruling, ...]:
    """The rulings about an ability, those that are about it foremost first."""
    about = [one for one in all_rulings(language) if slug in one.abilities]
    return tuple(sorted(about, key=lambda one: one.abilities[0] != slug))


@cache
def _facts() -> dict[str, dict[str, Any]]:
    with (FOLDER / "rulings.toml").open("rb") as file:
        return tomllib.load(file)
