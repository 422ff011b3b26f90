"""The matrix of abilities, and a cell of it: as a page, or for htmx as what fills the panel beside the matrix."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import conditional_page, require_GET

from cards.abilities import ability_name
from cards.icons import icon_of_ability
from config.http import HttpRequest
from engine.abilities import SEASON_1, SEASON_2
from rulings.alongside import sections_about
from rulings.matrix import NEVER, Cell, cells, find_cell, sentences
from rulings.seo import short
from rulings.showing import Shown, show

EDITIONS: Final = (SEASON_2, SEASON_1)


@dataclass(frozen=True, slots=True)
class Head:
    """An ability at the head of a row or a column."""

    slug: str
    name: str
    icon: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A cell in the table: its address, its kind, and the ability of its column."""

    href: str
    kind: str
    head: Head


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """A row of the matrix."""

    head: Head
    entries: tuple[Entry, ...]


@require_GET
@conditional_page
def matrix(request: HttpRequest, edition: str = SEASON_2) -> HttpResponse:
    """The whole matrix of an edition; ``?first=`` and ``?second=`` lead to a cell."""
    if edition not in EDITIONS:
        raise Http404
    chosen = (request.GET.get("first", ""), request.GET.get("second", ""))
    if any(chosen):
        if find_cell(*chosen, edition) is None:
            raise Http404
        return redirect(cell_address(*chosen, edition))
    rows = rows_of(edition, get_language() or "en")
    kinds = [cell.kind for pair, cell in cells(edition).items() if pair == (cell.first, cell.second)]
    context = {
        "edition": edition,
        "rows": rows,
        "heads": [row.head for row in rows],
        "icons": {row.head.icon for row in rows} | {"stone-bridge"} | _every_icon(),
        "pairs": len(kinds),
        "never": kinds.count(NEVER),
    }
    return render(request, "rulings/matrix/index.html", context)


@require_GET
@conditional_page
def cell(request: HttpRequest, first: str, second: str, edition: str = SEASON_2) -> HttpResponse:
    """Two abilities: who acts first, and the smallest example in which they meet."""
    found = find_cell(first, second, edition)
    if found is None:
        raise Http404
    language = get_language() or "en"
    words = sentences(found, language)
    shown = show_cell(found, language)
    heads = [_head(first, language), _head(second, language)]
    context = {
        "cell": found,
        "heads": heads,
        "pair": " × ".join(head.name for head in heads),
        "sentences": words,
        "shown": shown,
        "icons": {head.icon for head in heads} | set(shown.icons if shown else ()),
        "edition": edition,
        "sections": sections_about((first, second), request),
        "about": short(" ".join(words)),
    }
    template = "rulings/matrix/_cell.html" if request.htmx else "rulings/matrix/cell.html"
    response = render(request, template, context)
    response.headers["Vary"] = "HX-Request"
    return response


def show_cell(found: Cell, language: str) -> Shown | None:
    """The example of a cell, resolved; None where there is none."""
    return None if found.kind == NEVER else show(found.start(language), found.actions, language)


@cache
def rows_of(edition: str, language: str) -> tuple[MatrixRow, ...]:
    """The rows of an edition's matrix, by the names of the abilities."""
    slugs = sorted({first for first, _second in cells(edition)}, key=lambda slug: ability_name(slug, language))
    heads = [_head(slug, language) for slug in slugs]
    return tuple(MatrixRow(head, tuple(_entry(head, other, edition) for other in heads)) for head in heads)


def row_of(slug: str, language: str) -> MatrixRow | None:
    """The row of an ability, in season 2's matrix if it is there."""
    for edition in EDITIONS:
        for row in rows_of(edition, language):
            if row.head.slug == slug:
                return row
    return None


def _entry(head: Head, other: Head, edition: str) -> Entry:
    return Entry(cell_address(head.slug, other.slug, edition), cells(edition)[head.slug, other.slug].kind, other)


def cell_address(first: str, second: str, edition: str) -> str:
    """The address of a cell."""
    if edition == SEASON_2:
        return reverse("rulings:cell", args=[first, second])
    return reverse("rulings:cell-of", args=[edition, first, second])


def _head(slug: str, language: str) -> Head:
    return Head(slug, ability_name(slug, language), icon_of_ability(slug))


def _every_icon() -> set[str]:
    return {icon_of_ability(first) for edition in EDITIONS for first, _second in cells(edition)}
