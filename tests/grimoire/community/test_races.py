"""Several at the same moment: threads of a process of its own, on a database in a file as a server has it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

NAMES = """
from accounts.models import Owner, User, Visibility
from django.utils import timezone
from grimoire.community import ratings, services
from grimoire.models import Attempt, Comment, Favourite, Puzzle, Solver, Vote
from grimoire.gate import Gate

def person(name):
    return Owner.objects.create(user=User.objects.create_user(name))

def page(key="k"):
    return Puzzle.objects.create(title="T", position={}, position_key=key, goal="win", mode="duel", edition="season-2",
        visibility=Visibility.PUBLIC, published_at=timezone.now())

def sure(name):
    owner = person(name)
    Solver.objects.create(owner=owner, deviation=70, rated_count=50, rated_at=timezone.now())
    return owner

OPEN = Gate(is_open=True)
"""


@pytest.fixture
def run(race: Callable[[str], Any]) -> Callable[[str], Any]:
    """Runs a script after ``NAMES``."""
    return lambda script: race(NAMES + script)


def test_one_attempt_is_rated_once(run: Any) -> None:
    counted, rated, games = run(
        """
owner, puzzle = sure("a"), page()
attempt = Attempt.objects.create(owner=owner, puzzle=puzzle, first_try=True, tries=1)
outcomes = at_once(lambda _: ratings.rate_first_attempt(Attempt.objects.get(pk=attempt.pk)), range(8))
print(json.dumps([sum(o is not None for o in outcomes), Solver.objects.get().rated_count,
    Puzzle.objects.get().rated_count]))
"""
    )
    assert (counted, rated, games) == (1, 51, 1)


def test_no_game_of_a_page_is_lost(run: Any) -> None:
    """Eight solvers at once: the page ends where eight games one after the other have taken it."""
    games, rating = run(
        """
puzzle = page()
attempts = [Attempt.objects.create(owner=sure(f"s{n}"), puzzle=puzzle, first_try=False, tries=1) for n in range(8)]
outcomes = at_once(ratings.rate_first_attempt, attempts)
page = Puzzle.objects.get()
befores, afters = {o.page_before.value for o in outcomes}, {o.page.value for o in outcomes}
assert befores - afters == {1500.0} and afters - befores == {page.rating}, (befores, afters)
print(json.dumps([page.rated_count, page.rating]))
"""
    )
    assert games == 8
    assert rating > 1560


def test_no_game_of_a_solver_is_lost(run: Any) -> None:
    games, solvers = run(
        """
owner = person("a")
attempts = [Attempt.objects.create(owner=owner, puzzle=page(f"k{n}"), first_try=True, tries=1) for n in range(6)]
at_once(ratings.rate_first_attempt, attempts)
print(json.dumps([Solver.objects.get().rated_count, Solver.objects.count()]))
"""
    )
    assert (games, solvers) == (6, 1)


def test_no_game_is_lost_that_was_foreseen(run: Any) -> None:
    """All have read the page, and three answers are of one solver, before the first of them is judged."""
    page, solvers, attempts = run(
        """
from accounts.models import Owner
from grimoire.solving.queries import puzzle_and_attempt
from grimoire.solving.services import ClientState, judge
from tests.grimoire.factories import make_puzzle

owners = [sure(f"s{n}") for n in range(4)]
pages = [make_puzzle(position=name) for name in ("damage", "win", "destroy")]
answers = [(owner.pk, pages[0]) for owner in owners] + [(owners[0].pk, page) for page in pages[1:]]
def read(answer):
    owner = Owner.objects.select_related("solver").get(pk=answer[0])
    return owner, *puzzle_and_attempt(answer[1].token, owner, to_judge=True)
answers = [read(answer) for answer in answers]
at_once(lambda a: judge(owner=a[0], puzzle=a[1], client_state=ClientState(0, ()), prefetched=a[2]), answers)
page = Puzzle.objects.get(pk=pages[0].pk)
print(json.dumps([[page.rated_count, page.attempt_count],
    sorted(Solver.objects.values_list("rated_count", flat=True)),
    Attempt.objects.filter(is_rated=True, tries=1).count()]))
"""
    )
    assert page == [4, 4]
    assert solvers == [51, 51, 51, 53]
    assert attempts == 6


def test_all_votes_are_counted(run: Any) -> None:
    score, votes = run(
        """
puzzle = page()
voters = [(person(f"v{n}"), -1 if n % 4 == 0 else 1) for n in range(12)]
at_once(lambda v: services.set_vote(owner=v[0], puzzle=puzzle, gate=OPEN, value=v[1]), voters)
print(json.dumps([Puzzle.objects.get().score, Vote.objects.count()]))
"""
    )
    assert (score, votes) == (6, 12)


def test_one_voter_in_several_tabs_has_one_vote(run: Any) -> None:
    score, votes, favourites, comments, counted = run(
        """
puzzle, owner = page(), person("a")
values = [1, -1, 1, 1, -1, 1, 0, 1]
at_once(lambda value: services.set_vote(owner=owner, puzzle=puzzle, gate=OPEN, value=value), values)
at_once(lambda _: services.set_favourite(owner=owner, puzzle=puzzle, wanted=True), values)
at_once(lambda _: services.add_comment(owner=owner, puzzle=puzzle, gate=OPEN, text="Said once."), values)
puzzle = Puzzle.objects.get()
total = sum(Vote.objects.values_list("value", flat=True))
assert puzzle.score == total, (puzzle.score, total)
print(json.dumps([puzzle.score, Vote.objects.count(), Favourite.objects.count(), Comment.objects.count(),
    puzzle.comment_count]))
"""
    )
    assert abs(score) == votes
    assert votes <= 1
    assert (favourites, comments, counted) == (1, 1, 1)
