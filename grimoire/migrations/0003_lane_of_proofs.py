from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("grimoire", "0002_ratings_and_comments_read"),
    ]

    operations = [
        migrations.AddField(
            model_name="proof",
            name="lane",
            field=models.CharField(blank=True, editable=False, max_length=32),
        ),
    ]
