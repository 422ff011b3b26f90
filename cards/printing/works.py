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

from accounts.models import Owner
from cards.downloads import file_stem
from cards.models import PrintJob
from cards.printing.changes import note_printed
from cards.printing.forms import fields_of
from cards.printing.options import PrintOptions
from cards.printing.pieces import PrintProblem, faces_in, printed_sides
from cards.printing.products import ZIP, Product, make
from cards.printing.rendering import missing, render_all
from cards.printing.selection import Selection, selection_of, selections_of_all
from cards.rendering.zipped import zipped
from web.registry import Registry

CARDS: Final = "cards"  # a kind of job
MUTANT: Final = "mutant"  # among the options of a job: how an address names what is no list of cards
CHOSEN: Final = "chosen"  # the same of all other selections: for a link back, which is short also for a whole set
IN_PARTS: Final = "in_parts"  # the same of all parts of more cards than a file has room for, which become one ZIP


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
    """Faces of cards: of one selection, or of all its parts."""

    def __init__(self, job: PrintJob) -> None:
        self.title, self._owner = job.title, job.owner
        self._is_zip = IN_PARTS in job.options
        options, source = _options_and_source(job)
        self.options = PrintOptions.of(options)
        read = selections_of_all if self._is_zip else _alone
        self._selections = read(source, job.owner)
        if any(selection.missing for selection in self._selections):
            raise PrintProblem(_("A card of this selection no longer exists. Choose again, then print."))
        self._pieces = [selection.pieces(self.options.language) for selection in self._selections]
        sides = [side for pieces in self._pieces for side in printed_sides(pieces, self.options)]
        faces = faces_in(sides)
        self._missing = missing(faces, self.options)
        self.total = len(faces)
        self.left = len(self._missing)

    def parts(self) -> Iterator[int]:
        return render_all(self._missing, self.options)

    def finish(self) -> Product:
        product = self._zip() if self._is_zip else make(self.title, self._pieces[0], self.options)
        if self.options.is_on_paper:
            for selection in self._selections:
                note_printed(selection.printed, self._owner)
        return product

    def _zip(self) -> Product:
        """The files of all parts, each made when it is packed."""
        pairs = zip(self._selections, self._pieces, strict=True)
        made = (make(selection.title, pieces, self.options) for selection, pieces in pairs)
        return Product(f"{file_stem(self.title)}.zip", ZIP, zipped((part.name, part.content) for part in made))


def _alone(source: dict[str, str], owner: Owner | None) -> list[Selection]:
    return [selection_of(source, owner)]


def _options_and_source(job: PrintJob) -> tuple[dict[str, Any], dict[str, str]]:
    """The options of a job, and what it prints: the cards that it lists, a deck as it has mutated, the abilities."""
    options = dict(job.options)
    options.pop(CHOSEN, None)
    source: dict[str, str] | None = options.pop(MUTANT, None)
    in_parts = options.pop(IN_PARTS, None)
    source = source or in_parts or {"cards": ",".join(job.cards)}
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
