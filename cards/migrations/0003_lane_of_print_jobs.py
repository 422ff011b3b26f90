from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("cards", "0002_print_jobs"),
    ]

    operations = [
        migrations.AddField(
            model_name="printjob",
            name="lane",
            field=models.CharField(blank=True, editable=False, max_length=32),
        ),
    ]
