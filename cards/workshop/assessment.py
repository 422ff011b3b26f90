"""The assessment of a card before it is played: in which editions, what on it has no effect, what it should cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from cards.abilities import ability_name
from cards.costs import Estimate, explain
from cards.models import Card, Kind
from engine.decks.formats.interchange import BASTION, faults_of
from engine.decks.rules.abilities import (
    AURA_PREFIX,
    CURSED,
    FLAG_OF_SLUG,
    INCANTATION_ABILITIES,
    LUCIDITY,
    MERCENARY,
    REINFORCEMENT,
    SEASON_1,
    SEASON_2,
)
from engine.decks.rules.cards import Card as EngineCard

EDITIONS: Final = ((1, SEASON_1), (2, SEASON_2))
MAX_MEASURED: Final = 9  # Mana: what is worth more has no like among the cards that the model was fitted on
_NOTHING_ON_CHAMPIONS: Final = LUCIDITY | MERCENARY | CURSED | REINFORCEMENT  # ruling 6.3


def usable_editions(card: EngineCard) -> tuple[int, ...]:
    """The editions, 1 or 2, in whose positions the engine takes the card."""
    written = card.to_json()
    if isinstance(written, str):  # a reference would have to be looked up
        written = EngineCard(card.name, card.is_creature, card.cost, card.av, card.hp, card.slugs).to_json()
    return tuple(number for number, edition in EDITIONS if not faults_of(_position(written, edition)))


def _position(card: Any, edition: str) -> dict[str, Any]:
    """The smallest position with this card in a hand."""
    players = {"A": {"hand": [BASTION, card]}, "B": {"hand": [BASTION, card]}}
    return {"edition": edition, "active": "A", "phase": "mana", "players": players}


def idle_abilities(card: Card) -> tuple[str, ...]:
    """The slugs on a card that do nothing there (rulings 5.29 and 6.3)."""
    if card.kind == Kind.INCANTATION:
        return tuple(
            slug
            for slug in card.abilities
            if slug.startswith(AURA_PREFIX) or not FLAG_OF_SLUG[slug] & INCANTATION_ABILITIES
        )
    if card.kind == Kind.CHAMPION:
        return tuple(slug for slug in card.abilities if FLAG_OF_SLUG.get(slug, 0) & _NOTHING_ON_CHAMPIONS)
    return ()


@dataclass(frozen=True, slots=True)
class PartLine:
    """A line of the estimate: what, how much Mana, and how long its bar is, 0 to 100."""

    name: str
    mana: float
    length: int


@dataclass(frozen=True, slots=True)
class Judgement:
    """The estimate in words.

    ``lean`` is "cheap", "dear" or "fair"; "beyond" for a card stronger than all that were measured, and "weak" for one
    that not even a cost of 0 makes fair. ``parts`` add up to what it is worth.
    """

    estimate: Estimate
    lean: str
    off: float  # Mana, to the half
    parts: tuple[PartLine, ...]
    most_measured: int = MAX_MEASURED


def judge(card: EngineCard, language: str) -> Judgement | None:
    """An estimate of what a card should cost, with the parts that count for more than a twentieth of a Mana.

    None where no model was fitted yet.
    """
    try:
        estimate = explain(card)
    except FileNotFoundError:
        return None
    off = round(abs(estimate.difference) * 2) / 2
    lean = "fair" if not estimate.is_off or not off else "cheap" if estimate.difference < 0 else "dear"
    if lean == "cheap" and estimate.fair > MAX_MEASURED:
        lean = "beyond"
    elif lean == "dear" and card.cost == 0:
        lean = "weak"
    shown = [part for part in estimate.parts if abs(part.mana) >= 0.05]
    longest = max((abs(part.mana) for part in shown), default=1.0)
    lines = tuple(
        PartLine(part_name(part.slug, language), part.mana, round(100 * abs(part.mana) / longest)) for part in shown
    )
    return Judgement(estimate, lean, off, lines)


def part_name(slug: str, language: str) -> str:
    """A part of the estimate in words."""
    plain = {
        "creature": _("A Creature alone"),
        "incantation": _("An Incantation alone"),
        "av": _("Attack value"),
        "hp": _("Health Points"),
    }
    if slug in plain:
        return plain[slug]
    return " + ".join(ability_name(part, language) for part in slug.split("+"))
