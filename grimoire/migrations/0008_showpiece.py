from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("grimoire", "0007_questions_of_a_foretelling"),
    ]

    operations = [
        migrations.AddField(
            model_name="puzzle",
            name="showpiece",
            field=models.BooleanField(default=False),
        ),
    ]
