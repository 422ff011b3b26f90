"""Levels are held against solvers of several strengths: each level stops more of them than the one below."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import mean

import pytest
from django.core.management import CommandError, call_command

from engine.decks.formats.notation import parse
from grimoire.book_files import VolumePage, all_volumes
from tools.books import calibration
from tools.books.calibration import TriedPage, figures, read_attempts, tried, tried_page
from tools.books.solvers import STRENGTHS, Solver, Strength, solved_shares, turns_of
from tools.ranks import rank_correlation

KEPT = read_attempts()
PAGES = [page for volume in all_volumes() for page in volume.pages]
# A quick page of each kind: to be foretold, of one turn, two and three, with a hidden hand, with an AI.
QUICK = (
    "initiation/a-diver-in-the-doorway",
    "initiation/one-tortoise-seven-coins",
    "initiation/how-not-to-win-too-soon",
    "discord/three-stones-three-teeth",
    "initiation/four-gardens-one-hedge",
)


def kept_pages() -> list[TriedPage]:
    return [tried_page(page, KEPT[page.reference, page.key]) for page in PAGES]


def test_every_page_has_been_tried_as_it_is() -> None:
    """Else ``manage.py measure_levels`` is to be run."""
    assert set(KEPT) == {(page.reference, page.key) for page in PAGES}


def test_levels_follow_what_solvers_make_of_the_pages() -> None:
    """All pages, of each kind: by rank, and of each strength fewer solve each further level."""
    assert [line for line, is_so in figures(kept_pages()) if not is_so] == []


def test_wrong_levels_are_told() -> None:
    """Where two levels are changed for one another, or the points say nothing."""
    swapped = [replace(page, level={4: 2, 2: 4}.get(page.level, page.level)) for page in kept_pages()]
    assert any("solves" in line for line, is_so in figures(swapped) if not is_so)
    for told in (lambda page: 6.0, lambda page: -page.points):
        nothing = [replace(page, points=told(page)) for page in kept_pages()]
        assert sum("rank correlation" in line for line, is_so in figures(nothing) if not is_so) == 3


def test_the_stronger_solve_more() -> None:
    shares = [mean(page.shares[strength.name] for page in kept_pages()) for strength in STRENGTHS]
    assert shares == sorted(set(shares))
    assert shares[0] < 0.25 and shares[-1] > 0.6  # there is room on both sides


@pytest.mark.parametrize("reference", QUICK)
def test_the_solvers_do_the_same_each_time(reference: str) -> None:
    (page,) = (page for page in PAGES if page.reference == reference)
    assert solved_shares(page.position, reference) == KEPT[reference, page.key]


def test_pages_of_another_position_are_tried_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    volume = all_volumes()[0]
    asked: list[str] = []

    def shares(_: object, seed: str) -> dict[str, float]:
        asked.append(seed)
        return {}

    monkeypatch.setattr(calibration, "solved_shares", shares)
    pages = (replace(volume.pages[0], key="another"), volume.pages[1])
    told = dict(enumerate(tried([replace(volume, pages=pages)], KEPT)))
    assert asked == [pages[0].reference]
    assert told[0][1] == {} and told[1][1] == KEPT[pages[1].reference, pages[1].key]


def test_the_command_prints_all_kinds_and_keeps_what_there_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    written = tmp_path / "attempts.jsonl"
    monkeypatch.setattr("tools.management.commands.measure_levels.write_attempts", lambda pages: None)
    calibration.write_attempts(list(tried(all_volumes(), KEPT)), written)
    assert written.read_text("utf-8") == calibration.ATTEMPTS_FILE.read_text("utf-8")
    out = io.StringIO()
    call_command("measure_levels", "--check", stdout=out)
    lines = out.getvalue().splitlines()
    kinds = [line.split(":")[0].split(" pages ")[1] for line in lines if "rank" in line]
    assert kinds == ["to be found", "to be found, no card twice", "to be foretold"]
    assert len([line for line in lines if "solves" in line]) == 2 * len(STRENGTHS)
    monkeypatch.setattr("tools.management.commands.measure_levels.tried", upside_down)
    with pytest.raises(CommandError, match="solves"):
        call_command("measure_levels", "--check", stdout=io.StringIO())


def upside_down(*_: object) -> Iterator[tuple[VolumePage, dict[str, float]]]:
    for page in PAGES:
        yield page, {name: 1 - share for name, share in KEPT[page.reference, page.key].items()}


def test_ranks_are_compared_and_ties_share_theirs() -> None:
    assert rank_correlation([1, 2, 3, 4], [10, 20, 30, 1000]) == pytest.approx(1)
    assert rank_correlation([1, 2, 3], [3, 2, 1]) == pytest.approx(-1)
    assert rank_correlation([1, 1, 2, 2], [1, 2, 3, 4]) == pytest.approx(0.894, abs=0.001)
    assert rank_correlation([1, 1], [1, 2]) == 0.0


# Two plays: a blow of 3 that leaves 1 looks nearer than the Creature of 4 damage that needs the blow of 1 before it.
TEMPTING = (
    "cod1 duel A summoning m4 | A t3 [B blow(c4 3) prick(c2 2) stab(c2 2)] "
    "| B t2 [B v(c9 1/1) w(c9 1/1)] lower big(c1 0/4) | objective A destroy B lower 0 in 1"
)


def test_who_sees_one_play_ahead_falls_for_what_looks_nearest() -> None:
    """And who sees two does not."""
    (turn,) = turns_of(parse(TEMPTING))
    for depth, solves in ((1, False), (2, True)):
        strength = Strength("sure", depth=depth, width=99, notices=1.0, defences=0, overlooks=0.0)
        assert Solver(turn, strength, "seed").attempt() == solves
