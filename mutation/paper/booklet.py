"""A whole session as a booklet of A5 or half a Letter: cover, rules, prices, decks, mutations, games, story."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from cards.faces import Face
from cards.printing.pieces import credit_line, fan_line
from cards.rendering.pdf import in_millimetres
from engine.decks.sessions.schedule import SCHEDULE
from grimoire.booklets.paper import LEAFLETS
from mutation.bench.plans import sheet_of
from mutation.bench.pricing import price_page
from mutation.games.pages import GameRow, game_rows
from mutation.history.telling import story_of
from mutation.history.timelines import DeckTimeline, timelines
from mutation.models import LedgerLine, MutationSession
from mutation.paper.parts import PaperPart
from mutation.paper.requests import PaperRequest
from mutation.paper.scores import score_context
from mutation.paper.sheets import PlacedCard, holes_of, own_style, placed
from mutation.services.ledgers import seen

FACE: Final = 24  # millimetres, the width of a card
ROW: Final = 4  # cards
PAGE: Final = 2  # games of a round


@dataclass(frozen=True)
class BookletPlayer:
    """A player's pages: the eight cards as they stand, the Laboratory with its holes, the mutations by phases; with
    the faces that are drawn."""

    letter: str
    name: str
    deck: list[PlacedCard]
    laboratory: list[PlacedCard]
    timeline: DeckTimeline
    faces: tuple[Face, ...]


def booklet(request: PaperRequest) -> Iterator[PaperPart]:
    """The booklet's parts, each of which begins a page."""
    leaflet = LEAFLETS[request.options.paper]
    styles = (in_millimetres(FACE), f"{leaflet.css}\n{own_style('booklet', FACE)}")
    players = list(_players(request))
    story = story_of(request.ledger.state, request.faces)
    star = () if story.star is None else (story.star.printed.face, story.star.now.face)
    faces = [face for player in players for face in player.faces] + list(star)
    context = _context(request) | {"players": players, "story": story, "star": placed(star, across=ROW)}
    context |= {"fan": fan_line(), "credit": credit_line(faces)}

    def part(chapter: str, drawn: Iterable[Face] = (), **more: Any) -> PaperPart:
        named = {"chapter": f"mutation/paper/booklet/_{chapter}.html"}
        return PaperPart("booklet.html", {**context, **named, **more}, styles, tuple(drawn))

    yield part("cover")
    yield part("rules")
    for player in players:
        yield part("cards", player.faces, player=player)
        yield part("mutations", player=player)
    yield part("rounds")
    yield part("story", star)


def _context(request: PaperRequest) -> dict[str, Any]:
    """The context of its template, without players and story."""
    ledger, session = request.ledger, request.viewer.session
    state = seen(session, None)["state"]
    rows = list(game_rows(request.viewer, state))
    return {
        "session": session,
        "number": len(ledger),
        "began": session.created,
        "ended": _last(session) if state["final"] else None,
        "sets": [card_set.name or card_set.slug for card_set in ledger.header.sets],
        "winners": [request.viewer.name_of(letter) for letter in state["winners"]],
        "table": price_page(ledger.state.prices, request.faces.language),
        "rounds": [(number, list(_games_of(rows, state, number))) for number in range(1, SCHEDULE[-1].round + 1)],
        **score_context(request),
    }


def _last(session: MutationSession) -> datetime:
    """When the last entry was made."""
    written: datetime = LedgerLine.objects.filter(session=session).latest("number").at
    return written


def _players(request: PaperRequest) -> Iterator[BookletPlayer]:
    for line in timelines(request.ledger.state, request.faces):
        sheet = sheet_of(request.ledger, line.letter)
        deck = [request.faces.mutated(card).face for card in sheet.deck]
        laboratory = [request.faces.printed(card.id).face for card in sheet.laboratory]
        holes = holes_of(sheet, request.faces)
        yield BookletPlayer(
            line.letter,
            line.name,
            placed(deck, across=ROW),
            placed(laboratory, holes, across=ROW),
            line,
            (*deck, *laboratory),
        )


def _games_of(
    rows: list[GameRow], state: dict[str, Any], number: int
) -> Iterator[tuple[GameRow, list[tuple[str, Any]]]]:
    """The games of a round with what each player has spent before it."""
    for row in rows[PAGE * (number - 1) : PAGE * number]:
        spent = []
        for letter, name in ((row.game["first"], row.first), (row.game["second"], row.second)):
            phases = state["players"][letter]["phases"]
            spent.append((name, next(phase for phase in phases if phase["game"] == row.game["game"])["spent"]))
        yield row, spent
