"""The events of a ledger, by their form alone: whether one is legal depends on what came before it.

Every event has ``by`` and ``kind``; ``at`` is kept and never looked at. A seat's event may be entered by the organiser
``for`` that seat. Whatever is not as the contract's table says is malformed, ``bad-event``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.decks.formats.card_reading import read_text
from engine.decks.game.mutations import AV, COST, HP, MutationPrices
from engine.decks.sessions.price_reading import read_prices
from engine.decks.sessions.schedule import SEATS
from engine.kernel.reading import Reader

ORGANISER: Final = "organiser"

PICK: Final = "pick"
DECK: Final = "deck"
MUTATE: Final = "mutate"
READY: Final = "ready"
RESULT: Final = "result"
CONFIRM: Final = "confirm"
DISPUTE: Final = "dispute"
WITHDRAW: Final = "withdraw"
PRICES: Final = "prices"
RULE: Final = "rule"
CORRECT: Final = "correct"
END: Final = "end"

VALUES: Final = (COST, AV, HP)

MAX_AT: Final = 60
MAX_REASON: Final = 400
MAX_RECORD: Final = 200
MAX_ID: Final = 120
MAX_LISTED: Final = 64  # cards of a ``deck``
MAX_COVERS: Final = 8
MAX_REPLACEMENT: Final = 8

# Of each kind: whose it is (a seat's?), the keys that it needs, and those that it may have.
_KEYS: Final[dict[str, tuple[bool, tuple[str, ...], tuple[str, ...]]]] = {
    PICK: (True, ("card",), ()),
    DECK: (True, ("cards",), ()),
    MUTATE: (True, ("game", "card", "element", "from"), ("covers",)),
    READY: (True, ("game",), ()),
    RESULT: (True, ("game", "winner"), ("record",)),
    CONFIRM: (True, ("game",), ()),
    DISPUTE: (True, ("game",), ("reason",)),
    WITHDRAW: (True, (), ("reason",)),
    PRICES: (False, ("prices",), ()),
    RULE: (False, ("game", "winner"), ("reason",)),
    CORRECT: (False, ("event", "with"), ("reason",)),
    END: (False, (), ("reason",)),
}
KINDS: Final = tuple(_KEYS)
SEAT_KINDS: Final = tuple(kind for kind, (of_seat, _, _) in _KEYS.items() if of_seat)


class MalformedEvent(Exception):
    """A malformed event; the message says where (a JSON pointer into it) and what."""


@dataclass(frozen=True, slots=True)
class LedgerEvent:
    """A well-formed event. What its kind does not have keeps its default.

    ``seat`` is the number of the seat whose event it is (``for`` counts), -1 of an event of the organiser's own;
    ``by_organiser`` says who entered it. ``winner`` is the number of a seat, -1 for nobody. ``source`` is ``from``,
    ``corrected`` the number in ``event``, ``replacement`` what stands in ``with``, unread.
    """

    kind: str
    seat: int = -1
    by_organiser: bool = False
    game: int = 0
    card: str = ""
    element: str = ""
    source: str = ""
    covers: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    winner: int = -1
    record: str = ""
    reason: str = ""
    prices: MutationPrices | None = None
    corrected: int = 0
    replacement: tuple[Any, ...] = ()

    @property
    def has_reason(self) -> bool:
        return bool(self.reason.strip())


def read_event(data: Mapping[str, Any], edition: str, numbered: bool = True) -> LedgerEvent:
    """An event as its kind says, ``numbered`` with ``n`` (which is not looked at). Raises ``MalformedEvent``."""
    reader = Reader()
    event = _read(reader, data, edition, ("n",) if numbered else ())
    if event is None or reader.faults:
        first = reader.faults[0]
        raise MalformedEvent(f"{first.at or '/'}: {first.message}")
    return event


def _read(reader: Reader, data: Any, edition: str, number: tuple[str, ...]) -> LedgerEvent | None:
    kind = data.get("kind") if isinstance(data, Mapping) else None
    if not isinstance(kind, str) or kind not in _KEYS:
        reader.fault("unknown-value", "/kind", ", ".join(_KEYS))
        return None
    of_seat, required, optional = _KEYS[kind]
    values = reader.object(data, "", ("by", "kind", *number, *required), ("at", "for", *optional))
    if reader.faults:
        return None
    by = reader.choice(values["by"], "/by", (*SEATS, ORGANISER))
    seat = SEATS.index(by) if by in SEATS else -1
    if "for" in values:
        if not of_seat or by != ORGANISER:
            reader.fault("unknown-key", "/for", "for")
        seat = reader.seat(values["for"], "/for", SEATS)
    elif of_seat and by == ORGANISER:
        reader.fault("missing-key", "", "for")
    if "at" in values:
        read_text(reader, values["at"], "/at", MAX_AT)
    fields: dict[str, Any] = {}
    for key in (*required, *optional):
        if key in values:
            name, read = _FIELDS[key]
            fields[name] = read(reader, values[key], f"/{key}", edition)
    event = LedgerEvent(kind, -1 if reader.faults else seat, by == ORGANISER, **fields)
    if kind == RESULT and event.winner < 0:
        reader.fault("unknown-seat", "/winner", ", ".join(SEATS))
    if kind == MUTATE and event.element in VALUES and event.covers:
        reader.fault("out-of-range", "/covers", "empty: a value covers no ability")
    return event


def _text(longest: int) -> Callable[[Reader, Any, str, str], str]:
    def read(reader: Reader, data: Any, at: str, _edition: str) -> str:
        if not isinstance(data, str) or len(data) > longest:
            reader.fault("out-of-range", at, f"text of at most {longest} characters")
            return ""
        return read_text(reader, data, at, longest)

    return read


def _texts(limit: int) -> Callable[[Reader, Any, str, str], tuple[str, ...]]:
    text = _text(MAX_ID)

    def read(reader: Reader, data: Any, at: str, edition: str) -> tuple[str, ...]:
        parts = reader.list(data, at)
        if len(parts) > limit:
            reader.fault("out-of-range", at, f"a list of at most {limit}")
            return ()
        return tuple([text(reader, part, f"{at}/{place}", edition) for place, part in enumerate(parts)])

    return read


def _whole(reader: Reader, data: Any, at: str, _edition: str) -> int:
    if type(data) is not int:
        reader.fault("wrong-type", at, "a whole number")
        return 0
    return data


def _winner(reader: Reader, data: Any, at: str, _edition: str) -> int:
    return -1 if data is None else reader.seat(data, at, SEATS)


def _replacement(reader: Reader, data: Any, at: str, _edition: str) -> tuple[Any, ...]:
    parts = reader.list(data, at)
    if len(parts) > MAX_REPLACEMENT:
        reader.fault("out-of-range", at, f"a list of at most {MAX_REPLACEMENT} events")
    return tuple(parts)


_id: Final = _text(MAX_ID)

# Of each key: the field of ``LedgerEvent``, and what reads it.
_FIELDS: Final[dict[str, tuple[str, Callable[[Reader, Any, str, str], Any]]]] = {
    "card": ("card", _id),
    "cards": ("cards", _texts(MAX_LISTED)),
    "game": ("game", _whole),
    "element": ("element", _id),
    "from": ("source", _id),
    "covers": ("covers", _texts(MAX_COVERS)),
    "winner": ("winner", _winner),
    "record": ("record", _text(MAX_RECORD)),
    "reason": ("reason", _text(MAX_REASON)),
    "prices": ("prices", read_prices),
    "event": ("corrected", _whole),
    "with": ("replacement", _replacement),
}
