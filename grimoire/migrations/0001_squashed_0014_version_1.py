"""All of this room's tables at version 1.0.0, for databases made since; older ones apply what it replaces."""

import django.db.models.deletion
from django.db import migrations, models

import accounts.models


class Migration(migrations.Migration):
    replaces = [
        ("grimoire", "0001_initial"),
        ("grimoire", "0002_ratings_and_comments_read"),
        ("grimoire", "0003_lane_of_proofs"),
        ("grimoire", "0004_what_solutions_depend_on"),
        ("grimoire", "0005_heartbeat_at"),
        ("grimoire", "0006_saw_preview"),
        ("grimoire", "0007_questions_of_a_foretelling"),
        ("grimoire", "0008_showpiece"),
        ("grimoire", "0009_games"),
        ("grimoire", "0010_lists_of_many"),
        ("grimoire", "0011_lists_of_moderators"),
        ("grimoire", "0012_moderators_of_all_games"),
        ("grimoire", "0013_departed"),
        ("grimoire", "0014_names_of_fields"),
    ]

    initial = True

    dependencies = [
        ("accounts", "0001_squashed_0005_version_1"),
        ("cards", "0001_squashed_0008_version_1"),
    ]

    operations = [
        migrations.CreateModel(
            name="Proof",
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
                ("rules_version", models.PositiveIntegerField()),
                ("engine_version", models.CharField(max_length=40)),
                ("answer", models.JSONField(default=dict)),
                ("verdict", models.CharField(blank=True, max_length=20)),
                ("complete", models.BooleanField(default=False)),
                ("level", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("abilities", models.JSONField(default=list)),
                ("nodes", models.PositiveBigIntegerField(default=0)),
                ("seconds", models.FloatField(default=0)),
                ("asked", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ("-asked",),
            },
        ),
        migrations.CreateModel(
            name="Book",
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
                ("slug", models.SlugField(blank=True, max_length=40)),
                ("game", models.CharField(default="clash-of-decks", editable=False, max_length=20)),
                ("title", models.CharField(max_length=80)),
                ("title_fr", models.CharField(blank=True, max_length=80)),
                ("about", models.TextField(blank=True, max_length=1000)),
                ("about_fr", models.TextField(blank=True, max_length=1000)),
                ("accent", models.CharField(default="#6d4709", max_length=7)),
                ("symbol", models.CharField(default="spell-book", max_length=60)),
                ("place", models.PositiveSmallIntegerField(default=1000)),
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
                    "set",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="books",
                        to="cards.cardset",
                    ),
                ),
            ],
            options={
                "verbose_name": "book",
                "verbose_name_plural": "books",
                "ordering": ("place", "-created"),
            },
        ),
        migrations.CreateModel(
            name="Puzzle",
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
                ("rating", models.FloatField(default=1500.0)),
                ("deviation", models.FloatField(default=350.0)),
                ("volatility", models.FloatField(default=0.06)),
                ("rated_count", models.PositiveIntegerField(default=0)),
                ("rated_at", models.DateTimeField(blank=True, null=True)),
                ("game", models.CharField(db_index=True, default="clash-of-decks", editable=False, max_length=20)),
                ("title", models.CharField(max_length=80)),
                ("title_fr", models.CharField(blank=True, max_length=80)),
                ("words", models.TextField(blank=True, max_length=1000)),
                ("words_fr", models.TextField(blank=True, max_length=1000)),
                ("afterword", models.TextField(blank=True, max_length=1000)),
                ("afterword_fr", models.TextField(blank=True, max_length=1000)),
                ("position", models.JSONField()),
                ("position_key", models.CharField(db_index=True, max_length=64)),
                (
                    "kind",
                    models.CharField(
                        choices=[("find", "Find the play"), ("foretell", "Foretell the outcome")],
                        default="find",
                        max_length=8,
                    ),
                ),
                (
                    "answer_by",
                    models.CharField(
                        choices=[("board", "by setting up the result"), ("choices", "by choosing between outcomes")],
                        default="choices",
                        max_length=8,
                    ),
                ),
                ("questions", models.JSONField(blank=True, default=list)),
                ("intended", models.JSONField(blank=True, default=list)),
                ("allows_several", models.BooleanField(default=False)),
                (
                    "licence",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("CC-BY-4.0", "CC BY 4.0: others may use it and have to name you"),
                            ("CC0-1.0", "CC0: others may use it as they like"),
                            ("", "No licence: it is not part of the download of all pages"),
                        ],
                        default="CC-BY-4.0",
                        max_length=12,
                    ),
                ),
                ("featured", models.BooleanField(db_column="showpiece", default=False)),
                ("revision", models.PositiveIntegerField(default=0)),
                ("published_at", models.DateTimeField(blank=True, null=True)),
                ("flagged_at", models.DateTimeField(blank=True, null=True)),
                ("flag_reason", models.CharField(blank=True, max_length=40)),
                ("fingerprint", models.CharField(blank=True, db_column="likeness", editable=False, max_length=400)),
                ("goal", models.CharField(db_index=True, editable=False, max_length=8)),
                ("turns", models.PositiveSmallIntegerField(default=1, editable=False)),
                ("mode", models.CharField(editable=False, max_length=8)),
                ("edition", models.CharField(editable=False, max_length=10)),
                ("level", models.PositiveSmallIntegerField(blank=True, db_index=True, editable=False, null=True)),
                ("search_text", models.CharField(blank=True, editable=False, max_length=600)),
                ("score", models.IntegerField(default=0, editable=False)),
                ("attempt_count", models.PositiveIntegerField(default=0, editable=False)),
                ("solved_count", models.PositiveIntegerField(default=0, editable=False)),
                ("comment_count", models.PositiveIntegerField(default=0, editable=False)),
                (
                    "corrects",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="grimoire.puzzle",
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
                    "proof",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="puzzles",
                        to="grimoire.proof",
                    ),
                ),
                (
                    "remixed_from",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="remixes",
                        to="grimoire.puzzle",
                    ),
                ),
            ],
            options={
                "verbose_name": "Grimoire page",
                "verbose_name_plural": "Grimoire pages",
                "ordering": ("-published_at", "-created"),
            },
        ),
        migrations.CreateModel(
            name="Favourite",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="favourites", to="accounts.owner"
                    ),
                ),
                (
                    "puzzle",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="favourites", to="grimoire.puzzle"
                    ),
                ),
            ],
            options={
                "ordering": ("-created",),
            },
        ),
        migrations.CreateModel(
            name="Departed",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(choices=[("page", "page"), ("book", "book")], max_length=4)),
                ("address", models.CharField(max_length=40)),
                ("at", models.DateTimeField()),
                ("was", models.JSONField(blank=True, default=dict)),
                (
                    "book",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="grimoire.book",
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="accounts.owner",
                    ),
                ),
                (
                    "puzzle",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="grimoire.puzzle",
                    ),
                ),
                (
                    "successor",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="grimoire.puzzle",
                    ),
                ),
            ],
            options={
                "verbose_name": "address that was left",
                "verbose_name_plural": "addresses that were left",
                "ordering": ("-at", "-pk"),
            },
        ),
        migrations.CreateModel(
            name="DailyPage",
            fields=[
                ("day", models.DateField(primary_key=True, serialize=False)),
                (
                    "puzzle",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="days", to="grimoire.puzzle"
                    ),
                ),
            ],
            options={
                "ordering": ("-day",),
            },
        ),
        migrations.CreateModel(
            name="CommentsRead",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("read_at", models.DateTimeField()),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="accounts.owner"
                    ),
                ),
                (
                    "puzzle",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="grimoire.puzzle"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Comment",
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
                ("text", models.TextField(max_length=2000)),
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
                    "puzzle",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="comments", to="grimoire.puzzle"
                    ),
                ),
            ],
            options={
                "verbose_name": "comment",
                "verbose_name_plural": "comments",
                "ordering": ("created",),
            },
        ),
        migrations.CreateModel(
            name="BookPage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("chapter", models.CharField(blank=True, max_length=80)),
                ("chapter_fr", models.CharField(blank=True, max_length=80)),
                (
                    "book",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="pages", to="grimoire.book"
                    ),
                ),
                (
                    "puzzle",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="book_pages", to="grimoire.puzzle"
                    ),
                ),
            ],
            options={
                "ordering": ("book", "number"),
            },
        ),
        migrations.AddField(
            model_name="book",
            name="puzzles",
            field=models.ManyToManyField(related_name="books", through="grimoire.BookPage", to="grimoire.puzzle"),
        ),
        migrations.CreateModel(
            name="Attempt",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "state",
                    models.CharField(
                        choices=[("open", "Under way"), ("solved", "Solved"), ("shown", "Solution looked at")],
                        default="open",
                        max_length=8,
                    ),
                ),
                ("line", models.JSONField(default=list)),
                ("answer", models.JSONField(default=dict)),
                ("hint_level", models.PositiveSmallIntegerField(db_column="rung", default=0)),
                ("tries", models.PositiveIntegerField(default=0)),
                ("first_try", models.BooleanField(null=True)),
                ("hint_level_at_first", models.PositiveSmallIntegerField(db_column="rung_at_first", default=0)),
                ("saw_preview", models.BooleanField(default=False)),
                ("is_rated", models.BooleanField(default=False)),
                ("rated_at", models.DateTimeField(blank=True, null=True)),
                ("rating_after", models.FloatField(blank=True, null=True)),
                ("revision", models.PositiveIntegerField(default=0)),
                ("started", models.DateTimeField(auto_now_add=True)),
                ("touched", models.DateTimeField(auto_now=True)),
                ("solved_at", models.DateTimeField(blank=True, null=True)),
                ("shown_at", models.DateTimeField(blank=True, null=True)),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="attempts", to="accounts.owner"
                    ),
                ),
                (
                    "puzzle",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="attempts", to="grimoire.puzzle"
                    ),
                ),
            ],
            options={
                "ordering": ("-touched",),
            },
        ),
        migrations.CreateModel(
            name="PuzzleAbility",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.CharField(max_length=20)),
                ("at_work", models.BooleanField(default=False)),
                ("seen", models.BooleanField(default=True)),
                (
                    "puzzle",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="abilities", to="grimoire.puzzle"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PuzzleSolution",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("signature", models.CharField(db_column="shape", db_index=True, max_length=300)),
                ("cards", models.JSONField()),
                (
                    "puzzle",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="solutions", to="grimoire.puzzle"
                    ),
                ),
            ],
            options={
                "db_table": "grimoire_puzzleway",
            },
        ),
        migrations.CreateModel(
            name="Solver",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("rating", models.FloatField(default=1500.0)),
                ("deviation", models.FloatField(default=350.0)),
                ("volatility", models.FloatField(default=0.06)),
                ("rated_count", models.PositiveIntegerField(default=0)),
                ("rated_at", models.DateTimeField(blank=True, null=True)),
                (
                    "owner",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="solver", to="accounts.owner"
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Vote",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("value", models.SmallIntegerField()),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="votes", to="accounts.owner"
                    ),
                ),
                (
                    "puzzle",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="votes", to="grimoire.puzzle"
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="puzzle",
            index=models.Index(
                condition=models.Q(
                    ("flagged_at__isnull", True),
                    ("hidden_at__isnull", True),
                    ("published_at__isnull", False),
                    ("visibility", "public"),
                ),
                fields=[
                    "game",
                    "goal",
                    "level",
                    "turns",
                    "mode",
                    "edition",
                    "licence",
                    "owner",
                    "rating",
                    "score",
                    "visibility",
                    "hidden_at",
                    "flagged_at",
                    "published_at",
                ],
                name="pages_counted",
            ),
        ),
        migrations.AddIndex(
            model_name="puzzle",
            index=models.Index(
                condition=models.Q(
                    ("flagged_at__isnull", True),
                    ("hidden_at__isnull", True),
                    ("published_at__isnull", False),
                    ("visibility", "public"),
                ),
                fields=[
                    "game",
                    "published_at",
                    "id",
                    "goal",
                    "level",
                    "turns",
                    "owner",
                    "rating",
                    "visibility",
                    "hidden_at",
                    "flagged_at",
                ],
                name="pages_by_age",
            ),
        ),
        migrations.AddIndex(
            model_name="puzzle",
            index=models.Index(
                condition=models.Q(
                    ("flagged_at__isnull", True),
                    ("hidden_at__isnull", True),
                    ("published_at__isnull", False),
                    ("visibility", "public"),
                ),
                fields=[
                    "game",
                    "level",
                    "rating",
                    "id",
                    "goal",
                    "turns",
                    "owner",
                    "visibility",
                    "hidden_at",
                    "flagged_at",
                    "published_at",
                ],
                name="pages_by_level",
            ),
        ),
        migrations.AddIndex(
            model_name="puzzle",
            index=models.Index(
                condition=models.Q(
                    ("flagged_at__isnull", True),
                    ("hidden_at__isnull", True),
                    ("published_at__isnull", False),
                    ("visibility", "public"),
                ),
                fields=[
                    "game",
                    "score",
                    "published_at",
                    "id",
                    "goal",
                    "level",
                    "turns",
                    "owner",
                    "visibility",
                    "hidden_at",
                    "flagged_at",
                ],
                name="pages_by_votes",
            ),
        ),
        migrations.AddIndex(
            model_name="puzzle",
            index=models.Index(
                condition=models.Q(
                    ("flagged_at__isnull", True),
                    ("hidden_at__isnull", True),
                    ("published_at__isnull", False),
                    ("visibility", "public"),
                ),
                fields=[
                    "game",
                    "rating",
                    "id",
                    "goal",
                    "level",
                    "turns",
                    "owner",
                    "visibility",
                    "hidden_at",
                    "flagged_at",
                    "published_at",
                ],
                name="pages_by_rating",
            ),
        ),
        migrations.AddIndex(
            model_name="puzzle",
            index=models.Index(
                condition=models.Q(
                    ("flagged_at__isnull", True),
                    ("hidden_at__isnull", True),
                    ("published_at__isnull", False),
                    ("visibility", "public"),
                ),
                fields=["id", "game", "updated", "visibility", "hidden_at", "flagged_at", "published_at"],
                name="pages_of_sitemap",
            ),
        ),
        migrations.AddIndex(
            model_name="puzzle",
            index=models.Index(
                condition=models.Q(("featured", True)), fields=["game", "level", "token"], name="showpieces"
            ),
        ),
        migrations.AddIndex(
            model_name="puzzle",
            index=models.Index(fields=["owner", "game", "published_at"], name="pages_of_owner"),
        ),
        migrations.AddIndex(
            model_name="puzzle",
            index=models.Index(
                fields=["id", "game", "visibility", "hidden_at", "published_at", "flagged_at", "goal", "level"],
                name="pages_of_moderators",
            ),
        ),
        migrations.AddConstraint(
            model_name="favourite",
            constraint=models.UniqueConstraint(fields=("owner", "puzzle"), name="a_favourite_once"),
        ),
        migrations.AddConstraint(
            model_name="departed",
            constraint=models.UniqueConstraint(fields=("kind", "address"), name="left_once"),
        ),
        migrations.AddConstraint(
            model_name="commentsread",
            constraint=models.UniqueConstraint(fields=("owner", "puzzle"), name="read_once_by_an_owner"),
        ),
        migrations.AddConstraint(
            model_name="bookpage",
            constraint=models.UniqueConstraint(fields=("book", "number"), name="one_page_of_a_number"),
        ),
        migrations.AddConstraint(
            model_name="bookpage",
            constraint=models.UniqueConstraint(fields=("book", "puzzle"), name="a_puzzle_once_in_a_book"),
        ),
        migrations.AddConstraint(
            model_name="book",
            constraint=models.UniqueConstraint(
                condition=models.Q(("slug", ""), _negated=True), fields=("slug",), name="one_book_of_a_slug"
            ),
        ),
        migrations.AddIndex(
            model_name="attempt",
            index=models.Index(fields=["owner", "state"], name="grimoire_at_owner_i_e7b916_idx"),
        ),
        migrations.AddConstraint(
            model_name="attempt",
            constraint=models.UniqueConstraint(fields=("owner", "puzzle"), name="one_attempt_of_an_owner"),
        ),
        migrations.AddIndex(
            model_name="puzzleability",
            index=models.Index(fields=["slug", "at_work"], name="grimoire_pu_slug_c4fbd8_idx"),
        ),
        migrations.AddIndex(
            model_name="puzzleability",
            index=models.Index(fields=["slug", "seen", "puzzle"], name="pages_showing_an_ability"),
        ),
        migrations.AddIndex(
            model_name="puzzleability",
            index=models.Index(fields=["slug", "at_work", "puzzle"], name="pages_turning_on_an_ability"),
        ),
        migrations.AddConstraint(
            model_name="puzzleability",
            constraint=models.UniqueConstraint(fields=("puzzle", "slug"), name="one_of_an_ability"),
        ),
        migrations.AddConstraint(
            model_name="vote",
            constraint=models.UniqueConstraint(fields=("owner", "puzzle"), name="one_vote_of_an_owner"),
        ),
        migrations.AddConstraint(
            model_name="vote",
            constraint=models.CheckConstraint(condition=models.Q(("value__in", (-1, 1))), name="for_or_against"),
        ),
    ]
