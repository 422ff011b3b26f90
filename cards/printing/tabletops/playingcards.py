"""PlayingCards.io: a room as its "Import from file" reads it, a ZIP of ``widgets.json`` and pictures (``.pcio``).

The room has a hand and a deck in a pile. Each different card is a type, and each copy a card of that type; a picture
is named ``package://userassets/`` with its place in the archive.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from cards.printing.options import PrintOptions
from cards.printing.pieces import SHARED, Side, Sides, faces_in, readme
from cards.printing.tabletops.pictures import counted, picture

_HEIGHT: Final = 160  # of a card, in the room's pixels
_AT: Final = {"x": 214, "y": 223}
_DECK: Final = "deck"
_PILE: Final = "pile"
_BACK: Final = "userassets/back.jpg"


def files(title: str, sides: Sequence[Sides], options: PrintOptions) -> Iterator[tuple[str, bytes]]:
    counts = counted(sides)
    names: dict[Side, str] = {}
    for side in counts:
        for face in (side.front, side.back):
            names.setdefault(face, f"userassets/{len(names) + 1:03}.jpg" if face is not SHARED else _BACK)
    width = round(_HEIGHT * options.geometry.width / options.geometry.height)
    yield "widgets.json", json.dumps(_widgets(title, counts, names, width), ensure_ascii=False).encode()
    for face, name in names.items():
        yield name, picture(face, options)
    yield readme(faces_in(sides))


def _widgets(title: str, counts: dict[Sides, int], names: dict[Side, str], width: int) -> list[dict[str, Any]]:
    types = {
        f"card-{number}": {
            "label": side.name,
            "face": f"package://{names[side.front]}",
            "back": f"package://{names[side.back]}",
        }
        for number, side in enumerate(counts, 1)
    }
    copies = [name for name, count in zip(types, counts.values(), strict=True) for _copy in range(count)]
    return [
        {"id": "hand", "type": "hand", "x": 50, "y": 820, "z": 1, "dragging": None},
        {
            "id": _PILE,
            "type": "cardPile",
            **_AT,
            "z": 1,
            "width": width + 8,
            "height": _HEIGHT + 8,
            "label": title,
            "hasShuffleButton": True,
        },
        {
            "id": _DECK,
            "type": "cardDeck",
            **_AT,
            "z": 2,
            "parent": _PILE,
            "cardWidth": width,
            "cardHeight": _HEIGHT,
            "enlarge": True,
            "cardTypes": types,
            "faceTemplate": _side("face", width),
            "backTemplate": _side("back", width),
        },
        *(
            {
                "id": f"copy-{number}",
                "type": "card",
                **_AT,
                "z": 2 + number,
                "deck": _DECK,
                "cardType": name,
                "parent": _PILE,
                "faceup": False,
            }
            for number, name in enumerate(copies, 1)
        ),
    ]


def _side(name: str, width: int) -> dict[str, Any]:
    """A side of a card: the picture that its type has under this name, over all of it."""
    picture_of_type = {
        "type": "image",
        "valueType": "dynamic",
        "value": name,
        "color": "white",
        "x": 0,
        "y": 0,
        "w": width,
        "h": _HEIGHT,
    }
    return {"includeBorder": False, "includeRadius": True, "objects": [picture_of_type]}
