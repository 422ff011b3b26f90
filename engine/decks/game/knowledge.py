"""Public knowledge of the hidden cards: those in hands and in the AIs' piles.

Decks are revealed before they are shuffled, and whatever is played, taken, discarded or comes back does so in the open;
the backs of the cards never change places unseen but in a shuffle. So all that is hidden is which of the shuffled cards
lies where, and a card stays known from the moment it was shown until it is shuffled again. Cards are told apart by the
tokens of the scene (see ``scenes``), which follow each of them from place to place.
"""

from __future__ import annotations

from typing import Final

from engine.decks.rules.board import Board
from engine.decks.rules.cards import Card
from engine.decks.rules.plays import can_reinforce
from engine.decks.rules.scene_position import position_of
from engine.decks.rules.trace import events as ev
from engine.decks.rules.trace.scenes import Scene, Token

_SHOWN: Final = (ev.LeftHand, ev.LeftPile, ev.Exhausted)
NOBODY: Final = -1


class Shuffle:
    """Cards that were shuffled together: the ``tokens`` that still lie unseen, in the seats' hands or piles."""

    __slots__ = ("seats", "tokens")

    def __init__(self, seats: tuple[int, ...], tokens: list[Token]) -> None:
        self.seats = seats
        self.tokens = tokens

    def copy(self) -> Shuffle:
        return Shuffle(self.seats, self.tokens[:])


class Knowledge:
    """Public knowledge of the cards in hands and piles, from the events of a game; the same for everyone at the table.

    ``scene`` is the board after the last event seen. ``shuffles`` are the sets of cards that nobody can tell apart:
    each hand's, the AIs' piles' together, then a pile that was made anew. Beside what was shown it is known of some
    cards that Reinforcement passed them over (ruling 5.22): they are ``passed``, none that it could have played.
    """

    __slots__ = ("_reinforcing", "passed", "scene", "shuffles")

    def __init__(self, start: Board) -> None:
        """At the start of a game, the hands and piles just shuffled."""
        self.scene = Scene(start)
        self.passed: set[Token] = set()
        self._reinforcing = NOBODY
        mode = start.mode
        hands = self.scene.hands
        self.shuffles = [Shuffle((s,), hands[s].tokens[:]) for s in range(mode.seats) if s not in mode.ai_seats]
        if mode.ai_seats:
            self.shuffles.append(Shuffle(mode.ai_seats, [token for s in mode.ai_seats for token in hands[s].pile]))

    def copy(self) -> Knowledge:
        copy = object.__new__(Knowledge)
        copy.scene = self.scene.copy()
        copy.passed = self.passed.copy()
        copy._reinforcing = self._reinforcing
        copy.shuffles = [shuffle.copy() for shuffle in self.shuffles]
        return copy

    def see(self, event: ev.Event) -> bool:
        """Takes in the next event of the game; answers whether everybody may know the cards that it names.

        Where not, the owner of the hand may if it is a hand, nobody if it is a pile.
        """
        scene = self.scene
        open_to_all = True
        if isinstance(event, ev.CounterOrdered):
            token = scene.hands[event.player].tokens[0]
            open_to_all = token not in self.hidden() or token in self.deduced()
        elif isinstance(event, ev.Reinforced):
            open_to_all = not self._reinforced(event)
        elif isinstance(event, ev.LeftHand):
            self._leaves_hand(event)
        elif isinstance(event, ev.Played) and event.source is not None:
            # at once: Price of Blood may end the game before the card leaves
            self._show(scene.hands[event.player].token_at(event.source))
        scene.apply(event)
        if isinstance(event, _SHOWN):
            self._show(scene.removed[-1] if isinstance(event, ev.Exhausted) else scene.limbo[-1])
        elif isinstance(event, ev.Enchained):
            figure = scene.rows[event.who[0]][event.who[1]]
            assert figure.enchained is not None
            self._show(figure.enchained)
        elif isinstance(event, ev.PileMade):
            self.shuffles.append(Shuffle((event.player,), scene.hands[event.player].pile[:]))
            open_to_all = False
        return open_to_all

    def _show(self, token: Token) -> None:
        self.passed.discard(token)
        for shuffle in self.shuffles:
            if token in shuffle.tokens:
                shuffle.tokens.remove(token)
                return

    def _reinforced(self, event: ev.Reinforced) -> bool:
        """Looks at a Reinforcement; answers whether it is an AI's, which names the top card of the pile too early."""
        hand = self.scene.hands[event.player]
        if hand.ai is not None:
            return True
        if event.card is None:
            self._pass_over(hand.tokens[: position_of(self.scene).window(event.player)])
        else:
            self._reinforcing = event.player
        return False

    def _leaves_hand(self, event: ev.LeftHand) -> None:
        """The card that Reinforcement plays leaves the hand: those to its left could not have been played."""
        if self._reinforcing == event.player and event.source is not None:
            hand = self.scene.hands[event.player]
            self._pass_over(hand.tokens[: hand.tokens.index(hand.token_at(event.source))])
        self._reinforcing = NOBODY

    def _pass_over(self, tokens: list[Token]) -> None:
        """Notes that Reinforcement could play none of these; of cards that have been shown that is no news."""
        self.passed |= self.hidden().intersection(tokens)

    # What follows

    def hidden(self) -> set[Token]:
        """The tokens of the cards that have not been shown since they were shuffled."""
        return {token for shuffle in self.shuffles for token in shuffle.tokens}

    def deduced(self) -> dict[Token, Card]:
        """The cards that were not shown, but of which no other can lie there, because those that can are all alike."""
        known: dict[Token, Card] = {}
        for shuffle in self.shuffles:
            cards = [self.scene.cards[token] for token in shuffle.tokens]
            unfit = [card for card in cards if not can_reinforce(card)]
            passed = [token for token in shuffle.tokens if token in self.passed]
            others = [token for token in shuffle.tokens if token not in self.passed]
            told_apart = len(passed) == len(unfit)  # then the others are just the cards that Reinforcement could play
            _note(known, passed, unfit)
            _note(known, others, [card for card in cards if can_reinforce(card)] if told_apart else cards)
        return known

    def of_hand(self, seat: int, eyes: int | None) -> list[Card | None]:
        """A hand from left to right, the Stronghold left out, as ``eyes`` (a seat, or None) may know it."""
        tokens = self.scene.hands[seat].tokens
        if seat == eyes:
            return [self.scene.cards[token] for token in tokens]
        return self._known(tokens)

    def of_pile(self, seat: int) -> list[Card | None]:
        """An AI's pile, top card first, as everybody may know it."""
        return self._known(self.scene.hands[seat].pile)

    def _known(self, tokens: list[Token]) -> list[Card | None]:
        hidden = self.hidden()
        deduced = self.deduced()
        return [deduced.get(token) if token in hidden else self.scene.cards[token] for token in tokens]


def _note(known: dict[Token, Card], tokens: list[Token], cards: list[Card]) -> None:
    """Notes what the tokens are when the cards that they may be are all alike."""
    if cards and all(card == cards[0] for card in cards):
        known.update(dict.fromkeys(tokens, cards[0]))
