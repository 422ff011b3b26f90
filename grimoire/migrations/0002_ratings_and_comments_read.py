import django.db.models.deletion
from django.db import migrations, models

from operations.schema import AddFieldIfMissing, CreateModelIfMissing


class Migration(migrations.Migration):
    """For a time 0001 itself brought all this: databases made then have it already."""

    dependencies = [("accounts", "0001_initial"), ("grimoire", "0001_initial")]

    operations = [
        CreateModelIfMissing(
            name="CommentsRead",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("read_at", models.DateTimeField()),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="accounts.owner"
                    ),
                ),
                (
                    "puzzle",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="grimoire.puzzle"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("owner", "puzzle"), name="read_once_by_an_owner")],
            },
        ),
        AddFieldIfMissing(model_name="attempt", name="rated_at", field=models.DateTimeField(blank=True, null=True)),
        AddFieldIfMissing(model_name="attempt", name="rating_after", field=models.FloatField(blank=True, null=True)),
    ]
