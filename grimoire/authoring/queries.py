"""Reading an author's pages."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404
from django.urls import reverse
from django.utils.safestring import SafeString

from accounts.models import Owner, Visibility
from engine.errors import EngineError
from engine.interchange import read_position
from grimoire.authoring.checks import what_is_missing
from grimoire.authoring.words import flag_text, missing_text
from grimoire.browsing.minis import mini_of
from grimoire.editor.addresses import editor_href
from grimoire.goals import goal_short
from grimoire.models import Puzzle
from grimoire.services import site_cards


def own_puzzle(owner: Owner | None, token: str) -> Puzzle:
    """One of somebody's own pages. Raises ``Http404`` for all others."""
    found = Puzzle.objects.owned_by(owner).select_related("proof", "owner__user").filter(token=token).first()
    if found is None:
        raise Http404
    return found


def remixable(owner: Owner | None, token: str) -> Puzzle:
    """A page that somebody may make one of their own of: a published one that they may see, or their own."""
    found = Puzzle.objects.readable_by(owner).select_related("owner__user").filter(token=token).first()
    if found is None or not (found.is_published or found.is_owned_by(owner)):
        raise Http404
    return found


def anticipating(puzzle: Puzzle) -> Puzzle | None:
    """The published page that had this position first, unless it is this one."""
    others = Puzzle.objects.filter(
        position_key=puzzle.position_key,
        published_at__isnull=False,
        visibility=Visibility.PUBLIC,
        hidden_at__isnull=True,
    )
    if puzzle.published_at is not None:
        others = others.filter(published_at__lt=puzzle.published_at)
    return others.exclude(pk=puzzle.pk).select_related("owner__user").order_by("published_at").first()


def editor_of(puzzle: Puzzle) -> str:
    """The address that opens a page's position in the editor: the page's own for a draft, a copy's for a page."""
    if not puzzle.is_published:
        return f"{reverse('grimoire:editor')}?puzzle={puzzle.token}"
    try:
        return editor_href(read_position(puzzle.position, site_cards()))
    except EngineError:  # too long for an address
        return reverse("grimoire:editor")


@dataclass(frozen=True, slots=True)
class Item:
    """A page in its author's list.

    ``group`` is ``flagged``, ``draft``, ``proving`` or ``published``; ``says`` why it is there: what is missing of a
    draft, what is wrong with a flagged page.
    """

    puzzle: Puzzle
    group: str
    board: SafeString
    icons: frozenset[str]
    goal: str
    says: tuple[str, ...]
    editor: str

    @property
    def is_ready(self) -> bool:
        return self.group == "draft" and not self.says


def items_of(puzzles: list[Puzzle], language: str) -> list[Item]:
    """Pages as their author's list shows them."""
    return [_item(puzzle, language) for puzzle in puzzles]


def _item(puzzle: Puzzle, language: str) -> Item:
    mini = mini_of(puzzle.position)
    says: tuple[str, ...] = ()
    if puzzle.flagged_at is not None:
        group, says = "flagged", (flag_text(puzzle.flag_reason),)
    elif puzzle.is_published:
        group = "published"
    elif puzzle.proof is not None and not puzzle.proof.is_settled:
        group = "proving"
    else:
        group, says = "draft", tuple(missing_text(code) for code in what_is_missing(puzzle))
    return Item(puzzle, group, mini.svg, mini.icons, goal_short(puzzle, language), says, editor_of(puzzle))
