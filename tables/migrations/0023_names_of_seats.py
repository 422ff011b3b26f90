"""Seats' names are called so in the code; the columns keep theirs, so that the database stays as it is."""

from django.db import migrations, models

OPTIONS = {
    "ordering": ("gathering", "seat_name"),
    "verbose_name": "seat in a waiting game",
    "verbose_name_plural": "seats in waiting games",
}
FIELD = models.CharField(db_column="letter", max_length=40)


class Migration(migrations.Migration):
    dependencies = [("play", "0022_plainer_labels")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveConstraint("gameseat", "one_seat_of_a_letter"),
                migrations.AlterField("gameseat", "letter", FIELD),
                migrations.RenameField("gameseat", "letter", "seat_name"),
                migrations.AddConstraint(
                    "gameseat", models.UniqueConstraint(fields=("game", "seat_name"), name="one_seat_of_a_letter")
                ),
                migrations.RemoveConstraint("gatheringseat", "one_waiting_seat_of_a_letter"),
                migrations.AlterField("gatheringseat", "letter", FIELD),
                migrations.RenameField("gatheringseat", "letter", "seat_name"),
                migrations.AlterModelOptions("gatheringseat", OPTIONS),
                migrations.AddConstraint(
                    "gatheringseat",
                    models.UniqueConstraint(fields=("gathering", "seat_name"), name="one_waiting_seat_of_a_letter"),
                ),
            ],
        ),
    ]
