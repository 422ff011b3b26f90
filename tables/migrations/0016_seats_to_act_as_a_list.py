from collections.abc import Iterable
from typing import Any

from django.db import migrations, models

SLICE = 500


def carry_over(apps: Any, _schema_editor: Any) -> None:
    """Takes the names apart that stood one after the other: those of the game's seats, else single letters of AIs."""
    games, seats = apps.get_model("play", "LiveGame").objects, apps.get_model("play", "GameSeat").objects
    last = 0
    while batch := list(games.filter(pk__gt=last).order_by("pk").only("pk", "to_act")[:SLICE]):
        last = batch[-1].pk
        names: dict[int, list[str]] = {}
        for game, letter in seats.filter(game__in=[one.pk for one in batch]).values_list("game", "letter"):
            names.setdefault(game, []).append(letter)
        for one in batch:
            one.acting = taken_apart(one.to_act, names.get(one.pk, ()))
        games.bulk_update([one for one in batch if one.to_act], ["acting"])


def taken_apart(text: str, names: Iterable[str]) -> list[str]:
    found = []
    known = sorted(names, key=len, reverse=True)
    while text:
        name = next((one for one in known if text.startswith(one)), text[0])
        found.append(name)
        text = text.removeprefix(name)
    return found


class Migration(migrations.Migration):
    atomic = False
    dependencies = [
        ("play", "0015_played_with_help"),
    ]

    operations = [
        migrations.AddField(
            model_name="livegame",
            name="acting",
            field=models.JSONField(blank=True, db_default=[], default=list),
        ),
        migrations.AlterField(
            model_name="gameseat",
            name="letter",
            field=models.CharField(max_length=40),
        ),
        migrations.AlterField(
            model_name="gatheringseat",
            name="letter",
            field=models.CharField(max_length=40),
        ),
        migrations.AlterField(
            model_name="logentry",
            name="seat",
            field=models.CharField(blank=True, max_length=40),
        ),
        migrations.AlterField(
            model_name="streampresence",
            name="seat",
            field=models.CharField(blank=True, max_length=40),
        ),
        migrations.AlterField(
            model_name="livegame",
            name="listed",
            field=models.CharField(blank=True, default="", max_length=120),
        ),
        migrations.AlterField(
            model_name="gathering",
            name="listed",
            field=models.CharField(blank=True, default="", max_length=120),
        ),
        migrations.AlterField(
            model_name="turnmessage",
            name="letters",
            field=models.CharField(max_length=120),
        ),
        migrations.AlterField(
            model_name="webhookevent",
            name="letters",
            field=models.CharField(blank=True, max_length=120),
        ),
        migrations.RunPython(carry_over, migrations.RunPython.noop),
    ]
