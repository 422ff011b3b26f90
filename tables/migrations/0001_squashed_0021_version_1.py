"""All of this room's tables at version 1.0.0, for databases made since; older ones apply what it replaces."""

import django.db.models.deletion
from django.db import migrations, models

import accounts.models
import tables.models.webhooks


class Migration(migrations.Migration):
    replaces = [
        ("play", "0001_initial"),
        ("play", "0002_heartbeat_at"),
        ("play", "0003_lobby"),
        ("play", "0004_afterwards"),
        ("play", "0005_first_game"),
        ("play", "0006_gatherings"),
        ("play", "0007_automatic_reviews"),
        ("play", "0008_web_push"),
        ("play", "0009_seats_of_other_games"),
        ("play", "0010_webhooks"),
        ("play", "0011_webhooks_again"),
        ("play", "0012_kept_answers_hold_secrets_apart"),
        ("play", "0013_seats_taken_back"),
        ("play", "0014_streams_by_address"),
        ("play", "0015_played_with_help"),
        ("play", "0016_seats_to_act_as_a_list"),
        ("play", "0017_gatherings_called_off"),
        ("play", "0018_seats_that_were_held"),
        ("play", "0019_tasks_of_tables"),
        ("play", "0020_answers_into_web"),
        ("play", "0021_words_of_labels"),
    ]

    initial = True

    dependencies = [
        ("accounts", "0001_squashed_0005_version_1"),
    ]

    operations = [
        migrations.CreateModel(
            name="CountedGame",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("token", models.CharField(max_length=16, unique=True)),
                ("mode", models.CharField(max_length=24)),
                ("format", models.CharField(max_length=24)),
                ("edition", models.CharField(max_length=16)),
                ("people_only", models.BooleanField()),
                ("seats", models.JSONField()),
            ],
        ),
        migrations.CreateModel(
            name="LiveGame",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "token",
                    models.CharField(default=accounts.models.new_token, editable=False, max_length=16, unique=True),
                ),
                ("game", models.CharField(max_length=24)),
                ("mode", models.CharField(blank=True, max_length=24)),
                ("format", models.CharField(blank=True, max_length=24)),
                ("setup", models.JSONField()),
                ("nonce", models.CharField(max_length=43)),
                ("spectators", models.BooleanField(default=True)),
                ("listed", models.CharField(blank=True, default="", max_length=120)),
                ("deadline", models.PositiveIntegerField(blank=True, null=True)),
                ("version", models.PositiveIntegerField(default=0)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting for players"),
                            ("draft", "Choosing cards"),
                            ("terms", "Choosing Champions"),
                            ("play", "In progress"),
                            ("over", "Over"),
                        ],
                        max_length=8,
                    ),
                ),
                ("acting", models.JSONField(blank=True, db_default=[], default=list)),
                ("to_act", models.CharField(blank=True, max_length=24)),
                ("turn_began", models.DateTimeField(blank=True, null=True)),
                ("offers", models.JSONField(default=list)),
                ("changes", models.PositiveIntegerField(default=0)),
                ("result", models.JSONField(blank=True, null=True)),
                ("helped", models.BooleanField(db_default=False, default=False)),
                ("created", models.DateTimeField()),
                ("updated", models.DateTimeField()),
                (
                    "creator",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="accounts.owner",
                    ),
                ),
                (
                    "rematch",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="play.livegame",
                    ),
                ),
            ],
            options={
                "verbose_name": "game",
                "verbose_name_plural": "games",
                "ordering": ("-updated",),
            },
        ),
        migrations.CreateModel(
            name="Gathering",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "token",
                    models.CharField(default=accounts.models.new_token, editable=False, max_length=16, unique=True),
                ),
                ("asked", models.JSONField()),
                ("nonce", models.CharField(max_length=43)),
                ("listed", models.CharField(blank=True, default="", max_length=120)),
                ("is_called_off", models.BooleanField(db_default=False, default=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="accounts.owner"
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="play.livegame",
                    ),
                ),
            ],
            options={
                "verbose_name": "game that waits for decks",
                "verbose_name_plural": "games that wait for decks",
                "ordering": ("-created",),
            },
        ),
        migrations.CreateModel(
            name="GameSeat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("letter", models.CharField(max_length=40)),
                ("kind", models.CharField(choices=[("person", "Person"), ("bot", "Bot")], max_length=6)),
                ("level", models.CharField(blank=True, max_length=16)),
                ("token_hash", models.CharField(blank=True, max_length=64)),
                ("invitation_hash", models.CharField(blank=True, max_length=64)),
                ("is_taken", models.BooleanField(default=True)),
                ("is_apart", models.BooleanField(default=False)),
                ("claims", models.PositiveIntegerField(db_default=0, default=0)),
                ("has_left", models.BooleanField(default=False)),
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
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="play.livegame"
                    ),
                ),
            ],
            options={
                "verbose_name": "seat in a game",
                "verbose_name_plural": "seats in games",
                "ordering": ("game", "pk"),
            },
        ),
        migrations.CreateModel(
            name="GameReview",
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
                ("done", models.PositiveIntegerField(default=0)),
                ("whole", models.PositiveIntegerField(default=0)),
                ("report", models.JSONField(default=dict)),
                ("is_automatic", models.BooleanField(default=False)),
                ("asker", models.CharField(blank=True, default="", max_length=32)),
                ("begun", models.DateTimeField(auto_now_add=True, null=True)),
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="review", to="play.livegame"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="GameNotice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("data", models.JSONField()),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="notices", to="play.livegame"
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
            },
        ),
        migrations.CreateModel(
            name="FirstGame",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("done", models.JSONField(default=list)),
                ("lessons", models.JSONField(default=list)),
                ("explains", models.BooleanField(default=True)),
                (
                    "owner",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="accounts.owner"
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="play.livegame",
                    ),
                ),
                (
                    "table",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="first_game_moment",
                        to="play.livegame",
                    ),
                ),
            ],
            options={
                "verbose_name": "first game",
                "verbose_name_plural": "first games",
            },
        ),
        migrations.CreateModel(
            name="BotTurn",
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
                ("moves", models.PositiveIntegerField(default=0)),
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="bot_turn", to="play.livegame"
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="LogEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("version", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("action", "Action"),
                            ("terms", "Terms"),
                            ("joined", "Joined"),
                            ("taken-back", "Taken Back"),
                            ("resigned", "Resigned"),
                            ("deadline", "Deadline"),
                            ("draw", "Draw"),
                            ("over", "Over"),
                        ],
                        max_length=10,
                    ),
                ),
                ("seat", models.CharField(blank=True, max_length=40)),
                ("action", models.JSONField(blank=True, null=True)),
                ("data", models.JSONField(blank=True, default=dict)),
                ("at", models.DateTimeField()),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="log", to="play.livegame"
                    ),
                ),
            ],
            options={
                "ordering": ("game", "version"),
            },
        ),
        migrations.CreateModel(
            name="OutcomeCount",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[("card", "Card"), ("deck", "Deck"), ("champion", "Champion")], max_length=8
                    ),
                ),
                ("name", models.CharField(max_length=80)),
                ("mode", models.CharField(max_length=24)),
                ("format", models.CharField(max_length=24)),
                ("edition", models.CharField(max_length=16)),
                ("people_only", models.BooleanField()),
                ("seats", models.PositiveIntegerField(default=0)),
                ("wins", models.PositiveIntegerField(default=0)),
                ("draws", models.PositiveIntegerField(default=0)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("kind", "name", "mode", "format", "edition", "people_only"),
                        name="one_count_of_outcomes",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PushSubscription",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("endpoint", models.CharField(max_length=1000, unique=True)),
                ("p256dh", models.CharField(max_length=100)),
                ("auth", models.CharField(max_length=40)),
                ("language", models.CharField(max_length=5)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("seen", models.DateTimeField()),
                ("told", models.DateTimeField(blank=True, null=True)),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="accounts.owner"
                    ),
                ),
            ],
            options={
                "verbose_name": "push subscription",
                "verbose_name_plural": "push subscriptions",
                "ordering": ("-seen",),
            },
        ),
        migrations.CreateModel(
            name="SeatMove",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("was_held", models.BooleanField(db_default=False, default=False)),
                ("is_taken_back", models.BooleanField(default=False)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "former",
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
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="moves", to="play.gameseat"
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
            },
        ),
        migrations.CreateModel(
            name="StrangerWait",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("wish", models.CharField(max_length=64)),
                ("asked", models.JSONField()),
                ("deck", models.JSONField(blank=True, null=True)),
                ("since", models.DateTimeField()),
                ("seen", models.DateTimeField()),
                (
                    "game",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="play.livegame",
                    ),
                ),
                (
                    "owner",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="accounts.owner"
                    ),
                ),
            ],
            options={
                "verbose_name": "search for an opponent",
                "verbose_name_plural": "searches for opponents",
                "ordering": ("since",),
            },
        ),
        migrations.CreateModel(
            name="StreamPresence",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.CharField(blank=True, max_length=40)),
                ("client", models.CharField(db_index=True, max_length=64)),
                ("address", models.CharField(db_default="", db_index=True, default="", max_length=64)),
                ("process", models.CharField(max_length=80)),
                ("heartbeat_at", models.DateTimeField()),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="play.livegame"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="TurnMessage",
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
                ("turn", models.DateTimeField()),
                ("begins", models.BooleanField(default=False)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="play.livegame"
                    ),
                ),
                (
                    "subscription",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="play.pushsubscription"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "token",
                    models.CharField(default=accounts.models.new_token, editable=False, max_length=16, unique=True),
                ),
                ("address", models.CharField(max_length=500)),
                ("site", models.CharField(max_length=300)),
                ("sealed_secret", models.TextField()),
                ("sealed_former", models.TextField(blank=True, db_default="")),
                ("former_until", models.DateTimeField(blank=True, null=True)),
                ("language", models.CharField(max_length=5)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("told", models.DateTimeField(blank=True, null=True)),
                ("failures", models.PositiveIntegerField(default=0)),
                ("failing_since", models.DateTimeField(blank=True, null=True)),
                ("rest_until", models.DateTimeField(blank=True, null=True)),
                ("switched_off", models.DateTimeField(blank=True, null=True)),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="accounts.owner"
                    ),
                ),
            ],
            options={
                "verbose_name": "webhook for turns",
                "verbose_name_plural": "webhooks for turns",
                "ordering": ("created", "pk"),
            },
        ),
        migrations.CreateModel(
            name="WebhookEvent",
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
                (
                    "event",
                    models.CharField(
                        default=tables.models.webhooks.new_event_id, editable=False, max_length=40, unique=True
                    ),
                ),
                ("kind", models.CharField(max_length=20)),
                ("about", models.CharField(blank=True, max_length=16)),
                ("letters", models.CharField(blank=True, max_length=120)),
                ("since", models.DateTimeField()),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("body", models.TextField(blank=True)),
                ("tries", models.JSONField(default=list)),
                ("asked_again", models.DateTimeField(blank=True, null=True)),
                (
                    "hook",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="events", to="play.webhook"
                    ),
                ),
            ],
            options={
                "ordering": ("-created", "-pk"),
            },
        ),
        migrations.CreateModel(
            name="GatheringSeat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("letter", models.CharField(max_length=40)),
                ("kind", models.CharField(max_length=6)),
                ("level", models.CharField(blank=True, max_length=16)),
                ("deck", models.JSONField(blank=True, null=True)),
                (
                    "gathering",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="play.gathering"
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
                "verbose_name": "seat in a game that waits",
                "verbose_name_plural": "seats in games that wait",
                "ordering": ("gathering", "letter"),
                "constraints": [
                    models.UniqueConstraint(fields=("gathering", "letter"), name="one_waiting_seat_of_a_letter")
                ],
            },
        ),
        migrations.AddIndex(
            model_name="livegame",
            index=models.Index(fields=["status", "-updated"], name="play_livega_status_f8ca31_idx"),
        ),
        migrations.AddIndex(
            model_name="livegame",
            index=models.Index(
                condition=models.Q(("listed", ""), _negated=True), fields=["-created"], name="listed_in_the_lobby"
            ),
        ),
        migrations.AddConstraint(
            model_name="gameseat",
            constraint=models.UniqueConstraint(fields=("game", "letter"), name="one_seat_of_a_letter"),
        ),
        migrations.AddIndex(
            model_name="gamereview",
            index=models.Index(
                condition=models.Q(("is_automatic", True)), fields=["asker", "begun"], name="begun_by_itself"
            ),
        ),
        migrations.AddConstraint(
            model_name="logentry",
            constraint=models.UniqueConstraint(fields=("game", "version"), name="one_entry_a_version"),
        ),
        migrations.AddIndex(
            model_name="strangerwait",
            index=models.Index(fields=["wish", "seen"], name="play_strang_wish_4bf533_idx"),
        ),
        migrations.AddConstraint(
            model_name="turnmessage",
            constraint=models.UniqueConstraint(fields=("game", "subscription"), name="one_message_a_browser"),
        ),
        migrations.AddConstraint(
            model_name="webhook",
            constraint=models.UniqueConstraint(fields=("owner", "address"), name="an_address_once"),
        ),
        migrations.AddIndex(
            model_name="webhookevent",
            index=models.Index(fields=["hook", "kind", "about"], name="events_of_an_address"),
        ),
    ]
