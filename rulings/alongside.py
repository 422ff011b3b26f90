"""What other parts of the site have to say about abilities, on the pages of the rulings.

The rooms above ``rulings`` register providers in their ``AppConfig.ready()``, as for cards in ``cards.related``. The
page of an ability and each cell of the matrix show what they answer: so puzzles stand there, unknown to ``rulings``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest

from cards.related import Section

Provider = Callable[[tuple[str, ...], HttpRequest], Section | None]  # None where there is nothing to say

_providers: Final[dict[str, tuple[int, Provider]]] = {}


def register(name: str, provider: Provider, place: int = 50) -> None:
    """Adds a provider; one of the same name is replaced. Sections come in the order of ``place``."""
    _providers[name] = (place, provider)


def unregister(name: str) -> None:
    """Takes a provider away. Raises ``KeyError`` when there is none of this name."""
    del _providers[name]


def sections_about(slugs: tuple[str, ...], request: HttpRequest) -> list[Section]:
    """What there is to say about an ability, or about the two of a cell: the same for every reader."""
    ordered = sorted(_providers.items(), key=lambda item: (item[1][0], item[0]))
    answers = (provider(slugs, request) for _name, (_place, provider) in ordered)
    return [section for section in answers if section is not None]
