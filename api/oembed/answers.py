"""What is said of an address of the site: a picture where it fits, else the picture in a box of the size that was asked
for, of a page of the Grimoire the frame that is made for it, else no more than a link."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any, Final
from urllib.parse import urlsplit
from xml.etree.ElementTree import Element, SubElement, tostring

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import Resolver404, ResolverMatch, resolve, reverse, translate_url
from django.utils import translation

from accounts.text_cleaning import xml_text
from cards.models import Card, Deck
from cards.printing.deck_pictures import SIZE as DECK_SIZE
from cards.queries import own_card, set_card
from cards.rendering.geometry import DEFAULT, RESOLUTIONS, pixels
from cards.texts import LANGUAGES
from champions.queries import readable_champion
from grimoire.community import embedding

Said = dict[str, Any]
SMALLEST: Final = 40  # pixels; below that there is no picture but a link


@dataclass(frozen=True, slots=True)
class LinkedThing:
    """Something with an address and a picture, in a language: ``pictures`` are paths with their sizes in pixels, the
    smallest first."""

    title: str
    author: str
    path: str
    pictures: tuple[tuple[str, int, int], ...]


def said_of(address: str, host: str, origin: str, max_size: tuple[int | None, int | None]) -> Said:
    """The answer about an address of this site (``host``), within these pixels. Raises ``Http404``, too for what is not
    for everybody: whether there is such a thing is told to nobody."""
    match, language = _resolved(address, host)
    if match.view_name in ("grimoire:puzzle", "grimoire:embed"):
        puzzle, language = embedding.page_of_address(address, host)
        document = embedding.oembed(puzzle, language, origin, *max_size)
        return document if _fits((document["width"], document["height"]), max_size) else _link(document)
    if match.view_name not in _THINGS:
        raise Http404(f"nothing to show of {match.view_name}")
    with translation.override(language):
        return _of_thing(_THINGS[match.view_name](match.kwargs, language), language, origin, max_size)


def _resolved(address: str, host: str) -> tuple[ResolverMatch, str]:
    try:
        parts = urlsplit(address[: embedding.MAX_ADDRESS])
    except ValueError as wrong:
        raise Http404(f"no address: {wrong}") from wrong
    if parts.scheme not in ("http", "https") or parts.netloc.lower() != host.lower() or "\0" in address:
        raise Http404("an address of another site")
    language = translation.get_language_from_path(parts.path) or "en"
    if language not in LANGUAGES:
        raise Http404(f"no language {language}")
    try:
        with translation.override(language):
            return resolve(parts.path), language
    except Resolver404 as wrong:
        raise Http404(f"nothing at {parts.path}") from wrong


def _card(card: Card, language: str) -> LinkedThing:
    def at(dpi: int) -> tuple[str, int, int]:
        path = reverse("files:face", args=[card.token, language, dpi])
        return path, pixels(DEFAULT.width, dpi), pixels(DEFAULT.height, dpi)

    author = card.owner.name if card.owner else ""
    return LinkedThing(card.title, author, card.get_absolute_url(), tuple(map(at, RESOLUTIONS)))


def _deck(deck: Deck, language: str) -> LinkedThing:
    picture = (reverse("files:deck", args=[deck.token, language]), *DECK_SIZE)
    return LinkedThing(deck.title, deck.owner.name if deck.owner else "", deck.get_absolute_url(), (picture,))


_THINGS: Final[Mapping[str, Callable[[Mapping[str, Any], str], LinkedThing]]] = {
    "cards:card": lambda parts, language: _card(set_card(parts["set_slug"], parts["slug"], None), language),
    "cards:own_card": lambda parts, language: _card(own_card(parts["token"], None), language),
    "champions:champion": lambda parts, language: _card(readable_champion(None, parts["token"]), language),
    "cards:deck": lambda parts, language: _deck(
        get_object_or_404(Deck.objects.readable_by(None).select_related("owner__user"), token=parts["token"]), language
    ),
}


def _of_thing(thing: LinkedThing, language: str, origin: str, max_size: tuple[int | None, int | None]) -> Said:
    with translation.override("en"):  # whose address "/" is
        home = translate_url("/", language)
    document: Said = {
        "version": "1.0",
        "title": thing.title,
        "provider_name": "Grimoire",
        "provider_url": origin + home,
        "cache_age": embedding.KEPT_SECONDS,
        **({"author_name": thing.author} if thing.author else {}),
    }
    # The middle one is sharp on most screens; a smaller one only where that is too large.
    *smaller, usual = thing.pictures[:2]
    for path, width, height in (usual, *smaller):
        if _fits((width, height), max_size):
            return {**document, "type": "photo", "url": origin + path, "width": width, "height": height}
    path, width, height = thing.pictures[0]
    scale = min(part / whole for part, whole in zip(max_size, (width, height), strict=True) if part is not None)
    width, height = int(width * scale), int(height * scale)
    if min(width, height) < SMALLEST:
        return {**document, "type": "link"}
    box = (
        f'<a href="{escape(origin + thing.path)}"><img src="{escape(origin + path)}" alt="{escape(thing.title)}"'
        f' width="{width}" height="{height}"></a>'
    )
    return {**document, "type": "rich", "html": box, "width": width, "height": height}


def _fits(size: tuple[int, int], max_size: tuple[int | None, int | None]) -> bool:
    return all(bound is None or side <= bound for side, bound in zip(size, max_size, strict=True))


def _link(document: Said) -> Said:
    """The same without what needs room."""
    gone = ("html", "width", "height", "thumbnail_url", "thumbnail_width", "thumbnail_height")
    return {**{name: value for name, value in document.items() if name not in gone}, "type": "link"}


def as_xml(document: Said) -> bytes:
    """An answer as XML, without the signs that XML cannot hold."""
    root = Element("oembed")
    for name, value in document.items():
        SubElement(root, name).text = xml_text(str(value))
    xml: bytes = tostring(root, encoding="utf-8")
    return b'<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n' + xml
