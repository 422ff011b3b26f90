"""Reading an author's pages."""

from __future__ import annotations

from dataclasses import dataclass

from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.safestring import SafeString

from accounts.models import Owner, Visibility
from board.likenesses import looks_of
from board.links import editor_address
from board.services import site_cards
from board.thumbnails import mini_of
from engine.decks.formats.interchange import read_position
from engine.decks.rules.trace.scenes import Scene
from engine.kernel.errors import EngineError
from grimoire.authoring.authoring_text import flag_text, missing_text, stale_pin_text
from grimoire.authoring.checks import what_is_missing
from grimoire.goals import goal_short
from grimoire.models import Puzzle


def own_puzzle(owner: Owner | None, token: str) -> Puzzle:
    """One of somebody's own pages. Raises ``Http404`` for all others."""
    pages = Puzzle.objects.of_decks().owned_by(owner).select_related("proof", "owner__user", "twin_of")
    return get_object_or_404(pages, token=token)


def remixable(owner: Owner | None, token: str) -> Puzzle:
    """A page that somebody may make one of their own of: a published one that they may see, or their own."""
    return get_object_or_404(Puzzle.objects.of_decks().open_to(owner).select_related("owner__user"), token=token)


def anticipating(puzzle: Puzzle) -> Puzzle | None:
    """The published page that had this position first, unless it is this one."""
    others = Puzzle.objects.listed().filter(position_key=puzzle.position_key, published_at__isnull=False)
    if puzzle.published_at is not None:
        others = others.filter(published_at__lt=puzzle.published_at)
    return others.exclude(pk=puzzle.pk).select_related("owner__user").order_by("published_at").first()


def editor_of(puzzle: Puzzle) -> str:
    """The address that opens a page's position in the editor: the page's own for a draft, a copy's for a page."""
    if not puzzle.is_published:
        return f"{reverse('grimoire:editor')}?puzzle={puzzle.token}"
    try:
        return editor_address(read_position(puzzle.position, site_cards()))
    except EngineError:  # too long for an address
        return reverse("grimoire:editor")


def left_by_others(puzzle: Puzzle) -> dict[str, int]:
    """What others have to do with a page: those who tried it, their comments, and books of theirs that it is in."""
    return {
        "others": puzzle.attempts.exclude(owner=puzzle.owner).count(),
        "comments": puzzle.comments.exclude(owner=puzzle.owner).count(),
        "books": puzzle.book_pages.exclude(book__owner=puzzle.owner).count(),
    }


def private_cards(puzzle: Puzzle) -> list[str]:
    """The names of its author's private cards on a page: once it is published everybody sees their faces."""
    scene = Scene(read_position(puzzle.position, site_cards()))
    looks = looks_of(scene.cards, puzzle.owner)
    return sorted({card.title for card in looks.kept.values() if card.visibility == Visibility.PRIVATE})


@dataclass(frozen=True, slots=True)
class Item:
    """A page in its author's list.

    ``group`` is ``flagged``, ``draft``, ``proving`` or ``published``; ``says`` why it is there: what is missing of a
    draft, what is wrong with a flagged page.
    """

    puzzle: Puzzle
    group: str
    board: SafeString
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
    says: tuple[str, ...] = ()
    if puzzle.flagged_at is not None:
        group, says = "flagged", (flag_text(puzzle.flag_reason),)
    elif puzzle.is_published:
        group = "published"
        says = (stale_pin_text(),) if any(pin.get("is_stale") for pin in puzzle.pinned_tries) else ()
    elif puzzle.proof is not None and not puzzle.proof.is_settled:
        group = "proving"
    else:
        group, says = "draft", tuple(missing_text(code) for code in what_is_missing(puzzle))
    return Item(puzzle, group, mini_of(puzzle.position), goal_short(puzzle, language), says, editor_of(puzzle))
