"""Searching for pages: addresses, filters, orders, facets, what a reader has done, and what must not be told."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import Visibility
from board.mode_names import EDITION_NAMES, MODE_NAMES
from grimoire.browsing import finding
from grimoire.browsing.filter_names import GOAL_NAMES, LEVEL_NAMES
from grimoire.browsing.finding import PAGE_SIZE, find, title_like
from grimoire.browsing.puzzle_query import ABILITIES, SORTS, PuzzleQuery, asked_of
from grimoire.browsing.results import search_page
from grimoire.browsing.states import CHOICES
from grimoire.models import Attempt, Book, Favourite, Puzzle
from tests.cards.factories import make_owner, sign_in
from tests.grimoire.factories import make_book, make_puzzle

pytestmark = pytest.mark.django_db


def titles(query: PuzzleQuery, owner: Any = None) -> list[str]:
    return [puzzle.title for puzzle in find(query, owner).puzzles]


def rated(title: str, level: int, rating: float = 1500, score: int = 0, **fields: Any) -> Puzzle:
    puzzle = make_puzzle(title=title, **fields)
    Puzzle.objects.filter(pk=puzzle.pk).update(level=level, rating=rating, score=score)
    return puzzle


def some(values: Any) -> st.SearchStrategy[tuple[Any, ...]]:
    ordered = list(values)
    return st.sets(st.sampled_from(ordered)).map(lambda chosen: tuple(each for each in ordered if each in chosen))


asks = st.builds(
    PuzzleQuery,
    words=st.text(max_size=40).map(lambda text: " ".join(text.replace("\0", "").split())),
    goals=some(GOAL_NAMES),
    levels=some(LEVEL_NAMES),
    turns=st.integers(0, 9),
    mode=st.sampled_from(["", *MODE_NAMES]),
    edition=st.sampled_from(["", *EDITION_NAMES]),
    abilities=some(ABILITIES),
    turns_on=some(ABILITIES),
    min_rating=st.none() | st.integers(0, 4000),
    max_rating=st.none() | st.integers(0, 4000),
    state=st.sampled_from(["", *CHOICES]),
    sort=st.sampled_from(SORTS),
    page=st.integers(1, 99999),
)


@given(asks)
def test_an_address_says_all_that_is_asked(query: PuzzleQuery) -> None:
    assert asked_of(QueryDict(query.query)) == query


@given(st.dictionaries(st.sampled_from(["q", "goal", "level", "page", "least", "sort", "by", "book"]), st.text()))
def test_whatever_an_address_says_it_is_never_wrong_and_written_in_one_way(given_fields: dict[str, str]) -> None:
    query = QueryDict(mutable=True)
    query.update(given_fields)
    parsed = asked_of(query)
    assert asked_of(QueryDict(parsed.query)).query == asked_of(QueryDict(asked_of(QueryDict(parsed.query)).query)).query


def test_each_filter_narrows() -> None:
    rated("Easy win", 1, 1300)
    rated("Hard win", 5, 1900, position="win-in-two")
    rated("Falling walls", 2, 1500, position="bastion")
    assert titles(PuzzleQuery(goals=("bastion",))) == ["Falling walls"]
    assert set(titles(PuzzleQuery(goals=("bastion", "win")))) == {"Easy win", "Hard win", "Falling walls"}
    assert titles(PuzzleQuery(levels=(5,))) == ["Hard win"]
    assert titles(PuzzleQuery(turns=2)) == ["Hard win"]
    assert titles(PuzzleQuery(words="HÀRD")) == ["Hard win"]
    assert titles(PuzzleQuery(words="win easy")) == ["Easy win"]
    assert titles(PuzzleQuery(min_rating=1500, max_rating=1500)) == ["Falling walls"]
    assert titles(PuzzleQuery(mode="ffa")) == []
    assert titles(PuzzleQuery(edition="season-1")) == []
    assert titles(PuzzleQuery(words="100%")) == []


def test_orders() -> None:
    rated("Second", 3, 1400, score=5)
    rated("First", 1, 1300, score=1)
    rated("Third", 5, 1250, score=9)
    assert titles(PuzzleQuery(sort="easiest")) == ["First", "Second", "Third"]
    assert titles(PuzzleQuery(sort="hardest")) == ["Third", "Second", "First"]
    assert titles(PuzzleQuery(sort="liked")) == ["Third", "Second", "First"]
    assert titles(PuzzleQuery(sort="rating")) == ["Second", "First", "Third"]
    assert titles(PuzzleQuery()) == ["Third", "First", "Second"]


def test_in_a_book_pages_may_come_in_its_order() -> None:
    first, second, third = (make_puzzle(title=name) for name in ("One", "Two", "Three"))
    book = make_book(pages=[third, first], slug="late")
    make_book(pages=[second, third], slug="early", place=1)
    assert titles(PuzzleQuery(book="late", sort="book")) == ["Three", "One"]
    assert titles(PuzzleQuery(sort="book")) == ["Two", "Three", "One"]
    assert titles(PuzzleQuery(book=book.token)) == []  # it has a name of its own
    assert titles(PuzzleQuery(book="nowhere")) == []


def test_what_is_not_listed_is_not_found() -> None:
    make_puzzle(published=False)
    make_puzzle(visibility=Visibility.UNLISTED)
    hidden = make_puzzle(title="Hidden")
    Puzzle.objects.filter(pk=hidden.pk).update(hidden_at="2026-01-01T00:00Z")
    flagged = make_puzzle(title="Flagged")
    Puzzle.objects.filter(pk=flagged.pk).update(flagged_at="2026-01-01T00:00Z")
    assert find(PuzzleQuery(), None).total == 0


def test_an_author_s_pages() -> None:
    make_puzzle(make_owner("Mira"), title="Hers")
    make_puzzle(title="The site's")
    assert titles(PuzzleQuery(author="mira")) == ["Hers"]
    assert titles(PuzzleQuery(author="nobody")) == []


def test_states_of_a_reader() -> None:
    reader = make_owner()
    pages = {name: make_puzzle(title=name) for name in ("new", "open", "first", "late", "shown")}
    for name, fields in {
        "open": {"state": "open"},
        "first": {"state": "solved", "first_try": True},
        "late": {"state": "solved", "first_try": False},
        "shown": {"state": "shown", "first_try": False},
    }.items():
        Attempt.objects.create(owner=reader, puzzle=pages[name], **fields)
    Attempt.objects.create(owner=make_owner(), puzzle=pages["new"], state="solved")
    Favourite.objects.create(owner=reader, puzzle=pages["shown"])
    expected = {
        "new": {"new"},
        "open": {"open"},
        "solved": {"first", "late"},
        "unsolved": {"new", "open", "shown"},
        "failed": {"late", "shown"},
        "shown": {"shown"},
        "favourite": {"shown"},
        "mine": set(),
    }
    for state, names in expected.items():
        assert set(titles(PuzzleQuery(state=state), reader)) == names, state
    assert set(titles(PuzzleQuery(state="new"))) == set(pages)
    assert titles(PuzzleQuery(state="solved")) == []


def test_facets_count_what_each_choice_would_leave() -> None:
    rated("Easy win", 1)
    rated("Hard win", 5)
    rated("Easy walls", 1, position="bastion")
    results = find(PuzzleQuery(goals=("win",), levels=(1,)), None)
    assert results.total == 1
    assert results.goals == {"win": 1, "bastion": 1}
    assert results.levels == {1: 1, 5: 1}


def test_abilities_on_the_board_and_at_work_are_asked_for_apart() -> None:
    puzzle = make_puzzle(title="Both")
    puzzle.abilities.all().delete()
    puzzle.abilities.create(slug="rage", seen=True, at_work=True)
    puzzle.abilities.create(slug="aim", seen=True, at_work=False)
    puzzle.abilities.create(slug="splash", seen=False, at_work=True)
    assert titles(PuzzleQuery(abilities=("rage", "aim"))) == ["Both"]
    assert titles(PuzzleQuery(abilities=("splash",))) == []
    assert titles(PuzzleQuery(turns_on=("rage", "splash"))) == ["Both"]
    assert titles(PuzzleQuery(turns_on=("aim",))) == []
    assert find(PuzzleQuery(), None).abilities == {
        "rage": 1,
        "aim": 1,
    }  # nothing is counted that only the solution tells


def test_many_pages_are_turned() -> None:
    puzzles = [make_puzzle(title=f"Page {number}") for number in range(PAGE_SIZE + 3)]
    results = find(PuzzleQuery(page=2), None)
    assert (results.total, results.pages, results.first, results.last) == (len(puzzles), 2, PAGE_SIZE + 1, len(puzzles))
    assert find(PuzzleQuery(page=99), None).page == 2


@pytest.mark.parametrize("sort", SORTS)
def test_of_too_many_the_first_are_shown(monkeypatch: pytest.MonkeyPatch, sort: str) -> None:
    monkeypatch.setattr(finding, "PAGE_SIZE", 4)
    for number in range(17):
        puzzle = rated(f"A door {number}", number % 6, 1500 + number * 5 % 17, number * 7 % 17)
        if number % 6 == 0:
            Puzzle.objects.filter(pk=puzzle.pk).update(level=None)

    def listed(words: str) -> list[str]:
        last = find(PuzzleQuery(words=words, sort=sort), None).pages
        pages = [find(PuzzleQuery(words=words, sort=sort, page=page), None) for page in range(1, last + 1)]
        return [puzzle.title for page in pages for puzzle in page.puzzles]

    whole = listed("door")
    assert len(set(whole)) == 17
    monkeypatch.setattr(finding, "MAX_LISTED", 10)
    shown = listed("door")
    if sort == "hardest":  # of the same level and rating the one or the other comes first
        assert len(shown) == len(set(shown)) == 10
    else:
        assert shown == whole[:10]
    results = find(PuzzleQuery(words="door", page=9), None)
    assert (results.is_more, results.total, results.page, results.last) == (True, 10, 3, 10)
    assert results.goals is results.levels is results.abilities is None
    # Objectives and levels alone are counted however many there are, and what is found of few is counted whole.
    assert find(PuzzleQuery(), None).levels == dict.fromkeys((None, 1, 2, 3, 4), 3) | {5: 2}
    few = find(PuzzleQuery(words="door", levels=(5,)), None)
    assert (few.is_more, few.total, few.levels) == (False, 2, None)


def test_one_letter_begins_a_word() -> None:
    for title in ("Old oak", "A door"):
        make_puzzle(title=title)
        Puzzle.objects.filter(title=title).update(search_text=title.lower())  # without the names of its cards
    assert titles(PuzzleQuery(words="o")) == ["Old oak"]
    assert titles(PuzzleQuery(words="oak ol")) == ["Old oak"]


# --- The page ---


def test_a_page_says_that_there_are_more(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "MAX_LISTED", 1)
    for number in range(3):
        make_puzzle(title=f"A door {number}")
    text = client.get("/grimoire/search/?q=door").content.decode()
    assert "more than <b>1</b>" in text and "Narrow your search" not in text  # there is one page
    assert "plus de <b>1</b>" in client.get("/fr/grimoire/search/?q=door").content.decode()
    assert re.search(r"<b>3</b>\s+puzzles", client.get("/grimoire/search/").content.decode())


def test_the_page_of_a_search(client: Client) -> None:
    make_puzzle(title="A door left open", title_fr="Une porte ouverte")
    answer = client.get("/grimoire/search/?q=door")
    text = answer.content.decode()
    assert answer.status_code == 200
    assert "A door left open" in text
    assert "noindex" in text
    assert 'value="door"' in text
    french = client.get("/fr/grimoire/search/?q=door").content.decode()
    assert "Une porte ouverte" in french
    assert "No puzzle matches." in client.get("/grimoire/search/?q=window").content.decode()


def test_a_form_s_address_is_tidied_up(client: Client) -> None:
    answer = client.get("/grimoire/search/?q=&goal=win&turns=&mode=&by=&sort=newest&page=1&junk=1")
    assert answer.status_code == 302
    assert answer["Location"] == "/grimoire/search/?goal=win"
    assert client.get(answer["Location"]).status_code == 200


def test_htmx_gets_the_page_and_pushes_its_address(client: Client) -> None:
    answer = client.get("/grimoire/search/?q=&level=3&sort=newest", headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert answer["HX-Push-Url"] == "/grimoire/search/?level=3"


def test_a_search_within_a_book_leads_on_in_it(client: Client) -> None:
    book = make_book(pages=1, slug="first", title="First Book")
    text = client.get("/grimoire/search/?book=first").content.decode()
    assert f'href="{book.puzzles.get().get_absolute_url()}?book=first"' in text
    assert "First Book" in text


def test_a_private_book_is_not_told_of(client: Client) -> None:
    owner = make_owner()
    book = make_book(owner, pages=[make_puzzle(title="In it")], visibility=Visibility.PRIVATE, title="My secret list")
    address = f"/grimoire/search/?book={book.token}"
    assert "My secret list" not in client.get(address).content.decode()
    assert "In it" not in client.get(address).content.decode()
    assert "In it" in sign_in(Client(), owner).get(address).content.decode()


def test_the_search_takes_as_many_queries_for_many_pages_as_for_few(
    client: Client, django_assert_max_num_queries: Any
) -> None:
    for number in range(PAGE_SIZE):
        make_puzzle(make_owner(f"author{number}"), title=f"Page {number}")
    reader = make_owner("reader")
    Attempt.objects.create(owner=reader, puzzle=Puzzle.objects.first(), state="solved", first_try=True)
    sign_in(client, reader)
    with django_assert_max_num_queries(14):
        text = client.get("/grimoire/search/").content.decode()
    assert text.count('class="page-link"') == PAGE_SIZE
    assert "Solved on the first try" in text
    assert Book.objects.count() == 0


@pytest.mark.parametrize(
    "query", ["page=0", "page=-1", "page=1e9", "level=9", "goal=%00", "q=%00", "least=٣", "a=aura"]
)
def test_odd_addresses_are_answered(client: Client, query: str) -> None:
    assert client.get(f"/grimoire/search/?{query}", follow=True).status_code == 200


def test_a_slip_gets_the_title_that_is_alike() -> None:
    rated("The Last Tide", 2)
    assert title_like("the lsat tide") == "The Last Tide"
    assert title_like("last tyde") == "The Last Tide"
    assert title_like("something else") == ""
    assert search_page(PuzzleQuery(words="lsat tide"), None, "en").alike == "The Last Tide"
    assert search_page(PuzzleQuery(words="last tide"), None, "en").alike == ""
    assert titles(PuzzleQuery(words="last \u2013 tide")) == ["The Last Tide"]
