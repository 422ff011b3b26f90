"""The picture of a link: its size, whose pages have one, and that it shows nothing but the start."""

from __future__ import annotations

import io
import shutil
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_tasks_db.models import DBTaskResult
from PIL import Image

from accounts.models import Visibility
from board.paper.pictures import SIZE
from engine.decks.rules.position import Position
from grimoire.authoring import services as authoring
from grimoire.booklets import pictures, tasks
from grimoire.booklets.pictures import picture_of
from grimoire.management.commands import load_books
from grimoire.models import Puzzle
from tests.grimoire.factories import make_owner, make_puzzle, names_of_positions

pytestmark = [pytest.mark.django_db, pytest.mark.slow("draws pages as PDF and as pictures")]


def address(puzzle: Puzzle, language: str = "en") -> str:
    return reverse("grimoire_files:picture", args=[puzzle.token, language])


@pytest.mark.parametrize("name", names_of_positions())
def test_a_picture_has_its_size_and_is_no_empty_page(name: str) -> None:
    with Image.open(io.BytesIO(picture_of(make_puzzle(position=name), "fr"))) as picture:
        assert (picture.size, picture.format) == (SIZE, "PNG")
        small = picture.convert("RGB").resize((60, 30))
    right = {small.getpixel((x, y)) for x in range(22, 58) for y in range(2, 28)}
    assert len(right) > 60


def test_it_is_made_of_the_start_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = make_puzzle(title="Plain Sight", afterword="The walrus", intended=["assault"])
    seen: list[str] = []
    drawn = pictures.board_picture

    def board_picture(html: str, *more: Any) -> bytes:
        seen.append(html)
        return drawn(html, *more)

    monkeypatch.setattr(pictures, "board_picture", board_picture)
    picture_of(puzzle, "en")
    assert seen and "Plain Sight" in seen[0]
    assert "walrus" not in seen[0]


def test_a_second_look_draws_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = make_puzzle()
    first = picture_of(puzzle, "en")
    monkeypatch.setattr(pictures, "board_picture", lambda *_: pytest.fail("drawn again"))
    assert picture_of(puzzle, "en") == first


def test_only_published_pages_have_one(client: Client) -> None:
    author = make_owner("ada")
    assert client.get(address(make_puzzle(author))).status_code == 200
    assert client.get(address(make_puzzle(author, published=False))).status_code == 404
    secret = make_puzzle(author, visibility=Visibility.PRIVATE)
    client.force_login(author.user)
    assert client.get(address(secret)).status_code == 404
    assert client.get(address(make_puzzle(), "de")).status_code == 404
    assert client.get(reverse("grimoire_files:picture", args=["nobody", "en"])).status_code == 404


# Drawn before anybody asks


@pytest.fixture
def empty_cache(settings: Any, tmp_path: Path) -> Path:
    """A cache in which nothing lies yet."""
    settings.RENDER_CACHE = tmp_path / "rendered"
    return tmp_path / "rendered"


def work() -> None:
    """Runs a worker until nothing waits any more."""
    call_command("db_worker", batch=True, reload=False, verbosity=0)


def assert_drawn(monkeypatch: pytest.MonkeyPatch, *puzzles: Puzzle) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(pictures, "board_picture", lambda *_: pytest.fail("not drawn yet"))
        for puzzle in puzzles:
            for language in ("en", "fr"):
                assert Client().get(address(puzzle, language)).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_pictures_are_drawn_when_a_page_is_published(empty_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = make_puzzle(make_owner("ada"), published=False)
    monkeypatch.setattr("grimoire.authoring.services.what_is_missing", lambda _: [])
    puzzle = authoring.publish(puzzle=puzzle)
    work()
    assert_drawn(monkeypatch, puzzle)
    puzzle = authoring.save(puzzle=puzzle, content={"title": "Another Title"}, seen=None)
    work()
    assert_drawn(monkeypatch, puzzle)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_those_of_all_books_are_drawn_in_advance(empty_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In steps, behind everything else that waits; and again when the cache has been emptied."""
    monkeypatch.setattr(tasks, "STEP_SECONDS", 0.0)
    pages = [make_puzzle(), make_puzzle()]
    make_puzzle(make_owner("ada"), published=False)
    monkeypatch.setattr(load_books, "load_books", lambda: "all of them")  # the shelf's own would take minutes
    call_command("load_books", verbosity=0)
    call_command("load_books", verbosity=0)
    waiting = DBTaskResult.objects.ready()
    assert {(task.task_path.rsplit(".", 1)[1], task.priority < 0) for task in waiting} == {
        ("draw_missing", True),
        ("draw_site", True),
    }
    work()
    assert_drawn(monkeypatch, *pages)
    done = DBTaskResult.objects.successful().filter(task_path=tasks.draw_missing.module_path)
    keys = [0, *(page.pk for page in pages)]
    steps = [step for key in keys[:-1] for step in ([key], [key, 1])]  # each of one picture
    assert [task.args_kwargs["args"] for task in done.order_by("enqueued_at")] == [*steps, keys[-1:]]
    shutil.rmtree(empty_cache)
    (tomorrow,) = DBTaskResult.objects.filter(task_path=tasks.draw_daily.module_path)
    assert tomorrow.run_after > timezone.now() + timedelta(hours=23)
    DBTaskResult.objects.filter(pk=tomorrow.pk).update(run_after=timezone.now())
    work()
    assert_drawn(monkeypatch, *pages)
    assert DBTaskResult.objects.filter(task_path=tasks.draw_daily.module_path, status="READY").count() == 1


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_the_next_step_is_asked_for_though_somebody_wrote_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("about SQLite's snapshots")
    puzzles = [make_puzzle() for _number in range(25)]  # more than a chunk of a query

    def draw_while_somebody_writes(_puzzle: Puzzle, _language: str) -> None:
        with closing(sqlite3.connect(connection.settings_dict["NAME"])) as other, other:
            other.execute("UPDATE grimoire_puzzle SET attempt_count = attempt_count + 1")

    monkeypatch.setattr(tasks, "STEP_SECONDS", 0.0)
    monkeypatch.setattr(tasks, "draw_in", draw_while_somebody_writes)
    tasks.draw_missing.func(0)
    (following,) = DBTaskResult.objects.filter(task_path=tasks.draw_missing.module_path)
    assert following.args_kwargs["args"] == [0, 1]
    tasks.draw_missing.func(0, 1)
    assert DBTaskResult.objects.filter(args_kwargs__args=[puzzles[0].pk]).exists()


def test_one_that_cannot_be_drawn_does_not_keep_others_from_it(
    empty_cache: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    bad, good = make_puzzle(), make_puzzle(title="The other one")
    drawn = pictures._drawn

    def draw(position: Position, about: Any, language: str) -> bytes:
        if about[0] == bad.heading:
            raise ValueError("no room")
        return drawn(position, about, language)

    monkeypatch.setattr(pictures, "_drawn", draw)
    call_command("draw_pictures")
    assert bad.token in caplog.text
    assert_drawn(monkeypatch, good)
