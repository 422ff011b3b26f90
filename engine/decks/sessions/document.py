"""The document of a session: its frame, and its header with players, cards, deal and prices."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.decks.formats.card_reading import MAX_NAME, read_card, read_text
from engine.decks.game.decks import face
from engine.decks.game.mutation_draft import HAND
from engine.decks.game.mutations import DEFAULT_MUTATION_PRICES, MutationPrices
from engine.decks.rules.abilities import SEASON_1, SEASON_2
from engine.decks.rules.cards import Card
from engine.decks.sessions.price_reading import read_prices
from engine.decks.sessions.schedule import SEATS
from engine.decks.sessions.session_errors import BadSession
from engine.kernel.chance import SEED_BITS, Chance
from engine.kernel.reading import Reader, pointer

SESSION_FORMAT: Final = "clash-session/1"
MAX_EVENTS: Final = 2000
MIN_CARDS: Final = 64
MAX_CARDS: Final = 400
SEED: Final = "seed"
HANDS: Final = "hands"
DRAFTED: Final = "drafted"

_ID: Final = re.compile(r"[a-z0-9/:-]{1,120}")

Ids = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SessionCard:
    """A card of a session: its ``id`` in the document, and the slug of its set."""

    id: str
    card: Card
    set_slug: str


@dataclass(frozen=True, slots=True)
class SessionSet:
    """One of the two sets."""

    slug: str
    name: str
    cards: Ids


@dataclass(frozen=True)
class SessionHeader:
    """The header of a session, read; ``data`` is as it was given.

    ``cards`` by id; ``deal`` is ``seed``, ``hands`` or ``drafted``, and ``dealt`` the four hands of 16 that it gives,
    or what each seat has after the draft. ``prices`` is the table in force until an event gives another.
    """

    data: Mapping[str, Any]
    name: str
    edition: str
    players: tuple[str, ...]
    sets: tuple[SessionSet, ...]
    cards: Mapping[str, SessionCard]
    deal: str
    dealt: tuple[Ids, ...]
    prices: MutationPrices

    def card(self, card_id: str) -> Card:
        return self.cards[card_id].card


def read_document(data: Any, catalogue: Mapping[str, Any] | None = None) -> tuple[SessionHeader, list[dict[str, Any]]]:
    """Header and events of a document; ``catalogue`` has the cards behind references. Raises ``BadSession``."""
    reader = Reader()
    top = reader.object(data, "", ("format", "header", "events"), ())
    if "format" in top:
        reader.choice(top["format"], "/format", (SESSION_FORMAT,))
    header = _HeaderReader(reader, catalogue or {}).header(top["header"]) if "header" in top else None
    events = _events(reader, top["events"]) if "events" in top else []
    if header is None or reader.faults:
        raise BadSession(reader.faults)
    return header, events


def read_header(data: Any, catalogue: Mapping[str, Any] | None = None) -> SessionHeader:
    """A header by itself, for a session that is being made. Raises ``BadSession``."""
    reader = Reader()
    header = _HeaderReader(reader, catalogue or {}).header(data)
    if reader.faults:
        raise BadSession(reader.faults)
    return header


def _events(reader: Reader, data: Any) -> list[dict[str, Any]]:
    events = reader.list(data, "/events")
    if len(events) > MAX_EVENTS:
        reader.fault("out-of-range", "/events", f"a list of at most {MAX_EVENTS} events")
        return []
    for place, event in enumerate(events):
        if not isinstance(event, dict):
            reader.fault("wrong-type", f"/events/{place}", "an object")
        elif type(event.get("n")) is not int or event["n"] != place + 1:
            reader.fault("out-of-range", f"/events/{place}/n", f"{place + 1}: events are numbered from 1")
    return events


class _HeaderReader:
    """Reads a header; it is good only when the reader has no faults."""

    def __init__(self, reader: Reader, catalogue: Mapping[str, Any]) -> None:
        self.reader = reader
        self.catalogue = catalogue
        self.edition = SEASON_2
        self.cards: dict[str, SessionCard] = {}
        self.faces: set[tuple[object, ...]] = set()

    def header(self, data: Any) -> SessionHeader:
        """The whole of it."""
        reader = self.reader
        fields = reader.object(data, "/header", ("players", "sets", "deal"), ("name", "edition", "prices"))
        name = read_text(reader, fields.get("name", ""), "/header/name")
        if "edition" in fields:
            self.edition = reader.choice(fields["edition"], "/header/edition", (SEASON_2, SEASON_1))
        players = self._players(fields["players"]) if "players" in fields else ()
        sets = self._sets(fields["sets"]) if "sets" in fields else ()
        deal, dealt = self._deal(fields["deal"]) if "deal" in fields and not reader.faults else ("", ())
        prices = DEFAULT_MUTATION_PRICES
        if fields.get("prices") is not None:
            prices = read_prices(reader, fields["prices"], "/header/prices", self.edition)
        return SessionHeader(fields, name, self.edition, players, sets, self.cards, deal, dealt, prices)

    def _named(self, data: Any, at: str) -> str:
        """A text of 1 to 60 characters."""
        if data == "":
            self.reader.fault("out-of-range", at, f"text of 1 to {MAX_NAME} characters")
        return read_text(self.reader, data, at)

    def _players(self, data: Any) -> tuple[str, ...]:
        players = self.reader.object(data, "/header/players", SEATS, ())
        return tuple(self._named(players[seat], f"/header/players/{seat}") for seat in SEATS if seat in players)

    def _sets(self, data: Any) -> tuple[SessionSet, ...]:
        reader, at = self.reader, "/header/sets"
        parts = reader.list(data, at)
        if isinstance(data, list) and len(parts) != 2:
            reader.fault("out-of-range", at, "a list of two sets")
            return ()
        sets: list[SessionSet] = []
        for place, part in enumerate(parts):
            fields = reader.object(part, f"{at}/{place}", ("slug", "cards"), ("name",))
            slug = self._named(fields["slug"], f"{at}/{place}/slug") if "slug" in fields else ""
            name = read_text(reader, fields.get("name", ""), f"{at}/{place}/name")
            if any(slug == other.slug for other in sets) and slug:
                reader.fault("out-of-range", f"{at}/{place}/slug", "another slug than that of the first set")
            ids = self._cards(fields["cards"], f"{at}/{place}/cards", slug) if "cards" in fields else ()
            sets.append(SessionSet(slug, name, ids))
        if not reader.faults and not MIN_CARDS <= len(self.cards) <= MAX_CARDS:
            reader.fault("out-of-range", at, f"sets of {MIN_CARDS} to {MAX_CARDS} cards together")
        return tuple(sets)

    def _cards(self, data: Any, at: str, set_slug: str) -> Ids:
        ids: list[str] = []
        parts = self.reader.list(data, at)
        if len(parts) > MAX_CARDS:
            self.reader.fault("out-of-range", at, f"a list of at most {MAX_CARDS} cards")
            return ()
        for place, part in enumerate(parts):
            pointer_ = f"{at}/{place}"
            pair = self._card(part, pointer_)
            if pair is None:
                continue
            card_id, card = pair
            if card_id in self.cards:
                self.reader.fault("out-of-range", pointer_, "a card with an id of its own")
            elif face(card) in self.faces:
                self.reader.fault("out-of-range", pointer_, "a card with a face of its own")
            else:
                self.faces.add(face(card))
                self.cards[card_id] = SessionCard(card_id, card, set_slug)
                ids.append(card_id)
        return tuple(ids)

    def _card(self, data: Any, at: str) -> tuple[str, Card] | None:
        """The id of a card and the card, written out or by reference; None after a fault."""
        reader, before = self.reader, len(self.reader.faults)
        if isinstance(data, str):
            card_id, fields = data, self.catalogue.get(data)
            if fields is None:
                reader.fault("unknown-card", at, data[:MAX_NAME])
                return None
            card = read_card(reader, fields, at, self.edition, optional=("abilities",))
        else:
            card = read_card(reader, data, at, self.edition, required=("id",), optional=("abilities",))
            card_id = data["id"] if isinstance(data, dict) and isinstance(data.get("id"), str) else ""
        place = at if isinstance(data, str) else f"{at}/id"
        if len(reader.faults) == before and not _ID.fullmatch(card_id):
            reader.fault("out-of-range", place, "an id of 1 to 120 characters of a-z 0-9 - / :")
        if card is not None and len(reader.faults) == before:
            if not card.name:
                reader.fault("out-of-range", f"{at}/name", f"text of 1 to {MAX_NAME} characters")
            if len(set(card.slugs)) != len(card.slugs):
                reader.fault("out-of-range", f"{at}/abilities", "a list with no ability twice")
        return None if card is None or len(reader.faults) > before else (card_id, card)

    def _deal(self, data: Any) -> tuple[str, tuple[Ids, ...]]:
        reader, at = self.reader, "/header/deal"
        fields = reader.object(data, at, (), (SEED, HANDS, DRAFTED))
        if len(fields) != 1:
            reader.fault("out-of-range", at, "exactly one of seed, hands and drafted")
        if reader.faults:
            return "", ()
        ((deal, value),) = fields.items()
        if deal == SEED:
            return deal, _shuffled(reader.number(value, f"{at}/seed", 0, (1 << SEED_BITS) - 1), self.cards)
        seats = reader.object(value, f"{at}/{deal}", SEATS, ())
        return deal, self._hands(seats, f"{at}/{deal}")

    def _hands(self, seats: Mapping[str, Any], at: str) -> tuple[Ids, ...]:
        reader = self.reader
        seen: set[str] = set()
        for seat in SEATS:
            if seat not in seats:
                continue
            hand = reader.list(seats[seat], f"{at}/{seat}")
            if isinstance(seats[seat], list) and len(hand) != HAND:
                reader.fault("out-of-range", f"{at}/{seat}", f"a list of {HAND} cards")
                continue
            for place, card_id in enumerate(hand):
                card_pointer = pointer(f"{at}/{seat}", place)
                if not isinstance(card_id, str) or card_id not in self.cards:
                    reader.fault(
                        "unknown-card", card_pointer, str(card_id)[:MAX_NAME] if isinstance(card_id, str) else ""
                    )
                elif card_id in seen:
                    reader.fault("out-of-range", card_pointer, "a card that nobody else has")
                else:
                    seen.add(card_id)
        return () if reader.faults else tuple(tuple(seats[seat]) for seat in SEATS)


def _shuffled(seed: int, cards: Mapping[str, SessionCard]) -> tuple[Ids, ...]:
    """Four hands of 16 out of the shuffled cards."""
    stock = sorted(cards)
    Chance(seed, "draft").shuffle(stock)
    return tuple(tuple(stock[HAND * seat : HAND * (seat + 1)]) for seat in range(len(SEATS)))
