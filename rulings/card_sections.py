"""The rulings' section on a card's page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from accounts.requests import SiteRequest
from cards.models import Card
from cards.sections import PageSection
from contract.registry import default_game
from engine.decks.rules.abilities import AURA_PREFIX
from rulings.catalogue import Ruling, rulings_about


def rulings_of_card(card: Card, request: SiteRequest) -> PageSection | None:
    """The rulings about a card's abilities, those that are about them foremost first; None when there are none."""
    rulings = rulings_about_abilities(card.abilities, request.language)
    if not rulings:
        return None
    parts = {part for slug in card.abilities for part in slug.split(":")}
    foremost = [ruling for ruling in rulings if ruling.abilities[0] in parts]
    context = {"rulings": foremost, "more": [ruling for ruling in rulings if ruling not in foremost]}
    return PageSection("rulings", _("Rulings about its abilities"), "rulings/_about_card.html", context)


def abilities_meant(slugs: Iterable[str]) -> list[str]:
    """The abilities that rulings are asked about for a card with these: an Aura is one, and what it lends another."""
    return [part for slug in slugs for part in (slug.split(":") if slug.startswith(AURA_PREFIX) else [slug])]


def rulings_about_abilities(slugs: list[str], language: str) -> list[Ruling]:
    """Rulings about some abilities, each once; an Aura brings those about Auras and those about what it lends."""
    meant = dict.fromkeys(abilities_meant(slugs))
    rulings = [ruling for slug in meant for ruling in rulings_about(slug, language)]
    foremost = [ruling for ruling in rulings if ruling.abilities[0] in meant]
    return list(dict.fromkeys([*foremost, *rulings]))


def puzzles_about(slugs: Sequence[str], request: SiteRequest) -> list[PageSection]:
    """The section on puzzles that turn on an ability, or on both of a cell, if there is one."""
    about = default_game().puzzles_about
    section = about and about(slugs, request)
    return [section] if section else []
