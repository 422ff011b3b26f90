"""The papers of a session, by name, and what stands on each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from cards.faces import Face, stronghold_faces
from engine.decks.sessions.ledger_state import MutatingCard
from engine.decks.sessions.schedule import GAMES_OF_SEAT, SCHEDULE, SEATS
from mutation.bench.plans import sheet_of
from mutation.bench.pricing import price_page
from mutation.history.timelines import timelines
from mutation.paper.booklet import booklet
from mutation.paper.patches import patches_of
from mutation.paper.requests import PaperRequest
from mutation.paper.scores import blank_context, score_context
from mutation.paper.sheets import holes_of, placed, sheet_pdf

BOXES: Final = 6  # Mutation Phases of a player
ROUNDS: Final = SCHEDULE[-1].round


def deck(asked: PaperRequest) -> bytes:
    """The decks as they stand, or as they were, each with a Stronghold."""
    drawn: list[Face] = []
    sheets = []
    for letter in asked.seats:
        cards = [card for card in sheet_of(asked.ledger, letter).deck if _has_changed(card, asked.since)]
        shown = [asked.faces.printed(card.id) if asked.plain else asked.faces.mutated(card) for card in cards]
        faces = [one.face for one in shown] + ([] if asked.since else [stronghold_faces()[0]])
        drawn += faces
        sheets.append({**_foot(asked, letter), "cards": placed(faces)})
    return sheet_pdf("cards.html", {"sheets": sheets, "plain": asked.plain}, asked.paper, drawn, asked.size)


def _has_changed(card: MutatingCard, since: int) -> bool:
    return not since or any(patch.game >= since for patch in card.patches)


def laboratory(asked: PaperRequest) -> bytes:
    """The Laboratories with what was cut out of them."""
    drawn: list[Face] = []
    sheets = []
    for letter in asked.seats:
        cards = sheet_of(asked.ledger, letter).laboratory
        faces = [asked.faces.printed(card.id).face for card in cards]
        drawn += faces
        holes = holes_of(sheet_of(asked.ledger, letter), asked.faces)
        sheets.append({**_foot(asked, letter), "cards": placed(faces, holes), "is_laboratory": True})
    return sheet_pdf("cards.html", {"sheets": sheets}, asked.paper, drawn, asked.size)


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


def patches(asked: PaperRequest) -> bytes:
    """Patches to cut out and glue, in true size: those of a round, or all."""
    state = asked.ledger.state
    drawn = [asked.faces.mutated(card).face for letter in asked.seats for card in sheet_of(asked.ledger, letter).deck]
    rounds = (asked.round,) if asked.round else range(1, ROUNDS + 1)
    sheets = [
        {**_foot(asked, letter), "phases": patches_of(state, letter, asked.faces, rounds)} for letter in asked.seats
    ]
    return sheet_pdf("patches.html", {"sheets": sheets}, asked.paper, drawn)


def mutations(asked: PaperRequest) -> bytes:
    """The mutation list of each player, by games."""
    lists = [one for one in timelines(asked.ledger.state, asked.faces) if one.letter in asked.seats]
    return sheet_pdf("mutations.html", {**_head(asked), "lists": lists}, asked.paper)


def scores(asked: PaperRequest) -> bytes:
    """The score sheet, filled in as far as anything is known."""
    return sheet_pdf("scores.html", {**_head(asked), **score_context(asked)}, asked.paper)


def prices(asked: PaperRequest) -> bytes:
    """The price list in force."""
    return sheet_pdf("prices.html", {**_head(asked), "table": _prices(asked)}, asked.paper)


def _prices(asked: PaperRequest) -> Any:
    return price_page(asked.ledger.state.prices, asked.faces.language)


def blank(asked: PaperRequest) -> bytes:
    """For a table without the site: an empty score sheet, four mutation lists, the price list."""
    context = {
        "session": "",
        **blank_context(),
        "boxes": range(1, BOXES + 1),
        "table": _prices(asked),
    }
    return sheet_pdf("blank.html", context, asked.paper)


def _head(asked: PaperRequest) -> dict[str, Any]:
    return {"session": asked.viewer.session.name, "number": len(asked.ledger)}


PAPER_WORKS: Final[Mapping[str, tuple[str | Promise, Callable[[PaperRequest], bytes]]]] = {
    "deck": (_("Decks as they stand"), deck),
    "laboratory": (_("Laboratories with their cut-outs"), laboratory),
    "patches": (_("Patches to cut out and glue"), patches),
    "mutations": (_("Mutation lists"), mutations),
    "scores": (_("Score sheet"), scores),
    "prices": (_("Price list"), prices),
    "booklet": (_("The whole session as a booklet"), booklet),
    "blank": (_("Blank set for a table"), blank),
}
