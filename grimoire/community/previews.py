"""Metadata of pages and books for machines: title, objective, a picture of the start, and no more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from accounts.models import Visibility
from accounts.requests import SiteRequest
from cards.texts import LANGUAGES
from grimoire.community.embedding import PICTURE, path_in, picture_path
from grimoire.goals import goal_text
from grimoire.models import Book, Puzzle
from rulings.seo import short, structured

LICENCES = {
    Puzzle.Licence.CC_BY: "https://creativecommons.org/licenses/by/4.0/",
    Puzzle.Licence.CC0: "https://creativecommons.org/publicdomain/zero/1.0/",
}


@dataclass(frozen=True, slots=True)
class LinkPreview:
    """The head of a page, for previews of links and for searches. Addresses are whole.

    ``alt`` says what the picture shows; ``is_for_frames`` whether other sites may embed it; ``is_listed`` whether
    searches may have it; for that ``data`` is JSON-LD, and ``languages`` are pairs of language and address.
    """

    title: str
    about: str
    url: str
    kind: str
    picture: str = ""
    alt: str = ""
    is_for_frames: bool = False
    is_listed: bool = False
    data: SafeString | str = ""
    languages: tuple[tuple[str, str], ...] = ()
    width: int = PICTURE[0]
    height: int = PICTURE[1]


def preview_of_page(puzzle: Puzzle, request: SiteRequest, language: str) -> LinkPreview:
    """The head of the page on which a puzzle is solved; of a draft no more than its title and objective."""
    url = request.build_absolute_uri(path_in("grimoire:puzzle", puzzle, language))
    goal = goal_text(puzzle.position, language)
    if not puzzle.is_open_to_all:
        return LinkPreview(puzzle.heading, goal, url, "article")
    picture = request.build_absolute_uri(picture_path(puzzle, language))
    listed = puzzle.visibility == Visibility.PUBLIC and puzzle.flagged_at is None
    return LinkPreview(
        puzzle.heading,
        short(" ".join(f"{goal} {puzzle.foreword}".split())),
        url,
        "article",
        picture,
        _("Starting position. %(goal)s") % {"goal": goal},
        True,
        listed,
        structured(_page_data(puzzle, url, goal, picture, language)) if listed else "",
        _in_all_languages(puzzle, request) if listed else (),
    )


def _in_all_languages(thing: Puzzle | Book, request: SiteRequest) -> tuple[tuple[str, str], ...]:
    addresses = []
    for language in LANGUAGES:
        with override(language):
            addresses.append((language, request.build_absolute_uri(thing.get_absolute_url())))
    return tuple(addresses)


def _page_data(puzzle: Puzzle, url: str, goal: str, picture: str, language: str) -> dict[str, Any]:
    data: dict[str, Any] = {
        "@type": ["LearningResource", "CreativeWork"],
        "learningResourceType": "puzzle",
        "name": puzzle.heading,
        "description": goal,
        "url": url,
        "image": picture,
        "inLanguage": language,
        "isAccessibleForFree": True,
        "about": {"@type": "Game", "name": "Clash of Decks"},
    }
    if puzzle.published_at is not None:
        data["datePublished"] = puzzle.published_at.date().isoformat()
    if puzzle.author:
        data["author"] = {"@type": "Person", "name": puzzle.author}
    if puzzle.licence in LICENCES:
        data["license"] = LICENCES[Puzzle.Licence(puzzle.licence)]
    return data


def preview_of_book(book: Book, request: SiteRequest, language: str) -> LinkPreview:
    """The head of a book's page, with the picture of its first page."""
    url = request.build_absolute_uri(book.get_absolute_url())
    pages = list(Puzzle.objects.of_decks().published().filter(book_pages__book=book).order_by("book_pages__number")[:1])
    count = book.pages.count()
    size = ngettext("A book of %(count)d puzzle.", "A book of %(count)d puzzles.", count) % {"count": count}
    about = short(book.intro or size)
    if not book.is_readable_by(None):
        return LinkPreview(book.heading, about, url, "book")
    picture = request.build_absolute_uri(picture_path(pages[0], language)) if pages else ""
    listed = book.visibility == Visibility.PUBLIC
    data: dict[str, Any] = {
        "@type": "Book",
        "name": book.heading,
        "description": about,
        "url": url,
        "inLanguage": language,
        "numberOfPages": count,
        "isAccessibleForFree": True,
        **({"image": picture} if picture else {}),
        **({"author": {"@type": "Person", "name": book.owner.name}} if book.owner and book.owner.name else {}),
    }
    alt = _("Starting position of its first puzzle.") if picture else ""
    return LinkPreview(
        book.heading,
        about,
        url,
        "book",
        picture,
        alt,
        is_listed=listed,
        data=structured(data) if listed else "",
        languages=_in_all_languages(book, request) if listed else (),
    )
