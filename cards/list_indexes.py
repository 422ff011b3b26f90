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
_MEASURED: Final = ("av", "hp", "number", "fair", "owner")
_FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "cards_counted": (
        *("set", "kind", "cost", "search_abilities", "av", "hp", "number", "fair", "like_count", "owner"),
        *("by_name", "id"),
    ),
    "cards_by_abilities": ("search_abilities", "kind", "set", "cost", *_MEASURED),
    "cards_in_order": ("set", "number", "by_name", "id", "owner", "like_count"),
    "cards_by_name": ("by_name", "id"),
    "cards_by_name_fr": ("by_name_fr", "id"),
    "cards_by_age": ("created", "id"),
    "cards_of_sitemap": ("id", "updated"),
    **{f"cards_by_{v}": (v, "by_name", "id", "kind", "owner") for v in ("cost", "av", "hp", "fair", "like_count")},
}
LIST_INDEXES: Final = tuple(
    models.Index(fields=(*fields, "visibility", "hidden_at", "deleted_at"), condition=LISTED, name=name)
    for name, fields in _FIELDS.items()
)
