"""What the publisher's card generator of season 1 charged for abilities, beside our own estimate.

A program that a fan published on Discord in 2022 recorded it; the publisher has not confirmed it. What that table does
not have is told as missing, never guessed: abilities of later expansions, and what an Aura cost.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.utils.formats import number_format

from cards.abilities import ability_name

# Mana that an ability adds to a Champion.
CHARGED: Final = {
    "defender": -1.0,
    **dict.fromkeys(("aerial", "indestructible", "sprint", "vanish"), 0.5),
    **dict.fromkeys(
        ("aquatic", "berserk", "catalyst", "instinct", "perforation", "regeneration", "splash", "vulnerability"), 1.0
    ),
    "rage": 1.5,
    **dict.fromkeys(("price-of-blood", "protection", "sharpening", "symbiote"), 2.0),
}


@dataclass(frozen=True, slots=True)
class Bill:
    """What the generator charged for abilities: ``listed`` each with its Mana, ``total``, and what it does not have."""

    listed: str
    total: str
    missing: str


def bill_for(slugs: Iterable[str], language: str) -> Bill | None:
    """What the generator charged a Champion for these abilities; None where it charged for none of them."""
    slugs = list(slugs)
    charged = {slug: CHARGED[slug] for slug in slugs if slug in CHARGED}
    if not charged:
        return None
    listed = (f"{ability_name(slug, language)} {_written(mana)}" for slug, mana in charged.items())
    missing = (ability_name(slug, language) for slug in slugs if slug not in charged)
    return Bill(", ".join(listed), _written(sum(charged.values())), ", ".join(missing))


def _written(mana: float) -> str:
    sign = "\N{MINUS SIGN}" if mana < 0 else ""
    return sign + number_format(abs(mana), 0 if mana.is_integer() else 1)
