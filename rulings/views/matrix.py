"""The matrix of abilities, and a cell of it: as a page, or for htmx as what fills the panel beside the matrix."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import conditional_page, require_GET

from accounts.budgets import costly
from accounts.requests import SiteRequest
from engine.decks.rules.abilities import SEASON_2
from rulings.card_sections import puzzles_about
from rulings.editorial import answers_about
from rulings.in_words import cells_in_words
from rulings.links import picture_address
from rulings.matrix import EDITIONS, cells, find_cell, sentences, settling
from rulings.matrix_table import acting_order, cell_address, rows_of, seasons_of, shown_sentences
from rulings.queries import ability_link
from rulings.searching import CELL
from rulings.seo import short


@require_GET
@conditional_page
def matrix(request: SiteRequest, edition: str = SEASON_2) -> HttpResponse:
    """The whole matrix of an edition; ``?first=`` and ``?second=`` lead to a cell."""
    if edition not in EDITIONS:
        raise Http404(f"no edition {edition}")
    chosen = (request.GET.get("first", ""), request.GET.get("second", ""))
    if any(chosen):
        if find_cell(*chosen, edition) is None:
            raise Http404(f"no cell of {chosen[0]} and {chosen[1]}")
        return redirect(cell_address(*chosen, edition))
    rows = rows_of(edition, request.language)
    context = {
        **seasons_of(edition),
        "rows": rows,
        "heads": [row.head for row in rows],
        "written": sum(first <= second and cell.written for (first, second), cell in cells(edition).items()),
    }
    return render(request, "rulings/matrix/index.html", context)


@require_GET
@conditional_page
def in_words(request: SiteRequest, edition: str = SEASON_2) -> HttpResponse:
    """All cells of an edition in words: the page that is kept for reading without a network."""
    if edition not in EDITIONS:
        raise Http404(f"no edition {edition}")
    context = {**seasons_of(edition), "groups": cells_in_words(edition, request.language)}
    return render(request, "rulings/matrix/words.html", context)


@require_GET
@conditional_page
@costly()
def cell(request: SiteRequest, first: str, second: str, edition: str = SEASON_2) -> HttpResponse:
    """Two abilities: what a ruling settles between them with a position that shows it, and the steps of each."""
    cell = find_cell(first, second, edition)
    if cell is None:
        raise Http404(f"no cell of {first} and {second}")
    language = request.language
    words = sentences(cell, language)
    place = (first, second) if edition == SEASON_2 else (edition, first, second)
    heads = [ability_link(first, language), ability_link(second, language)]
    context = {
        "cell": cell,
        "heads": heads,
        "pair": " × ".join(head.name for head in heads),
        "sentences": shown_sentences(cell, language),
        "none": words[0],
        "order": acting_order(cell, language),
        "turned": cell_address(second, first, edition),
        "settling": settling(cell, language),
        "answers": answers_about((first, second), language),
        **seasons_of(edition),
        "sections": puzzles_about((first, second), request),
        "about": short(" ".join(words)),
        "picture": picture_address(CELL, "/".join(place), language),
    }
    template = "rulings/matrix/cell.html#cell" if request.htmx else "rulings/matrix/cell.html"
    response = render(request, template, context)
    response.headers["Vary"] = "HX-Request"
    return response
