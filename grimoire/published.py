"""The positions and cards that everybody may see because they are on a published page."""

from __future__ import annotations

from accounts.pasted_addresses import SiteAddress
from board.likenesses import likeness
from board.reading import WrittenPosition
from board.services import site_cards
from cards.models import FIGHTERS, Card, Kind, Picture
from engine.decks.formats.interchange import read_position
from engine.decks.rules.trace.scenes import Scene
from grimoire.models import Puzzle


def position_of_page(address: SiteAddress) -> WrittenPosition | None:
    """The position of a page that everybody may open, by the page's address."""
    page = Puzzle.objects.open_to(None).filter(token=address.path["token"]).first()
    return None if page is None else WrittenPosition(page.position)


def shows_picture(picture: Picture) -> bool:
    """Whether everybody may see a picture, because its owner has published a page with a card that has it."""
    cards = Card.objects.filter(owner=picture.owner_id, picture=picture, hidden_at__isnull=True)
    playable = cards.filter(kind__in=(*FIGHTERS, Kind.INCANTATION))
    wanted = {likeness(card.printed, name) for card in playable for name in (card.name, card.name_fr) if name}
    if picture.owner_id is None or not wanted:
        return False
    pages = Puzzle.objects.of_decks().open_to(None).filter(owner=picture.owner_id)
    return any(
        likeness(card, card.name) in wanted
        for position in pages.values_list("position", flat=True)
        for card in Scene(read_position(position, site_cards())).cards
    )
