"""Clash of Magic Schools at the tables."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _

from contract.simple import SimpleGameAdapter
from contract.state import Turn
from engine.kernel.chance import Chance
from engine.kernel.reading import Reader
from engine.schools.bots import SchoolsBotView, make_schools_bot
from engine.schools.bots.worth import WEIGHTS
from engine.schools.formats.state_reading import read_state
from engine.schools.game.game import TABLE_FORMAT, SchoolsGame
from engine.schools.rules.actions import END, parse_action
from engine.schools.rules.components import ANNOUNCED, SEATS
from engine.schools.rules.legality import MESSAGES, check
from engine.schools.rules.state import AT_ACTIONS, AT_DISCARD
from games.schools.characters import CHARACTERS

NAME: Final = "magic-schools"
TITLE: Final = "Clash of Magic Schools"


class SchoolsAdapter(SimpleGameAdapter):
    """Clash of Magic Schools as the tables know it: see ``SimpleGameAdapter``."""

    name = NAME
    view_format = TABLE_FORMAT
    characters = CHARACTERS
    schema_name = "NewSchoolsGame"
    codes: Collection[str] = (*MESSAGES, "bad-action", "not-your-turn")
    all_seats = SEATS
    asking_stages: Collection[str] = (AT_DISCARD,)
    showing_kinds: Collection[str] = ("announce", "draw", "reshuffle", "discard", "hand")

    def read_options(self, reader: Reader, data: Any) -> dict[str, Any]:
        reader.object(data, "/options", (), ())
        return {}

    def begun(self, setup: Mapping[str, Any]) -> SchoolsGame:
        return SchoolsGame(setup["seed"])

    def begun_at(self, state: Mapping[str, Any]) -> SchoolsGame:
        return SchoolsGame(state=read_state(state, ""))

    def turn_of(self, engine: SchoolsGame) -> Turn:
        return (engine.state.turn,)

    def known(self, engine: SchoolsGame, seat: int) -> SchoolsGame:
        copy = engine.copy()
        copy.state = SchoolsBotView(engine.state, seat).state()
        return copy

    def next_turn(self, engine: SchoolsGame, seat: int) -> SchoolsGame | None:
        """See ``SimpleGameAdapter``: before the three Students that are drawn then."""
        if engine.is_over or engine.state.active == seat:
            return None
        game = self.known(engine, seat)
        game.state.turn += 1
        game.state.phase = AT_ACTIONS
        game.state.summoned = False
        return game

    def try_out(self, engine: SchoolsGame, seat: int, action: str) -> int | None:
        """See ``SimpleGameAdapter``. Only the end of a turn shows anything: the Trials that are announced (M8.1)."""
        parsed = parse_action(action)
        is_hidden = parsed.verb == END and engine.state.known < min(ANNOUNCED, len(engine.state.trials))
        if is_hidden and seat == engine.state.to_act:
            check(engine.state, parsed)
        engine.apply(seat, parsed)
        return 0 if is_hidden else None

    def choose(self, engine: SchoolsGame, seat: int, level: str, seed: int, temper: Any) -> object:
        chance = Chance(seed, f"bot {SEATS[seat]} {len(engine.actions)}")
        return make_schools_bot(level, temper or WEIGHTS).choose(SchoolsBotView(engine.state, seat), chance)

    def record_of(self, engine: SchoolsGame) -> dict[str, Any]:
        return engine.record()

    def words(self) -> str:
        return _("Clash of Magic Schools")
