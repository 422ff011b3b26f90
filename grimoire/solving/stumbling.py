"""Where an answer went wrong, by its own trace: attacks that were held up, or the enemy's turn that undid the plan."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.decks.rules.trace import events as ev
from grimoire.solving.pages import SolvePage

MAX_BLOCKS: Final = 3


@dataclass(frozen=True, slots=True)
class StumblingBlock:
    """A step at which an answer failed, as the trace tells it, with its address."""

    step: int
    text: str
    href: str


def blocks_of(page: SolvePage, own_seats: Collection[int], answer: Mapping[str, Any]) -> list[StumblingBlock]:
    """The steps at which an answer failed, at most three, in their order. ``own`` are the solver's seats."""
    events = page.resolved.events
    lack = answer.get("lack") or {}
    if answer.get("refuted") or lack.get("part") == "lost":
        steps = list(_undone(events, own_seats))
    else:
        steps = list(_held_up(events, own_seats, lack.get("part") == "creature"))
    return [StumblingBlock(step, page.rows[step - 1].text, page.href(step)) for step in steps[:MAX_BLOCKS]]


def _held_up(events: Sequence[ev.Event], own_seats: Collection[int], is_about_creature: bool) -> Iterator[int]:
    """Of the solver's last Assault: who waited, found nobody, struck a Creature instead of a Stronghold, or in vain."""
    begins = [
        at for at, event in enumerate(events) if isinstance(event, ev.AssaultBegins) and event.player in own_seats
    ]
    has_begun = False
    for at in range(begins[-1] if begins else len(events), len(events)):
        event = events[at]
        if isinstance(event, ev.AssaultEnds):
            if not has_begun:
                yield at + 1
            return
        if _holds_up(event, own_seats, is_about_creature):
            has_begun = True
            yield at + 1


def _holds_up(event: ev.Event, own_seats: Collection[int], is_about_creature: bool) -> bool:
    if isinstance(event, ev.Waits | ev.NoTarget):
        return event.who[0] // 2 in own_seats
    if isinstance(event, ev.Prevented):
        return event.whom[0] // 2 not in own_seats
    if is_about_creature:
        return isinstance(event, ev.Damaged) and event.whom[0] // 2 not in own_seats and event.damage < event.hp
    if not isinstance(event, ev.Targeted) or event.who is None or event.ability is not None:
        return False
    return event.who[0] // 2 in own_seats and event.whom[0] // 2 not in own_seats


def _undone(events: Sequence[ev.Event], own_seats: Collection[int]) -> Iterator[int]:
    """Of the enemies' last turns: the cards they played, blows on the solver's Stronghold, the end of the game."""
    ends = [at for at, event in enumerate(events) if isinstance(event, ev.AssaultEnds) and event.player in own_seats]
    for at in range(ends[-1] + 1 if ends else 0, len(events)):
        event = events[at]
        if _undoes(event, own_seats):
            yield at + 1


def _undoes(event: ev.Event, own_seats: Collection[int]) -> bool:
    if isinstance(event, ev.Played):
        return event.player not in own_seats
    if isinstance(event, ev.StrongholdHit | ev.Over):
        return event.player in own_seats
    return isinstance(event, ev.Destroyed) and event.whom[0] // 2 in own_seats
