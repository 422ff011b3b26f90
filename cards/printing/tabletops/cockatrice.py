"""Cockatrice: a card database (version 4), a picture for each card, and the deck (``.cod``).

Cockatrice knows a card by its name alone and looks for a picture of that name: so each card gets a name that no other
has, and that every system takes as a file's.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Final
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from django.utils.translation import gettext as _

from cards.downloads import file_stem
from cards.faces import Face
from cards.printing.options import PrintOptions
from cards.printing.pieces import Side, Sides, faces_in, readme
from cards.printing.tabletops.pictures import counted, picture
from cards.reference import BackFace

_LONGEST: Final = 200  # bytes of a name: systems take 255, with the ending
_RESERVED: Final = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?")  # what Windows keeps for itself
_REFUSED: Final = frozenset('\\/:*?"<>|')  # in names of files, by Windows or by Cockatrice
_ROWS: Final = {"creature": 2, "incantation": 3}  # of the table, where a card lies; all others in row 1


def files(title: str, sides: Sequence[Sides], options: PrintOptions) -> Iterator[tuple[str, bytes]]:
    counts = counted(sides)
    names = _Names()
    database = Element("cockatrice_carddatabase", version="4")
    code = file_stem(title).upper()
    card_set = SubElement(SubElement(database, "sets"), "set")
    for tag, text in (("name", code), ("longname", _text(title)), ("settype", "Custom")):
        SubElement(card_set, tag).text = text
    cards = SubElement(database, "cards")
    listed: list[tuple[str, int]] = []
    for side, count in counts.items():
        front = names.of(side.name)
        behind = ""
        if not isinstance(side.back, BackFace | None) and side.back != side.front:
            behind = names.of(f"{side.name} - {side.back.label if isinstance(side.back, Face) else 2}")
        _add_card(cards, front, side.front, code, other=behind)
        listed.append((front, count))
        yield f"pics/CUSTOM/{front}.jpg", picture(side.front, options)
        if behind:
            _add_card(cards, behind, side.back, code, other=front, is_back=True)
            yield f"pics/CUSTOM/{behind}.jpg", picture(side.back, options)
    yield f"customsets/{file_stem(title)}.xml", _written(database)
    yield f"decks/{file_stem(title)}.cod", _written(_deck(title, listed))
    yield readme(
        faces_in(sides),
        _(
            "Unpack this archive into Cockatrice's data folder, which is above the one that “Card Database, "
            "Open custom sets folder” shows. Restart Cockatrice, then open the deck from “decks”."
        ),
    )


class _Names:
    """Names of cards, each once."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def of(self, name: str) -> str:
        plain = _shortened("".join("-" if sign in _REFUSED else sign for sign in _text(name)), _LONGEST)
        plain = plain.strip(". ") or "card"
        if _RESERVED.fullmatch(plain):
            plain = f"{plain}_"
        wanted, number = plain, 2
        while plain.casefold() in self._taken:  # as systems compare names of files
            plain = f"{wanted} ({number})"
            number += 1
        self._taken.add(plain.casefold())
        return plain


def _text(text: str) -> str:
    """A text without what XML has no way to write, on one line."""
    kept = ("" if unicodedata.category(sign) in ("Cc", "Cs", "Cn") else sign for sign in text.replace("\n", " "))
    return unicodedata.normalize("NFC", "".join(kept))


def _shortened(text: str, most: int) -> str:
    return text.encode()[:most].decode(errors="ignore")


def _add_card(cards: Element, name: str, face: Side, code: str, *, other: str, is_back: bool = False) -> None:
    """A card, its elements in the order of the schema. ``other`` is what it becomes when it is turned over."""
    card = SubElement(cards, "card")
    SubElement(card, "name").text = name
    lines: list[str] = []
    properties = {"layout": "transform" if other else "normal", "side": "back" if is_back else "front"}
    row = 1
    if isinstance(face, Face):
        lines = [_text(badge.name) for badge in face.abilities] + ([_text(face.flavour)] if face.flavour else [])
        properties |= {"type": _text(face.label), "maintype": face.kind.capitalize()}
        if face.cost is not None:
            properties |= {"manacost": str(face.cost), "cmc": str(face.cost)}
        if face.av is not None:
            properties["pt"] = f"{face.av}/{face.hp}" if face.hp is not None else str(face.av)
        row = _ROWS.get(face.kind, 1)
    SubElement(card, "text").text = "\n".join(lines)
    listed = SubElement(card, "prop")
    for tag, text in properties.items():
        SubElement(listed, tag).text = text
    SubElement(card, "set").text = code
    if other:
        SubElement(card, "related", attach="transform").text = other
    SubElement(card, "tablerow").text = str(row)


def _deck(title: str, listed: Sequence[tuple[str, int]]) -> Element:
    deck = Element("cockatrice_deck", version="1")
    SubElement(deck, "deckname").text = _text(title)
    SubElement(deck, "comments")
    zone = SubElement(deck, "zone", name="main")
    for name, count in listed:
        SubElement(zone, "card", number=str(count), name=name)
    return deck


def _written(root: Element) -> bytes:
    indent(root)
    return bytes(tostring(root, encoding="utf-8", xml_declaration=True))
