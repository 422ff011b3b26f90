"""Looking at a decision that was made: the better one that was there, by what its player knew."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.armies.bots.knowledge import Seen, known_cards
from engine.armies.bots.outlook import outlooks
from engine.armies.bots.players import rolled_out, settled
from engine.armies.bots.sampling import View, sample, seat_of
from engine.armies.bots.worth import worth
from engine.armies.rules.actions import ArmiesAction
from engine.kernel.chance import Chance
from engine.kernel.shares import clearly_more

GLANCES: Final = 6  # samples on which the best of all actions is chosen
SAMPLES: Final = 24  # others, on which it is played on and compared with what was done
CANDIDATES: Final = 2
ROUNDS: Final = 2  # turns of every seat that are played on
MIN_GAIN: Final = 0.04  # in the outlook, below which an action is not called better


class Better(NamedTuple):
    """An action that was clearly better than the one that was done, with the outlooks of both."""

    action: ArmiesAction
    best: float
    played: float


def better_action(view: View, seen: Sequence[Seen], played: ArmiesAction, chance: Chance) -> Better | None:
    """A clearly better action for the view's seat, which has ``seen`` these events of the hand; None without one."""
    seat = seat_of(view)
    known = known_cards(seen)
    first = [sample(view, chance, known) for _ in range(GLANCES)]
    actions = [action for action in first[0].legal_actions(seat) if action != played]
    totals = {
        action: sum(worth(settled(position, seat, action, chance), seat) for position in first) for action in actions
    }
    candidates = sorted(actions, key=lambda action: -totals[action])[:CANDIDATES]
    shares: dict[ArmiesAction, list[float]] = {action: [] for action in (played, *candidates)}
    for _ in range(SAMPLES if candidates else 0):
        position = sample(view, chance, known)
        for action, ours in shares.items():
            after = rolled_out(settled(position, seat, action, chance), ROUNDS, chance)
            ours.append(outlooks(after)[seat])
    best = max(candidates, key=lambda action: sum(shares[action]), default=None)
    if best is None:
        return None
    gain = (sum(shares[best]) - sum(shares[played])) / SAMPLES
    if gain < MIN_GAIN or not clearly_more(shares[best], shares[played]):
        return None
    return Better(best, sum(shares[best]) / SAMPLES, sum(shares[played]) / SAMPLES)
