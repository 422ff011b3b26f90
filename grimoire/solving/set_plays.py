"""Set play on pages: what follows where the player passes first, as variations of no solution."""

from __future__ import annotations

import time
from typing import Final

from board.links import board_address
from engine.decks.rules.position import Position
from engine.decks.solving.set_play import SetPlay, after_pass, set_play
from engine.kernel.budget import Budget
from engine.kernel.errors import EngineError
from grimoire.caching import cached_if_complete
from grimoire.lines import StartingPosition
from grimoire.solving.variation_text import ToldVariations, tell_variations
from grimoire.solving.variations import MAX_GROUPS, MAX_SHOWN, Line, Variation, Variations

MAX_NODES: Final = 60_000  # positions that may be looked at
MAX_SECONDS: Final = 1.0  # of the processor


@cached_if_complete(128, lambda start: start.content)
def set_play_of(start: StartingPosition) -> tuple[Variations | None, bool]:
    """The set play of a puzzle; None where there is no turn to pass. It must come through the gate."""
    begun = time.thread_time()
    try:
        found = set_play(start.position, Budget(MAX_NODES, MAX_SECONDS, time.thread_time))
    except EngineError:
        return None, True
    return _as_variations(found), time.thread_time() - begun < MAX_SECONDS


def tell_set_play(position: Position, variations: Variations) -> ToldVariations:
    """Set play in words, each reply with the board on which it is played; ``position`` is the puzzle's, its cards named
    in the reader's language."""
    passed = after_pass(position)

    def href(line: Line, _before: Line) -> str:
        return board_address(passed, line)

    return tell_variations(passed, variations, href)


def _as_variations(found: SetPlay) -> Variations:
    shown, hidden = found.groups[:MAX_GROUPS], found.groups[MAX_GROUPS:]
    listed = [
        Variation(
            tuple(tuple(map(str, reply)) for reply in group.replies[:MAX_SHOWN] if reply),
            len(group.replies),
            tuple(map(str, group.answer or ())),
            is_lost=group.answer is None,
        )
        for group in shown
    ]
    count = sum(len(list(filter(None, group.replies))) for group in found.groups)
    hidden_count = sum(len(group.replies) for group in hidden)
    return Variations((), found.seat, count, tuple(listed), hidden_count, found.complete)
