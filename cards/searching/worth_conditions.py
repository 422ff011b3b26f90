"""Conditions on the worth of cards, which no column of the database holds, and the order that a query asks for."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from django.db.models import Q

from accounts.models import Owner
from cards.models import VALUED, Card
from cards.searching.conditions import Condition
from cards.worth import WORTHS

_COMPARISONS: Final[dict[str, Callable[[float, float], bool]]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
PRINTED: Final = ("cost", "av", "hp")  # what worths are compared with


@dataclass(frozen=True, slots=True)
class Worth(Condition):
    """A worth compared with a number, a range of numbers, or another value of the same card.

    ``value`` and ``other`` are keys of ``WORTHS`` or of ``PRINTED``; ``operator`` is as in ``Measure``. It is true of
    no card of which the worth is not known.
    """

    value: str
    operator: str
    number: float = 0
    most: float = 0
    other: str = ""

    def q(self, owner: Owner | None) -> Q:
        left = _values(self.value)
        if self.other:
            right = _values(self.other)
            return Q(pk__in=[pk for pk, value in left.items() if pk in right and self._holds(value, right[pk])])
        if self.operator == "..":
            return Q(pk__in=[pk for pk, value in left.items() if self.number <= value <= self.most])
        return Q(pk__in=[pk for pk, value in left.items() if self._holds(value, self.number)])

    def _holds(self, left: float, right: float) -> bool:
        return _COMPARISONS[self.operator](left, right)


def _values(name: str) -> Mapping[int, float]:
    if name in WORTHS:
        return WORTHS[name]()
    rows = Card.objects.filter(kind__in=VALUED, **{f"{name}__isnull": False}).order_by()
    return dict(rows.values_list("pk", name))


@dataclass(frozen=True, slots=True)
class Ordered(Condition):
    """The order in which cards are shown; it is true of every card."""

    name: str
    reversed: bool = False

    def q(self, owner: Owner | None) -> Q:
        return Q()
