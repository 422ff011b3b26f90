"""How long a session will take: by what others took before it has begun, and then more and more by its own pace."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Final

from django.utils.translation import gettext as _

from engine.decks.game.mutation_draft import HAND
from engine.decks.sessions.ledger import SessionLedger
from engine.decks.sessions.ledger_events import DECK, PICK, RESULT, RULE
from engine.decks.sessions.ledger_state import DECKS, DRAFT, GAMES, OPEN
from engine.decks.sessions.schedule import SCHEDULE, SEATS, SessionPairing
from mutation.services.creating import DRAFT as PASS_DRAFT
from mutation.services.creating import HANDS

PICK_TIME: Final = timedelta(seconds=45)  # of all four, at once
CHOICE_TIME: Final = timedelta(minutes=5)
ROUND_TIME: Final = timedelta(minutes=20)  # two benches and a game, at both tables at once
WEIGHT: Final = 2  # of these, in picks and games of the session's own
PAUSE: Final = timedelta(minutes=45)  # without any entry: nobody played
STEP: Final = 5  # minutes in which it is said

_GAMES_TIME: Final = SCHEDULE[-1].round * ROUND_TIME


def length(way: str) -> timedelta:
    """What a session of four takes from the beginning to the end."""
    draft = HAND * PICK_TIME if way in (PASS_DRAFT, HANDS) else timedelta()
    return draft + CHOICE_TIME + _GAMES_TIME


def time_left(ledger: SessionLedger, people: Sequence[str], now: datetime) -> timedelta | None:
    """What a session will still take; None when nobody is waited for but bots, or it is over.

    ``people`` are the letters of the seats that are not bots': games without them take no time.
    """
    state = ledger.state
    games = [pairing for pairing in SCHEDULE if any(SEATS[seat] in people for seat in pairing.seats)]
    if not games or state.phase not in (DRAFT, DECKS, GAMES):
        return None
    entries = [ledger.written(number) for number in range(1, len(ledger) + 1)]
    moments = [datetime.fromisoformat(entry["at"]) for entry in entries if "at" in entry]
    if state.phase == DRAFT:
        done = min(len(sheet.drafted) for sheet in state.seats)
        picks = [datetime.fromisoformat(entry["at"]) for entry in entries if entry.get("kind") == PICK]
        rounds = picks[len(SEATS) - 1 :: len(SEATS)][:done]
        return _at_pace(PICK_TIME, rounds, HAND - done, moments, now) + CHOICE_TIME + _GAMES_TIME
    if state.phase == DECKS:
        return CHOICE_TIME + _GAMES_TIME
    began = max((place for place, entry in enumerate(entries) if entry.get("kind") == DECK), default=0)
    played: dict[int, datetime] = {}
    for entry in entries[began:]:
        if entry.get("kind") in (RESULT, RULE) and _is_of(entry.get("game"), games):
            played.setdefault(entry["game"], datetime.fromisoformat(entry["at"]))
    still_open = sum(state.status(pairing.number) == OPEN for pairing in games)
    since_choice = moments[began:]
    return _at_pace(_GAMES_TIME / len(games), sorted(played.values()), still_open, since_choice, now)


def _is_of(number: object, games: Sequence[SessionPairing]) -> bool:
    return any(pairing.number == number for pairing in games)


def _at_pace(
    usual: timedelta, done: Sequence[datetime], left: int, moments: Sequence[datetime], now: datetime
) -> timedelta:
    """What is ``left`` takes, when each took as long as those ``done``, mixed with what is ``usual``; less what has
    gone by since the last one, up to two of them."""
    last = done[-1] if done else moments[0] if moments else now
    pace = (WEIGHT * usual + _active([moment for moment in moments if moment <= last])) / (WEIGHT + len(done))
    since = _active([*(moment for moment in moments if moment >= last), now])
    return max(left * pace - min(since, 2 * pace), timedelta())


def _active(moments: Sequence[datetime]) -> timedelta:
    """The time between the first and the last of these moments, without pauses."""
    ordered = sorted(moments)
    gaps = (later - earlier for earlier, later in pairwise(ordered))
    return sum((gap for gap in gaps if gap <= PAUSE), timedelta())


def duration_text(duration: timedelta) -> str:
    """A duration in round figures: "1 h 20 min"."""
    minutes = max(STEP, STEP * round(duration / timedelta(minutes=STEP)))
    if minutes < 60:
        return _("%(minutes)d min") % {"minutes": minutes}
    if minutes % 60 == 0:
        return _("%(hours)d h") % {"hours": minutes // 60}
    return _("%(hours)d h %(minutes)02d min") % {"hours": minutes // 60, "minutes": minutes % 60}
