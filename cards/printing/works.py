"""The work of print jobs, in parts that are kept by their content: cards here, other things by other rooms.

A room above registers its kind in its ``AppConfig.ready()``: so a booklet of positions waits, shows its progress, is
cancelled and survives a restart as a file of cards does, and ``cards`` imports nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, Protocol
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from cards.models import PrintJob
from cards.printing.changes import note_printed
from cards.printing.forms import fields_of
from cards.printing.options import PrintOptions
from cards.printing.pieces import Piece, PrintProblem, faces_in, printed_sides
from cards.printing.products import Product, make
from cards.printing.rendering import missing, render_all
from cards.printing.selection import selection_of
from web.registry import Registry

CARDS: Final = "cards"  # a kind of job
MUTANT: Final = "mutant"  # among the options of a job: how an address names what is no list of cards
CHOSEN: Final = "chosen"  # the same of all other selections: for a link back, which is short also for a whole set


class Work(Protocol):
    """A job's work, in the language of the job, which is the one of the moment. Any of it may raise ``PrintProblem``.

    ``total`` is the number of its parts, ``left`` how many of them are not made yet; ``parts`` makes those and says
    after each how many it has made; ``finish`` makes the file of them.
    """

    @property
    def total(self) -> int: ...

    @property
    def left(self) -> int: ...

    def parts(self) -> Iterator[int]: ...

    def finish(self) -> Product: ...


class CardWork:
    """Faces of cards."""

    def __init__(self, job: PrintJob) -> None:
        self.title, self._owner = job.title, job.owner
        options, source = _options_and_source(job)
        self.options = PrintOptions.of(options)
        self.pieces = self._pieces(source, job)
        faces = faces_in(printed_sides(self.pieces, self.options))
        self._missing = missing(faces, self.options)
        self.total = len(faces)
        self.left = len(self._missing)

    def _pieces(self, source: dict[str, str], job: PrintJob) -> list[Piece]:
        selection = self._selection = selection_of(source, job.owner)
        if selection.missing:
            raise PrintProblem(_("A card of this selection no longer exists. Choose again, then print."))
        return selection.pieces(self.options.language)

    def parts(self) -> Iterator[int]:
        return render_all(self._missing, self.options)

    def finish(self) -> Product:
        product = make(self.title, self.pieces, self.options)
        if self.options.is_on_paper:
            note_printed(self._selection.printed, self._owner)
        return product


def _options_and_source(job: PrintJob) -> tuple[dict[str, Any], dict[str, str]]:
    """The options of a job, and what it prints: the cards that it lists, a deck as it has mutated, the abilities."""
    options = dict(job.options)
    options.pop(CHOSEN, None)
    source: dict[str, str] = options.pop(MUTANT, None) or {"cards": ",".join(job.cards)}
    return options, source


def _choose_cards_again(job: PrintJob) -> str:
    options, source = _options_and_source(job)
    source = job.options.get(CHOSEN) or source
    query = {**source, **fields_of(PrintOptions.of(options))}
    return f"{reverse('cards:print')}?{urlencode(query, safe=',/')}"


_kinds: Final[Registry[tuple[Callable[[PrintJob], Work], Callable[[PrintJob], str]]]] = Registry()


def register(kind: str, work: Callable[[PrintJob], Work], again: Callable[[PrintJob], str]) -> None:
    """Adds a kind of job: what its work is, and the address where the same can be asked for anew."""
    _kinds.register(kind, (work, again))


def work_of(job: PrintJob) -> Work:
    """The work of a job, as far as it is left. Raises ``PrintProblem``."""
    return _kinds[job.kind][0](job)


def address_again(job: PrintJob) -> str:
    """Where the same can be asked for anew, with other options."""
    return _kinds[job.kind][1](job)


register(CARDS, CardWork, _choose_cards_again)
