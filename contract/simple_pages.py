"""What pages show of a simple game, in words and on a board: all of it from views, none of it from requests."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from board.choices import ChoiceGroup
from contract.advice import Advice


@dataclass(frozen=True)
class DrawnCard:
    """A card of the gallery: ``style`` names its colours, ``sign`` stands in its corner, ``pips`` below that.

    A card with a ``template`` is drawn by that, as its ``face``.
    """

    name: str
    icon: str
    style: str
    sign: str = ""
    pips: range = range(0)
    text: str = ""
    count: int = 1
    face: Any = None
    template: str = ""


@dataclass(frozen=True)
class CardGroup:
    """Cards that stand together in the gallery."""

    title: str
    cards: Sequence[DrawnCard]
    note: str = ""


@dataclass(frozen=True)
class EndScores:
    """What seats have at the end: ``columns`` head the values ``by_seat``, ``caption`` is about all of them."""

    columns: Sequence[str] = ()
    by_seat: Mapping[str, Sequence[str]] = field(default_factory=dict)
    caption: str = ""


class SimpleGamePages(ABC):
    """What tables, rulings and puzzles show of such a game. ``board_template`` draws what ``board`` answers."""

    board_template = ""
    styles_template = ""  # the styles that its boards and cards have of their own
    head_template = "play/table/_head.html"  # styles and scripts of its tables
    end_action = ""  # that ends a turn

    # What each game has of its own

    @abstractmethod
    def title(self) -> str:
        """The game's name."""

    @property
    @abstractmethod
    def about(self) -> str:
        """What the game is about, in a sentence."""

    @property
    @abstractmethod
    def in_words(self) -> Sequence[str]:
        """The rules in a few sentences, for whoever plays for the first time."""

    @abstractmethod
    def card_groups(self) -> Iterable[CardGroup]:
        """All cards of the game as they are drawn, in groups."""

    @abstractmethod
    def seat_word(self, seat: str) -> str:
        """What a seat is called."""

    @abstractmethod
    def thing_word(self, thing: str) -> str:
        """What a thing of the game's format is called: a card, a seat; the text itself where it has no other name."""

    @abstractmethod
    def seats_in(self, view: Mapping[str, Any]) -> Sequence[str]:
        pass

    @abstractmethod
    def board(self, view: Mapping[str, Any], own: str, names: Mapping[str, str]) -> Any:
        """What the board's template shows of a view."""

    def table_board(self, engine: Any, view: Mapping[str, Any], own: str, names: Mapping[str, str]) -> Any:
        """The same at a table, where it is known how the game came there."""
        return self.board(view, own, names)

    def next_board(
        self,
        engine: Any,
        ahead: Any,
        view: Mapping[str, Any],
        actions: Sequence[str],
        own: str,
        names: Mapping[str, str],
    ) -> Any:
        """The same while a seat lays down its next turn: ``ahead`` is the game as the seat knows it with what is laid
        down, after which it may do ``actions``."""
        return self.table_board(engine, {**view, "actions": actions}, own, names)

    @abstractmethod
    def groups(self, view: Mapping[str, Any]) -> Iterable[ChoiceGroup]:
        """What may be done, for the buttons beside the board."""

    @abstractmethod
    def action_words(self, action: str) -> str:
        pass

    @abstractmethod
    def event_words(self, event: Mapping[str, Any], names: Mapping[str, str]) -> str:
        """An event as a sentence."""

    @abstractmethod
    def stage_words(self, view: Mapping[str, Any]) -> str:
        """What is to be decided, for whoever is to act."""

    @abstractmethod
    def end_words(self, reason: str) -> str:
        """Why the engine ended a game; "" for a reason that is not the engine's."""

    @abstractmethod
    def open_view(self, engine: Any) -> Mapping[str, Any]:
        """The view with all that each seat sees, for the replay of a game that is over."""

    @abstractmethod
    def advice(self, view: Mapping[str, Any]) -> Advice | None:
        """What a first game says of this moment to the seat of a view."""

    def points(self, engine: Any) -> Mapping[str, int]:
        """The points of each seat by now; none in a game without points."""
        return {}

    def part_words(self, engine: Any) -> str:
        """The part of a game that is being played: "Turn 3"."""
        return ""

    def end_scores(self, engine: Any) -> EndScores:
        """What each seat has at the end."""
        points = self.points(engine)
        return EndScores([_("Points")] if points else (), {seat: [str(count)] for seat, count in points.items()})

    def gives_away(self, actions: Sequence[str], *, has_acted: bool) -> bool:
        """Whether the end of the turn gives away what the turn was for: whoever ends it is asked first.

        ``has_acted``: whether the seat has done anything in this turn.
        """
        return not has_acted and len(actions) > 1

    def given_away_words(self) -> str:
        return _("You haven't done anything this turn.")

    def composing(self, view: Mapping[str, Any]) -> Any:
        """What a form needs in which an action is put together out of cards; None where there is nothing such."""
        return None

    def drawn(self, engine: Any, seen_by: str | None) -> Any:
        """What the board's template shows of a game: to a seat, to a spectator (""), or with all hands open (None)."""
        if seen_by is None:
            view = self.open_view(engine)
        else:
            seats = self.seats_in(engine.view(None))
            view = {**engine.view(seats.index(seen_by) if seen_by else None), "actions": []}
        return self.board(view, seen_by or "", {seat: self.seat_word(seat) for seat in self.seats_in(view)})
