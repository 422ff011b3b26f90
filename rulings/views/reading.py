"""The rulings and abilities, to be read. Every answer has an ETag of what it says: what has not changed is not sent."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import conditional_page, require_GET

from accounts.budgets import costly
from accounts.pasted_addresses import page_address
from accounts.requests import SiteRequest
from rulings.card_sections import puzzles_about
from rulings.catalogue import numbers_by_id, ruling_by_id
from rulings.desk import cards_named, look_up
from rulings.editorial import answers, answers_about, as_ruling, editorial_rulings
from rulings.examples import examples_of, find_example
from rulings.in_words import examples_in_words
from rulings.links import picture_address
from rulings.matrix_table import row_of
from rulings.models import EditorialRuling
from rulings.pages import (
    OPEN_OF_ABILITY,
    OPEN_OF_RULING,
    TILES,
    RulingPage,
    ability_page,
    example_view,
    open_count,
    page_of,
    ruling_page,
    tiles_about,
    tiles_bearing,
)
from rulings.queries import abilities, parts
from rulings.rulebook import ABILITY, RULING
from rulings.searching import EXAMPLE, LONGEST_QUERY
from rulings.seo import ruling_data, short, term_data
from rulings.usual import usual_questions


@require_GET
@conditional_page
@costly()
def index(request: SiteRequest) -> HttpResponse:
    """All abilities and all rulings on one page, each at an anchor of its own; with ``?q=`` what is found."""
    language = request.language
    query = request.GET.get("q", "").strip()[:LONGEST_QUERY]
    if query and (address := page_address(query)):
        return redirect(address)
    if query:
        desk = look_up(query, language, answers=answers(language))
        cards = cards_named(query, language)
        return render(request, "rulings/found.html", {"query": query, "desk": desk, "cards": cards})
    all_abilities = abilities(language)
    context = {
        "abilities": all_abilities,
        "parts": parts(language),
        "editorial": editorial_rulings(language),
        "usual": usual_questions(language),
    }
    return render(request, "rulings/index.html", context)


@require_GET
@conditional_page
@costly()
def ruling(request: SiteRequest, identifier: str) -> HttpResponse:
    """A ruling with its examples, resolved by the engine."""
    language = request.language
    page = ruling_page(identifier, language) or _editorial(identifier, language)
    tiles, cards = tiles_about(page.ruling, language)
    context = {
        "page": page,
        "ruling": page.ruling,
        "tiles": tiles,
        "cards": cards if cards > TILES else 0,
        "open": open_count(page.examples, OPEN_OF_RULING),
        "about": short(page.ruling.text),
        "picture": picture_address(RULING, page.ruling.id, language),
        "structured": ruling_data(page.ruling, request, language),
    }
    return render(request, "rulings/ruling.html", context)


def _editorial(identifier: str, language: str) -> RulingPage:
    row = get_object_or_404(EditorialRuling, pk=identifier)
    return page_of(as_ruling(row, language), (example_view(row.example, language),), language)


@require_GET
@conditional_page
@costly()
def example(request: SiteRequest, identifier: str) -> HttpResponse:
    """An example on a page of its own, or for a script as what unfolds in the page of its ruling or ability."""
    example = find_example(identifier)
    if example is None:
        raise Http404(f"no example {identifier}")
    language = request.language
    view = example_view(example, language)
    ruling = ruling_by_id(example.ruling, language)
    among = examples_of(example.ruling)
    place = among.index(example)
    context = {
        "example": view,
        "ruling": ruling,
        "before": among[place - 1] if place else None,
        "after": among[place + 1] if place + 1 < len(among) else None,
        "about": short(f"{view.title}. {ruling.text}"),
        "picture": picture_address(EXAMPLE, view.id, language),
    }
    template = "rulings/_example.html" if request.htmx else "rulings/example.html"
    response = render(request, template, context)
    response.headers["Vary"] = "HX-Request"
    return response


@require_GET
@conditional_page
def examples(request: SiteRequest) -> HttpResponse:
    """All examples in words: the page that is kept for reading without a network."""
    return render(request, "rulings/examples.html", {"groups": examples_in_words(request.language)})


@require_GET
@conditional_page
def why(request: SiteRequest, identifier: str) -> HttpResponse:
    """A ruling in short, to be shown beside a step of a trace."""
    language = request.language
    if identifier in numbers_by_id():
        ruling = ruling_by_id(identifier, language)
    else:
        ruling = as_ruling(get_object_or_404(EditorialRuling, pk=identifier), language)
    return render(request, "rulings/_why.html", {"ruling": ruling})


@require_GET
@conditional_page
def abilities_index(request: SiteRequest) -> HttpResponse:
    every = abilities(request.language)
    return render(request, "rulings/abilities.html", {"abilities": every})


@require_GET
@conditional_page
@costly()
def ability(request: SiteRequest, slug: str) -> HttpResponse:
    """An ability: its text, the steps where it acts, its rulings and their examples, cards that have it."""
    language = request.language
    page = ability_page(slug, language)
    if page is None:
        raise Http404(f"no ability {slug}")
    tiles = tiles_bearing(slug, language)
    sections = puzzles_about((slug,), request)
    text = page.ability.season_2 or page.ability.season_1
    context = {
        "page": page,
        "ability": page.ability,
        "tiles": tiles,
        "matrix": row_of(slug, language),
        "open": open_count(page.examples, OPEN_OF_ABILITY),
        "sections": sections,
        "answers": answers_about((slug,), language),
        "about": short(text),
        "picture": picture_address(ABILITY, slug, language),
        "structured": term_data(page.ability.name, text, request, language),
    }
    return render(request, "rulings/ability.html", context)
