"""What the rules say already to a question that is being written."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from rulings.desk import DeskAnswer, DeskHit, look_up
from rulings.editorial import answers
from rulings.rulebook import RULING

MOST: Final = 3
_LEAST: Final = 8  # characters of what is worth looking up
_ASKS: Final = re.compile(r"[^.!?\n]+\?")


@dataclass(frozen=True, slots=True)
class SimilarRulings:
    """The desk's answer, if it is sure of one, and other rulings of the game that the question is about."""

    answer: DeskAnswer | None = None
    rulings: tuple[DeskHit, ...] = ()


def similar_rulings(text: str, game: str, language: str) -> SimilarRulings:
    """What stands first for a text, of the last sentence in it that asks."""
    text = text.strip()
    if len(text) < _LEAST:
        return SimilarRulings()
    asking = [sentence.strip() for sentence in _ASKS.findall(text)]
    desk = look_up(asking[-1] if asking and len(asking[-1]) >= _LEAST else text, language, game, answers(language))
    given = [answer for answer in (desk.answer, *desk.others) if answer is not None and answer.hit.game == game]
    answer = given[0] if given else None
    hits = [hit for found in desk.games if found.game == game for hit in found.hits if hit.kind == RULING]
    others = [hit for hit in hits if answer is None or hit.id != answer.hit.id]
    return SimilarRulings(answer, tuple(others[:MOST]))
