"""Contexts of the part below a page: what readers make of it, and how to share it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from django.urls import reverse
from django.utils.safestring import SafeString

from accounts.models import Owner
from accounts.requests import SiteRequest
from board.links import board_address, editor_address
from contract.glicko import Rating
from engine.kernel.errors import EngineError
from grimoire.attempt_state import state_of
from grimoire.community import queries
from grimoire.community.comment_text import shown_text, walker
from grimoire.community.embedding import embed_code, origin_of, path_in, position_in
from grimoire.community.forms import CommentForm
from grimoire.community.news import take_news
from grimoire.community.opinions import OpinionPanel, opinion_panel
from grimoire.community.ratings import rating_of
from grimoire.gate import Gate
from grimoire.models import Comment, Puzzle, Solver
from grimoire.models.community import COMMENT_LENGTH
from grimoire.models.puzzles import DECKS

SHOWN: Final = 50  # comments below a page; all of them are on the comments' own page
KEPT_TEXT: Final = "comment"  # in the session: what somebody wrote before signing in, as [token, text]
UNSURE: Final = 110.0  # points of deviation above which a rating is given with a question mark


@dataclass(frozen=True, slots=True)
class CommentRow:
    """A comment for showing: who said it, what the reader may do with it, and whether they see it the first time."""

    comment: Comment
    name: str
    is_own: bool
    is_author: bool
    text: SafeString
    is_new: bool = False

    @property
    def is_reply(self) -> bool:
        return self.comment.reply_to_id is not None

    @property
    def is_edited(self) -> bool:
        return (self.comment.updated - self.comment.created).total_seconds() > 1


@dataclass(frozen=True, slots=True)
class Standing:
    """A rating in whole points; ``is_sure`` where it has settled."""

    points: int
    is_sure: bool

    @classmethod
    def of(cls, rating: Rating) -> Standing:
        return cls(round(rating.value), rating.deviation <= UNSURE)


@dataclass(frozen=True, slots=True)
class CommunityPanel:
    """The context of ``grimoire/community/_live.html``; comments and ratings only once the gate ``is_open``.

    ``more`` counts the earlier comments that are not among those shown; ``kept`` whether the text in the form is one
    that was typed before signing in.
    """

    puzzle: Puzzle
    is_open: bool
    is_own: bool
    is_published: bool
    favourite: bool
    vote: int
    comments: tuple[CommentRow, ...] = ()
    more: int = 0
    form: CommentForm | None = None
    kept: bool = False
    page_rating: Standing | None = None
    own_rating: Standing | None = None
    length: int = COMMENT_LENGTH
    opinions: OpinionPanel | None = None


@dataclass(frozen=True, slots=True)
class ShareLinks:
    """The ways out of a page: addresses to give away (whole), and to what can be made of it (paths).

    What there is not is empty: of a draft nothing is given away, and a position may be too long for an address.
    """

    url: str = ""
    code: str = ""
    embed: str = ""
    board: str = ""
    editor: str = ""
    remix: str = ""
    book: str = ""
    report: str = ""
    sheet: str = ""
    sheet_with_solution: str = ""


def community_context(puzzle: Puzzle, owner: Owner | None, gate: Gate, request: SiteRequest) -> dict[str, Any]:
    """The context of ``grimoire/community/_below.html``, for the page on which a puzzle of any game is solved."""
    return {**live(puzzle, owner, gate, request), "share": share_of(puzzle, owner, gate, request)}


def live(
    puzzle: Puzzle, owner: Owner | None, gate: Gate, request: SiteRequest, form: CommentForm | None = None
) -> dict[str, Any]:
    """The context of the part of it that changes; ``form`` is a comment's that has to be shown again."""
    panel = CommunityPanel(
        puzzle=puzzle,
        is_open=gate.is_open,
        is_own=puzzle.is_owned_by(owner),
        is_published=puzzle.is_open_to_all,
        favourite=queries.is_favourite(puzzle, owner),
        vote=queries.vote_of(puzzle, owner),
    )
    if not gate.is_open:
        return {"community": panel}
    comments = queries.comments_on(puzzle, owner, gate)
    more = max(comments.count() - SHOWN, 0)
    draft = kept_text(request, puzzle)
    solver = Solver.objects.filter(owner=owner, rated_count__gt=0).first() if owner is not None else None
    shown = replace(
        panel,
        comments=comment_rows(comments[more:], puzzle, owner, request.language),
        more=more,
        form=form or CommentForm(initial={"text": draft}),
        kept=bool(draft),
        page_rating=Standing.of(rating_of(puzzle)) if puzzle.is_published else None,
        own_rating=Standing.of(rating_of(solver)) if solver else None,
        opinions=opinion_panel(puzzle, owner, request.language) if panel.is_published else None,
    )
    return {"community": shown}


