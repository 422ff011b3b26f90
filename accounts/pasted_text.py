"""Text as people paste it: what a chat, a mail or a word processor put around it and into it, told from what is meant.

``plain_signs`` is for comparing: texts that look alike become one. ``readings`` is for whatever has a grammar (a
position, a list of cards): the text itself first, then with ever more taken away, until one of them can be read.
"""

from __future__ import annotations

import html
import json
import re
import unicodedata
from collections.abc import Iterator
from typing import Final

APOSTROPHES: Final = "'\u2018\u2019\u201b\u02bc\u02b9\u02bb\u02bd\u02be\u02c8\u00b4`\u2032\u2035\uff07\u055a\ua78c"
HYPHENS: Final = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\u2e3a\u2e3b\ufe58\ufe63\uff0d"
QUOTES: Final = '"\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033\u2036\u301d\u301e\u301f\uff02'
_SPACES: Final = "\t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
# What Unicode has renderers leave out: soft hyphens, joiners, marks of direction, variants of a sign, fillers.
_UNSEEN: Final = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_BREAKS: Final = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_HIDDEN: Final = re.compile(f"[{_UNSEEN}]+")
_BLANK: Final = re.compile(f"[{_SPACES}]")
_SIGNS: Final = str.maketrans(
    dict.fromkeys(APOSTROPHES, "'") | dict.fromkeys(HYPHENS, "-") | dict.fromkeys(QUOTES, '"')
)

# What stands around a text, as (opening, closing); the longer signs first.
_AROUND: Final = (
    *(("**", "**"), ("__", "__"), ("||", "||"), ("~~", "~~"), ('"', '"'), ("'", "'"), ("\u201c", "\u201d")),
    *(("\u201e", "\u201c"), ("\u201e", "\u201d"), ("\u201d", "\u201d"), ("\u201a", "\u2018"), ("\u2018", "\u2019")),
    *(("\u00ab", "\u00bb"), ("\u00bb", "\u00ab"), ("\u2039", "\u203a"), ("\u300c", "\u300d"), ("<", ">")),
    *(("*", "*"), ("_", "_"), ("(", ")")),
)
_FENCED: Final = re.compile(
    r"(?P<fence>`{3}|~{3})(?:[^\S\n]*[\w+-]*[^\S\n]*\n)?(?P<inside>.*?)(?:(?P=fence)|\Z)", re.DOTALL
)
_TICKED: Final = re.compile(r"(`{1,2})(?P<inside>[^`].*?)\1", re.DOTALL)
_QUOTED_LINE: Final = re.compile(r"^[ \t]*(?:(?:>|&gt;)[ \t]?)+", re.MULTILINE)
_QUOTED_LINES: Final = re.compile(r"(?:[ \t]*(?:>|&gt;)[^\n]*(?:\n|\Z)|[ \t]*\n)+")
_LINK: Final = re.compile(r"!?\[[^\]\n]{0,200}\]\((?P<address>[^\s()]+)\)")
_ENDS: Final = " \n.,;:!?\u2026\u3002"
_ESCAPED: Final = re.compile(r"(?<!\\)\\+([^\w\s\"\\/])")  # not those of JSON strings
_ENTITY: Final = re.compile(r"&(?:[a-zA-Z]{2,8}|#\d{1,7}|#[xX][0-9a-fA-F]{1,6});")
_STRING: Final = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_MAX_LAYERS: Final = 6  # of what stands around a text


def plain_signs(text: str) -> str:
    """The text without signs that nobody sees, with one apostrophe, one hyphen, one quotation mark and one space."""
    if text.isascii():
        return text.replace("`", "'").replace("\t", " ")
    return _seen(text).translate(_SIGNS)


def without_unseen(text: str) -> str:
    """The text without signs that nobody sees, wherever they stand."""
    return _HIDDEN.sub("", text)


def same_to_the_eye(name: str) -> str:
    """A name as names are told apart: whatever its capitals, spaces, unseen signs and kinds of apostrophes."""
    return " ".join(plain_signs(unicodedata.normalize("NFKC", name)).casefold().split())


def unwrapped(text: str) -> str:
    """What a text is about: without code fences, backticks, marks of quotation, emphasis and quotes around it all."""
    for _layer in range(_MAX_LAYERS):
        before, text = text, _without_layer(_trimmed(text))
        if text == before:
            break
    return text


def readings(text: str) -> Iterator[str]:
    """What may be meant by a text with a grammar, each once: itself, then less and less of what was put around it.

    What stands in straight double quotes, as names do, is changed only where nothing else can be read.
    """
    seen: set[str] = set()
    steps = (_trimmed, unwrapped, _without_entities, _without_escapes, _plain_outside, _straight, _on_one_line)
    for step in steps:
        text = step(text)
        if text and text not in seen:
            seen.add(text)
            yield text


def _seen(text: str) -> str:
    return _BLANK.sub(" ", _HIDDEN.sub("", _BREAKS.sub("\n", text)))


def _trimmed(text: str) -> str:
    """Without a byte order mark, unseen signs and spaces at the ends."""
    start, end = 0, len(text)
    while start < end and _is_nothing(text[start]):
        start += 1
    while end > start and _is_nothing(text[end - 1]):
        end -= 1
    return text[start:end]


def _is_nothing(letter: str) -> bool:
    return letter.isspace() or _HIDDEN.match(letter) is not None


def _without_layer(text: str) -> str:
    if _QUOTED_LINES.fullmatch(text):
        return _QUOTED_LINE.sub("", text)
    if fenced := _FENCED.search(text):
        return fenced["inside"] if fenced["inside"].strip() else text.replace(fenced["fence"], "")
    if ticked := _TICKED.fullmatch(text):
        return ticked["inside"]
    if link := _LINK.fullmatch(text):
        return link["address"]
    if text.startswith('"') and (string := _json_string(text)):
        return string
    for opening, closing in _AROUND:
        inside = text[len(opening) : -len(closing)]
        if text.startswith(opening) and text.endswith(closing) and inside.strip() and len(text) > len(opening):
            return inside
    return text if _ENTITY.fullmatch(text[text.rfind("&") :]) else text.rstrip(_ENDS) or text


def _json_string(text: str) -> str:
    try:
        value = json.loads(text)
    except ValueError:
        return ""
    return value if isinstance(value, str) else ""


def _without_entities(text: str) -> str:
    """With the signs that HTML writes as ``&amp;``, unescaped as often as they were escaped."""
    for _time in range(3):
        if not _ENTITY.search(text):
            break
        text = _ENTITY.sub(lambda match: html.unescape(match[0]), text)
    return text


def _without_escapes(text: str) -> str:
    r"""Without the backslashes that chats put before their own signs: ``\|``, ``\[``, ``\_``. Those of JSON stay."""
    return unwrapped(_ESCAPED.sub(r"\1", text))


def _plain_outside(text: str) -> str:
    """With plain signs, but for what stands in straight double quotes."""
    parts: list[str] = []
    at = 0
    for string in _STRING.finditer(text):
        parts += [_seen(text[at : string.start()]).translate(_SIGNS), string[0]]
        at = string.end()
    parts.append(_seen(text[at:]).translate(_SIGNS))
    return "".join(parts)


def _straight(text: str) -> str:
    return _seen(text).translate(_SIGNS)


def _on_one_line(text: str) -> str:
    return " ".join(text.split())
