"""Mutations, elements and points in words."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from cards.abilities import ability_name
from engine.decks.sessions.ledger_events import VALUES
from engine.decks.sessions.ledger_state import GluedPatch
from engine.decks.sessions.offers import MutationOffer


def points_text(amount: Decimal) -> str:
    """Mutation Points as one writes them here: 2, 2.5, 0.25."""
    plain = f"{amount:f}"
    return str(number_format(plain.rstrip("0").rstrip(".") if "." in plain else plain, use_l10n=True))


def element_title(element: str, language: str) -> str:
    """The name of an element: a value, or an ability."""
    values = {"cost": _("Mana cost"), "av": _("Attack value"), "hp": _("HP")}
    return values[element] if element in VALUES else ability_name(element, language)


def covered_text(covers: Sequence[str], language: str) -> str:
    return _(" and ").join(ability_name(slug, language) for slug in covers)


def change_text(patch: MutationOffer | GluedPatch, language: str) -> str:
    """A mutation in words: "Attack value 2 → 4", "Rage over Cursed"."""
    name = element_title(patch.element, language)
    if patch.after is not None:
        return _("%(name)s %(before)d → %(after)d") % {"name": name, "before": patch.before, "after": patch.after}
    return _("%(ability)s over %(covered)s") % {"ability": name, "covered": covered_text(patch.covers, language)}
