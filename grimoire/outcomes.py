"""How an Assault comes out: which Creatures are left with what damage, and where the Strongholds stand.

This is the answer to a page on which something is foretold. What is asked about is a part: ``t7`` a Creature by the
token of its card (``scenes``), ``sA`` a Stronghold, ``nA-upper`` how many Creatures have newly come
to a line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.decks.rules.abilities import AURA_PREFIX
from engine.decks.rules.actions import ASSAULT
from engine.decks.rules.board import SUMMONING
from engine.decks.rules.modes import LINE_NAMES, SEAT_NAMES
from engine.decks.rules.position import Position
from engine.decks.rules.trace.events import Cleared, Event, Place
from engine.decks.rules.trace.recorder import Trace
from engine.decks.rules.trace.scenes import Figure, Scene, scenes
from grimoire.lines import opening_of

GONE: Final = "gone"
SIDES: Final = ("bastion", "fort")


@dataclass(frozen=True, slots=True)
class Course:
    """An Assault: the ``start`` from which it is foretold, the ``end``, the slugs of the abilities that ``acted``, the
    ``lines`` on which Creatures were activated in that order, the place of the ``first`` one, and the event that
    first decides something (``telling``)."""

    start: Scene
    end: Scene
    acted: tuple[str, ...]
    lines: tuple[int, ...]
    first: Place | None
    telling: Event | None


@dataclass(frozen=True, slots=True)
class OutcomePart:
    """One thing that is asked about. ``key`` as above, ``row`` where it is (-1 for a Stronghold), ``highest`` the
    largest number that makes sense."""

    key: str
    kind: str  # "creature", "stronghold" or "newcomers"
    seat: int
    row: int
    place: int
    highest: int
    start: str  # what is true before the Assault


def begun(position: Position) -> Position:
    """The position in which the Assault is foretold."""
    copy = position.copy()
    for action in opening_of(copy):
        copy.apply(action)
    return copy


def course_of(position: Position) -> Course:
    """Resolves the Assault of a position."""
    start = begun(position)
    end, trace = start.copy(), Trace()
    if end.phase == SUMMONING:
        end.apply(ASSAULT, trace)
    drawn = list(scenes(start, trace.events))
    acted = [event.ability.removeprefix(AURA_PREFIX) for event in trace.events if event.ability]
    cleared = [event.who for event in trace.events if isinstance(event, Cleared)]
    return Course(
        start=drawn[0],
        end=drawn[-1],
        acted=tuple(dict.fromkeys(acted)),
        lines=tuple(dict.fromkeys(who[0] & 1 for who in cleared)),
        first=cleared[0] if cleared else None,
        telling=next((event for event in trace.events if event.kind in _TELLING), None),
    )


_TELLING: Final = ("damage", "stronghold", "prevented")


def parts_of(start: Scene) -> list[OutcomePart]:
    """Everything that is asked about, seat by seat: it depends on the start alone."""
    parts: list[OutcomePart] = []
    for row, figures in enumerate(start.rows):
        for place, figure in enumerate(figures):
            highest = max(start.body(figure).hp - 1, figure.damage)
            parts.append(OutcomePart(f"t{figure.card}", "creature", row >> 1, row, place, highest, str(figure.damage)))
    if any("reinforcement" in card.slugs or f"{AURA_PREFIX}reinforcement" in card.slugs for card in start.cards):
        for row, figures in enumerate(start.rows):
            if figures:
                key = f"n{SEAT_NAMES[row >> 1]}-{LINE_NAMES[row & 1]}"
                parts.append(OutcomePart(key, "newcomers", row >> 1, row, len(figures), 9, "0"))
    for seat in range(start.mode.seats):
        stands = stronghold(start, seat)
        parts.append(OutcomePart(f"s{SEAT_NAMES[seat]}", "stronghold", seat, -1, 0, _most_hp(start, seat), stands))
    return parts


def _most_hp(start: Scene, seat: int) -> int:
    """The most that a Stronghold could come to: every card of its player's in the hand, or the pile."""
    hand = start.hands[seat]
    in_play = sum(len(start.rows[2 * seat + line]) for line in (0, 1))
    return len(hand.tokens) + len(hand.pile) + 2 * in_play


def stronghold(scene: Scene, seat: int) -> str:
    """Where a Stronghold stands: ``bastion 3``."""
    hand = scene.hands[seat]
    return f"{SIDES[hand.fort]} {hand.hp}"


def truth_of(course: Course) -> dict[str, str]:
    """The true outcome of every part after the Assault: a damage or ``gone``, ``fort 2``, a number."""
    return {part.key: _after(course, part) for part in parts_of(course.start)}


def _after(course: Course, part: OutcomePart) -> str:
    if part.kind == "stronghold":
        return stronghold(course.end, part.seat)
    if part.kind == "newcomers":
        known = {figure.card for figure in course.start.rows[part.row]}
        return str(sum(figure.card not in known for figure in course.end.rows[part.row]))
    figure = left_of(course.end, part.row, int(part.key[1:]))
    return GONE if figure is None else str(figure.damage)


def left_of(scene: Scene, row: int, token: int) -> Figure | None:
    """The Creature of a token, if it is still on its line."""
    return next((figure for figure in scene.rows[row] if figure.card == token), None)


def graded(course: Course, prediction: dict[str, str]) -> dict[str, bool]:
    """Which parts were right. What was not said counts as what was true before the Assault."""
    truth = truth_of(course)
    return {part.key: prediction.get(part.key, part.start) == truth[part.key] for part in parts_of(course.start)}


def returned(course: Course, seat: int) -> tuple[int, ...]:
    """The tokens that are new in a hand, from left to right (on an AI's discard pile, top card first)."""
    before, after = course.start.hands[seat], course.end.hands[seat]
    old, new = (before.tokens, after.tokens) if before.ai is None else (before.discard, after.discard)
    return tuple(token for token in new if token not in old)


def tokens_of(figures: Sequence[Figure]) -> tuple[int, ...]:
    """The tokens of Creatures, from the Bridge outwards."""
    return tuple(figure.card for figure in figures)
