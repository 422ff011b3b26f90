"""Logistic regression by Newton's method, on sparse rows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

RIDGE: Final = 2.0  # how strongly coefficients are drawn to 0: as so many games' worth of evidence


class Fit(NamedTuple):
    """Coefficients by name, and the covariance matrix in the order of ``names``."""

    names: list[str]
    values: list[float]
    covariance: list[list[float]]

    def value(self, name: str) -> float:
        """The coefficient of a name, 0 when there is none."""
        return self.values[self.names.index(name)] if name in self.names else 0.0

    def error(self, name: str) -> float:
        """The standard error of the coefficient of a name, 0 when there is none."""
        if name not in self.names:
            return 0.0
        place = self.names.index(name)
        return math.sqrt(self.covariance[place][place])


Row = dict[str, float]
Sparse = list[list[tuple[int, float]]]  # of each row what is not 0, by the place of its name
FIRST: Final = "first"  # what beginning adds
COST: Final = "cost"  # what a Mana of cost adds


def logistic(
    rows: Sequence[Row],
    outcomes: Sequence[float],
    ridge: float = RIDGE,
    free: Sequence[str] = (),
    start: Fit | None = None,
) -> Fit:
    """The coefficients that make the outcomes (0 to 1) most likely.

    ``ridge`` draws them to 0, as so much evidence would, except those of ``free``. ``start`` is a fit of the same
    names on much the same rows: to begin from, with its covariance instead of a new one, which is quick.
    """
    names = start.names if start else sorted({name for row in rows for name in row})
    index = {name: place for place, name in enumerate(names)}
    sparse = [[(index[name], value) for name, value in sorted(row.items()) if value] for row in rows]
    drawn = [1e-6 if name in free else ridge for name in names]
    values = start.values if start else [0.0] * len(names)
    inverse = start.covariance if start else []
    largest = 1.0
    for _ in range(30):
        chances = [1 / (1 + math.exp(-sum([values[i] * x for i, x in row]))) for row in sparse]
        if largest > 0.03 and start is None:  # near the goal the last matrix will do: the steps still come to it
            inverse = inverted(_hessian(sparse, chances, drawn))
        gradient = _gradient(sparse, chances, outcomes, values, drawn)
        step = [sum([x * y for x, y in zip(line, gradient, strict=True)]) for line in inverse]
        values = [value + change for value, change in zip(values, step, strict=True)]
        largest = max(map(abs, step))
        if largest < 1e-4:
            break
    return Fit(names, values, inverse)


def _gradient(
    sparse: Sparse,
    chances: Sequence[float],
    outcomes: Sequence[float],
    values: Sequence[float],
    drawn: Sequence[float],
) -> list[float]:
    gradient = [-pull * value for pull, value in zip(drawn, values, strict=True)]
    for row, chance, outcome in zip(sparse, chances, outcomes, strict=True):
        off = outcome - chance
        for i, x in row:
            gradient[i] += off * x
    return gradient


def _hessian(sparse: Sparse, chances: Sequence[float], drawn: Sequence[float]) -> list[list[float]]:
    size = len(drawn)
    hessian = [[0.0] * size for _ in range(size)]
    for row, chance in zip(sparse, chances, strict=True):
        weight = chance * (1 - chance)
        for at, (i, x) in enumerate(row):
            line, weighted = hessian[i], weight * x
            for j, y in row[at:]:
                line[j] += weighted * y
    for i in range(size):
        hessian[i][i] += drawn[i]
        for j in range(i):
            hessian[i][j] = hessian[j][i]
    return hessian


def inverted(matrix: list[list[float]]) -> list[list[float]]:
    """The inverse of a symmetric matrix that is positive definite, by Gauss and Jordan."""
    rows = [line[:] for line in matrix]
    for k in range(len(rows)):
        pivot = 1 / rows[k][k]
        rows[k][k] = 1.0
        own = rows[k] = [value * pivot for value in rows[k]]
        for i, line in enumerate(rows):
            factor = line[k]
            if i != k and factor:
                line[k] = 0.0
                rows[i] = [value - factor * own_value for value, own_value in zip(line, own, strict=True)]
    return rows
