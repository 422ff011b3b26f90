import django.db.models.deletion
from django.db import migrations, models

import accounts.models
from operations.schema import AddFieldIfMissing, CreateModelIfMissing


class Migration(migrations.Migration):
    """For a time 0001 itself brought all this: databases made then have it already, or only the table."""

    dependencies = [("accounts", "0001_initial"), ("cards", "0001_initial")]

    operations = [
        CreateModelIfMissing(
            name="PrintJob",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "token",
                    models.CharField(default=accounts.models.new_token, editable=False, max_length=16, unique=True),
                ),
                (
                    "visibility",
                    models.CharField(
                        choices=[
                            ("private", "Private: only you"),
                            ("unlisted", "Unlisted: everybody who has the link"),
                            ("public", "Public: listed for everybody"),
                        ],
                        default="private",
                        max_length=8,
                    ),
                ),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("updated", models.DateTimeField(auto_now=True)),
                ("hidden_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("hidden_reason", models.CharField(blank=True, max_length=200)),
                ("title", models.CharField(max_length=200)),
                ("cards", models.JSONField(default=list)),
                ("options", models.JSONField(default=dict)),
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
                ("done", models.PositiveIntegerField(default=0)),
                ("total", models.PositiveIntegerField(default=0)),
                ("beat", models.DateTimeField(blank=True, null=True)),
                ("problem", models.CharField(blank=True, max_length=300)),
                ("file", models.FileField(blank=True, upload_to="prints/")),
                ("file_name", models.CharField(blank=True, max_length=200)),
                ("file_kind", models.CharField(blank=True, max_length=60)),
                ("size", models.PositiveIntegerField(default=0)),
                (
                    "owner",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="accounts.owner",
                    ),
                ),
            ],
            options={
                "verbose_name": "print job",
                "verbose_name_plural": "print jobs",
                "ordering": ("-created",),
            },
        ),
        AddFieldIfMissing(model_name="printjob", name="kind", field=models.CharField(default="cards", max_length=12)),
    ]
