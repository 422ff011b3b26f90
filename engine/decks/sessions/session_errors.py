"""Errors in a session's document and in its events, by the contract's codes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from engine.kernel.errors import EngineError, Fault


class BadSession(EngineError):
    """A document that is no session (``bad-session``), with all its ``faults``; the first gives message and place."""

    def __init__(self, faults: list[Fault]) -> None:
        first = faults[0]
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        super().__init__("bad-session", f"{first.at or '/'}: {first.message}{more}", first.at)
        self.faults = faults

    def to_json(self) -> dict[str, Any]:
        """The ``error`` object of the contract, with the list of all faults beside."""
        return {**super().to_json(), "faults": [fault.to_json() for fault in self.faults]}


class EventRefused(EngineError):
    """An event that is not legal where it stands; ``code`` is one of ``MESSAGES``."""

    def __init__(self, code: str) -> None:
        super().__init__(code, MESSAGES[code])


@dataclass(frozen=True, slots=True)
class LedgerFault:
    """An illegal event: its number ``n`` and ``part``, the ``code`` why, and since which correction (None: always).

    ``detail`` says of a malformed event where and what.
    """

    n: int
    part: int
    code: str
    since: int | None = None
    detail: str = ""

    @property
    def message(self) -> str:
        return f"{MESSAGES[self.code]}{f' ({self.detail})' if self.detail else ''}"

    def to_json(self) -> dict[str, Any]:
        return {"n": self.n, "part": self.part, "code": self.code, "message": self.message, "since": self.since}


# Every code of an event, with its message.
MESSAGES: Final[dict[str, str]] = {
    "bad-event": "this is no event of a session",
    "organiser-only": "only the organiser may do this",
    "session-over": "the session is over",
    "wrong-phase": "this cannot be done in this phase of the session",
    "withdrawn": "a player of it has withdrawn",
    "draft-over": "the draft is over",
    "not-your-turn": "this seat has picked in this round",
    "no-such-card": "this hand has no such card",
    "deck-chosen": "this deck is chosen already",
    "wrong-deck-size": "a deck has 8 cards",
    "duplicate-card": "a card is there twice: duplicates are forbidden",
    "not-drafted": "this seat has not drafted that card",
    "no-such-game": "there are the games 1 to 12",
    "not-your-game": "this seat does not play in that game",
    "no-more-games": "this seat has no game before it",
    "game-played": "that game is not open any more",
    "wrong-order": "another game comes first",
    "phase-closed": "this Mutation Phase is closed",
    "not-in-deck": "that card is not in this deck",
    "only-creatures-mutate": "only Creatures mutate",
    "not-in-laboratory": "that card is not in this Laboratory",
    "not-on-that-card": "the Laboratory card never had that element",
    "element-already-cut": "that element has been cut out already",
    "already-mutated": "a mutation never covers another",
    "value-lowered": "a value is never lowered",
    "value-too-high": "a value is 9 at most",
    "covers-nothing": "an ability covers one that the card has; an Aura covers two that are no Auras, or an Aura",
    "ability-twice": "the card would have that ability twice",
    "second-aura": "the card would have two Auras",
    "not-for-sale": "the price table does not have it",
    "no-points-left": "it costs more than the points that are left",
    "no-such-winner": "the winner is no player of that game",
    "not-ready": "both players have to be ready",
    "already-settled": "that game is settled",
    "no-result": "that game has no result yet",
    "result-disputed": "that result is disputed: the organiser decides",
    "own-report": "the other player confirms or disputes",
    "prices-locked": "prices are settled once something has been done by them",
    "reason-needed": "a reason is needed",
    "no-such-event": "there is no such event before this one",
    "not-correctable": "a correction is neither corrected nor brought by a correction: correct the event itself again",
}
