"""Levels compared with what solvers of several strengths make of the pages: does each level stop more of them?

What the solvers did is kept in ``attempts.jsonl``, a line for each page, under the key of its position: it is tried
again only where that is another one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import correlation, mean
from typing import Any, Final

from grimoire.book_files import Volume, VolumePage
from tools.books.solvers import STRENGTHS, solved_shares

ATTEMPTS_FILE: Final = Path(__file__).resolve().parent / "attempts.jsonl"
FOUND, FORETOLD = "to be found", "to be foretold"
MIN_CORRELATION: Final = {FOUND: 0.7, FORETOLD: 0.5}  # of the pages' points with how many attempts fail, by rank

Shares = Mapping[str, float]  # of a page's attempts that reach the goal, by the strength's name


@dataclass(frozen=True, slots=True)
class TriedPage:
    """A page with its ``level``, the ``points`` that it comes from, and what solvers made of it."""

    reference: str
    is_foretold: bool
    level: int
    points: float
    shares: Shares

    @property
    def failing(self) -> float:
        """The share of all attempts that fail: how hard it is for the solvers."""
        return 1 - mean(self.shares.values())


def read_attempts(path: Path = ATTEMPTS_FILE) -> dict[tuple[str, str], Shares]:
    """What the solvers made of each page, by its reference and the key of the position that they tried."""
    if not path.exists():
        return {}
    lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {(line["page"], line["key"]): line["solved"] for line in lines}


def tried(volumes: Sequence[Volume], kept: Mapping[tuple[str, str], Shares]) -> Iterator[tuple[VolumePage, Shares]]:
    """Every page with what the solvers made of it; those that they have not tried yet they try now."""
    for volume in volumes:
        for page in volume.pages:
            known = kept.get((page.reference, page.key))
            yield page, solved_shares(page.position, page.reference) if known is None else known


def write_attempts(pages: Sequence[tuple[VolumePage, Shares]], path: Path = ATTEMPTS_FILE) -> None:
    rows: list[dict[str, Any]] = [
        {"page": page.reference, "key": page.key, "solved": dict(shares)} for page, shares in pages
    ]
    path.write_text("".join(json.dumps(row, separators=(",", ":")) + "\n" for row in rows), encoding="utf-8")


def tried_page(page: VolumePage, shares: Shares) -> TriedPage:
    points = sum(page.answer["difficulty"]["points"].values())
    return TriedPage(page.reference, page.goal == "predict", page.level, points, shares)


def figures(pages: Sequence[TriedPage]) -> Iterator[tuple[str, bool]]:
    """The lines of a report, each with whether it says what it should.

    For pages of either kind: the rank correlation of their points with the attempts that fail; of each level the share
    that each solver solves, which has to fall from level to level.
    """
    for kind in (FOUND, FORETOLD):
        of_kind = [page for page in pages if page.is_foretold == (kind == FORETOLD)]
        if not of_kind:
            continue
        ranks = rank_correlation([page.points for page in of_kind], [page.failing for page in of_kind])
        least = MIN_CORRELATION[kind]
        yield f"{len(of_kind)} pages {kind}: rank correlation {ranks:.2f}, at least {least}", ranks >= least
        levels = sorted({page.level for page in of_kind})
        counts = " ".join(str(sum(page.level == level for page in of_kind)) for level in levels)
        yield f"  level {' '.join(map(str, levels))}: {counts} pages", True
        for strength in STRENGTHS:
            shares = [mean(page.shares[strength.name] for page in of_kind if page.level == level) for level in levels]
            falls = all(easier > harder for easier, harder in pairwise(shares))
            yield f"  {strength.name:6} solves {' '.join(f'{share:4.0%}' for share in shares)}", falls


def rank_correlation(first: Sequence[float], second: Sequence[float]) -> float:
    """Spearman's coefficient, equal values sharing their ranks; 0 where either is always the same."""
    if len(set(first)) < 2 or len(set(second)) < 2:
        return 0.0
    return correlation(_ranks(first), _ranks(second))


def _ranks(values: Sequence[float]) -> list[float]:
    order = sorted(values)
    places: dict[float, list[int]] = {}
    for place, value in enumerate(order):
        places.setdefault(value, []).append(place)
    return [mean(places[value]) for value in values]
