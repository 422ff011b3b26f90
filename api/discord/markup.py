"""Texts for Discord: nothing that people have written becomes a mention, a link or a heading there."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

MAX_TITLE: Final = 256  # characters, as are those below
MAX_DESCRIPTION: Final = 2000  # 4096 would go; nobody reads that in a chat
MAX_LABEL: Final = 80
MAX_CHOICE: Final = 100
EPHEMERAL: Final = 64  # a flag: seen by whoever asked alone
_MEANT: Final = re.compile(r"([\\*_~|`>#\[\]()<:@+-])")
_GOLD: Final = 0xB98A2C
_MESSAGE: Final = 4
_CHOICES: Final = 8
Answer = dict[str, Any]


def plain(text: str) -> str:
    """A text as Discord shows it letter by letter."""
    return _MEANT.sub(r"\\\1", " ".join(text.split()))


def cut(text: str, limit: int) -> str:
    """A text within so many characters, at the end of a word; nothing that is escaped is cut in two."""
    if len(text) <= limit:
        return text
    shortened = text[: limit - 2]
    whole = shortened.rpartition(" ")[0]
    return (whole if len(whole) > limit // 2 else shortened.rstrip("\\")) + " …"


def embed(title: str, url: str, description: str, picture: str = "") -> dict[str, Any]:
    """A card of Discord's: ``title`` is escaped here, ``description`` has been; addresses are whole."""
    content: dict[str, Any] = {
        "title": cut(plain(title), MAX_TITLE),
        "url": url,
        "description": cut(description, MAX_DESCRIPTION),
        "color": _GOLD,
    }
    return {**content, "image": {"url": picture}} if picture else content


def button(label: str, url: str) -> dict[str, Any]:
    return {"type": 1, "components": [{"type": 2, "style": 5, "label": label[:MAX_LABEL], "url": url}]}


def message(shown: Mapping[str, Any], *rows: Mapping[str, Any]) -> Answer:
    """An answer for all who are there, in which nobody is called."""
    data: dict[str, Any] = {"embeds": [shown], "allowed_mentions": {"parse": []}}
    return {"type": _MESSAGE, "data": {**data, "components": list(rows)} if rows else data}


def whisper(text: str) -> Answer:
    """An answer for whoever asked alone: what went wrong, in words of ours."""
    data = {"content": cut(text, MAX_DESCRIPTION), "flags": EPHEMERAL, "allowed_mentions": {"parse": []}}
    return {"type": _MESSAGE, "data": data}


def choices(named_values: Sequence[tuple[str, str]]) -> Answer:
    """What may be chosen while somebody types: names and values."""
    rows = [{"name": cut(name, MAX_CHOICE), "value": value} for name, value in named_values if len(value) <= MAX_CHOICE]
    return {"type": _CHOICES, "data": {"choices": rows}}
