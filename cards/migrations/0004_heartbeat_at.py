"""A job's sign of life is named by what it is: the moment of its last heartbeat."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("cards", "0003_lane_of_print_jobs")]

    operations = [
        migrations.RenameField(model_name="printjob", old_name="beat", new_name="heartbeat_at"),
    ]
