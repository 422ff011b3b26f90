"""The turns of simple games for a review."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from contract.reviews import JudgedTurn, Shares, ShownTurn
from contract.simple_pages import SimpleGamePages
from contract.state import GameState, PlayedAction


@dataclass(frozen=True)
class SimpleTurn:
    """A turn, or a decision where each is judged by itself; ``start`` is the engine's game before it.

    ``at`` counts the actions before it, ``seat`` is who acts in it by the engine's number. ``done`` is all that was
    done from then on until the turn ended, by others too; ``begins`` says that the turn begins with it.
    """

    number: int
    letter: str
    seat: int
    at: int
    start: Any
    done: tuple[PlayedAction, ...]
    begins: bool = True

    @property
    def own(self) -> tuple[str, ...]:
        """What its seat did."""
        return tuple(done.action for done in self.done if done.seat == self.seat)


class SimpleReviewer(ABC):
    """A ``GameReviewer`` of such a game. With ``by_decision`` every action is judged by itself."""

    by_decision = False

    def __init__(self, faces: SimpleGamePages) -> None:
        self.faces = faces

    # What each game has of its own

    @abstractmethod
    def judged(self, turn: SimpleTurn, said: JudgedTurn) -> None:
        """Writes into ``said`` what was missed in a turn, or what was better."""

    @abstractmethod
    def shares(self, engine: Any) -> Sequence[float]:
        """About how likely each seat is to win, by the engine's numbers, when a turn begins."""

    @abstractmethod
    def label(self, turn: SimpleTurn) -> str:
        pass

    # See ``GameReviewer``

    def has_turns(self, state: GameState) -> bool:
        return state.engine is not None and bool(state.done)

    def is_judged(self, done: PlayedAction) -> bool:
        return True

    def turns(self, state: GameState) -> Sequence[SimpleTurn]:
        turns: list[SimpleTurn] = []
        steps = list(enumerate(state.before(0)))
        for _key, group in groupby(steps, lambda step: step[1][0].turn):
            of_turn = list(group)
            done = tuple(step[1][0] for step in of_turn)
            for place, (at, (first, before, _after)) in enumerate(of_turn):
                if place == 0 or self.by_decision:
                    letter = state.seat_names[first.seat]
                    turn = SimpleTurn(len(turns) + 1, letter, first.seat, at, before, done[place:], place == 0)
                    turns.append(turn)
        return turns

    def version(self, state: GameState, turn: SimpleTurn) -> int:
        return turn.done[0].version

    def judge(self, turn: SimpleTurn) -> JudgedTurn:
        said = JudgedTurn(turn=turn.number, seat=turn.letter, missed=None, plan=None, best=None, played=None)
        self.judged(turn, said)
        return said

    def outlooks(self, turn: SimpleTurn) -> Shares | None:
        if not turn.begins:
            return None
        seats = self.faces.seats_in(turn.start.view(None))
        return dict(zip(seats, self.shares(turn.start), strict=True))

    def href(self, viewer: Any, turn: SimpleTurn) -> str:
        return f"{reverse('play:replay', args=[viewer.game.token])}?{urlencode({'at': turn.at})}"

    def shown(
        self, viewer: Any, turn: SimpleTurn, count: int, line: Sequence[str], language: str, *, wins: bool
    ) -> ShownTurn:
        faces = self.faces
        of = {"part": faces.part_words(turn.start), "seat": faces.seat_word(turn.letter)}
        return {
            "title": _("%(part)s: %(seat)s") % of,
            "played": self._words(turn, turn.done[:1] if line and self.by_decision else turn.done),
            "instead": [faces.action_words(action) for action in line],
            "played_href": self.href(viewer, turn),
        }

    def _words(self, turn: SimpleTurn, done: Sequence[PlayedAction]) -> list[str]:
        """What was done, sentence by sentence; the end of the turn goes without saying."""
        seats = self.faces.seats_in(turn.start.view(None))
        words = []
        for played in done:
            sentence = self.faces.action_words(played.action)
            if played.seat != turn.seat:
                of = {"seat": self.faces.seat_word(seats[played.seat]), "what": sentence}
                words.append(_("%(seat)s: %(what)s") % of)
            elif played.action != self.faces.end_action or len(done) == 1:
                words.append(sentence)
        return words
