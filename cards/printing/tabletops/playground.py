"""Tabletop Playground: a package with a template for each picture of many faces.

A template is a stack of cards by their places in the picture; cards with a back of their own are another stack, whose
backs are in a picture of the same grid. Keys and limits are those of the game's published schema
(plasticity-studios/tabletop-playground-schemas); a GUID follows from the content, so that two decks never meet in one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from cards.downloads import file_stem
from cards.printing.montages import Montage, montages
from cards.printing.options import PrintOptions
from cards.printing.pieces import SHARED, Sides, faces_in, readme
from cards.printing.tabletops.pictures import picture
from cards.rendering.tabletop import TabletopImage

_SAME_INDEX: Final = -3  # of BackIndex: the back is at the front's place in another picture
_WHOLE_FILE: Final = -2  # the back is a whole picture
_AS_BACK: Final = -3  # of HiddenIndex: a hidden card looks as its back


def files(title: str, sides: Sequence[Sides], options: PrintOptions) -> Iterator[tuple[str, bytes]]:
    folder = file_stem(title)
    alike = [side for side in sides if side.back is SHARED]
    apart = [side for side in sides if side.back is not SHARED]
    used: list[str] = []
    if alike:
        yield f"{folder}/Textures/back.jpg", picture(SHARED, options)
    for group, name, its_back in ((alike, "cards", "back.jpg"), (apart, "two-sided", "")):
        for number, montage in enumerate(montages(group, options) if group else [], 1):
            assert montage.board is not None  # as those of virtual tables are
            start = (number - 1) * montage.board.count
            shown = group[start : start + montage.board.count]
            front, back = f"{name}-{number}.jpg", its_back or f"{name}-{number}-backs.jpg"
            fronts = montage.picture()
            yield f"{folder}/Textures/{front}", fronts
            if not its_back:
                backs = Montage(tuple(side.back for side in shown), options, montage.board).picture()
                yield f"{folder}/Textures/{back}", backs
                fronts += backs
            template = _template(_guid(title, name, fronts), title, [side.name for side in shown], montage.board)
            template |= {"FrontTexture": front, "BackTexture": back}
            template |= {"BackIndex": _WHOLE_FILE if its_back else _SAME_INDEX, "HiddenIndex": _AS_BACK}
            template |= {"Width": options.geometry.width / 10, "Height": options.geometry.height / 10}
            used.append(template["GUID"])
            yield f"{folder}/Templates/{name}-{number}.json", _written(template)
    manifest = {"Name": title, "Version": "1.0.0", "GUID": _guid(title, *used)}
    yield f"{folder}/manifest.json", _written(manifest)
    yield readme(
        faces_in(sides),
        _(
            "Put the folder “%(folder)s” into the folder “packages” of Tabletop Playground, then start the game: "
            "the cards are in the object library."
        )
        % {"folder": folder},
    )


def _template(guid: str, title: str, names: Sequence[str], board: TabletopImage) -> dict[str, Any]:
    """A stack of cards with these names, which lie in a picture one after another."""
    return {
        "Type": "Card",
        "GUID": guid,
        "Name": title,
        "Metadata": "",
        "CollisionType": "Regular",
        "SurfaceType": "Cardboard",
        "Flippable": True,
        "Models": [],
        "Collision": [],
        "Tags": [],
        "NumHorizontal": board.columns,
        "NumVertical": board.rows,
        "Thickness": 0.05,  # centimetres, as width and height are
        "HiddenInHand": True,
        "UsedWithCardHolders": True,
        "CanStack": True,
        "Model": "Rounded",
        "Indices": list(range(len(names))),
        "CardNames": {str(index): name for index, name in enumerate(names)},
        "CardMetadata": {},
        "CardTags": {},
    }


def _guid(*parts: str | bytes) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(hashlib.sha256(part.encode() if isinstance(part, str) else part).digest())
    return digest.hexdigest()[:32].upper()


def _written(value: dict[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=1).encode()
