"""A deck that is brought to a game with a stranger."""

from __future__ import annotations

from typing import Any

from accounts.models import Owner
from engine.kernel.reading import Reader
from tables.cardpool import deck_of


def written_deck(token: str, edition: str, owner: Owner | None) -> list[dict[str, Any]]:
    """The cards of a deck, each written out, so that they stay what they are. Raises ``RequestRefused``."""
    return [card.written_out() for card in deck_of(Reader(), token, "/decks/A", edition, owner)]
