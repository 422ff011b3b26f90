"""Reading a state: its parts one by one, what is left out filled in. ``state_checks`` says whether it can be."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Final

from engine.armies.formats.state_checks import check, check_queue, queue_of
from engine.armies.pack.cards import (
    CARD_NAMES,
    CARD_OF_NAME,
    KINDS,
    MAX_SEATS,
    MIN_SEATS,
    NUMBERS,
    SEAT_NAMES,
    WANTED_OF_NAME,
    Card,
    Wanted,
)
from engine.armies.pack.options import ALL, Options, options_of
from engine.armies.rules import state as at
from engine.armies.rules.position import ArmiesPosition
from engine.armies.rules.state import Battle, Player
from engine.kernel.errors import EngineError
from engine.kernel.reading import MAX_NUMBER, Reader, pointer

FORMAT: Final = "clash-of-the-cards/1"
MAX_SEED: Final = 200  # bytes
_REQUIRED: Final = ("format", "players", "phase")
_OPTIONAL: Final = (
    "options", "seed", "shuffles", "hand_number", "turn_number", "idle", "dealer", "active", "queue", "deck", "discard",
    "battle", "theft", "last", "result",
)  # fmt: skip


def read_state(data: Any) -> ArmiesPosition:
    """The position that a state describes. Raises ``EngineError`` (``bad-state``), whose message names the place."""
    reader = _StateReader()
    position = reader.state(data)
    if reader.faults:
        fault = reader.faults[0]
        raise EngineError("bad-state", f"{fault.at or '/'}: {fault.message}")
    check(position)
    queue = queue_of(position)
    if "queue" in data:
        check_queue(position, queue)
    elif queue is None:
        raise EngineError("bad-state", f"/queue: must be given in the phase '{position.phase}'")
    else:
        position.queue = queue
    return position


class _StateReader(Reader):
    """Reads types and ranges; after a fault it goes on with something harmless."""

    def __init__(self) -> None:
        super().__init__()
        self.seats = ""

    def wrong(self, where: str, message: str) -> None:
        self.fault("bad-request", where, message)

    def state(self, data: Any) -> ArmiesPosition:
        """The whole state; its queue is as given, or empty."""
        fields = self.object(data, "", _REQUIRED, _OPTIONAL)
        if fields.get("format", FORMAT) != FORMAT:
            self.wrong("/format", f"must be '{FORMAT}'")
        position = ArmiesPosition(self.players(fields.get("players")), read_options(self, fields.get("options", {})))
        position.seed = self.seed(fields.get("seed", "0"))
        position.shuffles = self.number(fields.get("shuffles", 0), "/shuffles", 0)
        position.hand_number = self.number(fields.get("hand_number", 1), "/hand_number", 0)
        position.turn_number = self.number(fields.get("turn_number", 1), "/turn_number", 0)
        position.idle = self.number(fields.get("idle", 0), "/idle", 0)
        position.dealer = self.seat(fields.get("dealer", "A"), "/dealer", self.seats)
        position.active = self.seat_or_nobody(fields.get("active"), "/active")
        position.phase = self.choice(fields.get("phase", at.PHASES[0]), "/phase", at.PHASES)
        position.queue = self.seat_list(fields.get("queue", []), "/queue")
        position.deck = self.cards(fields.get("deck", []), "/deck")[::-1]
        position.discard = sorted(self.cards(fields.get("discard", []), "/discard"))
        position.battle = self.battle(fields.get("battle"))
        position.theft = self.theft(fields.get("theft"))
        position.last = self.object_or_none(fields.get("last"), "/last")
        position.result = self.object_or_none(fields.get("result"), "/result")
        return position

    def seed(self, data: Any) -> str:
        """The text that all shuffles come from."""
        try:
            if isinstance(data, str) and len(data.encode()) <= MAX_SEED:
                return data
        except UnicodeEncodeError:  # half a surrogate pair
            pass
        self.wrong("/seed", f"must be text of at most {MAX_SEED} bytes")
        return "0"

    def players(self, data: Any) -> list[Player]:
        fields = self.object(data, "/players", (), SEAT_NAMES)
        count = len(fields)
        self.seats = SEAT_NAMES[: max(MIN_SEATS, min(count, MAX_SEATS))]
        if count < MIN_SEATS or set(fields) != set(self.seats):
            self.wrong("/players", "two to six seats A, B, ... without a gap")
        return [self.player(fields.get(seat, {}), pointer("/players", seat)) for seat in self.seats]

    def player(self, data: Any, where: str) -> Player:
        """A seat's cards, Chest and score."""
        fields = self.object(data, where, (), ("hand", "bonus", "chest", "score"))
        chest = fields.get("chest")
        return Player(
            sorted(self.cards(fields.get("hand", []), f"{where}/hand")),
            self.number(fields.get("bonus", 0), f"{where}/bonus", 0),
            None if chest is None else sorted(self.cards(chest, f"{where}/chest")),
            self.number(fields.get("score", 0), f"{where}/score", -MAX_NUMBER),
        )

    def battle(self, data: Any) -> Battle | None:
        if data is None:
            return None
        optional = ("pile", "surrendered", "joined", "champions", "winner")
        fields = self.object(data, "/battle", ("number", "by"), optional)
        number = self.number(fields.get("number", 1), "/battle/number", NUMBERS[0], NUMBERS[-1])
        by = self.choice(fields.get("by", at.BY_CARD), "/battle/by", (at.BY_CARD, at.BY_SPY))
        piles = self.object(fields.get("pile", {}), "/battle/pile", (), self.seats)
        pile = {
            self.seats.find(seat): sorted(self.cards(cards, pointer("/battle/pile", seat)))
            for seat, cards in piles.items()
        }
        battle = Battle(number, by, {seat: cards for seat, cards in pile.items() if cards})
        battle.surrendered = self.seat_list(fields.get("surrendered", []), "/battle/surrendered")
        battle.joined = self.seat_list(fields.get("joined", []), "/battle/joined")
        champions = self.object(fields.get("champions", {}), "/battle/champions", (), self.seats)
        for seat, card in champions.items():
            battle.champions[self.seats.find(seat)] = self.card(card, pointer("/battle/champions", seat))
        battle.winner = self.seat_or_nobody(fields.get("winner"), "/battle/winner")
        return battle

    def theft(self, data: Any) -> tuple[int, Wanted] | None:
        if data is None:
            return None
        fields = self.object(data, "/theft", ("victim", "name"), ())
        victim = self.seat(fields.get("victim", "A"), "/theft/victim", self.seats)
        return victim, WANTED_OF_NAME[self.choice(fields.get("name", "1"), "/theft/name", WANTED_OF_NAME)]

    # Small parts

    def seat_or_nobody(self, data: Any, where: str) -> int:
        """A seat, ``NOBODY`` for null."""
        return at.NOBODY if data is None else self.seat(data, where, self.seats)

    def seat_list(self, data: Any, where: str) -> list[int]:
        return [self.seat(seat, pointer(where, place), self.seats) for place, seat in enumerate(self.list(data, where))]

    def cards(self, data: Any, where: str) -> list[Card]:
        return [self.card(name, pointer(where, place)) for place, name in enumerate(self.list(data, where))]

    def card(self, data: Any, where: str) -> Card:
        if isinstance(data, str) and data in CARD_OF_NAME:
            return CARD_OF_NAME[data]
        self.wrong(where, "there is no such card")
        return 0

    def object_or_none(self, data: Any, where: str) -> dict[str, Any] | None:
        """Any object that can be written as JSON again, or null."""
        if data is None:
            return None
        try:
            if isinstance(data, dict) and json.dumps(data, allow_nan=False):
                return data
        except (ValueError, RecursionError):  # a number beyond all bounds; too deep
            pass
        self.wrong(where, "must be an object or null")
        return None


def read_options(reader: Reader, data: Any, where: str = "/options") -> Options:
    """The options; what is left out is as in the full game. Faults are noted by the reader."""
    fields = reader.object(data, where, (), ("specials", "god", "reverse"))
    kinds: Iterable[Card] = ALL.specials
    if "specials" in fields:
        names = reader.list(fields["specials"], f"{where}/specials")
        allowed = [CARD_NAMES[kind] for kind in KINDS]
        kinds = [
            CARD_OF_NAME[reader.choice(name, pointer(f"{where}/specials", place), allowed)]
            for place, name in enumerate(names)
        ]
        if len(set(kinds)) < len(names):
            reader.fault("bad-request", f"{where}/specials", "a kind is there once")
    god = reader.flag(fields.get("god", False), f"{where}/god")
    return options_of(kinds, god, reader.flag(fields.get("reverse", False), f"{where}/reverse"))
