"""Bots with a name have it in a column of their own, so that servers of the release before find a level in ``level``."""

from typing import Any

from django.db import migrations, models

LEVELS = {
    **dict.fromkeys(("red-hroswith", "tallow", "cinder", "old-burr", "marisol", "hexane", "dean-pell"), "greedy"),
    **dict.fromkeys(("lady-corvin", "quillon"), "search"),
    **dict.fromkeys(("vesper", "brother-lim"), "search-small"),
}
FIELD = models.CharField(blank=True, max_length=16, null=True)


def move_characters(apps: Any, schema_editor: Any) -> None:
    for name in ("GameSeat", "GatheringSeat"):
        seats = apps.get_model("play", name).objects.using(schema_editor.connection.alias)
        for slug, level in LEVELS.items():
            seats.filter(level=slug).update(character=slug, level=level)


class Migration(migrations.Migration):
    dependencies = [("play", "0025_player_names")]

    operations = [
        migrations.AddField("gameseat", "character", FIELD),
        migrations.AddField("gatheringseat", "character", FIELD),
        migrations.RunPython(move_characters, migrations.RunPython.noop),
    ]
