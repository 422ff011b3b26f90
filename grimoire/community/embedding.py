"""A page inside another site: its board and objective in a frame, and how other sites ask for it."""

from __future__ import annotations

from html import escape
from typing import Any, Final
from urllib.parse import urlsplit

from django.http import Http404
from django.urls import Resolver404, resolve, reverse, translate_url
from django.utils import translation

from accounts.requests import SiteRequest
from board.naming import localised
from board.services import site_cards
from cards.texts import LANGUAGES
from engine.decks.formats.interchange import read_position
from engine.decks.rules.position import Position
from grimoire.community.queries import open_page
from grimoire.models import Puzzle

WIDTH: Final = 680  # CSS pixels of the frame, where the other site has no wish of its own
HEIGHT: Final = 820
MIN_SIDE: Final = 320  # what a frame has to be at least to be read, both ways
PICTURE: Final = (1200, 630)  # pixels of the picture that goes along with a link
MAX_ADDRESS: Final = 500  # letters
KEPT_SECONDS: Final = 3600


def position_in(puzzle: Puzzle, language: str) -> Position:
    """The starting position with its cards named in a language."""
    return read_position(localised(puzzle.position, language), site_cards())


def path_in(name: str, puzzle: Puzzle, language: str) -> str:
    """The path of one of a page's addresses (``grimoire:puzzle``, ``grimoire:embed``) in a language."""
    with translation.override(language):
        return reverse(name, args=[puzzle.token])


def origin_of(request: SiteRequest) -> str:
    """Scheme and host of the site, as its visitors write them."""
    return request.build_absolute_uri("/").rstrip("/")


def picture_path(puzzle: Puzzle, language: str) -> str:
    """The path of the picture that goes along with a link: the starting position."""
    return reverse("grimoire_files:picture", args=[puzzle.token, language])


def title_in(puzzle: Puzzle, language: str) -> str:
    """The title in a language, whatever the language of the moment."""
    with translation.override(language):
        return puzzle.heading


def embed_code(puzzle: Puzzle, language: str, origin: str, width: int | str = "100%", height: int = HEIGHT) -> str:
    """The HTML with which another site shows the page. ``origin`` is the site's, ``https://example.org``.

    A plain string and never a safe one: on our own pages it is text for copying, which a template has to escape again.
    """
    values = {
        "src": origin + path_in("grimoire:embed", puzzle, language),
        "title": f"{title_in(puzzle, language)} · Grimoire",
        "width": width,
        "height": height,
        "frameborder": 0,
        "loading": "lazy",
    }
    attributes = " ".join(f'{name}="{escape(str(value))}"' for name, value in values.items())
    return f"<iframe {attributes}></iframe>"


def page_of_address(address: str, host: str) -> tuple[Puzzle, str]:
    """The page with an address of this site (``host``), or with that of its frame, and its language.

    Raises ``Http404`` for every other address, and for pages that not everybody may see.
    """
    try:
        parts = urlsplit(address[:MAX_ADDRESS])
    except ValueError as wrong:
        raise Http404(f"no address: {wrong}") from wrong
    if parts.scheme not in ("http", "https") or parts.netloc.lower() != host.lower():
        raise Http404("an address of another site")
    language = translation.get_language_from_path(parts.path) or "en"
    try:
        with translation.override(language):
            match = resolve(parts.path)
    except Resolver404 as wrong:
        raise Http404(f"nothing at {parts.path}") from wrong
    if match.view_name not in ("grimoire:puzzle", "grimoire:embed") or language not in LANGUAGES:
        raise Http404("no page of the Grimoire")
    return open_page(match.kwargs["token"]), language


def oembed(puzzle: Puzzle, language: str, origin: str, max_width: int | None, max_height: int | None) -> dict[str, Any]:
    """The answer of oEmbed 1.0 (https://oembed.com) about a page, with sizes in pixels."""
    width = max(MIN_SIDE, min(WIDTH, max_width or WIDTH))
    height = max(MIN_SIDE, min(HEIGHT, max_height or HEIGHT))
    with translation.override("en"):  # whose address "/" is
        home = translate_url("/", language)
    document = {
        "version": "1.0",
        "type": "rich",
        "provider_name": "Grimoire",
        "provider_url": origin + home,
        "title": title_in(puzzle, language),
        "html": embed_code(puzzle, language, origin, width, height),
        "width": width,
        "height": height,
        "cache_age": KEPT_SECONDS,
        "thumbnail_url": origin + picture_path(puzzle, language),
        "thumbnail_width": PICTURE[0],
        "thumbnail_height": PICTURE[1],
    }
    return {**document, "author_name": puzzle.author} if puzzle.author else document
