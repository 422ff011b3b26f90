"""What is kept with cards for sorting and follows from something else: worked out anew, some thousands at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django.db import connections, transaction
from django.db.models import Count

from cards.abilities import seasons_of
from cards.costs import fair_halves
from cards.folding import folded

BATCH: Final = 2000
_SOURCES: Final = ("pk", "name", "name_fr", "kind", "av", "hp", "abilities")
_KEPT: Final = ("by_name", "by_name_fr", "fair", "seasons")
_FOLDED: Final = ("search_text", "by_name", "by_name_fr")
_VALUED: Final = ("creature", "incantation", "champion")
_LENGTH: Final = 60


def renew(cards: Any, *, using: str = "default") -> int:
    """Brings names to sort by, fair costs and seasons up to date; how many rows were written.

    ``cards`` is a queryset of ``Card``, of today's or of a migration's, which may not have all of that: all of its
    rows, whoever owns them. No transaction holds more than ``BATCH`` rows, so that a large site goes on writing
    meanwhile.
    """
    field_names = {field.name for field in cards.model._meta.get_fields()}
    columns = tuple(name for name in _KEPT if name in field_names)
    written = 0
    for rows in _batches(cards, columns):
        wanted = [(_derived(row)[: len(columns)], row) for row in rows]
        changed = [(*now, row["pk"]) for now, row in wanted if now != tuple(row[name] for name in columns)]
        _write(cards.model._meta.db_table, columns, changed, using)
        written += len(changed)
    return written


def fold_again(cards: Any, *, using: str = "default") -> None:
    """Brings folded texts up to date after a change of ``folded``, which of a folded text makes what it makes of the
    text itself."""
    after = 0
    while rows := list(cards.filter(pk__gt=after).order_by("pk").values_list("pk", *_FOLDED)[:BATCH]):
        after = rows[-1][0]
        changed = [(*now, key) for key, *texts in rows if (now := [folded(text) for text in texts]) != texts]
        _write(cards.model._meta.db_table, _FOLDED, changed, using)


def count_likes(cards: Any, likes: Any) -> None:
    """Counts the likes of those cards that have any: ``cards`` and ``likes`` are querysets."""
    counts = likes.filter(card__isnull=False).order_by().values_list("card").annotate(Count("pk"))
    for key, count in list(counts):
        cards.filter(pk=key).update(like_count=count)


def _batches(cards: Any, columns: tuple[str, ...]) -> Iterator[list[dict[str, Any]]]:
    after = 0
    while rows := list(cards.filter(pk__gt=after).order_by("pk").values(*_SOURCES, *columns)[:BATCH]):
        after = rows[-1]["pk"]
        yield rows


def _derived(row: dict[str, Any]) -> tuple[str, str, int | None, int]:
    is_valued = row["kind"] in _VALUED
    fair = fair_halves(row["kind"], row["av"], row["hp"], row["abilities"]) if is_valued else None
    names = folded(row["name"])[:_LENGTH], folded(row["name_fr"] or row["name"])[:_LENGTH]
    return *names, fair, seasons_of(row["abilities"])


def _write(table: str, column_names: tuple[str, ...], rows: list[tuple[Any, ...]], using: str) -> None:
    columns = ", ".join(f"{name} = %s" for name in column_names)
    if rows:
        with transaction.atomic(using=using), connections[using].cursor() as cursor:
            cursor.executemany(f"UPDATE {table} SET {columns} WHERE id = %s", rows)
