from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("grimoire", "0008_showpiece"),
    ]

    operations = [
        migrations.AddField(
            model_name="book",
            name="game",
            field=models.CharField(default="clash-of-decks", editable=False, max_length=20),
        ),
        migrations.AddField(
            model_name="puzzle",
            name="game",
            field=models.CharField(db_index=True, default="clash-of-decks", editable=False, max_length=20),
        ),
    ]
