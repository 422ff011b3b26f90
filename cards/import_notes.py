"""What somebody should know of a card of a file before it is brought in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from cards.art import Artwork
from cards.exchange import CardContent
from cards.letters import LETTERS_SHOWN, missing_letters
from cards.models import VALUED, Card
from cards.sharpness import ART_WIDTH, GOOD_DPI, how_sharp
from cards.showing import kept_art


def import_notes(content: CardContent, wanted: Mapping[str, Any]) -> Iterator[str]:
    """What is to be known of a card of a file, in words; ``wanted`` are the fields that it would have."""
    if content.picture and wanted["picture"] is None:
        yield _("Its picture isn't one of yours, so it gets a composed one.")
    elif (picture := _picture(wanted)) is not None and picture.dpi(ART_WIDTH) < GOOD_DPI:
        yield how_sharp(picture)
    if content.type in VALUED and not Card(abilities=wanted["abilities"]).editions:
        yield _("No season has all these abilities.")
    words = " ".join(wanted.get(field, "") for field in ("name", "name_fr", "flavour", "flavour_fr"))
    if missing := missing_letters(words):
        text = _("Not in the cards' font: %(letters)s. They print as empty boxes.")
        yield text % {"letters": " ".join(missing[:LETTERS_SHOWN])}


def _picture(wanted: Mapping[str, Any]) -> Artwork | None:
    """The picture as the card will show it; None of a composition."""
    art = kept_art(Card(art=wanted["art"], picture=wanted["picture"]))
    return art if isinstance(art, Artwork) else None
