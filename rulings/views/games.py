"""The rulings of the games beside Clash of Decks, to be read."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import conditional_page, require_GET

from accounts.budgets import costly
from accounts.requests import SiteRequest
from cards.texts import MissingText
from contract.registry import faces_of
from rulings.catalogue import INTERPRETATION
from rulings.games.pages import board_template, ruling_page
from rulings.games.plain import GameRuling, PlainRulings
from rulings.games.registry import PLAIN
from rulings.games.searching import search_in
from rulings.games.tables import DEFENCE, LEVELS, champions_table, trials_table
from rulings.links import picture_address
from rulings.searching import LONGEST_QUERY
from rulings.seo import question_data, short

# What each game's table is: its rows, its columns, its name and what it tells.
_TABLES: Final = {
    "magic-schools": (
        trials_table,
        [str(level) for level in LEVELS],
        gettext_lazy("Your level and that of the Trial"),
        gettext_lazy(
            "Your own level in the Arena at the side, the level of the Trial on top. Each cell comes from the "
            "engine, for a player with as many Students there as the Trial asks for."
        ),
    ),
    "clash-of-the-cards": (
        champions_table,
        list(DEFENCE),
        gettext_lazy("Champion against champion"),
        gettext_lazy(
            "The champion of the initiator at the side, that of the defender on top: who wins the pile. Every cell is a"
            " battle that the engine has fought."
        ),
    ),
}


@require_GET
@conditional_page
@costly()
def rulings(request: SiteRequest, name: str) -> HttpResponse:
    """All rulings of a game on one page, each at an anchor of its own; with ``?q=`` what is found."""
    game, language = PLAIN[name], request.language
    query = request.GET.get("q", "").strip()[:LONGEST_QUERY]
    context = {"game": game, "door": "rulings", "query": query}
    if query:
        return render(request, "rulings/games/found.html", {**context, "hits": search_in(game, query, language)})
    return render(request, "rulings/games/index.html", {**context, "parts": game.parts(language)})


@require_GET
@conditional_page
def rules(request: SiteRequest, name: str) -> HttpResponse:
    game = PLAIN[name]
    return render(
        request,
        "rulings/games/rules.html",
        {"game": game, "door": "rules", "chapter": game.rulebook(request.language)},
    )


@require_GET
@conditional_page
def matrix(request: SiteRequest, name: str) -> HttpResponse:
    """The table of a game that the engine fills in."""
    game = PLAIN[name]
    rows, columns, heading, lesson = _TABLES[name]
    words = faces_of(name).thing_word
    context = {
        "game": game,
        "door": "matrix",
        "heading": heading,
        "lesson": lesson,
        "columns": [words(column) for column in columns],
        "rows": [(words(row.head), row.cells) for row in rows()],
    }
    return render(request, "rulings/games/matrix.html", context)


@require_GET
@conditional_page
@costly()
def ruling(request: SiteRequest, name: str, number: str) -> HttpResponse:
    """A ruling of a game with its examples, carried out by the engine."""
    game, language = PLAIN[name], request.language
    told = _ruling_or_404(game, number, language)
    page = ruling_page(game, told, language)
    context = {
        "game": game,
        "page": page,
        "ruling": told,
        "board_template": board_template(game),
        "about": short(told.said),
        "picture": picture_address(game.name, number, language),
        "structured": question_data(told.title, told.said, request, language),
        "sources": [
            _("Our interpretation")
            if passage.kind == INTERPRETATION
            else _("The rulebook of %(game)s") % {"game": game.title}
            for passage in told.passages
        ],
    }
    return render(request, "rulings/games/ruling.html", context)


@require_GET
@conditional_page
def why(request: SiteRequest, name: str, number: str) -> HttpResponse:
    """A ruling of a game in short, to be shown beside a step."""
    game, language = PLAIN[name], request.language
    told = _ruling_or_404(game, number, language)
    context = {
        "ruling": told,
        "address": game.ruling_address(number),
    }
    return render(request, "rulings/games/_why.html", context)


def _ruling_or_404(game: PlainRulings, number: str, language: str) -> GameRuling:
    try:
        return game.ruling(number, language)
    except MissingText as missing:
        raise Http404(str(missing)) from None
