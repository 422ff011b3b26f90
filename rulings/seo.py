"""What pages tell machines about themselves."""

from __future__ import annotations

import json
from typing import Any, Final

from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import Truncator

from rulings.catalogue import Ruling

_ESCAPES: Final = {ord(">"): "\\u003E", ord("<"): "\\u003C", ord("&"): "\\u0026"}
ABOUT: Final = 155  # characters of a description that searches show


def structured(data: dict[str, Any]) -> SafeString:
    """JSON-LD for the head of a page: a block of data, which the content policy lets stand since nothing runs it."""
    text = json.dumps({"@context": "https://schema.org", **data}, ensure_ascii=False).translate(_ESCAPES)
    return mark_safe(f'<script type="application/ld+json">{text}</script>')  # escaped above


def short(text: str) -> str:
    """A text as a description: whole words, not too many."""
    return Truncator(text).chars(ABOUT, truncate="…")


def ruling_data(ruling: Ruling, request: HttpRequest, language: str) -> SafeString:
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
                "acceptedAnswer": {"@type": "Answer", "text": f"{ruling.text} {ruling.ours}".strip()},
            },
        }
    )


def term_data(name: str, text: str, request: HttpRequest, language: str) -> SafeString:
    """An ability as a defined term."""
    return structured(
        {
            "@type": "DefinedTerm",
            "inLanguage": language,
            "name": name,
            "description": text,
            "url": request.build_absolute_uri(request.path),
            "inDefinedTermSet": {"@type": "DefinedTermSet", "name": "Clash of Decks"},
        }
    )
