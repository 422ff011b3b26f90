"""Public puzzles of before readers could follow authors count as announced: published again, they are no news."""

from __future__ import annotations

from typing import Any

from django.db import migrations
from django.db.models import F


def announce_old(apps: Any, _editor: Any) -> None:
    puzzles = apps.get_model("grimoire", "Puzzle").objects.filter(published_at__isnull=False, announced_at__isnull=True)
    puzzles.update(announced_at=F("published_at"))


class Migration(migrations.Migration):
    dependencies = [("grimoire", "0023_twins")]

    operations = [migrations.RunPython(announce_old, migrations.RunPython.noop, elidable=True)]
