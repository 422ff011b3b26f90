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


def deck(asked: PaperRequest) -> Parts:
    """The decks as they stand, or as they were, each with a Stronghold."""
    options = asked.options
    for letter in asked.seats:
        cards = [card for card in sheet_of(asked.ledger, letter).deck if _has_changed(card, options.since)]
        shown = [asked.faces.printed(card.id) if options.plain else asked.faces.mutated(card) for card in cards]
        faces = [one.face for one in shown] + ([] if options.since else [stronghold_faces()[0]])
        sheet = {**_foot(asked, letter), "cards": placed(faces), "is_plain": options.plain}
        yield sheet_part("cards.html", {"sheet": sheet}, options.paper, faces, options.size)


def _has_changed(card: MutatingCard, since: int) -> bool:
    return not since or any(patch.game >= since for patch in card.patches)


def laboratory(asked: PaperRequest) -> Parts:
    """The Laboratories with what was cut out of them."""
    for letter in asked.seats:
        seat = sheet_of(asked.ledger, letter)
        faces = [asked.faces.printed(card.id).face for card in seat.laboratory]
        cards = placed(faces, holes_of(seat, asked.faces))
        sheet = {**_foot(asked, letter), "cards": cards, "is_laboratory": True}
        yield sheet_part("cards.html", {"sheet": sheet}, asked.options.paper, faces, asked.options.size)


def _foot(asked: PaperRequest, letter: str) -> dict[str, Any]:
    """Whose cards these are, and how far the session was."""
    state = asked.ledger.state
    played = [game for game in GAMES_OF_SEAT[SEATS.index(letter)] if state.games[game - 1].raw]
    return {
        "player": asked.viewer.name_of(letter),
        "session": asked.viewer.session.name,
        "after": max(played, default=0),
        "number": len(asked.ledger),
    }


def patches(asked: PaperRequest) -> Parts:
    """Patches to cut out and glue, in true size: those of a round, or all."""
    options = asked.options
    rounds = (options.round,) if options.round else range(1, ROUNDS + 1)
    for letter in asked.seats:
        faces = [asked.faces.mutated(card).face for card in sheet_of(asked.ledger, letter).deck]
        phases = patches_of(asked.ledger.state, letter, asked.faces, rounds)
        sheet = {**_foot(asked, letter), "phases": phases}
        yield sheet_part("patches.html", {"sheet": sheet}, options.paper, faces)


def mutations(asked: PaperRequest) -> Parts:
    lists = [one for one in timelines(asked.ledger.state, asked.faces) if one.letter in asked.seats]
    yield sheet_part("mutations.html", {**_head(asked), "lists": lists}, asked.options.paper)


def scores(asked: PaperRequest) -> Parts:
    """The score sheet, filled in as far as anything is known."""
    yield sheet_part("scores.html", {**_head(asked), **score_context(asked)}, asked.options.paper)


def prices(asked: PaperRequest) -> Parts:
    yield sheet_part("prices.html", {**_head(asked), "table": _prices(asked)}, asked.options.paper)


def _prices(asked: PaperRequest) -> Any:
    return price_page(asked.ledger.state.prices, asked.faces.language)


def blank(asked: PaperRequest) -> Parts:
    """For a table without the site: an empty score sheet, four mutation lists, the price list."""
    context = {
        "session": "",
        **blank_context(),
        "boxes": range(1, BOXES + 1),
        "table": _prices(asked),
    }
    yield sheet_part("blank.html", context, asked.options.paper)


def _head(asked: PaperRequest) -> dict[str, Any]:
    return {"session": asked.viewer.session.name, "number": len(asked.ledger)}


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
