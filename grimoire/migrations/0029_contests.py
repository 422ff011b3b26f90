"""Contests for authors, and their news for those who follow them."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

import accounts.models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0010_deletions"),
        ("grimoire", "0028_challenges"),
        ("play", "0035_rated_strangers"),
    ]

    operations = [
        migrations.AlterField(
            model_name="newsmessage",
            name="puzzle",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="grimoire.puzzle"
            ),
        ),
        migrations.CreateModel(
            name="Contest",
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
                ("theme", models.TextField(max_length=1000)),
                ("theme_fr", models.TextField(blank=True, max_length=1000)),
                ("goal", models.CharField(blank=True, max_length=8)),
                ("edition", models.CharField(blank=True, max_length=10)),
                ("max_turns", models.PositiveSmallIntegerField(default=3)),
                ("entries_each", models.PositiveSmallIntegerField(default=1)),
                ("opens_at", models.DateTimeField()),
                ("closes_at", models.DateTimeField()),
                ("agreed_at", models.DateTimeField(editable=False, null=True)),
                ("awarded_at", models.DateTimeField(editable=False, null=True)),
                ("verdict", models.TextField(blank=True, max_length=1000)),
                ("verdict_fr", models.TextField(blank=True, max_length=1000)),
                (
                    "judge",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="accounts.owner",
                    ),
                ),
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
                "verbose_name": "contest",
                "verbose_name_plural": "contests",
                "ordering": ("-closes_at", "-pk"),
            },
        ),
        migrations.CreateModel(
            name="ContestEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "token",
                    models.CharField(default=accounts.models.new_token, editable=False, max_length=16, unique=True),
                ),
                ("entered_at", models.DateTimeField(auto_now_add=True)),
                (
                    "award",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "No award"),
                            ("prize", "Prize"),
                            ("mention", "Honourable mention"),
                            ("commended", "Commendation"),
                        ],
                        default="",
                        max_length=10,
                    ),
                ),
                ("place", models.PositiveSmallIntegerField(default=1)),
                ("comment", models.TextField(blank=True, max_length=1000)),
                ("comment_fr", models.TextField(blank=True, max_length=1000)),
                (
                    "contest",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="entries", to="grimoire.contest"
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="accounts.owner"
                    ),
                ),
                (
                    "puzzle",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="contest_entry", to="grimoire.puzzle"
                    ),
                ),
            ],
            options={
                "ordering": ("token",),
            },
        ),
        migrations.CreateModel(
            name="ContestFollow",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "contest",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="follows", to="grimoire.contest"
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="accounts.owner"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ContestNews",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "event",
                    models.CharField(
                        choices=[
                            ("opens", "Open for entries"),
                            ("closes", "Closed for entries"),
                            ("award", "The award is published"),
                        ],
                        max_length=8,
                    ),
                ),
                ("created", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "contest",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="news", to="grimoire.contest"
                    ),
                ),
            ],
            options={
                "ordering": ("-created",),
            },
        ),
        migrations.AddField(
            model_name="newsmessage",
            name="contest_news",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="grimoire.contestnews"
            ),
        ),
        migrations.AddConstraint(
            model_name="newsmessage",
            constraint=models.UniqueConstraint(
                fields=("contest_news", "subscription"), name="one_contest_message_a_browser"
            ),
        ),
        migrations.AddIndex(
            model_name="contest",
            index=models.Index(fields=["visibility", "closes_at"], name="contests_by_date"),
        ),
        migrations.AddConstraint(
            model_name="contestfollow",
            constraint=models.UniqueConstraint(fields=("contest", "owner"), name="a_contest_followed_once"),
        ),
        migrations.AddConstraint(
            model_name="contestnews",
            constraint=models.UniqueConstraint(fields=("contest", "event"), name="contest_news_once"),
        ),
    ]
