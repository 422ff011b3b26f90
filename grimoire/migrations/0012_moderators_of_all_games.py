"""The index of what moderators narrow their list of pages by, which has the pages of all games now."""

from django.db import migrations, models

from operations.schema import AddIndexMeanwhile


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("grimoire", "0011_lists_of_moderators")]

    operations = [
        AddIndexMeanwhile(
            "puzzle",
            models.Index(
                fields=["id", "game", "visibility", "hidden_at", "published_at", "flagged_at", "goal", "level"],
                name="pages_of_moderators",
            ),
        ),
        migrations.RemoveIndex("puzzle", "pages_moderated"),
    ]
