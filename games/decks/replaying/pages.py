"""The page of a replay: a turn on the board, with all its steps, and the way to the other turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Owner
from board.arrangement import MARK_NAMES
from board.pages import BoardPage
from board.plays import PlayableCard
from board.services import BoardAddress, Resolved, address_of
from engine.decks.game.game import DecksGame
from engine.kernel.errors import EngineError
from games.decks.replaying.turns import PlayedTurn, draft_of
from games.decks.replaying.words import action_words
from games.decks.state import DecksState
from tables.models import LiveGame
from tables.showing.words import result_words
from tables.summaries import holder_name
from tables.viewers import Viewer


class ReplayPage(BoardPage):
    """A turn of a game at one of its steps. Its addresses are those of the replay: ``?at=TURN&step=N``."""

    def __init__(
        self, game: LiveGame, turn: PlayedTurn, resolved: Resolved, step: int, language: str, owner: Owner | None
    ) -> None:
        self.game = game
        self.turn = turn
        super().__init__(resolved, _address(resolved), step, language, owner)

    def href(self, step: int) -> str:
        return moment_href(self.game, self.turn.number, step)

    def href_of(self, name: str) -> str:
        """The address of something that begins at this step: ``edit``, ``puzzle``, ``go_on``."""
        return moment_href(self.game, self.turn.number, self.step, name)

    @property
    def edit_href(self) -> str:
        """The address that leads into the editor with the position as this step has it."""
        return self.href_of("replay_edit")

    @property
    def analysis_href(self) -> str:
        """Where an analysis begins that has the whole game as its main line, at this step."""
        return analysis_href(self.game, self.turn.number, self.step)

    @property
    def choices(self) -> list[PlayableCard]:
        """None: what could be played is for a game that goes on from here."""
        return []

    @property
    def next_actions(self) -> list[str]:
        """None: the next turn has its own page."""
        return []


def _address(resolved: Resolved) -> BoardAddress:
    """Where the board's page has it, for links that lead there; an empty address where it is too long for one."""
    try:
        return address_of(resolved)
    except EngineError:
        return BoardAddress()


def moment_href(game: LiveGame, turn: int, step: int, name: str = "replay") -> str:
    return f"{reverse(f'play:{name}', args=[game.token])}?{urlencode({'at': turn, 'step': step})}"


def analysis_href(game: LiveGame, turn: int, step: int = 0) -> str:
    return f"{reverse('analysing:from_game', args=[game.token])}?{urlencode({'at': turn, 'step': step})}"


def turn_title(turn: PlayedTurn, count: int) -> str:
    if turn.continues:
        words = _("Turn %(number)d of %(count)d: %(seat)s, turn %(own)d continued, redealt")
    else:
        words = _("Turn %(number)d of %(count)d: %(seat)s, turn %(own)d")
    return words % {"number": turn.number, "count": count, "seat": turn.letter, "own": turn.own}


def replay_context(
    viewer: Viewer, state: DecksState, turns: Sequence[PlayedTurn], page: ReplayPage | None
) -> dict[str, Any]:
    """The context of the page; without a turn there is nothing but how the game ended."""
    game = viewer.game
    context: dict[str, Any] = {
        "game": game,
        "result": result_words(state.result),
        "page": page,
        "seats": [(seat.seat_name, holder_name(seat)) for seat in viewer.seats],
        "origin": _origin(state),
        "draft": [] if state.engine is None else _draft(state.engine),
    }
    if page is None:
        return {**context, "title": _("Replay")}
    number, count = page.turn.number, len(turns)
    return {
        **context,
        "title": turn_title(page.turn, count),
        "icons": page.icons,
        "mark_names": [name for _flag, name in MARK_NAMES],
        "turns": [
            {"turn": turn, "href": moment_href(game, turn.number, 0), "is_current": turn.number == number}
            for turn in turns
        ],
        "before": moment_href(game, number - 1, 0) if number > 1 else "",
        "after": moment_href(game, number + 1, 0) if number < count else "",
        "puzzle": page.href_of("replay_puzzle"),
        "go_on": page.href_of("continue_game"),
    }


def _draft(engine: DecksGame) -> list[tuple[str, str]]:
    """How the decks came about: seats and their choices in words."""
    return [(letter, action_words(before, pick)) for letter, before, pick in draft_of(engine)]


def _origin(state: DecksState) -> dict[str, Any] | None:
    """The moment of another game that this one went on from."""
    imported = state.setup.get("imported")
    if imported is None:
        return None
    query = urlencode({"at": imported["turn"], "step": imported["step"]})
    return {
        **imported,
        "href": f"{reverse('play:replay', args=[imported['game']])}?{query}",
        "is_dealt_anew": _is_dealt_anew(state, imported),
    }


def _is_dealt_anew(state: DecksState, imported: dict[str, Any]) -> bool:
    """Whether what was hidden was dealt anew where a game began that goes on from another one."""
    assert state.engine is not None
    done = len(imported["actions"]) - len(state.engine.draft_actions)
    return any(redeal.after == done for redeal in state.engine.setup.redeals)
