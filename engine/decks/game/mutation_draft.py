"""The draft of a Mutation session (ruling 9.1): 16 cards to each of four players, keep one, pass the rest to the left.

Everyone chooses at the same time; when all have, the hands go on to the next seat (B sits to the left of A). From the
16 cards that each has in the end 8 become the deck, the other 8 the Laboratory.
"""

from __future__ import annotations

from typing import Any, Final

from engine.decks.game.decks import DECK_SIZE, in_order
from engine.decks.game.drafts import KEEP, PICK, Draft, DraftPick
from engine.decks.game.setup import MUTATION_SEATS, Decks, SetUp
from engine.decks.rules.cards import Card
from engine.decks.rules.modes import SEAT_NAMES
from engine.kernel.chance import Chance

HAND: Final = 16


class MutationDraft(Draft):
    """The state of that draft.

    ``hands`` are the cards that each seat looks at; ``drafted`` those that it has taken, in the order of a shuffle's
    start once all are there; ``chosen`` the places in ``drafted`` that it has put into its deck.
    """

    seats = MUTATION_SEATS

    def __init__(self, setup: SetUp) -> None:
        stock = in_order(setup.pool)
        Chance(setup.seed, "draft").shuffle(stock)
        self.hands = [stock[HAND * seat : HAND * (seat + 1)] for seat in range(self.seats)]
        self.drafted: list[list[Card]] = [[] for _ in range(self.seats)]
        self.chosen: list[list[int]] = [[] for _ in range(self.seats)]
        self.round = 0

    @property
    def verb(self) -> str:
        """``pick`` while hands go round, then ``keep``."""
        return PICK if self.round < HAND else KEEP

    def to_act(self) -> tuple[int, ...]:
        if self.round < HAND:
            return tuple(seat for seat, cards in enumerate(self.drafted) if len(cards) == self.round)
        return tuple(seat for seat, places in enumerate(self.chosen) if len(places) < DECK_SIZE)

    def places(self, seat: int) -> list[int]:
        """See ``Draft``: places of the hand, then of the drafted cards."""
        if self.round < HAND:
            return list(range(len(self.hands[seat])))
        return [place for place in range(HAND) if place not in self.chosen[seat]]

    def push(self, action: DraftPick) -> None:
        """See ``Draft``; when all have chosen the hands go on."""
        seat = action.seat
        if action.verb == KEEP:
            self.chosen[seat].append(action.at)
            return
        self.drafted[seat].append(self.hands[seat].pop(action.at))
        if all(len(cards) > self.round for cards in self.drafted):
            self.hands = [self.hands[-1], *self.hands[:-1]]
            self.round += 1
            if self.round == HAND:
                self.drafted = [in_order(cards) for cards in self.drafted]

    def copy(self) -> MutationDraft:
        copy = object.__new__(MutationDraft)
        copy.hands = [cards[:] for cards in self.hands]
        copy.drafted = [cards[:] for cards in self.drafted]
        copy.chosen = [places[:] for places in self.chosen]
        copy.round = self.round
        return copy

    def key(self) -> tuple[object, ...]:
        """See ``Draft``; in what order cards were taken does not matter."""
        return (
            self.round,
            tuple([tuple([card.key for card in cards]) for cards in self.hands]),
            tuple([tuple(sorted(card.key for card in cards)) for cards in self.drafted]),
            tuple([tuple(sorted(places)) for places in self.chosen]),
        )

    def decks(self) -> Decks:
        """See ``Draft``: the four decks as far as they are chosen."""
        return Decks(tuple(tuple(self.drafted[s][at] for at in sorted(self.chosen[s])) for s in range(self.seats)))

    def laboratory(self, seat: int) -> tuple[Card, ...]:
        chosen = self.chosen[seat]
        return tuple(card for place, card in enumerate(self.drafted[seat]) if place not in chosen)

    def seen_by(self, seat: int | None) -> dict[str, Any]:
        """See ``Draft``: a seat sees its own hand and choices, of the others only how many cards they have."""
        data: dict[str, Any] = {
            "round": self.round,
            "hands": {SEAT_NAMES[s]: len(self.hands[s]) for s in range(self.seats)},
            "drafted": {SEAT_NAMES[s]: len(self.drafted[s]) for s in range(self.seats)},
            "chosen": {SEAT_NAMES[s]: len(self.chosen[s]) for s in range(self.seats)},
        }
        if seat is not None:
            data["own"] = {
                "hand": [card.to_json() for card in self.hands[seat]],
                "drafted": [card.to_json() for card in self.drafted[seat]],
                "chosen": sorted(self.chosen[seat]),
            }
        return data
