"""Likes of cards and decks."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_account_manager"),
        ("cards", "0004_heartbeat_at"),
    ]

    operations = [
        migrations.CreateModel(
            name="Like",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "card",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="likes",
                        to="cards.card",
                    ),
                ),
                (
                    "deck",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="likes",
                        to="cards.deck",
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="accounts.owner"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("owner", "card"), name="a_card_liked_once"),
                    models.UniqueConstraint(fields=("owner", "deck"), name="a_deck_liked_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("card__isnull", False), ("deck__isnull", True)),
                            models.Q(("card__isnull", True), ("deck__isnull", False)),
                            _connector="OR",
                        ),
                        name="one_thing_liked",
                    ),
                ],
            },
        ),
    ]
