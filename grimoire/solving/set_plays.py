"""Set play on pages: what follows where the player passes first, as variations of no solution."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Final

from accounts.models import Owner
from board.links import board_address
from board.naming import written_out
from engine.decks.formats.interchange import write_position
from engine.decks.rules.actions import parse_action
from engine.decks.rules.position import Position
from engine.decks.solving.set_play import SetPlay, after_pass, set_play
from engine.kernel.budget import Budget
from engine.kernel.errors import EngineError
from grimoire.caching import cached_if_complete
from grimoire.gate import sealing_puzzles
from grimoire.keys import position_key
from grimoire.lines import StartingPosition, write_line
from grimoire.models import Proof
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


def open_set_play_of(start: StartingPosition, owner: Owner | None) -> Variations | None:
    """The same without the answers that would give away a puzzle that is sealed for this reader."""
    variations = set_play_of(start)
    if variations is None:
        return None
    passed = after_pass(start.position)
    passed.objective = start.position.objective
    positions = []
    for number, variation in enumerate(variations.listed):
        answer = {"solutions": [write_line(variation.answer)]}
        for end in (passed, *(_after(passed, reply) for reply in variation.defences)):
            proof = Proof(position=written_out(write_position(end)), answer=answer, state=Proof.State.DONE)
            positions.append((number, position_key(end), proof))
    puzzles = sealing_puzzles([(key, proof) for _, key, proof in positions], owner)
    sealed = {number for (number, *_), puzzle in zip(positions, puzzles, strict=True) if puzzle is not None}
    listed = [row for number, row in enumerate(variations.listed) if row.is_lost or number not in sealed]
    return replace(variations, listed=tuple(listed))


def tell_set_play(position: Position, variations: Variations) -> ToldVariations:
    """Set play in words, each reply with the board on which it is played; ``position`` is the puzzle's, its cards named
    in the reader's language."""
    passed = after_pass(position)

    def href(line: Line, _before: Line) -> str:
        return board_address(passed, line)

    return tell_variations(passed, variations, href)


def _after(position: Position, reply: Line) -> Position:
    end = position.copy()
    for text in reply:
        end.apply(parse_action(text))
    return end


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
