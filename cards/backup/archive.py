"""A ZIP from outside, known by its own list of contents before anything in it is unpacked, and read within bounds."""

from __future__ import annotations

import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import IO, Final

from django.utils.translation import gettext as _

from cards.backup.writing import INDEX
from cards.exchange.encodings import MAX_BYTES as MAX_JSON
from cards.pictures import MAX_BYTES as MAX_PICTURE

MAX_BYTES: Final = 20 * 1024 * 1024  # of a part: no larger file gets here (``config.uploads``)
MAX_FILES: Final = 200
MAX_PICTURES: Final = 30  # a part has 24, and one on a card that is alone with it
MAX_UNPACKED: Final = 40_000_000  # bytes of all files together
MAX_CARDS_UNPACKED: Final = 3_000_000  # bytes of all files of cards together: a thousand cards with long texts
MAX_RATIO: Final = 60  # of a file's bytes to those that it takes in the ZIP: texts of cards reach ten
CARDS: Final = re.compile(r"cards/\d{3}\.json")
PICTURE: Final = re.compile(r"pictures/([A-Za-z0-9_-]{1,16})\.(?:jpg|webp)")
PICTURE_SECONDS: Final = 0.5  # of the processor, for one
CARDS_SECONDS: Final = 1.0  # for a megabyte of cards, begun or whole
_BROKEN: Final = (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, RuntimeError, OSError, ValueError)
_END: Final = struct.Struct("<4s4H2LH")  # the record at the end of a ZIP
_END_BEGINS, _LARGE_BEGINS = b"PK\x05\x06", b"PK\x06\x07"
_LARGE_SIZE: Final = 20  # bytes of the record before it that says that there is a longer one
_MAX_LIST: Final = MAX_FILES * 512  # bytes of the list of files


class BackupRefused(Exception):
    """Why a backup is not brought in, in words."""


@dataclass(slots=True)
class Archive:
    """The files of a ZIP by name, none of which has been unpacked yet."""

    zip: zipfile.ZipFile
    entries: dict[str, zipfile.ZipInfo]
    left: int = field(default=MAX_UNPACKED)  # bytes that may still be unpacked, whatever the list says

    @property
    def pictures(self) -> dict[str, str]:
        """Names of files by the names that cards give the pictures in them."""
        return {match[1]: name for name in self.entries if (match := PICTURE.fullmatch(name))}

    @property
    def has_cards(self) -> bool:
        return any(CARDS.fullmatch(name) for name in self.entries)

    @property
    def seconds(self) -> float:
        """The seconds of the processor that it may take to bring in, by the list of its files."""
        return PICTURE_SECONDS * len(self.pictures) + CARDS_SECONDS * (1 + self.size_of(CARDS) / 1_000_000)

    def size_of(self, names: re.Pattern[str]) -> int:
        """What the list says of the bytes of the files with such names."""
        return sum(entry.file_size for name, entry in self.entries.items() if names.fullmatch(name))

    def read(self, name: str, limit: int) -> bytes:
        """A file of at most so many bytes, whatever the list says of its size. Raises ``BackupRefused``."""
        entry = self.entries.get(name)
        if entry is None:
            raise BackupRefused(_("“%(name)s” is missing: this isn't a backup from this site.") % {"name": name[:60]})
        try:
            with self.zip.open(entry) as file:
                content = file.read(min(limit, self.left) + 1)
        except _BROKEN as broken:
            raise _not_read() from broken
        self.left -= len(content)
        if len(content) > limit or self.left < 0:
            raise BackupRefused(_("“%(name)s” is too large.") % {"name": name[:60]})
        return content


@contextmanager
def opened(file: IO[bytes]) -> Iterator[Archive]:
    """A ZIP by the list of its files, which is all that is read. Raises ``BackupRefused``."""
    try:
        _check_list(file)
        archive = zipfile.ZipFile(file)
    except _BROKEN as broken:
        raise _not_read() from broken
    with archive:
        entries = {entry.filename: entry for entry in archive.infolist()}
        members = Archive(archive, entries)
        _check(members)
        yield members


def _check_list(file: IO[bytes]) -> None:
    """Looks how long the list of files is before it is read: one of twenty megabytes names a hundred thousand files."""
    size = file.seek(0, 2)
    if size > MAX_BYTES:
        raise BackupRefused(_("The file is larger than %(most)d MB.") % {"most": MAX_BYTES // 1024**2})
    file.seek(max(0, size - _END.size - 0xFFFF - _LARGE_SIZE))
    tail = file.read()
    file.seek(0)
    at = len(tail) - _END.size
    if not (tail[at:].startswith(_END_BEGINS) and tail.endswith(b"\0\0")):  # with a comment behind it
        at = tail.rfind(_END_BEGINS)
    if at < 0 or len(tail) < at + _END.size:
        raise _not_read()
    _mark, _disk, _first, _here, count, length, _start, _comment = _END.unpack(tail[at : at + _END.size])
    if tail[max(0, at - _LARGE_SIZE) : at].startswith(_LARGE_BEGINS) or count > MAX_FILES or length > _MAX_LIST:
        raise _too_many()


def _check(archive: Archive) -> None:
    """What the list says of the files: how many they are, and how large."""
    listed = archive.zip.infolist()
    if len(listed) > MAX_FILES or len(archive.entries) != len(listed) or len(archive.pictures) > MAX_PICTURES:
        raise _too_many()
    if (
        sum(entry.file_size for entry in listed) > MAX_UNPACKED
        or archive.size_of(CARDS) > MAX_CARDS_UNPACKED
        or archive.size_of(re.compile(re.escape(INDEX))) > MAX_JSON
        or any(entry.file_size > MAX_PICTURE for entry in listed)
        or any(entry.file_size > MAX_RATIO * max(entry.compress_size, 1000) for entry in listed)
    ):
        raise BackupRefused(_("The unpacked files are too large."))
    if any(entry.flag_bits & 1 for entry in listed):
        raise BackupRefused(_("The file is password-protected."))


def _too_many() -> BackupRefused:
    return BackupRefused(_("Too many files, or two with the same name."))


def _not_read() -> BackupRefused:
    return BackupRefused(_("Can't read this ZIP file."))
