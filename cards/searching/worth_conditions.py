"""Conditions on the worth of cards, and the order that a query asks for."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import F, FloatField, Q, Value
from django.db.models.expressions import Combinable

from accounts.models import Owner
from cards.models import VALUED, Card
from cards.searching.conditions import COMPARISONS, Condition
from cards.worth import FAIR, WINS, wins

_OPERATORS: Final[dict[str, Callable[[float, float], bool]]] = {
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
    upper: float = 0
    other: str = ""

    def q(self, owner: Owner | None) -> Q:
        if WINS in (self.value, self.other):
            return self._of_known()
        known = Q(kind__in=VALUED) & Q(**{f"{name}__isnull": False for name in (self.value, self.other) if name})
        left = _halves(self.value)
        if self.operator == "..":
            bounds = Q(COMPARISONS[">="](left, _number(self.number))), Q(COMPARISONS["<="](left, _number(self.upper)))
            return known & bounds[0] & bounds[1]
        right = _halves(self.other) if self.other else _number(self.number)
        return known & Q(COMPARISONS[self.operator](left, right))

    def _of_known(self) -> Q:
        """Of the cards alone whose games are counted, which are the site's."""
        shares = wins()
        left = _values(self.value, shares)
        if self.other:
            right = _values(self.other, shares)
            return Q(pk__in=[pk for pk, value in left.items() if pk in right and self._holds(value, right[pk])])
        if self.operator == "..":
            return Q(pk__in=[pk for pk, value in left.items() if self.number <= value <= self.upper])
        return Q(pk__in=[pk for pk, value in left.items() if self._holds(value, self.number)])

    def _holds(self, left: float, right: float) -> bool:
        return _OPERATORS[self.operator](left, right)


def _halves(name: str) -> Combinable:
    """A value in halves, as fair costs are kept."""
    return F(FAIR) if name == FAIR else F(name) * 2


def _number(number: float) -> Value:
    return Value(2 * number, FloatField())


def _values(name: str, shares: Mapping[int, float]) -> Mapping[int, float]:
    if name == WINS:
        return shares
    rows: Any = Card.objects.filter(pk__in=shares, kind__in=VALUED, **{f"{name}__isnull": False}).order_by()
    return {pk: value / 2 if name == FAIR else value for pk, value in rows.values_list("pk", name)}


@dataclass(frozen=True, slots=True)
class Ordered(Condition):
    """The order in which cards are shown; it is true of every card. Without a name it is a direction alone. A ``seed``
    tells one random order from another; 0 is that of the day."""

    name: str
    reversed: bool = False
    seed: int = 0

    def q(self, owner: Owner | None) -> Q:
        return Q()
