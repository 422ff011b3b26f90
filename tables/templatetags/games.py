"""All games, for links to each."""

from __future__ import annotations

from collections.abc import Iterable

from django import template

from contract.game import Game
from contract.registry import GAMES

register = template.Library()


@register.simple_tag
def all_games() -> Iterable[Game]:
    """The games of the site in their order."""
    return GAMES.values()
