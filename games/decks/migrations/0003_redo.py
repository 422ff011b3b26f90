from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("decks", "0002_analysis")]

    operations = [
        migrations.AddField("analysis", "redo", models.JSONField(blank=True, db_default=[], default=list)),
    ]
