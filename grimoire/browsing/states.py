"""How far a reader has come with pages: what lists mark and searches ask for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from django.db.models import Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Owner
from grimoire.models import Attempt, Favourite, Puzzle
from grimoire.models.puzzles import PuzzleQuerySet

UNTRIED: Final = ""
OPEN: Final = "open"
SOLVED: Final = "solved"
FIRST: Final = "first"  # solved with the first answer, without a hint before it
SHOWN: Final = "shown"

NAMES: Final[dict[str, str | Promise]] = {
    UNTRIED: _("Not tried yet"),
    OPEN: pgettext_lazy("page", "In progress"),
    FIRST: _("Solved on the first try"),
    SOLVED: pgettext_lazy("page", "Solved"),
    SHOWN: _("Solution viewed"),
}
# What a search can ask for.
CHOICES: Final[dict[str, str | Promise]] = {
    "new": _("Not tried yet"),
    "open": pgettext_lazy("page", "In progress"),
    "solved": pgettext_lazy("page", "Solved"),
    "unsolved": _("Not solved yet"),
    "failed": _("Failed on the first try"),
    "shown": _("Solution viewed"),
    "favourite": _("My favourites"),
    "mine": _("My puzzles"),
}


def state_of(attempt: Attempt | None) -> str:
    """One of the five states, of somebody's attempt at a page."""
    if attempt is None:
        return UNTRIED
    if attempt.state == Attempt.State.SOLVED:
        return FIRST if attempt.first_try and not attempt.hint_level_at_first else SOLVED
    return SHOWN if attempt.state == Attempt.State.SHOWN else OPEN


def states_of(puzzles: Iterable[Puzzle], owner: Owner | None) -> dict[int, str]:
    """The states of those pages that the owner has tried, by their numbers in the database; one query."""
    if owner is None:
        return {}
    fields = ("puzzle_id", "state", "first_try", "hint_level_at_first")
    attempts = Attempt.objects.filter(owner=owner, puzzle__in=[puzzle.pk for puzzle in puzzles]).only(*fields)
    return {attempt.puzzle_id: state_of(attempt) for attempt in attempts}


def favourites_of(puzzles: Iterable[Puzzle], owner: Owner | None) -> set[int]:
    """Which of these pages the owner wants to find again; one query."""
    if owner is None:
        return set()
    favourites = Favourite.objects.filter(owner=owner, puzzle__in=[puzzle.pk for puzzle in puzzles])
    return set(favourites.values_list("puzzle_id", flat=True))


def in_state(pages: PuzzleQuerySet, state: str, owner: Owner | None) -> PuzzleQuerySet:
    """The pages that are in one of ``CHOICES`` for the owner; somebody without an owner has tried nothing."""
    if owner is None:
        return pages if state in ("new", "unsolved") else pages.none()
    attempts = Attempt.objects.filter(owner=owner).order_by()
    filters: dict[str, Q] = {
        "new": ~_among(attempts),
        "open": _among(attempts.filter(state=Attempt.State.OPEN)),
        "solved": _among(attempts.filter(state=Attempt.State.SOLVED)),
        "unsolved": ~_among(attempts.filter(state=Attempt.State.SOLVED)),
        "failed": _among(attempts.filter(first_try=False)),
        "shown": _among(attempts.filter(state=Attempt.State.SHOWN)),
        "favourite": _among(Favourite.objects.filter(owner=owner).order_by()),
        "mine": Q(owner=owner),
    }
    return pages.filter(filters[state])


def _among(rows: QuerySet[Any]) -> Q:
    """The pages of some rows, which are read once: few beside all pages."""
    return Q(pk__in=rows.values("puzzle"))
