"""What is asked with SQL that was made once is what Django asks; what is written is what Django writes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from django.db.models import Model
from django.utils import timezone

from cards.models import Card
from grimoire.community import news
from tables import answers, states, viewers
from tables.models import LiveGame, LogEntry, StreamPresence
from tables.own_games import queries
from tables.services.log import add_notice
from tables.streams import session
from tests.cards.factories import make_card, make_owner
from tests.tables.clients import body_of, create
from web.statements import PreparedCount, PreparedRows, insert, update

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> LiveGame:
    return LiveGame.objects.get(token=create(body_of("duel", "draft"))["id"])


def columns_of(row: Model) -> dict[str, Any]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def test_each_owner_is_told_of_their_own(django_assert_num_queries: Any) -> None:
    ada, bob = make_owner("ada"), make_owner("bob")
    count = PreparedCount(lambda owner: Card.objects.filter(owner=owner).exclude(likes__owner=owner), UUID)
    assert (count(ada.pk), count(bob.pk)) == (0, 0)
    for number in range(3):
        make_card(f"Card {number}", owner=ada)
    make_card("Another", owner=bob)
    with django_assert_num_queries(2):
        assert (count(ada.pk), count(bob.pk)) == (3, 1)


@pytest.mark.parametrize("counted", [news._count_unread, queries._count_turns])
def test_a_count_asks_what_django_asks(counted: PreparedCount, django_assert_num_queries: Any) -> None:
    key = make_owner("ada").pk
    counted(key)
    with django_assert_num_queries(2) as captured:
        counted(key)
        counted.rows(key).count()
    ours, theirs = captured.captured_queries
    assert ours["sql"] == theirs["sql"]


def prepared_rows() -> dict[str, tuple[PreparedRows[Any], Callable[[LiveGame], tuple[Any, ...]]]]:
    """What is asked so, with the values of a game to ask it with."""
    return {
        "token": (viewers._games, lambda game: (game.token,)),
        "game": (states._games, lambda game: (game.pk,)),
        "seats": (viewers._seats, lambda game: (game.pk,)),
        "entries": (states._entries, lambda game: (game.pk, 0, 1)),
        "streams": (answers._streams, lambda game: (game.pk,)),
        "newest": (session._newest, lambda game: (game.pk,)),
        "notices": (session._notices, lambda game: (game.pk, 0)),
    }


@pytest.mark.parametrize("name", prepared_rows())
def test_rows_are_what_django_reads(game: LiveGame, name: str, django_assert_num_queries: Any) -> None:
    other = LiveGame.objects.get(token=create(body_of("solo", "preconstructed"))["id"])
    for each in (other, game):
        for version in (1, 2, 3):
            LogEntry.objects.create(game=each, version=version, kind="action", action=str(version), at=timezone.now())
            add_notice(each, {"kind": "phrase", "number": version})
        StreamPresence.objects.create(game=each, seat="A", client="é", process="%s", heartbeat_at=timezone.now())
    prepared, values_of = prepared_rows()[name]
    values = values_of(game)
    prepared(*values_of(other))
    with django_assert_num_queries(2) as captured:
        ours, theirs = prepared(*values), list(prepared.rows(*values))
    assert [row.get_deferred_fields() for row in ours] == [row.get_deferred_fields() for row in theirs]
    assert [columns_of(row) for row in ours] == [columns_of(row) for row in theirs] != []
    assert {(row._state.adding, row._state.db) for row in ours} == {(False, "default")}
    first, second = captured.captured_queries
    assert first["sql"] == second["sql"]


def test_rows_are_written_as_django_writes_them(game: LiveGame) -> None:
    now = timezone.now()
    values: dict[str, Any] = {
        "game": game,
        "kind": "action",
        "seat": "O'Neill \\ %s",
        "action": "1 upper; --",
        "at": now,
    }
    rows = [
        LogEntry(version=101, data={"a": None, "é": ['"']}, **values),
        LogEntry(version=102, **{**values, "action": None}),
    ]
    insert(rows)
    LogEntry.objects.bulk_create([LogEntry(version=201, data=rows[0].data, **values)])
    LogEntry.objects.bulk_create([LogEntry(version=202, **{**values, "action": None})])
    ours, theirs = (
        [columns_of(row) for row in game.log.filter(version__gt=low, version__lt=low + 100)] for low in (100, 200)
    )
    for row in ours + theirs:
        row["id"], row["version"] = None, row["version"] % 100
    assert ours == theirs
    assert game.log.filter(version__gt=100, action__isnull=True).count() == 2


def test_only_the_rows_that_are_meant_are_changed(game: LiveGame) -> None:
    other = LiveGame.objects.get(token=create(body_of("duel", "draft"))["id"])
    values = {"acting": ["A", "B's %s"], "result": {"winners": []}, "updated": timezone.now()}
    assert update(LiveGame, {"id": game.pk, "version": game.version + 1}, values) == 0
    assert update(LiveGame, {"id": game.pk, "version": game.version}, values) == 1
    assert update(LiveGame, {"id": game.pk, "version": game.version}, {"result": None}) == 1
    before, game = game, LiveGame.objects.get(pk=game.pk)
    assert columns_of(game) == {**columns_of(before), **values, "result": None}
    assert columns_of(LiveGame.objects.get(pk=other.pk)) == columns_of(other)
    assert LiveGame.objects.filter(pk=game.pk, result__isnull=True).exists()
