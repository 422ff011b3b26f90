"""A job's sign of life is named by what it is: the moment of its last heartbeat."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("grimoire", "0004_what_solutions_depend_on")]

    operations = [
        migrations.RenameField(model_name="proof", old_name="beat", new_name="heartbeat_at"),
    ]
