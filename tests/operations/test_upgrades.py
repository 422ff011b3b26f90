"""Databases of every schema that was ever released come to today's, with what is in them.

``released/*.sql`` are such databases as text, made with the commit that brought the schema: its own ``manage.py
migrate``, some rows of every kind (Ada's with tokens that begin with "lamp-", a guest's, a moderator called root), then
``sqlite3 FILE .dump``. Rows that ``migrate`` makes again by itself (permissions) are left out. A change of the schema
is released with its commit: whoever makes the next one adds a dump of the schema before it.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from tests.databases import kept_database, on_file
from tests.migrating import unsquashed_loader

pytestmark = pytest.mark.slow("starts the site anew in processes of its own")

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
RELEASED = sorted(HERE.glob("released/*.sql"))
FROZEN = HERE / "released" / "migrations.sha256"

PAGES = ["/", "/rulings/", "/grimoire/", "/grimoire/progress/", "/workshop/"]
PAGES += ["/cards/", "/champions/", "/me/", "staff /admin/rulings/editorialruling/", "staff /admin/cards/card/"]
PAGES_OF_CARDS = ["/cards/own/lamp-keeper/", "/decks/lamp-deck/", "/champions/lamp-champ/"]
PAGES_OF_RULINGS = ["/rulings/questions/lamp-ask/", "/rulings/mana-of-lamps/", "/fr/rulings/mana-of-lamps/"]
PAGES_OF_PUZZLES = [
    "/grimoire/by/ada/",
    "/grimoire/p/lamp-puzzle/",
    "/fr/grimoire/p/lamp-puzzle/",
    "/grimoire/books/lamp-book/",
]


PAGES_OF_GAMES = ["/play/lamp-game/", "/fr/play/lamp-game/"]
PAGES_OF_SESSIONS = ["/mutation/lamp-session/", "/fr/mutation/lamp-session/", "/play/first/"]


# Carried into one table; empty in older databases, and never made in those that begin with version 1.0.0.
ANSWERS = ("api_ownanswer", "mutation_sessionanswer", "play_idempotentanswer")


def upgrade(database: Path, addresses: list[str]) -> dict[str, Any]:
    """The verdict of ``upgrading`` on the database of that path, in a process as the site runs in."""
    environment = on_file(database, GRIMOIRE_ALLOWED_HOSTS="testserver")
    done = subprocess.run(
        [sys.executable, str(HERE / "upgrading.py"), json.dumps(addresses)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answer


@pytest.fixture(scope="session")
def todays_schema(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """That of a database made today."""
    path = tmp_path_factory.mktemp("today") / "new.sqlite3"
    shutil.copyfile(kept_database(ROOT), path)
    schema: dict[str, list[str]] = upgrade(path, [])["schema"]
    return schema


def test_there_are_databases_of_eight_schemas() -> None:
    assert len(RELEASED) >= 8


# From the last always; from those before, which end with the same steps, where there is time.
DUMPS = [
    pytest.param(dump, id=dump.stem, marks=[] if dump == RELEASED[-1] else [pytest.mark.long]) for dump in RELEASED
]


@pytest.mark.parametrize("dump", DUMPS)
def test_released_database_comes_to_today(dump: Path, tmp_path: Path, todays_schema: dict[str, list[str]]) -> None:
    path = tmp_path / "old.sqlite3"
    database = sqlite3.connect(path)
    database.executescript(dump.read_text("utf-8"))
    database.close()
    number = int(dump.stem.partition("-")[0])
    addresses = PAGES + PAGES_OF_CARDS
    addresses += PAGES_OF_RULINGS if number >= 2 else []
    addresses += PAGES_OF_PUZZLES if number >= 3 else []
    addresses += PAGES_OF_GAMES if number >= 7 else []
    addresses += PAGES_OF_SESSIONS if number >= 8 else []

    answer = upgrade(path, addresses)

    schema = {table: lines for table, lines in answer["schema"].items() if table not in ANSWERS}
    assert schema == todays_schema
    remade = {"django_migrations", "django_content_type", "auth_permission", "django_session", *ANSWERS}
    assert {table: count for table, count in answer["before"].items() if table not in remade} == {
        table: answer["after"].get(table) for table in answer["before"] if table not in remade
    }
    carried = sum(answer["before"].get(table, 0) for table in ANSWERS)
    assert answer["after"]["web_idempotentresponse"] == carried
    left = [table for table in ANSWERS if answer["after"].get(table)]
    assert left == [], "they hold secrets, and nothing sweeps them any more"
    assert answer["before"]["cards_card"] == 4
    assert answer["pages"] == dict.fromkeys(addresses, 200)
    database = sqlite3.connect(path)
    assert database.execute("PRAGMA foreign_key_check").fetchall() == []
    assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert database.execute("SELECT name FROM cards_card WHERE token = 'lamp-keeper'").fetchone() == ("Lamp Keeper",)
    if number >= 2:
        assert database.execute("SELECT history FROM rulings_editorialruling").fetchall() == [("[]",)]
        assert database.execute("SELECT kind FROM cards_printjob").fetchall() == [("cards",)]
    if number >= 3:
        rated = "SELECT tries, is_rated, rated_at, rating_after FROM grimoire_attempt"
        assert database.execute(rated).fetchall() == [(2, 1, None, None)]
    if number >= 7:
        heartbeats = "SELECT (SELECT heartbeat_at FROM play_botturn), (SELECT heartbeat_at FROM play_streampresence)"
        assert None not in database.execute(heartbeats).fetchone()
    database.close()


@cache
def frozen() -> dict[str, str]:
    """The SHA-256 of each released migration, by its path."""
    lines = (line.split("  ") for line in FROZEN.read_text("utf-8").splitlines())
    return {path: digest for digest, path in lines}


def migrations() -> list[str]:
    folders = (*ROOT.glob("*/migrations"), *ROOT.glob("games/*/migrations"))
    return sorted(str(path.relative_to(ROOT)) for folder in folders for path in folder.glob("[0-9]*.py"))


@pytest.mark.parametrize("name", migrations())
def test_released_migrations_stay_as_they_are(name: str) -> None:
    digest = hashlib.sha256((ROOT / name).read_bytes()).hexdigest()
    assert name in frozen(), f"{name} is new: add this line to {FROZEN.relative_to(ROOT)}:\n{digest}  {name}"
    assert frozen()[name] == digest, (
        f"{name} was released: databases have applied it, and will not look at it again. Put the file back as it was "
        f"(git checkout), and write what is new into a migration of its own (manage.py makemigrations)."
    )


@pytest.mark.django_db
def test_a_database_of_any_release_can_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever it has applied of what came before version 1.0.0: the rest follows, and nothing is applied twice."""
    loader = unsquashed_loader()
    steps = [
        key
        for key in loader.graph._generate_plan(loader.graph.leaf_nodes(), at_end=True)
        if not loader.graph.nodes[key].replaces
    ]
    for count in range(len(steps) + 1):
        applied = dict.fromkeys(steps[:count])
        monkeypatch.setattr(MigrationRecorder, "applied_migrations", lambda _self, applied=applied: dict(applied))
        executor = MigrationExecutor(connection)
        executor.loader.check_consistent_history(connection)
        plan = [step for step, _ in executor.migration_plan(executor.loader.graph.leaf_nodes())]
        done = [key for step in plan for key in step.replaces or [(step.app_label, step.name)]]
        assert sorted(done) == sorted(set(steps) - set(applied)), steps[count - 1]


def test_no_released_migration_went_away() -> None:
    missing = sorted(set(frozen()) - set(migrations()))
    assert missing == [], "Databases remember these migrations: put the files back, and undo them in new ones."
