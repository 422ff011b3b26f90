"""What can be printed of a session, and what stands on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from cards.faces import Face, stronghold_faces
from cards.rendering.pdf import card_html
from engine.decks.sessions.ledger import SessionLedger
from engine.decks.sessions.ledger_state import LaboratoryCard, MutatingCard
from engine.decks.sessions.schedule import GAMES_OF_SEAT, SCHEDULE, SEATS, SessionPairing
from mutation.bench.pages import place_on_face
from mutation.bench.plans import sheet_of
from mutation.bench.pricing import price_page
from mutation.faces import SessionFaces
from mutation.games.pages import game_rows
from mutation.history.timelines import timelines
from mutation.paper.patches import patches_of
from mutation.paper.sheets import TRUE_SIZE, sheet_pdf
from mutation.services.ledgers import seen
from mutation.viewers import SessionViewer

ROW: Final = 3  # cards
BOXES: Final = 6  # Mutation Phases of a player
ROUNDS: Final = SCHEDULE[-1].round


@dataclass(frozen=True)
class PaperRequest:
    """What is to be printed: for which seats, on which paper, cards in which ``size`` of ``SIZES``; a deck as it was
    (``plain``), or what changed ``since`` a game; patches of one ``round`` alone (0: of all)."""

    viewer: SessionViewer
    ledger: SessionLedger
    faces: SessionFaces
    seats: tuple[str, ...] = tuple(SEATS)
    paper: str = "a4"
    size: str = TRUE_SIZE
    plain: bool = False
    since: int = 0
    round: int = 0


@dataclass(frozen=True)
class PlacedCard:
    """A card on a sheet: its row and column, its markup, and the holes in it: (where, what became of it)."""

    row: int
    column: int
    html: str
    holes: tuple[tuple[str, str], ...] = ()


def deck(asked: PaperRequest) -> bytes:
    """The decks as they stand, or as they were, each with a Stronghold."""
    drawn: list[Face] = []
    sheets = []
    for letter in asked.seats:
        cards = [card for card in sheet_of(asked.ledger, letter).deck if _has_changed(card, asked.since)]
        shown = [asked.faces.printed(card.id) if asked.plain else asked.faces.mutated(card) for card in cards]
        faces = [one.face for one in shown] + ([] if asked.since else [stronghold_faces()[0]])
        drawn += faces
        sheets.append({**_foot(asked, letter), "cards": _placed(faces)})
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
        games = _games_of_patches(asked.ledger, letter)
        drawn += faces
        holes = [_holes(card, asked.faces, games) for card in cards]
        sheets.append({**_foot(asked, letter), "cards": _placed(faces, holes), "is_laboratory": True})
    return sheet_pdf("cards.html", {"sheets": sheets}, asked.paper, drawn, asked.size)


def _games_of_patches(ledger: SessionLedger, letter: str) -> dict[tuple[str, str], int]:
    """Of each element that was cut, by its card, the game before which it was."""
    cards = sheet_of(ledger, letter).deck
    return {(patch.source, patch.element): patch.game for card in cards for patch in card.patches}


def _holes(
    card: LaboratoryCard, faces: SessionFaces, games: Mapping[tuple[str, str], int]
) -> tuple[tuple[str, str], ...]:
    return tuple(
        (place_on_face(card.card.slugs, one.element), f"{games[card.id, one.element]}: {faces.name(one.onto)}")
        for one in card.cut
    )


def _placed(faces: Sequence[Face], holes: Sequence[tuple[tuple[str, str], ...]] = ()) -> list[PlacedCard]:
    return [
        PlacedCard(place // ROW + 1, place % ROW + 1, card_html(face), holes[place] if holes else ())
        for place, face in enumerate(faces)
    ]


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
    """What each player has mutated, by games."""
    lists = [one for one in timelines(asked.ledger.state, asked.faces) if one.letter in asked.seats]
    return sheet_pdf("mutations.html", {**_head(asked), "lists": lists}, asked.paper)


def scores(asked: PaperRequest) -> bytes:
    """The score sheet, filled in as far as anything is known."""
    state = seen(asked.viewer.session, None)["state"]
    context = {
        **_head(asked),
        "games": [(SCHEDULE[row.game["game"] - 1], row) for row in game_rows(asked.viewer, state)],
        "standings": state["standings"],
        "cross": [(letter, asked.viewer.name_of(letter), _cross(state, letter)) for letter in SEATS],
        "letters": SEATS,
    }
    return sheet_pdf("scores.html", context, asked.paper)


def _cross(state: dict[str, Any], letter: str) -> list[list[str] | None]:
    """A row of the cross table: of each other seat both games, 1 won, 0 lost, nothing of one that does not count."""
    cells: list[list[str] | None] = []
    for other in SEATS:
        games = [game for game in state["games"] if {game["first"], game["second"]} == {letter, other}]
        told = ["" if game["winner"] is None else "1" if game["winner"] == letter else "0" for game in games]
        cells.append(None if other == letter else told)
    return cells


def prices(asked: PaperRequest) -> bytes:
    """The price list in force."""
    return sheet_pdf("prices.html", {**_head(asked), "table": _prices(asked)}, asked.paper)


def _prices(asked: PaperRequest) -> Any:
    return price_page(asked.ledger.state.prices, asked.faces.language)


def blank(asked: PaperRequest) -> bytes:
    """For a table without the site: an empty score sheet, four mutation lists, the price list."""
    context = {
        "session": "",
        "games": [(_blank_pairing(pairing), None) for pairing in SCHEDULE],
        "letters": SEATS,
        "cross": [(letter, "", [None if other == letter else ["", ""] for other in SEATS]) for letter in SEATS],
        "boxes": range(1, BOXES + 1),
        "table": _prices(asked),
    }
    return sheet_pdf("blank.html", context, asked.paper)


def _blank_pairing(pairing: SessionPairing) -> dict[str, Any]:
    letters = {"first_letter": SEATS[pairing.first], "second_letter": SEATS[pairing.second]}
    return {"round": pairing.round, "number": pairing.number, **letters}


def _head(asked: PaperRequest) -> dict[str, Any]:
    return {"session": asked.viewer.session.name, "number": len(asked.ledger)}


PAPER_WORKS: Final[Mapping[str, tuple[str | Promise, Callable[[PaperRequest], bytes]]]] = {
    "deck": (_("Decks as they stand"), deck),
    "laboratory": (_("Laboratories with their cut-outs"), laboratory),
    "patches": (_("Patches to cut out and glue"), patches),
    "mutations": (_("Mutation lists"), mutations),
    "scores": (_("Score sheet"), scores),
    "prices": (_("Price list"), prices),
    "blank": (_("Blank set for a table"), blank),
}
