"""A job's sign of life is named by what it is: the moment of its last heartbeat."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("play", "0001_initial")]

    operations = [
        migrations.RenameField(model_name="botturn", old_name="beat", new_name="heartbeat_at"),
        migrations.RenameField(model_name="streampresence", old_name="beat", new_name="heartbeat_at"),
    ]
