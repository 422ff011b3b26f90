"""What solvers say of a page beside their votes: too easy or too hard, and what it is about."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.db.models import Case, When

from accounts.models import Owner
from grimoire.community.services import OwnPage
from grimoire.gate import Gate, Sealed
from grimoire.models import Opinion, Puzzle
from grimoire.puzzle_games import game_of

MAX_COUNTED: Final = 500  # opinions of a page: the latest
MAX_THEMES: Final = 4  # that are shown


@dataclass(frozen=True, slots=True)
class OpinionPanel:
    """What solvers say of a puzzle: ``too_easy`` and ``too_hard`` count those who said so, ``themes`` those named most;
    and what the reader can choose and has chosen."""

    count: int
    too_easy: int
    too_hard: int
    themes: list[tuple[str, int]]
    own: Opinion
    choices: list[tuple[str, str]]


def choices_for(puzzle: Puzzle, language: str) -> list[tuple[str, str]]:
    """The themes of a page with their names, as its game has them."""
    return game_of(puzzle).themes(puzzle, language)


def opinion_panel(puzzle: Puzzle, owner: Owner | None, language: str) -> OpinionPanel:
    """What solvers say of a page, for somebody to whom its gate is open."""
    own_first = Case(When(owner=owner, then=0), default=1)
    opinions = Opinion.objects.filter(puzzle=puzzle)
    rows = list((opinions.order_by(own_first, "-pk") if owner else opinions.order_by("-pk"))[:MAX_COUNTED])
    choices = choices_for(puzzle, language)
    names = dict(choices)
    themes = Counter(names[theme] for row in rows for theme in row.themes if theme in names)
    return OpinionPanel(
        count=len(rows),
        too_easy=sum(row.difficulty < 0 for row in rows),
        too_hard=sum(row.difficulty > 0 for row in rows),
        themes=sorted(themes.items(), key=lambda item: (-item[1], item[0]))[:MAX_THEMES],
        own=rows[0] if owner and rows and rows[0].owner_id == owner.pk else Opinion(),
        choices=choices,
    )


@transaction.atomic
def set_opinion(*, owner: Owner, puzzle: Puzzle, gate: Gate, difficulty: int, themes: list[str]) -> None:
    """Says how hard a page is and what it is about; nothing of both takes it back.

    Raises ``Sealed`` before the page is solved or its solution looked at, and ``OwnPage``.
    """
    if puzzle.is_owned_by(owner):
        raise OwnPage
    if not gate.is_open:
        raise Sealed
    if difficulty or themes:
        values = {"difficulty": difficulty, "themes": themes}
        Opinion.objects.update_or_create(owner=owner, puzzle=puzzle, defaults=values)
    else:
        Opinion.objects.filter(owner=owner, puzzle=puzzle).delete()
