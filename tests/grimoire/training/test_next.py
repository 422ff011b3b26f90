"""The next puzzle for a solver, and failures that come again after 1, 3, 7 and 21 days."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Owner
from grimoire.models import Attempt, Puzzle, Solver
from grimoire.models.attempts import SPACING
from grimoire.solving import services
from grimoire.solving.services import ClientState
from grimoire.training import choosing
from grimoire.training.due import begin_repetition, due_attempts
from tests.cards.factories import sign_in
from tests.grimoire.factories import make_owner, make_puzzle

pytestmark = pytest.mark.django_db

WIN = "3 at A upper 0"


@pytest.fixture
def owner() -> Owner:
    return make_owner("trainee")


def answer(owner: Owner, puzzle: Puzzle, *line: str) -> Attempt:
    attempt = services.load_attempt(owner=owner, puzzle=puzzle)
    begin_repetition(attempt)
    attempt = services.load_attempt(owner=owner, puzzle=puzzle)
    for action in line:
        state = ClientState(attempt.revision, tuple(attempt.line))
        attempt = services.play(owner=owner, puzzle=puzzle, client_state=state, action=action)
    state = ClientState(attempt.revision, tuple(attempt.line))
    return services.judge(owner=owner, puzzle=puzzle, client_state=state)


def today() -> date:
    return timezone.now().date()


def make_due(owner: Owner) -> None:
    Attempt.objects.filter(owner=owner).update(due_on=today())


def test_a_failure_is_due_again_after_longer_and_longer_times(owner: Owner) -> None:
    puzzle = make_puzzle(position="win")
    assert answer(owner, puzzle).due_on == today() + timedelta(days=1)
    assert not due_attempts(owner).exists()
    assert answer(owner, puzzle, WIN).due_step == 0  # not due yet: it counts for nothing
    for step, days in enumerate(SPACING[1:], start=1):
        make_due(owner)
        attempt = answer(owner, puzzle, WIN)
        assert (attempt.due_step, attempt.due_on) == (step, today() + timedelta(days=days))
    make_due(owner)
    assert answer(owner, puzzle).due_step == 0  # wrong: from the beginning
    Attempt.objects.update(due_step=len(SPACING) - 1, due_on=today())
    assert answer(owner, puzzle, WIN).due_on is None
    assert not due_attempts(owner).exists()
    assert not answer(owner, puzzle).is_due(today())


def test_a_first_try_that_succeeds_is_never_due_and_an_old_failure_is_at_once(owner: Owner) -> None:
    right, wrong = make_puzzle(position="win"), make_puzzle(position="damage")
    assert answer(owner, right, WIN).due_on is None
    Attempt.objects.create(owner=owner, puzzle=wrong, first_try=False, tries=1)
    assert [attempt.puzzle for attempt in due_attempts(owner)] == [wrong]


def test_giving_up_counts_as_a_failure_that_comes_again(owner: Owner) -> None:
    assert services.surrender(owner=owner, puzzle=make_puzzle()).due_on == today() + timedelta(days=1)


def test_the_next_puzzle_is_new_and_near_the_solvers_rating(owner: Owner) -> None:
    Solver.objects.create(owner=owner, rating=1600, rated_count=9)
    far, near, tried, own = (make_puzzle(position=name) for name in ("win", "damage", "survive", "destroy"))
    for puzzle, rating in ((far, 2300), (near, 1690), (tried, 1600), (own, 1600)):
        Puzzle.objects.filter(pk=puzzle.pk).update(rating=rating, rated_count=5)
    Attempt.objects.create(owner=owner, puzzle=tried)
    Puzzle.objects.filter(pk=own.pk).update(owner=owner)
    assert choosing.next_new(owner, None) == near
    Attempt.objects.create(owner=owner, puzzle=near)
    assert choosing.next_new(owner, None) == far  # the circle grows
    Attempt.objects.create(owner=owner, puzzle=far)
    assert choosing.next_new(owner, None) is None


def test_weak_abilities_come_more_often(owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choosing, "WEAK_SHARE", 1.0)
    monkeypatch.setattr(choosing, "MIN_SEEN", 1)
    failed, shows, other = make_puzzle(position="win"), make_puzzle(position="damage"), make_puzzle(position="survive")
    for puzzle in (failed, shows, other):
        puzzle.abilities.all().delete()
        Puzzle.objects.filter(pk=puzzle.pk).update(level=2)
    failed.abilities.create(slug="rage", at_work=True)
    shows.abilities.create(slug="rage", seen=True)
    other.abilities.create(slug="rage", seen=False, at_work=True)  # a secret: chosen no more often
    services.surrender(owner=owner, puzzle=failed)
    assert choosing.weak_abilities(owner) == ["rage"]
    assert {choosing.next_new(owner, failed) for _ in range(5)} == {shows}


def test_a_guest_without_anything_gets_the_next_puzzle_too(client: Client) -> None:
    puzzle, other = make_puzzle(position="win"), make_puzzle(position="damage")
    reply = client.post(reverse("grimoire:next_puzzle"), {"after": puzzle.token})
    assert reply.headers["Location"] == other.get_absolute_url()
    assert client.get(reverse("grimoire:next_puzzle")).status_code == 405


def test_training_what_is_due_begins_each_puzzle_anew(client: Client, owner: Owner) -> None:
    sign_in(client, owner)
    puzzle = make_puzzle(position="win", afterword="Zanzibar")
    answer(owner, puzzle)
    answer(owner, puzzle, WIN)
    make_due(owner)
    assert "1 puzzle due today" in client.get(reverse("grimoire:to_retry")).content.decode()
    reply = client.post(reverse("grimoire:next_puzzle"), {"again": "1"})
    assert reply.headers["Location"] == f"{puzzle.get_absolute_url()}?again=1"
    page = client.get(reply.headers["Location"]).content.decode()
    assert "Your turn" in page
    assert "Zanzibar" not in page  # solved before, and out of sight while it is solved again
    answer(owner, puzzle, WIN)
    page = client.get(reply.headers["Location"]).content.decode()
    assert "Due again in 3 days." in page
    assert 'form="next-form"' in page
    assert client.post(reverse("grimoire:next_puzzle"), {"again": "1"}).headers["Location"].endswith("?empty")
