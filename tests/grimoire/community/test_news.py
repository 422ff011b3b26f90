"""Who is told of a new comment, where it shows, and when it stops: authors, those who have spoken, and nobody else."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import Owner, Visibility
from accounts.services import adopt, hide
from grimoire.community import services
from grimoire.community.news import count_unread, news_for, take_news
from grimoire.gate import Gate
from grimoire.models import Comment, Puzzle
from tests.grimoire.community.people import attempted, guest, member
from tests.grimoire.factories import make_owner, make_puzzle

pytestmark = pytest.mark.django_db
OPEN = Gate(is_open=True)


@pytest.fixture
def page(author: Owner) -> Puzzle:
    return make_puzzle(author, title="Moonrise")


def say(owner: Owner, page: Puzzle, text: str = "Fine") -> Comment:
    return services.add_comment(owner=owner, puzzle=page, gate=OPEN, text=text)


def test_an_author_is_told_and_a_stranger_is_not(author: Owner, page: Puzzle) -> None:
    say(make_owner("corentin"), page)
    (news,) = news_for(author)
    assert (news.puzzle, news.count, news.is_own) == (page, 1, True)
    assert count_unread(author) == 1
    assert count_unread(make_owner("stranger")) == count_unread(None) == 0
    assert news_for(None) == []


def test_whoever_has_spoken_is_told_of_answers_alone(author: Owner, page: Puzzle) -> None:
    reader, other = make_owner("corentin"), make_owner("beatrix")
    say(other, page, "Before")
    say(reader, page, "A question")
    assert count_unread(reader) == 0, "what stood above the form is known, and one's own words are"
    assert count_unread(other) == 1
    say(author, page, "An answer")
    assert [(news.count, news.is_own) for news in news_for(reader)] == [(1, False)]
    assert count_unread(other) == 2
    assert count_unread(author) == 0


def test_what_was_seen_is_no_news(author: Owner, page: Puzzle) -> None:
    reader = make_owner("corentin")
    first = say(reader, page, "One")
    assert take_news(author, page) == {first.pk}
    assert take_news(author, page) == frozenset()
    assert count_unread(author) == 0
    second = say(reader, page, "Two")
    assert take_news(author, page) == {second.pk}


def test_hidden_and_deleted_comments_and_pages_out_of_reach_are_no_news(author: Owner, page: Puzzle) -> None:
    reader = make_owner("corentin")
    hidden, gone = say(reader, page, "One"), say(reader, page, "Two")
    hide(thing=hidden, reason="spam")
    gone.delete()
    assert count_unread(author) == 0
    say(author, page)
    Comment.objects.filter(pk=hidden.pk).update(hidden_at=None)
    assert count_unread(reader) == 1
    Puzzle.objects.filter(pk=page.pk).update(visibility=Visibility.PRIVATE)
    assert count_unread(reader) == 0


def test_pages_come_with_the_latest_first(author: Owner, page: Puzzle) -> None:
    other, reader = make_puzzle(author, title="Sunset"), make_owner("corentin")
    say(reader, page, "One")
    say(reader, other, "Two")
    assert [news.puzzle.title for news in news_for(author)] == ["Sunset", "Moonrise"]
    say(reader, page, "Three")
    assert [(news.puzzle.title, news.count) for news in news_for(author)] == [("Moonrise", 2), ("Sunset", 1)]


def test_the_count_stands_on_every_page_until_the_comments_were_opened() -> None:
    mine, client = member("mirabel")
    page = make_puzzle(mine, title="Moonrise")
    say(make_owner("corentin"), page, "Lovely")
    for address in ("/", "/cards/", "/grimoire/", "/grimoire/mine/", "/me/"):
        assert 'class="news"' in client.get(address).content.decode(), address
    drafts = client.get("/grimoire/mine/").content.decode()
    assert "on your puzzle" in drafts
    assert f"{page.get_absolute_url()}#comments" in drafts
    as_solver = client.get(f"{page.get_absolute_url()}?as=solver").content.decode()
    assert "Lovely" not in as_solver
    assert 'class="news"' in as_solver, "what was not shown was not read"
    shown = client.get(page.get_absolute_url()).content.decode()
    assert "Lovely" in shown
    assert ">new</span>" in shown
    again = client.get(page.get_absolute_url()).content.decode()
    assert 'class="news"' not in again
    assert ">new</span>" not in again


def test_the_count_says_nothing_of_what_is_said() -> None:
    """A reader who has not solved the page any more (a remade position) still reads the title alone."""
    mine, client = member("mirabel")
    page = make_puzzle(mine, title="Moonrise")
    say(make_owner("corentin"), page, "Play the Wolf first")
    for address in ("/me/", "/grimoire/mine/"):
        assert "Wolf first" not in client.get(address).content.decode()


def test_strangers_cost_no_question(client: Client, django_assert_max_num_queries: object) -> None:
    client.get("/me/")
    with django_assert_max_num_queries(0):  # type: ignore[operator]
        client.get("/me/")


def test_a_guest_with_a_page_is_told_and_takes_it_along() -> None:
    owner, client = guest()
    page = make_puzzle(owner, title="Moonrise")
    reader = make_owner("corentin")
    say(reader, page, "One")
    assert 'class="news"' in client.get("/me/").content.decode()
    client.get(page.get_absolute_url())
    say(reader, page, "Two")
    account = make_owner("mirabel")
    assert account.user is not None
    adopt(guest=owner, user=account.user)
    assert count_unread(account) == 1


def test_reading_all_comments_counts_too(author: Owner, page: Puzzle) -> None:
    reader, client = member("corentin")
    attempted(reader, page)
    say(reader, page, "One")
    say(author, page, "Two")
    assert count_unread(reader) == 1
    client.get(f"{page.get_absolute_url()}comment/")
    assert count_unread(reader) == 0
