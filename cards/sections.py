"""Sections that other rooms put on pages: on a card's, and on those of abilities and of the cells of the matrix.

A room registers its provider in its ``AppConfig.ready()``; the page shows what all providers answer, in the order of
``place``. So a card's page has rulings and puzzles on it, a ruling's has puzzles, and neither imports what is above it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from accounts.requests import SiteRequest
from cards.models import Card
from web.registry import Registry

Subject = TypeVar("Subject")


@dataclass(frozen=True, slots=True)
class PageSection:
    """A part of a page: ``template`` is rendered with ``context`` as ``section``, below the heading ``title``.

    ``slug`` is its anchor on the page.
    """

    slug: str
    title: str
    template: str
    context: dict[str, Any]


class SectionRegistry(Registry[Callable[[Subject, SiteRequest], PageSection | None]], Generic[Subject]):
    """Providers of sections about a kind of subject; one answers None where it has nothing to say."""

    def about(self, subject: Subject, request: SiteRequest) -> list[PageSection]:
        """The sections about a subject, for whoever asks."""
        answers = (provider(subject, request) for provider in self)
        return [section for section in answers if section is not None]


on_cards: Final[SectionRegistry[Card]] = SectionRegistry()
on_abilities: Final[SectionRegistry[tuple[str, ...]]] = SectionRegistry()  # slugs of one ability, or of a cell
