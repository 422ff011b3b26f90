"""An order for MakePlayingCards as mpc-autofill reads it: which picture is on the front and the back of which card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from xml.etree.ElementTree import Element, SubElement, indent, tostring

PICTURE_FOLDER: Final = "cards"  # beside the order, where mpc-autofill looks before it asks anybody else
BRACKETS: Final = (18, 36, 55, 72, 90, 108, 126, 144, 162, 180, 198, 216, 234, 396, 504, 612)  # numbers of cards sold
STOCK: Final = "(S30) Standard Smooth"


def order_xml(names: Sequence[tuple[str, str]], shared_back: str) -> bytes:
    """The order for cards by their pictures, (front, back or ""), one after another; what has no back gets the shared
    one."""
    order = Element("order")
    details = SubElement(order, "details")
    bracket = next((number for number in BRACKETS if number >= len(names)), BRACKETS[-1])
    for name, text in (("quantity", len(names)), ("bracket", bracket), ("stock", STOCK), ("foil", "false")):
        SubElement(details, name).text = str(text)
    _add_pictures(SubElement(order, "fronts"), [(slot, front) for slot, (front, _back) in enumerate(names)])
    behind = [(slot, back) for slot, (_front, back) in enumerate(names) if back not in ("", shared_back)]
    if behind:
        _add_pictures(SubElement(order, "backs"), behind)
    SubElement(order, "cardback").text = f"{PICTURE_FOLDER}/{shared_back}"
    indent(order)
    return bytes(tostring(order, encoding="utf-8", xml_declaration=True))


def _add_pictures(listed: Element, pictures: Sequence[tuple[int, str]]) -> None:
    for slot, name in pictures:
        card = SubElement(listed, "card")
        for tag, text in (("id", f"{PICTURE_FOLDER}/{name}"), ("slots", str(slot)), ("name", name), ("query", "")):
            SubElement(card, tag).text = text
