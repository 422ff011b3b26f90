"""manage.py compose_books [SLUG...]"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from cards.sets import SLUGS, SetFile, read_set
from grimoire.book_files import BOOKS, COMPANY, NIGHTS, read_volume, volume_paths
from tools.books.bettering import as_candidates, bettered, rebound
from tools.books.book_file import bound, write_pages
from tools.books.candidates import Candidate, compose, composed, composed_of
from tools.books.choosing import TooFew, chosen
from tools.books.company import company_pages, company_parts, company_pool
from tools.books.digest import digest
from tools.books.nights import nights_pages, nights_parts, nights_pool
from tools.books.recipes import parts_of
from tools.books.renewing import HoldsNoLonger, renewed, write_renewed
from tools.books.replacing import replaced
from tools.books.words_file import words_text

# The books that are about no set: their cards, their parts, and how their pages are chosen.
OF_NO_SET: Final = {
    COMPANY: (company_pool, company_parts, company_pages),
    NIGHTS: (nights_pool, nights_parts, nights_pages),
}


class Command(BaseCommand):
    requires_system_checks = ()  # it works on files alone
    help = (
        "Composes candidates for the site's own books (long; continues where it was stopped) and shows which pages it "
        "would choose. With --write, replaces the books' positions and proofs in grimoire/book_files. After a change "
        "of "
        "cards, --renew keeps the pages and texts that still hold."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "books", nargs="*", metavar="BOOK", choices=[*BOOKS, []], help="default: the book of every set"
        )
        parser.add_argument(
            "--candidates", type=Path, metavar="FOLDER", help="where candidates are kept; default: var/books"
        )
        parser.add_argument(
            "--no-composing", action="store_true", help="compose nothing: choose among the existing candidates"
        )
        parser.add_argument(
            "--write", action="store_true", help="save the chosen pages to grimoire/book_files/BOOK.jsonl"
        )
        parser.add_argument(
            "--renew",
            action="store_true",
            help="compose nothing: put today's cards into the existing pages",
        )
        parser.add_argument(
            "--replace",
            action="store_true",
            help="with --renew: compose a new page for each that no longer holds, and list them",
        )
        parser.add_argument(
            "--better",
            action="store_true",
            help="keep the existing pages, but replace those that are too easy",
        )
        parser.add_argument("--digest", action="store_true", help="print the chosen pages with their solutions")

    def handle(self, *_args: Any, **options: Any) -> None:
        folder = options["candidates"] or settings.BASE_DIR / "var" / "books"
        books = options["books"] or list(SLUGS)
        for slug in books:
            if slug in OF_NO_SET:
                self._of_no_set(slug, folder / slug, options)
                continue
            file = read_set(slug)
            if options["renew"]:
                self._renew(file, replace=options["replace"])
                continue
            if not options["no_composing"]:
                for part, number in compose(folder / slug, file):
                    self.stderr.write(f"{slug}: {number} of {part.make} for {part.name}")
            if options["better"]:
                self._better(file, composed(folder / slug, file), options)
            else:
                self._bind(file, composed(folder / slug, file), options)

    def _of_no_set(self, slug: str, folder: Path, options: dict[str, Any]) -> None:
        pool, parts, choose = OF_NO_SET[slug]
        if not options["no_composing"]:
            for part, number in compose(folder, pool(), parts()):
                self.stderr.write(f"{slug}: {number} of {part.make} for {part.name}")
        try:
            pages = [bound(page) for page in choose(composed_of(folder, parts()), _taken(slug))]
        except TooFew as few:
            raise CommandError(f"{slug}: there are too few candidates for {few}.") from None
        if options["write"]:
            write_pages(volume_paths(slug)[1], pages)
        for number, page in enumerate(pages, start=1):
            for line in digest(number, page):
                self.stdout.write(line)

    def _better(self, file: SetFile, candidates: list[Candidate], options: dict[str, Any]) -> None:
        """The new pages have their key for a title and a slug, until a person gives them others."""
        before = read_volume(file.slug, volume_paths(file.slug)[0].parent)
        try:
            pages = bettered(as_candidates(before, parts_of(file)), candidates, file.abilities, _taken(file.slug))
        except TooFew as few:
            raise CommandError(f"{file.slug}: nothing was written: there are too few candidates for {few}.") from None
        volume, lines = rebound(before, pages)
        for page in volume.pages:
            new = next((line for line in lines if line["key"] == page.key), None)
            if new is not None:
                self.stdout.write(f"Page {page.number} is new and needs a text:")
                for line in digest(page.number, new):
                    self.stdout.write(line)
        self.stdout.write(f"{file.slug}: {len(lines)} new pages, {len(volume.retired)} retired")
        if options["write"]:
            words, proofs = volume_paths(file.slug)
            stored = map(json.loads, proofs.read_text(encoding="utf-8").splitlines())
            pages_by_key = {page["key"]: page for page in (*stored, *lines)}
            write_pages(proofs, [pages_by_key[page.key] for page in (*volume.pages, *volume.retired)])
            words.write_text(words_text(volume), encoding="utf-8")

    def _renew(self, file: SetFile, *, replace: bool) -> None:
        words, proofs = volume_paths(file.slug)
        stored = [json.loads(line) for line in proofs.read_text(encoding="utf-8").splitlines()]
        retired = {page.key for page in read_volume(file.slug, words.parent).retired}
        old = [page for page in stored if page["key"] not in retired]
        gone = [page for page in stored if page["key"] in retired]
        pages: list[Mapping[str, Any] | None] = []
        lost = []
        for page in old:
            try:
                pages.append(renewed(page, file))
            except HoldsNoLonger as broken:
                pages.append(None)
                lost.append(str(broken))
        if lost and not replace:
            raise CommandError(
                f"{file.slug}: nothing was written, because these pages no longer hold:\n" + "\n".join(lost)
            )
        whole = self._replaced(pages, old, file)
        write_renewed(words, proofs, [*old, *gone], [*whole, *gone])  # retired pages stay as people have met them
        changed = sum(before["key"] != page["key"] for before, page in zip(old, whole, strict=True))
        result = f"{len(lost)} pages were replaced" if lost else "all of them hold"
        self.stdout.write(f"{file.slug}: {changed} of {len(old)} pages have other cards; {result}")

    def _replaced(
        self, pages: Sequence[Mapping[str, Any] | None], old: Sequence[Mapping[str, Any]], file: SetFile
    ) -> list[Mapping[str, Any]]:
        """The pages with new ones where they are lost; tells what the new ones are, for whoever gives them words."""
        if None not in pages:
            return [page for page in pages if page is not None]
        try:
            whole = replaced(pages, old, file, _taken(file.slug))
        except TooFew as few:
            raise CommandError(f"{file.slug}: nothing was written: there is no candidate for {few}.") from None
        for number, (now, page) in enumerate(zip(pages, whole, strict=True), start=1):
            if now is None:
                self.stdout.write(f"Page {number} is new and needs another text:")
                for line in digest(number, page):
                    self.stdout.write(line)
        return whole

    def _bind(self, file: SetFile, candidates: list[Candidate], options: dict[str, Any]) -> None:
        try:
            pages = [bound(page) for page in chosen(candidates, file.abilities, _taken(file.slug))]
        except TooFew as few:
            raise CommandError(f"{file.slug}: there are too few candidates for {few}.") from None
        if options["write"]:
            write_pages(volume_paths(file.slug)[1], pages)
        if options["digest"]:
            for number, page in enumerate(pages, start=1):
                for line in digest(number, page):
                    self.stdout.write(line)
        levels = " ".join(str(page["answer"]["difficulty"]["level"]) for page in pages)
        at_work = Counter(slug for page in pages for slug in page["abilities"])
        self.stdout.write(f"{file.slug}: levels {levels}")
        self.stdout.write(f"{file.slug}: " + ", ".join(f"{slug} {at_work[slug]}" for slug in file.abilities))


def _taken(slug: str) -> set[str]:
    """The likenesses of the pages of all books but one."""
    paths = [volume_paths(book)[1] for book in BOOKS if book != slug]
    lines = [line for path in paths if path.exists() for line in path.read_text(encoding="utf-8").splitlines()]
    return {json.loads(line)["likeness"] for line in lines}
