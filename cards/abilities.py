"""Names and explanations of the Special Abilities, in each language."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from cards.texts import Texts
from engine.decks.rules.abilities import ABILITIES_OF_EDITION, AURA_PREFIX, FLAG_OF_SLUG, SEASON_1, SEASON_2

AURA: Final = "aura"
TEXTS: Final = Texts(Path(__file__).resolve().parent / "text")


def ability_name(slug: str, language: str) -> str:
    """The name of an ability; ``aura:SLUG`` is the Aura with what it lends: "Aura: Rage"."""
    if slug.startswith(AURA_PREFIX):
        pattern: str = TEXTS.find(language, "abilities", AURA, "of")
        return pattern.format(name=ability_name(slug.removeprefix(AURA_PREFIX), language))
    name: str = TEXTS.find(language, "abilities", slug, "name")
    return name


def ability_text(slug: str, language: str, edition: str = SEASON_2) -> str:
    """The effect of an ability, in one or two sentences; for ``aura:SLUG`` what is lent is explained too.

    An ability of one season only is explained for whatever edition.
    """
    if slug.startswith(AURA_PREFIX):
        lent = slug.removeprefix(AURA_PREFIX)
        pattern: str = TEXTS.find(language, "abilities", AURA, "gives")
        return pattern.format(name=ability_name(lent, language), text=ability_text(lent, language, edition))
    entry: dict[str, str] = TEXTS.find(language, "abilities", slug)
    return entry.get(edition) or entry["text"]


def ability_brief(slug: str, language: str, edition: str = SEASON_2) -> str:
    """As ``ability_text``, for a line below the ability's name: an Aura does not name once more what it lends."""
    if not slug.startswith(AURA_PREFIX):
        return ability_text(slug, language, edition)
    pattern: str = TEXTS.find(language, "abilities", AURA, "brief")
    return pattern.format(text=ability_text(slug.removeprefix(AURA_PREFIX), language, edition))


def seasons_of(abilities: Iterable[str]) -> int:
    """The sum of the editions, 1 and 2, in which all of some abilities exist, by their slugs; of one that nobody knows
    (any more) nothing is asked."""
    flags = 0
    for slug in abilities:
        flags |= FLAG_OF_SLUG.get(slug.removeprefix(AURA_PREFIX), 0)
    editions = ((1, SEASON_1), (2, SEASON_2))
    return sum(number for number, edition in editions if not flags & ~ABILITIES_OF_EDITION[edition])
