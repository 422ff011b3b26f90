"""The worth of cards, for searching and sorting: fair cost by our model, share of wins in games here.

The one is kept with each card (``Card.fair``, in halves of Mana), and worked out anew when there is another model
(``cards.derived``). The other follows from the games so far, which a room above counts, of the site's own cards alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from cards.models import Card
from web.registry import Registry

# Who counts games: by a card's reference (``set/card``) its share of wins in percent, of cards with enough games.
shares_of_wins: Final[Registry[Callable[[], Mapping[str, float]]]] = Registry()
FAIR: Final = "fair"
WINS: Final = "wins"
WORTHS: Final = (FAIR, WINS)


def wins() -> dict[int, float]:
    """Primary key to the share of wins in percent, of the site's cards that were in enough games."""
    known: dict[str, float] = {}
    for counted in shares_of_wins:
        known |= counted()
    if not known:
        return {}
    rows: Iterable[tuple[int, str, str]] = (
        Card.objects.filter(owner=None, set__isnull=False).order_by().values_list("pk", "set__slug", "slug")
    )
    return {pk: known[f"{slug}/{own}"] for pk, slug, own in rows if f"{slug}/{own}" in known}
