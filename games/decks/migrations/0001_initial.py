from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Thinking",
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
                ("key", models.CharField(max_length=64, unique=True)),
                ("position", models.JSONField()),
                ("sight", models.CharField(blank=True, max_length=1)),
                ("report", models.JSONField(default=dict)),
                ("stopped", models.BooleanField(default=False)),
                ("wanted_at", models.DateTimeField(db_index=True)),
                ("seconds", models.FloatField(default=0)),
            ],
            options={
                "abstract": False,
            },
        ),
    ]
