"""All of this room's tables at version 1.0.0, for databases made since; older ones apply what it replaces."""

from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("background", "0001_initial"),
        ("background", "0002_heartbeat_at"),
        ("background", "0003_whole_files"),
    ]

    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                ("worker", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("heartbeat_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="WholeFile",
            fields=[
                ("name", models.CharField(max_length=40, primary_key=True, serialize=False)),
                ("stored", models.CharField(blank=True, max_length=100)),
                ("digest", models.CharField(blank=True, max_length=64)),
                ("size", models.PositiveBigIntegerField(default=0)),
                ("made_at", models.DateTimeField(null=True)),
                ("held_until", models.DateTimeField(null=True)),
            ],
        ),
    ]
