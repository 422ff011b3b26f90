"""Several at the same moment: threads of a process of its own, on a database in a file as a server has it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

PREPARED = """
import django, json; django.setup()
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from django.db import connection
from grimoire.authoring import services
from grimoire.models import Proof, Puzzle
from grimoire.proving import services as proving
from tests.grimoire.factories import make_owner, make_puzzle, position_of

def at_once(work, items):
    start = Barrier(len(items))
    def one(item):
        try:
            start.wait()
            return work(item)
        except Exception as wrong:
            return type(wrong).__name__
        finally:
            connection.close()
    with ThreadPoolExecutor(len(items)) as pool:
        return list(pool.map(one, items))
"""


@pytest.fixture(scope="module")
def database(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with all tables and nothing in them."""
    path = tmp_path_factory.mktemp("races") / "empty.sqlite3"
    environment = {**os.environ, "GRIMOIRE_ENV": "test", "GRIMOIRE_DATABASE": str(path)}
    migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(migrate, cwd=root, env=environment, check=True)
    return path


@pytest.fixture
def run(root: Path, database: Path, tmp_path: Path) -> Any:
    """Runs a script after ``PREPARED``, on a copy of the empty database; what it prints last is JSON."""

    def go(script: str) -> Any:
        copy = tmp_path / "race.sqlite3"
        copy.write_bytes(database.read_bytes())
        environment = {**os.environ, "GRIMOIRE_ENV": "test", "GRIMOIRE_DATABASE": str(copy)}
        environment["DJANGO_SETTINGS_MODULE"] = "config.settings"
        command = [sys.executable, "-c", PREPARED + script]
        done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, timeout=240)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout.splitlines()[-1])

    return go


def test_one_of_two_saves_wins_and_the_other_is_told(run: Any) -> None:
    answers, title, revision = run("""
puzzle = make_puzzle(make_owner("a"), published=False)
def save(title):
    return services.save(puzzle=puzzle, content={"title": title}, seen=puzzle.revision).title
answers = at_once(save, ["one", "two", "three"])
now = Puzzle.objects.get()
print(json.dumps([answers, now.title, now.revision - puzzle.revision]))
""")
    assert answers.count("Conflict") == 2
    assert title in answers
    assert revision == 1


def test_publishing_at_once_publishes_once(run: Any) -> None:
    answers, revisions = run("""
puzzle = make_puzzle(make_owner("a"), published=False)
answers = at_once(lambda _number: services.publish(puzzle=puzzle).is_published, range(4))
print(json.dumps([answers, Puzzle.objects.get().revision - puzzle.revision]))
""")
    assert answers == [True] * 4
    assert revisions == 1


def test_taking_back_while_publishing_leaves_one_or_the_other(run: Any) -> None:
    published, visibility = run("""
puzzle = make_puzzle(make_owner("a"), published=False)
at_once(lambda work: work(puzzle=puzzle) and 0, [services.publish, services.take_back])
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
