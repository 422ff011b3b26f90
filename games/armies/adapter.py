"""Clash of the Cards at the tables."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from django.utils.translation import gettext as _

from contract.simple import SimpleGameAdapter
from contract.state import Turn
from engine.armies.bots.levels import make_bot
from engine.armies.bots.selfplay import seen_in_hand
from engine.armies.formats.state_reading import read_options, read_state
from engine.armies.formats.state_writing import write_options
from engine.armies.formats.views import VIEW_FORMAT, view_of
from engine.armies.game.game import ArmiesGame
from engine.armies.game.records import write_record
from engine.armies.game.sealed import ASKED_TOGETHER, SealedArmiesGame
from engine.armies.game.setup import ArmiesSetUp
from engine.armies.pack.cards import CARD_NAMES, CASTLE, KINDS, MAX_SEATS, MIN_SEATS, SEAT_NAMES
from engine.armies.rules import actions as do
from engine.armies.rules import state as at
from engine.armies.rules import turns
from engine.armies.rules.actions import parse_action
from engine.armies.rules.legality import CODES
from engine.kernel.chance import Chance
from engine.kernel.reading import Reader
from engine.kernel.temper import EVEN
from games.armies.characters import CHARACTERS

NAME: Final = "clash-of-the-cards"
# Of actions that turn up something hidden: how many of their events come before it.
_SURE: Final = {
    do.DEAL: 1,
    do.DRAW: 0,
    do.BATTLE: 1,
    do.BATTLE_SPY: 1,
    do.THIEF_ASK: 1,
    do.LAY_DOWN: 1,
    do.ALLOW: 1,
}


class ArmiesAdapter(SimpleGameAdapter):
    """Clash of the Cards as the tables know it: see ``SimpleGameAdapter``."""

    name = NAME
    view_format = VIEW_FORMAT
    characters = CHARACTERS
    schema_name = "NewCardsGame"
    codes: Collection[str] = CODES
    all_seats = SEAT_NAMES
    min_seats = MIN_SEATS
    options_schema: Mapping[str, Any] = MappingProxyType(
        {
            "specials": {
                "type": "array",
                "items": {"enum": [CARD_NAMES[kind] for kind in KINDS]},
                "uniqueItems": True,
            },
            "god": {"type": "boolean"},
            "reverse": {"type": "boolean"},
        }
    )
    asking_stages: Collection[str] = (*ASKED_TOGETHER, at.CHAMPION, at.THEFT)
    covered_verbs: Collection[str] = (do.CHAMPION, do.CHEST, do.GIVE)
    sealed_verbs: Collection[str] = (do.STAND, do.SURRENDER, do.JOIN, do.PASS, do.GUARD, do.DECLINE)
    showing_kinds: Collection[str] = (
        *("shuffle", "dealt", "draw", "bonus", "place", "nobody", "lack", "block", "rob", "give", "reveal", "lay-down"),
        *("score", "thief"),
    )

    def seats_of(self, data: Any) -> Sequence[str]:
        count = len(data) if isinstance(data, dict) else MIN_SEATS
        return SEAT_NAMES[: min(max(count, MIN_SEATS), MAX_SEATS)]

    def read_options(self, reader: Reader, data: Any) -> dict[str, Any]:
        return write_options(read_options(reader, data, "/options"))

    def begun(self, setup: Mapping[str, Any]) -> SealedArmiesGame:
        options = read_options(Reader(), setup["options"], "/options")
        return SealedArmiesGame(ArmiesSetUp(len(setup["seats"]), setup["seed"], options))

    def begun_at(self, state: Mapping[str, Any]) -> SealedArmiesGame:
        return SealedArmiesGame.over(ArmiesGame.at(read_state(state)))

    def turn_of(self, engine: SealedArmiesGame) -> Turn:
        position = engine.inner.position
        return (position.hand_number, position.turn_number, position.active)

    def next_turn(self, engine: SealedArmiesGame, seat: int) -> SealedArmiesGame | None:
        """See ``SimpleGameAdapter``. What is answered in others' turns is sealed and asked of all at once."""
        if engine.is_over or engine.stage == at.DEAL or engine.inner.position.active == seat:
            return None
        game = engine.copy()
        game.sealed = {}
        position = game.inner.position
        position.phase, position.active, position.queue = at.TURN, seat, [seat]
        position.battle = position.theft = None
        return game

    def try_out(self, engine: SealedArmiesGame, seat: int, action: str) -> int | None:
        """See ``SimpleGameAdapter``. Whether something hidden is turned up is told by what everybody sees."""
        parsed = parse_action(action)
        position = engine.inner.position
        hands = [len(player.hand) for player in position.players]
        queue, stage, ends_hand = len(position.queue), engine.stage, position.idle >= len(hands)
        is_limit = position.turn_number >= turns.TURNS_OF_SEAT * len(hands)
        if queue > 1 and engine.opens(seat, parsed):
            return 0
        engine.apply(seat, parsed)
        if stage in ASKED_TOGETHER:
            return None
        if stage == at.CHAMPION:
            return 1 if queue == 1 else None
        if parsed.verb == do.END_TURN:
            return 0 if ends_hand or is_limit or min(hands) < at.HAND else None
        if parsed.verb == do.CHEST:
            return 1 if hands[seat] - 1 - len(parsed.cards) < at.HAND else None
        if parsed.verb == do.THIEF_BONUS:
            return None if position.options.has(CASTLE) else 2
        return _SURE.get(parsed.verb)

    def choose(self, engine: SealedArmiesGame, seat: int, level: str, seed: int, temper: Any) -> object:
        chance = Chance(seed, f"bot {seat} {len(engine.done)}")
        bot = make_bot(level, temper or EVEN)
        return bot.choose(asked_first(engine, seat), chance, seen_in_hand(engine.inner, seat))

    def record_of(self, engine: SealedArmiesGame) -> dict[str, Any]:
        return write_record(engine.inner)

    def words(self) -> str:
        return _("Clash of the Cards")

    def option_words(self, options: Mapping[str, Any]) -> Iterable[str]:
        specials = options.get("specials", [])
        if not specials:
            yield _("Kids")
        elif len(specials) < len(KINDS):
            yield _("some special cards")
        if options.get("god"):
            yield _("God")
        if options.get("reverse"):
            yield _("Reverse")


def asked_first(engine: SealedArmiesGame, seat: int) -> dict[str, Any]:
    """The view of a seat for a bot: of several that are asked each answers as if it were the first."""
    view = view_of(engine.inner.position, seat)
    own = SEAT_NAMES[seat]
    if own in view["queue"]:
        view["queue"] = [own, *(other for other in view["queue"] if other != own)]
    return view
