"""Reading ``clash-record/1``: from JSON to a record that can be replayed, with every fault of its form by name."""

from __future__ import annotations

from typing import Any

from engine.decks.game.custom_play import Custom, Prices
from engine.decks.game.errors import BadRecord
from engine.decks.game.game import DecksGame
from engine.decks.game.record_cards import CardReader
from engine.decks.game.records import FORMAT, Record, replay
from engine.decks.game.setup import MODES_OF_FORMAT, Redeal, SetUp, players_of
from engine.decks.game.terms import Terms
from engine.decks.rules.abilities import SEASON_1, SEASON_2
from engine.decks.rules.modes import MODES, SEAT_NAMES
from engine.decks.rules.version import RULES_VERSION
from engine.kernel.chance import SEED_BITS
from engine.kernel.numbers import whole_number

_KEYS = ("format", "rules", "cards", "setup", "terms", "draft", "actions", "digest")


def read_record(data: Any) -> Record:
    """The record that a JSON value holds; ``replay`` it to see that it comes true, or use ``game_of``.

    Raises ``BadRecord``: ``bad-record`` with all faults of form, or ``other-rules`` for another version of the rules.
    """
    reader = _RecordReader(data)
    if reader.faults:
        first = reader.faults[0]
        message = f"{first.at or '/'}: {first.message}"
        raise BadRecord("bad-record", message, first.at, reader.faults)
    assert reader.record is not None  # there is one when nothing was wrong
    return reader.record


def game_of(data: Any) -> DecksGame:
    """The game at the end of a record, every step of which has been replayed and compared.

    Raises what ``read_record`` and ``replay`` do.
    """
    game = None
    for step in replay(read_record(data), data):
        game = step.game
    assert game is not None  # a replay has a first step
    return game


