"""What would happen in a cell's example without one of the two abilities, in the sentences of the trace."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from board.narration import tell
from cards.abilities import ability_name
from engine.decks.rules.actions import parse_action
from engine.decks.rules.trace.recorder import Trace
from engine.kernel.errors import EngineError
from rulings.matrix import STOPPING, TOUCHING, Cell
from rulings.matrix_runs import deeds
from rulings.texts import find

# What comes of a step, told before what leads to it (targets, amounts, Mana left).
_RESULTS: Final = frozenset({
    *("bastion-falls", "berserk", "catalyst", "counter-order", "damage", "destroyed", "discount", "enchain", "enters"),
    *("instinct", "joins", "no-target", "over", "prevented", "regeneration", "reinforcement", "release", "return"),
    *("sharpening", "sprint", "stronghold", "vanish", "waits"),
})  # fmt: skip
Told = tuple[tuple[Any, ...], str, str]  # a deed, its kind, the sentence for it


def contrasts(cell: Cell, language: str) -> list[str]:
    """A sentence for each of the two: the first thing that is otherwise in the example without it.

    Empty for cells whose abilities do not change one another.
    """
    if not cell.position or cell.written or cell.kind not in (STOPPING, TOUCHING):
        return []
    whole = _told(cell, cell.position, language) or []
    twins = cell.first == cell.second
    sentences = []
    for slug, without in zip((cell.first, cell.second), cell.without, strict=True):
        ability = ability_name(slug, language)
        name = _word("one", language, ability=ability) if twins else ability
        sentences.append(_contrast(name, whole, _told(cell, without, language), language))
    shown = [sentence for sentence in sentences if sentence]
    return shown[:1] if twins else shown


def _told(cell: Cell, notation: str, language: str) -> list[Told] | None:
    """What is done with its sentences; None where the actions cannot be carried out."""
    position, trace = cell.start(language, notation), Trace()
    try:
        for action in cell.actions:
            position.apply(parse_action(action), trace)
    except EngineError:
        return None
    events = []
    for event in trace.events:
        for deed in deeds([event]):
            events.append((deed, event.kind, tell(event, language, position.mode.ai_seats).text.rstrip(".")))
    return events


def _contrast(ability: str, whole: Sequence[Told], less: Sequence[Told] | None, language: str) -> str:
    if less is None:
        return _word("impossible", language, ability=ability)
    for results in (True, False):
        was, now = _first_beside(whole, less, results), _first_beside(less, whole, results)
        if was and now:
            return _word("instead", language, ability=ability, now=now, was=was)
        if was or now:
            return _word("gone" if was else "new", language, ability=ability, now=now, was=was)
    return ""


def _first_beside(these: Sequence[Told], those: Sequence[Told], results: bool) -> str:
    """The sentence of the first deed of some that others have not as often, "" where they have all."""
    left = Counter(deed for deed, _kind, _sentence in those)
    for deed, kind, sentence in these:
        if left[deed]:
            left[deed] -= 1
        elif not results or kind in _RESULTS:
            return sentence
    return ""


def _word(key: str, language: str, **facts: str) -> str:
    pattern: str = find(language, "matrix", f"contrast-{key}")
    return pattern.format(**facts)
