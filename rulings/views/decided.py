"""What we decided where the rulebooks are silent, of any game: all on one page, and each reading with its examples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import conditional_page, require_GET

from accounts.budgets import costly
from accounts.requests import SiteRequest
from cards.texts import MissingText
from contract.registry import faces_of
from rulings.catalogue import StatedRuling
from rulings.games.pages import example_view as game_example_view
from rulings.games.plain import GamePart
from rulings.games.registry import games_with_rulings, plain_games
from rulings.pages import example_view
from rulings.queries import RulingsPart, parts
from rulings.readings import Reading, all_readings, grouped, reading, reading_examples
from rulings.seo import question_data, short
from rulings.sheet import judges_sheet

CLASH_OF_DECKS: Final = "clash-of-decks"


@dataclass(frozen=True, slots=True)
class DecidedPart:
    """The rulings of a part of which something is ours."""

    number: int
    name: str
    rulings: Sequence[StatedRuling]


@require_GET
@conditional_page
def decided(request: SiteRequest, name: str = CLASH_OF_DECKS) -> HttpResponse:
    """The readings of a game, then all that is ours in its rulings."""
    language = request.language
    context = {
        "game": games_with_rulings()[name],
        "plain": plain_games().get(name),
        "groups": grouped(readings_of(name, language)),
        "parts": _ours(plain_games()[name].parts(language) if name in plain_games() else parts(language)),
        "query": "",
    }
    return render(request, "rulings/decided.html", context)


def _ours(every: Sequence[RulingsPart | GamePart]) -> list[DecidedPart]:
    among = ((part, [ruling for ruling in part.rulings if ruling.decided]) for part in every)
    return [DecidedPart(part.number, part.name, rulings) for part, rulings in among if rulings]


@require_GET
@conditional_page
@costly()
def decision(request: SiteRequest, number: str, name: str = CLASH_OF_DECKS) -> HttpResponse:
    """A reading with what else could be read, and its examples, carried out by the engine."""
    language = request.language
    every = readings_of(name, language)
    try:
        shown = reading(number, every)
    except MissingText as missing:
        raise Http404(str(missing)) from None
    place = every.index(shown)
    plain = plain_games().get(name)
    context: dict[str, Any] = {
        "game": games_with_rulings()[name],
        "plain": plain,
        "reading": shown,
        "before": every[place - 1] if place else None,
        "after": every[place + 1] if place + 1 < len(every) else None,
        "about": short(shown.said),
        "structured": question_data(shown.title, shown.said, request, language),
        "query": "",
    }
    if plain:
        examples = [example for example in plain.reading_examples() if number in example.rulings]
        context["game_examples"] = [game_example_view(plain, example, language) for example in examples]
        context["faces"] = faces_of(name)
    else:
        context["examples"] = [example_view(each, language) for each in reading_examples() if each.ruling == number]
    return render(request, "rulings/reading.html", context)


@require_GET
@conditional_page
@costly(0.5)
def sheet(request: SiteRequest) -> HttpResponse:
    """The judge's sheet, to be printed."""
    name = f'inline; filename="judges-sheet-{request.language}.pdf"'
    content = judges_sheet(request.language)
    return HttpResponse(content, content_type="application/pdf", headers={"Content-Disposition": name})


def readings_of(name: str, language: str) -> tuple[Reading, ...]:
    """The readings of a game, by its name."""
    plain = plain_games().get(name)
    return plain.readings(language) if plain else all_readings(language)
