"""Going on from a moment of a finished game: a new game in which all that was done until then is done already.

It has the set-up of the first one, the seed included, and the actions until that moment stand before its log
(``imported`` in its set-up): so its record tells the whole game and replays as any other. Nothing of them can be taken
back.

Who has read the replay has seen all cards. So what is hidden is dealt anew at that moment, unless it is wished
otherwise and nobody else is invited: a single person who goes on against bots keeps what its seat sees, of several
people each keeps what all of them see. The seed of that deal settles what comes, the bots' choices too.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from typing import Any

from accounts.models import Owner
from contract.seating import BOT
from engine.decks.game.setup import Redeal, SetUp
from engine.decks.rules.cards import Card
from engine.decks.rules.modes import SEAT_NAMES
from engine.kernel.chance import SEED_BITS
from games.decks import setups
from games.decks.replaying.turns import PlayedTurn
from games.decks.state import DecksState
from tables.models import LiveGame
from tables.services.tables import begin


@dataclass(frozen=True)
class ReplayMoment:
    """A moment of a game between two actions: those of a turn that are done, and the step that shows it."""

    turn: PlayedTurn
    step: int
    done: int


def go_on(
    game: LiveGame,
    state: DecksState,
    moment: ReplayMoment,
    owner: Owner | None,
    seats: dict[str, tuple[str, str]],
    is_dealt_anew: bool = True,
    page: str = "",
) -> LiveGame:
    """A new game that begins at a moment of a finished one; ``seats`` as in ``setups.GameSetup``."""
    setup, _terms = setups.read_setup(game.mode, game.format, game.setup)
    arrangement = setups.GameSetup(
        setup=_with_deals(setup, moment, keeper(seats), is_dealt_anew),
        champions=game.setup["champions"],
        custom=setups.custom_of(game.setup),
        seats=seats,
        spectators=game.spectators,
        sets=tuple(game.setup["sets"]),
        imported=imported_until(game, state, moment),
    )
    return begin(arrangement, owner, page)


def keeper(seats: dict[str, tuple[str, str]]) -> int | None:
    """The seat whose sight of the cards stays as it was: the one person's; None where there are more."""
    people = [letter for letter, (kind, _level) in seats.items() if kind != BOT]
    return SEAT_NAMES.index(people[0]) if len(people) == 1 else None


def _with_deals(setup: SetUp, moment: ReplayMoment, seat: int | None, is_dealt_anew: bool) -> SetUp:
    """The set-up with the deals that there were until a moment, and with a new one at it."""
    until = moment.turn.first + moment.done
    before = [redeal for redeal in setup.redeals if redeal.after <= moment.turn.first or redeal.after < until]
    new = [Redeal(until, _new_seed(), seat)] if is_dealt_anew else []
    return replace(setup, redeals=(*before, *new))


def _new_seed() -> int:
    return secrets.randbits(SEED_BITS)


def imported_until(game: LiveGame, state: DecksState, moment: ReplayMoment) -> dict[str, Any]:
    """A game until a moment as JSON: the Champions, all actions with their seats, and where it comes from."""
    assert state.engine is not None
    until = len(state.engine.draft_actions) + moment.turn.first + moment.done
    return {
        "game": game.token,
        "turn": moment.turn.number,
        "step": moment.step,
        "champions": {SEAT_NAMES[seat]: _written(card) for seat, card in state.champions.items()},
        "actions": [[SEAT_NAMES[done.seat], done.action] for done in state.done[:until]],
    }


def _written(card: Card) -> dict[str, Any]:
    written = card.written_out()
    return written if card.reference is None else {**written, "reference": card.reference}
