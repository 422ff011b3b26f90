"""The papers of a session, by name, and what stands on each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from cards.faces import stronghold_faces
from engine.decks.sessions.ledger_state import MutatingCard
from engine.decks.sessions.schedule import GAMES_OF_SEAT, SEATS
from mutation.bench.plans import sheet_of
from mutation.bench.pricing import price_page
from mutation.history.timelines import timelines
from mutation.paper.booklet import booklet
from mutation.paper.parts import PaperPart
from mutation.paper.patches import patches_of
from mutation.paper.requests import ROUNDS, PaperRequest
from mutation.paper.scores import blank_context, score_context
from mutation.paper.sheets import holes_of, placed, sheet_part

BOXES: Final = 6  # Mutation Phases of a player
Parts = Iterator[PaperPart]


def deck(request: PaperRequest) -> Parts:
    """The decks as they stand, or as they were, each with a Stronghold."""
    options = request.options
    for letter in request.seats:
        cards = [card for card in sheet_of(request.ledger, letter).deck if _has_changed(card, options.since)]
        shown = [request.faces.printed(card.id) if options.plain else request.faces.mutated(card) for card in cards]
        faces = [shown_face.face for shown_face in shown] + ([] if options.since else [stronghold_faces()[0]])
        sheet = {**_foot(request, letter), "cards": placed(faces), "is_plain": options.plain}
        yield sheet_part("cards.html", {"sheet": sheet}, options.paper, faces, options.size)


def _has_changed(card: MutatingCard, since: int) -> bool:
    return not since or any(patch.game >= since for patch in card.patches)


def laboratory(request: PaperRequest) -> Parts:
    """The Laboratories with what was cut out of them."""
    for letter in request.seats:
        seat = sheet_of(request.ledger, letter)
        faces = [request.faces.printed(card.id).face for card in seat.laboratory]
        cards = placed(faces, holes_of(seat, request.faces))
        sheet = {**_foot(request, letter), "cards": cards, "is_laboratory": True}
        yield sheet_part("cards.html", {"sheet": sheet}, request.options.paper, faces, request.options.size)


def _foot(request: PaperRequest, letter: str) -> dict[str, Any]:
    """Whose cards these are, and how far the session was."""
    state = request.ledger.state
    played = [game for game in GAMES_OF_SEAT[SEATS.index(letter)] if state.games[game - 1].raw]
    return {
        "player": request.viewer.name_of(letter),
        "session": request.viewer.session.name,
        "after": max(played, default=0),
        "number": len(request.ledger),
    }


def patches(request: PaperRequest) -> Parts:
    """Patches to cut out and glue, in true size: those of a round, or all."""
    options = request.options
    rounds = (options.round,) if options.round else range(1, ROUNDS + 1)
    for letter in request.seats:
        faces = [request.faces.mutated(card).face for card in sheet_of(request.ledger, letter).deck]
        phases = patches_of(request.ledger.state, letter, request.faces, rounds)
        sheet = {**_foot(request, letter), "phases": phases}
        yield sheet_part("patches.html", {"sheet": sheet}, options.paper, faces)


def mutations(request: PaperRequest) -> Parts:
    lists = [
        timeline for timeline in timelines(request.ledger.state, request.faces) if timeline.letter in request.seats
    ]
    yield sheet_part("mutations.html", {**_head(request), "lists": lists}, request.options.paper)


def scores(request: PaperRequest) -> Parts:
    """The score sheet, filled in as far as anything is known."""
    yield sheet_part("scores.html", {**_head(request), **score_context(request)}, request.options.paper)


def prices(request: PaperRequest) -> Parts:
    yield sheet_part("prices.html", {**_head(request), "table": _prices(request)}, request.options.paper)


def _prices(request: PaperRequest) -> Any:
    return price_page(request.ledger.state.prices, request.faces.language)


def blank(request: PaperRequest) -> Parts:
    """For a table without the site: an empty score sheet, four mutation lists, the price list."""
    context = {
        "session": "",
        **blank_context(),
        "boxes": range(1, BOXES + 1),
        "table": _prices(request),
    }
    yield sheet_part("blank.html", context, request.options.paper)


def _head(request: PaperRequest) -> dict[str, Any]:
    return {"session": request.viewer.session.name, "number": len(request.ledger)}


PAPER_WORKS: Final[Mapping[str, tuple[str | Promise, Callable[[PaperRequest], Parts]]]] = {
    "deck": (_("Decks as they stand"), deck),
    "laboratory": (_("Laboratories with their cut-outs"), laboratory),
    "patches": (_("Patches to cut out and glue"), patches),
    "mutations": (_("Mutation lists"), mutations),
    "scores": (_("Score sheet"), scores),
    "prices": (_("Price list"), prices),
    "booklet": (_("The whole session as a booklet"), booklet),
    "blank": (_("Blank set for a table"), blank),
}
