from typing import Any

from django.db import migrations, models


def forget_marked(apps: Any, _schema_editor: Any) -> None:
    """Answers of before have marks in their text for secrets, as card names may have: they are not given again."""
    apps.get_model("play", "IdempotentAnswer").objects.filter(body__contains="{{").delete()


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0011_webhooks_again"),
    ]

    operations = [
        migrations.AddField(
            model_name="idempotentanswer",
            name="secrets",
            field=models.JSONField(default=dict, db_default={}),
        ),
        migrations.RunPython(forget_marked, migrations.RunPython.noop),
    ]
