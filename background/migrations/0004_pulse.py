from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("background", "0003_whole_files")]

    operations = [
        migrations.CreateModel(
            "Pulse",
            [
                ("kind", models.CharField(max_length=10, primary_key=True, serialize=False)),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            "Outage",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("began", models.DateTimeField()),
                ("ended", models.DateTimeField(db_index=True)),
            ],
        ),
    ]
