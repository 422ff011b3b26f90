"""What other parts of the site have to say on a card's page.

The rooms above ``cards`` register providers in their ``AppConfig.ready()``; a card's page shows what they answer, in
the order of ``place``. So the page has rulings and puzzles on it and ``cards`` imports neither.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpRequest

from cards.models import Card


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a card's page: ``template`` is rendered with ``context`` as ``section``, below the heading ``title``.

    ``slug`` is its anchor on the page; ``icons`` are those that the page's sprite has to define for it.
    """

    slug: str
    title: str
    template: str
    context: dict[str, Any]
    icons: frozenset[str] = frozenset()


Provider = Callable[[Card, HttpRequest], Section | None]  # None where there is nothing to say

_providers: Final[dict[str, tuple[int, Provider]]] = {}


def register(name: str, provider: Provider, place: int = 50) -> None:
    """Adds a provider; one of the same name is replaced. Sections come in the order of ``place``."""
    _providers[name] = (place, provider)


def unregister(name: str) -> None:
    """Takes a provider away. Raises ``KeyError`` when there is none of this name."""
    del _providers[name]


def sections_about(card: Card, request: HttpRequest) -> list[Section]:
    """What all parts of the site have to say about a card to whoever asks."""
    ordered = sorted(_providers.items(), key=lambda item: (item[1][0], item[0]))
    answers = (provider(card, request) for _name, (_place, provider) in ordered)
    return [section for section in answers if section is not None]
