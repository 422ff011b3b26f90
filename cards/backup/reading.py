"""A backup as it comes from outside: within bounds, every part of it checked, pictures decoded and encoded again."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from dataclasses import dataclass
from typing import Annotated, Any, Final

from django.utils.translation import gettext as _
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from cards.backup.writing import FORMAT, INDEX, MAX_DECKS
from cards.decks.drafts import ABOUT_LENGTH, MAX_CARDS, NAME_LENGTH
from cards.exchange import CardFile, CardsRefused, read_set
from cards.exchange.document import MAX_BYTES as MAX_JSON
from cards.exchange.document import data_of, text_of
from cards.exchange.shape import CLEANED
from cards.pictures import MAX_BYTES as MAX_PICTURE

MAX_BYTES: Final = 20 * 1024 * 1024  # of a part: no larger file gets here (``config.uploads``)
MAX_FILES: Final = 200
MAX_UNPACKED: Final = 40_000_000  # bytes of all files together
MAX_RATIO: Final = 60  # of a file's bytes to those that it takes in the ZIP: texts of cards reach ten
_CARDS: Final = re.compile(r"cards/\d{3}\.json")
_PICTURE: Final = re.compile(r"pictures/([A-Za-z0-9_-]{1,16})\.jpg")


class BackupRefused(Exception):
    """Why a backup is not brought in, in words."""


class _BackupPiece(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class NamedCard(_BackupPiece):
    """A card as a deck names it."""

    reference: str = Field("", max_length=120)
    set: str = Field("", max_length=40)
    slug: str = Field("", max_length=60)


class KeptDeck(_BackupPiece):
    """A deck."""

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


def read_backup(content: bytes) -> Backup:
    """What is in a ZIP. Raises ``BackupRefused`` and, for what is wrong with its cards, ``CardsRefused``."""
    if len(content) > MAX_BYTES:
        raise BackupRefused(_("The file is larger than %(most)d MB.") % {"most": MAX_BYTES // 1024**2})
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = _entries(archive)
            index = _index(_read(archive, entries, INDEX, MAX_JSON))
            files = [_card_file(name, _read(archive, entries, name, MAX_JSON)) for name in index.cards]
            pictures = {
                match[1]: _read(archive, entries, name, MAX_PICTURE)
                for name in entries
                if (match := _PICTURE.fullmatch(name))
            }
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, RuntimeError, OSError) as broken:
        raise BackupRefused(_("This is not a ZIP that can be read.")) from broken
    return Backup(files, dict(index.loose), list(index.decks), pictures)


def _entries(archive: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """The files by name. What they say of their sizes is looked at before any is unpacked."""
    listed = archive.infolist()
    entries = {entry.filename: entry for entry in listed}
    if len(listed) > MAX_FILES or len(entries) != len(listed):
        raise BackupRefused(_("There are too many files in it, or two with the same name."))
    if sum(entry.file_size for entry in listed) > MAX_UNPACKED:
        raise BackupRefused(_("Unpacked it would be far too large."))
    if any(entry.file_size > MAX_RATIO * max(entry.compress_size, 1000) for entry in listed):
        raise BackupRefused(_("Unpacked it would be far too large."))
    if any(entry.flag_bits & 1 for entry in listed):
        raise BackupRefused(_("It is locked with a password."))
    return entries


def _read(archive: zipfile.ZipFile, entries: dict[str, zipfile.ZipInfo], name: str, most: int) -> bytes:
    """A file of at most so many bytes, whatever it says of its size."""
    entry = entries.get(name)
    if entry is None:
        raise BackupRefused(_("“%(name)s” is missing: this is not a backup from this site.") % {"name": name[:60]})
    with archive.open(entry) as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise BackupRefused(_("“%(name)s” is too large.") % {"name": name[:60]})
    return content


def _index(content: bytes) -> _Index:
    data: Any = data_of(text_of(content))
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BackupRefused(_("This is not a backup from this site, or it is from a later version."))
    try:
        return _Index.model_validate(data)
    except ValidationError as wrong:
        where = "/".join(str(part) for part in wrong.errors()[0]["loc"])
        raise BackupRefused(
            _("%(file)s cannot be read at %(place)s.") % {"file": INDEX, "place": where[:80]}
        ) from wrong


def _card_file(name: str, content: bytes) -> CardFile:
    if not _CARDS.fullmatch(name):
        raise BackupRefused(_("“%(name)s” is missing: this is not a backup from this site.") % {"name": name[:60]})
    file = read_set(data_of(text_of(content)))
    if file.set is None:
        raise CardsRefused([])
    return file
