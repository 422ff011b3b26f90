"""Events, and the board redrawn from them: the start and the events are enough for the scene after every event.

A scene is a position for showing: every card instance is a token (a small number that it keeps wherever it goes), so
that what is drawn can be followed from place to place. The rules never read it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.decks.rules.board import AISeat, Board, Creature
from engine.decks.rules.cards import HOST_IS_CHAMPION, SYMBIOTE_IS_CHAMPION, Body, Card
from engine.decks.rules.trace.figures import Figure, SceneHand, Token

__all__ = ["Event", "Figure", "Place", "Scene", "SceneHand", "Token", "scenes"]

Place = tuple[int, int, str]  # row, position from the Bridge, the Creature's name
SeatIndex = int
LineIndex = int


@dataclass(slots=True)
class Event:
    """The fields that every event has."""

    kind: ClassVar[str] = ""

    phase: str
    step: int | None
    ability: str | None
    rulings: tuple[str, ...]

    def draw(self, scene: Scene) -> None:
        """Makes a scene the one after the event; kinds without a method of their own change nothing that is drawn."""


class Scene:
    """The board as it is shown after an event.

    ``cards[token]`` is the card behind a token; ``limbo`` holds the tokens on their way (an Incantation being played, a
    destroyed Creature's cards), ``removed`` those out of the game. ``event`` is the last one applied, None at the
    start; ``touched`` maps tokens to what that event did to them: ``acts``, ``target``, ``hit``, ``spared``,
    ``destroyed``, ``moved``, ``gives``, ``gets``.
    """

    def __init__(self, board: Board) -> None:
        self.mode = board.mode
        self.edition = board.edition
        self.exhaustion = board.exhaustion
        self.first = board.first
        self.objective = board.objective
        self.active = board.active
        self.phase = board.phase
        self.mana = board.mana
        self.result = board.result
        self.bestowed = board.bestowed
        self.seed = board.seed
        self.turn_limit = board.turn_limit
        self.cards: list[Card] = []
        self.limbo: list[Token] = []
        self.removed: list[Token] = []
        self.event: Event | None = None
        self.touched: dict[Token, str] = {}
        self.hands = [self._hand(board, seat) for seat in range(board.mode.seats)]
        self.rows = [[self._figure(creature) for creature in row] for row in board.rows]

    def _token(self, card: Card) -> Token:
        self.cards.append(card)
        return len(self.cards) - 1

    def _hand(self, board: Board, seat: int) -> SceneHand:
        player = board.seats[seat]
        hand = SceneHand()
        hand.tokens = [self._token(card) for card in player.hand]
        if isinstance(player, AISeat):
            hand.ai = player.copy()
            hand.pile = [self._token(card) for card in player.pile]
            hand.discard = [self._token(card) for card in player.discard]
        hand.stronghold = player.stronghold
        hand.fort = player.fort
        hand.turn = player.turn
        hand.champion_state = player.champion_state
        if player.champion is not None:
            hand.champion = self._token(player.champion)
        return hand

    def _figure(self, creature: Creature) -> Figure:
        body = creature.body
        owner = self.hands[creature.row >> 1]
        champion = owner.champion if owner.champion is not None else -1
        figure = Figure(champion if body.champion == HOST_IS_CHAMPION else self._token(body.card))
        if body.symbiote is not None:
            figure.symbiote = champion if body.champion == SYMBIOTE_IS_CHAMPION else self._token(body.symbiote)
        if creature.enchained is not None:
            figure.enchained = self._token(creature.enchained)
        figure.champion = body.champion
        figure.damage = creature.damage
        figure.marks = creature.marks
        figure.sprint = creature.sprint
        return figure

    def copy(self) -> Scene:
        """An independent copy; cards are shared."""
        copy = object.__new__(Scene)
        copy.__dict__.update(self.__dict__)
        copy.cards = self.cards[:]
        copy.limbo = self.limbo[:]
        copy.removed = self.removed[:]
        copy.touched = dict(self.touched)
        copy.hands = [hand.copy() for hand in self.hands]
        copy.rows = [[figure.copy() for figure in row] for row in self.rows]
        return copy

    def body(self, figure: Figure) -> Body:
        """The Creature's card or stack, with its values added up."""
        symbiote = None if figure.symbiote is None else self.cards[figure.symbiote]
        return Body(self.cards[figure.card], symbiote, figure.champion)

    # Applying an event

    def apply(self, event: Event) -> None:
        self.event = event
        self.touched = {}
        event.draw(self)

    def at(self, place: Place | None, what: str) -> Figure | None:
        """The Creature at a place, its tokens marked as touched; None for no place."""
        if place is None:
            return None
        figure = self.rows[place[0]][place[1]]
        self.touch(figure, what)
        return figure

    def touch(self, figure: Figure, what: str) -> None:
        self.touched[figure.card] = what
        if figure.symbiote is not None:
            self.touched[figure.symbiote] = what

    def move(self, place: Place, to: int) -> None:
        """Moves a Creature to another place of its row."""
        figure = self.rows[place[0]].pop(place[1])
        self.rows[place[0]].insert(to, figure)
        self.touch(figure, "moved")

    def put_on(self, pile: list[Token], token: Token) -> None:
        """Puts a token on a pile of an AI, where the mark of a used Sharpening is lost (ruling 5.23)."""
        self.cards[token] = self.cards[token].unmarked()
        pile.insert(0, token)
        self.touched[token] = "moved"

    def out_of_limbo(self, card: Card) -> Token:
        """Takes a card that is on its way. Raises ``ValueError`` when it is not."""
        for token in self.limbo:
            if self.cards[token] == card:
                self.limbo.remove(token)
                self.touched[token] = "moved"
                return token
        raise ValueError(f"the trace returns {card.name}, which is not on its way")


def scenes(board: Board, events: Iterable[Event]) -> Iterator[Scene]:
    """The scene at the start, then the one after each event, each a copy of its own."""
    scene = Scene(board)
    yield scene.copy()
    for event in events:
        scene.apply(event)
        yield scene.copy()
