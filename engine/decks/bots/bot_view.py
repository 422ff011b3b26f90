"""A bot's view of a game: the position as its seat knows it, from which whole positions can only be sampled."""

from __future__ import annotations

from typing import Final

from engine.decks.game.game import DecksGame
from engine.decks.game.knowledge import Knowledge
from engine.decks.game.unseen import Hidden, arranged, lay, unseen
from engine.decks.rules.actions import Action
from engine.decks.rules.position import Position
from engine.kernel.chance import Chance

_UNKNOWN_SEED: Final = 0


class BotView:
    """A position as a seat knows it, with nothing in it of what the seat does not.

    ``seat`` is whose view it is. Equal ``key`` means that the seat knows exactly the same. Without ``knowledge`` all
    hands and piles lie open.
    """

    __slots__ = ("_base", "hidden", "seat")

    def __init__(self, position: Position, knowledge: Knowledge | None, seat: int) -> None:
        """The view of ``seat`` on a position, ``knowledge`` being what everybody knows of it; both are left alone."""
        self.seat = seat
        self._base = position.copy()
        if position.seed is not None:
            self._base.seed = _UNKNOWN_SEED
        self.hidden = unseen(knowledge, seat) if knowledge is not None else []
        for hidden in self.hidden:  # from here on nothing tells where the cards really lie
            lay(self._base, hidden.places, hidden.cards)

    @classmethod
    def knowing(cls, position: Position, hidden: list[Hidden], seat: int) -> BotView:
        """The view of a seat on a position of which the ``hidden`` cards lie anyhow in their places."""
        view = cls(position, None, seat)
        view.hidden = hidden
        for part in hidden:
            lay(view._base, part.places, part.cards)
        return view

    @property
    def phase(self) -> int:
        return self._base.phase

    def legal_actions(self) -> list[Action]:
        """Every legal action, in the order of the contract; none when it is not this seat's turn."""
        return self._base.legal_actions() if self._base.active == self.seat else []

    def key(self) -> tuple[object, ...]:
        """Equal exactly for views that know the same. Hashable."""
        hidden = [(tuple(card.key for card in h.cards), tuple(h.places), tuple(h.passed)) for h in self.hidden]
        return (self.seat, self._base.key(), tuple(hidden))

    def known(self) -> Position:
        """A position that agrees with all that the seat knows, the hidden cards in an order that says nothing."""
        return self._base.copy()

    def sample(self, chance: Chance) -> Position:
        """A whole position that could be the real one, each as likely: the hidden cards shuffled, a seed made up."""
        position = self._base.copy()
        for hidden in self.hidden:
            places, cards = arranged(hidden, chance)
            lay(position, places, cards)
        if position.seed is not None:
            position.seed = chance.word()
        return position


def bot_view(game: DecksGame, seat: int) -> BotView:
    """A seat's view of a game in play. Raises ``ValueError`` before the deal."""
    if game.position is None or game.knowledge is None:
        raise ValueError("the game has not been dealt yet")
    return BotView(game.position, game.knowledge, seat)
