"""Operations for migrations that meet databases of several histories: they add only what is not there yet.

Some early versions changed a released migration in place. What such a change brought is in some databases and not in
others although all of them remember the same migrations. A migration made of these operations brings all of them to the
same schema. They ask the database itself, in ways that all databases of Django's understand.
"""

from __future__ import annotations

from typing import Any

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


class AddIndexMeanwhile(migrations.AddIndex):
    """Adds an index while the site goes on writing, where the database can: on PostgreSQL. Needs ``atomic = False``."""

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: Any, to_state: Any
    ) -> None:
        self._in_the_background(schema_editor, "add_index", to_state.apps.get_model(app_label, self.model_name))

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: Any, to_state: Any
    ) -> None:
        self._in_the_background(schema_editor, "remove_index", from_state.apps.get_model(app_label, self.model_name))

    def _in_the_background(self, schema_editor: BaseDatabaseSchemaEditor, work: str, model: Any) -> None:
        more = {"concurrently": True} if schema_editor.connection.vendor == "postgresql" else {}
        getattr(schema_editor, work)(model, self.index, **more)


class CreateModelIfMissing(migrations.CreateModel):
    """Creates the model's table, unless the database has one of its name."""

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: Any, to_state: Any
    ) -> None:
        table = to_state.apps.get_model(app_label, self.name)._meta.db_table
        if table not in schema_editor.connection.introspection.table_names():
            super().database_forwards(app_label, schema_editor, from_state, to_state)


class AddFieldIfMissing(migrations.AddField):
    """Adds the field's column, unless the table has one of its name."""

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: Any, to_state: Any
    ) -> None:
        model = to_state.apps.get_model(app_label, self.model_name)
        connection = schema_editor.connection
        with connection.cursor() as cursor:
            # Not by introspection: Django's cannot read every CHECK that it writes on SQLite.
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(model._meta.db_table)} WHERE 1 = 0")
            columns = {column[0] for column in cursor.description}
        if model._meta.get_field(self.name).column not in columns:
            super().database_forwards(app_label, schema_editor, from_state, to_state)