class _RecordReader(CardReader):
    """Reads one record; ``record`` is good only when ``faults`` is empty."""

    def __init__(self, data: Any) -> None:
        super().__init__()
        self.record: Record | None = None
        top = self.object(data, "", _KEYS, ())
        if not all(key in top for key in _KEYS):
            return
        self.choice(top["format"], "/format", (FORMAT,))
        if self.number(top["rules"], "/rules", 1) != RULES_VERSION and not self.faults:
            message = f"recorded under version {top['rules']} of the rules; these are version {RULES_VERSION}"
            raise BadRecord("other-rules", message, "/rules")
        keys = ("mode", "format", "edition", "seed", "exhaustion", "first", "pool", "decks")
        setup = self.object(top["setup"], "/setup", keys, ("redeals",))
        self.edition = self.choice(setup.get("edition", SEASON_2), "/setup/edition", (SEASON_2, SEASON_1))
        self.table(top["cards"], "/cards", self.edition)
        draft = self._texts(top["draft"], "/draft")
        actions = self._texts(top["actions"], "/actions")
        digest = self.text(top["digest"], "/digest", 64)
        if all(key in setup for key in keys):
            read = self._setup(setup)
            terms = None if top["terms"] is None else self._terms(top["terms"], read)
            self.record = Record(read, terms, draft, actions, digest)

    def _texts(self, data: Any, at: str) -> tuple[str, ...]:
        return tuple(self.text(part, f"{at}/{number}") for number, part in enumerate(self.list(data, at)))

    def _setup(self, data: dict[str, Any]) -> SetUp:
        mode = MODES[self.choice(data["mode"], "/setup/mode", MODES)]
        first = data["first"]
        return SetUp(
            mode=mode,
            format=self.choice(data["format"], "/setup/format", MODES_OF_FORMAT),
            seed=self._seed(data["seed"], "/setup/seed"),
            pool=self.deck(data["pool"], "/setup/pool"),
            decks=tuple(
                self.deck(part, f"/setup/decks/{number}")
                for number, part in enumerate(self.list(data["decks"], "/setup/decks"))
            ),
            edition=self.edition,
            exhaustion=self.flag(data["exhaustion"], "/setup/exhaustion"),
            first=None if first is None else self.seat(first, "/setup/first", SEAT_NAMES[: mode.seats]),
            redeals=tuple(
                self._redeal(part, f"/setup/redeals/{number}", SEAT_NAMES[: mode.seats])
                for number, part in enumerate(self.list(data.get("redeals", []), "/setup/redeals"))
            ),
        )

    def _redeal(self, data: Any, at: str, letters: str) -> Redeal:
        fields = self.object(data, at, ("after", "seed", "seat"), ())
        seat = fields.get("seat")
        return Redeal(
            after=self.number(fields.get("after", 0), f"{at}/after", 0),
            seed=self._seed(fields.get("seed", "0"), f"{at}/seed"),
            seat=None if seat is None else self.seat(seat, f"{at}/seat", letters),
        )

    def _seed(self, data: Any, at: str) -> int:
        digits = self.text(data, at)
        if not (digits.isascii() and digits.isdigit() and str(int(digits)) == digits):
            self.fault("wrong-type", at, "a whole number, as text")
            return 0
        return self.number(int(digits), at, 0, (1 << SEED_BITS) - 1)

    def _terms(self, data: Any, setup: SetUp) -> Terms:
        fields = self.object(data, "/terms", ("champions", "custom"), ())
        players = [SEAT_NAMES[seat] for seat in players_of(setup.mode)]
        champions = fields.get("champions", {})
        read = self.object(champions, "/terms/champions", players if champions else (), ())
        cards = [self.card(read[name], f"/terms/champions/{name}") for name in players if name in read]
        custom = fields.get("custom")
        return Terms(
            tuple(card for card in cards if card is not None),
            None if custom is None else self._custom(custom, "/terms/custom"),
        )

    def _custom(self, data: Any, at: str) -> Custom:
        keys = ("level", "fixed_mana", "variable_mana", "ai_first", "resistance", "abilities", "prices")
        fields = self.object(data, at, keys, ())
        return Custom(
            level=self.number(fields.get("level", 0), f"{at}/level", 0),
            fixed_mana=self.number(fields.get("fixed_mana", 0), f"{at}/fixed_mana", 0),
            variable_mana=self.number(fields.get("variable_mana", 0), f"{at}/variable_mana", 0),
            ai_first=self.flag(fields.get("ai_first", False), f"{at}/ai_first"),
            resistance=self.flag(fields.get("resistance", False), f"{at}/resistance"),
            abilities=self.slugs(fields.get("abilities", []), f"{at}/abilities", self.edition),
            prices=self._prices(fields.get("prices", {}), f"{at}/prices"),
        )

    def _prices(self, data: Any, at: str) -> Prices:
        keys = ("fixed_mana", "variable_mana", "ai_first", "resistance", "abilities", "champion")
        fields = self.object(data, at, keys, ())
        return Prices(
            fixed_mana=self._amounts(fields.get("fixed_mana", {}), f"{at}/fixed_mana"),
            variable_mana=self._amounts(fields.get("variable_mana", {}), f"{at}/variable_mana"),
            ai_first=self.number(fields.get("ai_first", 0), f"{at}/ai_first", 0),
            resistance=self.number(fields.get("resistance", 0), f"{at}/resistance", 0),
            abilities=self._table(fields.get("abilities", {}), f"{at}/abilities"),
            champion=self.number(fields.get("champion", 0), f"{at}/champion", 0),
        )

    def _table(self, data: Any, at: str) -> dict[str, int]:
        fields = self.object(data, at, (), data if isinstance(data, dict) else ())
        return {key: self.number(price, f"{at}/{key}", 0) for key, price in fields.items()}

    def _amounts(self, data: Any, at: str) -> dict[int, int]:
        """An object of prices for amounts of Mana, which JSON writes as text."""
        read: dict[int, int] = {}
        for key, price in self._table(data, at).items():
            amount = whole_number(key, 3)
            if amount is None:
                self.fault("unknown-key", at, key[:60])
            else:
                read[amount] = price
        return read
