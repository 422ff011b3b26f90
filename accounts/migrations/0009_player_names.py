from django.db import migrations, models

FIELD = models.CharField(blank=True, db_default="", default="", max_length=24)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0008_reasons_of_reports")]

    operations = [migrations.AddField("owner", "player_name", FIELD)]
