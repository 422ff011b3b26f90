"""The matrix of abilities as a table: its rows, the addresses of its cells, and the example of a cell."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

from board.walkthrough import Shown, show
from cards.abilities import ability_name
from cards.folding import folded
from engine.decks.rules.abilities import SEASON_1, SEASON_2
from rulings.matrix import Cell, cells, stopped_in_example
from rulings.queries import AbilityLink, ability_link

EDITIONS: Final = (SEASON_2, SEASON_1)


@dataclass(frozen=True, slots=True)
class MatrixTableCell:
    """A cell in the table: its address, its kind, and the ability of its column."""

    href: str
    kind: str
    head: AbilityLink


@dataclass(frozen=True, slots=True)
class MatrixSeason:
    """The matrix of a season: what the season is called, the addresses of the table and of all pairs in words."""

    name: str
    table: str
    words: str


@dataclass(frozen=True, slots=True)
class MatrixRow:
    head: AbilityLink
    entries: tuple[MatrixTableCell, ...]


def show_cell(cell: Cell, language: str) -> Shown | None:
    """The example of a cell, resolved; None where there is none."""
    return show(cell.start(language), cell.actions, language) if cell.position else None


def deciding_step(cell: Cell, shown: Shown | None, language: str) -> int:
    """The step of the example in which the pair is decided: where the later of the two acts, 0 where none does."""
    if shown is None:
        return 0
    names = {ability_name(slug, language) for slug in (cell.first, cell.second) if slug != stopped_in_example(cell)}
    steps = {moment.row.ability: n for n, moment in reversed(list(enumerate(shown.moments))) if moment.row}
    return max((step for name, step in steps.items() if name in names), default=0)


@cache
def rows_of(edition: str, language: str) -> tuple[MatrixRow, ...]:
    """The rows of an edition's matrix, by the names of the abilities."""
    slugs = sorted({first for first, _second in cells(edition)}, key=lambda slug: folded(ability_name(slug, language)))
    heads = [ability_link(slug, language) for slug in slugs]
    return tuple(MatrixRow(head, tuple(_entry(head, column, edition) for column in heads)) for head in heads)


def row_of(slug: str, language: str) -> MatrixRow | None:
    """The row of an ability, in season 2's matrix if it is there."""
    for edition in EDITIONS:
        for row in rows_of(edition, language):
            if row.head.slug == slug:
                return row
    return None


def _entry(head: AbilityLink, column: AbilityLink, edition: str) -> MatrixTableCell:
    return MatrixTableCell(
        cell_address(head.slug, column.slug, edition), cells(edition)[head.slug, column.slug].kind, column
    )


def cell_address(first: str, second: str, edition: str) -> str:
    if edition == SEASON_2:
        return reverse("rulings:cell", args=[first, second])
    return reverse("rulings:cell-of", args=[edition, first, second])


def season_of(edition: str) -> MatrixSeason:
    """The matrix of an edition, in the language of the page."""
    if edition == SEASON_2:
        return MatrixSeason(_("Season 2"), reverse("rulings:matrix"), reverse("rulings:matrix-words"))
    addresses = (reverse(f"rulings:{name}", args=[edition]) for name in ("matrix-of", "matrix-words-of"))
    return MatrixSeason(_("Season 1"), *addresses)


def seasons_of(edition: str) -> dict[str, MatrixSeason]:
    """For the pages of the matrix: the season that one is of, and the other one."""
    other_edition = next(candidate for candidate in EDITIONS if candidate != edition)
    return {"season": season_of(edition), "other_season": season_of(other_edition)}
