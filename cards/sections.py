"""Sections that other rooms put on the page of a card, in the order of ``place``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from accounts.requests import SiteRequest
from cards.models import Card
from web.registry import Registry


@dataclass(frozen=True, slots=True)
class PageSection:
    """A part of a page: ``template`` is rendered with ``context`` as ``section``, below the heading ``title``.

    ``slug`` is its anchor on the page.
    """

    slug: str
    title: str
    template: str
    context: dict[str, Any]


Provider = Callable[[Card, SiteRequest], PageSection | None]  # None where it has nothing to say

on_cards: Final[Registry[Provider]] = Registry()


def sections_on(card: Card, request: SiteRequest) -> list[PageSection]:
    """The sections on a card's page, for whoever asks."""
    return [section for provider in on_cards if (section := provider(card, request)) is not None]
