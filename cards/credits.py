"""Who drew an icon of game-icons.net, for the credit that its licence asks for."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from cards.icons import drawings

_FILE: Final = Path(__file__).resolve().parent / "text" / "icon_authors.toml"
LICENCE: Final = "CC BY 3.0"
_LICENCE_URLS: Final = {
    LICENCE: "https://creativecommons.org/licenses/by/3.0/",
    "CC0 1.0": "https://creativecommons.org/publicdomain/zero/1.0/",
}
SOURCE: Final = "https://game-icons.net"


@dataclass(frozen=True, slots=True)
class Author:
    """Who drew icons: ``slug`` as the archive names the folder, empty for those whose author is not known."""

    slug: str
    name: str
    url: str = ""
    licence: str = LICENCE

    @property
    def licence_url(self) -> str:
        return _LICENCE_URLS[self.licence]


UNKNOWN: Final = Author("", "game-icons.net", SOURCE)


@dataclass(frozen=True, slots=True)
class Credit:
    """An icon with its author."""

    icon: str
    author: Author

    @property
    def title(self) -> str:
        """The icon's name in words: ``wolf-head`` is "wolf head"."""
        return self.icon.replace("-", " ")

    @property
    def url(self) -> str:
        return f"{SOURCE}/1x1/{self.author.slug}/{self.icon}.html" if self.author.slug else SOURCE


@cache
def _authors() -> dict[str, Author]:
    authors: dict[str, Author] = {}
    for slug, entry in tomllib.loads(_FILE.read_text(encoding="utf-8")).items():
        author = Author(slug, entry["name"], entry.get("url", ""), entry.get("licence", LICENCE))
        authors.update(dict.fromkeys(entry["icons"].split(), author))
    return authors


def credit_of(icon: str) -> Credit:
    """The credit of one icon; of one whose author is not known, that of the site as a whole."""
    return Credit(icon, _authors().get(icon, UNKNOWN))


def credits_by_author(icons: Iterable[str] | None = None) -> list[tuple[Author, list[Credit]]]:
    """The icons (all of the library for None) by author: those with most icons first, each one's by name."""
    grouped: dict[Author, list[Credit]] = {}
    for icon in sorted(set(drawings() if icons is None else icons)):
        credit = credit_of(icon)
        grouped.setdefault(credit.author, []).append(credit)
    return sorted(grouped.items(), key=lambda pair: (-len(pair[1]), pair[0].name))
