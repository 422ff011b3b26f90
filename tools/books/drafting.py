"""What an afterword can tell of a page, computed: how the solution runs, the tries that come nearest, what each lacks.

A person makes sentences of it. Whoever tells of a try notes its number beside the words (``tried``), and a test asks
the engine whether what is said of it is so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from board.naming import localised
from board.narration import tell
from engine.decks.formats.interchange import read_action, read_position
from engine.decks.rules.actions import PLAY_LINE
from engine.decks.rules.trace.events import Event
from engine.decks.rules.trace.recorder import Trace
from engine.decks.solving.lacking import lacking
from engine.decks.solving.objective import PREDICT, read
from engine.decks.solving.states import Walker
from engine.kernel.budget import Budget
from grimoire.book_files import VolumePage
from grimoire.lines import write_line
from tools.books.digest import digest
from tools.books.whole_lines import whole_line

# Events that say nothing to whoever has the board before them.
_UNTOLD: Final = (
    "assault", "assault-ends", "clearance", "waits", "target", "target-stronghold", "amount", "aura", "aura-ends",
    "mana", "play", "leaves-hand", "enters", "destroyed", "return", "turn", "turn-ends",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ToldLine:
    """A line of the first turn: the names of the cards that it ``plays``, the ``mana`` at the start and after each of
    them, what happens (``told``), the ``left`` that the goal still lacks (0 where it is reached), which ``part`` of it.
    """

    plays: tuple[str, ...]
    mana: tuple[int, ...]
    texts: tuple[str, ...]
    part: str
    left: int


def told_line(page: VolumePage, line: Sequence[Mapping[str, Any]], language: str) -> ToldLine:
    """Follows a line (JSON) of a page up to the end of its turn, in ``en`` or ``fr``."""
    position = read_position(localised(dict(page.position), language))
    walker = Walker(position, read(position, None), Budget())
    state, plays, texts = walker.start, list[str](), list[str]()
    mana = [state.position.mana]
    for written in line:
        if state.position.is_over:
            break
        action = read_action(state.position, written)
        if action.kind >= PLAY_LINE:
            plays.append(state.position.card_at(action.place).name)
        trace = Trace()
        state.position.copy().push(action, trace)
        texts += [tell(event, language, position.mode.ai_seats).text for event in trace.events if _counts(event)]
        state = walker.make(state, action)
        if action.kind >= PLAY_LINE:
            mana.append(state.position.mana)
    lack = None if state.reached else lacking(walker, state)
    return ToldLine(tuple(plays), tuple(mana), tuple(texts), lack.part if lack else "", lack.left if lack else 0)


def _counts(event: Event) -> bool:
    return event.kind not in _UNTOLD


def draft(page: VolumePage) -> Iterator[str]:
    """The facts about a page, for whoever writes its afterword: the board, the solution, its nearest tries."""
    data = {
        "key": page.key,
        "part": page.part,
        "position": page.position,
        "answer": page.answer,
        "abilities": page.at_work,
    }
    yield from digest(page.number, data)
    solution = told_line(page, page.answer["solutions"][0], "en")
    yield f"   so it goes: {_mana(solution)}{' / '.join(solution.texts)}"
    if page.goal == PREDICT:
        return
    if page.position["objective"]["turns"] > 1:
        _start, whole = whole_line(page.position, page.answer)
        yield f"   the whole: {' / '.join(told_line(page, write_line(whole), 'en').texts)}"
    for number, attempt in enumerate(page.answer.get("tries", ())[:2]):
        line = [*attempt["line"], *attempt.get("refutation", ()), *attempt.get("best", ())]
        tried = told_line(page, line, "en")
        lack = attempt.get("lacking", {}).get("text", "it is refuted")
        yield f"   try {number}: {', '.join(tried.plays) or 'nothing'}: {lack}"
        yield f"      {_mana(tried)}{' / '.join(tried.texts)}"


def _mana(line: ToldLine) -> str:
    """What a line's plays leave of the Mana."""
    return f"Mana {', '.join(map(str, line.mana))}: " if line.plays else ""
