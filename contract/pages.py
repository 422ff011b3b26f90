"""What a page shows of a game, in words and on a board; and what a game has of its own at its tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from django.http import HttpResponse, QueryDict

from accounts.requests import SiteRequest
from contract.log import Entry
from contract.state import GameState


class GameFaces(Protocol):
    """A game on screen."""

    board_template: str
    styles_template: str

    def drawn(self, engine: Any, seen_by: str | None) -> Any:
        """What ``board_template`` shows of a game: to a seat, to a spectator (""), or with all hands open (None)."""
        ...

    def seat_word(self, seat: str) -> str: ...

    def thing_word(self, thing: str) -> str:
        """What a card, an Element or another thing of the game's format is called."""
        ...

    def action_words(self, action: str) -> str: ...

    def event_words(self, event: Mapping[str, Any], names: Mapping[str, str]) -> str:
        """An event as a sentence, seats by ``names``."""
        ...


@dataclass(frozen=True, slots=True)
class Coach:
    """The panel beside the board: ``state`` is ``turn``, ``right``, ``wrong``, ``look`` or ``wait``."""

    state: str
    icon: str
    head: str
    says: str


@dataclass(frozen=True, kw_only=True)
class TableParts:
    """What a game adds to the page of a table. Its templates get the whole context of the page; "" stands for none.

    ``head`` loads styles and scripts, ``board`` lies within an element of ``board_class``, ``guide`` explains,
    ``actions`` is what the seat may do, ``happened`` what has been done, ``tools`` are for the page itself, ``dialogs``
    stand below it. ``says`` is read aloud after a change, if it is not what the coach says. ``data`` is for the script.
    """

    coach: Coach
    head: str
    frame_class: str = ""
    board: str = ""
    board_class: str = ""
    side_class: str = "side"
    guide: str = ""
    actions: str = ""
    happened: str = ""
    tools: str = ""
    dialogs: str = ""
    has_sides: bool = False  # whether the board has a left and a right that can be swapped
    problem: str = ""
    says: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)
    context: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class GameEnding:
    """What a game says of its end to whoever looks; nothing where it ended before it began.

    ``why`` is a sentence, "" where its players ended it. With ``by_teams`` several winners are a team. ``columns`` head
    the ``scores`` of each seat, ``caption`` is about all of them. ``links`` are words and addresses.
    """

    why: str = ""
    by_teams: bool = False
    caption: str = ""
    columns: Sequence[str] = ()
    scores: Mapping[str, Sequence[str]] = field(default_factory=dict)
    links: Sequence[tuple[str, str]] = ()


class GameTable(Protocol):
    """What a game has of its own at its tables; ``viewer`` is a ``tables.viewers.Viewer``."""

    def seat_word(self, seat: str) -> str:
        """What a seat is called."""
        ...

    def ending(self, page: Any) -> GameEnding:
        """What is told of the end of the game on a ``tables.showing.page.TablePage``."""
        ...

    def entry_words(self, state: GameState) -> Callable[[Entry], str] | None:
        """What tells an action or terms in the log; None where the log tells neither."""
        ...

    def parts(self, page: Any) -> TableParts:
        """What a ``tables.showing.page.TablePage`` has beside what all games' have."""
        ...

    def act(self, viewer: Any, version: int, form: QueryDict) -> Mapping[str, str]:
        """Does what a form of the table asks for. Raises ``RequestRefused``.

        Returns the query of the table that is to be seen then.
        """
        ...

    def address_query(self, query: Mapping[str, str]) -> Mapping[str, str]:
        """What of such a query, or of a form that was refused, belongs in the address of a page."""
        ...

    def replay(self, request: SiteRequest, viewer: Any) -> HttpResponse: ...
