"""Fields and a model get plain names in the code; tables and columns keep theirs, so that the database stays as it is."""

from typing import Any

from django.db import migrations, models
from django.db.migrations.operations.base import Operation


def _renamed(model: str, old: str, new: str, field: Any) -> tuple[Operation, ...]:
    return (migrations.AlterField(model, old, field), migrations.RenameField(model, old, new))


class Migration(migrations.Migration):
    dependencies = [("grimoire", "0013_departed")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                *_renamed(
                    "attempt", "rung", "hint_level", models.PositiveSmallIntegerField(db_column="rung", default=0)
                ),
                *_renamed(
                    "attempt",
                    "rung_at_first",
                    "hint_level_at_first",
                    models.PositiveSmallIntegerField(db_column="rung_at_first", default=0),
                ),
                migrations.RemoveIndex("puzzle", "showpieces"),
                *_renamed("puzzle", "showpiece", "featured", models.BooleanField(db_column="showpiece", default=False)),
                migrations.AddIndex(
                    "puzzle",
                    models.Index(
                        condition=models.Q(("featured", True)), fields=["game", "level", "token"], name="showpieces"
                    ),
                ),
                *_renamed(
                    "puzzle",
                    "likeness",
                    "fingerprint",
                    models.CharField(blank=True, db_column="likeness", editable=False, max_length=400),
                ),
                migrations.AlterModelTable("puzzleway", "grimoire_puzzleway"),
                migrations.RenameModel("PuzzleWay", "PuzzleSolution"),
                *_renamed(
                    "puzzlesolution",
                    "shape",
                    "signature",
                    models.CharField(db_column="shape", db_index=True, max_length=300),
                ),
                migrations.AlterField(
                    "puzzlesolution",
                    "puzzle",
                    models.ForeignKey(
                        on_delete=models.deletion.CASCADE, related_name="solutions", to="grimoire.puzzle"
                    ),
                ),
            ],
        ),
    ]
