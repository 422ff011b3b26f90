"""A backup as it comes from outside: within bounds, every part of it checked, pictures decoded and encoded again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from django.utils.translation import gettext as _
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from cards.backup.archive import CARDS, MAX_FILES, Archive, BackupRefused
from cards.backup.writing import FORMAT, INDEX, MAX_DECKS
from cards.decks.drafts import ABOUT_LENGTH, MAX_CARDS, NAME_LENGTH
from cards.exchange import CardFile, CardsRefused, read_set
from cards.exchange.document import data_of, text_of
from cards.exchange.encodings import MAX_BYTES as MAX_JSON
from cards.exchange.shape import CLEANED
from cards.pictures import MAX_BYTES as MAX_PICTURE
from cards.workshop.services import MAX_CARDS as MAX_OWN


class _BackupPiece(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class NamedCard(_BackupPiece):
    reference: str = Field("", max_length=120)
    set: str = Field("", max_length=40)
    slug: str = Field("", max_length=60)


class KeptDeck(_BackupPiece):
    name: Annotated[str, Field(min_length=1, max_length=NAME_LENGTH), CLEANED]
    about: Annotated[str, Field(max_length=ABOUT_LENGTH), CLEANED] = ""
    cards: list[NamedCard] = Field(max_length=MAX_CARDS)
    stronghold: NamedCard | None = None
    champion: NamedCard | None = None


class _Index(_BackupPiece):
    format: str
    part: int = Field(ge=1)
    of: int = Field(ge=1)
    cards: list[str] = Field(max_length=MAX_FILES)
    loose: dict[str, str] = Field(max_length=1000)
    decks: list[KeptDeck] = Field(max_length=MAX_DECKS)


@dataclass(frozen=True, slots=True)
class Backup:
    """What a part of a backup holds: files of cards, the tokens of cards that had no set by their short names, decks,
    pictures as they were sent by the names that cards give them."""

    files: list[CardFile]
    loose: dict[str, str]
    decks: list[KeptDeck]
    pictures: dict[str, bytes]


def read_backup(archive: Archive) -> Backup:
    """What is in it. Raises ``BackupRefused`` and, for what is wrong with its cards, ``CardsRefused``."""
    index = _index(archive.read(INDEX, MAX_JSON))
    contents, count = [], 0
    for name in dict.fromkeys(index.cards):
        if not CARDS.fullmatch(name):
            raise BackupRefused(_("“%(name)s” is missing: this isn't a backup from this site.") % {"name": name[:60]})
        contents.append(data_of(text_of(archive.read(name, MAX_JSON))))
        count += _length(contents[-1])
        if count > MAX_OWN:
            raise BackupRefused(_("More than %(most)d cards.") % {"most": MAX_OWN})
    files = [_card_file(content) for content in contents]
    pictures = {name: archive.read(file, MAX_PICTURE) for name, file in archive.pictures.items()}
    return Backup(files, dict(index.loose), list(index.decks), pictures)


def _length(data: Any) -> int:
    cards = data.get("cards") if isinstance(data, dict) else None
    return len(cards) if isinstance(cards, list) else 0


def _index(content: bytes) -> _Index:
    data: Any = data_of(text_of(content))
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BackupRefused(_("This isn't a backup from this site, or it's from a later version."))
    try:
        return _Index.model_validate(data)
    except ValidationError as wrong:
        where = "/".join(str(part) for part in wrong.errors()[0]["loc"])
        raise BackupRefused(_("Can't read %(file)s at %(place)s.") % {"file": INDEX, "place": where[:80]}) from wrong


def _card_file(data: Any) -> CardFile:
    file = read_set(data)
    if file.set is None:
        raise CardsRefused([])
    return file
