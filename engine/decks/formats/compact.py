"""A position in a web address: its notation, compressed and spelled in letters that an address may hold.

The first letter is the version, ``1``. What follows is the line of notation (see ``notation``) as UTF-8, compressed
(raw deflate, RFC 1951) and written in the URL-safe alphabet of base64 (RFC 4648) without padding. One position may
have several such spellings, since compressors differ: compare positions, not addresses.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from typing import Final

from engine.decks.formats.interchange import Catalogue
from engine.decks.formats.notation import parse, write
from engine.decks.rules.position import Position
from engine.kernel.errors import EngineError

VERSION: Final = "1"
MAX_LENGTH: Final = 16 * 1024  # of the packed form, in letters
MAX_TEXT: Final = 64 * 1024  # of the notation in it, in bytes
_LETTERS: Final = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)
_RAW_DEFLATE: Final = -15  # what zlib calls a stream without header and checksum


def pack(position: Position) -> str:
    """The position for a web address. Raises ``EngineError`` when it is too long for ``unpack``."""
    text = write(position).encode()
    compressor = zlib.compressobj(9, zlib.DEFLATED, _RAW_DEFLATE)
    packed = VERSION + _to_letters(compressor.compress(text) + compressor.flush())
    if len(text) > MAX_TEXT or len(packed) > MAX_LENGTH:
        raise EngineError("bad-position", "this position is too long for an address")
    return packed


def unpack(text: str, catalogue: Catalogue | None = None) -> Position:
    """The position that ``pack`` has packed. Raises ``EngineError`` for anything else, however it is made."""
    if len(text) > MAX_LENGTH:
        raise _wrong("it is too long")
    if not text.startswith(VERSION):
        raise _wrong(f"it does not begin with '{VERSION}'")
    letters = text[len(VERSION) :]
    if not _LETTERS.fullmatch(letters):
        raise _wrong("only letters, digits, '-' and '_' follow")
    return parse(_decompress(_from_letters(letters)), catalogue)


def _to_letters(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def _from_letters(letters: str) -> bytes:
    try:
        data = base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
    except binascii.Error:
        raise _wrong("a letter is missing at its end") from None
    if _to_letters(data) != letters:
        raise _wrong("its last letter is wrong")
    return data


def _decompress(data: bytes) -> str:
    decompressor = zlib.decompressobj(_RAW_DEFLATE)
    try:
        text = decompressor.decompress(data, MAX_TEXT + 1)
    except zlib.error:
        raise _wrong("it cannot be decompressed") from None
    if len(text) > MAX_TEXT:
        raise _wrong("it holds too much")
    if not decompressor.eof:
        raise _wrong("its end is missing")
    if decompressor.unused_data:
        raise _wrong("something follows its end")
    try:
        return text.decode()
    except UnicodeDecodeError:
        raise _wrong("it holds no text") from None


def _wrong(why: str) -> EngineError:
    return EngineError("bad-position", f"this is no packed position: {why}")
