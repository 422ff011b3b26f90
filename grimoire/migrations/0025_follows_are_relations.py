from typing import Any

import django.db.models.deletion
from django.db import migrations, models


def carry(apps: Any, _schema_editor: Any) -> None:
    """Whoever follows an author follows them as a player; who has blocked them already goes on blocking them."""
    relation = apps.get_model("play", "Relation")
    follows = apps.get_model("grimoire", "Follow").objects.exclude(owner=models.F("author"))
    taken = relation.objects.filter(owner=models.OuterRef("owner"), other=models.OuterRef("author"))
    new = follows.filter(~models.Exists(taken)).order_by("pk")
    batch = []
    for follow in new.iterator(chunk_size=500):
        one = relation(owner_id=follow.owner_id, other_id=follow.author_id, kind="follow", seen_at=follow.seen_at)
        batch.append((one, follow.created))
    for start in range(0, len(batch), 500):
        part = batch[start : start + 500]
        relation.objects.bulk_create([one for one, _since in part])
    for one, since in batch:
        relation.objects.filter(owner=one.owner_id, other=one.other_id).update(since=since)
    apps.get_model("grimoire", "Follow").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0010_deletions"),
        ("grimoire", "0024_announced_before"),
        ("play", "0030_follows"),
    ]

    operations = [
        # The table stays for old code that runs beside this; its rows hold back nothing that new code deletes.
        migrations.AlterField(
            "follow",
            "owner",
            models.ForeignKey(
                db_constraint=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="following",
                to="accounts.owner",
            ),
        ),
        migrations.AlterField(
            "follow",
            "author",
            models.ForeignKey(
                db_constraint=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="followers",
                to="accounts.owner",
            ),
        ),
        migrations.RunPython(carry, migrations.RunPython.noop),
        migrations.SeparateDatabaseAndState(state_operations=[migrations.DeleteModel(name="Follow")]),
    ]
