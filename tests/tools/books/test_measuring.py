"""Books are measured by their proofs, and the command says which of them are not what they should be."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from engine.decks.formats.interchange import read_position
from engine.decks.solving import solve
from grimoire.book_files import all_volumes
from tests.grimoire.factories import position_json
from tools.books.measuring import (
    CHANCY,
    MAX_CHANCY,
    MIN_LONG,
    MIN_TURNS,
    SHELF,
    BookMeasures,
    PageMeasures,
    measured,
    page_measures,
    shelf,
    table,
)

GOALS = ("win", "bastion", "damage", "destroy", "survive", "predict")
GOOD = PageMeasures("win", 3, 1, 60, 0.001, 3, 4)


def book(pages: list[PageMeasures]) -> BookMeasures:
    return BookMeasures("made-up", tuple(pages), 0, 0, 0)


def good() -> list[PageMeasures]:
    """Pages that make a good book."""
    pages = [replace(GOOD, goal=goal) for goal in GOALS]
    pages += [GOOD] * MIN_LONG
    return pages + [replace(GOOD, plays=1, turns=2)] * MIN_TURNS


def test_a_page_is_measured_by_its_proof() -> None:
    position = position_json("win-in-two")
    answer = solve(read_position(position))
    measures = page_measures(position, answer.to_json())
    assert answer.difficulty is not None
    features = answer.difficulty.features
    assert (measures.goal, measures.turns, measures.plays) == ("win", 2, features["plays"])
    assert (measures.space, measures.luck) == (features["positions"], features["luck"])
    assert measures.tries == len(answer.tries)


def test_what_is_foretold_has_creatures_alone() -> None:
    position = position_json("predict")
    measures = page_measures(position, solve(read_position(position)).to_json())
    players: Any = position["players"].values()
    assert measures.creatures == sum(len(player.get(line, ())) for player in players for line in ("upper", "lower")) > 0
    assert (measures.plays, measures.space, measures.luck, measures.is_chancy) == (0, 0, 0.0, False)


def test_a_good_book_misses_nothing() -> None:
    assert book(good()).missed == []


@pytest.mark.parametrize(
    ("pages", "fault"),
    [
        (
            lambda: [page if page.goal == "predict" else replace(page, plays=2) for page in good()],
            "0 pages of three plays",
        ),
        (lambda: [replace(page, turns=1) for page in good()], "0 pages of two or three turns"),
        (lambda: good() + [replace(GOOD, plays=1, luck=CHANCY)] * (MAX_CHANCY + 1), "5 pages that a random player"),
        (lambda: [page for page in good() if page.goal != "survive"], "no page with the objective survive"),
    ],
)
def test_what_a_book_misses_is_told(pages: Any, fault: str) -> None:
    (missed,) = book(pages()).missed
    assert missed.startswith(fault)


def test_what_is_foretold_is_one_thing() -> None:
    volume = next(book for book in all_volumes() if any(page.asks for page in book.pages))
    foretold = next(page for page in volume.pages if page.asks)
    assert measured(volume).scattered == 0
    scattered = measured(replace(volume, pages=(replace(foretold, asks=""),)))
    assert scattered.scattered == 1
    assert "1 pages that ask to foretell more than one thing" in scattered.missed


def test_kept_proofs_say_what_new_ones_say() -> None:
    volume = all_volumes()[0]
    few = replace(volume, pages=volume.pages[:6])
    assert measured(few, anew=True) == measured(few)


def test_a_proof_of_another_position_does_not_count() -> None:
    volume = all_volumes()[0]
    first, other = next(
        (first, other)
        for first in volume.pages
        for other in volume.pages
        if "tries" in first.answer and first.goal != other.goal
    )
    stale = replace(first, answer=other.answer, key="of another position")
    assert measured(replace(volume, pages=(stale,))) == measured(replace(volume, pages=(first,)))


def test_the_command_prints_a_row_for_each_book() -> None:
    out = io.StringIO()
    call_command("measure_books", stdout=out, stderr=io.StringIO())
    head, *rows = out.getvalue().splitlines()[: -len(SHELF)]
    assert head.startswith("book") and [row.split()[0] for row in rows] == [volume.slug for volume in all_volumes()]
    assert len({len(row) for row in (head, *rows)}) == 1


def test_all_books_together_reach_their_goals() -> None:
    books = [measured(volume) for volume in all_volumes()]
    assert [line for line, is_reached in shelf(books) if not is_reached] == []
    short = dict(shelf([replace(book, pages=book.pages[:3]) for book in books]))
    assert len(short) == len(SHELF) and [line for line, is_reached in short.items() if not is_reached]


def test_the_command_fails_where_a_book_misses_its_goals(monkeypatch: pytest.MonkeyPatch) -> None:
    command = "tools.management.commands.measure_books.measured"
    monkeypatch.setattr(command, lambda volume, anew: replace(book([]), slug=volume.slug))
    with pytest.raises(CommandError, match="initiation: 0 pages of three plays or more, not 8"):
        call_command("measure_books", "initiation", "--check", stdout=io.StringIO())
    monkeypatch.setattr(command, lambda volume, anew: replace(book(good()), slug=volume.slug))
    call_command("measure_books", "initiation", "company", "--check", stdout=io.StringIO())
    with pytest.raises(CommandError, match=r"long-nights: .* pages without 4 to 8 plays"):
        call_command("measure_books", "--check", stdout=io.StringIO())


def test_columns_are_medians_and_counts() -> None:
    _, row = table([book(good())])
    assert "made-up" in row and "0.10%" in row and " 60 " in row
