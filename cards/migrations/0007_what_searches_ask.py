"""The indexes of lists have what searches ask for too, so that a long list is gone through without reading a card; in
which seasons a card is legal is kept with it."""

from typing import Any

from django.db import migrations, models

from operations.schema import AddIndexMeanwhile

LISTED = models.Q(("deleted_at__isnull", True), ("hidden_at__isnull", True), ("visibility", "public"))
ASKED = ["kind", "set", "cost", "search_abilities", "av", "hp", "owner", "seasons"]
ORDERS = {
    "cards_of_sets": ["set", "number", "by_name", "id", "like_count"],
    "cards_named": ["by_name", "id"],
    "cards_named_fr": ["by_name_fr", "id"],
    "cards_of_age": ["created", "id"],
    **{f"cards_with_{value}": [value, "by_name", "id"] for value in ("cost", "av", "hp", "fair", "like_count")},
}
COUNTED = ["search_abilities", "av", "hp", "number", "fair", "like_count", "owner", "by_name", "id"]
INDEXES = {
    "cards_asked_for": ["set", "kind", "cost", *COUNTED, "remixed_from", "credit", "seasons"],
    **{name: [*order, *(field for field in ASKED if field not in order)] for name, order in ORDERS.items()},
}
BEFORE = (
    *("cards_counted", "cards_by_abilities", "cards_in_order", "cards_by_name", "cards_by_name_fr", "cards_by_age"),
    *(f"cards_by_{value}" for value in ("cost", "av", "hp", "fair", "like_count")),
)


def work_out(apps: Any, schema_editor: Any) -> None:
    from cards import derived

    cards = apps.get_model("cards", "Card")._base_manager.using(schema_editor.connection.alias)
    derived.renew(cards, using=schema_editor.connection.alias)


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("cards", "0006_lists_of_many")]

    operations = [
        migrations.AddField("card", "seasons", models.PositiveSmallIntegerField(blank=True, editable=False, null=True)),
        migrations.RunPython(work_out, migrations.RunPython.noop),
        *(
            AddIndexMeanwhile(
                "card",
                models.Index(condition=LISTED, fields=[*fields, "visibility", "hidden_at", "deleted_at"], name=name),
            )
            for name, fields in INDEXES.items()
        ),
        AddIndexMeanwhile(
            "card", models.Index(fields=["id", "kind", "visibility", "hidden_at"], name="cards_moderated")
        ),
        *(migrations.RemoveIndex("card", name) for name in BEFORE),
    ]
