"""Pages of Clash of Magic Schools are found by the name of their game: loading books again leaves their rows alone."""

from typing import Any

from django.db import migrations
from django.db.models import Value
from django.db.models.functions import Concat

NAME = " clash of magic schools"


def add_name(apps: Any, schema_editor: Any) -> None:
    pages = apps.get_model("grimoire", "Puzzle").objects.filter(game="magic-schools")
    pages.exclude(search_text__endswith=NAME).update(search_text=Concat("search_text", Value(NAME)))


class Migration(migrations.Migration):
    dependencies = [("grimoire", "0030_championships")]

    operations = [migrations.RunPython(add_name, migrations.RunPython.noop, elidable=True)]
