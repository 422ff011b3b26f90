"""Files for virtual tables, a module for each program: from the sides of cards to (name, content) of an archive.

Titles and names are what anybody wrote: they go through ``file_stem`` into names of files, and through the libraries
of JSON, XML and CSV into texts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from cards.printing.options import PrintOptions
from cards.printing.pieces import Sides
from cards.printing.tabletops import cockatrice, playground, playingcards, screentop, simulator

Files = Iterator[tuple[str, bytes]]

FILES: Final[dict[str, Callable[[str, Sequence[Sides], PrintOptions], Files]]] = {
    "simulator": simulator.files,
    "playground": playground.files,
    "playingcards": playingcards.files,
    "screentop": screentop.files,
    "cockatrice": cockatrice.files,
}
ENDINGS: Final = {"playingcards": "pcio"}  # of an archive that is no ZIP by name
