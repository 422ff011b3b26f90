"""Reading ``clash-position/1``: from JSON to a position, with every fault at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.decks.formats.card_reading import MAX_NAME, read_abilities, read_card
from engine.decks.formats.objectives import BACK, read_objective
from engine.decks.formats.position_writing import BASTION, FORMAT, FORT, MARKS
from engine.decks.rules.abilities import SEASON_1, SEASON_2, SYMBIOTE, flags_of
from engine.decks.rules.board import (
    CHAMPION_IN_PLAY,
    CHAMPION_STATES,
    MANA,
    OVER,
    PHASE_NAMES,
    AISeat,
    Creature,
    Result,
    Seat,
)
from engine.decks.rules.cards import HOST_IS_CHAMPION, NO_CHAMPION, SYMBIOTE_IS_CHAMPION, Body, Card
from engine.decks.rules.modes import LINE_NAMES, MODES, SEAT_NAMES, Mode
from engine.decks.rules.position import Position
from engine.decks.rules.turns import DRAWN
from engine.kernel.errors import BadPosition, Fault
from engine.kernel.reading import Reader

MAX_CARDS: Final = 120
REASONS: Final = ("fort-destroyed", "stronghold-alone", "pile-empty", DRAWN)

Catalogue = Mapping[str, Mapping[str, Any]]  # "set/card" to the card written out


def read_position(data: Any, catalogue: Catalogue | None = None) -> Position:
    """The position that a ``clash-position/1`` object stands for.

    ``catalogue`` gives the cards behind references. Raises ``BadPosition`` with every fault at once.
    """
    reader = _PositionReader(data, catalogue or {})
    if reader.faults:
        raise BadPosition(reader.faults)
    return reader.position


def faults_of(data: Any, catalogue: Catalogue | None = None) -> list[Fault]:
    """Every fault of a ``clash-position/1`` object; none when ``read_position`` takes it."""
    return _PositionReader(data, catalogue or {}).faults


class _PositionReader(Reader):
    """Reads one position; ``position`` is good only when ``faults`` is empty."""

    def __init__(self, data: Any, catalogue: Catalogue) -> None:
        super().__init__()
        self.catalogue = catalogue
        self.cards = 0
        self.known: dict[Any, Card] = {}  # cards written out alike become one
        optional = ("format", "edition", "mode", "first", "exhaustion", "mana", "objective", "result")
        top = self.object(data, "", ("active", "phase", "players"), optional)
        self.choice(top.get("format", FORMAT), "/format", (FORMAT,))
        self.edition = self.choice(top.get("edition", SEASON_2), "/edition", (SEASON_2, SEASON_1))
        self.mode: Mode = MODES[self.choice(top.get("mode", "duel"), "/mode", MODES)]
        self.seats = SEAT_NAMES[: self.mode.seats]
        self.position = position = Position(self.mode, self.edition)
        phase = self.choice(top["phase"], "/phase", PHASE_NAMES) if "phase" in top else PHASE_NAMES[0]
        position.phase = PHASE_NAMES.index(phase)
        position.first = self.seat(top.get("first", "A"), "/first", self.seats)
        position.active = self.seat(top["active"], "/active", self.seats) if "active" in top else 0
        position.exhaustion = self.flag(top.get("exhaustion", False), "/exhaustion")
        position.mana = self.number(top.get("mana", 0), "/mana", 0)
        if "players" in top:
            players = self.object(top["players"], "/players", self.seats, ())
            for seat, name in enumerate(self.seats):
                if name in players:
                    self._player(seat, players[name], f"/players/{name}")
        if self.cards > MAX_CARDS:
            self.fault("too-many-cards", "/players", str(self.cards))
        if top.get("result") is not None:
            self._result(top["result"])
        if top.get("objective") is not None:
            position.objective = read_objective(self, top["objective"], "/objective", self.seats, self._named)
            if not self.faults and "hidden" in position.objective:
                self._hide(position.objective["hidden"])
        for row in range(len(position.rows)):
            position.update_auras(row)

    def _hide(self, hidden: dict[str, Any]) -> None:
        """Puts backs in the place of a hand that is not known."""
        player = self.position.seats[SEAT_NAMES.index(hidden["player"])]
        if player.is_ai:
            self.fault("unknown-value", "/objective/hidden/player", "a player with a hand")
        elif len(player.hand) > len(hidden["cards"]):
            self.fault("out-of-range", "/objective/hidden/cards", f"of at least {len(player.hand)}")
        else:
            player.hand = [BACK] * len(player.hand)

    def _result(self, data: Any) -> None:
        if self.position.phase != OVER:
            self.fault("result-without-over", "/result")
        result = self.object(data, "/result", ("winners", "reason"), ())
        if "winners" in result and "reason" in result:
            winners = self.list(result["winners"], "/result/winners")
            seats = [self.seat(name, f"/result/winners/{i}", self.seats) for i, name in enumerate(winners)]
            reason = self.choice(result["reason"], "/result/reason", REASONS)
            self.position.result = Result(tuple(sorted(set(seats))), reason)

    # A seat

    def _player(self, index: int, data: Any, at: str) -> None:
        player = self.position.seats[index]
        if isinstance(player, AISeat):
            self._ai(index, player, data, at)
            return
        fields = self.object(data, at, ("hand",), ("turn", "upper", "lower", "champion"))
        player.turn = self.number(fields.get("turn", 0), f"{at}/turn", 0)
        if "hand" in fields:
            self._hand(player, self.list(fields["hand"], f"{at}/hand"), f"{at}/hand")
        if fields.get("champion") is not None:
            self._champion(player, fields["champion"], f"{at}/champion")
        self._match_champion(player, self._lines(index, fields, at), at)

    def _lines(self, index: int, data: dict[str, Any], at: str) -> list[tuple[Creature, str]]:
        """Reads the rows of a seat; answers the Champions on them, with their places."""
        standing: list[tuple[Creature, str]] = []
        for line, name in enumerate(LINE_NAMES):
            row = 2 * index + line
            for place, part in enumerate(self.list(data.get(name, []), f"{at}/{name}")):
                where = f"{at}/{name}/{place}"
                creature = self._creature(part, row, where)
                if creature is not None:
                    self.position.rows[row].append(creature)
                    if creature.body.champion != NO_CHAMPION:
                        standing.append((creature, where))
        return standing

    def _ai(self, index: int, player: AISeat, data: Any, at: str) -> None:
        optional = ("turn", "side", "pile", "discard", "upper", "lower")
        fields = self.object(data, at, ("ai",), optional)
        player.turn = self.number(fields.get("turn", 0), f"{at}/turn", 0)
        player.fort = self.choice(fields.get("side", BASTION), f"{at}/side", (BASTION, FORT)) == FORT
        if "ai" in fields:
            names = ("fixed_mana", "variable_mana", "resistance", "abilities")
            ai = self.object(fields["ai"], f"{at}/ai", (), names)
            player.fixed_mana = self.number(ai.get("fixed_mana", 6), f"{at}/ai/fixed_mana", 0)
            player.variable_mana = self.number(ai.get("variable_mana", 1), f"{at}/ai/variable_mana", 0)
            player.resistance = self.flag(ai.get("resistance", False), f"{at}/ai/resistance")
            player.abilities = read_abilities(
                self, ai.get("abilities", []), f"{at}/ai/abilities", self.edition, auras=False
            )
        for name, pile in (("pile", player.pile), ("discard", player.discard)):
            for place, part in enumerate(self.list(fields.get(name, []), f"{at}/{name}")):
                card = self.card(part, f"{at}/{name}/{place}")
                if card is not None:
                    pile.append(card)
        if not fields.get("pile") and self.position.phase != OVER:
            self.fault("pile-empty", f"{at}/pile")
        for _, where in self._lines(index, fields, at):
            self.fault("champion-not-in-play", where)
        if self.position.active == index and self.position.phase not in (MANA, OVER):
            self.fault("ai-phase", "/phase")
        bestowed = list(self.position.bestowed)
        bestowed[index] = flags_of(player.abilities)[0]
        self.position.bestowed = tuple(bestowed)

    def _hand(self, player: Seat, data: list[Any], at: str) -> None:
        strongholds = [place for place, part in enumerate(data) if part in (BASTION, FORT)]
        if not strongholds:
            self.fault("no-stronghold", at)
        elif len(strongholds) > 1:
            self.fault("two-strongholds", at)
        else:
            player.stronghold = strongholds[0]
            player.fort = data[player.stronghold] == FORT
            if player.stronghold == len(data) - 1 and self.position.phase != OVER:
                self.fault("stronghold-fallen", f"{at}/{player.stronghold}")
        for place, part in enumerate(data):
            if place not in strongholds:
                card = self.card(part, f"{at}/{place}", in_hand=True)
                if card is not None:
                    player.hand.append(card)
                    self.position.any_sharpened |= card.sharpened

    def _champion(self, player: Seat, data: Any, at: str) -> None:
        fields = self.object(data, at, ("card", "state"), ())
        if "state" in fields:
            player.champion_state = CHAMPION_STATES.index(
                self.choice(fields["state"], f"{at}/state", CHAMPION_STATES[1:])
            )
        if "card" in fields:
            player.champion = self._creature_card(fields["card"], f"{at}/card")
        if player.champion_state == CHAMPION_IN_PLAY:
            self.cards -= 1  # it is counted where it stands

    def _match_champion(self, player: Seat, standing: list[tuple[Creature, str]], at: str) -> None:
        if len(standing) > 1:
            self.fault("two-champions", standing[1][1])
        elif standing:
            creature, where = standing[0]
            body = creature.body
            card = body.symbiote if body.champion == SYMBIOTE_IS_CHAMPION else body.card
            if player.champion_state != CHAMPION_IN_PLAY:
                self.fault("champion-not-in-play", where)
            elif player.champion is not None and card != player.champion:
                self.fault("champion-differs", where)
        elif player.champion_state == CHAMPION_IN_PLAY:
            self.fault("champion-not-on-board", f"{at}/champion/state")

    # The board

    def _creature(self, data: Any, row: int, at: str) -> Creature | None:
        optional = ("symbiote", "enchained", "champion", "damage", "sprint", *(name for name, _ in MARKS))
        fields = self.object(data, at, ("card",), optional)
        card = self._creature_card(fields["card"], f"{at}/card") if "card" in fields else None
        symbiote = self._symbiote(fields["symbiote"], card, at) if fields.get("symbiote") is not None else None
        enchained = self.card(fields["enchained"], f"{at}/enchained") if fields.get("enchained") is not None else None
        champion = self._champion_mark(fields.get("champion", False), f"{at}/champion")
        if champion == SYMBIOTE_IS_CHAMPION and fields.get("symbiote") is None:
            self.fault("champion-not-on-top", f"{at}/champion")
        damage = self.number(fields.get("damage", 0), f"{at}/damage", 0)
        sprint = self.number(fields.get("sprint", 0), f"{at}/sprint", 0)
        marks = 0
        for name, mark in MARKS:
            if self.flag(fields.get(name, False), f"{at}/{name}"):
                marks |= mark
        if card is None:
            return None
        creature = Creature(Body(card, symbiote, champion), row)
        if damage >= creature.body.hp:
            self.fault("damage-too-high", f"{at}/damage", str(creature.body.hp))
        creature.damage = damage
        creature.sprint = sprint
        creature.marks = marks
        creature.enchained = enchained
        return creature

    def _symbiote(self, data: Any, host: Card | None, at: str) -> Card | None:
        card = self._creature_card(data, f"{at}/symbiote")
        if card is not None and not card.abilities & SYMBIOTE:
            self.fault("not-a-symbiote", f"{at}/symbiote")
        if host is not None and host.abilities & SYMBIOTE:
            self.fault("host-is-symbiote", f"{at}/card")
        return card

    def _champion_mark(self, data: Any, at: str) -> int:
        if data == "symbiote":
            return SYMBIOTE_IS_CHAMPION
        if not isinstance(data, bool):
            self.fault("wrong-type", at, "true, false or 'symbiote'")
        return HOST_IS_CHAMPION if data is True else NO_CHAMPION

    # Cards

    def _creature_card(self, data: Any, at: str) -> Card | None:
        card = self.card(data, at)
        if card is not None and not card.is_creature:
            self.fault("not-a-creature", at)
            return None
        return card

    def card(self, data: Any, at: str, in_hand: bool = False) -> Card | None:
        """A card written out or a catalogue reference; None after a fault."""
        self.cards += 1
        before = len(self.faults)
        if isinstance(data, str):
            fields = self.catalogue.get(data)
            if fields is None:
                self.fault("unknown-card", at, data[:MAX_NAME])
                return None
            card = self._written(fields, at, data)
        else:
            card = self._written(data, at, None)
        if card is not None and card.sharpened and (not in_hand or card.is_creature or card.reference is not None):
            self.fault("mark-not-allowed", f"{at}/sharpened")
        if card is None or len(self.faults) > before:
            return None
        return self.known.setdefault(card, card)

    def _named(self, data: Any, at: str) -> Any:
        """A card that an objective names, written out; it counts as none of the position's."""
        card = self.card(data, at)
        self.cards -= 1
        return data if card is None else card.written_out()

    def _written(self, data: Any, at: str, reference: str | None) -> Card | None:
        return read_card(self, data, at, self.edition, reference, optional=("abilities", "sharpened"))
