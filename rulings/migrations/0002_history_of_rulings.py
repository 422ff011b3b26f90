from django.db import migrations, models

from operations.schema import AddFieldIfMissing


class Migration(migrations.Migration):
    """For a time 0001 itself brought this: databases made then have it already."""

    dependencies = [("rulings", "0001_initial")]

    operations = [
        AddFieldIfMissing(
            model_name="editorialruling",
            name="history",
            field=models.JSONField(blank=True, default=list, editable=False),
        ),
    ]
