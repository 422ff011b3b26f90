"""What the templates of the table ask for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from engine.decks.game.stages import AT_PLAY
from engine.decks.rules.modes import SEAT_NAMES
from games.decks.replaying.words import action_words, card_words
from games.decks.state import DecksState, decks_state_of
from games.decks.table.choosing import Choosing, revealed_decks
from games.decks.table.guides import MomentPage, game_guide
from games.decks.table.page import TablePage, TableQuery, mark_names
from tables.answers import due_at
from tables.first_game.showing import MomentGuide, moment_guide
from tables.models import LogEntry
from tables.occasions import ways_back
from tables.pages import asking_context, invitations, offer_context
from tables.phrases.services import PHRASES, lately
from tables.showing.sharing import own_seats
from tables.showing.words import reason_words, result_words, seat_name
from tables.summaries import seat_name as holder_name
from tables.viewers import Viewer

Kind = LogEntry.Kind


def game_page(viewer: Viewer, asked: TableQuery, language: str, problem: str = "") -> dict[str, Any]:
    """All that the page's templates ask for, as the viewer may see it; ``language`` is that of the moment."""
    state = decks_state_of(viewer.game)
    letter = viewer.letter
    acts = letter in state.to_act() and letter not in state.left
    on_board = state.engine is not None and state.engine.position is not None
    moment = moment_guide(viewer.game, language)
    side = _table(viewer, asked, language, problem, moment) if on_board else None
    owner = viewer.seat.owner if viewer.seat is not None else None
    choosing = None
    if side is None and state.engine is not None:
        choosing = Choosing(state, letter if acts else "", owner, language)
    names = {one.letter: seat_name(one, one.letter) for one in viewer.seats} if side is None else side.names
    first_look = on_board and _is_first_look(viewer, state)
    return {
        "game": viewer.game,
        "viewer": viewer,
        "state": state,
        "side": side,
        "page": None if side is None else side.page,
        "choosing": choosing,
        "problem": problem,
        "status": viewer.game.get_status_display(),
        "seats": [_seat(viewer, state, one.letter) for one in viewer.seats],
        "offers": [{**offer, **offer_context(offer, letter)} for offer in viewer.game.offers],
        "log": list(log_words(viewer, state)),
        "ways_back": ways_back(viewer),
        "due": due_at(viewer.game, viewer.seats, state),
        "result": result_words(state.result),
        "reason": "" if state.result is None else reason_words(state.result["reason"], viewer),
        "is_own_turn": acts and (moment is None or not moment.is_over),
        "moment": moment,
        "guide": game_guide(viewer, state, side, language),
        "invitations": invitations(viewer),
        **asking_context(viewer),
        "own_seats": own_seats(viewer),
        "heaps": decks_page(viewer, language)["heaps"] if first_look else [],
        "icons": None if side is None else side.page.icons,
        "mark_names": mark_names(),
        "phrases": PHRASES.items(),
        "phrase_words": {name: str(words) for name, words in PHRASES.items()},
        "said": [(one, names[one], words) for one, words in lately(viewer.game)],
        "data": {"version": state.version, "status": state.status, "names": names, "own": own_seats(viewer)}
        if side is None
        else side.data,
    }


def _table(viewer: Viewer, asked: TableQuery, language: str, problem: str, moment: MomentGuide | None) -> TablePage:
    if moment is None:
        return TablePage(viewer, asked, language, problem)
    page = MomentPage(viewer, asked, language, problem)
    page.attend(moment)
    return page


def _seat(viewer: Viewer, state: DecksState, letter: str) -> dict[str, Any]:
    seat = viewer.seat_of(letter)
    return {
        "letter": letter,
        "name": holder_name(seat) or _("nobody yet"),
        "is_own": viewer.seat is not None and letter == viewer.letter,
        "is_to_act": letter in state.to_act(),
        "has_left": letter in state.left,
    }


def decks_page(viewer: Viewer, language: str) -> dict[str, Any]:
    """The decks as they are revealed: everybody may see them, whoever watches too."""
    owner = viewer.seat.owner if viewer.seat is not None else None
    heaps = revealed_decks(decks_state_of(viewer.game), owner, language)
    names = {one.letter: seat_name(one, one.letter) for one in viewer.seats}
    return {"game": viewer.game, "heaps": [(names.get(heap.letter, heap.letter), heap) for heap in heaps]}


def _is_first_look(viewer: Viewer, state: DecksState) -> bool:
    """Whether the decks are to be shown by themselves: to whoever plays and has done nothing since they were dealt.

    Where Champions are named the decks were shown then; a game that goes on from another one has shown them there.
    """
    if viewer.seat is None or state.result is not None or state.setup["champions"]:
        return False
    if state.setup.get("imported") or state.setup.get("guide"):
        return False
    seat = SEAT_NAMES.index(viewer.letter)
    return not any(done.seat == seat and done.turn[0] == AT_PLAY for done in state.done)


def log_words(viewer: Viewer, state: DecksState) -> Iterator[str]:
    """The log, the last entry first."""
    spoken = {done.version: action_words(before, done.action) for done, before, _after in state.before(0)}
    taken_back = _("undone")
    for entry in viewer.game.log.filter(version__lte=state.version).order_by("-version"):
        if entry.kind == Kind.ACTION:
            yield f"{entry.seat}: {spoken.get(entry.version, taken_back)}"
        else:
            yield _entry_words(entry)


def _entry_words(entry: LogEntry) -> str:
    seat = {"seat": entry.seat}
    if entry.kind == Kind.TERMS:
        return _("%(seat)s chooses a Champion: %(card)s") % {**seat, "card": card_words(entry.data["card"])}
    if entry.kind == Kind.OVER:
        return result_words(entry.data["result"])
    return {
        Kind.JOINED: _("%(seat)s has joined"),
        Kind.TAKEN_BACK: _("%(seat)s takes back a turn"),
        Kind.RESIGNED: _("%(seat)s resigns"),
        Kind.DEADLINE: _("%(seat)s ran out of time"),
        Kind.DRAW: _("Draw agreed"),
    }[Kind(entry.kind)] % seat
