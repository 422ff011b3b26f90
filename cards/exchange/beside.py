"""What comes beside the text of a file of cards: the pictures that it names, what its own columns are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from cards.exchange.headings import FIELDS
from cards.folding import folded, slug_from

# Endings of what may be a picture; whether it is one its bytes tell (``cards.pictures``).
PICTURE_ENDINGS: Final = (*("jpg", "jpeg", "png", "webp", "gif", "avif", "tif", "tiff", "bmp", "heic", "heif", "jfif"),)
_ENDING: Final = re.compile(rf"\.(?:{'|'.join(PICTURE_ENDINGS)})\Z", re.IGNORECASE)


def base_name(path: str) -> str:
    """The name of a file without its folders, of whatever system."""
    return path.replace("\\", "/").rstrip("/").rsplit("/", 1)[-1]


def is_picture_name(path: str) -> bool:
    return _ENDING.search(path) is not None


@dataclass(frozen=True)
class Beside:
    """``pictures`` go from names of files to tokens of pictures of the owner's, ``fields`` from headings of strange
    columns to the field of a card that each stands for."""

    pictures: Mapping[str, str] = field(default_factory=dict)
    fields: Mapping[str, str] = field(default_factory=dict)

    def field_of(self, heading: str) -> str | None:
        """The field that somebody chose for a heading; None where nobody did."""
        chosen = self.fields.get(heading.strip())
        return chosen if chosen in FIELDS else None

    @cached_property
    def _by_name(self) -> dict[str, str]:
        """Tokens by folded names, with and without their endings; the first of a name goes before others."""
        by_name: dict[str, str] = {}
        for path, token in self.pictures.items():
            name = folded(base_name(path))
            by_name.setdefault(name, token)
            by_name.setdefault(_ENDING.sub("", name), token)
        return by_name

    @cached_property
    def _by_slug(self) -> dict[str, str]:
        by_slug: dict[str, str] = {}
        for path, token in self.pictures.items():
            by_slug.setdefault(slug_from(_ENDING.sub("", base_name(path))), token)
        by_slug.pop("", None)
        return by_slug

    def picture_named(self, cell: str) -> str:
        """The token of the picture that a cell names; empty where none has this name."""
        name = folded(base_name(cell.strip()))
        return self._by_name.get(name) or self._by_name.get(_ENDING.sub("", name), "")

    def picture_of(self, names: Iterable[str]) -> str:
        """The token of the picture that is called like a card; empty where there is none."""
        return next((token for name in names if name and (token := self._by_slug.get(slug_from(name)))), "")

    def put_pictures(self, cards: Iterable[Any]) -> list[str]:
        """Puts tokens into the data of cards where names of files stand, or a picture is called like a card. The names
        of files that are not there, which are taken out."""
        missing = []
        for card in cards:
            if not isinstance(card, dict):
                continue
            name = card.get("picture")
            if isinstance(name, str) and name:
                if token := self.picture_named(name):
                    card["picture"] = token
                elif is_picture_name(name):
                    missing.append(base_name(name))
                    del card["picture"]
            elif token := self.picture_of(str(card.get(key, "")) for key in ("slug", "name", "name_fr")):
                card["picture"] = token
        return missing


NOTHING: Final = Beside()
