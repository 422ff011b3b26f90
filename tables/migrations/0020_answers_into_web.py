from typing import Any

from django.db import migrations


def carry(apps: Any, _schema_editor: Any) -> None:
    responses = apps.get_model("web", "IdempotentResponse")
    batch = []
    for answer in apps.get_model("play", "IdempotentAnswer").objects.iterator(chunk_size=500):
        batch.append(
            responses(
                scope=answer.scope,
                key=answer.key,
                digest=answer.digest,
                subject=f"play.livegame:{answer.game_id}",
                status=answer.status,
                body=answer.body,
                secrets=answer.secrets,
                at=answer.at,
            )
        )
        if len(batch) == 500:
            responses.objects.bulk_create(batch)
            batch = []
    responses.objects.bulk_create(batch)


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0019_tasks_of_tables"),
        ("web", "0001_answers_to_keyed_requests"),
    ]

    operations = [
        migrations.RunPython(carry, migrations.RunPython.noop),
        migrations.DeleteModel(name="IdempotentAnswer"),
    ]
