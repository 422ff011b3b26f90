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
from statistics import mean
from typing import Any, Final

from engine.decks.solving.objective import PREDICT
from grimoire.book_files import Volume, VolumePage
from tools.books.solvers import STRENGTHS, solved_shares
from tools.ranks import rank_correlation

ATTEMPTS_FILE: Final = Path(__file__).resolve().parent / "attempts.jsonl"
FOUND, FORETOLD = "to be found", "to be foretold"
# The same card again is hard for solvers and, as docs/author/difficulty.md settles, not for people: pages without it.
FRESH: Final = "to be found, no card twice"
MIN_CORRELATION: Final = {FOUND: 0.7, FRESH: 0.75, FORETOLD: 0.5}  # of points with how many attempts fail, by rank

Shares = Mapping[str, float]  # of a page's attempts that reach the goal, by the strength's name


@dataclass(frozen=True, slots=True)
class TriedPage:
    """A page with its ``level``, the ``points`` that it comes from, and what solvers made of it; of which ``kinds``."""

    reference: str
    kinds: tuple[str, ...]
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
    difficulty = page.answer["difficulty"]
    kinds = (FORETOLD,) if page.goal == PREDICT else (FOUND,) if difficulty["features"]["again"] else (FOUND, FRESH)
    return TriedPage(page.reference, kinds, page.level, sum(difficulty["points"].values()), shares)


def figures(pages: Sequence[TriedPage]) -> Iterator[tuple[str, bool]]:
    """The lines of a report, each with whether it says what it should.

    For pages of each kind: the rank correlation of their points with the attempts that fail; of each level the share
    that each solver solves, which has to fall from level to level (not again of those that are counted already).
    """
    for kind in (FOUND, FRESH, FORETOLD):
        of_kind = [page for page in pages if kind in page.kinds]
        if not of_kind:
            continue
        ranks = rank_correlation([page.points for page in of_kind], [page.failing for page in of_kind])
        least = MIN_CORRELATION[kind]
        yield f"{len(of_kind)} pages {kind}: rank correlation {ranks:.2f}, at least {least}", ranks >= least
        if kind == FRESH:
            continue
        levels = sorted({page.level for page in of_kind})
        counts = " ".join(str(sum(page.level == level for page in of_kind)) for level in levels)
        yield f"  level {' '.join(map(str, levels))}: {counts} pages", True
        for strength in STRENGTHS:
            shares = [mean(page.shares[strength.name] for page in of_kind if page.level == level) for level in levels]
            falls = all(easier > harder for easier, harder in pairwise(shares))
            yield f"  {strength.name:6} solves {' '.join(f'{share:4.0%}' for share in shares)}", falls
