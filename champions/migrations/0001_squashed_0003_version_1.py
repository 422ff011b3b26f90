"""All of this room's tables at version 1.0.0, for databases made since; older ones apply what it replaces."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("champions", "0001_initial"),
        ("champions", "0002_lane_of_trials"),
        ("champions", "0003_heartbeat_at"),
    ]

    initial = True

    dependencies = [
        ("cards", "0001_squashed_0008_version_1"),
    ]

    operations = [
        migrations.CreateModel(
            name="Trial",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("running", "Running"),
                            ("done", "Done"),
                            ("failed", "Failed"),
                            ("cancelled", "Cancelled"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("heartbeat_at", models.DateTimeField(blank=True, null=True)),
                ("lane", models.CharField(blank=True, editable=False, max_length=32)),
                ("fingerprint", models.CharField(max_length=64)),
                ("games", models.PositiveIntegerField(default=10000)),
                ("played", models.PositiveIntegerField(default=0)),
                ("tally", models.JSONField(default=dict)),
                ("asked", models.DateTimeField(auto_now_add=True)),
                ("seconds", models.FloatField(default=0)),
                (
                    "champion",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="trials", to="cards.card"
                    ),
                ),
            ],
            options={
                "ordering": ("-asked",),
                "constraints": [
                    models.UniqueConstraint(fields=("champion", "fingerprint"), name="one_trial_of_a_kind")
                ],
            },
        ),
    ]
