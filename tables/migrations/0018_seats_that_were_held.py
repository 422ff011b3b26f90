from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0017_gatherings_called_off"),
    ]

    operations = [
        migrations.AddField(
            model_name="seatmove",
            name="was_held",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
