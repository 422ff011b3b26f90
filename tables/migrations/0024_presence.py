from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("play", "0023_names_of_seats")]

    operations = [
        migrations.AddField("streampresence", "is_away", models.BooleanField(default=False, db_default=False)),
        migrations.AddField("streampresence", "seen_at", models.DateTimeField(null=True)),
    ]
