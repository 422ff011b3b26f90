"""The picture that goes along with the link to a Champion: 1200 by 630 pixels, the face and its name."""

from __future__ import annotations

from typing import Final

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

from cards.faces import Face
from cards.fonts import TEXT
from cards.measuring import LINE, NAME, TextBox, fit
from cards.models import Card
from cards.printing.pieces import piece_of
from cards.rendering.pages import page_png
from cards.rendering.store import kept

SIZE: Final = (1200, 630)  # pixels
CARD_HEIGHT: Final = 540
_VERSION: Final = 3  # counted up when the picture is drawn differently
# The boxes of the words beside the card, in pixels of the picture.
_NAME: Final = TextBox(NAME, width=640, height=160, leading=1.04, largest=(72, 72, 50), breaking=50)
_LINE: Final = TextBox(LINE, width=640, height=84, leading=1.3, largest=(30, 30, 24), breaking=20)
_ABILITIES: Final = TextBox((TEXT, "normal"), width=610, height=100, leading=1.4, largest=(32, 32, 24), breaking=20)
_AUTHOR: Final = TextBox((TEXT, "normal"), width=640, height=34, leading=1.2, largest=(26, 1), breaking=12)


def preview(card: Card, language: str) -> bytes:
    """A PNG, from the cache if the same was drawn before. ``language`` is ``en`` or ``fr``.

    Raises ``PrintProblem`` when the Champion's picture is not there any more.
    """
    with translation.override(language):
        face = piece_of(card, language).front
        assert isinstance(face, Face)  # of a card it is one
        author = card.owner.name if card.owner else ""
        return kept("png", (SIZE, _VERSION, face, author, language), lambda: _drawn(face, author))


def _drawn(face: Face, author: str) -> bytes:
    foot = " · ".join(
        ("Grimoire", *([_("by %(name)s") % {"name": author}] if author else []), _("an unofficial fan card"))
    )
    words = {
        "name": fit(face.name, _NAME),
        "line": fit(face.flavour, _LINE),
        "abilities": fit(" · ".join(badge.name for badge in face.abilities), _ABILITIES),
        "foot": fit(foot, _AUTHOR),
    }
    html = render_to_string("champions/preview.html", {"face": face, "words": words, "paper": True})
    return page_png(html, face, size=SIZE, card_height=CARD_HEIGHT)
