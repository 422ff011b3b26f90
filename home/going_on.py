"""Things to go on with: games that wait for somebody, the page they tried last, what they were making."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Owner
from cards.models import Card
from grimoire.browsing.progress import under_way
from grimoire.models import Puzzle
from tables.own_games.queries import waiting_games
from tables.summaries import summary_of

GAMES: Final = 3  # that are named; the rest are on their own page


@dataclass(frozen=True, slots=True)
class Unfinished:
    """Something that somebody has begun: ``what`` it is, its name, where it goes on."""

    what: str
    name: str
    href: str
    icon: str


def begun_by(owner: Owner | None) -> list[Unfinished]:
    """Everything that somebody can go on with, games first. Four queries, none for strangers."""
    if owner is None:
        return []
    return [*_games(owner), *_page(owner), *_draft(owner), *_card(owner)]


def _games(owner: Owner) -> list[Unfinished]:
    text = _("It's your turn")
    return [
        Unfinished(text, str(summary_of(game)), game.get_absolute_url(), "crossed-swords")
        for game in waiting_games(owner)[:GAMES]
    ]


def _page(owner: Owner) -> list[Unfinished]:
    return [
        Unfinished(_("A puzzle you tried"), puzzle.heading, puzzle.get_absolute_url(), "candle-flame")
        for puzzle in under_way(owner)[:1]
    ]


def _draft(owner: Owner) -> list[Unfinished]:
    drafts = Puzzle.objects.of_decks().owned_by(owner).filter(published_at__isnull=True).order_by("-updated")
    text = _("A puzzle you're making")
    return [
        Unfinished(text, draft.heading, reverse("grimoire:edit_puzzle", args=[draft.token]), "quill")
        for draft in drafts[:1]
    ]


def _card(owner: Owner) -> list[Unfinished]:
    cards = Card.objects.filter(owner=owner).order_by("-updated")
    return [
        Unfinished(_("A card you're making"), card.name, reverse("cards:edit", args=[card.token]), "anvil")
        for card in cards[:1]
    ]
