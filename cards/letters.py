"""Letters as they are seen and printed: what belongs together, what our fonts lack, what stands for it on paper."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from cards.fonts import SIGNS, known_signs

LETTERS_SHOWN: Final = 6  # of those that are missing, beside a card
REPLACEMENT: Final = "\ufffd"  # ``rendering.signs`` draws an empty box
# Letters that are two: as these they get their small capitals, and lie in our fonts.
_LIGATURES: Final = str.maketrans(
    {"\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl", "\ufb05": "st", "\ufb06": "st"}
)
_BEYOND_ASCII: Final = re.compile("[^\\x00-\\x7f]+")
_ACCENTS: Final = ("Mn", "Mc", "Me")
_UNSEEN: Final = ("Cf", "Zs", "Zl", "Zp", "Cc")  # spaces, and what turns or joins letters: no font draws them
_HYPHENS: Final = ("\u2010", "\u2011")  # drawn as the usual one
# A space before a sign that French sets apart, and inside its quotes: also where whoever wrote it knows no other space.
_SET_APART: Final = re.compile(r"(?<=\S)\s+(?=[:;!?»]+(?:[\s<).,»]|$))|(?<=«)\s+(?=\S)")
_JOINER: Final = "\u200d"
_VIRAMA: Final = 9  # the combining class of the sign that joins two consonants of an Indic script


def letters(text: str) -> Iterator[str]:
    """The grapheme clusters of a text: a letter with accents, a picture with what is joined to it, a flag whole."""
    whole = ""
    for sign in text:
        if whole and not _belongs(whole, sign):
            yield whole
            whole = ""
        whole += sign
    if whole:
        yield whole


def _belongs(whole: str, sign: str) -> bool:
    """Whether a sign goes on with the letter before it."""
    if unicodedata.category(sign) in _ACCENTS or sign == _JOINER or whole.endswith(_JOINER):
        return True
    if "\U0001f3fb" <= sign <= "\U0001f3ff":  # the colour of a skin
        return True
    if _is_flag(sign) and len(whole) == 1 and _is_flag(whole):
        return True
    return unicodedata.combining(whole[-1]) == _VIRAMA and unicodedata.category(sign) == "Lo"


def _is_flag(sign: str) -> bool:
    """Whether it is half of a flag."""
    return "\U0001f1e6" <= sign <= "\U0001f1ff"


def unbroken(text: str) -> str:
    """A text or markup in which no line begins with one of ``: ; ! ? »`` that has a space before it, or ends with «."""
    return _SET_APART.sub("\u00a0", text)


def without_ligatures(text: str) -> str:
    """The text with each letter by itself, where one sign stands for two."""
    return text.translate(_LIGATURES)


def missing_letters(text: str) -> tuple[str, ...]:
    """The letters of a text that no font of ours has, each once and as it is seen: on paper a box stands for each."""
    text = without_ligatures(text)
    if all(map(_is_sign_known, set(text))):
        return ()
    return tuple(dict.fromkeys(letter for letter in letters(text) if not _is_known(letter)))


def _is_known(letter: str) -> bool:
    return all(_is_sign_known(sign) for sign in letter)


@lru_cache(maxsize=4096)
def _is_sign_known(sign: str) -> bool:
    return (
        ord(sign) in known_signs()
        or unicodedata.category(sign) in _UNSEEN
        or sign in _HYPHENS
        or "\ufe00" <= sign <= "\ufe0f"  # which form of a sign is meant
        or sign in SIGNS
    )


def printable_letters(text: str) -> str:
    """The text as our fonts can draw it: a box for each letter that they do not have. Markup stays as it is."""
    return _BEYOND_ASCII.sub(lambda match: _in_our_letters(match[0]), text)


@lru_cache(maxsize=4096)
def _in_our_letters(text: str) -> str:
    text = without_ligatures(text)
    if all(map(_is_sign_known, text)):
        return text
    return "".join(letter if _is_known(letter) else REPLACEMENT for letter in letters(text))
