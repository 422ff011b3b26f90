from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("champions", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="trial",
            name="lane",
            field=models.CharField(blank=True, editable=False, max_length=32),
        ),
    ]
