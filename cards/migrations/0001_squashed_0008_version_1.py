"""All of this room's tables at version 1.0.0, for databases made since; older ones apply what it replaces."""

import django.core.validators
import django.db.models.deletion
from django.db import migrations, models

import accounts.models


class Migration(migrations.Migration):
    replaces = [
        ("cards", "0001_initial"),
        ("cards", "0002_print_jobs"),
        ("cards", "0003_lane_of_print_jobs"),
        ("cards", "0004_heartbeat_at"),
        ("cards", "0005_likes"),
        ("cards", "0006_lists_of_many"),
        ("cards", "0007_what_searches_ask"),
        ("cards", "0008_fold_signs"),
    ]

    initial = True

    dependencies = [
        ("accounts", "0001_squashed_0005_version_1"),
    ]

    operations = [
        migrations.CreateModel(
            name="CardSet",
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
                ("slug", models.SlugField(max_length=40, unique=True)),
                ("name", models.CharField(max_length=40)),
                ("name_fr", models.CharField(blank=True, max_length=40)),
                ("about", models.CharField(blank=True, max_length=400)),
                ("about_fr", models.CharField(blank=True, max_length=400)),
                ("accent", models.CharField(default="#6d4709", max_length=7)),
                ("symbol", models.CharField(default="spell-book", max_length=60)),
                ("place", models.PositiveSmallIntegerField(default=1000)),
                ("abilities", models.JSONField(blank=True, default=list)),
                ("shipped", models.BooleanField(default=False, editable=False)),
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
                "verbose_name": "set",
                "verbose_name_plural": "sets",
                "ordering": ("place", "name"),
            },
        ),
        migrations.CreateModel(
            name="Card",
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
                ("slug", models.SlugField(blank=True, max_length=60)),
                ("number", models.PositiveSmallIntegerField(default=0)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("creature", "Creature"),
                            ("incantation", "Incantation"),
                            ("champion", "Champion"),
                            ("stronghold", "Stronghold"),
                            ("bridge", "Bridge"),
                        ],
                        default="creature",
                        max_length=12,
                    ),
                ),
                ("name", models.CharField(max_length=40)),
                ("name_fr", models.CharField(blank=True, max_length=40)),
                (
                    "cost",
                    models.PositiveSmallIntegerField(
                        default=0, validators=[django.core.validators.MaxValueValidator(20)]
                    ),
                ),
                (
                    "av",
                    models.PositiveSmallIntegerField(
                        default=0, validators=[django.core.validators.MaxValueValidator(20)]
                    ),
                ),
                (
                    "hp",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, validators=[django.core.validators.MaxValueValidator(20)]
                    ),
                ),
                ("abilities", models.JSONField(blank=True, default=list)),
                ("flavour", models.CharField(blank=True, max_length=90)),
                ("flavour_fr", models.CharField(blank=True, max_length=90)),
                ("art", models.JSONField(blank=True, default=dict)),
                ("credit", models.CharField(blank=True, max_length=160)),
                ("revision", models.PositiveIntegerField(default=0)),
                ("deleted_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("search_text", models.CharField(blank=True, editable=False, max_length=400)),
                ("search_abilities", models.CharField(blank=True, editable=False, max_length=200)),
                ("by_name", models.CharField(blank=True, db_default="", default="", editable=False, max_length=60)),
                ("by_name_fr", models.CharField(blank=True, db_default="", default="", editable=False, max_length=60)),
                ("fair", models.SmallIntegerField(blank=True, editable=False, null=True)),
                ("seasons", models.PositiveSmallIntegerField(blank=True, editable=False, null=True)),
                ("like_count", models.PositiveIntegerField(db_default=0, default=0, editable=False)),
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
                (
                    "remixed_from",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="remixes",
                        to="cards.card",
                    ),
                ),
                (
                    "set",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="cards",
                        to="cards.cardset",
                    ),
                ),
            ],
            options={
                "verbose_name": "card",
                "verbose_name_plural": "cards",
                "ordering": ("set__place", "number", "name", "pk"),
            },
        ),
        migrations.CreateModel(
            name="Deck",
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
                ("slug", models.SlugField(blank=True, max_length=60)),
                ("name", models.CharField(max_length=60)),
                ("name_fr", models.CharField(blank=True, max_length=60)),
                ("about", models.CharField(blank=True, max_length=400)),
                ("about_fr", models.CharField(blank=True, max_length=400)),
                (
                    "champion",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="cards.card",
                    ),
                ),
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
                (
                    "stronghold",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="cards.card",
                    ),
                ),
            ],
            options={
                "verbose_name": "deck",
                "verbose_name_plural": "decks",
                "ordering": ("name", "pk"),
            },
        ),
        migrations.CreateModel(
            name="DeckCard",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("place", models.PositiveSmallIntegerField()),
                (
                    "card",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="cards.card"),
                ),
                (
                    "deck",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="places", to="cards.deck"
                    ),
                ),
            ],
            options={
                "ordering": ("place",),
            },
        ),
        migrations.AddField(
            model_name="deck",
            name="cards",
            field=models.ManyToManyField(related_name="decks", through="cards.DeckCard", to="cards.card"),
        ),
        migrations.CreateModel(
            name="Like",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "card",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="likes",
                        to="cards.card",
                    ),
                ),
                (
                    "deck",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="likes",
                        to="cards.deck",
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
            name="Picture",
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
                ("sha256", models.CharField(max_length=64)),
                ("file", models.FileField(upload_to="pictures/")),
                ("width", models.PositiveIntegerField()),
                ("height", models.PositiveIntegerField()),
                ("size", models.PositiveIntegerField()),
                ("name", models.CharField(blank=True, max_length=120)),
                ("credit", models.CharField(blank=True, max_length=120)),
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
                "verbose_name": "picture",
                "verbose_name_plural": "pictures",
            },
        ),
        migrations.AddField(
            model_name="card",
            name="picture",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="cards",
                to="cards.picture",
            ),
        ),
        migrations.CreateModel(
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
                ("kind", models.CharField(default="cards", max_length=12)),
                ("title", models.CharField(max_length=200)),
                ("cards", models.JSONField(default=list)),
                ("options", models.JSONField(default=dict)),
                ("done", models.PositiveIntegerField(default=0)),
                ("total", models.PositiveIntegerField(default=0)),
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
        migrations.CreateModel(
            name="CardVersion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("content", models.JSONField()),
                ("made", models.DateTimeField()),
                ("kept", models.BooleanField(default=False)),
                (
                    "card",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="versions", to="cards.card"
                    ),
                ),
            ],
            options={
                "ordering": ("-number",),
                "constraints": [models.UniqueConstraint(fields=("card", "number"), name="one_version_of_a_number")],
            },
        ),
        migrations.AddConstraint(
            model_name="deckcard",
            constraint=models.UniqueConstraint(fields=("deck", "place"), name="one_card_a_place"),
        ),
        migrations.AddConstraint(
            model_name="deckcard",
            constraint=models.UniqueConstraint(fields=("deck", "card"), name="different_cards"),
        ),
        migrations.AddConstraint(
            model_name="like",
            constraint=models.UniqueConstraint(fields=("owner", "card"), name="a_card_liked_once"),
        ),
        migrations.AddConstraint(
            model_name="like",
            constraint=models.UniqueConstraint(fields=("owner", "deck"), name="a_deck_liked_once"),
        ),
        migrations.AddConstraint(
            model_name="like",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("card__isnull", False), ("deck__isnull", True)),
                    models.Q(("card__isnull", True), ("deck__isnull", False)),
                    _connector="OR",
                ),
                name="one_thing_liked",
            ),
        ),
        migrations.AddIndex(
            model_name="picture",
            index=models.Index(fields=["owner", "sha256"], name="cards_pictu_owner_i_46cb4a_idx"),
        ),
        migrations.AddIndex(
            model_name="card",
            index=models.Index(fields=["owner", "-updated"], name="cards_card_owner_i_28c39d_idx"),
        ),
        migrations.AddIndex(
            model_name="card",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", True), ("hidden_at__isnull", True), ("visibility", "public")),
                fields=[
                    "set",
                    "kind",
                    "cost",
                    "search_abilities",
                    "av",
                    "hp",
                    "number",
                    "fair",
                    "like_count",
                    "owner",
                    "by_name",
                    "id",
                    "remixed_from",
                    "credit",
                    "seasons",
                    "visibility",
                    "hidden_at",
                    "deleted_at",
                ],
                name="cards_asked_for",
            ),
        ),
        migrations.AddIndex(
            model_name="card",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", True), ("hidden_at__isnull", True), ("visibility", "public")),
                fields=[
                    "set",
                    "number",
                    "by_name",
                    "id",
                    "like_count",
                    "kind",
                    "cost",
                    "search_abilities",
                    "av",
                    "hp",
                    "owner",
                    "seasons",
                    "visibility",
                    "hidden_at",
                    "deleted_at",
                ],
                name="cards_of_sets",
            ),
        ),
        migrations.AddIndex(
            model_name="card",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", True), ("hidden_at__isnull", True), ("visibility", "public")),
                fields=[
                    "by_name",
                    "id",
                    "kind",
                    "set",
                    "cost",
                    "search_abilities",
                    "av",
                    "hp",
                    "owner",
                    "seasons",
                    "visibility",
                    "hidden_at",
                    "deleted_at",
                ],
                name="cards_named",
            ),
        ),
        migrations.AddIndex(
            model_name="card",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", True), ("hidden_at__isnull", True), ("visibility", "public")),
                fields=[
                    "by_name_fr",
                    "id",
                    "kind",
                    "set",
                    "cost",
                    "search_abilities",
                    "av",
                    "hp",
                    "owner",
                    "seasons",
                    "visibility",
                    "hidden_at",
                    "deleted_at",
                ],
                name="cards_named_fr",
            ),
        ),
        migrations.AddIndex(
            model_name="card",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", True), ("hidden_at__isnull", True), ("visibility", "public")),
                fields=[
                    "created",
                    "id",
                    "kind",
                    "set",
                    "cost",
                    "search_abilities",
                    "av",
                    "hp",
                    "owner",
                    "seasons",
                    "visibility",
                    "hidden_at",
                    "deleted_at",
                ],
                name="cards_of_age",
            ),
        ),
        migrations.AddIndex(
            model_name="card",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", True), ("hidden_at__isnull", True), ("visibility", "public")),
                fields=[
                    "cost",
                    "by_name",
                    "id",
                    "kind",
                    "set",
                    "search_abilities",
                    "av",
                    "hp",
                    "owner",
                    "seasons",
                    "visibility",
                    "hidden_at",
                    "deleted_at",
                ],
                name="cards_with_cost",
            ),
        ),
        migrations.AddIndex(
            model_name="card",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", True), ("hidden_at__isnull", True), ("visibility", "public")),
                fields=[
                    "av",
                    "by_name",
                    "id",
                    "kind",
                    "set",
                    "cost",
                    "search_abilities",
                    "hp",
                    "owner",
                    "seasons",
                    "visibility",
                    "hidden_at",
                    "deleted_at",
                ],
                name="cards_with_av",
            ),
        ),
        migrations.AddIndex(
            model_name="card",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", True), ("hidden_at__isnull", True), ("visibility", "public")),
                fields=[
                    "hp",
                    "by_name",
                    "id",
                    "kind",
                    "set",
                    "cost",
                    "search_abilities",
                    "av",
                    "owner",
                    "seasons",
                    "visibility",
                    "hidden_at",
                    "deleted_at",
                ],
                name="cards_with_hp",
            ),
        ),
        migrations.AddIndex(
            model_name="card",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", True), ("hidden_at__isnull", True), ("visibility", "public")),
                fields=[
                    "fair",
                    "by_name",
                    "id",
                    "kind",
                    "set",
                    "cost",
                    "search_abilities",
                    "av",
                    "hp",
                    "owner",
                    "seasons",
                    "visibility",
                    "hidden_at",
                    "deleted_at",
                ],
                name="cards_with_fair",
            ),
        ),
        migrations.AddIndex(
            model_name="card",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", True), ("hidden_at__isnull", True), ("visibility", "public")),
                fields=[
                    "like_count",
                    "by_name",
                    "id",
                    "kind",
                    "set",
                    "cost",
                    "search_abilities",
                    "av",
                    "hp",
                    "owner",
                    "seasons",
                    "visibility",
                    "hidden_at",
                    "deleted_at",
                ],
                name="cards_with_like_count",
            ),
        ),
        migrations.AddIndex(
            model_name="card",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", True), ("hidden_at__isnull", True), ("visibility", "public")),
                fields=["id", "updated", "visibility", "hidden_at", "deleted_at"],
                name="cards_of_sitemap",
            ),
        ),
        migrations.AddIndex(
            model_name="card",
            index=models.Index(fields=["id", "kind", "visibility", "hidden_at"], name="cards_moderated"),
        ),
        migrations.AddConstraint(
            model_name="card",
            constraint=models.UniqueConstraint(
                condition=models.Q(("set__isnull", False)), fields=("set", "slug"), name="one_slug_in_a_set"
            ),
        ),
    ]
