"""All of this room's tables at version 1.0.0, for databases made since; older ones apply what it replaces."""

import django.db.models.deletion
from django.db import migrations, models

import accounts.models
import mutation.models.sessions


class Migration(migrations.Migration):
    replaces = [
        ("mutation", "0001_initial"),
        ("mutation", "0002_organisers_hand_on"),
        ("mutation", "0003_messages_to_browsers"),
        ("mutation", "0004_log_of_seats"),
        ("mutation", "0005_longer_letters"),
        ("mutation", "0006_answers_into_web"),
    ]

    initial = True

    dependencies = [
        ("accounts", "0001_squashed_0005_version_1"),
        ("play", "0001_squashed_0021_version_1"),
    ]

    operations = [
        migrations.CreateModel(
            name="MutationSession",
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
                ("name", models.CharField(blank=True, max_length=60)),
                ("header", models.JSONField()),
                ("nonce", models.CharField(max_length=43)),
                ("invitations", models.PositiveIntegerField(default=0)),
                ("sees_all", models.BooleanField(default=False)),
                ("version", models.PositiveIntegerField(default=0)),
                ("changes", models.PositiveIntegerField(default=0)),
                (
                    "phase",
                    models.CharField(
                        choices=[("draft", "Draft"), ("decks", "Choosing decks"), ("games", "Games"), ("over", "Over")],
                        default="draft",
                        max_length=8,
                    ),
                ),
                ("waits_for", models.CharField(blank=True, max_length=4)),
                (
                    "owner",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=mutation.models.sessions.hand_on,
                        related_name="+",
                        to="accounts.owner",
                    ),
                ),
            ],
            options={
                "verbose_name": "Mutation session",
                "verbose_name_plural": "Mutation sessions",
                "ordering": ("-updated",),
            },
        ),
        migrations.CreateModel(
            name="SeatChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("letter", models.CharField(max_length=1)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("taken", "Taken"),
                            ("moved", "Moved"),
                            ("freed", "Freed"),
                            ("left", "Left"),
                            ("merged", "Merged"),
                            ("bot", "Bot"),
                            ("bot-freed", "Bot Freed"),
                        ],
                        max_length=9,
                    ),
                ),
                ("held", models.CharField(blank=True, max_length=5)),
                ("at", models.DateTimeField(auto_now_add=True)),
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
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seat_changes",
                        to="mutation.mutationsession",
                    ),
                ),
            ],
            options={
                "ordering": ("session", "pk"),
            },
        ),
        migrations.CreateModel(
            name="SessionDeal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("deal", models.JSONField()),
                (
                    "session",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="deal", to="mutation.mutationsession"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SessionTable",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "outcome",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "Open"),
                            ("entered", "Entered"),
                            ("no-winner", "No Winner"),
                            ("refused", "Refused"),
                        ],
                        default="",
                        max_length=9,
                    ),
                ),
                ("code", models.CharField(blank=True, max_length=24)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "game",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="session_table",
                        to="play.livegame",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tables",
                        to="mutation.mutationsession",
                    ),
                ),
            ],
            options={
                "ordering": ("session", "number", "created", "pk"),
            },
        ),
        migrations.CreateModel(
            name="LedgerLine",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("event", models.JSONField()),
                (
                    "entered_by",
                    models.CharField(
                        choices=[("seat", "Seat"), ("organiser", "Organiser"), ("bot", "Bot"), ("site", "Site")],
                        max_length=9,
                    ),
                ),
                ("at", models.DateTimeField()),
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
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="lines", to="mutation.mutationsession"
                    ),
                ),
            ],
            options={
                "ordering": ("session", "number"),
                "constraints": [models.UniqueConstraint(fields=("session", "number"), name="one_line_a_number")],
            },
        ),
        migrations.CreateModel(
            name="SessionMessage",
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
                ("letters", models.CharField(max_length=120)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("asked", models.DateTimeField()),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="mutation.mutationsession"
                    ),
                ),
                (
                    "subscription",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="play.pushsubscription"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("session", "subscription"), name="one_session_message_a_browser")
                ],
            },
        ),
        migrations.CreateModel(
            name="SessionSeat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("letter", models.CharField(max_length=1)),
                (
                    "kind",
                    models.CharField(choices=[("person", "Person"), ("bot", "Bot")], default="person", max_length=6),
                ),
                ("level", models.CharField(blank=True, max_length=16)),
                ("token_hash", models.CharField(blank=True, max_length=64)),
                ("claims", models.PositiveIntegerField(default=0)),
                ("is_taken", models.BooleanField(default=False)),
                ("is_passed_on", models.BooleanField(db_default=False, default=False)),
                ("looked_at", models.DateTimeField(blank=True, null=True)),
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
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="mutation.mutationsession"
                    ),
                ),
            ],
            options={
                "verbose_name": "seat in a Mutation session",
                "verbose_name_plural": "seats in Mutation sessions",
                "ordering": ("session", "letter"),
                "constraints": [
                    models.UniqueConstraint(fields=("session", "letter"), name="one_session_seat_of_a_letter")
                ],
            },
        ),
    ]
