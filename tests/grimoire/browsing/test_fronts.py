"""The shelf, progress, authors, trails, sections on other pages; and that nothing secret shows anywhere."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client, RequestFactory
from django.utils import timezone

from accounts.models import Visibility
from accounts.requests import as_site_request
from cards.sets import all_cards
from grimoire.browsing.progress import progress_page
from grimoire.browsing.sections import pages_turning_on_abilities, puzzles_with_card
from grimoire.browsing.trails import trail_of
from grimoire.models import Attempt, Book, BookPage, Favourite, Proof, Puzzle, Solver
from tests.cards.factories import make_card, make_owner, make_set, sign_in
from tests.grimoire.factories import make_book, make_puzzle

pytestmark = pytest.mark.django_db
SECRET = ("mirabilis", "gallimaufry")


def attempt(owner: Any, puzzle: Puzzle, **fields: Any) -> Attempt:
    return Attempt.objects.create(owner=owner, puzzle=puzzle, **fields)


# --- The shelf ---


def test_the_front_shows_the_day_the_books_and_what_readers_made(client: Client) -> None:
    make_book(pages=3, slug="initiation", title="The First Book")
    make_puzzle(make_owner("Mira"), title="Mira's page", position="bastion")
    text = client.get("/grimoire/").content.decode()
    for words in ("Puzzle of the day", "The First Book", "3 puzzles", "Mira&#x27;s page", ">Solve</a>", "/editor/"):
        assert words in text, words
    main = text.partition("<main")[2]
    assert main.index(">Solve</a>") < main.index("The First Book") < main.index("Search puzzles")
    assert text.index(">Solve</a>") < text.index("Mira&#x27;s page")
    assert 'aria-current="page">Puzzles' in text
    assert client.get("/fr/grimoire/").status_code == 200


def test_a_beginner_is_led_to_the_first_plays_of_the_first_book(client: Client) -> None:
    foretold = make_puzzle(title="Too much to add up", position="predict", level=1)
    later = make_puzzle(title="A first step", position="win", level=1)
    hard = make_puzzle(title="A long way", position="win-hard", level=4)
    Puzzle.objects.filter(pk__in=(foretold.pk, later.pk)).update(level=1)
    Puzzle.objects.filter(pk=hard.pk).update(level=4)
    make_book(pages=[hard, foretold, later], slug="initiation", place=1)
    make_book(pages=[make_puzzle(title="Elsewhere", position="bastion")], slug="other", place=2)
    text = client.get("/grimoire/").content.decode()
    begin = text.partition("For beginners")[2].partition("</section>")[0]
    assert begin.index("A first step") < begin.index("A long way")
    assert "Too much" not in begin and "Elsewhere" not in begin


def test_the_front_tells_where_the_reader_left_off(client: Client) -> None:
    reader = make_owner()
    book = make_book(pages=2, slug="initiation")
    puzzle = book.puzzles.order_by("book_pages__number").first()
    sign_in(client, reader)
    assert "Where you left off" not in client.get("/grimoire/").content.decode()
    attempt(reader, puzzle)
    attempt(reader, book.puzzles.exclude(pk=puzzle.pk).get(), state="solved", first_try=True)
    text = client.get("/grimoire/").content.decode()
    assert "Where you left off" in text
    assert "1 of 2" in text


def test_the_front_of_an_empty_grimoire(client: Client) -> None:
    answer = client.get("/grimoire/")
    assert answer.status_code == 200
    assert "Puzzle of the day" not in answer.content.decode()


def test_the_front_takes_a_bounded_number_of_queries(client: Client, django_assert_max_num_queries: Any) -> None:
    for number in range(8):
        make_book(
            make_owner(f"maker{number}") if number % 2 else None, pages=3, slug="" if number % 2 else f"b{number}"
        )
        make_puzzle(make_owner(f"author{number}"), score=number)
    reader = make_owner("reader")
    for puzzle in Puzzle.objects.all()[:6]:
        attempt(reader, puzzle)
    sign_in(client, reader)
    client.get("/grimoire/")  # chooses the page of the day
    with django_assert_max_num_queries(24):  # of two games with puzzles
        client.get("/grimoire/")


# --- Progress ---


def test_progress_counts_what_was_done(client: Client) -> None:
    reader = make_owner("reader")
    pages = [make_puzzle(title=f"Page {number}") for number in range(6)]
    now = timezone.now()
    attempt(reader, pages[0], state="solved", first_try=True, solved_at=now)
    attempt(reader, pages[1], state="solved", first_try=True, hint_level_at_first=1, solved_at=now - timedelta(days=7))
    attempt(reader, pages[2], state="solved", first_try=False, solved_at=now - timedelta(days=900))
    attempt(reader, pages[3], state="shown", first_try=False)
    attempt(reader, pages[4])
    attempt(make_owner(), pages[5], state="solved", first_try=True)
    Solver.objects.create(owner=reader, rating=1620, deviation=90, rated_count=3)
    Favourite.objects.create(owner=reader, puzzle=pages[5])
    page = progress_page(reader, "en")
    assert (page.solved, page.first, page.shown, page.under_way, page.again) == (3, 1, 1, 1, 2)
    assert (page.judged, page.rate) == (4, 25)
    assert [week.count for week in page.weeks][-2:] == [1, 1]
    assert sum(week.count for week in page.weeks) == 2
    assert sum(share.done for share in page.levels) == 3
    text = sign_in(client, reader).get("/grimoire/progress/").content.decode()
    assert "1620" in text
    assert "2 puzzles failed on the first try" in text
    assert "Page 5" in text  # the favourite


def test_progress_tells_abilities_of_pages_alone_that_are_done() -> None:
    reader = make_owner()
    for slug, state in (("rage", "solved"), ("splash", "shown"), ("aim", "open")):
        puzzle = make_puzzle(title=slug)
        puzzle.abilities.all().delete()
        puzzle.abilities.create(slug=slug, at_work=True)
        attempt(reader, puzzle, state=state, first_try=True if state == "solved" else None)
    shares = {share.slug: (share.done, share.rate) for share in progress_page(reader, "en").abilities}
    assert shares == {"rage": (1, 100), "splash": (1, 0)}


def test_somebody_new_has_no_progress(client: Client) -> None:
    assert "haven't started a puzzle" in client.get("/grimoire/progress/").content.decode()
    assert "Nothing to retry." in client.get("/grimoire/progress/again/").content.decode()
    assert progress_page(None, "en").is_empty


def test_what_went_wrong_is_tried_again_in_a_row(client: Client) -> None:
    reader = make_owner()
    first, second, third = (make_puzzle(title=title) for title in ("First", "Second", "Third"))
    for puzzle in (first, second):
        attempt(reader, puzzle, first_try=False, state="shown")
    attempt(reader, third, first_try=True, state="solved")
    text = sign_in(client, reader).get("/grimoire/progress/again/").content.decode()
    assert f"/grimoire/p/{first.token}/?again=1" in text
    assert "Third" not in text
    opened = client.get(f"/grimoire/p/{first.token}/?again=1").content.decode()
    assert f'rel="next" href="/grimoire/p/{second.token}/?again=1"' in opened
    assert "?again=1" not in client.get(f"/grimoire/p/{first.token}/").content.decode()
    trail = trail_of(first, reader, wanted=True)
    assert trail is not None
    assert (trail.number, trail.count, trail.before) == (1, 2, "")
    assert trail.after == f"/grimoire/p/{second.token}/?again=1"
    assert trail_of(third, reader, wanted=True) is None
    assert trail_of(first, None, wanted=True) is None


# --- Authors ---


def test_an_author_s_page(client: Client) -> None:
    author = make_owner("Mira")
    make_puzzle(author, title="Hers")
    make_puzzle(author, title="A draft", published=False)
    make_puzzle(author, title="For friends", visibility=Visibility.UNLISTED)
    make_book(author, pages=1, title="Her book")
    make_book(author, pages=1, title="Her list", visibility=Visibility.PRIVATE)
    text = client.get("/grimoire/by/Mira/").content.decode()
    assert "Hers" in text and "Her book" in text
    for title in ("A draft", "For friends", "Her list"):
        assert title not in text
    assert "My puzzles" not in text
    assert "My puzzles" in sign_in(Client(), author).get("/grimoire/by/Mira/").content.decode()


def test_who_has_published_nothing_has_no_page(client: Client) -> None:
    make_puzzle(make_owner("shy"), published=False)
    assert client.get("/grimoire/by/shy/").status_code == 404
    assert client.get("/grimoire/by/nobody/").status_code == 404
    assert client.get("/grimoire/by/%00/").status_code == 404


# --- On other pages ---


def test_a_card_s_page_shows_puzzles_with_it(client: Client) -> None:
    known = next(card for card in all_cards() if card.reference == "elusive/spare-wings")
    puzzle = make_puzzle(title="Wings", position="win-hard")
    pack = make_set("elusive")
    fields = {"kind": "creature" if known.is_creature else "incantation", "cost": known.cost, "av": known.av}
    card = make_card(known.name.en, pack, **fields, hp=known.hp, abilities=list(known.abilities), slug=known.slug)
    request = as_site_request(RequestFactory().get("/"))
    request.user = AnonymousUser()
    section = puzzles_with_card(card, request)
    assert section is not None
    assert [tile.puzzle for tile in section.context["tiles"]] == [puzzle]
    text = client.get(card.get_absolute_url()).content.decode()
    assert "Puzzles with this card" in text and "Wings" in text
    copy = make_card(known.name.en, pack, **{**fields, "cost": known.cost + 1}, hp=known.hp)
    assert puzzles_with_card(copy, request) is None
    assert puzzles_with_card(make_card(kind="bridge"), request) is None
    Puzzle.objects.update(visibility=Visibility.PRIVATE)
    assert puzzles_with_card(card, request) is None


def test_an_ability_s_page_shows_what_turns_on_it(client: Client) -> None:
    for title, slugs in (("Only rage", ["rage"]), ("Both", ["rage", "splash"])):
        puzzle = make_puzzle(title=title)
        puzzle.abilities.all().delete()
        for slug in slugs:
            puzzle.abilities.create(slug=slug, at_work=True, seen=False)
    text = client.get("/rulings/abilities/rage/").content.decode()
    assert "Puzzles that turn on this ability" in text
    assert "Only rage" in text and "Both" in text
    assert 'href="/grimoire/search/?on=rage"' in text
    cell = client.get("/rulings/matrix/rage/splash/").content.decode()
    assert "Puzzles that turn on both" in cell
    assert "Both" in cell and "Only rage" not in cell
    assert "Puzzles that turn" not in client.get("/rulings/abilities/aim/").content.decode()
    aura = client.get("/rulings/abilities/aura/").content.decode()
    assert 'href="/grimoire/learn/aura/"' in aura and "Puzzles to learn it" in aura
    assert pages_turning_on_abilities(("aura", "rage"), as_site_request(RequestFactory().get("/"))) is None


def test_the_sitemap_has_pages_and_books(client: Client) -> None:
    puzzle = make_puzzle()
    make_puzzle(published=False)
    book = make_book(pages=[puzzle])
    make_book(pages=0)
    text = client.get("/sitemap-puzzles.xml").content.decode()
    assert text.count("<loc>") == 2  # in two languages
    assert puzzle.token in text
    assert client.get("/sitemap-books.xml").content.decode().count(f"/books/{book.token}/</loc>") == 2


# --- Secrets ---


@pytest.fixture
def secretive() -> Puzzle:
    """A page of the site, in a book, that turns on an ability which nobody sees, with a proof full of secrets."""
    puzzle = make_puzzle(title="Open title", afterword=SECRET[0], intended=[SECRET[1]])
    proof = puzzle.proof
    Proof.objects.filter(pk=proof.pk).update(answer={**proof.answer, "solutions": [SECRET[1]]}, abilities=["wrecker"])
    puzzle.abilities.all().delete()
    puzzle.abilities.create(slug="wrecker", at_work=True, seen=False)
    book = Book.objects.create(title="B", slug="b", visibility=Visibility.PUBLIC)
    BookPage.objects.create(book=book, puzzle=puzzle, number=1)
    return puzzle


PLACES = (
    "/grimoire/", "/grimoire/search/", "/grimoire/search/?q=open", "/grimoire/daily/", "/grimoire/books/b/",
    "/grimoire/progress/", "/grimoire/progress/again/", "/grimoire/books/add/{token}/", "/grimoire/download/",
    "/files/grimoire/pages.jsonl", "/files/grimoire/pages-en.atom", "/sitemap-puzzles.xml",
)  # fmt: skip


@pytest.mark.parametrize("place", PLACES)
def test_no_list_tells_anything_of_a_solution(client: Client, secretive: Puzzle, place: str) -> None:
    reader = make_owner()
    attempt(reader, secretive, first_try=False, tries=1)
    sign_in(client, reader)
    answer = client.get(place.format(token=secretive.token))
    assert answer.status_code == 200
    text = (b"".join(answer.streaming_content) if answer.streaming else answer.content).decode()
    assert "solutions" not in text.replace("solutions viewed", "").replace("The file has no solutions", "").replace(
        "proved about the solutions", ""
    )
    for secret in SECRET:
        assert secret not in text
    if "/search/" not in place:  # there its name is a choice
        assert "wrecker" not in text.lower()


def test_only_who_asks_is_told_what_a_page_turns_on(client: Client, secretive: Puzzle) -> None:
    assert "Open title" in client.get("/grimoire/search/?on=wrecker").content.decode()
    assert "Open title" not in client.get("/grimoire/search/?a=wrecker").content.decode()
    assert "Open title" not in client.get("/grimoire/search/?on=rage").content.decode()
    assert "Open title" not in client.get("/grimoire/search/?q=wrecker").content.decode()
