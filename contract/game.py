"""What a game is to the site: a record of its parts, None where it has none of a kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.functional import Promise

from accounts.limits import Limit
from accounts.requests import SiteRequest
from cards.sections import PageSection
from contract.adapter import GameAdapter
from contract.desks import EditorDesk
from contract.kit import GameKit
from contract.modes import GameMode
from contract.moments import Moment
from contract.pages import GameTable
from contract.puzzles import PuzzleGame
from contract.questions import QuestionGame
from contract.reviews import GameReviewer
from contract.rulings import RuledGame
from contract.sheets import SheetKind
from contract.simple_form import SimpleSetupForm
from contract.simple_pages import SimpleGamePages


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game of the site. ``name`` is that of the API and of addresses, "magic-pebbles", ``title`` its proper name.

    ``refusal_text`` says in a language why an action is refused, by the engine's code, and raises
    ``board.texts.MissingText`` for a code that is not the game's. ``faces`` draw any position of it and say what
    happens in it; a game with a ``table`` shows more there than its faces do. ``moments`` are those of its first game.
    ``urls`` and ``api_urls`` are the modules of the addresses that it has beside those of all tables, in their
    namespaces; ``reviewer`` judges the turns of its finished games. ``modes`` are those it can be
    played in, if any; ``start_refusals`` say why one cannot begin, by code, with the %(seat)s in question. ``editor``
    is its board editor, with a position as a line, for a form; ``puzzles_about`` the section on puzzles that turn on
    abilities, by their slugs; ``api_limits`` what ``api_urls`` are limited to, in words. ``questions`` is there where
    readers may ask about its positions.
    """

    name: str
    title: str
    tagline: str | Promise
    adapter: GameAdapter
    refusal_text: Callable[[str, str], str] | None = None
    table: GameTable | None = None
    faces: SimpleGamePages | None = None
    rulings: RuledGame | None = None
    questions: QuestionGame | None = None
    setup_form: type[SimpleSetupForm] | None = None
    kit: GameKit | None = None
    moments: Callable[[], Sequence[Moment]] = tuple
    puzzles: PuzzleGame | None = None
    sheets: Sequence[SheetKind] = ()
    urls: str = ""
    api_urls: str = ""
    api_limits: Sequence[tuple[str | Promise, Limit]] = ()
    modes: Sequence[GameMode] = ()
    start_refusals: Mapping[str, str | Promise] = field(default_factory=dict)
    reviewer: GameReviewer | None = None
    editor: Callable[[SiteRequest, str], EditorDesk] | None = None
    puzzles_about: Callable[[Sequence[str], SiteRequest], PageSection | None] | None = None
