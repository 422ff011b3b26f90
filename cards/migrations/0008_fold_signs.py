"""Texts that searches look through have one apostrophe, one hyphen, one space for all that look alike."""

from typing import Any

from django.db import migrations


def fold(apps: Any, schema_editor: Any) -> None:
    from cards import derived

    alias = schema_editor.connection.alias
    derived.fold_again(apps.get_model("cards", "Card")._base_manager.using(alias), using=alias)


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("cards", "0007_what_searches_ask")]

    operations = [migrations.RunPython(fold, migrations.RunPython.noop)]
