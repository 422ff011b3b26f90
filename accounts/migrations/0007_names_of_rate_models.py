"""Two models get plain names in the code; their tables keep theirs, so that the database stays as it is."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("accounts", "0006_plainer_labels")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterModelTable("allowance", "accounts_allowance"),
                migrations.RenameModel("Allowance", "RateWindow"),
                migrations.AlterModelTable("spending", "accounts_spending"),
                migrations.RenameModel("Spending", "RateBucket"),
            ],
        ),
    ]
