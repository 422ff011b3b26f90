"""What is true of two abilities in all positions of their family (``families``): ``claims.jsonl``.

``manage.py make_matrix`` makes it, ``manage.py check_matrix`` carries out every position again. No reader sees it: it
is what the sentences of ``rulings.matrix`` are compared with.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from rulings.matrix import AGAINST, BESIDE, BY_AURA, ONE_CARD, OWN_CARDS, STOPPING, PairSentence, find_cell

PATH: Final = Path(__file__).with_name("claims.jsonl")

# The groups of positions: both on one card (``ONE_CARD``), on two cards, an Aura and what it lends.
APART: Final = "apart"
LENT: Final = "lent"
_GROUP_OF_WAY: Final = {AGAINST: APART, OWN_CARDS: APART, ONE_CARD: ONE_CARD, BY_AURA: LENT}

# What is said of a group.
STOPS: Final = "stops"  # the first keeps the second from acting, always
STOPPED: Final = "stopped"
CAN_STOP: Final = "can-stop"
CAN_BE_STOPPED: Final = "can-be-stopped"
EACH_CAN_STOP: Final = "each-can-stop"
CHANGES: Final = "changes"
BOTH: Final = "both"  # both act and neither ever changes what the other does
LENDS: Final = "lends"
IDLE: Final = "idle"  # what an Aura lends never acts
ALWAYS: Final = (STOPS, STOPPED, BOTH, IDLE)
ENOUGH: Final = 100  # positions in which one always stops the other, for a sentence to be owed


@dataclass(frozen=True, slots=True)
class Claims:
    """What is true of two abilities, by group.

    ``positions`` counts those of each group in which it is so, ``ways`` those in which the two change one another in
    each way (``tools.matrix.ways``), the most frequent way first.
    """

    edition: str
    first: str
    second: str
    claims: Mapping[str, str] = field(default_factory=dict)
    positions: Mapping[str, int] = field(default_factory=dict)
    ways: Mapping[str, Mapping[str, int]] = field(default_factory=dict)


@cache
def claims_of(edition: str) -> tuple[Claims, ...]:
    """The claims of an edition, each pair once."""
    entries = map(json.loads, PATH.read_text(encoding="utf-8").splitlines())
    return tuple(_claims(entry) for entry in entries if entry["edition"] == edition)


def _claims(entry: Mapping[str, Any]) -> Claims:
    return Claims(
        entry["edition"],
        entry["first"],
        entry["second"],
        entry["claims"],
        entry.get("positions", {}),
        entry.get("ways", {}),
    )


def contradictions(pair: Claims) -> Iterator[str]:
    """What the sentences about a pair, or their absence, say that is not so in the positions."""
    cell = find_cell(pair.first, pair.second, pair.edition)
    sentences = () if cell is None else (*cell.sentences, *cell.reverse)
    for group, claim in pair.claims.items():
        about = [sentence for sentence in sentences if _GROUP_OF_WAY[sentence.way] == group]
        yield from (wrong for sentence in about if (wrong := _contradiction(sentence, claim)))
        if not about and claim in (STOPS, STOPPED, IDLE) and pair.positions[group] >= ENOUGH:
            yield f"one always stops the other ({group}), and no sentence says so"


def _contradiction(sentence: PairSentence, claim: str) -> str:
    never_beside = claim in (STOPS, STOPPED, IDLE) and sentence.kind == BESIDE
    always_beside = claim == BOTH and sentence.kind != BESIDE
    always_acts = claim == LENDS and sentence.kind == STOPPING and sentence.way == BY_AURA
    if never_beside or always_beside or always_acts:
        return f"the sentence says {sentence.kind}, all positions say {claim}: {sentence.text['en']}"
    return ""
