"""Addresses of this site in pasted text, whatever the host, the language, and what a chat put around them."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final
from urllib.parse import unquote

from django.conf import settings
from django.http import QueryDict
from django.urls import Resolver404, resolve, reverse
from django.utils.translation import override

from accounts.pasted_text import unwrapped

MAX_LOOKED_AT: Final = 20  # runs of letters in a text that may be an address
MAX_LENGTH: Final = 20_000
# Views of pages that are about one thing: who pastes their address where things are searched means that thing.
PAGES_OF_THINGS: Final = frozenset(
    ("card", "own_card", "set", "deck", "puzzle", "book", "ruling", "ability", "example", "cell", "champion")
)
_RUN: Final = re.compile('[^\\s<>"\u201c\u201d\u201e\u00ab\u00bb`|]+')
_BEFORE_PATH: Final = re.compile(
    r"(?:[a-z][a-z0-9+.-]*:)?//[^/?#]*|[\w-]+(?:\.[\w-]+)+(?::\d+)?|localhost(?::\d+)?", re.IGNORECASE
)
_AROUND: Final = "()[]{}'*.,;:!?\u2018\u2019\u201a\u2026\u200b\ufeff\u2060"


@dataclass(frozen=True, slots=True)
class SiteAddress:
    """A page of this site: the ``name`` of its view, what the path says, and the parameters."""

    name: str
    path: dict[str, Any]
    query: QueryDict


def page_address(text: str) -> str:
    """Where the page of a thing stands whose address the text is and nothing else; empty for any other text."""
    url = unwrapped(text)
    if "/" not in url or len(url.split()) != 1:
        return ""
    address = address_in(url)
    if address is None or address.name.rpartition(":")[2] not in PAGES_OF_THINGS:
        return ""
    return reverse(address.name, kwargs=address.path)


def address_in(text: str) -> SiteAddress | None:
    """The first address of a page of this site in a text; None where there is none."""
    if "/" not in text or len(text) > MAX_LENGTH:
        return None
    for run in islice((run for run in _RUN.findall(text) if "/" in run), MAX_LOOKED_AT):
        if address := _address(run):
            return address
    return None


def _address(run: str) -> SiteAddress | None:
    run = run.split("](")[-1].lstrip(_AROUND)  # of a link in Markdown the address
    for _time in range(3):
        run = run.replace("&amp;", "&")
    whole, _hash, _anchor = run.partition("#")
    before = _BEFORE_PATH.match(whole)
    path_and_query = whole[before.end() :] if before else whole
    path, _mark, query = path_and_query.partition("?")
    path = unquote(html.unescape(path)).rstrip(_AROUND)
    if not path.startswith("/"):
        return None
    for language, _name in settings.LANGUAGES:
        if path.startswith(f"/{language}/"):
            path = path[len(language) + 1 :]
    if not path.endswith("/"):
        path += "/"
    try:
        with override(settings.LANGUAGE_CODE):
            match = resolve(path)
    except Resolver404:
        return None
    return SiteAddress(match.view_name, match.kwargs, QueryDict(query.rstrip(_AROUND)))
