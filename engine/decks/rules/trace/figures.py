"""The parts of a scene: Creatures and hands, with a token for every card."""

from __future__ import annotations

from engine.decks.rules.board import AISeat
from engine.decks.rules.cards import NO_CHAMPION

Token = int  # a card instance: the same number wherever it goes


class Figure:
    """A Creature in a scene: its tokens and what this turn has left on it.

    ``symbiote`` and ``enchained`` are tokens or None; ``given`` the slugs of abilities that Auras have been seen to
    give.
    """

    __slots__ = ("card", "champion", "damage", "enchained", "given", "marks", "sprint", "symbiote")

    def __init__(self, card: Token) -> None:
        self.card = card
        self.symbiote: Token | None = None
        self.enchained: Token | None = None
        self.champion = NO_CHAMPION
        self.damage = 0
        self.marks = 0
        self.sprint = 0
        self.given: list[str] = []

    def copy(self) -> Figure:
        """An independent copy."""
        copy = Figure(self.card)
        copy.symbiote = self.symbiote
        copy.enchained = self.enchained
        copy.champion = self.champion
        copy.damage = self.damage
        copy.marks = self.marks
        copy.sprint = self.sprint
        copy.given = self.given[:]
        return copy


class SceneHand:
    """A seat in a scene. ``tokens`` are the cards of the hand, the Stronghold standing before
    ``tokens[stronghold]``.

    ``ai`` is an AI's seat as it was at the start, None for a player; an AI has ``pile`` and ``discard``, top card
    first.
    """

    __slots__ = ("ai", "champion", "champion_state", "discard", "fort", "pile", "stronghold", "tokens", "turn")

    def __init__(self) -> None:
        self.ai: AISeat | None = None
        self.pile: list[Token] = []
        self.discard: list[Token] = []
        self.tokens: list[Token] = []
        self.stronghold = 0
        self.fort = False
        self.turn = 0
        self.champion: Token | None = None
        self.champion_state = 0

    @property
    def hp(self) -> int:
        """The Stronghold's remaining HP; an AI's are the cards of its pile."""
        return len(self.tokens) - self.stronghold if self.ai is None else len(self.pile)

    def token_at(self, place: int) -> Token:
        """The card of the hand at a place that counts the Stronghold, and is not its own."""
        return self.tokens[place if place < self.stronghold else place - 1]

    def source_at(self, source: int | None) -> Token:
        """The card that an event names by its ``source``: at a place of the hand, or None for the Champion."""
        if source is not None:
            return self.token_at(source)
        assert self.champion is not None
        return self.champion

    def copy(self) -> SceneHand:
        """An independent copy."""
        copy = SceneHand()
        copy.ai = self.ai
        copy.pile = self.pile[:]
        copy.discard = self.discard[:]
        copy.tokens = self.tokens[:]
        copy.stronghold = self.stronghold
        copy.fort = self.fort
        copy.turn = self.turn
        copy.champion = self.champion
        copy.champion_state = self.champion_state
        return copy
