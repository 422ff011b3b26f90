"""Where cards lie on sheets: how many fit, nothing overlaps, backs behind fronts."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.rendering.geometry import PRESETS
from cards.rendering.layouts import (
    FLIPS,
    GUTTERS,
    MARGIN,
    ORIENTATIONS,
    PAPERS,
    CardSlot,
    Grid,
    LayoutError,
    Paper,
    grid_for,
)

pytestmark = pytest.mark.slow("draws pages as PDF and as pictures")

# As measured for the table in the notes on print and play.
FITTING = {
    ("a4", "portrait"): {0: 9, 3: 9, 6: 9},
    ("a4", "landscape"): {0: 10, 3: 10, 6: 8},
    ("letter", "portrait"): {0: 9, 3: 9, 6: 6},
    ("letter", "landscape"): {0: 10, 3: 8, 6: 8},
}
grids = st.builds(
    lambda count, paper, card, gutter, orientation, folded: grid_for(
        count, PAPERS[paper], card=PRESETS[card], gutter=gutter, orientation=orientation, folded=folded
    ),
    st.integers(1, 400),
    st.sampled_from(sorted(PAPERS)),
    st.sampled_from(sorted(PRESETS)),
    st.sampled_from(GUTTERS),
    st.sampled_from(ORIENTATIONS),
    st.booleans(),
)


def seen(slot: CardSlot, grid: Grid) -> tuple[float, float, float, float]:
    """Left, bottom, right, top of what is printed."""
    return (
        slot.x - slot.bleed.left,
        slot.y - slot.bleed.bottom,
        slot.x + grid.card.width + slot.bleed.right,
        slot.y + grid.card.height + slot.bleed.top,
    )


@pytest.mark.parametrize(("paper", "orientation"), FITTING)
def test_how_many_fit(paper: str, orientation: str) -> None:
    for gutter, count in FITTING[paper, orientation].items():
        assert grid_for(1, PAPERS[paper], gutter=gutter, orientation=orientation).count == count


@pytest.mark.parametrize(("gutter", "count"), [(0, 21), (3, 21), (6, 18)])
def test_how_many_fit_a3(gutter: int, count: int) -> None:
    assert max(grid_for(1, PAPERS["a3"], gutter=gutter, orientation=way).count for way in ORIENTATIONS) == count


@pytest.mark.parametrize(
    ("cards", "sheets", "across"), [(9, 1, (3, 3)), (10, 1, (5, 2)), (36, 4, (3, 3)), (1, 1, (3, 3))]
)
def test_decks_and_sets_need_as_few_sheets_as_can_be(cards: int, sheets: int, across: tuple[int, int]) -> None:
    grid = grid_for(cards)
    assert (grid.sheets(cards), (grid.columns, grid.rows)) == (sheets, across)


def test_paper_that_is_too_small_is_refused() -> None:
    with pytest.raises(LayoutError, match="stamp"):
        grid_for(1, Paper("stamp", 30, 40))


@given(grids)
def test_nothing_overlaps_and_all_is_between_the_margins(grid: Grid) -> None:
    boxes = [seen(grid.front(index), grid) for index in range(grid.count)]
    if grid.fold:
        boxes += [seen(grid.folded_back(index), grid) for index in range(grid.count)]
    for left, bottom, right, top in boxes:
        assert left >= MARGIN - 1e-6
        assert bottom >= MARGIN - 1e-6
        assert right <= grid.width - MARGIN + 1e-6
        assert top <= grid.height - MARGIN + 1e-6
    for box, other_box in combinations(boxes, 2):
        apart = box[2] <= other_box[0] + 1e-6 or other_box[2] <= box[0] + 1e-6 or box[3] <= other_box[1] + 1e-6
        assert apart or other_box[3] <= box[1] + 1e-6


@given(grids, st.sampled_from(FLIPS))
def test_a_back_lies_behind_its_front(grid: Grid, flip: str) -> None:
    """Turned like a page, x is mirrored and backs are upright; head over heels y is, and they are upside down."""
    for index in range(grid.count):
        if grid.fold:
            continue
        front, back = grid.front(index), grid.back(index, flip)
        if (flip == "long") == (grid.height >= grid.width):
            assert back.x == pytest.approx(grid.width - front.x - grid.card.width)
            assert (back.y, back.turned) == (pytest.approx(front.y), False)
        else:
            assert back.y == pytest.approx(grid.height - front.y - grid.card.height)
            assert (back.x, back.turned) == (pytest.approx(front.x), True)


def test_the_mirrored_places_of_nine() -> None:
    grid = grid_for(9)
    places = {index: (round(grid.front(index).x, 3), round(grid.front(index).y, 3)) for index in range(9)}
    assert places[0] == (21, 194)
    for flip, order in (("long", [2, 1, 0, 5, 4, 3, 8, 7, 6]), ("short", [6, 7, 8, 3, 4, 5, 0, 1, 2])):
        backs = [(round(grid.back(index, flip).x, 3), round(grid.back(index, flip).y, 3)) for index in range(9)]
        assert backs == [places[index] for index in order]


def test_the_mirrored_places_of_ten_lie_sideways() -> None:
    grid = grid_for(10)
    places = {index: (round(grid.front(index).x, 3), round(grid.front(index).y, 3)) for index in range(10)}
    for flip, order in (("long", [5, 6, 7, 8, 9, 0, 1, 2, 3, 4]), ("short", [4, 3, 2, 1, 0, 9, 8, 7, 6, 5])):
        backs = [(round(grid.back(index, flip).x, 3), round(grid.back(index, flip).y, 3)) for index in range(10)]
        assert backs == [places[index] for index in order]


@given(grids)
def test_folding_lays_the_back_on_the_front(grid: Grid) -> None:
    if not grid.fold:
        return
    is_upright, folds = grid.folds(grid.count)
    for index in range(grid.count):
        front, back = grid.front(index), grid.folded_back(index)
        width, height = grid.card.width, grid.card.height
        if is_upright:  # mirrored at the fold, and read the same way
            fold = front.x + width
            assert any(fold == pytest.approx(at) for at in folds)
            assert (back.x, back.y, back.turned) == (pytest.approx(2 * fold - front.x - width), front.y, False)
        else:
            assert any(front.y == pytest.approx(at) for at in folds)
            assert (back.x, back.y, back.turned) == (front.x, pytest.approx(front.y - height), True)


@given(grids)
def test_cuts_are_at_the_edges_of_cards(grid: Grid) -> None:
    if grid.fold:
        return
    edges = {round(grid.front(index).x + side * grid.card.width, 6) for index in range(grid.count) for side in (0, 1)}
    assert {round(cut, 6) for cut in grid.column_cuts(grid.columns)} == edges
    edges = {round(grid.front(index).y + side * grid.card.height, 6) for index in range(grid.count) for side in (0, 1)}
    assert {round(cut, 6) for cut in grid.row_cuts(grid.rows)} == edges


def test_a_slot_moves_by_tenths() -> None:
    assert (CardSlot(1, 2).moved(0.3, -0.4).x, CardSlot(1, 2).moved(0.3, -0.4).y) == (1.3, 1.6)
