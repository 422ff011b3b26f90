"""Whether a migration is safe while code that does not know of it still runs: nothing that it uses goes or narrows.

An upgrade migrates the database first, then starts new code beside the old, then ends the old (docs/host/hosting.md).
So a release may add what the old code does not fill in; what it takes away, the release before must have stopped
using.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.db import migrations, models
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models.fields import NOT_PROVIDED

# What touches no table, or adds what old code need not know.
HARMLESS = (
    migrations.CreateModel,
    migrations.AddIndex,
    migrations.RemoveIndex,
    migrations.RenameIndex,
    migrations.RemoveConstraint,
    migrations.AlterModelManagers,
    migrations.AlterModelOptions,
)
GOES = "is gone while old code still asks for it: stop using it first, take it away in the release after"
NARROWS = "refuses what old code still writes: have it written right first, narrow it in the release after"


def problems(migration: migrations.Migration, state: ProjectState) -> Iterator[str]:
    """What of a migration is not safe, by the state of the models before it; ``state`` goes along with it."""
    made: set[str] = set()  # models that old code does not know
    for operation in migration.operations:
        if isinstance(operation, migrations.CreateModel):
            made.add(operation.name_lower)
        wrong = _problem(operation, migration.app_label, state)
        if wrong and _model(operation) not in made:
            yield f"{type(operation).__name__}: {wrong}"
        operation.state_forwards(migration.app_label, state)


def _problem(operation: Operation, app: str, state: ProjectState) -> str:
    match operation:
        case migrations.RemoveField():
            return f"{operation.model_name}.{operation.name} {GOES}"
        case migrations.RenameField():
            return f"{operation.model_name}.{operation.old_name} {GOES}"
        case migrations.DeleteModel():
            return f"{operation.name} {GOES}"
        case migrations.RenameModel():
            return f"{operation.old_name} {GOES}"
        case migrations.AlterModelTable() | migrations.AlterUniqueTogether() | migrations.AddConstraint():
            return f"{getattr(operation, 'model_name', None) or getattr(operation, 'name', '')} {NARROWS}"
        case migrations.AddField():
            return "" if _is_filled(operation.field) else f"{operation.model_name}.{operation.name} {_UNFILLED}"
        case migrations.AlterField():
            before = state.models[app, operation.model_name_lower].fields[operation.name]
            return f"{operation.model_name}.{operation.name} {NARROWS}" if _narrows(before, operation.field) else ""
        case migrations.RunPython():
            return "" if getattr(operation.code, "is_side_by_side", False) else _UNKNOWN
        case migrations.SeparateDatabaseAndState() | migrations.RunSQL():
            return _UNKNOWN
        case _:
            return "" if isinstance(operation, HARMLESS) else _UNKNOWN


def _model(operation: Operation) -> str:
    name = getattr(operation, "model_name", None) or getattr(operation, "name", None) or ""
    return str(name).lower()


_UNFILLED = "is not filled in by old code: let it be null, or give it a db_default"
_UNKNOWN = "nobody can tell from outside whether old code goes on with it: try it, and say so in LOOKED_AT"


def _is_filled(field: models.Field) -> bool:  # type: ignore[type-arg]
    return field.many_to_many or field.null or field.db_default is not NOT_PROVIDED


def _narrows(before: models.Field, after: models.Field) -> bool:  # type: ignore[type-arg]
    if type(before) is not type(after) or before.db_column != after.db_column:
        return True
    lengths = (before.max_length, after.max_length)
    shorter = lengths[1] is not None and (lengths[0] is None or lengths[1] < lengths[0])
    return bool((before.null and not after.null) or (after.unique and not before.unique) or shorter)
