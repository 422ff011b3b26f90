"""Loads the site's own books from their files (``grimoire.book_files``) into the database: idempotent, by content."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.db import models, transaction
from django.utils import timezone

from accounts.models import Visibility
from accounts.shipping import Loaded, set_fields, token_of, unlist_or_delete, write
from cards.models import CardSet
from cards.sets import SetFile, all_sets
from grimoire.book_files import Volume, VolumePage, all_volumes, other_volumes
from grimoire.models import Book, BookPage, Proof, Puzzle
from grimoire.proving.levels import heed_readers, renew_levels
from grimoire.puzzle_games import puzzle_games

NEEDED_BY: Final = ("attempts", "favourites", "votes", "comments", "days", "remixes", "book_pages")


@transaction.atomic
def load_books(*, volumes: Iterable[Volume] | None = None) -> Loaded:
    """Brings the site's own books, their pages and proofs in line with the files.

    Retired pages are there for whoever has their address, with all that was ever said and done on them, in no book and
    in no list. What is gone from the files is deleted, except for pages that somebody has to do with and books that
    somebody might have the address of: those are unlisted. Nothing that has an owner is touched.
    """
    loaded = Loaded()
    renew_levels()
    every = (*all_volumes(), *other_volumes()) if volumes is None else tuple(volumes)
    ours = Book.objects.filter(owner=None).exclude(slug="")
    before = set(Puzzle.objects.filter(owner=None, book_pages__book__in=ours).values_list("pk", flat=True))
    pages = [page for volume in every for page in (*volume.pages, *volume.retired)]
    rows = Puzzle.objects.filter(owner=None).select_related("proof").in_bulk(map(page_token, pages), field_name="token")
    sets = {file.slug: file for file in all_sets()}
    set_keys = dict(CardSet.objects.filter(owner=None).values_list("slug", "pk"))
    puzzles = {page.reference: _load_page(page, rows.get(page_token(page)), loaded) for page in pages}
    for place, volume in enumerate(every):
        book = _load_book(volume, {"place": place, "set_id": set_keys.get(volume.slug), **_cover(volume, sets)}, loaded)
        _fill(book, volume, puzzles)
    _retire_books([volume.slug for volume in every], loaded)
    _retire_pages(before - {puzzle.pk for puzzle in puzzles.values()}, loaded)
    heed_readers()
    return loaded


def page_token(page: VolumePage) -> str:
    """The token of a page: always the same, so that addresses outlive a database."""
    return token_of_reference(page.reference)


def token_of_reference(reference: str) -> str:
    """The token of a page of a book by ``book/page``."""
    return token_of(f"grimoire/{reference}")


def _load_page(page: VolumePage, row: Puzzle | None, loaded: Loaded) -> Puzzle:
    """The page's puzzle, made or brought up to date; nothing is saved if nothing differs."""
    fields = _page_fields(page)
    game = puzzle_games()[page.game]
    if row is None:
        loaded.made += 1
        proof = _proof_of(page)
        puzzle = Puzzle.objects.create(
            token=page_token(page), published_at=timezone.now(), proof=proof, owner=None, **fields
        )
        game.derive(puzzle)
        return puzzle
    differing = set_fields(row, fields)
    proves = row.proof is not None and row.proof.is_done and row.proof.rules_version == game.rules_version
    if not differing and (proves or page.rules_version != game.rules_version):
        loaded.kept += 1
        return row
    if not proves or "position" in differing:
        row.proof, row.flagged_at, row.flag_reason = _proof_of(page), None, ""
    row.revision += 1
    row.save()
    loaded.changed += 1
    game.derive(row)
    return row


def _page_fields(page: VolumePage) -> dict[str, Any]:
    return {
        "game": page.game,
        "title": page.title.en,
        "title_fr": page.title.fr,
        "words": page.words.en,
        "words_fr": page.words.fr,
        "afterword": page.afterword.en,
        "afterword_fr": page.afterword.fr,
        "position": dict(page.position),
        "answer_by": Puzzle.AnswerBy.BOARD if page.by_board else Puzzle.AnswerBy.CHOICES,
        "questions": [page.asks] if page.asks else [],
        "pinned_tries": [] if page.tried is None else [page.answer["tries"][page.tried]],
        "licence": Puzzle.Licence.CC_BY,
        "featured": page.showpiece,
        "visibility": Visibility.PUBLIC if page.number else Visibility.UNLISTED,
    }


def _proof_of(page: VolumePage) -> Proof | None:
    """The proof that the file holds; None where the rules have changed since, until it is proven again."""
    game = puzzle_games()[page.game]
    if page.rules_version != game.rules_version:
        return None
    answer = dict(page.answer)
    proof, _ = Proof.objects.get_or_create(
        key=game.proof_key(page.position),
        defaults={
            "position": dict(page.position),
            "rules_version": page.rules_version,
            "engine_version": game.engine_version(),
            "state": Proof.State.DONE,
            "answer": answer,
            "verdict": answer["verdict"],
            "complete": answer["complete"],
            "level": page.level,
            "abilities": list(page.at_work),
            "nodes": answer["nodes"],
        },
    )
    return proof


def _load_book(volume: Volume, cover: Mapping[str, Any], loaded: Loaded) -> Book:
    fields = {
        **cover,
        "game": volume.game,
        "title": volume.title.en,
        "title_fr": volume.title.fr,
        "about": volume.about.en,
        "about_fr": volume.about.fr,
    }
    book: Book = write(Book, {"slug": volume.slug}, fields, loaded, token=token_of(f"book/{volume.slug}"))
    return book


def _cover(volume: Volume, sets: Mapping[str, SetFile]) -> dict[str, Any]:
    of = volume if volume.symbol else sets[volume.slug]
    return {"accent": of.accent, "symbol": of.symbol}


def _fill(book: Book, volume: Volume, puzzles: Mapping[str, Puzzle]) -> None:
    """Puts the pages into the book, if it does not have just these in this order."""
    rows = [
        (page.number, puzzles[page.reference].pk, *((page.chapter.en, page.chapter.fr) if page.opens else ("", "")))
        for page in volume.pages
    ]
    if list(book.pages.values_list("number", "puzzle_id", "chapter", "chapter_fr")) == rows:
        return
    book.pages.all().delete()
    BookPage.objects.bulk_create(
        BookPage(book=book, number=number, puzzle_id=puzzle, chapter=chapter, chapter_fr=chapter_fr)
        for number, puzzle, chapter, chapter_fr in rows
    )


def _retire_books(slugs: Iterable[str], loaded: Loaded) -> None:
    """Empties and unlists the site's books that the files no longer have: somebody may have their address."""
    gone = Book.objects.filter(owner=None).exclude(slug="").exclude(slug__in=list(slugs))
    for book in gone.exclude(visibility=Visibility.UNLISTED):
        book.pages.all().delete()
        unlist_or_delete(book, True, loaded)


def _retire_pages(keys: Iterable[int], loaded: Loaded) -> None:
    """Deletes pages that have left the site's books; those that somebody has to do with are unlisted."""
    for puzzle in Puzzle.objects.filter(pk__in=list(keys), owner=None):
        unlist_or_delete(puzzle, any(_related(puzzle, name).exists() for name in NEEDED_BY), loaded)


def _related(puzzle: Puzzle, name: str) -> models.Manager[Any]:
    manager: models.Manager[Any] = getattr(puzzle, name)
    return manager
