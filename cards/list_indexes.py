"""The indexes that lists of cards go by: a hundred thousand cards are looked through without reading one.

All that lists filter, sort and count by stands in them. SQLite asks even what an index is made on condition of, so that
stands in each too.
"""

from __future__ import annotations

from typing import Final

from django.db import models

from accounts.models import Visibility

# What everybody finds in lists.
LISTED: Final = models.Q(visibility=Visibility.PUBLIC, hidden_at__isnull=True, deleted_at__isnull=True)
_ASKED: Final = ("kind", "set", "cost", "search_abilities", "av", "hp", "owner", "seasons")
_ORDERS: Final[dict[str, tuple[str, ...]]] = {
    "cards_of_sets": ("set", "number", "by_name", "id", "like_count"),
    "cards_named": ("by_name", "id"),
    "cards_named_fr": ("by_name_fr", "id"),
    "cards_of_age": ("created", "id"),
    **{f"cards_with_{value}": (value, "by_name", "id") for value in ("cost", "av", "hp", "fair", "like_count")},
}
_FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "cards_asked_for": (
        *("set", "kind", "cost", "search_abilities", "av", "hp", "number", "fair", "like_count", "owner"),
        *("by_name", "id", "remixed_from", "credit", "seasons"),
    ),
    **{name: tuple(dict.fromkeys((*order, *_ASKED))) for name, order in _ORDERS.items()},
    "cards_of_sitemap": ("id", "updated"),
}
LIST_INDEXES: Final = (
    *(
        models.Index(fields=(*fields, "visibility", "hidden_at", "deleted_at"), condition=LISTED, name=name)
        for name, fields in _FIELDS.items()
    ),
    # What moderators narrow their list by: of all cards.
    models.Index(fields=("id", "kind", "visibility", "hidden_at"), name="cards_moderated"),
)
