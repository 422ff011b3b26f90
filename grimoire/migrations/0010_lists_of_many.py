"""Lists of a hundred thousand pages: indexes have all that they look at."""

from django.db import migrations, models

from operations.schema import AddIndexMeanwhile

PUBLISHED = models.Q(
    ("flagged_at__isnull", True),
    ("hidden_at__isnull", True),
    ("published_at__isnull", False),
    ("visibility", "public"),
)

LISTED = ["visibility", "hidden_at", "flagged_at", "published_at"]
INDEXES = {
    "pages_counted": [*("game", "goal", "level", "turns", "mode", "edition", "licence"), "owner", "rating", "score"],
    "pages_by_age": ["game", "published_at", "id", "goal", "level", "turns", "owner", "rating"],
    "pages_by_level": ["game", "level", "rating", "id", "goal", "turns", "owner"],
    "pages_by_votes": ["game", "score", "published_at", "id", "goal", "level", "turns", "owner"],
    "pages_by_rating": ["game", "rating", "id", "goal", "level", "turns", "owner"],
    "pages_of_sitemap": ["id", "game", "updated"],
}


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("grimoire", "0009_games")]

    operations = [
        *(
            AddIndexMeanwhile(
                "puzzle",
                models.Index(condition=PUBLISHED, fields=list(dict.fromkeys([*fields, *LISTED])), name=name),
            )
            for name, fields in INDEXES.items()
        ),
        AddIndexMeanwhile(
            "puzzle",
            models.Index(condition=models.Q(("showpiece", True)), fields=["game", "level", "token"], name="showpieces"),
        ),
        AddIndexMeanwhile("puzzle", models.Index(fields=["owner", "game", "published_at"], name="pages_of_owner")),
        AddIndexMeanwhile(
            "puzzleability", models.Index(fields=["slug", "seen", "puzzle"], name="pages_showing_an_ability")
        ),
        AddIndexMeanwhile(
            "puzzleability", models.Index(fields=["slug", "at_work", "puzzle"], name="pages_turning_on_an_ability")
        ),
    ]
