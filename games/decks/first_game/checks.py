"""Outcomes of moments, by the engine's own events; each moment has its words for them.

An outcome that begins with ``done`` means that its point was shown, however that came about. All others say what was
done instead; they are no mistakes, only another thing than the one that the moment is about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

from contract.moments import DONE, NOTHING
from engine.decks.game.game import DecksGame
from engine.decks.rules.abilities import RAGE
from engine.decks.rules.actions import END_TURN
from engine.decks.rules.board import SUMMONING
from engine.decks.rules.cards import Card
from engine.decks.rules.position import Position
from engine.decks.rules.trace import events as ev
from games.decks.state import DecksState
from tables.states import PlayedAction

OWN: Final = 0
ENEMY: Final = 1


@dataclass
class MomentCourse:
    """The events of a moment, from its position on.

    ``plays``, ``assaults`` and ``answers`` are the events of the reader's own turns, before the Assault and in it, and
    of B's; ``turn_of_play`` the reader's turn (from 1) in which each card was played.
    """

    start: Position
    end: Position
    plays: list[ev.Event] = field(default_factory=list)
    assaults: list[ev.Event] = field(default_factory=list)
    answers: list[ev.Event] = field(default_factory=list)
    played: list[Card] = field(default_factory=list)
    turns: int = 0

    @property
    def entered(self) -> list[ev.Entered]:
        """The Creatures that the reader played, as they entered."""
        return [event for event in self.plays if isinstance(event, ev.Entered) and event.whom[0] // 2 == OWN]


def course_of(steps: Iterable[tuple[PlayedAction, DecksGame, DecksGame]]) -> MomentCourse | None:
    """The course of a game at a moment, from its actions (``DecksState.before``); None before the first of them."""
    course = None
    for done, before, after in steps:
        assert before.position is not None and after.position is not None
        course = course or MomentCourse(before.position, after.position)
        course.end = after.position
        events = [event for event, _open in after.seen[-1]]
        if done.seat != OWN:
            course.answers += events
        elif before.position.phase == SUMMONING and " " in done.action:
            course.plays += events
            course.played += [event.card for event in events if isinstance(event, ev.Played)]
        else:
            course.assaults += events
            course.turns += done.action == str(END_TURN)
    return course


def outcome_of(slug: str, state: DecksState, turns: int, *, answers: bool) -> str:
    """The outcome of a moment of so many turns, with ``answers`` B's too; "" while it is still being played."""
    course = course_of(state.before(0))
    if course is None:
        return ""
    if state.result is None:
        has_answered = not answers or state.to_act() == ["A"]
        if course.turns < turns or not has_answered:
            return ""
    return _CHECKS[slug](course)


def _hits(events: Iterable[ev.Event], player: int) -> list[ev.StrongholdHit]:
    return [event for event in events if isinstance(event, ev.StrongholdHit) and event.player == player]


def _destroyed(events: Iterable[ev.Event], player: int) -> list[ev.Destroyed]:
    return [event for event in events if isinstance(event, ev.Destroyed) and event.whom[0] // 2 == player]


# The checks, one for each moment


def _creature(course: MomentCourse) -> str:
    return DONE if course.entered else NOTHING


def _hand(course: MomentCourse) -> str:
    if not course.played:
        return NOTHING
    return DONE if course.end.seats[OWN].hp >= course.start.seats[OWN].hp else "lost-hp"


def _window(course: MomentCourse) -> str:
    fifth = course.start.seats[OWN].hand[4]
    if any(card.key == fifth.key for card in course.played):
        return DONE
    return "other-card" if course.played else NOTHING


def _lines(course: MomentCourse) -> str:
    if not _hits(course.answers, OWN):
        return DONE if any(isinstance(event, ev.Targeted) for event in course.answers) else "done-gone"
    return "other-line" if course.entered else NOTHING


def _arrival(course: MomentCourse) -> str:
    if _hits(course.assaults, ENEMY):
        return DONE
    return "late" if course.entered else NOTHING


def _return(course: MomentCourse) -> str:
    if course.end.seats[OWN].fort:
        return "other-line" if course.entered else NOTHING
    if _destroyed(course.answers, OWN):
        return DONE
    return "done-enemy" if _destroyed(course.plays, ENEMY) else "held"


def _incantation(course: MomentCourse) -> str:
    if _destroyed(course.plays, ENEMY):
        return DONE
    if all(card.is_creature for card in course.played):
        return NOTHING
    return "own" if _destroyed(course.plays, OWN) else "too-tough"


def _assault(course: MomentCourse) -> str:
    if course.end.seats[ENEMY].fort:
        return DONE
    return "too-little" if any(not card.is_creature for card in course.played) else NOTHING


def _ability(course: MomentCourse) -> str:
    if _destroyed(course.assaults, ENEMY):
        return DONE
    if _destroyed(course.plays, ENEMY):
        return "other-way"
    if not course.entered:
        return NOTHING
    has_rage = any(entered.card.abilities & RAGE for entered in course.entered)
    return "other-line" if has_rage else "waits"


def _fort(course: MomentCourse) -> str:
    result = course.end.result
    if result is not None and OWN in result.winners:
        return DONE
    return "too-little" if any(not card.is_creature for card in course.played) else NOTHING


_CHECKS: Final[dict[str, Callable[[MomentCourse], str]]] = {
    "creature": _creature,
    "hand": _hand,
    "window": _window,
    "lines": _lines,
    "arrival": _arrival,
    "return": _return,
    "incantation": _incantation,
    "assault": _assault,
    "ability": _ability,
    "fort": _fort,
}
