"""The book of long nights: which pages are of it, and what its texts may claim of turns that follow."""

from __future__ import annotations

from typing import Any

import pytest

from grimoire.book_files import NIGHTS, read_volume
from tools.books.candidates import Candidate
from tools.books.choosing import TooFew
from tools.books.claims import wrong_claim
from tools.books.facts import PuzzleFacts
from tools.books.nights import is_night, nights_pages, nights_parts
from tools.books.whole_lines import own_plays

VOLUME = read_volume(NIGHTS)
PAGE = VOLUME.pages[0]


def bound_page(**changes: Any) -> dict[str, Any]:
    return {"position": PAGE.position, "answer": {**PAGE.answer, **changes}}


def test_a_night_is_long_and_an_enemy_s_turn_has_to_be_foreseen() -> None:
    assert is_night(bound_page())
    assert not is_night(bound_page(tries=[{**attempt, "refutation": []} for attempt in PAGE.answer["tries"]]))
    short = next(page for page in read_volume("initiation").pages if page.goal == "win")
    assert not is_night({"position": short.position, "answer": short.answer})


def test_plays_are_counted_until_the_goal_is_reached() -> None:
    """Those of the first turn first, then those that answer the toughest defence."""
    assert own_plays(PAGE.position, PAGE.answer) == ["Turtle Recruit", "Poisoned Apple", "Ferry Pike", "Poisoned Apple"]


def test_texts_claim_what_happens_in_later_turns() -> None:
    facts = PuzzleFacts(PAGE)
    assert facts.of("solution").get("plays Poisoned Apple") == [1]
    assert wrong_claim("twice", "whole: plays Poisoned Apple", "en", facts) == ""
    assert "is 2" in wrong_claim("3", "whole: plays Poisoned Apple", "en", facts)


def test_too_few_candidates_are_told_by_their_chapter() -> None:
    candidates = [
        Candidate(
            part,
            {
                "position": PAGE.position,
                "answer": PAGE.answer,
                "likeness": PAGE.likeness,
                "merits": {},
                "abilities": [],
            },
        )
        for part in nights_parts()
    ]
    with pytest.raises(TooFew, match="chapter 1 of the book of long nights"):
        nights_pages(candidates, [PAGE.likeness])
