"""Services of printing books: the file at once, or a job in the background; and showing what was not earned."""

from __future__ import annotations

from typing import Any, Final

from django.db.models import Q
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models import Owner
from cards.models import PrintJob
from cards.printing import works
from cards.printing.pieces import PrintProblem
from cards.printing.products import Product
from cards.printing.services import begin
from grimoire.booklets.booklet import Booklet, BookletOptions
from grimoire.models import Book
from grimoire.solving.services import surrender

KIND: Final = "booklet"
MAX_PARTS_AT_ONCE: Final = 3  # parts that a request may make


def find_book(address: str, owner: Owner | None) -> Book | None:
    named = Q(slug=address) if address else Q(pk=None)
    return Book.objects.readable_by(owner).filter(named | Q(token=address)).first()


def product_at_once(*, book: Book, owner: Owner | None, options: BookletOptions) -> Product | None:
    """The file, if nearly all of it is there already; None if it is work for the background."""
    with translation.override(options.language):
        booklet = Booklet(book, owner, options)
        return booklet.finish() if booklet.left <= MAX_PARTS_AT_ONCE else None


def ask(*, book: Book, owner: Owner, options: BookletOptions) -> PrintJob:
    """A job that makes the file. Raises ``TooManyJobs``."""
    with translation.override(options.language):
        title = book.heading
    return begin(owner=owner, kind=KIND, title=title, options={**options.to_json(), "book": book.address})


def reveal_all(*, book: Book, owner: Owner) -> int:
    """Has all solutions of a book shown to somebody who wants them on paper; how many they had not earned."""
    booklet = Booklet(book, owner, BookletOptions())
    sealed = booklet.sealed_puzzles
    for puzzle in sealed:
        surrender(owner=owner, puzzle=puzzle)
    return len(sealed)


def work_of(job: PrintJob) -> Booklet:
    """A job's booklet. Raises ``PrintProblem`` when its book is not there any more."""
    options: dict[str, Any] = dict(job.options)
    book = find_book(options.pop("book"), job.owner)
    if book is None:
        raise PrintProblem(_("This book no longer exists."))
    return Booklet(book, job.owner, BookletOptions(**options))


def address_again(job: PrintJob) -> str:
    """The page on which the same book can be printed in another way."""
    return reverse("grimoire:booklet", args=[job.options["book"]])


def register() -> None:
    works.register(KIND, work_of, address_again)
