"""A bot's view of a game: the position as its seat knows it, from which whole positions can only be sampled."""

from __future__ import annotations

from typing import Final

from engine.decks.game.game import DecksGame
from engine.decks.game.knowledge import Knowledge
from engine.decks.rules.actions import Action
from engine.decks.rules.board import AISeat, Board
from engine.decks.rules.cards import Card
from engine.decks.rules.position import Position
from engine.decks.rules.summoning import can_reinforce
from engine.kernel.chance import Chance

_UNKNOWN_SEED: Final = 0


class Hidden:
    """Cards that were shuffled together and not shown since.

    ``cards`` in an order that says nothing; ``places`` where they lie, as seat and index (of the hand, or of an AI's
    pile); ``passed`` those of the places of which it is known that Reinforcement could not play the card there.
    """

    __slots__ = ("cards", "passed", "places")

    def __init__(self, cards: list[Card], places: list[tuple[int, int]], passed: list[tuple[int, int]]) -> None:
        self.cards = cards
        self.places = places
        self.passed = passed


class BotView:
    """A position as a seat knows it, with nothing in it of what the seat does not.

    ``seat`` is whose view it is. Equal ``key`` means that the seat knows exactly the same.
    """

    __slots__ = ("_base", "hidden", "seat")

    def __init__(self, position: Position, knowledge: Knowledge, seat: int) -> None:
        """The view of ``seat`` on a position, ``knowledge`` being what everybody knows of it; both are left alone."""
        self.seat = seat
        self._base = position.copy()
        if position.seed is not None:
            self._base.seed = _UNKNOWN_SEED
        self.hidden = _hidden(knowledge, seat)
        for hidden in self.hidden:  # from here on nothing tells where the cards really lie
            _lay(self._base, hidden.places, hidden.cards)

    def legal_actions(self) -> list[Action]:
        """Every legal action, in the order of the contract; none when it is not this seat's turn."""
        return self._base.legal_actions() if self._base.active == self.seat else []

    def key(self) -> tuple[object, ...]:
        """Equal exactly for views that know the same. Hashable."""
        hidden = [(tuple(card.key for card in h.cards), tuple(h.places), tuple(h.passed)) for h in self.hidden]
        return (self.seat, self._base.key(), tuple(hidden))

    def sample(self, chance: Chance) -> Position:
        """A whole position that could be the real one, each as likely: the hidden cards shuffled, a seed made up."""
        position = self._base.copy()
        for hidden in self.hidden:
            places, cards = _arranged(hidden, chance)
            _lay(position, places, cards)
        if position.seed is not None:
            position.seed = chance.word()
        return position


def bot_view(game: DecksGame, seat: int) -> BotView:
    """A seat's view of a game in play. Raises ``ValueError`` before the deal."""
    if game.position is None or game.knowledge is None:
        raise ValueError("the game has not been dealt yet")
    return BotView(game.position, game.knowledge, seat)


def _hidden(knowledge: Knowledge, seat: int) -> list[Hidden]:
    """The sets of cards that a seat cannot tell apart."""
    scene = knowledge.scene
    place_of = {}
    for other, hand in enumerate(scene.hands):
        for index, token in enumerate(hand.tokens if hand.ai is None else hand.pile):
            place_of[token] = (other, index)
    found = []
    for shuffle in knowledge.shuffles:
        if shuffle.tokens and shuffle.seats != (seat,):
            cards = sorted((scene.cards[token] for token in shuffle.tokens), key=lambda card: card.key)
            places = sorted(place_of[token] for token in shuffle.tokens)
            passed = sorted(place_of[token] for token in shuffle.tokens if token in knowledge.passed)
            found.append(Hidden(cards, places, passed))
    return found


def _arranged(hidden: Hidden, chance: Chance) -> tuple[list[tuple[int, int]], list[Card]]:
    """The places and, in the same order, the cards shuffled; only cards that may lie there on those passed over."""
    cards = hidden.cards[:]
    chance.shuffle(cards)
    if not hidden.passed:
        return hidden.places, cards
    unfit = [card for card in cards if not can_reinforce(card)]
    first, kept = unfit[: len(hidden.passed)], unfit[len(hidden.passed) :]
    rest = [card for card in cards if can_reinforce(card)] + kept
    chance.shuffle(rest)
    return hidden.passed + [place for place in hidden.places if place not in hidden.passed], first + rest


def _lay(board: Board, places: list[tuple[int, int]], cards: list[Card]) -> None:
    for (seat, index), card in zip(places, cards, strict=True):
        player = board.seats[seat]
        (player.pile if isinstance(player, AISeat) else player.hand)[index] = card
