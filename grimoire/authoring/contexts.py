"""Contexts of the author's templates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from accounts.models import Owner
from board.links import board_address
from board.naming import in_language
from board.services import site_cards
from board.walkthrough import show
from engine.decks.formats.interchange import read_position
from grimoire.authoring.authoring_text import flag_text, missing_text
from grimoire.authoring.checks import what_is_missing, what_keeps_from_challenge
from grimoire.authoring.forms import PublishForm, PuzzleForm
from grimoire.authoring.pins import WHY_LENGTH, key_of
from grimoire.authoring.queries import anticipating, editor_of, private_cards
from grimoire.community.embedding import embed_code, path_in
from grimoire.gate import sealing_puzzle
from grimoire.goals import goal_text
from grimoire.models import Puzzle
from grimoire.models.puzzles import SHOWN
from grimoire.proving.access import Sight
from grimoire.proving.line_text import ToldTry
from grimoire.proving.near_misses import near_misses_for
from grimoire.proving.reports import ProofReport
from grimoire.twins import twins_of
from web.languages import current_language


def report_of(puzzle: Puzzle, owner: Owner | None, language: str) -> ProofReport | None:
    """The proof of a page of one's own; None where there is none yet."""
    if puzzle.proof is None:
        return None
    sealed_by = sealing_puzzle(puzzle.position_key, owner, puzzle.proof)
    return ProofReport(Sight(puzzle.proof, sealed_by, owner), language, puzzle.intended, tries_are_apart=True)


@dataclass(frozen=True, slots=True)
class PinnedTry:
    """A near miss on its author's page: ``key`` is what the form calls it by, ``written`` its actions in text form."""

    key: str
    told: ToldTry
    why: str = ""
    why_fr: str = ""
    is_stale: bool = False
    written: str = ""


@dataclass(frozen=True, slots=True)
class Tries:
    """The near misses of a page: those that are pinned, the ``others``, and how many ``more`` there are."""

    pinned: list[PinnedTry]
    others: list[PinnedTry]
    more: int

    why_length: int = WHY_LENGTH

    @property
    def stale(self) -> int:
        return sum(pin.is_stale for pin in self.pinned)


def tries_context(puzzle: Puzzle, owner: Owner | None, report: ProofReport | None) -> Tries | None:
    """The near misses for the author; None where there is nothing to show, or it is somebody else's secret."""
    if report is None or not report.is_open or not report.proof.is_done or report.is_foretold:
        return None
    pinned = [
        PinnedTry(
            key_of(pin["line"]),
            report.told_try(pin),
            pin.get("why", ""),
            pin.get("why_fr", ""),
            bool(pin.get("is_stale")),
            "; ".join(str(action.get("do") or action.get("play")) for action in pin["line"]),
        )
        for pin in puzzle.pinned_tries
    ]
    near = near_misses_for(owner, report.proof)
    keys = {pin.key for pin in pinned}
    others = [PinnedTry(key_of(attempt["line"]), report.told_try(attempt)) for attempt in near.tries]
    tries = Tries(pinned, [other for other in others if other.key not in keys], near.more)
    return tries if tries.pinned or tries.others else None


def state_context(puzzle: Puzzle, origin: str, visibility: str = "") -> dict[str, Any]:
    """How far a page is: what keeps it from being published, who may see it, what is wrong with it; of a published one
    what can be given away, with the ``origin`` of its address. ``visibility`` is what was chosen for a draft."""
    language = current_language()
    chosen = puzzle.visibility if puzzle.is_published else visibility
    keeps = what_is_missing(puzzle) if puzzle.is_challenge or not puzzle.is_published else []
    return {
        "puzzle": puzzle,
        "missing": [missing_text(code) for code in keeps],
        "can_challenge": not puzzle.is_published and not what_keeps_from_challenge(puzzle),
        "flag": flag_text(puzzle.flag_reason) if puzzle.flagged_at else "",
        "anticipated": anticipating(puzzle),
        "lends": [] if puzzle.is_published else private_cards(puzzle),
        "publish_form": PublishForm(
            initial={"visibility": chosen} if chosen in SHOWN else None,
            auto_id="publish_%s",
            of="" if puzzle.is_published else "page-form",
        ),
        "solver_href": f"{puzzle.get_absolute_url()}?as=solver",
        "editor_href": editor_of(puzzle),
        "share_url": origin + path_in("grimoire:puzzle", puzzle, language) if puzzle.is_published else "",
        "share_code": embed_code(puzzle, language, origin) if puzzle.is_published else "",
    }


def edit_context(
    puzzle: Puzzle,
    owner: Owner | None,
    form: PuzzleForm,
    origin: str,
    conflict: Puzzle | None = None,
    visibility: str = "",
) -> dict[str, Any]:
    """The whole page on which an author works."""
    language = current_language()
    position = in_language(read_position(puzzle.position, site_cards()), language)
    shown = show(position, (), language)
    report = report_of(puzzle, owner, language)
    return {
        **state_context(puzzle, origin, visibility),
        "form": form,
        "report": report,
        "tries": tries_context(puzzle, owner, report),
        "twins": twins_of(puzzle, owner, language),
        "adds": not (puzzle.twin_of or puzzle).is_published,
        "conflict": conflict,
        "moment": shown.moments[0],
        "goal": goal_text(puzzle.position, language),
        "board_href": board_address(position, ()),
        "line_href": board_address(position, puzzle.intended) if puzzle.intended else "",
        "line_url": "" if puzzle.is_published else reverse("grimoire:adopt_solution", args=[puzzle.token]),
        "revision": form.data.get("revision", "") if form.is_bound else puzzle.revision,
    }
