"""Levels of proofs from before a change of what they are made of: brought up to date without solving anything again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.decks.formats.interchange import read_action, read_position
from engine.decks.rules.version import RULES_VERSION
from engine.decks.solving.difficulty import judged_anew
from grimoire.models import Proof, Puzzle

_LAST: Final = ("assault", "end-turn")  # of what is done in the first turn


def with_level(position: Mapping[str, Any], answer: Mapping[str, Any]) -> dict[str, Any]:
    """The answer of a proof with its estimate of difficulty as it is made now."""
    start = read_position(position)
    board = start.copy()
    first_turn = []
    for written in answer["solutions"][0]:
        first_turn.append(read_action(board, written))
        if written.get("do") in _LAST:
            break
        board.push(first_turn[-1])
        if board.is_over:
            break
    difficulty = judged_anew(start, first_turn, answer["difficulty"]["features"])
    return {**answer, "difficulty": difficulty.to_json()}


def renew_levels() -> int:
    """Brings proofs by the rules of now up to date, and the pages that have them; how many proofs those were."""
    features = "answer__difficulty__features"
    proofs = Proof.objects.filter(
        state=Proof.State.DONE,
        rules_version=RULES_VERSION,
        **{f"{features}__greedy_ranks__isnull": False, f"{features}__again__isnull": True},
    )
    count = 0
    for proof in proofs.order_by("pk").iterator():
        proof.answer = with_level(proof.position, proof.answer)
        proof.level = proof.answer["difficulty"]["level"]
        proof.save(update_fields=["answer", "level"])
        Puzzle._base_manager.filter(proof=proof).update(level=proof.level)
        count += 1
    return count
