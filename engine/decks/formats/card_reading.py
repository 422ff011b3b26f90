"""Cards written out in JSON, read for positions and for records alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.decks.rules.abilities import ABILITIES_OF_EDITION, AURA_PREFIX, FLAG_OF_SLUG
from engine.decks.rules.cards import CREATURE, INCANTATION, Card
from engine.kernel.reading import Reader, pointer

MAX_NAME: Final = 60
MAX_VALUE: Final = 99  # of Mana cost, AV and HP

_KEYS: Final = ("name", "type", "cost", "av")


def read_card(
    reader: Reader,
    data: Any,
    at: str,
    edition: str,
    reference: str | None = None,
    required: tuple[str, ...] = (),
    optional: tuple[str, ...] = (),
) -> Card | None:
    """A card that is written out; None when a key is missing.

    ``required`` and ``optional`` are keys beside those that every card has; ``abilities`` and ``sharpened`` are read
    when they are among them, what else is there is the caller's. ``reference`` is the card's own in a catalogue. Faults
    go to the reader; the card is good only when there are none.
    """
    incantation = isinstance(data, Mapping) and data.get("type") == INCANTATION
    needed = (*_KEYS, *(() if incantation else ("hp",)), *required)
    fields = reader.object(dict(data) if isinstance(data, Mapping) else data, at, needed, optional)
    if not all(key in fields for key in needed):
        return None
    return Card(
        read_text(reader, fields["name"], f"{at}/name"),
        reader.choice(fields["type"], f"{at}/type", (CREATURE, INCANTATION)) == CREATURE,
        reader.number(fields["cost"], f"{at}/cost", 0, MAX_VALUE),
        reader.number(fields["av"], f"{at}/av", 0, MAX_VALUE),
        0 if incantation else reader.number(fields["hp"], f"{at}/hp", 1, MAX_VALUE),
        read_abilities(reader, fields.get("abilities", []), f"{at}/abilities", edition),
        reference,
        reader.flag(fields.get("sharpened", False), f"{at}/sharpened"),
    )


def read_text(reader: Reader, data: Any, at: str, longest: int = MAX_NAME) -> str:
    """A name that can be written as UTF-8 (JSON can hold half a surrogate pair)."""
    if isinstance(data, str) and len(data) <= longest:
        try:
            data.encode()
        except UnicodeEncodeError:
            pass
        else:
            return data
    reader.fault("bad-name", at)
    return ""


def read_abilities(reader: Reader, data: Any, at: str, edition: str, auras: bool = True) -> tuple[str, ...]:
    slugs: list[str] = []
    for index, slug in enumerate(reader.list(data, at)):
        plain = slug if isinstance(slug, str) else ""
        flag = FLAG_OF_SLUG.get(plain.removeprefix(AURA_PREFIX) if auras else plain)
        if flag is None:
            reader.fault("unknown-ability", pointer(at, index), str(slug)[:MAX_NAME])
        elif not flag & ABILITIES_OF_EDITION[edition]:
            reader.fault("ability-of-other-edition", pointer(at, index), slug)
        else:
            slugs.append(slug)
    return tuple(slugs)
