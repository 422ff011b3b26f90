"""The page of a search: what was asked for, each part with the way to drop it, choices, pages to turn."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import Visibility
from cards.abilities import ability_name
from grimoire.browsing.filter_names import GOAL_NAMES, LEVEL_NAMES, level_name
from grimoire.browsing.finding import PAGE_SIZE, PuzzleResults
from grimoire.browsing.puzzle_query import ABILITIES, PuzzleQuery, asked_of
from grimoire.browsing.results import SearchPage, search_page
from tests.cards.factories import make_owner
from tests.grimoire.factories import make_book, make_puzzle

FULL = PuzzleQuery(
    words="lamp",
    goals=("win", "survive"),
    levels=(2, 3),
    turns=2,
    mode="duel",
    edition="season-2",
    abilities=("rage", "aim"),
    turns_on=("splash",),
    min_rating=1200,
    max_rating=1800,
    author="Mira",
    book="submersion",
    state="new",
    sort="hardest",
    page=3,
)


def page_of(query: PuzzleQuery, total: int = 0, page: int = 1, pages: int = 1) -> SearchPage:
    results = PuzzleResults([], total, page, pages, {"win": 4}, {1: 2}, {"rage": 7})
    return SearchPage(query, results, [], [], "en")


def asked_at(href: str) -> PuzzleQuery:
    parts = urlsplit(href)
    assert parts.path == "/grimoire/search/"
    return asked_of(QueryDict(parts.query))


def test_everything_asked_for_is_said() -> None:
    words = [part for part, _href in page_of(FULL).parts]
    assert words == [
        "“lamp”",
        "Win",
        "Survive",
        "Easy",
        "Medium",
        "Aim",
        "Rage",
        "turns on Splash",
        "Duel",
        "Season 2",
        "Not tried yet",
        "turns: 2",
        "rated 1200 or more",
        "rated 1800 or less",
        "by Mira",
        "a book that doesn't exist",
    ]


def test_each_part_can_be_dropped_alone() -> None:
    parts = page_of(FULL).parts
    without = [asked_at(href) for _words, href in parts]
    assert len(set(without)) == len(parts)
    for query in without:
        left = [words for words, _href in page_of(query).parts]
        assert len(left) == len(parts) - 1
        assert query.sort == "hardest"
        assert query.page == 1


@given(st.sets(st.sampled_from(ABILITIES), min_size=1, max_size=4))
def test_dropping_all_parts_leaves_nothing(slugs: set[str]) -> None:
    query = PuzzleQuery(turns_on=tuple(slug for slug in ABILITIES if slug in slugs))
    for _step in slugs:
        query = asked_at(page_of(query).parts[0][1])
    assert query.is_empty


def test_choices_show_counts_and_what_is_chosen() -> None:
    page = page_of(PuzzleQuery(goals=("win",), levels=(1,), abilities=("rage",)))
    goals = {box.value: box for box in page.goals}
    assert list(goals) == list(GOAL_NAMES)
    assert (goals["win"].count, goals["win"].chosen, goals["survive"].count) == (4, True, 0)
    assert [box.count for box in page.levels] == [2, 0, 0, 0, 0]
    rage = next(box for box in page.abilities if box.value == "rage")
    assert (rage.count, rage.chosen, rage.name) == (7, True, ability_name("rage", "en"))
    assert {box.value for box in page.abilities} == set(ABILITIES)
    names = [box.name for box in page.abilities]
    assert names == sorted(names)


def test_what_a_solution_turns_on_has_no_counts() -> None:
    assert all(len(option) == 3 for option in page_of(PuzzleQuery()).turning_on)
    assert [slug for slug, _name, chosen in page_of(FULL).turning_on if chosen] == ["splash"]


def test_one_of_each_list_is_chosen_at_most() -> None:
    page = page_of(FULL)
    for options in (page.turns, page.modes, page.editions, page.states, page.sorts):
        assert sum(1 for _value, _name, chosen in options if chosen) == 1
    assert [value for value, _name, chosen in page_of(PuzzleQuery()).sorts if chosen] == ["newest"]
    for options in (page_of(PuzzleQuery()).turns, page_of(PuzzleQuery()).modes, page_of(PuzzleQuery()).states):
        assert not any(chosen for _value, _name, chosen in options)


@pytest.mark.parametrize(
    ("page", "pages", "expected"),
    [
        (1, 1, [1]),
        (1, 3, [1, 2, 3]),
        (1, 9, [1, 2, 3, 0, 9]),
        (5, 9, [1, 0, 3, 4, 5, 6, 7, 0, 9]),
        (9, 9, [1, 0, 7, 8, 9]),
        (4, 9, [1, 2, 3, 4, 5, 6, 0, 9]),
    ],
)
def test_pages_to_turn_to(page: int, pages: int, expected: list[int]) -> None:
    shown = page_of(PuzzleQuery(page=page, goals=("win",)), PAGE_SIZE * pages, page, pages)
    assert [number for number, _href in shown.pages] == expected
    for number, href in shown.pages:
        assert not number or asked_at(href) == PuzzleQuery(page=number, goals=("win",))
    assert bool(shown.before) == (page > 1)
    assert bool(shown.after) == (page < pages)


def test_levels_have_names() -> None:
    assert [level_name(level) for level in LEVEL_NAMES] == ["Very easy", "Easy", "Medium", "Hard", "Very hard"]
    assert level_name(None) == ""
    assert level_name(6) == ""


@pytest.mark.django_db
def test_books_to_choose_from_are_those_that_the_reader_may_see() -> None:
    reader = make_owner("reader")
    make_book(pages=1, slug="site", title="The site's", place=1)
    mine = make_book(reader, pages=1, title="Mine", visibility=Visibility.PRIVATE)
    public = make_book(make_owner("other"), pages=1, title="Public")
    hidden = make_book(make_owner("third"), pages=1, title="Private", visibility=Visibility.PRIVATE)
    names = [name for _value, name, _chosen in search_page(PuzzleQuery(), reader, "en").book_options]
    assert names == ["The site's", "Mine"]
    chosen = search_page(PuzzleQuery(book=public.token), reader, "en")
    assert [name for _value, name, is_it in chosen.book_options if is_it] == ["Public"]
    assert chosen.parts == [("Public", "/grimoire/search/")]
    secret = search_page(PuzzleQuery(book=hidden.token), reader, "en")
    assert secret.parts[0][0] == "a book that doesn't exist"
    assert secret.tiles == []
    assert search_page(PuzzleQuery(book=mine.token), None, "en").tiles == []


@pytest.mark.django_db
def test_tiles_lead_on_in_the_book_that_is_searched() -> None:
    book = make_book(pages=[make_puzzle()], slug="site")
    assert search_page(PuzzleQuery(book="site"), None, "en").tiles[0].href.endswith("?book=site")
    assert search_page(PuzzleQuery(), None, "en").tiles[0].href == book.puzzles.get().get_absolute_url()
