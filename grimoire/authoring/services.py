"""What makes and changes pages. Whether they are one's own has been looked at before."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import get_language

from accounts.models import Owner, Visibility
from engine.interchange import read_position, write_position
from engine.position import Position
from engine.solving.objective import PREDICT, read
from grimoire.authoring.checks import what_is_missing
from grimoire.authoring.deriving import derive
from grimoire.goals import goal_short
from grimoire.keys import position_key
from grimoire.models import Proof, Puzzle
from grimoire.models.puzzles import TITLE_LENGTH
from grimoire.naming import written_out
from grimoire.proving import services as proving
from grimoire.services import site_cards

__all__ = [
    "Conflict",
    "Fixed",
    "NotReady",
    "TooMany",
    "change_visibility",
    "create_draft",
    "delete",
    "derive",
    "place",
    "prove",
    "publish",
    "remix",
    "save",
    "take_back",
]

MOST_PAGES: Final = 2000  # of one owner
# What an author says about a page, and what of it a published page keeps as it is.
CONTENT: Final = (
    "title", "title_fr", "words", "words_fr", "afterword", "afterword_fr", "answer_by", "intended", "allows_several",
    "licence",
)  # fmt: skip
FIXED: Final = ("answer_by", "intended", "allows_several")


class Conflict(Exception):
    """Somebody saved the page since it was read: ``puzzle`` is what it is now."""

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__(f"{puzzle.token} is at revision {puzzle.revision}")
        self.puzzle = puzzle


class Fixed(Exception):
    """The position of a published page does not change, nor of one that others have tried."""


class NotReady(Exception):
    """A draft that cannot be published: ``reasons`` are codes of ``checks``."""

    def __init__(self, reasons: list[str]) -> None:
        super().__init__(", ".join(reasons))
        self.reasons = reasons


class TooMany(ValueError):
    """An owner has as many pages as anybody may have."""


@transaction.atomic
def create_draft(*, owner: Owner, position: Position, **content: Any) -> Puzzle:
    """A new draft of a position with an objective; its title, if none is given, says the objective.

    ``content``: fields of the page. Raises ``TooMany``, ``EngineError`` for a position without an objective that means
    something.
    """
    read(position)
    if Puzzle.objects.owned_by(owner).count() >= MOST_PAGES:
        raise TooMany
    data = _written(position)
    title = goal_short(data, get_language() or "en")[:TITLE_LENGTH]
    puzzle = Puzzle(owner=owner, position=data, revision=1, **{"title": title, **content})
    puzzle.position_key = position_key(position)
    puzzle.proof = proving.known(position=position)
    puzzle.save()
    return derive(puzzle)


@transaction.atomic
def save(*, puzzle: Puzzle, content: Mapping[str, Any], seen: int | None) -> Puzzle:
    """Notes what an author says about a page. ``seen`` is the revision on their screen, None for whatever there is.

    What a published page keeps as it is (``FIXED``) is left out. Raises ``Conflict``.
    """
    puzzle = _latest(puzzle, seen)
    wanted = {name: content[name] for name in CONTENT if name in content}
    if puzzle.is_published:
        wanted = {name: value for name, value in wanted.items() if name not in FIXED}
    if all(getattr(puzzle, name) == value for name, value in wanted.items()):
        return puzzle
    for name, value in wanted.items():
        setattr(puzzle, name, value)
    puzzle.revision += 1
    puzzle.save()
    return derive(puzzle)


@transaction.atomic
def place(*, puzzle: Puzzle, position: Position, seen: int | None = None) -> Puzzle:
    """Gives a draft another position. The recorded line stays as long as it can be played.

    Raises ``Fixed`` for a published page and one that others have tried, ``Conflict``, ``EngineError`` as
    ``create_draft``.
    """
    read(position)
    puzzle = _latest(puzzle, seen)
    if position_key(position) == puzzle.position_key and _written(position) == puzzle.position:
        return puzzle
    if puzzle.is_published or puzzle.attempts.exclude(owner=puzzle.owner).exists():
        raise Fixed
    puzzle.position = _written(position)
    puzzle.proof = proving.known(position=position)
    puzzle.intended = puzzle.intended if _is_playable(position, puzzle.intended) else []
    puzzle.attempts.all().delete()  # one's own, at a position that is gone
    puzzle.revision += 1
    puzzle.save()
    return derive(puzzle)


def prove(*, puzzle: Puzzle, may_queue: Callable[[], bool] = lambda: True) -> Proof:
    """Asks the solver for the proof of a page. Raises as ``proving.services.ask``."""
    proof = proving.ask(position=read_position(puzzle.position, site_cards()), may_queue=may_queue)
    if not puzzle.is_published:
        take_up(puzzle=puzzle, proof=proof)
    return proof


@transaction.atomic
def take_up(*, puzzle: Puzzle, proof: Proof) -> Puzzle:
    """Makes a proof that of a page, whatever else has changed of it meanwhile, unless it has another position now."""
    now = Puzzle.objects.select_related("proof").get(pk=puzzle.pk)
    if position_key(read_position(proof.position)) == now.position_key:
        now.proof = proof
        now.save(update_fields=["proof"])
        derive(now)
    puzzle.proof = now.proof
    return now


@transaction.atomic
def publish(*, puzzle: Puzzle, visibility: str = Visibility.PUBLIC, seen: int | None = None) -> Puzzle:
    """Makes a draft a page for others. Raises ``NotReady``, ``Conflict``, ``ValueError`` for a private page."""
    if visibility not in (Visibility.PUBLIC, Visibility.UNLISTED):
        raise ValueError(visibility)
    puzzle = _latest(puzzle, seen)
    if puzzle.is_published:
        return puzzle
    missing = what_is_missing(puzzle)
    if missing:
        raise NotReady(missing)
    puzzle.published_at = timezone.now()
    puzzle.visibility = visibility
    puzzle.flagged_at, puzzle.flag_reason = None, ""
    puzzle.revision += 1
    puzzle.save()
    return derive(puzzle)


@transaction.atomic
def take_back(*, puzzle: Puzzle) -> Puzzle:
    """Makes a page a draft again, for its author alone. What others did with it is kept."""
    puzzle = _latest(puzzle, None)
    puzzle.published_at, puzzle.visibility = None, Visibility.PRIVATE
    puzzle.flagged_at, puzzle.flag_reason = None, ""
    puzzle.revision += 1
    puzzle.save()
    return puzzle


def change_visibility(*, puzzle: Puzzle, visibility: str) -> None:
    """Lists a published page or takes it off the lists. Raises ``ValueError`` for a draft, and for what is neither."""
    if not puzzle.is_published or visibility not in (Visibility.PUBLIC, Visibility.UNLISTED):
        raise ValueError(visibility)
    puzzle.visibility = visibility
    puzzle.save(update_fields=["visibility", "updated"])


def delete(*, puzzle: Puzzle) -> None:
    """Throws a page away, with all that was done with it."""
    puzzle.delete()


def remix(*, puzzle: Puzzle, owner: Owner) -> Puzzle:
    """A draft of one's own that starts as a page is, with credit: nothing of its solution comes along.

    Raises ``TooMany``.
    """
    return create_draft(
        owner=owner,
        position=read_position(puzzle.position, site_cards()),
        title=puzzle.title,
        title_fr=puzzle.title_fr,
        answer_by=puzzle.answer_by,
        allows_several=puzzle.allows_several,
        remixed_from=puzzle,
    )


def _latest(puzzle: Puzzle, seen: int | None) -> Puzzle:
    now = Puzzle.objects.select_related("proof", "owner__user").get(pk=puzzle.pk)
    if seen is not None and seen != now.revision:
        raise Conflict(now)
    return now


def _written(position: Position) -> dict[str, Any]:
    data: dict[str, Any] = written_out(write_position(position))
    return data


def _is_playable(position: Position, line: list[str]) -> bool:
    from grimoire.services import resolve

    assert position.objective is not None
    return position.objective["goal"] != PREDICT and resolve(position, line).stop is None
