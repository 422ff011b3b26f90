"""A whole session as a booklet of A5 or half a Letter: cover, rules, prices, decks, mutations, games, story."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, Final

from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from weasyprint import CSS, HTML

from cards.faces import Face
from cards.printing.pieces import credit_line, fan_line
from cards.rendering.drawings import slots, taken_out
from cards.rendering.pdf import PRESS, Fetcher, font_configuration, in_millimetres, picture_files
from engine.decks.sessions.schedule import SCHEDULE
from grimoire.booklets.imposing import finished, folded, joined
from grimoire.booklets.paper import LEAFLETS, Leaflet
from mutation.bench.plans import sheet_of
from mutation.bench.pricing import price_page
from mutation.games.pages import GameRow, game_rows
from mutation.history.telling import story_of
from mutation.history.timelines import DeckTimeline, timelines
from mutation.models import LedgerLine, MutationSession
from mutation.paper.requests import PaperRequest
from mutation.paper.scores import score_context
from mutation.paper.sheets import PlacedCard, holes_of, own_style, placed
from mutation.services.ledgers import seen

FACE: Final = 24  # millimetres, the width of a card
ROW: Final = 4  # cards
PAGE: Final = 2  # games of a round


@dataclass(frozen=True)
class BookletPlayer:
    """A player's pages: the eight cards as they stand, the Laboratory with its holes, the mutations by phases."""

    letter: str
    name: str
    deck: list[PlacedCard]
    laboratory: list[PlacedCard]
    timeline: DeckTimeline


def booklet(asked: PaperRequest) -> bytes:
    """The booklet: a page after another, or two on a sheet to fold in the middle."""
    leaflet = LEAFLETS[asked.paper]
    faces: list[Face] = []
    context = _context(asked, faces)
    title = asked.viewer.session.name or _("Mutation session")
    html, drawings = taken_out(render_to_string("mutation/paper/booklet.html", context))
    files: dict[str, bytes] = {}
    for face in faces:
        files |= picture_files(face)
    with PRESS:
        fonts, fonts_style = font_configuration()
        page = HTML(string=html, url_fetcher=Fetcher(files))
        styles = [fonts_style, *_styles(asked.paper)]
        content = bytes(page.write_pdf(stylesheets=styles, font_config=fonts, cache=slots(drawings)))
    pages = joined([content])
    whole = folded(pages, leaflet) if asked.folded else pages
    rights = f"{fan_line()} {credit_line(faces)}"
    return finished(whole, title=title, language=asked.faces.language, rights=rights, on_sheets=asked.folded)


def _context(asked: PaperRequest, faces: list[Face]) -> dict[str, Any]:
    """The context of its template; the faces that are drawn are added to ``faces``."""
    ledger, session = asked.ledger, asked.viewer.session
    state = seen(session, None)["state"]
    players = list(_players(asked, faces))
    story = story_of(ledger.state, asked.faces)
    star = [] if story.star is None else [story.star.printed.face, story.star.now.face]
    faces += star
    rows = list(game_rows(asked.viewer, state))
    return {
        "paper": True,
        "session": session,
        "number": len(ledger),
        "began": session.created,
        "ended": _last(session) if state["final"] else None,
        "sets": [one.name or one.slug for one in ledger.header.sets],
        "winners": [asked.viewer.name_of(letter) for letter in state["winners"]],
        "table": price_page(ledger.state.prices, asked.faces.language),
        "players": players,
        "rounds": [(number, list(_games_of(rows, state, number))) for number in range(1, SCHEDULE[-1].round + 1)],
        "story": story,
        "star": placed(star, across=ROW),
        "fan": fan_line(),
        "credit": credit_line(faces),
        **score_context(asked),
    }


def _last(session: MutationSession) -> datetime:
    """When the last entry was made."""
    written: datetime = LedgerLine.objects.filter(session=session).latest("number").at
    return written


def _players(asked: PaperRequest, faces: list[Face]) -> Iterator[BookletPlayer]:
    for line in timelines(asked.ledger.state, asked.faces):
        sheet = sheet_of(asked.ledger, line.letter)
        deck = [asked.faces.mutated(card).face for card in sheet.deck]
        laboratory = [asked.faces.printed(card.id).face for card in sheet.laboratory]
        faces += deck + laboratory
        holes = holes_of(sheet, asked.faces)
        yield BookletPlayer(
            line.letter, line.name, placed(deck, across=ROW), placed(laboratory, holes, across=ROW), line
        )


def _games_of(
    rows: list[GameRow], state: dict[str, Any], number: int
) -> Iterator[tuple[GameRow, list[tuple[str, Any]]]]:
    """The games of a round with what each player has spent before it."""
    for row in rows[PAGE * (number - 1) : PAGE * number]:
        spent = []
        for letter, name in ((row.game["first"], row.first), (row.game["second"], row.second)):
            phases = state["players"][letter]["phases"]
            spent.append((name, next(one for one in phases if one["game"] == row.game["game"])["spent"]))
        yield row, spent


@cache
def _styles(paper: str) -> tuple[CSS, CSS]:
    leaflet: Leaflet = LEAFLETS[paper]
    fonts = font_configuration()[0]
    own = f"{leaflet.css}\n{own_style('booklet', FACE)}"
    return tuple(CSS(string=text, font_config=fonts, url_fetcher=Fetcher()) for text in (in_millimetres(FACE), own))
