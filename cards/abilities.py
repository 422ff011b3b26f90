"""Names and explanations of the Special Abilities, in each language."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from cards.texts import Texts
from engine.decks.rules.abilities import AURA_PREFIX, SEASON_2

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
