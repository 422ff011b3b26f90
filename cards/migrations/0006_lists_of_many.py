"""Lists of a hundred thousand cards: what they sort by is kept with each, and an index has all that they look at."""

from typing import Any

from django.db import migrations, models

from operations.schema import AddIndexMeanwhile

LISTED = models.Q(("deleted_at__isnull", True), ("hidden_at__isnull", True), ("visibility", "public"))

# Old code beside this one leaves them out.
NAME: dict[str, Any] = {"blank": True, "db_default": "", "default": "", "editable": False, "max_length": 60}

COUNTED = ["search_abilities", "av", "hp", "number", "fair", "like_count", "owner", "by_name", "id"]
INDEXES = {
    "cards_counted": ["set", "kind", "cost", *COUNTED],
    "cards_by_abilities": ["search_abilities", "kind", "set", "cost", "av", "hp", "number", "fair", "owner"],
    "cards_in_order": ["set", "number", "by_name", "id", "owner", "like_count"],
    "cards_by_name": ["by_name", "id"],
    "cards_by_name_fr": ["by_name_fr", "id"],
    "cards_by_age": ["created", "id"],
    "cards_of_sitemap": ["id", "updated"],
    **{
        f"cards_by_{value}": [value, "by_name", "id", "kind", "owner"]
        for value in ("cost", "av", "hp", "fair", "like_count")
    },
}


def work_out(apps: Any, schema_editor: Any) -> None:
    from cards import derived

    cards = apps.get_model("cards", "Card")._base_manager.using(schema_editor.connection.alias)
    likes = apps.get_model("cards", "Like")._base_manager.using(schema_editor.connection.alias)
    derived.renew(cards, using=schema_editor.connection.alias)
    derived.count_likes(cards, likes)


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("cards", "0005_likes")]

    operations = [
        migrations.AddField("card", "by_name", models.CharField(**NAME)),
        migrations.AddField("card", "by_name_fr", models.CharField(**NAME)),
        migrations.AddField("card", "fair", models.SmallIntegerField(blank=True, editable=False, null=True)),
        migrations.AddField("card", "like_count", models.PositiveIntegerField(db_default=0, default=0, editable=False)),
        migrations.RunPython(work_out, migrations.RunPython.noop),
        *(
            AddIndexMeanwhile(
                "card",
                models.Index(condition=LISTED, fields=[*fields, "visibility", "hidden_at", "deleted_at"], name=name),
            )
            for name, fields in INDEXES.items()
        ),
        migrations.RemoveIndex("card", "cards_card_visibil_fc7cbb_idx"),
    ]
