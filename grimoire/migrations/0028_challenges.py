"""Pages that are published without a proof, and what readers find on them."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0010_deletions"),
        ("grimoire", "0027_races"),
    ]

    operations = [
        migrations.CreateModel(
            name="ChallengeFind",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("line", models.JSONField()),
                ("plays", models.JSONField()),
                ("is_cook", models.BooleanField(default=False)),
                ("is_proven", models.BooleanField(default=True)),
                ("created", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ("created", "pk"),
            },
        ),
        migrations.AddField(
            model_name="puzzle",
            name="challenge",
            field=models.CharField(
                blank=True,
                choices=[("open", "Open challenge"), ("closed", "Closed challenge"), ("proved", "Proven challenge")],
                db_default="",
                default="",
                editable=False,
                max_length=8,
            ),
        ),
        migrations.AddIndex(
            model_name="puzzle",
            index=models.Index(
                condition=models.Q(("challenge", ""), _negated=True),
                fields=["challenge", "published_at"],
                name="pages_of_challenges",
            ),
        ),
        migrations.AddField(
            model_name="challengefind",
            name="owner",
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="accounts.owner"),
        ),
        migrations.AddField(
            model_name="challengefind",
            name="puzzle",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="finds", to="grimoire.puzzle"
            ),
        ),
    ]
