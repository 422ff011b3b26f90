"""The faults of a file of cards: each fault with its place, all of them at once, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from engine.kernel.requests import writable

MAX_FAULTS: Final = 60  # are told; the rest is counted
MAX_WORDED: Final = 1000  # that are put into words before it is known which of them come first


@dataclass(frozen=True, slots=True)
class ImportFault:
    """One fault. A table's has ``row`` (the first line is 1) and ``column`` (as its heading is written), a JSON
    document's has ``pointer`` (RFC 6901, empty for the whole); one of the whole file has none of them."""

    message: str
    row: int = 0
    column: str = ""
    pointer: str = ""

    def __post_init__(self) -> None:
        for name in ("message", "column", "pointer"):
            object.__setattr__(self, name, writable(str(getattr(self, name))))

    @property
    def place(self) -> str:
        """Where it is, in words; empty for the whole file."""
        if self.row and self.column:
            return _("Row %(row)d, column “%(column)s”") % {"row": self.row, "column": self.column}
        if self.row:
            return _("Row %(row)d") % {"row": self.row}
        if self.column:
            return _("Column “%(column)s”") % {"column": self.column}
        return self.pointer

    def __str__(self) -> str:
        return (
            _("%(place)s: %(message)s") % {"place": self.place, "message": self.message} if self.place else self.message
        )


class CardsRefused(ValueError):
    """A file that cannot be taken. ``faults`` are the first ``MAX_FAULTS``, ``total`` counts all."""

    def __init__(self, faults: Iterable[ImportFault]) -> None:
        every = sorted(faults, key=lambda fault: fault.row)
        self.faults = tuple(every[:MAX_FAULTS])
        self.total = len(every)
        super().__init__("\n".join(str(fault) for fault in self.faults))

    @property
    def untold(self) -> int:
        """How many faults there are beyond those in ``faults``."""
        return self.total - len(self.faults)
