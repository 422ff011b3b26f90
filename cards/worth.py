"""The worth of cards, for searching and sorting: fair cost by our model, share of wins in games here.

The one is kept with each card (``Card.fair``, in halves of Mana), and worked out anew when there is another model
(``cards.derived``). The other follows from the games so far, which a room above counts, of the site's own cards alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from django.conf import settings
from django.utils.module_loading import import_string

from cards.models import Card

FAIR: Final = "fair"
WINS: Final = "wins"
WORTHS: Final = (FAIR, WINS)


def wins() -> dict[int, float]:
    """Primary key to the share of wins in percent, of the site's cards that were in enough games."""
    known: Mapping[str, float] = import_string(settings.SHARES_OF_WINS)()  # by reference, ``set/card``
    if not known:
        return {}
    rows: Iterable[tuple[int, str, str]] = (
        Card.objects.filter(owner=None, set__isnull=False).order_by().values_list("pk", "set__slug", "slug")
    )
    return {pk: known[f"{slug}/{own}"] for pk, slug, own in rows if f"{slug}/{own}" in known}
