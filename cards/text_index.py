"""Looking for words within texts: ``filter(search_text__holds="heron")``, which an index answers on either engine.

It finds the same as ``contains``: the text wherever it stands in the column, the first letters of a word too. Columns
hold folded text (``cards.folding``), so accents and capitals do not count in any language. What it is answered with:

- SQLite: a table of FTS5 beside the model's, of all three letters that follow each other, kept in step by triggers.
- PostgreSQL: an index of the same (``pg_trgm``), which ``LIKE`` uses by itself; where the server has not got the
  extension, or does not let us have it, ``LIKE`` reads all rows.

Fewer than three letters are looked for in all rows. Both are made after each ``migrate``, where they are missing: a
migration that makes a table of SQLite anew takes its triggers with it.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any, Final

from django.db import DatabaseError, connections, models, transaction
from django.db.models.expressions import Col
from django.db.models.lookups import Contains

logger = logging.getLogger(__name__)

SHORTEST: Final = 3  # letters that are an entry of the indexes
_INDEXED: Final[dict[str, TextIndex]] = {}


@dataclass(frozen=True, slots=True)
class TextIndex:
    """The index of one column of a table: of its name, on SQLite a table with triggers."""

    table: str
    column: str
    key: str

    @property
    def name(self) -> str:
        """The index, in the database."""
        return f"{self.table}_{self.column}"

    @property
    def triggers(self) -> dict[str, str]:
        """What keeps it in step on SQLite: SQL by the trigger's name."""
        added = f'INSERT INTO "{self.name}"(rowid, "{self.column}") VALUES (new."{self.key}", new."{self.column}");'
        taken = (
            f'INSERT INTO "{self.name}"("{self.name}", rowid, "{self.column}") '
            f'VALUES (\'delete\', old."{self.key}", old."{self.column}");'
        )
        when = {
            "added": ("INSERT", "", added),
            "taken": ("DELETE", "", taken),
            "changed": (
                f'UPDATE OF "{self.column}"',
                f'WHEN old."{self.column}" <> new."{self.column}"',
                taken + added,
            ),
        }
        return {
            f"{self.name}_{name}": f'CREATE TRIGGER "{self.name}_{name}" AFTER {event} ON "{self.table}" {only} '
            f"BEGIN {does} END"
            for name, (event, only, does) in when.items()
        }

    def ensure(self, using: str) -> None:
        """Makes it, where it is missing."""
        connection = connections[using]
        if self.table not in connection.introspection.table_names():
            return
        if connection.vendor == "sqlite":
            self._ensure_on_sqlite(connection)
        elif connection.vendor == "postgresql":
            self._ensure_on_postgresql(connection)

    def _ensure_on_sqlite(self, connection: Any) -> None:
        with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
            cursor.execute("SELECT name FROM sqlite_master WHERE tbl_name IN (%s, %s)", [self.table, self.name])
            there = {name for (name,) in cursor.fetchall()}
            missing = [sql for name, sql in self.triggers.items() if name not in there]
            if self.name in there and not missing:
                return
            cursor.execute(
                f'CREATE VIRTUAL TABLE IF NOT EXISTS "{self.name}" USING fts5("{self.column}", '
                f"content='{self.table}', content_rowid='{self.key}', tokenize='trigram', columnsize=0)"
            )
            for sql in missing:
                cursor.execute(sql)
            cursor.execute(f'INSERT INTO "{self.name}"("{self.name}") VALUES (\'rebuild\')')

    def _ensure_on_postgresql(self, connection: Any) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT to_regclass(%s) IS NOT NULL", [self.name])
            if cursor.fetchone()[0]:
                return
            meanwhile = "" if connection.in_atomic_block else "CONCURRENTLY"
            try:
                with transaction.atomic(using=connection.alias):
                    cursor.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
            except DatabaseError as wrong:
                logger.warning("Searches for words read all rows, for the extension pg_trgm is not there: %s", wrong)
                return
            cursor.execute(
                f'CREATE INDEX {meanwhile} "{self.name}" ON "{self.table}" USING gin ("{self.column}" gin_trgm_ops)'
            )


def index_text(model: type[models.Model], column: str) -> TextIndex:
    """Has a column of a model indexed. Its name is that of the field."""
    key = model._meta.pk
    assert key is not None
    index = TextIndex(model._meta.db_table, column, str(key.column))
    _INDEXED[index.table] = index
    return index


def ensure_indexes(sender: Any, using: str, **_: Any) -> None:
    """Makes what is missing of an app's indexes: a receiver of ``post_migrate``."""
    for index in _INDEXED.values():
        if index.table.startswith(f"{sender.label}_"):
            index.ensure(using)


class Holds(Contains):
    """Whether a text has another one within it, answered by its column's index: ``__holds``."""

    def as_sqlite(self, compiler: Any, connection: Any) -> Any:
        """By the table beside the column's, for what has three letters and more."""
        column = self.lhs
        index = _INDEXED.get(column.target.model._meta.db_table) if isinstance(column, Col) else None
        if index is None or index.column != column.target.column or len(str(self.rhs)) < SHORTEST:
            return super().as_sql(compiler, connection)
        key = f'{compiler.quote_name_unless_alias(column.alias)}."{index.key}"'
        phrase = '"{}"'.format(str(self.rhs).replace('"', '""'))
        # The plus has SQLite go through an index of what else is asked rather than read row after row of the table.
        return f'+{key} IN (SELECT rowid FROM "{index.name}" WHERE "{index.name}" MATCH %s)', [phrase]


models.CharField.register_lookup(Holds, "holds")
