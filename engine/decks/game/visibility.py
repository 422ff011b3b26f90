"""A seat's view of a game: the one place where anything is hidden.

Hidden are the seed and all that only it settles: which of the shuffled cards lies where in the hands of the others and
in the AIs' piles, what a draft will still reveal, and in the simultaneous draft of a Mutation session the hands and
choices of the others. Everything else is public: the decks are revealed before the game, a Stronghold's place and side
always show, and a card that was seen on its way is known wherever it then lies (see ``knowledge``). That includes a
card that Enchain took, which is revealed before it goes face down, and one that Exhaustion removed. Allies (Teams,
Co-op) do not see each other's hands, and nothing is turned up at the end: a record shows it all.
"""

from __future__ import annotations

from typing import Any, Final

from engine.decks.formats.interchange import BASTION, FORT, write_position
from engine.decks.game.decks import in_order
from engine.decks.game.knowledge import Knowledge
from engine.decks.game.setup import Decks, SetUp, players_of
from engine.decks.game.stages import Sighting
from engine.decks.rules.board import AISeat
from engine.decks.rules.cards import Card
from engine.decks.rules.modes import SEAT_NAMES
from engine.decks.rules.position import Position
from engine.decks.rules.trace import events as ev

FORMAT: Final = "clash-view/1"


def view_of_decks(setup: SetUp, decks: Decks) -> dict[str, Any]:
    """The decks, revealed before they are shuffled."""
    players = zip(players_of(setup.mode), decks.players, strict=True)
    data: dict[str, Any] = {SEAT_NAMES[seat]: _cards(deck) for seat, deck in players}
    return {**data, "ai": _cards(decks.ai)} if setup.mode.ai_seats else data


def _cards(cards: tuple[Card, ...] | list[Card]) -> list[Any]:
    return [card.to_json() for card in in_order(cards)]


def view_of_position(position: Position, knowledge: Knowledge, seat: int | None) -> dict[str, Any]:
    """The contract's position with null for a hidden card of a hand or a pile, and with ``hidden``.

    That is, for each set of cards that were shuffled together, in whose hands or piles (``in``) the ``cards`` of it lie
    that show as null, and those places of a hand, the Stronghold counted, that Reinforcement ``passed`` over, so that
    no card lies there that it could play.
    """
    data = write_position(position)
    del data["format"]
    for other, player in enumerate(position.seats):
        shown = data["players"][SEAT_NAMES[other]]
        if isinstance(player, AISeat):
            shown["pile"] = [_card(card) for card in knowledge.of_pile(other)]
        else:
            shown["hand"] = [_card(card) for card in knowledge.of_hand(other, seat)]
            shown["hand"].insert(player.stronghold, FORT if player.fort else BASTION)
    data["hidden"] = _hidden(knowledge, seat)
    return data


def _hidden(knowledge: Knowledge, seat: int | None) -> list[dict[str, Any]]:
    """The cards of the places that show null, by the shuffle that they come from."""
    scene = knowledge.scene
    deduced = knowledge.deduced()
    data: list[dict[str, Any]] = []
    for shuffle in knowledge.shuffles:
        tokens = [token for token in shuffle.tokens if token not in deduced]
        if not tokens or shuffle.seats == (seat,):
            continue
        part: dict[str, Any] = {
            "in": [SEAT_NAMES[other] for other in shuffle.seats],
            "cards": _cards([scene.cards[token] for token in tokens]),
        }
        hand = scene.hands[shuffle.seats[0]]
        unfit = knowledge.passed.intersection(tokens)
        passed = [at + (at >= hand.stronghold) for at, token in enumerate(hand.tokens) if token in unfit]
        if passed:
            part["passed"] = passed
        data.append(part)
    return data


def _card(card: Card | None) -> Any:
    return None if card is None else card.to_json()


def view_of_event(sighting: Sighting, seat: int | None) -> dict[str, Any]:
    """An event in the contract's trace, with null for the card that the seat, or a spectator (None), may not see.

    Those are the one that Counter-order moves within another's hand, an AI's new pile, and the card that an AI's
    Reinforcement is about to reveal (the next event reveals it).
    """
    event, open_to_all = sighting
    data = ev.to_dict(event)
    if not open_to_all and not (isinstance(event, ev.CounterOrdered) and event.player == seat):
        data["cards" if isinstance(event, ev.PileMade) else "card"] = None
    return data
