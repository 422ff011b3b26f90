from collections.abc import Callable

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F, Value
from django.db.models.functions import Concat, Substr


def rename(before: str, after: str) -> Callable[[Apps, BaseDatabaseSchemaEditor], None]:
    def run(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
        waiting = apps.get_model("django_tasks_database", "DBTaskResult").objects.filter(task_path__startswith=before)
        waiting.update(task_path=Concat(Value(after), Substr(F("task_path"), len(before) + 1)))

    return run


class Migration(migrations.Migration):
    """Jobs in the queue name their functions, which lie in ``tables`` now."""

    dependencies = [
        ("play", "0018_seats_that_were_held"),
        ("django_tasks_database", "0021_conditional_partial_index_ordering"),
    ]

    operations = [migrations.RunPython(rename("play.tasks.", "tables.tasks."), rename("tables.tasks.", "play.tasks."))]
