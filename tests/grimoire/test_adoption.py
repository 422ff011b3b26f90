"""Signing in: what a guest solved, liked, voted for and wrote comes along, and nothing of the account's is lost."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Owner, User
from accounts.services import adopt
from grimoire.models import Attempt, Favourite, Puzzle, Solver, Vote
from tests.grimoire.factories import make_book, make_owner, make_puzzle, position_json

pytestmark = pytest.mark.django_db

OPEN, SOLVED, SHOWN = Attempt.State.OPEN, Attempt.State.SOLVED, Attempt.State.SHOWN


@pytest.fixture
def guest() -> Owner:
    return make_owner()


@pytest.fixture
def account() -> Owner:
    return make_owner("mirabel")


@pytest.fixture
def puzzle() -> Puzzle:
    return make_puzzle(make_owner("author"))


def sign_in(guest: Owner, account: Owner) -> None:
    assert account.user is not None
    adopt(guest=guest, user=account.user)


def attempt(owner: Owner, puzzle: Puzzle, **fields: Any) -> Attempt:
    return Attempt.objects.create(owner=owner, puzzle=puzzle, **fields)


def only(account: Owner) -> Attempt:
    return Attempt.objects.get(owner=account)


def test_everything_comes_along_to_an_account_that_has_nothing(guest: Owner, account: Owner, puzzle: Puzzle) -> None:
    attempt(guest, puzzle, state=SOLVED, tries=2, first_try=False, line=["assault"], solved_at=timezone.now())
    Favourite.objects.create(owner=guest, puzzle=puzzle)
    Vote.objects.create(owner=guest, puzzle=puzzle, value=1)
    Solver.objects.create(owner=guest, rating=1600)
    make_puzzle(guest, published=False, title="A draft")
    make_book(guest, pages=1)
    sign_in(guest, account)
    assert (only(account).state, only(account).tries, only(account).line) == (SOLVED, 2, ["assault"])
    for model in (Favourite, Vote, Solver):
        assert model.objects.get().owner == account
    assert Puzzle.objects.get(title="A draft").owner == account
    assert not Owner.objects.filter(pk=guest.pk).exists()


def test_an_account_that_is_made_by_signing_up(guest: Owner, puzzle: Puzzle) -> None:
    attempt(guest, puzzle)
    user = User.objects.create_user("fresh")
    adopt(guest=guest, user=user)
    assert Attempt.objects.get().owner.user == user


def test_votes_and_favourites_of_the_account_stay(guest: Owner, account: Owner, puzzle: Puzzle) -> None:
    other = make_puzzle(position="damage")
    for owner, value in ((guest, 1), (account, -1)):
        Vote.objects.create(owner=owner, puzzle=puzzle, value=value)
        Favourite.objects.create(owner=owner, puzzle=puzzle)
    Vote.objects.create(owner=guest, puzzle=other, value=-1)
    Favourite.objects.create(owner=guest, puzzle=other)
    Puzzle.objects.filter(pk=other.pk).update(score=-1)
    sign_in(guest, account)
    assert set(Vote.objects.values_list("puzzle", "value")) == {(puzzle.pk, -1), (other.pk, -1)}
    assert Favourite.objects.filter(owner=account).count() == 2


def test_the_score_forgets_the_vote_that_is_one_too_many(guest: Owner, account: Owner, puzzle: Puzzle) -> None:
    for owner in (guest, account):
        Vote.objects.create(owner=owner, puzzle=puzzle, value=1)
    Puzzle.objects.filter(pk=puzzle.pk).update(score=2)
    sign_in(guest, account)
    puzzle.refresh_from_db()
    assert puzzle.score == 1


def test_nobody_votes_for_their_own_page_by_signing_in(guest: Owner, account: Owner) -> None:
    own = make_puzzle(account)
    Vote.objects.create(owner=guest, puzzle=own, value=1)
    Puzzle.objects.filter(pk=own.pk).update(score=1)
    sign_in(guest, account)
    own.refresh_from_db()
    assert own.score == 0
    assert not Vote.objects.exists()


@pytest.mark.parametrize(
    ("own", "others", "then"),
    [
        (OPEN, OPEN, OPEN),
        (OPEN, SOLVED, SOLVED),
        (OPEN, SHOWN, SHOWN),
        (SOLVED, OPEN, SOLVED),
        (SOLVED, SHOWN, SOLVED),
        (SHOWN, SOLVED, SOLVED),
        (SHOWN, OPEN, SHOWN),
        (SHOWN, SHOWN, SHOWN),
        (SOLVED, SOLVED, SOLVED),
    ],
)
def test_the_better_of_two_attempts_stays(
    guest: Owner, account: Owner, puzzle: Puzzle, own: str, others: str, then: str
) -> None:
    now = timezone.now()
    for owner, state in ((account, own), (guest, others)):
        attempt(
            owner,
            puzzle,
            state=state,
            tries=2,
            hint_level=1 if owner == guest else 0,
            solved_at=now if state == SOLVED else None,
            shown_at=now if state == SHOWN else None,
        )
    sign_in(guest, account)
    joined = only(account)
    assert joined.state == then
    assert (joined.tries, joined.hint_level) == (4, 1)
    assert (joined.solved_at is not None) == (SOLVED in (own, others))
    assert (joined.shown_at is not None) == (SHOWN in (own, others))
    assert joined.revision == 1  # an open tab of the account's sees that something has changed


def test_the_line_that_was_worked_on_last_stays(guest: Owner, account: Owner, puzzle: Puzzle) -> None:
    attempt(account, puzzle, line=["old"])
    attempt(guest, puzzle, line=["new"])
    sign_in(guest, account)
    assert only(account).line == ["new"]


def test_an_older_line_of_a_guest_does_not(guest: Owner, account: Owner, puzzle: Puzzle) -> None:
    attempt(guest, puzzle, line=["old"])
    attempt(account, puzzle, line=["new"])
    sign_in(guest, account)
    assert only(account).line == ["new"]


def test_the_line_that_solved_it_comes_along(guest: Owner, account: Owner, puzzle: Puzzle) -> None:
    attempt(account, puzzle, line=["half"])
    attempt(guest, puzzle, state=SOLVED, line=["whole"], answer={"said": 1})
    sign_in(guest, account)
    assert (only(account).line, only(account).answer) == (["whole"], {"said": 1})


@pytest.mark.parametrize(("own", "others", "then"), [(None, True, True), (False, True, False), (True, False, True)])
def test_the_first_answer_of_the_account_stays_the_first(
    guest: Owner, account: Owner, puzzle: Puzzle, own: bool | None, others: bool, then: bool
) -> None:
    attempt(account, puzzle, first_try=own, is_rated=own is not None)
    attempt(guest, puzzle, first_try=others, is_rated=True, hint_level_at_first=2)
    sign_in(guest, account)
    joined = only(account)
    assert joined.first_try == then
    assert joined.is_rated
    assert joined.hint_level_at_first == (2 if own is None else 0)


def test_the_counts_of_a_page_forget_the_attempt_that_is_one_too_many(
    guest: Owner, account: Owner, puzzle: Puzzle
) -> None:
    for owner in (guest, account):
        attempt(owner, puzzle, state=SOLVED, first_try=True, tries=1, solved_at=timezone.now())
    Puzzle.objects.filter(pk=puzzle.pk).update(attempt_count=2, solved_count=2)
    sign_in(guest, account)
    puzzle.refresh_from_db()
    assert (puzzle.attempt_count, puzzle.solved_count) == (1, 1)
    assert Attempt.objects.filter(puzzle=puzzle).count() == 1


def test_what_was_counted_once_stays_counted(guest: Owner, account: Owner, puzzle: Puzzle) -> None:
    attempt(account, puzzle)
    attempt(guest, puzzle, state=SOLVED, first_try=True, tries=1, solved_at=timezone.now())
    Puzzle.objects.filter(pk=puzzle.pk).update(attempt_count=1, solved_count=1)
    sign_in(guest, account)
    puzzle.refresh_from_db()
    assert (puzzle.attempt_count, puzzle.solved_count) == (1, 1)


def test_the_rating_of_the_account_stays(guest: Owner, account: Owner) -> None:
    Solver.objects.create(owner=guest, rating=1800)
    Solver.objects.create(owner=account, rating=1400)
    sign_in(guest, account)
    assert Solver.objects.get().rating == 1400


def test_what_a_guest_published_is_found_by_the_new_name(guest: Owner, account: Owner) -> None:
    page = make_puzzle(guest)
    assert "mirabel" not in page.search_text
    sign_in(guest, account)
    page.refresh_from_db()
    assert "mirabel" in page.search_text


def test_adoption_through_the_site(client: Client, account: Owner) -> None:
    """A draft and an asked proof are there before signing in and after."""
    made = client.post("/grimoire/mine/new/", {"position": json.dumps(position_json())})
    proof = client.post("/grimoire/proofs/", {"position": json.dumps(position_json())})
    signed = client.post(reverse("account_login"), {"login": "mirabel", "password": "hush-hush-42"})
    assert signed.status_code == 302
    assert Puzzle.objects.get().owner == account
    assert client.get(made["Location"]).status_code == 200
    assert client.get(proof["Location"]).status_code == 200


def test_a_guest_with_nothing_changes_nothing(guest: Owner, account: Owner, puzzle: Puzzle) -> None:
    attempt(account, puzzle, line=["own"])
    sign_in(guest, account)
    assert (only(account).line, only(account).revision) == (["own"], 0)
