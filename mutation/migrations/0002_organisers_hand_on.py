from django.db import migrations, models

import mutation.models.handing_on


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_account_manager"),
        ("mutation", "0001_initial"),
    ]

    operations = [
        migrations.AlterField(
            model_name="mutationsession",
            name="owner",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=mutation.models.handing_on.hand_on,
                related_name="+",
                to="accounts.owner",
            ),
        ),
    ]
