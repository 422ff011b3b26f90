"""Queries of the rulings' pages."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from cards.abilities import ability_name, ability_text
from cards.icons import icon_of_ability
from engine.decks.rules.abilities import ABILITIES_OF_EDITION, FLAG_OF_SLUG, SEASON_1, SEASON_2
from rulings.catalogue import Ruling, all_rulings, rulings_about


@dataclass(frozen=True, slots=True)
class RulingsPart:
    """The rulings of one part: its ``number``, ``name`` and ``rulings`` in the order of their numbers."""

    number: int
    name: str
    rulings: tuple[Ruling, ...]


@dataclass(frozen=True, slots=True)
class AbilityLink:
    """An ability that a page names: at the head of a row or a column, or as what a ruling is about."""

    slug: str
    name: str
    icon: str


@dataclass(frozen=True, slots=True)
class Ability:
    """An ability: its ``slug``, ``name`` and ``icon``, its ``rulings``, and its text by season.

    A season's text is "" where the season has not the ability; season 1's too where it is the same.
    """

    slug: str
    name: str
    icon: str
    season_2: str
    season_1: str
    rulings: tuple[Ruling, ...]


@cache
def parts(language: str) -> tuple[RulingsPart, ...]:
    grouped = groupby(all_rulings(language), key=lambda ruling: (ruling.part, ruling.part_name))
    return tuple(RulingsPart(number, name, tuple(rulings)) for (number, name), rulings in grouped)


@cache
def abilities(language: str) -> tuple[Ability, ...]:
    """Every ability of both seasons, Aura too, in the order of their names."""
    slugs = ["aura", *FLAG_OF_SLUG]
    return tuple(sorted((_ability(slug, language) for slug in slugs), key=lambda ability: _alphabetical(ability.name)))


def ability_link(slug: str, language: str) -> AbilityLink:
    return AbilityLink(slug, ability_name(slug, language), icon_of_ability(slug))


def _alphabetical(name: str) -> str:
    """A name as a dictionary sorts it: accents do not count."""
    return "".join(c for c in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(c))


def _ability(slug: str, language: str) -> Ability:
    flag = FLAG_OF_SLUG.get(slug, ABILITIES_OF_EDITION[SEASON_1] & ABILITIES_OF_EDITION[SEASON_2])
    texts = {
        edition: ability_text(slug, language, edition) if flag & ABILITIES_OF_EDITION[edition] else ""
        for edition in (SEASON_1, SEASON_2)
    }
    in_1, in_2 = texts[SEASON_1], texts[SEASON_2]
    return Ability(
        slug=slug,
        name=ability_name(slug, language),
        icon=icon_of_ability(slug),
        season_2=in_2,
        season_1="" if in_1 == in_2 else in_1,
        rulings=rulings_about(slug, language),
    )