def comment_rows(comments: Any, puzzle: Puzzle, owner: Owner | None, language: str) -> tuple[CommentRow, ...]:
    """Comments for showing; from now on their reader knows of them."""
    new, walk = take_news(owner, puzzle), walker(puzzle, language)
    return tuple(
        CommentRow(
            comment,
            comment.owner.name if comment.owner else "",
            comment.is_owned_by(owner),
            comment.owner_id == puzzle.owner_id,
            shown_text(comment.text, walk),
            comment.pk in new,
        )
        for comment in comments
    )


def kept_text(request: SiteRequest, puzzle: Puzzle) -> str:
    """The text that this visitor wrote about the page before signing in; empty for most. Opens no session for it."""
    if not request.user.is_authenticated:
        return ""
    token, text = request.session.get(KEPT_TEXT, ("", ""))
    return str(text) if token == puzzle.token else ""


def share_of(puzzle: Puzzle, owner: Owner | None, gate: Gate, request: SiteRequest) -> ShareLinks:
    """The ways out of a page; of a draft there is nothing to give away."""
    origin, language, is_open = origin_of(request), request.language, puzzle.is_open_to_all
    ways = {
        "book": reverse("grimoire:add_to_book", args=[puzzle.token]),
        "sheet": reverse("grimoire:sheet", args=[puzzle.token]),
    }
    if gate.is_open:
        ways["sheet_with_solution"] = f"{ways['sheet']}?solution=1"
    if puzzle.game == DECKS:
        ways |= _cards_ways(puzzle, gate, language)
    if not is_open:
        return ShareLinks(**ways)
    if puzzle.owner_id is not None and not puzzle.is_owned_by(owner):
        ways["report"] = reverse("accounts:report", args=["puzzle", puzzle.token])
    if puzzle.game == DECKS:
        ways |= {
            "code": embed_code(puzzle, language, origin),
            "embed": path_in("grimoire:embed", puzzle, language),
        }
    return ShareLinks(url=origin + puzzle.get_absolute_url(), **ways)


def _cards_ways(puzzle: Puzzle, gate: Gate, language: str) -> dict[str, str]:
    """What can be made of a position of Clash of Decks."""
    position = state_of(gate.attempt).start_in(language).position if gate.attempt else position_in(puzzle, language)
    tells = _gives_away(puzzle, gate)
    return {
        "board": "" if tells else _address(board_address, position, ()),
        "editor": "" if tells else _address(editor_address, position),
        "remix": reverse("grimoire:remix", args=[puzzle.token]),
    }


def _gives_away(puzzle: Puzzle, gate: Gate) -> bool:
    """Whether resolving the position elsewhere would tell the reader what they are still asked to foretell."""
    return puzzle.kind == Puzzle.Kind.FORETELL and not gate.is_open


def _address(make: Callable[..., str], *arguments: Any) -> str:
    """An address that holds the position; empty where it is too long for one."""
    try:
        return make(*arguments)
    except EngineError:
        return ""
