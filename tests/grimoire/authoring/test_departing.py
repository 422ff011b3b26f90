"""Pages and books that leave their address: deleted, with a week to undo it, or corrected by another page."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Owner, Visibility
from grimoire import departing
from grimoire.authoring import services
from grimoire.browsing import services as books
from grimoire.models import Attempt, Book, BookPage, Comment, Departed, Favourite, Puzzle
from tests.grimoire.factories import make_owner, make_puzzle, position_json

pytestmark = pytest.mark.django_db


@pytest.fixture
def mine(client: Client, author: Owner) -> Client:
    client.force_login(author.user)
    return client


def solved_by_another(puzzle: Puzzle) -> Owner:
    reader = make_owner("reader")
    Attempt.objects.create(owner=reader, puzzle=puzzle)
    Favourite.objects.create(owner=reader, puzzle=puzzle)
    Comment.objects.create(owner=reader, puzzle=puzzle, text="Fine!", visibility=Visibility.PUBLIC)
    book = Book.objects.create(owner=reader, title="Mine", visibility=Visibility.PUBLIC)
    BookPage.objects.create(book=book, puzzle=puzzle, number=1)
    return reader


def test_a_deleted_page_says_so_and_comes_back(mine: Client, author: Owner) -> None:
    puzzle = make_puzzle(author, title="The Knife")
    solved_by_another(puzzle)
    question = " ".join(mine.get(f"/grimoire/mine/{puzzle.token}/delete/").content.decode().split())
    for loss in ("1 other person has tried it", "1 comment by another", "1 book by another", "for a week"):
        assert loss in question
    before = Puzzle.objects.filter(pk=puzzle.pk).values().get()
    mine.post(f"/grimoire/mine/{puzzle.token}/delete/")
    gone = Client().get(puzzle.get_absolute_url())
    assert gone.status_code == 410
    assert "was deleted" in gone.content.decode() and "The Knife" not in gone.content.decode()
    assert puzzle not in Puzzle.objects.open_to(author) and puzzle not in Puzzle.objects.published()
    assert mine.get(f"/grimoire/mine/{puzzle.token}/").status_code == 404
    own = mine.get(puzzle.get_absolute_url())
    assert own.status_code == 410 and "Restore" in own.content.decode()
    assert "Restore" in mine.get("/grimoire/mine/").content.decode()
    back = mine.post(f"/grimoire/mine/restore/page/{puzzle.token}/")
    assert back["Location"] == f"/grimoire/mine/{puzzle.token}/"
    after = Puzzle.objects.filter(pk=puzzle.pk).values().get()
    assert {**after, "updated": None} == {**before, "updated": None}
    assert Client().get(puzzle.get_absolute_url()).status_code == 200
    assert (puzzle.attempts.count(), puzzle.comments.count(), puzzle.favourites.count()) == (1, 1, 1)


def test_only_whoever_deleted_a_page_has_it_back(mine: Client, author: Owner) -> None:
    puzzle = make_puzzle(author)
    services.delete(puzzle=puzzle)
    stranger = Client()
    stranger.force_login(make_owner("stranger").user)
    for somebody in (stranger, Client()):
        assert somebody.post(f"/grimoire/mine/restore/page/{puzzle.token}/").status_code == 404
        assert "Restore" not in somebody.get(puzzle.get_absolute_url()).content.decode()
    Departed.objects.update(at=timezone.now() - timedelta(days=7))
    assert mine.post(f"/grimoire/mine/restore/page/{puzzle.token}/").status_code == 404


def test_after_a_week_it_is_gone_for_good_and_its_address_still_says_so(mine: Client, author: Owner) -> None:
    puzzle = make_puzzle(author)
    services.delete(puzzle=puzzle)
    assert departing.sweep_deleted() == 0
    Departed.objects.update(at=timezone.now() - timedelta(days=7))
    assert departing.sweep_deleted() == 1
    assert not Puzzle.objects.filter(pk=puzzle.pk).exists()
    answer = mine.get(puzzle.get_absolute_url())
    assert answer.status_code == 410 and "Restore" not in answer.content.decode()
    assert departing.sweep_deleted() == 0


def test_what_an_account_deleted_goes_with_the_account(author: Owner) -> None:
    puzzle = make_puzzle(author)
    services.delete(puzzle=puzzle)
    author.delete()
    departing.sweep_deleted()
    assert not Puzzle.objects.filter(pk=puzzle.pk).exists()


def test_a_draft_that_nobody_knows_goes_at_once(author: Owner) -> None:
    services.delete(puzzle=make_puzzle(author, published=False))
    assert not Puzzle.objects.exists() and not Departed.objects.exists()


def test_a_deleted_book_says_so_and_comes_back(mine: Client, author: Owner) -> None:
    book = Book.objects.create(owner=author, title="Knives", visibility=Visibility.PUBLIC)
    BookPage.objects.create(book=book, puzzle=make_puzzle(author), number=1)
    address = book.get_absolute_url()
    assert "for a week" in mine.get(f"/grimoire/books/{book.token}/delete/").content.decode()
    mine.post(f"/grimoire/books/{book.token}/delete/")
    gone = Client().get(address)
    assert gone.status_code == 410 and "This book was deleted" in gone.content.decode()
    mine.post(f"/grimoire/mine/restore/book/{book.token}/")
    book.refresh_from_db()
    assert (book.owner, book.visibility, book.pages.count()) == (author, Visibility.PUBLIC, 1)
    assert Client().get(address).status_code == 200
    private = Book.objects.create(owner=author, title="Mine alone")
    books.book_delete(book=private)
    assert not Book.objects.filter(pk=private.pk).exists()


def test_a_corrected_page_comes_in_the_place_of_the_old_one(mine: Client, author: Owner) -> None:
    old = make_puzzle(author, title="The Knife", afterword="So.")
    reader = solved_by_another(old)
    mine.post(f"/grimoire/mine/{old.token}/take-back/")
    editor = mine.get(f"/editor/?puzzle={old.token}").content.decode()
    assert "Save as a new version and prove" in editor
    answer = mine.post(
        f"/grimoire/mine/{old.token}/", {"position": json.dumps(position_json("damage")), "then": "prove"}, follow=True
    )
    new = Puzzle.objects.get(corrects=old)
    assert "so this is a new one" in answer.content.decode() and new.afterword == "So."
    stranger = Client()
    assert stranger.get(old.get_absolute_url()).status_code == 404  # withdrawn, until the new one is published
    mine.post(f"/grimoire/mine/{new.token}/publish/", {"visibility": "public"})
    new.refresh_from_db()
    assert new.is_published
    led = stranger.get(old.get_absolute_url())
    assert (led.status_code, led["Location"]) == (302, new.get_absolute_url())
    assert "Corrected on" in stranger.get(new.get_absolute_url()).content.decode()
    assert [page.puzzle for page in BookPage.objects.all()] == [new]
    assert Favourite.objects.get(owner=reader).puzzle == new
    assert (new.comments.count(), new.comment_count) == (1, 1)
    assert old.attempts.count() == 1 and not new.attempts.exists()  # what was solved is what was there
    services.publish(puzzle=new)
    assert Departed.objects.count() == 1


def test_addresses_lead_on_through_several_corrections(author: Owner) -> None:
    first = make_puzzle(author, published=False)
    second = make_puzzle(author, published=False, corrects=first)
    third = make_puzzle(author, published=False, corrects=second)
    services.publish(puzzle=second)
    services.unpublish(puzzle=second)
    services.publish(puzzle=third)
    answer = Client().get(first.get_absolute_url(), follow=True)
    assert answer.redirect_chain[-1][0] == third.get_absolute_url() and answer.status_code == 200


def test_what_a_moderator_hides_meanwhile_stays_hidden(author: Owner) -> None:
    puzzle = make_puzzle(author, title="The Knife")
    solved_by_another(puzzle)
    services.delete(puzzle=puzzle)
    left = departing.deleted_by(author).get()
    assert left.thing is not None
    Puzzle.objects.filter(pk=puzzle.pk).update(hidden_at=timezone.now())
    departing.restore(left=left)
    puzzle.refresh_from_db()
    assert puzzle.owner == author and puzzle.visibility == Visibility.PUBLIC and puzzle.hidden_at is not None


def test_a_page_that_a_moderator_has_hidden_is_not_shown_again_by_correcting_it(author: Owner) -> None:
    old = make_puzzle(author, title="The Knife")
    solved_by_another(old)
    Puzzle.objects.filter(pk=old.pk).update(hidden_at=timezone.now())
    old.refresh_from_db()
    services.unpublish(puzzle=old)
    new = make_puzzle(author, published=False, corrects=old)
    services.publish(puzzle=new)
    new.refresh_from_db()
    assert new.is_published and new.hidden_at == old.hidden_at
    for page in (old, new):
        assert Client().get(page.get_absolute_url(), follow=True).status_code == 404
