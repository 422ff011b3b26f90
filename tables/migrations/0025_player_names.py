from django.db import migrations, models

FIELD = models.CharField(blank=True, db_default="", default="", max_length=24)


class Migration(migrations.Migration):
    dependencies = [("play", "0024_presence")]

    operations = [migrations.AddField("gameseat", "player_name", FIELD)]
