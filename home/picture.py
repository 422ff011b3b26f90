"""The picture that goes along with the links of pages that have none of their own: some cards, and what the site is."""

from __future__ import annotations

from typing import Final

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

from board.naming import face_on_board
from cards.faces import Face
from cards.fonts import TEXT
from cards.measuring import TextBox, fit
from cards.rendering.pages import page_png
from cards.rendering.store import kept
from cards.texts import LANGUAGES
from engine.decks.rules.cards import Card
from home.first_move import prepared

SIZE: Final = (1200, 630)  # pixels
CARD_HEIGHT: Final = 440
_VERSION: Final = 1  # counted up when the picture is drawn differently
_WORDS: Final = TextBox((TEXT, "normal"), width=450, height=190, leading=1.3, largest=(38, 38, 26), breaking=20)


def house_picture(language: str) -> bytes:
    """A PNG, from the cache if it was drawn before. ``language`` is ``en`` or ``fr``."""
    with translation.override(language):
        position = prepared().position_in(language)
        hand = [card for card in position.seats[1].hand if isinstance(card, Card)]
        middle = position.rows[0][0].body.card
        faces = tuple(face_on_board(card, False, language) for card in (hand[0], hand[1], middle))
        words = _("Your hand is your life")
        return kept("png", (SIZE, _VERSION, faces, words, language), lambda: _drawn(faces, words))


def _drawn(faces: tuple[Face, ...], words: str) -> bytes:
    foot = _("Unofficial fan site. No account needed")
    context = {"faces": faces, "words": fit(words, _WORDS), "foot": foot, "paper": True}
    return page_png(render_to_string("home/picture.html", context), faces[0], size=SIZE, card_height=CARD_HEIGHT)


def draw_all() -> None:
    for language in LANGUAGES:
        house_picture(language)
