"""The picture that goes along with the link to a Champion: 1200 by 630 pixels, the face and its name."""

from __future__ import annotations

from typing import Final

from django.template.loader import render_to_string
from django.utils import translation

from cards.faces import Face
from cards.models import Card
from cards.rendering.cache import kept
from cards.rendering.pages import page_png
from cards.showing import face_of_card

SIZE: Final = (1200, 630)  # pixels
CARD_HEIGHT: Final = 540
_VERSION: Final = 2  # counted up when the picture is drawn differently


def preview(card: Card, language: str) -> bytes:
    """A PNG, from the cache if the same was drawn before. ``language`` is ``en`` or ``fr``."""
    with translation.override(language):
        face = face_of_card(card, language, paper=True)
        author = card.owner.name if card.owner else ""
        return kept("png", (SIZE, _VERSION, face, author, language), lambda: _drawn(face, author))


def _drawn(face: Face, author: str) -> bytes:
    html = render_to_string("champions/preview.html", {"face": face, "author": author, "paper": True})
    return page_png(html, face, size=SIZE, card_height=CARD_HEIGHT)
