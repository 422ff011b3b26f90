"""The tables of this room, which had gone at version 1.0.0; older databases apply what this replaces."""

from django.db import migrations


class Migration(migrations.Migration):
    replaces = [
        ("api", "0001_answers"),
        ("api", "0002_answers_into_web"),
    ]

    initial = True

    dependencies = []

    operations = []
