"""What a seat cannot see, as sets of cards and of places: for whoever deals it in another way."""

from __future__ import annotations

from collections.abc import Iterable

from engine.decks.game.knowledge import Knowledge
from engine.decks.rules.board import AISeat, Board
from engine.decks.rules.cards import Card
from engine.decks.rules.plays import can_reinforce
from engine.decks.rules.position import Position
from engine.kernel.chance import Chance

Place = tuple[int, int]  # a seat, and an index of its hand or of an AI's pile


class Hidden:
    """Cards that were shuffled together and not shown since.

    ``cards`` in an order that says nothing; ``places`` where they lie; ``passed`` those of the places of which it is
    known that Reinforcement could not play the card there.
    """

    __slots__ = ("cards", "passed", "places")

    def __init__(self, cards: list[Card], places: list[Place], passed: list[Place]) -> None:
        self.cards = cards
        self.places = places
        self.passed = passed


def unseen(knowledge: Knowledge, seat: int | None) -> list[Hidden]:
    """The sets of cards that a seat, or a spectator (None), cannot tell apart."""
    scene = knowledge.scene
    place_of = {}
    for other, hand in enumerate(scene.hands):
        for index, token in enumerate(hand.tokens if hand.ai is None else hand.pile):
            place_of[token] = (other, index)
    hands = []
    for shuffle in knowledge.shuffles:
        if shuffle.tokens and shuffle.seats != (seat,):
            cards = sorted((scene.cards[token] for token in shuffle.tokens), key=lambda card: card.key)
            places = sorted(place_of[token] for token in shuffle.tokens)
            passed = sorted(place_of[token] for token in shuffle.tokens if token in knowledge.passed)
            hands.append(Hidden(cards, places, passed))
    return hands


def arranged(hidden: Hidden, chance: Chance) -> tuple[list[Place], list[Card]]:
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


def lay(board: Board, places: Iterable[Place], cards: Iterable[Card]) -> None:
    """Puts cards where they are said to lie."""
    for (seat, index), card in zip(places, cards, strict=True):
        player = board.seats[seat]
        (player.pile if isinstance(player, AISeat) else player.hand)[index] = card


def deal_anew(position: Position, knowledge: Knowledge, seat: int | None, seed: int) -> None:
    """Deals what a seat, or a spectator (None), cannot see among the places where it lies, each way as likely.

    Whatever is known stays true. From here on the game shuffles with ``seed`` too, so that two games which differ only
    in what the seat cannot see, their own seeds included, are the same game afterwards.
    """
    scene = knowledge.scene
    for number, hidden in enumerate(unseen(knowledge, seat)):
        places, cards = arranged(hidden, Chance(seed, f"anew {number}"))
        lay(position, places, cards)
        for (other, index), card in zip(places, cards, strict=True):
            hand = scene.hands[other]
            scene.cards[(hand.tokens if hand.ai is None else hand.pile)[index]] = card
    position.seed = scene.seed = seed
