"""Keys of positions leave out what no solution depends on, and published pages keep how they are solved."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models


def renew(apps: Any, _schema_editor: Any) -> None:
    from grimoire.proving import renewal

    renewal.renew_keys_and_ways(apps)


def restore(apps: Any, _schema_editor: Any) -> None:
    from grimoire.proving import renewal

    renewal.restore_exact_keys(apps)


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("grimoire", "0003_lane_of_proofs")]

    operations = [
        migrations.CreateModel(
            name="PuzzleWay",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("shape", models.CharField(db_index=True, max_length=300)),
                ("cards", models.JSONField()),
                (
                    "puzzle",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="ways", to="grimoire.puzzle"
                    ),
                ),
            ],
        ),
        migrations.RunPython(renew, restore),
    ]
