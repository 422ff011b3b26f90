"""The picture that goes along with the link to a deck: its cards in two rows, 1200 by 630 pixels."""

from __future__ import annotations

from typing import Final

from django.utils import translation

from cards.decks.drafts import DECK_SIZE, draft_of
from cards.models import Deck
from cards.printing.pieces import PrintProblem, piece_of
from cards.rendering.cache import cached_png
from cards.rendering.store import content_of, kept
from cards.rendering.tabletop import link_picture

SIZE: Final = (1200, 630)  # pixels
DPI: Final = 120
_VERSION: Final = 1  # counted up when the picture is drawn differently


def deck_picture(deck: Deck, language: str) -> bytes:
    """A PNG of the deck's cards that everybody may see, with Stronghold and Champion; kept by what is on it.

    Raises ``PrintProblem`` where there is nothing to show.
    """
    draft = draft_of(deck, None)
    beside = [card for card in (draft.stronghold, draft.champion) if card is not None]
    with translation.override(language):
        faces = [piece_of(card, language).front for card in (*draft.deck[:DECK_SIZE], *beside)]
        if not faces:
            raise PrintProblem("no card that everybody may see")
        content = ("deck", SIZE, _VERSION, [content_of(face) for face in faces])
        return kept("png", content, lambda: link_picture([cached_png(face, DPI) for face in faces], SIZE))
