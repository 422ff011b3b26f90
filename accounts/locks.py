"""Locks that a transaction holds to its end, for what no constraint of the database can say.

On SQLite transactions that write come one after the other by themselves (``transaction_mode`` IMMEDIATE), and these do
nothing. On PostgreSQL two transactions work side by side until they meet at the same row: there whoever reads something
in order to change it has to say so.
"""

from __future__ import annotations

from django.db import connection, models


def lock_row(model: type[models.Model], pk: object) -> None:
    """Waits until nobody else holds this row; what is read of it from here on is the latest."""
    if connection.features.has_select_for_update:
        _lock(model, pk, no_key=True)


def lock_row_to_delete(model: type[models.Model], pk: object) -> None:
    """Waits until nobody else holds this row, and keeps everybody from hanging rows on it.

    What others have hung on it is there to be seen from here on, and goes with it; who comes later finds it gone.
    """
    if connection.features.has_select_for_update:
        _lock(model, pk, no_key=False)


def _lock(model: type[models.Model], pk: object, *, no_key: bool) -> None:
    row = model._base_manager.filter(pk=pk).order_by()  # an order may join other tables, whose rows are not meant
    list(row.select_for_update(no_key=no_key).values_list("pk"))


def lock_name(name: str) -> None:
    """Waits until nobody else holds this name: for what is not there yet, and so has no row."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [name])
