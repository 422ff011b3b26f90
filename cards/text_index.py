"""Looking for words within texts: ``filter(search_text__holds="heron")``, which indexes answer on either engine.

A text of three letters and more is found wherever it stands in the column, in the midst of words too, as by
``contains``. One or two letters are found where a word begins: within words they stand nearly everywhere. Of several
texts (``holds=("heron", "ma")``) all have to be there. Columns hold folded text (``cards.folding``), so accents and
capitals do not count in any language. What it is answered with:

- SQLite: two tables of FTS5 beside the model's, of all three letters that follow each other and of the words, kept in
  step by triggers.
- PostgreSQL: indexes of the same, by ``pg_trgm``, which ``LIKE`` uses by itself, and by ``to_tsvector``. Where the
  server has not got the extension, or does not let us have it, ``LIKE`` reads all rows.

All are made after each ``migrate``, where they are missing: a migration that makes a table of SQLite anew takes its
triggers with it.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from django.core.exceptions import EmptyResultSet
from django.db import DatabaseError, connections, models, transaction
from django.db.models.expressions import Col
from django.db.models.lookups import Contains, Lookup

logger = logging.getLogger(__name__)

SHORTEST: Final = 3  # letters that are found within words too
_LETTERS: Final = re.compile(r"[^\W_]+")  # what words are made of
# On PostgreSQL, the words of a column.
_WORDS: Final = "to_tsvector('simple', regexp_replace({}, '[^[:alnum:]]+', ' ', 'g'))"
_INDEXED: Final[dict[str, TextIndex]] = {}


@dataclass(frozen=True, slots=True)
class TextIndex:
    """The indexes of one column of a table: of its name, on SQLite tables with triggers."""

    table: str
    column: str
    key: str

    @property
    def name(self) -> str:
        """The index of all three letters that follow each other, in the database."""
        return f"{self.table}_{self.column}"

    @property
    def words(self) -> str:
        """The index of what words begin with, in the database."""
        return f"{self.name}_words"

    @property
    def tables(self) -> dict[str, str]:
        """Both on SQLite: how they cut a text, by their names."""
        return {
            self.name: "tokenize='trigram'",
            self.words: "tokenize='unicode61 remove_diacritics 0', prefix='1 2', detail=none",
        }

    def triggers(self, name: str) -> dict[str, str]:
        """What keeps one of them in step on SQLite: SQL by the trigger's name."""
        added = f'INSERT INTO "{name}"(rowid, "{self.column}") VALUES (new."{self.key}", new."{self.column}");'
        taken = (
            f'INSERT INTO "{name}"("{name}", rowid, "{self.column}") '
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
            f"{name}_{kind}": f'CREATE TRIGGER "{name}_{kind}" AFTER {event} ON "{self.table}" {only} BEGIN {does} END'
            for kind, (event, only, does) in when.items()
        }

    def ensure(self, using: str) -> None:
        """Makes both, where they are missing."""
        connection = connections[using]
        if self.table not in connection.introspection.table_names():
            return
        if connection.vendor == "sqlite":
            for name, cut in self.tables.items():
                self._ensure_on_sqlite(connection, name, cut)
        elif connection.vendor == "postgresql":
            self._ensure_on_postgresql(connection, self.words, _WORDS.format(f'"{self.column}"'))
            self._ensure_on_postgresql(connection, self.name, f'"{self.column}" gin_trgm_ops', "pg_trgm")

    def _ensure_on_sqlite(self, connection: Any, name: str, cut: str) -> None:
        with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
            cursor.execute("SELECT name FROM sqlite_master WHERE tbl_name IN (%s, %s)", [self.table, name])
            existing = {object_name for (object_name,) in cursor.fetchall()}
            missing = [sql for trigger, sql in self.triggers(name).items() if trigger not in existing]
            if name in existing and not missing:
                return
            cursor.execute(
                f'CREATE VIRTUAL TABLE IF NOT EXISTS "{name}" USING fts5("{self.column}", '
                f"content='{self.table}', content_rowid='{self.key}', {cut}, columnsize=0)"
            )
            for sql in missing:
                cursor.execute(sql)
            cursor.execute(f'INSERT INTO "{name}"("{name}") VALUES (\'rebuild\')')

    def _ensure_on_postgresql(self, connection: Any, name: str, expression: str, extension: str = "") -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT to_regclass(%s) IS NOT NULL", [name])
            if cursor.fetchone()[0]:
                return
            try:
                with transaction.atomic(using=connection.alias):
                    if extension:
                        cursor.execute(f"CREATE EXTENSION IF NOT EXISTS {extension}")
            except DatabaseError as wrong:
                logger.warning("Searches for words read all rows, for the extension pg_trgm is not there: %s", wrong)
                return
            meanwhile = "" if connection.in_atomic_block else "CONCURRENTLY"
            cursor.execute(f'CREATE INDEX {meanwhile} "{name}" ON "{self.table}" USING gin ({expression})')


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


class Holds(Lookup):
    """Whether a text has another one, or all of several, within it, answered by its column's indexes: ``__holds``."""

    lookup_name = "holds"
    prepare_rhs = False

    def __init__(self, lhs: Any, rhs: str | tuple[str, ...]) -> None:
        texts = (rhs,) if isinstance(rhs, str) else tuple(rhs)
        super().__init__(lhs, texts)
        self.long = [text for text in texts if len(text) >= SHORTEST]
        short = [text for text in texts if len(text) < SHORTEST]
        self.beginnings = [begins for text in short for begins in _LETTERS.findall(text)]
        # What has no letters begins no word.
        self.is_vain = any(not _LETTERS.search(text) for text in short)

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[Any, ...]]:
        """By the text itself: PostgreSQL finds the indexes."""
        clauses = [Contains(self.lhs, text).as_sql(compiler, connection) for text in self.long]
        if self.is_vain:
            raise EmptyResultSet
        if self.beginnings:
            column, params = compiler.compile(self.lhs)
            words = " & ".join(f"{begins}:*" for begins in self.beginnings)
            clauses.append((f"{_WORDS.format(column)} @@ to_tsquery('simple', %s)", (*params, words)))
        return _together(clauses)

    def as_sqlite(self, compiler: Any, connection: Any) -> tuple[str, tuple[Any, ...]]:
        """By the tables beside the column's."""
        if self.is_vain:
            raise EmptyResultSet
        index = _INDEXED[self.lhs.target.model._meta.db_table]
        assert isinstance(self.lhs, Col) and index.column == self.lhs.target.column
        phrases = " AND ".join('"{}"'.format(text.replace('"', '""')) for text in self.long)
        beginnings = " AND ".join(f'"{begins}"*' for begins in self.beginnings)
        key = f'{compiler.quote_name_unless_alias(self.lhs.alias)}."{index.key}"'
        matches = [(index.name, phrases)] * bool(self.long) + [(index.words, beginnings)] * bool(self.beginnings)
        # The plus has SQLite go through an index of what else is asked rather than read row after row of the table.
        return _together(
            (f'+{key} IN (SELECT rowid FROM "{name}" WHERE "{name}" MATCH %s)', (match,)) for name, match in matches
        )


def _together(clauses: Iterable[tuple[str, Iterable[Any]]]) -> tuple[str, tuple[Any, ...]]:
    sql: list[str] = []
    params: list[Any] = []
    for part, values in clauses:
        sql.append(f"({part})")
        params += values
    return " AND ".join(sql), tuple(params)


models.CharField.register_lookup(Holds)
