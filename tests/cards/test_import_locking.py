"""An import keeps other writers out only while it writes, in a few queries; and it writes all or nothing."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Owner
from cards import importing
from cards.exchange import CardFile, read_file
from cards.importing import carry_out
from cards.models import Card, CardVersion

pytestmark = pytest.mark.django_db(transaction=True)


def file_of(number: int, cost: int = 1) -> CardFile:
    """A table of so many Creatures of this cost."""
    lines = (f"Imp {imp},creature,{cost},1,1" for imp in range(number))
    return read_file("\n".join(["name,type,cost,av,hp", *lines]))


def under_the_lock(queries: CaptureQueriesContext) -> int:
    """How many statements stand between the last BEGIN and its COMMIT."""
    statements = [query["sql"].split()[0] for query in queries.captured_queries]
    begun = len(statements) - statements[::-1].index("BEGIN")
    return statements.index("COMMIT", begun) - begun


def written_by_somebody_else(statement: str = "UPDATE accounts_owner SET created = created") -> None:
    """Writes through a connection of its own, which does not wait for anybody."""
    other = connection.copy()
    is_sqlite = connection.vendor == "sqlite"
    try:
        with other.cursor() as cursor:
            cursor.execute("PRAGMA busy_timeout = 0" if is_sqlite else "SET lock_timeout = 1")
            cursor.execute(statement)
            if not is_sqlite:
                cursor.execute("RESET lock_timeout")  # the pool keeps the connection for others
    finally:
        other.close()


def test_few_queries_whatever_the_number_of_cards() -> None:
    owner = Owner.objects.create()
    carry_out(owner=owner, file=file_of(300), name="Mine")
    with CaptureQueriesContext(
        connection,
    ) as queries:
        carry_out(owner=owner, file=file_of(300, cost=2), name="Mine")
    assert under_the_lock(queries) < 20
    assert set(Card.objects.values_list("cost", "revision")) == {(2, 2)}
    assert CardVersion.objects.count() == 600
    assert sorted(set(CardVersion.objects.values_list("number", "content__cost"))) == [(1, 1), (2, 2)]


def test_others_may_write_while_it_is_prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    owner = Owner.objects.create()
    carry_out(owner=owner, file=file_of(3), name="Mine")
    real = importing.versions.next_ones

    def slowly(*arguments: Any) -> Any:
        written_by_somebody_else()
        return real(*arguments)

    monkeypatch.setattr(importing.versions, "next_ones", slowly)
    carry_out(owner=owner, file=file_of(3, cost=2), name="Mine")
    assert set(Card.objects.values_list("cost", flat=True)) == {2}


@pytest.mark.parametrize("times", [1, importing.TRIES])
def test_what_was_saved_meanwhile_is_looked_at_again(monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    """Somebody saves one of the cards, once or again and again: what they saved is not overwritten unseen."""
    owner = Owner.objects.create()
    carry_out(owner=owner, file=file_of(3), name="Mine")
    real = importing.versions.next_ones
    left = [times]

    def meanwhile(*arguments: Any) -> Any:
        if left[0]:
            left[0] -= 1
            written_by_somebody_else(
                "UPDATE cards_card SET revision = revision + 1, flavour_fr = 'Oh' WHERE number = 1"
            )
        return real(*arguments)

    monkeypatch.setattr(importing.versions, "next_ones", meanwhile)
    carry_out(owner=owner, file=file_of(3, cost=2), name="Mine")
    first = Card.objects.get(number=1)
    assert (first.cost, first.flavour_fr, first.revision) == (2, "Oh", 1 + times + 1)
    assert Card.objects.get(number=2).revision == 2


def test_all_or_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    owner = Owner.objects.create()
    carry_out(owner=owner, file=file_of(2), name="Mine")
    monkeypatch.setattr(importing, "_update", lambda _cards: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        carry_out(owner=owner, file=file_of(4, cost=2), name="Mine")
    assert list(Card.objects.values_list("cost", "revision")) == [(1, 1), (1, 1)]
    assert CardVersion.objects.count() == 2
