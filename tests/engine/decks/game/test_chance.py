"""Chance: the same numbers for the same seed, for ever."""

from __future__ import annotations

import ast
import hashlib
import math
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest

from engine.kernel.chance import Chance

# The first word is the first sixteen digits that `printf 1:vector:0 | sha256sum` prints.
WORDS = ["91896f162d5cafc5", "41e20ec4f1184424", "5bb60faa26d5b2ff", "7a07ada63cc8c700", "0f530d90ffd7c45a"]
DICE = [3, 4, 3, 4, 1, 5, 1, 0, 4, 4, 0, 3]
SHUFFLED = "BDAGEFHC"


def words(text: str) -> list[int]:
    digest = hashlib.sha256(text.encode()).hexdigest()
    return [int(digest[at : at + 16], 16) for at in (0, 16, 32, 48)]


def test_the_stream_is_the_digests_of_seed_purpose_and_block() -> None:
    chance = Chance(12345, "hand A")
    expected = words("12345:hand A:0") + words("12345:hand A:1") + words("12345:hand A:2")
    assert [chance.word() for _ in range(12)] == expected


def test_vectors() -> None:
    chance = Chance(1, "vector")
    assert [f"{chance.word():016x}" for _ in range(5)] == WORDS
    chance = Chance(2**128 - 1, "draft")
    assert [chance.below(6) for _ in range(12)] == DICE
    cards = list("ABCDEFGH")
    Chance(2022, "hand B").shuffle(cards)
    assert "".join(cards) == SHUFFLED


def test_a_shuffle_swaps_from_the_last_place_down() -> None:
    items = list(range(7))
    Chance(5, "x").shuffle(items)
    chance, expected = Chance(5, "x"), list(range(7))
    for last in (6, 5, 4, 3, 2, 1):
        other = chance.below(last + 1)
        expected[last], expected[other] = expected[other], expected[last]
    assert items == expected


def test_below_takes_the_first_word_under_the_greatest_multiple() -> None:
    bound = 2**63 + 1  # nearly half of all words are too high
    chance, expected = Chance(7, "x"), []
    stream = Chance(7, "x")
    while len(expected) < 20:
        word = stream.word()
        if word < bound:
            expected.append(word)
    assert [chance.below(bound) for _ in range(20)] == expected
    assert Chance(7, "x").below(1) == 0
    assert Chance(7, "x").below(2**64) == Chance(7, "x").word()


@pytest.mark.parametrize("bound", [0, -1, 2**64 + 1])
def test_no_number_is_below_a_bound_that_is_none(bound: int) -> None:
    with pytest.raises(ValueError, match="no number is below"):
        Chance(1, "x").below(bound)


def test_purposes_and_seeds_have_streams_of_their_own() -> None:
    assert len({Chance(seed, purpose).word() for seed in range(20) for purpose in "abcde"}) == 100


def test_every_order_is_as_likely() -> None:
    counts: Counter[str] = Counter()
    for seed in range(4800):
        cards = list("abcd")
        Chance(seed, "x").shuffle(cards)
        counts["".join(cards)] += 1
    assert set(counts) == {"".join(order) for order in permutations("abcd")}
    squares = sum((count - 200) ** 2 / 200 for count in counts.values())
    assert squares < 23 + 4 * math.sqrt(2 * 23)  # chi-square with 23 degrees of freedom: mean 23


GAME_MODULES = ("game", "visibility", "records", "record_reader")


def test_games_use_no_other_chance(root: Path) -> None:
    """Nothing that the set-up and the play of a game import, directly or not, has chance of its own."""
    waiting = [root / "engine" / "decks" / "game" / f"{name}.py" for name in GAME_MODULES]
    files: set[Path] = set()
    while waiting:
        path = waiting.pop()
        files.add(path)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module:
                names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
            assert not {"random", "secrets", "uuid"} & {name.split(".")[0] for name in names}, path
            files_imported = [
                root.joinpath(*name.split(".")).with_suffix(".py") for name in names if name.startswith("engine.")
            ]
            waiting += [other for other in files_imported if other.is_file() and other not in files]
    assert {path.name for path in files} >= {"chance.py", "hands.py", "ai.py", "position.py", "drafts.py", "deal.py"}
