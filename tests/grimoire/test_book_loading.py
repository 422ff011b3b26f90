"""The site's own books in the database: as the files say, as often as one likes, and nobody else's things touched."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Owner, Visibility
from cards.loading import load_sets
from cards.sets import BilingualText, read_set
from engine.decks.formats.interchange import read_position
from engine.decks.rules.version import RULES_VERSION
from grimoire.authoring.services import derive
from grimoire.book_files import Volume, all_volumes, other_volumes
from grimoire.book_loading import load_books, page_token
from grimoire.keys import proof_key
from grimoire.models import Attempt, Book, BookPage, Proof, Puzzle, PuzzleAbility
from tests.grimoire.factories import make_book, make_owner, make_puzzle

pytestmark = [pytest.mark.django_db, pytest.mark.slow("loads the shelf")]

NOTHING = "0 made, 0 changed, 0 unlisted, 0 deleted"


def short(volume: Volume, count: int = 4) -> Volume:
    """A book with its first pages only."""
    return replace(volume, pages=volume.pages[:count], retired=())


ONE, OTHER = (short(volume) for volume in all_volumes()[:2])


def load(*volumes: Volume) -> str:
    return str(load_books(volumes=volumes))


def changed(volume: Volume, at: int, **fields: Any) -> Volume:
    """The book with one page changed."""
    pages = list(volume.pages)
    pages[at] = replace(pages[at], **fields)
    return replace(volume, pages=tuple(pages))


def rows() -> list[tuple[Any, ...]]:
    """Everything that a load writes, with when it was written."""
    return [
        *Puzzle.objects.order_by("pk").values_list("pk", "updated", "revision"),
        *Book.objects.order_by("pk").values_list("pk", "updated"),
        *BookPage.objects.order_by("pk").values_list("pk", "puzzle_id"),
        *Proof.objects.order_by("pk").values_list("pk", "nodes"),
        *PuzzleAbility.objects.order_by("pk").values_list("pk", "slug"),
    ]


def test_a_book_is_as_its_files_say() -> None:
    load_sets(files=[read_set(ONE.slug)])
    assert load(ONE) == "5 made, 0 changed, 0 unlisted, 0 deleted, 0 kept"
    book = Book.objects.get(slug=ONE.slug)
    file = read_set(ONE.slug)
    assert (book.title, book.title_fr, book.about_fr) == (ONE.title.en, ONE.title.fr, ONE.about.fr)
    assert (book.accent, book.symbol, book.owner, book.visibility) == (file.accent, file.symbol, None, "public")
    assert book.set is not None and book.set.slug == ONE.slug
    assert [page.puzzle.title for page in book.pages.select_related("puzzle")] == [page.title.en for page in ONE.pages]
    assert [bool(page.chapter) for page in book.pages.all()] == [page.opens for page in ONE.pages]


def test_a_page_is_as_its_files_say() -> None:
    load(ONE)
    page = ONE.pages[0]
    puzzle = Puzzle.objects.get(token=page_token(page))
    assert (puzzle.title_fr, puzzle.words_fr, puzzle.afterword) == (page.title.fr, page.words.fr, page.afterword.en)
    assert (puzzle.owner, puzzle.visibility, puzzle.licence) == (None, "public", Puzzle.Licence.CC_BY)
    assert puzzle.position == page.position
    assert (puzzle.goal, puzzle.level, puzzle.fingerprint) == (page.goal, page.level, page.likeness[:400])
    assert puzzle in Puzzle.objects.published()
    at_work = puzzle.abilities.filter(at_work=True).values_list("slug", flat=True)
    assert sorted(at_work) == sorted(page.at_work)


def test_its_proof_is_there_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.decks.solving.solver.PuzzleSearch.run", None)
    load(ONE)
    page = ONE.pages[-1]
    proof = Puzzle.objects.select_related("proof").get(token=page_token(page)).proof
    assert proof is not None
    assert proof.key == proof_key(read_position(page.position))
    assert (proof.state, proof.complete, proof.rules_version) == ("done", True, RULES_VERSION)
    assert proof.answer["solutions"] == page.answer["solutions"]
    assert (proof.verdict, proof.level) == (page.answer["verdict"], page.level)


def test_levels_of_older_proofs_are_renewed_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of every page that has the proof, people's too; attempts and ratings stay."""
    load(ONE)
    reader = Owner.objects.create()
    page = next(page for page in ONE.pages if page.goal != "predict")
    puzzle = Puzzle.objects.select_related("proof").get(token=page_token(page))
    proof = puzzle.proof
    assert proof is not None
    attempt = Attempt.objects.create(owner=reader, puzzle=puzzle, state="solved", first_try=True)
    after = proof.answer
    new = ("again", "swaps", "forced", "lure")
    features = {key: value for key, value in after["difficulty"]["features"].items() if key not in new}
    proof.answer = {**after, "difficulty": {"level": 5, "features": features, "points": {"base": 9.0}}}
    proof.level = 5
    proof.save()
    Puzzle.objects.filter(pk=puzzle.pk).update(level=5, rating=1777, rated_count=4)
    monkeypatch.setattr("engine.decks.solving.solver.PuzzleSearch.run", None)
    load(ONE)
    proof.refresh_from_db()
    puzzle.refresh_from_db()
    assert (proof.answer, proof.level, puzzle.level) == (after, page.level, page.level)
    assert (puzzle.rating, puzzle.rated_count) == (1777, 4)
    attempt.refresh_from_db()
    assert attempt.puzzle_id == puzzle.pk


