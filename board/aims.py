"""Who strikes whom: the attacker or Incantation of the moment and its targets, followed from scene to scene."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from engine.decks.rules.modes import LINE_NAMES, SEAT_NAMES
from engine.decks.rules.trace import events as ev
from engine.decks.rules.trace.scenes import Scene, Token

Spot = tuple[str, int]  # the id of a zone, and which of its items

_ATTACKS: Final = (ev.Cleared, ev.GoesBerserk, ev.StrikesBack)
_ENDS: Final = (ev.Waits, ev.NoTarget, ev.AssaultBegins, ev.AssaultEnds)


@dataclass
class AimFollower:
    """Follows the blows of a trace; ``after`` takes its scenes in their order."""

    actor: Token | None = None
    targets: list[Token] = field(default_factory=list)
    strongholds: list[int] = field(default_factory=list)
    has_left: bool = False  # whether the actor has been seen elsewhere than in a hand

    def after(self, scene: Scene) -> dict[str, Any] | None:
        """The blow that is under way: ``from`` and ``to`` as zones and places in them; None where nobody strikes."""
        self._follow(scene, scene.event)
        begins = self._begins(scene)
        if begins is None:
            return None
        targets = [spot for token in self.targets if (spot := _spot(scene, token)) is not None]
        return {"from": begins, "to": targets + [_stronghold(scene, seat) for seat in self.strongholds]}

    def _begins(self, scene: Scene) -> Spot | None:
        """Where the actor is: an Incantation strikes from the hand or on its way, until it is back in the hand."""
        if self.actor is None:
            return None
        spot = _spot(scene, self.actor)
        if spot is not None:
            self.has_left = True
            return spot
        return None if self.has_left else _in_hand(scene, self.actor)

    def _follow(self, scene: Scene, event: ev.Event | None) -> None:
        if isinstance(event, _ATTACKS):
            self._begin(_at(scene, event.who))
        elif isinstance(event, _ENDS):
            self._begin(None)
        elif isinstance(event, ev.Played):
            self._begin(next(iter(scene.touched), None))
        elif isinstance(event, ev.Targeted):
            if event.who is not None and _at(scene, event.who) != self.actor:
                self._begin(_at(scene, event.who))
            elif event.who is None and self.actor is None:
                self._begin(next(reversed(scene.limbo), None))
            self.targets.append(_at(scene, event.whom))
        elif isinstance(event, ev.StrongholdTargeted):
            self._begin(_at(scene, event.who))
            self.strongholds.append(event.player)

    def _begin(self, actor: Token | None) -> None:
        self.actor, self.targets, self.strongholds, self.has_left = actor, [], [], False


def _at(scene: Scene, place: ev.Place) -> Token:
    return scene.rows[place[0]][place[1]].card


def _spot(scene: Scene, token: Token) -> Spot | None:
    for row, figures in enumerate(scene.rows):
        for place, figure in enumerate(figures):
            if figure.card == token:
                return (f"row-{SEAT_NAMES[row >> 1]}-{LINE_NAMES[row & 1]}", place)
    return ("limbo", scene.limbo.index(token)) if token in scene.limbo else None


def _in_hand(scene: Scene, token: Token) -> Spot | None:
    for seat, hand in enumerate(scene.hands):
        if token in hand.tokens and hand.ai is None:
            place = hand.tokens.index(token)
            return (f"hand-{SEAT_NAMES[seat]}", place if place < hand.stronghold else place + 1)
    return None


def _stronghold(scene: Scene, seat: int) -> Spot:
    hand = scene.hands[seat]
    return (f"hand-{SEAT_NAMES[seat]}", hand.stronghold if hand.ai is None else 0)
