"""Actions of people in a session: events of their seats and of the organiser, entered with their name on them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from engine.decks.sessions.ledger_events import KINDS, SEAT_KINDS
from mutation.models import LedgerLine
from mutation.services import bots, tables
from mutation.services.entering import LedgerReceipt, NewEvents, enter
from mutation.viewers import SessionViewer, by, by_organiser
from tables.models import LiveGame
from tables.services import bots as play_bots
from web.refusals import RequestRefused

_OURS: Final = ("n", "by", "for", "at")  # what the site writes itself


def signed(viewer: SessionViewer, event: Any, letter: str) -> dict[str, Any]:
    """An event with whoever enters it. Raises ``RequestRefused``: what is no event, and who may not enter it."""
    if not isinstance(event, Mapping) or event.get("kind") not in KINDS:
        raise RequestRefused(400, "bad-request", f"an event has a kind: {', '.join(KINDS)}", "/events")
    if any(key in event for key in _OURS):
        raise RequestRefused(400, "bad-request", f"{', '.join(_OURS)} are written by the site", "/events")
    author = by(viewer, letter) if event["kind"] in SEAT_KINDS else by_organiser(viewer)
    return {**author, **event}


def act(
    viewer: SessionViewer,
    events: Sequence[Any],
    seen: int,
    letter: str = "",
    key: str = "",
    known: Collection[int] = (),
) -> LedgerReceipt:
    """Enters events of a seat, or of the organiser; then the bots move. Raises ``RequestRefused`` (see ``enter``)."""
    written = [signed(viewer, event, letter or viewer.seat) for event in events]
    is_seats = all(event["by"] in viewer.held for event in written)
    entry = NewEvents(
        written,
        seen,
        LedgerLine.Source.SEAT if is_seats else LedgerLine.Source.ORGANISER,
        viewer.owner,
        key,
        viewer.scope,
        known,
    )
    entered = enter(viewer.session, entry)
    if not entered.is_again:
        bots.run(viewer.session)
    return entered


def begin_game(viewer: SessionViewer, number: int) -> LiveGame:
    """The table of a game, begun by one of its players or by the organiser. Raises ``RequestRefused``."""
    table = tables.begin(viewer.session, number) if _may_begin(viewer, number) else None
    if table is None or table.game is None:
        raise RequestRefused(403, "not-your-game", "its players and the organiser may begin it")
    if tables.of_bots_alone(viewer.seats, number):
        play_bots.queue(table.game)
    else:
        play_bots.run(table.game)
    return table.game


def _may_begin(viewer: SessionViewer, number: int) -> bool:
    players = tables.letters_of(number)
    return viewer.is_organiser or any(letter in players for letter in viewer.held)
