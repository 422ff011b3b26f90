"""An index of what moderators narrow their list of pages by."""

from django.db import migrations, models

from operations.schema import AddIndexMeanwhile


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("grimoire", "0010_lists_of_many")]

    operations = [
        AddIndexMeanwhile(
            "puzzle",
            models.Index(
                fields=["game", "id", "visibility", "hidden_at", "published_at", "flagged_at", "goal", "level"],
                name="pages_moderated",
            ),
        ),
    ]
