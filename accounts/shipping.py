"""Bringing what comes with the site from its files into the database: by content, as often as one likes.

Such rows have no owner. What has an owner is never touched.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from accounts.models import TOKEN_BYTES, Owned, Visibility


@dataclass(slots=True)
class Loaded:
    """The counts of a load, of rows of any kind."""

    made: int = 0
    changed: int = 0
    unlisted: int = 0
    deleted: int = 0
    kept: int = 0

    def __str__(self) -> str:
        parts = ("made", "changed", "unlisted", "deleted", "kept")
        return ", ".join(f"{getattr(self, part)} {part}" for part in parts)


def token_of(reference: str) -> str:
    """The token of something that comes with the site: always the same, so that addresses outlive a database."""
    return urlsafe_b64encode(sha256(reference.encode()).digest()[:TOKEN_BYTES]).decode()


def set_fields(row: Owned, fields: Mapping[str, Any]) -> list[str]:
    """Gives a row the values of ``fields``; the names of those that differed. Saves nothing."""
    differing = [name for name, value in fields.items() if getattr(row, name) != value]
    for name in differing:
        setattr(row, name, fields[name])
    return differing


def write(model: Any, key: Mapping[str, Any], fields: Mapping[str, Any], loaded: Loaded, **new: Any) -> Any:
    """The site's own row with that key, made (with ``new`` too) or brought up to date; saved only if something differs.

    Where rows count their revisions, a change is one.
    """
    values = {**fields, "visibility": Visibility.PUBLIC}
    row = model.objects.filter(**key, owner=None).first()
    if row is None:
        loaded.made += 1
        return model.objects.create(**key, **values, **new, owner=None)
    _bring_up_to_date(row, values, loaded)
    return row


def write_all(
    model: Any, key: Mapping[str, Any], fields_by_slug: Mapping[str, Mapping[str, Any]], loaded: Loaded
) -> dict[str, Any]:
    """As ``write`` for all rows with that key, told apart by their slugs: read at once, and what is new made at once.

    The rows by slug, in the order given. Models that searches look at have ``index()``, since ``save`` is not called.
    """
    rows = {row.slug: row for row in model.objects.filter(**key, slug__in=fields_by_slug, owner=None)}
    new_rows = []
    for slug, fields in fields_by_slug.items():
        values = {**fields, "visibility": Visibility.PUBLIC}
        if slug in rows:
            _bring_up_to_date(rows[slug], values, loaded)
        else:
            row = model(**key, slug=slug, **values, owner=None)
            row.index()
            new_rows.append(row)
    model.objects.bulk_create(new_rows)
    loaded.made += len(new_rows)
    rows |= {row.slug: row for row in new_rows}
    return {slug: rows[slug] for slug in fields_by_slug}


def _bring_up_to_date(row: Owned, values: Mapping[str, Any], loaded: Loaded) -> None:
    if not set_fields(row, values):
        loaded.kept += 1
        return
    if hasattr(row, "revision"):
        row.revision += 1
    row.save()
    loaded.changed += 1


def unlist_or_delete(row: Owned, is_needed: bool, loaded: Loaded) -> None:
    """Takes a row out of the lists: what somebody needs is kept, for whoever has its address."""
    if not is_needed:
        row.delete()
        loaded.deleted += 1
    elif row.visibility != Visibility.UNLISTED:
        row.visibility = Visibility.UNLISTED
        row.save(update_fields=["visibility", "updated"])
        loaded.unlisted += 1
