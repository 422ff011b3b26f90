"""Several at the same moment: threads of a process of its own, on a database in a file as a server has it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

NAMES = """
from grimoire.authoring import services
from grimoire.models import Proof, Puzzle
from grimoire.proving import services as proving
from tests.grimoire.factories import make_owner, make_puzzle, position_of
"""


@pytest.fixture
def run(race: Callable[[str], Any]) -> Callable[[str], Any]:
    """Runs a script after ``NAMES``."""
    return lambda script: race(NAMES + script)


def test_one_of_two_saves_wins_and_the_other_is_told(run: Any) -> None:
    answers, title, revision = run("""
puzzle = make_puzzle(make_owner("a"), published=False)
def save(title):
    return services.save(puzzle=puzzle, content={"title": title}, seen=puzzle.revision).title
answers = at_once(save, ["one", "two", "three"], tell=True)
now = Puzzle.objects.get()
print(json.dumps([answers, now.title, now.revision - puzzle.revision]))
""")
    assert answers.count("StaleRevision") == 2
    assert title in answers
    assert revision == 1


def test_publishing_at_once_publishes_once(run: Any) -> None:
    answers, revisions = run("""
puzzle = make_puzzle(make_owner("a"), published=False)
answers = at_once(lambda _number: services.publish(puzzle=puzzle).is_published, range(4), tell=True)
print(json.dumps([answers, Puzzle.objects.get().revision - puzzle.revision]))
""")
    assert answers == [True] * 4
    assert revisions == 1


def test_taking_back_while_publishing_leaves_one_or_the_other(run: Any) -> None:
    published, visibility = run("""
puzzle = make_puzzle(make_owner("a"), published=False)
at_once(lambda work: work(puzzle=puzzle) and 0, [services.publish, services.unpublish], tell=True)
now = Puzzle.objects.get()
print(json.dumps([now.is_published, now.visibility]))
""")
    assert (published, visibility) in ((True, "public"), (False, "private"))


def test_many_ask_for_the_same_proof(run: Any) -> None:
    answers, count = run("""
answers = at_once(lambda _number: proving.ask(position=position_of("win")).state, range(4))
print(json.dumps([answers, Proof.objects.count()]))
""")
    assert count == 1
    assert set(answers) <= {"done", "waiting"}


def test_two_workers_take_the_same_proof(run: Any) -> None:
    solved, state, nodes = run("""
proving.QUICK_SECONDS = 0.0
proof = proving.ask(position=position_of("win"))
solved = []
found = proving.search
proving.search = lambda *given: solved.append(1) or found(*given)
at_once(lambda _number: proving.work(proof_id=proof.pk), range(3))
proof.refresh_from_db()
print(json.dumps([len(solved), proof.state, proof.nodes]))
""")
    assert (solved, state) == (1, "done")
    assert nodes > 0
