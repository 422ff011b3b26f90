"""The text of a file in whatever encoding it was written.

UTF-8 and what a byte order mark says are certain. All else is a guess, by which encoding makes words that look like
words: a spreadsheet of a Mac writes other bytes for é than one of Windows. ``DecodedText.doubt`` is the first word that
looks wrong, and where there is one somebody has to say which encoding it is.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from django.utils.translation import gettext as _

from cards.exchange import spreadsheets
from cards.exchange.faults import CardsRefused, ImportFault
from engine.kernel.requests import MARKS

MAX_BYTES: Final = 1_000_000
MAX_JUDGED: Final = 200_000  # characters of a text by which its encoding is told
UTF_8: Final = "utf-8"
TWICE: Final = "utf-8-twice"  # UTF-8 that was taken for Windows-1252 and written as UTF-8 once more
# The encodings to choose from, as they are called.
ENCODINGS: Final = {
    UTF_8: "UTF-8",
    "utf-16-le": "UTF-16",
    "cp1252": "Windows-1252",
    "mac_roman": "Mac OS Roman",
    "cp850": "DOS (850)",
    "cp1250": "Windows-1250",
    "cp1251": "Windows-1251",
    "cp1253": "Windows-1253",
    "cp1254": "Windows-1254",
    "shift_jis": "Shift-JIS",
    "gb18030": "GB 18030",
    "big5": "Big5",
    "euc_kr": "EUC-KR",
    TWICE: "UTF-8 (2 x)",
}
_WESTERN: Final = ("cp1252", "mac_roman", "cp850")  # the likeliest first
_OTHERS: Final = ("cp1250", "cp1251", "cp1253", "cp1254", "shift_jis", "gb18030", "big5", "euc_kr")
# What the names and lines of Western Europe are written with, beside ASCII.
_USUAL: Final = frozenset(
    "éèêëàâäîïôöùûüçœæñáíóúßåøÉÈÊÀÂÄÎÔÖÙÛÜÇŒÆÑÁÍÓÚÅØ\u2019\u2018\u201c\u201d«»\u2013\u2014\u2026€£°©®™¡¿×½\u00a0\u202f"
)
_WORD: Final = re.compile(r"[^\s,;|/\"]+")
_APART: Final = "£€©½×"  # from letters
_OPENING: Final = "\u2018\u201c\u00ab\u00a1\u00bf"
_CLOSING: Final = "\u2019\u201d\u00bb\u2122\u00ae"


@dataclass(frozen=True, slots=True)
class DecodedText:
    """A text, the key of its encoding in ``ENCODINGS``, and a word of it that looks wrong, if there is one."""

    text: str
    encoding: str = UTF_8
    doubt: str = ""

    @property
    def name(self) -> str:
        return ENCODINGS[self.encoding]

    @property
    def is_guessed(self) -> bool:
        return self.encoding != UTF_8 or bool(self.doubt)


def decoded_file(content: bytes, encoding: str = "") -> DecodedText:
    """The text of a file in an encoding, or in the likeliest one. Raises ``CardsRefused`` for what is no text."""
    if len(content) > MAX_BYTES:
        raise _refused(_too_large())
    if kind := spreadsheets.kind_of(content):
        return DecodedText(checked_text(spreadsheets.table_text(content, kind)))
    if name := _other_kind(content):
        raise _refused(_("This file is in %(name)s. Save it as “CSV UTF-8” or UTF-8 JSON.") % {"name": name})
    decoded = _as(content, encoding) if encoding else _guessed(content)
    if decoded is None:
        row = content.count(b"\n", 0, _first_wrong(content)) + 1
        message = _("This file isn't in UTF-8. In your spreadsheet, save as “CSV UTF-8”.")
        raise CardsRefused([ImportFault(message, row=row)])
    checked_text(decoded.text)
    return decoded


def checked_text(text: str) -> str:
    """A text that was pasted, without a byte order mark. Raises ``CardsRefused`` for one that is too long."""
    if len(text) > MAX_BYTES or len(text.encode("utf-8", "replace")) > MAX_BYTES:
        raise _refused(_too_large())
    if "\0" in text:
        raise _refused(_("This isn't a text file."))
    return text.lstrip("\ufeff")


def _too_large() -> str:
    return _("The file is too large: %(most)d KB at most.") % {"most": MAX_BYTES // 1000}


def decoded_again(text: str, before: str, encoding: str) -> DecodedText:
    """A text that was decoded in one encoding, in another. Raises ``CardsRefused``."""
    try:
        content = _encoded(text, before)
    except UnicodeError:
        raise _refused(_("The text has changed. Choose the file again.")) from None
    return decoded_file(content, encoding)


def _refused(message: str) -> CardsRefused:
    return CardsRefused([ImportFault(message)])


def _other_kind(content: bytes) -> str:
    """What a file is that is no text, by how it begins; empty for others."""
    if content.startswith(b"\xd0\xcf\x11\xe0"):
        return "XLS"
    if content.startswith(b"%PDF-"):
        return "PDF"
    if not content.startswith(b"PK\x03\x04"):
        return ""
    if spreadsheets.ODS_TYPE in content[:4000]:
        return "ODS"
    return "Numbers" if b".iwa" in content else "XLSX" if b"xl/" in content else "ZIP"


def _as(content: bytes, encoding: str) -> DecodedText | None:
    for mark, named in MARKS:
        if content.startswith(mark):
            content, encoding = content[len(mark) :], UTF_8 if named == "utf-8" else encoding
    try:
        text = content.decode(UTF_8).encode("cp1252").decode(UTF_8) if encoding == TWICE else content.decode(encoding)
    except UnicodeError:
        return None
    return DecodedText(text, encoding, strange_word(text, encoding))


def _encoded(text: str, encoding: str) -> bytes:
    return text.encode(UTF_8).decode("cp1252").encode(UTF_8) if encoding == TWICE else text.encode(encoding)


def _guessed(content: bytes) -> DecodedText | None:
    for mark, encoding in MARKS:
        if content.startswith(mark):
            try:
                text = content[len(mark) :].decode(encoding)
            except UnicodeDecodeError:
                return None
            return DecodedText(text.removeprefix("\ufeff"), UTF_8 if encoding == "utf-8" else "utf-16-le")
    if wide := _without_mark(content):
        return wide
    western = [decoded for encoding in _WESTERN if (decoded := _as(content, encoding))]
    plain = [reading for reading in western if not reading.doubt]
    if decoded := _as(content, UTF_8):
        again = _as(content, TWICE)
        if again and again.text != decoded.text and not again.doubt:
            return again
        if not decoded.doubt:
            return decoded
        source = plain[0] if plain and "\ufffd" not in decoded.text else decoded
        return DecodedText(source.text, source.encoding, decoded.doubt)
    if plain and (plain[0].encoding == "cp1252" or len(plain) == 1):
        return plain[0]
    others = [decoded for encoding in _OTHERS if (decoded := _as(content, encoding)) and not decoded.doubt]
    likeliest = (*plain, *others, *western)[:1]
    return (
        DecodedText(likeliest[0].text, likeliest[0].encoding, _first_foreign(likeliest[0].text)) if likeliest else None
    )


def _without_mark(content: bytes) -> DecodedText | None:
    """UTF-16 without a mark: every other byte of what is mostly Latin letters is null."""
    start = content[:400]
    for encoding, nulls in (("utf-16-le", start[1::2]), ("utf-16-be", start[0::2])):
        if len(start) >= 8 and nulls.count(0) > len(nulls) * 0.7:
            try:
                return DecodedText(content.decode(encoding), "utf-16-le")
            except UnicodeDecodeError:
                return None
    return None


def _first_wrong(content: bytes) -> int:
    try:
        content.decode(UTF_8)
    except UnicodeDecodeError as error:
        return error.start
    return 0


def _first_foreign(text: str) -> str:
    return next((word[:40] for word in _WORD.findall(text[:MAX_JUDGED]) if not word.isascii()), "")


def strange_word(text: str, encoding: str) -> str:
    """The first word that looks as words do when they are read in a wrong encoding; empty where there is none."""
    if text.isascii():
        return ""
    is_strange = _is_strange if encoding in _WESTERN else _has_signs if encoding in _OTHERS else _mixes_scripts
    words = (word for word in _WORD.findall(text[:MAX_JUDGED]) if not word.isascii())
    return next((word[:40] for word in words if is_strange(word)), "")


def _is_strange(word: str) -> bool:
    """Whether a word is none of Western Europe: by its letters, by signs in it, by a capital after a small letter."""
    turns = any(before.islower() and after.isupper() and after > "\x7f" for before, after in pairwise(word))
    return turns or _has_foreign_sign(word) or any(letter > "\x7f" and letter not in _USUAL for letter in word)


def _mixes_scripts(word: str) -> bool:
    """Whether a word has letters of several alphabets, or what no file should have."""
    if any(unicodedata.category(letter) in ("Cc", "Co", "Cn") or letter == "\ufffd" for letter in word):
        return True
    scripts = {unicodedata.name(letter, "").split(" ")[0] for letter in word if letter.isalpha()}
    return len(scripts & {"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "HEBREW", "ARABIC"}) > 1


def _has_signs(word: str) -> bool:
    signs = any(letter > "\x7f" and letter not in _USUAL and unicodedata.category(letter)[0] in "SP" for letter in word)
    return signs or _mixes_scripts(word)


def _has_foreign_sign(word: str) -> bool:
    """Whether a sign that opens or closes stands within a word, or turned round: "\u201dle"."""
    for at, sign in enumerate(word):
        if sign not in _OPENING + _CLOSING + _APART:
            continue
        before, after = word[at - 1] if at else "", word[at + 1] if at + 1 < len(word) else ""
        if sign in _APART and (before.isalpha() or after.isalpha()):
            return True
        if sign in _CLOSING and after.isalpha() and (sign != "\u2019" or not before):
            return True
        if sign in _OPENING and before.isalpha() and (sign != "\u2018" or not after.isalpha()):
            return True
    return False
