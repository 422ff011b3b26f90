import django.db.models.deletion
from django.db import migrations, models

STATES = [
    ("waiting", "Waiting"),
    ("running", "Running"),
    ("done", "Done"),
    ("failed", "Failed"),
    ("cancelled", "Cancelled"),
]
KEY = models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


class Migration(migrations.Migration):
    dependencies = [("accounts", "0009_player_names"), ("play", "0026_characters_of_seats")]

    operations = [
        migrations.AddField("livegame", "clock", models.JSONField(blank=True, null=True)),
        migrations.AddField("livegame", "time_given", models.JSONField(blank=True, null=True)),
        migrations.CreateModel(
            "TimeoutCheck",
            [
                ("id", KEY),
                ("state", models.CharField(choices=STATES, default="waiting", max_length=10)),
                ("heartbeat_at", models.DateTimeField(blank=True, null=True)),
                ("lane", models.CharField(blank=True, editable=False, max_length=32)),
                ("due", models.DateTimeField(blank=True, null=True)),
                ("game", models.OneToOneField("play.livegame", django.db.models.deletion.CASCADE, related_name="+")),
            ],
            options={"abstract": False},
        ),
        migrations.CreateModel(
            "DayOff",
            [
                ("id", KEY.clone()),
                ("day", models.DateField()),
                ("made", models.DateTimeField()),
                ("owner", models.ForeignKey("accounts.owner", django.db.models.deletion.CASCADE, related_name="+")),
            ],
            options={
                "verbose_name": "day off",
                "verbose_name_plural": "days off",
                "ordering": ("day",),
                "constraints": [models.UniqueConstraint(fields=("owner", "day"), name="a_day_off_once")],
            },
        ),
    ]
