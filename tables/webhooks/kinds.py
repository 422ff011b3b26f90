"""The kinds of events that addresses are told of, and what is said of each. Rooms above register theirs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from tables.models import LiveGame, WebhookEvent
from tables.summaries import summary_of
from tables.telling import is_looking, letters_concerned, title_of
from web.registry import Registry

TURN_BEGAN: Final = "turn.began"
GAME_BEGAN: Final = "game.began"
TEST: Final = "test"


@dataclass(frozen=True, slots=True)
class EventWords:
    """The part of an event that differs by kind: ``address`` is a path on the site, ``seats`` are the owner's letters
    that are meant; ``title`` and ``summary`` are in the language of the moment. Nothing that a seat may not know."""

    title: str
    summary: str
    address: str
    seats: list[str]
    more: dict[str, Any]


# By its kind: what is told of an event, in the language of the moment; None where nobody has to be told any more.
kinds: Final[Registry[Callable[[WebhookEvent], EventWords | None]]] = Registry()


def of_game(event: WebhookEvent) -> EventWords | None:
    """A turn of a live game, or that it has begun."""
    game = LiveGame.objects.filter(token=event.about).first()
    if game is None:
        return None
    owner, begins = event.hook.owner_id, event.kind == GAME_BEGAN
    letters = letters_concerned(game, owner, event.letters, event.since, begins=begins)
    if not letters or is_looking(game, owner):
        return None
    waiting = [letter for letter in letters if letter in game.acting]
    title = title_of(is_turn=bool(waiting), begins=begins)
    more = {"game": game.token, "kind": game.game, "your_turn": bool(waiting)}
    return EventWords(title, str(summary_of(game)), game.get_absolute_url(), waiting or letters, more)


kinds.register(TURN_BEGAN, of_game)
kinds.register(GAME_BEGAN, of_game)
