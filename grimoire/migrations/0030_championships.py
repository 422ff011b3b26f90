"""Championships of solving, their puzzles, and what solvers hand in."""

import django.db.models.deletion
from django.db import migrations, models

import accounts.models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0010_deletions"),
        ("grimoire", "0029_contests"),
    ]

    operations = [
        migrations.CreateModel(
            name="Championship",
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
                            ("unlisted", "Unlisted: anyone with the link"),
                            ("public", "Public: listed on the site"),
                        ],
                        default="private",
                        max_length=8,
                    ),
                ),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("updated", models.DateTimeField(auto_now=True)),
                ("hidden_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("hidden_reason", models.CharField(blank=True, max_length=200)),
                ("title", models.CharField(max_length=80)),
                ("title_fr", models.CharField(blank=True, max_length=80)),
                ("about", models.TextField(blank=True, max_length=1000)),
                ("about_fr", models.TextField(blank=True, max_length=1000)),
                ("starts_at", models.DateTimeField()),
                ("last_start", models.DateTimeField(blank=True, null=True)),
                (
                    "owner",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="accounts.owner",
                    ),
                ),
            ],
            options={
                "verbose_name": "solving championship",
                "verbose_name_plural": "solving championships",
                "ordering": ("-starts_at", "-pk"),
            },
        ),
        migrations.CreateModel(
            name="ChampionshipPuzzle",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("points", models.PositiveSmallIntegerField()),
                (
                    "championship",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="puzzles", to="grimoire.championship"
                    ),
                ),
                (
                    "puzzle",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="championship_puzzle",
                        to="grimoire.puzzle",
                    ),
                ),
            ],
            options={
                "ordering": ("number",),
            },
        ),
        migrations.CreateModel(
            name="ChampionshipRun",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("started", models.DateTimeField()),
                ("ends_at", models.DateTimeField()),
                ("ended", models.BooleanField(default=False)),
                (
                    "championship",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="runs", to="grimoire.championship"
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="accounts.owner"
                    ),
                ),
            ],
            options={
                "ordering": ("started", "pk"),
            },
        ),
        migrations.CreateModel(
            name="ChampionshipAnswer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("line", models.JSONField(default=list)),
                ("revision", models.PositiveIntegerField(default=0)),
                ("is_right", models.BooleanField(null=True)),
                ("seconds", models.FloatField(default=0)),
                (
                    "page",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="answers",
                        to="grimoire.championshippuzzle",
                    ),
                ),
                (
                    "run",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="answers",
                        to="grimoire.championshiprun",
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="championship",
            index=models.Index(fields=["visibility", "starts_at"], name="championships_by_date"),
        ),
        migrations.AddConstraint(
            model_name="championshippuzzle",
            constraint=models.UniqueConstraint(fields=("championship", "number"), name="a_number_in_a_championship"),
        ),
        migrations.AddConstraint(
            model_name="championshiprun",
            constraint=models.UniqueConstraint(fields=("championship", "owner"), name="one_hour_a_solver"),
        ),
        migrations.AddConstraint(
            model_name="championshipanswer",
            constraint=models.UniqueConstraint(fields=("run", "page"), name="one_answer_a_puzzle"),
        ),
    ]
