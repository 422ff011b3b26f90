"""The rulings of the games beside Clash of Decks, to be read."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page, require_GET

from accounts.budgets import costly
from accounts.requests import SiteRequest
from cards.texts import MissingText
from contract.registry import faces_of
from rulings.catalogue import INTERPRETATION
from rulings.desk import cards_named, look_up
from rulings.editorial import answers
from rulings.games.in_words import examples_in_words
from rulings.games.pages import ruling_page
from rulings.games.plain import GameRuling, PlainRulings
from rulings.games.registry import plain_games
from rulings.links import picture_address
from rulings.searching import LONGEST_QUERY
from rulings.seo import question_data, short


@require_GET
@conditional_page
@costly()
def rulings(request: SiteRequest, name: str) -> HttpResponse:
    """All rulings of a game on one page, each at an anchor of its own; with ``?q=`` what is found."""
    game, language = plain_games()[name], request.language
    query = request.GET.get("q", "").strip()[:LONGEST_QUERY]
    context = {"game": game, "door": "rulings", "query": query}
    if query:
        desk = look_up(query, language, name, answers(language))
        return render(
            request, "rulings/games/found.html", {**context, "desk": desk, "cards": cards_named(query, language)}
        )
    return render(request, "rulings/games/index.html", {**context, "parts": game.parts(language)})


@require_GET
@conditional_page
def rules(request: SiteRequest, name: str) -> HttpResponse:
    game = plain_games()[name]
    return render(
        request,
        "rulings/games/rules.html",
        {"game": game, "door": "rules", "chapter": game.rulebook(request.language)},
    )


@require_GET
@conditional_page
def matrix(request: SiteRequest, name: str) -> HttpResponse:
    """The table of a game that the engine fills in."""
    game = plain_games()[name]
    table, words = game.table, faces_of(name).thing_word
    context = {
        "game": game,
        "door": "matrix",
        "heading": table.heading,
        "lesson": table.lesson,
        "columns": [words(column) for column in table.columns],
        "rows": [(words(row.head), row.cells) for row in table.rows()],
    }
    return render(request, "rulings/games/matrix.html", context)


@require_GET
@conditional_page
@costly()
def ruling(request: SiteRequest, name: str, number: str) -> HttpResponse:
    """A ruling of a game with its examples, carried out by the engine."""
    game, language = plain_games()[name], request.language
    ruling = _ruling_or_404(game, number, language)
    page = ruling_page(game, ruling, language)
    context = {
        "game": game,
        "page": page,
        "ruling": ruling,
        "faces": faces_of(game.name),
        "about": short(ruling.said),
        "picture": picture_address(game.name, number, language),
        "structured": question_data(ruling.title, ruling.said, request, language),
        "sources": [
            _("Our interpretation")
            if passage.kind == INTERPRETATION
            else _("The rulebook of %(game)s") % {"game": game.title}
            for passage in ruling.passages
        ],
    }
    return render(request, "rulings/games/ruling.html", context)


@require_GET
@conditional_page
def why(request: SiteRequest, name: str, number: str) -> HttpResponse:
    """A ruling of a game in short, to be shown beside a step."""
    game, language = plain_games()[name], request.language
    ruling = _ruling_or_404(game, number, language)
    context = {
        "ruling": ruling,
        "address": game.ruling_address(number),
    }
    return render(request, "rulings/games/_why.html", context)


@require_GET
@conditional_page
@costly()
def examples(request: SiteRequest, name: str) -> HttpResponse:
    """All examples of a game in words: the page that is kept for reading without a network."""
    context = {"game": plain_games()[name], "groups": examples_in_words(name, request.language)}
    return render(request, "rulings/games/examples.html", context)


def _ruling_or_404(game: PlainRulings, number: str, language: str) -> GameRuling:
    try:
        return game.ruling(number, language)
    except MissingText as missing:
        raise Http404(str(missing)) from None
