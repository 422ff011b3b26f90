"""Metadata of pages for machines."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable
from typing import Any, Final

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from accounts.requests import SiteRequest
from rulings.catalogue import Ruling
from rulings.rulebook import Chapter, GlossaryTerm

_ESCAPES: Final = {ord(">"): "\\u003E", ord("<"): "\\u003C", ord("&"): "\\u0026"}
GAME: Final = "Clash of Decks"
ABOUT: Final = 155  # characters of a description that searches show


def structured(data: dict[str, Any]) -> SafeString:
    """JSON-LD for the head of a page: a block of data, which the content policy lets stand since nothing runs it."""
    text = json.dumps({"@context": "https://schema.org", **data}, ensure_ascii=False).translate(_ESCAPES)
    return mark_safe(f'<script type="application/ld+json">{text}</script>')  # escaped above


def short(text: str) -> str:
    """A text as a description: whole words, not too many."""
    return textwrap.shorten(text, ABOUT, placeholder="…")


def ruling_data(ruling: Ruling, request: SiteRequest, language: str) -> SafeString:
    """A ruling as a question with its answer."""
    changed = max((change.date for change in ruling.history), default=ruling.date)
    return structured(
        {
            "@type": "FAQPage",
            "inLanguage": language,
            "url": request.build_absolute_uri(request.path),
            "datePublished": ruling.date.isoformat(),
            "dateModified": changed.isoformat(),
            "mainEntity": {
                "@type": "Question",
                "name": ruling.title,
                "acceptedAnswer": {"@type": "Answer", "text": ruling.said},
            },
        }
    )


def question_data(name: str, answer: str, request: SiteRequest, language: str) -> SafeString:
    """A ruling of another game as a question with its answer."""
    question = {"@type": "Question", "name": name, "acceptedAnswer": {"@type": "Answer", "text": answer}}
    url = request.build_absolute_uri(request.path)
    return structured({"@type": "FAQPage", "inLanguage": language, "url": url, "mainEntity": question})


def term_data(name: str, text: str, request: SiteRequest, language: str) -> SafeString:
    page = request.build_absolute_uri(request.path)
    term = _term(name, text, page)
    return structured({**term, "inLanguage": language, "inDefinedTermSet": {"@type": "DefinedTermSet", "name": GAME}})


def glossary_data(terms: Iterable[GlossaryTerm], request: SiteRequest, language: str) -> SafeString:
    """The glossary as a set of defined terms, each at its anchor."""
    page = request.build_absolute_uri(request.path)
    return structured(
        {
            "@type": "DefinedTermSet",
            "inLanguage": language,
            "name": GAME,
            "url": page,
            "hasDefinedTerm": [_term(term.name, term.text, f"{page}#t-{term.id}") for term in terms],
        }
    )


def chapter_data(chapter: Chapter, request: SiteRequest, language: str) -> SafeString:
    """A chapter of the rulebook as an article, with its sections and the way up to the table of contents."""
    page = request.build_absolute_uri(request.path)
    book = request.build_absolute_uri(reverse("rulings:rules"))
    article = {
        "@type": "TechArticle",
        "inLanguage": language,
        "headline": chapter.title,
        "position": chapter.number,
        "url": page,
        "isPartOf": {"@type": "Book", "name": gettext("Rulebook"), "about": GAME, "url": book},
        "hasPart": [
            {"@type": "WebPageElement", "name": section.title, "url": f"{page}#{section.anchor}"}
            for section in chapter.sections
        ],
    }
    steps = ((gettext("Rulebook"), book), (chapter.title, page))
    way = {
        "@type": "BreadcrumbList",
        "itemListElement": [
            {"@type": "ListItem", "position": number, "name": name, "item": url}
            for number, (name, url) in enumerate(steps, start=1)
        ],
    }
    return structured({"@graph": [article, way]})


def _term(name: str, text: str, url: str) -> dict[str, Any]:
    return {"@type": "DefinedTerm", "name": name, "description": text, "url": url}