def test_a_second_time_nothing_happens() -> None:
    load(ONE, OTHER)
    before = rows()
    with CaptureQueriesContext(connection) as queries:
        assert load(ONE, OTHER) == f"{NOTHING}, 10 kept"
    assert rows() == before
    assert not [query for query in queries if query["sql"].startswith(("INSERT", "UPDATE", "DELETE"))]
    assert len(queries) < 20


def test_all_books_are_loaded_in_a_few_queries_a_page() -> None:
    volumes = (*all_volumes(), *other_volumes())
    pages = sum(len(volume.pages) for volume in volumes)
    retired = sum(len(volume.retired) for volume in volumes)
    queries: list[str] = []
    with connection.execute_wrapper(lambda execute, sql, *rest: (queries.append(sql), execute(sql, *rest))[1]):
        done = load_books()
    assert done.made == pages + retired + len(volumes)
    assert Book.objects.count() == len(volumes)
    assert Puzzle.objects.of_decks().published().count() == sum(len(volume.pages) for volume in all_volumes())
    assert len(queries) < 20 * (pages + retired)
    assert str(load_books()) == f"{NOTHING}, {pages + retired + len(volumes)} kept"


def test_tokens_outlive_the_database() -> None:
    load(ONE)
    tokens = set(Puzzle.objects.values_list("token", flat=True))
    Puzzle.objects.all().delete()
    Book.objects.all().delete()
    load(ONE)
    assert set(Puzzle.objects.values_list("token", flat=True)) == tokens
    every = [page_token(page) for volume in all_volumes() for page in volume.pages]
    assert len(set(every)) == len(every)


def test_new_words_are_taken_over() -> None:
    load(ONE)
    before = Puzzle.objects.get(token=page_token(ONE.pages[1]))
    other = changed(ONE, 1, title=BilingualText("A New Name", "Un nouveau nom"))
    assert load(other) == "0 made, 1 changed, 0 unlisted, 0 deleted, 4 kept"
    after = Puzzle.objects.get(pk=before.pk)
    assert (after.title, after.title_fr, after.token) == ("A New Name", "Un nouveau nom", before.token)
    assert after.published_at == before.published_at
    assert after.revision == before.revision + 1
    assert "un nouveau nom" in after.search_text


def test_another_position_brings_its_own_proof() -> None:
    load(ONE)
    source = OTHER.pages[2]
    fields = ("position", "answer", "at_work", "likeness", "key", "part", "attempt")
    other = changed(ONE, 2, **{name: getattr(source, name) for name in fields})
    load(other)
    puzzle = Puzzle.objects.select_related("proof").get(token=page_token(ONE.pages[2]))
    assert puzzle.proof is not None
    assert puzzle.proof.key == proof_key(read_position(source.position))
    assert puzzle.level == source.level
    assert set(puzzle.abilities.filter(at_work=True).values_list("slug", flat=True)) == set(source.at_work)


def test_another_order_and_other_chapters() -> None:
    load(ONE)
    turned = [replace(page, number=number) for number, page in enumerate(reversed(ONE.pages), start=1)]
    load(replace(ONE, pages=tuple(turned)))
    titles = Book.objects.get(slug=ONE.slug).pages.values_list("puzzle__title", flat=True)
    assert list(titles) == [page.title.en for page in reversed(ONE.pages)]


def test_a_flag_goes_when_the_proof_comes_anew() -> None:
    load(ONE)
    puzzle = Puzzle.objects.get(token=page_token(ONE.pages[0]))
    Puzzle.objects.filter(pk=puzzle.pk).update(proof=None, flagged_at=puzzle.created, flag_reason="changed")
    load(ONE)
    puzzle.refresh_from_db()
    assert puzzle.proof is not None
    assert (puzzle.flagged_at, puzzle.flag_reason) == (None, "")


def test_what_was_proved_under_other_rules_is_not_believed() -> None:
    load(changed(ONE, 0, rules_version=RULES_VERSION - 1))
    puzzle = Puzzle.objects.get(token=page_token(ONE.pages[0]))
    assert puzzle.proof is None
    assert load(changed(ONE, 0, rules_version=RULES_VERSION - 1)) == f"{NOTHING}, 5 kept"


# What has retired


