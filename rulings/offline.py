"""The pages of the rules that can be read without a network, and the version of what they and single pages say."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from django.contrib.staticfiles.storage import staticfiles_storage
from django.urls import reverse
from django.utils import translation

from cards.symbols import shared_address
from engine.decks.rules.abilities import SEASON_1
from rulings.games.registry import plain_games
from rulings.rulebook import chapters
from rulings.texts import LANGUAGES

_ROOM: Final = Path(__file__).resolve().parent
_ROOT: Final = _ROOM.parent
_OF_GAMES: Final = ("", "-rules", "-decided", "-matrix", "-examples")
DRAWINGS: Final = "/files/"  # where the icons of pages are, one file for all of them
_DRAWN_WITH: Final = (
    *("css/base~forms.bundle.css", "css/rulings~live~why.bundle.css", "css/game-rules.bundle.css"),
    *("js/moments~forms.bundle.js", "js/rulings.bundle.js", "js/rules-offline.bundle.js", "js/theme.js"),
)


@cache
def pages() -> dict[str, list[str]]:
    """The addresses by language; the first is the page of all rulings, below which the others stand."""
    addresses = {}
    for language in LANGUAGES:
        with translation.override(language):
            names = (
                "index",
                "usual",
                "rules",
                "glossary",
                "abilities",
                "matrix-words",
                "examples",
                "decided",
                "offline",
            )
            addresses[language] = [reverse(f"rulings:{name}") for name in names]
            addresses[language].append(reverse("rulings:matrix-words-of", args=[SEASON_1]))
            of_games = [(f"rulings:game{page}", game) for game in plain_games() for page in _OF_GAMES]
            addresses[language] += [reverse(name, args=[game]) for name, game in of_games]
            addresses[language] += search_pages()
            addresses[language] += [reverse("rulings:chapter", args=[chapter.slug]) for chapter in chapters(language)]
    return addresses


def search_pages() -> list[str]:
    """The addresses of what is searched, in every language: a question may be asked in another than its page's."""
    found = []
    for language in LANGUAGES:
        with translation.override(language):
            found.append(reverse("rulings:offline-data"))
    return found


@cache
def version() -> str:
    """A name for what the pages say and how they are drawn: another one with every release that changes either."""
    digest = hashlib.sha256()
    for path in _said():
        digest.update(path.read_bytes())
    for name in _DRAWN_WITH:
        digest.update(staticfiles_storage.url(name).encode())
    digest.update(shared_address().encode())
    return digest.hexdigest()[:12]


def _said() -> Iterator[Path]:
    for folder, pattern in (
        (_ROOM / "text", "*.toml"),
        (_ROOM / "text", "*.txt"),
        (_ROOM / "examples", "*.toml"),
        (_ROOT / "board" / "text", "*.toml"),
        (_ROOM / "rulebook", "*"),
        *((game.folder, pattern) for game in plain_games().values() for pattern in ("*.toml", "*.md", "*.txt")),
        (_ROOT / "cards" / "text", "*.toml"),
        (_ROOT / "locale", "*.po"),
        (_ROOT / "templates" / "rulings", "*.html"),
        (_ROOT / "templates" / "board", "*.html"),
        (_ROOT / "templates", "base.html"),
    ):
        yield from (path for path in sorted(folder.rglob(pattern)) if path.is_file())
