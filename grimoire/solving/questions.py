"""Questions about how an Assault comes out, with wrong answers that are near misses.

The wrong answers are what would be true if the engine resolved the same position with one thing changed: without an
ability, with the lines the other way round, with one point of damage more or less. So each of them is what somebody
would say who has overlooked just that. Everything follows from the position alone; the order of the answers comes from
a hash that knows nothing of which one is right.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine.decks.composing.assessment import abilities_of
from engine.decks.composing.editing import without
from engine.decks.formats.interchange import read_position, write_position
from engine.decks.rules.modes import SEAT_NAMES
from engine.decks.rules.position import Position
from engine.decks.rules.trace.scenes import Scene
from grimoire.outcomes import GONE, Course, course_of, left_of, returned, stronghold, tokens_of

QUESTIONS: Final = 3
MIN_QUESTIONS: Final = 2
ANSWERS: Final = 4
MAX_VARIANTS: Final = 60

Value = str | tuple[int, ...]  # a damage, ``gone``, ``fort 2``; or tokens in order


@dataclass(frozen=True, slots=True)
class PredictionQuestion:
    """A question and its answers in the order in which they are shown.

    ``key``: ``s1`` where seat 1's Stronghold stands, ``l3`` who is left on row 3, ``h0`` which cards return to seat 0,
    ``c2:7`` what becomes of the Creature on row 2 with token 7. ``right`` is the number of the right answer: it does
    not leave the server.
    """

    key: str
    answers: tuple[Value, ...]
    right: int


def questions_of(position: Position, seed: str, keys: Sequence[str] = ()) -> tuple[PredictionQuestion, ...]:
    """The questions of a position; ``seed`` (its key) decides the order of the answers.

    ``wanted`` are the keys of those that the author has chosen; where none of them can be asked, the ones that tell
    most are.
    """
    return _questions(seed, tuple(keys), _Held(position))


def askable(position: Position) -> tuple[Scene, tuple[str, ...]]:
    """The keys of all that could be asked, in the order in which it is asked, with the board that they are about.

    They follow from the start alone: nothing of the outcome is in them.
    """
    course = course_of(position)
    return course.start, tuple(_in_order(key for key, _value in _facts(course, course.start)))


class _Held:
    """A position that does not count in a cache: the seed is its key."""

    def __init__(self, position: Position) -> None:
        self.position = position

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held)

    def __hash__(self) -> int:
        return 0


@lru_cache(maxsize=256)
def _questions(seed: str, keys: tuple[str, ...], held: _Held) -> tuple[PredictionQuestion, ...]:
    position = held.position
    course = course_of(position)
    truth = dict(_facts(course, course.start))
    near: dict[str, Counter[Value]] = {key: Counter() for key in truth}
    for variant in _variants(position, course.start):
        for key, value in variant.items():
            if key in truth and value != truth[key]:
                near[key][value] += 1
    questions = [_question(seed, key, truth[key], near[key], course) for key in _in_order(keys) if key in truth]
    questions = [question for question in questions if len(question.answers) > 1]
    if not questions:
        questions = [_question(seed, key, truth[key], near[key], course) for key in _chosen(course, truth, near)]
    return tuple(questions)


def _in_order(keys: Iterable[str]) -> list[str]:
    """First the Strongholds, then the lines, what returns, each Creature."""
    return sorted(keys, key=lambda key: ("slhc".find(key[:1]), key))


def _facts(course: Course, start: Scene) -> Iterator[tuple[str, Value]]:
    for seat in range(start.mode.seats):
        yield f"s{seat}", stronghold(course.end, seat)
        yield f"h{seat}", returned(course, seat)
    for row, figures in enumerate(start.rows):
        if not figures:
            continue
        if len(figures) > 1:
            yield f"l{row}", tokens_of(course.end.rows[row])
        for figure in figures:
            left = left_of(course.end, row, figure.card)
            yield f"c{row}:{figure.card}", GONE if left is None else str(left.damage)


def _variants(position: Position, start: Scene) -> Iterator[dict[str, Value]]:
    """The facts of positions that differ in one thing."""
    for number, variant in enumerate(_changed(position)):
        if number == MAX_VARIANTS:
            return
        course = course_of(variant)
        yield dict(_facts(course, course.start))
    yield _swapped(position, start)


def _changed(position: Position) -> Iterator[Position]:
    for slug in abilities_of(position):
        yield without(position, slug)
    for row, creatures in enumerate(position.rows):
        mine = (row >> 1) == position.active
        for place, creature in enumerate(creatures):
            card = creature.body.card
            changes = ({"av": -1}, {"av": 1}) if mine else ({"hp": -1}, {"hp": 1}, {"av": -1})
            for change in changes:
                ((field, by),) = change.items()
                value = getattr(card, field) + by
                if value < (1 + creature.damage if field == "hp" else 0) or value > 99:
                    continue
                yield _with(position, row, place, field, value)


def _with(position: Position, row: int, place: int, field: str, value: int) -> Position:
    data = write_position(position)
    data.pop("objective", None)
    line = ("upper", "lower")[row & 1]
    card = data["players"][SEAT_NAMES[row >> 1]][line][place]["card"]
    if not isinstance(card, dict):
        return position
    card[field] = value
    return read_position(data)


def _swapped(position: Position, start: Scene) -> dict[str, Value]:
    """The facts if the lower lines came first, told of the lines as they are."""
    data = write_position(position)
    data.pop("objective", None)
    for player in data["players"].values():
        player["upper"], player["lower"] = player["lower"], player["upper"]
    course = course_of(read_position(data))
    token_map = {token: token for token in range(len(start.cards))}
    for row, figures in enumerate(course.start.rows):
        for theirs, ours in zip(figures, start.rows[row ^ 1], strict=True):
            pairs = ((theirs.card, ours.card), (theirs.symbiote, ours.symbiote), (theirs.enchained, ours.enchained))
            token_map.update(
                {
                    theirs_token: ours_token
                    for theirs_token, ours_token in pairs
                    if theirs_token is not None and ours_token is not None
                }
            )
    facts: dict[str, Value] = {}
    for key, value in _facts(course, course.start):
        if key[0] == "l":
            key = f"l{int(key[1:]) ^ 1}"
        elif key[0] == "c":
            line, token = key[1:].split(":")
            key = f"c{int(line) ^ 1}:{token_map[int(token)]}"
        facts[key] = value if isinstance(value, str) else tuple(token_map[token] for token in value)
    return facts


def _chosen(course: Course, truth: dict[str, Value], near: dict[str, Counter[Value]]) -> list[str]:
    """The questions that tell most: with many near misses, about something that happens, of different kinds."""
    before = dict(_facts(Course(course.start, course.start, (), (), None, None), course.start))

    def worth(key: str) -> tuple[int, int, str]:
        happens = truth[key] != before[key]
        return (-min(len(near[key]), ANSWERS - 1) - 2 * happens, -sum(near[key].values()), key)

    ordered = sorted((key for key in truth if near[key] or truth[key] != before[key]), key=worth)
    chosen: list[str] = []
    for strict in (True, False):
        for key in ordered:
            if len(chosen) == QUESTIONS:
                break
            if key not in chosen and not (strict and any(_is_about_the_same(key, chosen_key) for chosen_key in chosen)):
                chosen.append(key)
    for key in sorted(truth, key=worth):  # where little happens, that it stays as it is may be asked too
        if len(chosen) < MIN_QUESTIONS and not any(_is_about_the_same(key, chosen_key) for chosen_key in chosen):
            chosen.append(key)
    return _in_order(chosen)


def _is_about_the_same(key: str, other_key: str) -> bool:
    """Whether two questions are of one kind, or about the same line."""
    one_line = {key[0], other_key[0]} <= {"l", "c"} and key[1] == other_key[1]
    return key[0] == other_key[0] or one_line


def _question(seed: str, key: str, right: Value, near: Counter[Value], course: Course) -> PredictionQuestion:
    texts = {_told(right, course.start)}
    wrong: list[Value] = []
    ordered = sorted(near, key=lambda value: (-near[value], str(value)))
    for value in (*ordered, *_made_up(key, right, course)):
        if len(wrong) < ANSWERS - 1 and _told(value, course.start) not in texts:
            texts.add(_told(value, course.start))
            wrong.append(value)
    answers = sorted((right, *wrong), key=lambda value: hashlib.sha256(f"{seed} {key} {value}".encode()).digest())
    return PredictionQuestion(key, tuple(answers), answers.index(right))


def _told(value: Value, start: Scene) -> object:
    """An answer as a reader would see it: equal cards look alike."""
    return value if isinstance(value, str) else tuple(start.cards[token].key for token in value)


def _made_up(key: str, right: Value, course: Course) -> Iterator[Value]:
    """Answers for where there are too few near misses."""
    start = course.start
    if key[0] == "s":
        assert isinstance(right, str)
        side, left = right.split()
        for by in (1, -1, 2, -2, 3):
            if int(left) + by >= 0:
                yield f"{side} {int(left) + by}"
        yield stronghold(start, int(key[1:]))
    elif key[0] == "c":
        row, token = (int(part) for part in key[1:].split(":"))
        figure = left_of(start, row, token)
        assert figure is not None
        yield from (GONE, str(figure.damage))
        yield from (str(damage) for damage in range(start.body(figure).hp - 1, 0, -1))
    else:
        assert not isinstance(right, str)
        yield from _other_sets(key, right, start)


def _other_sets(key: str, right: tuple[int, ...], start: Scene) -> Iterator[tuple[int, ...]]:
    yield tuple(reversed(right)) if key[0] == "h" else ()
    everybody = tokens_of(start.rows[int(key[1:])]) if key[0] == "l" else _in_play_of(start, int(key[1:]))
    yield everybody if key[0] == "l" else ()
    for token in everybody:
        yield tuple(member for member in right if member != token) if token in right else (*right, token)
    for token in everybody:
        yield (token,)


def _in_play_of(start: Scene, seat: int) -> tuple[int, ...]:
    return tokens_of(start.rows[2 * seat]) + tokens_of(start.rows[2 * seat + 1])