def test_a_retired_page_keeps_its_address_and_what_was_done_on_it() -> None:
    load(ONE)
    leaving = ONE.pages[3]
    puzzle = Puzzle.objects.get(token=page_token(leaving))
    owner = Owner.objects.create()
    Attempt.objects.create(owner=owner, puzzle=puzzle, state=Attempt.State.SOLVED)
    Puzzle.objects.filter(pk=puzzle.pk).update(rating=1777.0, rated_count=3, score=2)
    after = replace(ONE, pages=ONE.pages[:3], retired=(replace(leaving, number=0, opens=False),))
    assert load(after) == "0 made, 1 changed, 0 unlisted, 0 deleted, 4 kept"
    puzzle.refresh_from_db()
    assert (puzzle.visibility, puzzle.is_retired) == (Visibility.UNLISTED, True)
    assert puzzle not in Puzzle.objects.published()
    assert (puzzle.rating, puzzle.rated_count, puzzle.score) == (1777.0, 3, 2)
    assert Attempt.objects.get(owner=owner, puzzle=puzzle).state == Attempt.State.SOLVED
    assert not BookPage.objects.filter(puzzle=puzzle).exists()
    response = Client().get(puzzle.get_absolute_url())
    assert response.status_code == 200
    assert "has replaced this one in its book" in response.content.decode()


def test_a_database_made_today_has_the_retired_pages_too() -> None:
    leaving = replace(ONE.pages[3], number=0, opens=False)
    load(replace(ONE, pages=ONE.pages[:3], retired=(leaving,)))
    puzzle = Puzzle.objects.get(token=page_token(leaving))
    assert puzzle.is_retired and puzzle.proof is not None
    response = Client().get(Puzzle.objects.published()[0].get_absolute_url())
    assert "has replaced this one in its book" not in response.content.decode()


def test_showpieces_are_marked() -> None:
    load(changed(ONE, 1, showpiece=True))
    shown = Puzzle.objects.get(featured=True)
    assert shown.token == page_token(ONE.pages[1])
    for address in (f"/grimoire/books/{ONE.slug}/", shown.get_absolute_url(), "/grimoire/"):
        assert "Showpiece" in Client().get(address).content.decode(), address


def test_a_book_of_no_set_has_a_cover_of_its_own() -> None:
    load(replace(ONE, slug="company", accent="#123456", symbol="feather"))
    book = Book.objects.get(slug="company")
    assert (book.accent, book.symbol, book.set) == ("#123456", "feather", None)


# What is gone


def test_a_page_that_nobody_knows_is_deleted() -> None:
    load(ONE, OTHER)
    assert load(short(ONE, 3), OTHER) == "0 made, 0 changed, 0 unlisted, 1 deleted, 9 kept"
    assert not Puzzle.objects.filter(token=page_token(ONE.pages[3])).exists()


@pytest.mark.parametrize("how", ["attempt", "book"])
def test_a_page_that_somebody_has_to_do_with_is_unlisted(how: str) -> None:
    load(ONE)
    puzzle = Puzzle.objects.get(token=page_token(ONE.pages[3]))
    if how == "attempt":
        Attempt.objects.create(owner=Owner.objects.create(), puzzle=puzzle)
    else:
        make_book(make_owner("ada"), [puzzle])
    assert load(short(ONE, 3)) == "0 made, 0 changed, 1 unlisted, 0 deleted, 4 kept"
    puzzle.refresh_from_db()
    assert puzzle.visibility == Visibility.UNLISTED
    load(ONE)
    puzzle.refresh_from_db()
    assert puzzle.visibility == Visibility.PUBLIC


def test_a_book_that_is_gone_is_emptied_and_unlisted() -> None:
    load(ONE, OTHER)
    assert load(ONE) == "0 made, 0 changed, 1 unlisted, 4 deleted, 5 kept"
    book = Book.objects.get(slug=OTHER.slug)
    assert (book.visibility, book.pages.count()) == (Visibility.UNLISTED, 0)
    assert load(ONE) == f"{NOTHING}, 5 kept"
    load(ONE, OTHER)
    book.refresh_from_db()
    assert (book.visibility, book.pages.count()) == (Visibility.PUBLIC, 4)


def test_nobody_else_s_things_are_touched() -> None:
    owner = make_owner("ada")
    mine = make_book(owner, 2)
    site = make_puzzle(None)  # the site's own, but not of a book of the shelf
    load(ONE)
    mine.puzzles.add(Puzzle.objects.get(token=page_token(ONE.pages[0])), through_defaults={"number": 3})
    before = list(Book.objects.filter(owner=owner).values_list("pk", "updated", "visibility"))
    pages = list(mine.pages.values_list("puzzle_id", flat=True))
    load(OTHER)
    assert list(Book.objects.filter(owner=owner).values_list("pk", "updated", "visibility")) == before
    assert list(mine.pages.values_list("puzzle_id", flat=True)) == pages
    site.refresh_from_db()
    assert site.visibility == Visibility.PUBLIC


def test_what_is_derived_is_what_authors_get() -> None:
    load(ONE)
    puzzle = Puzzle.objects.get(token=page_token(ONE.pages[1]))
    fields = ("goal", "turns", "mode", "edition", "level", "search_text", "position_key", "fingerprint", "kind")
    before = [getattr(puzzle, name) for name in fields]
    derive(puzzle)
    assert [getattr(puzzle, name) for name in fields] == before


def test_the_command() -> None:
    out = io.StringIO()
    call_command("load_books", stdout=out)
    assert "made" in out.getvalue()
    out = io.StringIO()
    call_command("load_books", stdout=out)
    assert f"Books: {NOTHING}" in out.getvalue()
