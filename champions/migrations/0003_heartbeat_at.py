"""A job's sign of life is named by what it is: the moment of its last heartbeat."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("champions", "0002_lane_of_trials")]

    operations = [
        migrations.RenameField(model_name="trial", old_name="beat", new_name="heartbeat_at"),
    ]
