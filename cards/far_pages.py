"""Pages far down a long list: read from whichever end of it is nearer, for a database goes through all rows before."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet


def keys_from(ordered: QuerySet[Any], start: int, size: int, total: int | None) -> list[int]:
    """The keys of ``size`` rows at most from the place ``start`` of an ordered query on, the first being 0.

    ``total`` is how many rows it has; None where nobody has counted them. Where that is older than the rows, a page of
    the second half is cut by as many rows as have come or gone.
    """
    keys = ordered.values_list("pk", flat=True)
    if total is None or 2 * start < total:
        return list(keys[start : start + size])
    if start >= total:
        return []
    end = max(total - start - size, 0)  # rows after the last one that is wanted
    return list(keys.reverse()[end : total - start])[::-1]
