"""Statements of every page or every move, without making their SQL each time.

Making it takes Django ten times as long as it takes a database to answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property
from typing import Any, Final, Generic, TypeVar
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Field, Model, QuerySet, UUIDField

M = TypeVar("M", bound=Model)
Converters = list[tuple[int, list[Callable[..., Any]], Any]]

# Values that no row has: each marks where a value that is asked for goes into the SQL, by its number.
_MARKS: Final[Mapping[type, Callable[[int], Any]]] = {
    UUID: lambda number: UUID(int=0x00000000_0000_4000_8000_C1A5B0FDEC45 + number),
    str: lambda number: f"where value {number} goes",
    int: lambda number: 1_771_177_177 + number,
}


class _Prepared:
    """A statement that is the same for all values of some types. The first one that is asked for makes it."""

    def __init__(self, ask: Callable[..., object], kinds: Sequence[type]) -> None:
        self._ask = ask
        self.marks = [_MARKS[kind](number) for number, kind in enumerate(kinds)]

    def fetch(self, values: Sequence[Any]) -> list[Any]:
        sql, params, places = self._statement
        params = [*params]
        for place, number in places:
            params[place] = _as_param(values[number])
        with _own_connection().cursor() as cursor:
            cursor.execute(sql, params)
            return list(cursor.fetchall())

    @cached_property
    def _statement(self) -> tuple[str, list[Any], list[tuple[int, int]]]:
        statements: list[tuple[str, list[Any]]] = []

        def note(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
            statements.append((sql, list(params)))
            return execute(sql, params, many, context)

        with connection.execute_wrapper(note):
            self._ask(*self.marks)
        ((sql, params),) = statements
        marks = [_as_param(mark) for mark in self.marks]
        return sql, params, [(place, marks.index(param)) for place, param in enumerate(params) if param in marks]


class PreparedCount:
    """``PreparedCount(rows, UUID)(key)`` is ``rows(key).count()``, which must ask the same of all keys."""

    def __init__(self, rows: Callable[..., QuerySet[Any, Any]], *kinds: type) -> None:
        self.rows = rows
        self._prepared = _Prepared(lambda *values: rows(*values).count(), kinds)

    def __call__(self, *values: Any) -> int:
        ((count,),) = self._prepared.fetch(values)
        return int(count)


class PreparedRows(Generic[M]):
    """``PreparedRows(rows, str)("a")`` is ``list(rows("a"))``: the columns of a model that ``rows`` does not defer, the
    same asked of all values.
    """

    def __init__(self, rows: Callable[..., QuerySet[M]], *kinds: type) -> None:
        self.rows = rows
        self._prepared = _Prepared(lambda *values: list(rows(*values)), kinds)

    def __call__(self, *values: Any) -> list[M]:
        model, names, converters = self._columns
        objects, own = [], _own_connection()
        for row in self._prepared.fetch(values):
            columns = list(row)
            for number, converts, column in converters:
                for convert in converts:
                    columns[number] = convert(columns[number], column, own)
            objects.append(model.from_db(own.alias, names, columns))
        return objects

    @cached_property
    def _columns(self) -> tuple[type[M], list[str], Converters]:
        rows = self.rows(*self._prepared.marks)
        model, (deferred, _defers) = rows.model, rows.query.deferred_loading
        fields: Sequence[Field[Any, Any]] = [
            field for field in model._meta.concrete_fields if field.name not in deferred
        ]
        columns = [field.get_col(model._meta.db_table) for field in fields]
        converters = [
            (number, [*connection.ops.get_db_converters(column), *column.get_db_converters(connection)], column)
            for number, column in enumerate(columns)
        ]
        return model, [field.attname for field in fields], [each for each in converters if each[1]]


def insert(rows: Sequence[Model]) -> None:
    """Inserts rows of one model with an automatic key, which they are not told of; sends no signals."""
    sql, fields = _insertion(type(rows[0]), len(rows))
    own = _own_connection()
    _execute(sql, [field.get_db_prep_save(field.pre_save(row, add=True), own) for row in rows for field in fields])


@cache
def _insertion(model: type[Model], count: int) -> tuple[str, list[Field[Any, Any]]]:
    fields: list[Field[Any, Any]] = [field for field in model._meta.concrete_fields if not field.primary_key]
    marks = f"({', '.join(['%s'] * len(fields))})"
    columns, values = ", ".join(map(_column, fields)), ", ".join([marks] * count)
    return f"INSERT INTO {_quoted(model._meta.db_table)} ({columns}) VALUES {values}", fields


def update(model: type[Model], where: Mapping[str, Any], values: Mapping[str, Any]) -> int:
    """Updates the rows whose fields have the values of ``where``; how many those were."""
    sql, changed, asked = _change(model, tuple(where), tuple(values))
    own = _own_connection()
    params = [field.get_db_prep_save(values[field.name], own) for field in changed]
    params += [field.get_db_prep_value(where[field.name], own) for field in asked]
    return _execute(sql, params)


@cache
def _change(
    model: type[Model], where: Sequence[str], values: Sequence[str]
) -> tuple[str, list[Field[Any, Any]], list[Field[Any, Any]]]:
    changed, asked = _fields(model, values), _fields(model, where)
    sql = (
        f"UPDATE {_quoted(model._meta.db_table)} SET {', '.join(f'{_column(field)} = %s' for field in changed)}"
        f" WHERE {' AND '.join(f'{_column(field)} = %s' for field in asked)}"
    )
    return sql, changed, asked


def _fields(model: type[Model], names: Iterable[str]) -> list[Field[Any, Any]]:
    wanted = frozenset(names)
    fields = [field for field in model._meta.concrete_fields if field.name in wanted]
    assert len(fields) == len(wanted), wanted
    return fields


def _execute(sql: str, params: Sequence[Any]) -> int:
    with _own_connection().cursor() as cursor:
        cursor.execute(sql, params)
        return int(cursor.rowcount)


def _own_connection() -> BaseDatabaseWrapper:
    """This thread's connection itself: ``connection`` stands for it and looks it up anew at each attribute."""
    return connections[DEFAULT_DB_ALIAS]


def _column(field: Field[Any, Any]) -> str:
    return _quoted(field.column or "")


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name)


def _as_param(value: Any) -> Any:
    return UUIDField().get_db_prep_value(value, connection) if isinstance(value, UUID) else value
