"""Favourites, votes and comments: done twice they are done once, and what a page counts is what there is."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import Owner
from accounts.services import adopt, forget, hide, restore
from grimoire.community import queries, services
from grimoire.gate import Gate, Sealed
from grimoire.models import Comment, Favourite, Puzzle, Vote
from tests.grimoire.community.people import attempted, opened
from tests.grimoire.factories import make_owner, make_puzzle

pytestmark = pytest.mark.django_db
CLOSED, OPEN = Gate(is_open=False), Gate(is_open=True)


@pytest.fixture
def page() -> Puzzle:
    """A published page of somebody else."""
    return make_puzzle(make_owner("mirabel"))


@pytest.fixture
def reader() -> Owner:
    """Somebody with an account."""
    return make_owner("corentin")


def score(page: Puzzle) -> int:
    page.refresh_from_db()
    return page.score


def comments(page: Puzzle) -> int:
    page.refresh_from_db()
    return page.comment_count


# Favourites


def test_a_favourite_once_however_often(page: Puzzle, reader: Owner) -> None:
    for wanted in (True, True, False, False, True):
        services.set_favourite(owner=reader, puzzle=page, wanted=wanted)
        assert queries.is_favourite(page, reader) == wanted
    assert Favourite.objects.count() == 1
    assert not queries.is_favourite(page, None)
    assert not queries.is_favourite(page, make_owner())


# Votes


def test_votes_are_counted_changed_and_taken_back(page: Puzzle, reader: Owner) -> None:
    other = make_owner("other")
    for owner, value, total in ((reader, 1, 1), (reader, 1, 1), (other, 1, 2), (reader, -1, 0), (other, 0, -1)):
        services.set_vote(owner=owner, puzzle=page, gate=OPEN, value=value)
        assert score(page) == total
        assert queries.vote_of(page, owner) == value
    services.set_vote(owner=reader, puzzle=page, gate=OPEN, value=0)
    services.set_vote(owner=reader, puzzle=page, gate=OPEN, value=0)
    assert (score(page), Vote.objects.count()) == (0, 0)
    assert queries.vote_of(page, None) == 0


def test_nobody_votes_before_the_gate_is_open(page: Puzzle, reader: Owner) -> None:
    with pytest.raises(Sealed):
        services.set_vote(owner=reader, puzzle=page, gate=CLOSED, value=1)
    assert not Vote.objects.exists()


def test_nobody_votes_for_a_page_of_their_own(page: Puzzle) -> None:
    assert page.owner is not None
    with pytest.raises(services.OwnPage):
        services.set_vote(owner=page.owner, puzzle=page, gate=OPEN, value=1)
    assert not Vote.objects.exists()


def test_a_page_s_score_is_its_own(page: Puzzle, reader: Owner) -> None:
    other = make_puzzle()
    services.set_vote(owner=reader, puzzle=page, gate=OPEN, value=1)
    services.set_vote(owner=reader, puzzle=other, gate=OPEN, value=-1)
    assert (score(page), score(other)) == (1, -1)


def test_the_database_takes_no_other_vote(page: Puzzle, reader: Owner) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Vote.objects.create(owner=reader, puzzle=page, value=5)
    services.set_vote(owner=reader, puzzle=page, gate=OPEN, value=99)
    assert score(page) == 1


def test_a_vote_goes_with_its_account(page: Puzzle, reader: Owner) -> None:
    services.set_vote(owner=reader, puzzle=page, gate=OPEN, value=1)
    services.add_comment(owner=reader, puzzle=page, gate=OPEN, text="Fine.")
    forget(owner=reader, user=reader.user)
    assert (score(page), comments(page)) == (0, 0)


def test_a_guest_who_signs_in_votes_once(page: Puzzle, reader: Owner) -> None:
    guest = make_owner()
    services.set_vote(owner=guest, puzzle=page, gate=OPEN, value=-1)
    services.set_favourite(owner=guest, puzzle=page, wanted=True)
    assert score(page) == -1
    assert reader.user is not None
    adopt(guest=guest, user=reader.user)
    assert (score(page), queries.vote_of(page, reader)) == (-1, -1)
    assert queries.is_favourite(page, reader)


def test_a_vote_of_the_account_stays_over_that_of_the_guest(page: Puzzle, reader: Owner) -> None:
    guest = make_owner()
    services.set_vote(owner=guest, puzzle=page, gate=OPEN, value=1)
    services.set_vote(owner=reader, puzzle=page, gate=OPEN, value=1)
    assert score(page) == 2
    assert reader.user is not None
    adopt(guest=guest, user=reader.user)
    assert (score(page), Vote.objects.count()) == (1, 1)


def test_a_page_takes_its_votes_along(page: Puzzle, reader: Owner) -> None:
    services.set_vote(owner=reader, puzzle=page, gate=OPEN, value=1)
    services.add_comment(owner=reader, puzzle=page, gate=OPEN, text="Fine.")
    page.delete()
    assert not Vote.objects.exists()
    assert not Comment.objects.exists()


# Comments


def test_a_comment_is_said_and_counted(page: Puzzle, reader: Owner) -> None:
    comment = services.add_comment(owner=reader, puzzle=page, gate=OPEN, text="Neat key!")
    assert comments(page) == 1
    assert list(queries.comments_on(page, None, OPEN)) == [comment]
    assert comment.get_absolute_url() == f"{page.get_absolute_url()}#comment-{comment.token}"


def test_a_comment_that_is_sent_twice_is_one(page: Puzzle, reader: Owner) -> None:
    first = services.add_comment(owner=reader, puzzle=page, gate=OPEN, text="Neat key!")
    assert services.add_comment(owner=reader, puzzle=page, gate=OPEN, text="Neat key!") == first
    assert services.add_comment(owner=reader, puzzle=make_puzzle(), gate=OPEN, text="Neat key!") != first
    assert services.add_comment(owner=make_owner("b"), puzzle=page, gate=OPEN, text="Neat key!") != first
    Comment.objects.filter(pk=first.pk).update(created=timezone.now() - timedelta(days=1))
    assert services.add_comment(owner=reader, puzzle=page, gate=OPEN, text="Neat key!") != first
    assert comments(page) == 3


def test_nobody_comments_or_reads_before_the_gate_is_open(page: Puzzle, reader: Owner) -> None:
    with pytest.raises(Sealed):
        services.add_comment(owner=reader, puzzle=page, gate=CLOSED, text="First!")
    with pytest.raises(Sealed):
        queries.comments_on(page, reader, CLOSED)
    assert not Comment.objects.exists()


def test_comments_stand_in_the_order_in_which_they_were_said(page: Puzzle, reader: Owner) -> None:
    said = [services.add_comment(owner=reader, puzzle=page, gate=OPEN, text=f"Nº {number}") for number in range(5)]
    assert list(queries.comments_on(page, None, OPEN)) == said


def test_a_hidden_comment_vanishes_for_all_but_its_author(page: Puzzle, reader: Owner) -> None:
    comment = services.add_comment(owner=reader, puzzle=page, gate=OPEN, text="Buy my cards")
    hide(thing=comment, reason="spam")
    assert comments(page) == 0
    assert list(queries.comments_on(page, make_owner(), OPEN)) == []
    assert list(queries.comments_on(page, None, OPEN)) == []
    assert list(queries.comments_on(page, reader, OPEN)) == [comment]
    services.edit_comment(comment=comment, text="Buy my other cards")
    assert list(queries.comments_on(page, None, OPEN)) == []
    assert comments(page) == 0
    restore(thing=comment)
    assert comments(page) == 1


def test_changing_and_deleting(page: Puzzle, reader: Owner) -> None:
    comment = services.add_comment(owner=reader, puzzle=page, gate=OPEN, text="Neat kye")
    services.edit_comment(comment=comment, text="Neat key")
    assert Comment.objects.get().text == "Neat key"
    services.delete_comment(comment=comment)
    assert comments(page) == 0


def test_only_one_s_own_comment_is_found_for_changing(page: Puzzle, reader: Owner) -> None:
    from django.http import Http404

    comment = services.add_comment(owner=reader, puzzle=page, gate=OPEN, text="Mine")
    assert queries.own_comment(page, reader, comment.token) == comment
    for puzzle, owner, token in (
        (page, None, comment.token),
        (page, make_owner("other"), comment.token),
        (page, page.owner, comment.token),
        (make_puzzle(), reader, comment.token),
        (page, reader, "nothing"),
    ):
        with pytest.raises(Http404):
            queries.own_comment(puzzle, owner, token)


def test_the_gate_as_it_really_is(page: Puzzle, reader: Owner) -> None:
    gate = opened(reader, page)
    assert gate.is_open
    services.set_vote(owner=reader, puzzle=page, gate=gate, value=1)
    assert score(page) == 1


def test_who_finds_which_page(page: Puzzle, reader: Owner) -> None:
    from django.http import Http404

    draft = make_puzzle(page.owner, published=False)
    assert queries.page_for(None, page.token) == page
    assert queries.page_for(page.owner, draft.token) == draft
    attempted(reader, draft)
    for owner in (None, reader):
        with pytest.raises(Http404):
            queries.page_for(owner, draft.token)
    with pytest.raises(Http404):
        queries.open_page(draft.token)
    Puzzle.objects.filter(pk=page.pk).update(hidden_at=timezone.now())
    with pytest.raises(Http404):
        queries.page_for(reader, page.token)
    assert queries.page_for(page.owner, page.token) == page
