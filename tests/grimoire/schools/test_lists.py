"""Pages of Clash of Magic Schools in the lists of all pages: the search, collections, the feed, the shelf."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import Visibility
from grimoire.book_files import other_volumes
from grimoire.book_loading import load_books, page_token
from grimoire.browsing import finding
from grimoire.browsing.finding import find, first_of_games
from grimoire.browsing.puzzle_query import PuzzleQuery
from grimoire.browsing.results import search_page
from grimoire.models import Book, Favourite, Puzzle
from tests.cards.factories import make_owner, sign_in
from tests.grimoire.factories import make_book, make_puzzle
from tests.grimoire.schools.test_turns import MAGIC_SCHOOLS, book

pytestmark = pytest.mark.django_db
TITLE = "Clash of Magic Schools"


@pytest.fixture
def pages() -> list[Puzzle]:
    """Three turns, from the first of their book on."""
    load_books(volumes=[book()])
    by_token = Puzzle.objects.in_bulk(map(page_token, book().pages), field_name="token")
    return [by_token[page_token(page)] for page in book().pages]


def found(query: PuzzleQuery) -> set[str]:
    return {puzzle.title for puzzle in find(query, None).puzzles}


def test_a_search_finds_the_pages_of_all_games(pages: list[Puzzle]) -> None:
    make_puzzle(title="A door")
    titles = {page.title for page in pages}
    assert found(PuzzleQuery()) == {"A door", *titles}
    assert found(PuzzleQuery(game=MAGIC_SCHOOLS)) == titles
    assert found(PuzzleQuery(game="clash-of-decks")) == {"A door"}
    assert found(PuzzleQuery(words="magic schools")) == titles
    assert found(PuzzleQuery(words=pages[0].title)) == {pages[0].title}
    level = pages[0].level
    assert level is not None
    assert found(PuzzleQuery(game=MAGIC_SCHOOLS, levels=(level,))) == {p.title for p in pages if p.level == level}
    assert found(PuzzleQuery(game=MAGIC_SCHOOLS, goals=("win",), turns=1)) == titles
    assert found(PuzzleQuery(game=MAGIC_SCHOOLS, turns=2)) == found(PuzzleQuery(game="nowhere")) == set()


def test_what_a_game_has_not_is_no_filter_of_it(client: Client, pages: list[Puzzle]) -> None:
    make_puzzle(title="A door")
    everything = client.get("/grimoire/search/").content.decode()
    assert 'id="mode"' in everything and 'id="edition"' in everything and 'name="a"' in everything
    assert everything.count(f'class="page-game">{TITLE}<') == 3
    assert f'value="{MAGIC_SCHOOLS}">{TITLE}</option>' in everything
    schools = client.get(f"/grimoire/search/?game={MAGIC_SCHOOLS}").content.decode()
    assert not any(f'name="{name}"' in schools for name in ("mode", "edition", "twins", "a", "on"))
    assert f"Remove: {TITLE}" in schools and f'value="{MAGIC_SCHOOLS}" selected' in schools


def test_what_is_counted_is_of_the_game_that_is_chosen(pages: list[Puzzle]) -> None:
    make_puzzle(title="A door", position="bastion")
    counts = {name: search_page(PuzzleQuery(game=name), None, "en").results for name in ("", MAGIC_SCHOOLS)}
    assert (counts[""].total, counts[""].goals) == (4, {"win": 3, "bastion": 1})
    assert (counts[MAGIC_SCHOOLS].total, counts[MAGIC_SCHOOLS].goals) == (3, {"win": 3})
    assert sum((counts[MAGIC_SCHOOLS].levels or {}).values()) == 3


@pytest.mark.parametrize("sort", ["newest", "easiest", "hardest", "liked", "rating"])
def test_very_many_pages_of_several_games_are_in_one_order(
    pages: list[Puzzle], monkeypatch: pytest.MonkeyPatch, sort: str
) -> None:
    for number, level in enumerate((1, 3, 5, None)):
        made = make_puzzle(title=f"Door {number}")
        Puzzle.objects.filter(pk=made.pk).update(level=level, rating=1400 + number, score=number)
    Puzzle.objects.filter(pk=pages[0].pk).update(rating=1402.5, score=2)
    order = {"newest": "published_at", "liked": "score", "rating": "rating"}.get(sort, "level")
    usual = [getattr(puzzle, order) for puzzle in find(PuzzleQuery(sort=sort), None).puzzles]
    monkeypatch.setattr(finding, "MAX_SORTED", 0)
    many = find(PuzzleQuery(sort=sort), None).puzzles
    assert len({puzzle.pk for puzzle in many}) == 7
    assert [getattr(puzzle, order) for puzzle in many] == usual


def test_the_first_of_games_are_put_together(pages: list[Puzzle]) -> None:
    door = make_puzzle(title="A door")
    Puzzle.objects.filter(pk=pages[1].pk).update(score=9)
    Puzzle.objects.filter(pk=door.pk).update(score=5)
    assert first_of_games(Puzzle.objects.published(), ("-score", "pk"), 2) == [pages[1].pk, door.pk]


def test_readers_collect_them(client: Client, pages: list[Puzzle]) -> None:
    owner = make_owner("Mira")
    sign_in(client, owner)
    mine = make_book(owner, [make_puzzle(title="A door")], title="Mixed", visibility=Visibility.PUBLIC)
    address = f"/grimoire/books/add/{pages[0].token}/"
    assert pages[0].title in client.get(address).content.decode()
    assert client.post(address, {"book": mine.token}).status_code == 302
    assert mine.pages.filter(puzzle=pages[0]).exists()
    shown = Client().get(mine.get_absolute_url()).content.decode()
    assert pages[0].title in shown and TITLE in shown and f"{pages[0].get_absolute_url()}?book={mine.address}" in shown
    own = client.get(f"{pages[0].get_absolute_url()}?book={mine.address}").content.decode()
    assert "Mixed" in own and f"/grimoire/books/add/{pages[0].token}/" in own


def test_a_book_of_its_own_game_does_not_say_it_with_every_page(client: Client, pages: list[Puzzle]) -> None:
    shown = client.get(Book.objects.get(slug=MAGIC_SCHOOLS).get_absolute_url()).content.decode()
    assert TITLE in shown and "page-game" not in shown and f"?book={MAGIC_SCHOOLS}&amp;sort=book" in shown


@pytest.mark.parametrize(("language", "goal"), [("en", "Win this turn with"), ("fr", "Gagnez ce tour-ci avec")])
def test_the_feed_has_them_with_their_game_and_goal(
    client: Client, pages: list[Puzzle], language: str, goal: str
) -> None:
    text = client.get(f"/files/grimoire/pages-{language}.atom").content.decode()
    assert text.count("<entry") >= 3 and text.count(TITLE) >= 3 and goal in text
    assert all(page.get_absolute_url() in text for page in pages)
    assert "/files/grimoire/p/" not in text  # pictures of boards of another game


def test_the_shelf_and_progress_have_them(client: Client, pages: list[Puzzle]) -> None:
    owner = make_owner("Mira")
    sign_in(client, owner)
    Puzzle.objects.filter(pk=pages[0].pk).update(score=4)
    Favourite.objects.create(owner=owner, puzzle=pages[0])
    shelf = client.get("/grimoire/").content.decode()
    assert pages[0].title in shelf and TITLE in shelf
    assert pages[0].title in client.get("/grimoire/search/?state=favourite").content.decode()


def test_the_map_for_search_engines_has_them(client: Client, pages: list[Puzzle]) -> None:
    text = client.get("/sitemap-puzzles.xml").content.decode()
    assert all(f"{page.get_absolute_url()}</loc>" in text for page in pages)


def test_books_of_the_files_are_all_of_one_game() -> None:
    assert {volume.game for volume in other_volumes()} == {MAGIC_SCHOOLS}
