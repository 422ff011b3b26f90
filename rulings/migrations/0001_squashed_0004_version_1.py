"""All of this room's tables at version 1.0.0, for databases made since; older ones apply what it replaces."""

import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

import accounts.models
import rulings.models


class Migration(migrations.Migration):
    replaces = [
        ("rulings", "0001_initial"),
        ("rulings", "0002_history_of_rulings"),
        ("rulings", "0003_answers_in_one_language"),
        ("rulings", "0004_publishers_faq"),
    ]

    initial = True

    dependencies = [
        ("accounts", "0001_squashed_0005_version_1"),
    ]

    operations = [
        migrations.CreateModel(
            name="Question",
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
                (
                    "text",
                    models.TextField(
                        validators=[django.core.validators.MaxLengthValidator(2000)], verbose_name="Your question"
                    ),
                ),
                (
                    "position",
                    models.TextField(blank=True, validators=[django.core.validators.MaxLengthValidator(6000)]),
                ),
                ("actions", models.TextField(blank=True, validators=[django.core.validators.MaxLengthValidator(6000)])),
                ("language", models.CharField(choices=[("en", "English"), ("fr", "Français")], max_length=2)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "Waiting for an answer"),
                            ("answered", "Answered"),
                            ("published", "Became a ruling"),
                            ("declined", "Closed"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("answer", models.TextField(blank=True)),
                ("seen", models.BooleanField(default=False, editable=False)),
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
                "ordering": ("-created",),
            },
        ),
        migrations.CreateModel(
            name="EditorialRuling",
            fields=[
                (
                    "id",
                    models.SlugField(
                        max_length=60, primary_key=True, serialize=False, validators=[rulings.models._may_be_id]
                    ),
                ),
                ("title_en", models.CharField(blank=True, max_length=120)),
                ("title_fr", models.CharField(blank=True, max_length=120)),
                ("text_en", models.TextField(blank=True, max_length=2000)),
                ("text_fr", models.TextField(blank=True, max_length=2000)),
                ("ours_en", models.TextField(blank=True, max_length=2000)),
                ("ours_fr", models.TextField(blank=True, max_length=2000)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("rulebook", "Said by the rulebooks"),
                            ("order", "Follows from the activation order"),
                            ("faq", "Said by the publisher’s FAQ"),
                            ("interpretation", "Our interpretation"),
                            ("mixed", "Rulebooks, with our interpretation"),
                        ],
                        default="interpretation",
                        max_length=15,
                    ),
                ),
                ("source_en", models.CharField(blank=True, max_length=200)),
                ("source_fr", models.CharField(blank=True, max_length=200)),
                ("date", models.DateField(default=django.utils.timezone.localdate)),
                ("abilities", models.JSONField(blank=True, default=list)),
                ("cards", models.JSONField(blank=True, default=list)),
                ("position", models.TextField(max_length=6000)),
                ("actions", models.JSONField(default=list)),
                ("facts", models.JSONField()),
                ("history", models.JSONField(blank=True, default=list, editable=False)),
                (
                    "question",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="rulings",
                        to="rulings.question",
                    ),
                ),
            ],
            options={
                "ordering": ("date", "id"),
            },
        ),
    ]
