from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("grimoire", "0006_saw_preview"),
    ]

    operations = [
        migrations.AddField(
            model_name="puzzle",
            name="showpiece",
            field=models.BooleanField(default=False),
        ),
    ]
