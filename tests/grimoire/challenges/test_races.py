"""Several find the same at the same moment: threads on a database as a server has it."""

from __future__ import annotations

from typing import Any

NAMES = """
from grimoire.challenges.finds import keep_find
from grimoire.models import Attempt, ChallengeFind, Puzzle
from tests.grimoire.factories import make_owner, make_puzzle
"""


def test_of_those_who_find_it_at_once_one_is_credited(race: Any) -> None:
    kept, found, cooks = race(
        NAMES
        + """
puzzle = make_puzzle(make_owner("author"), challenge="open")
line = ["3 at A upper 0", "assault", "end-turn"]
attempts = [Attempt.objects.create(owner=make_owner(f"s{n}"), puzzle=puzzle, line=line, answer={"proven": True})
    for n in range(6)]
finds = at_once(keep_find, attempts)
print(json.dumps([sum(find is not None for find in finds), ChallengeFind.objects.count(),
    ChallengeFind.objects.filter(is_cook=True).count()]))
"""
    )
    assert (kept, found, cooks) == (1, 1, 0)
