"""Positions as they might be: what a view does not show is dealt by chance, in every way that the view allows."""

from __future__ import annotations

from collections import Counter
from itertools import accumulate
from typing import Any

from engine.armies.bots.knowledge import Known
from engine.armies.pack.cards import (
    BONUS,
    CARD_OF_NAME,
    CHEST,
    SEAT_NAMES,
    STRENGTHS,
    WANTED_OF_NAME,
    WILD,
    Card,
    number_of,
    of_number,
)
from engine.armies.pack.options import Options, options_of
from engine.armies.rules import state as at
from engine.armies.rules.legality import can_be_champion, is_defender
from engine.armies.rules.position import Position
from engine.armies.rules.state import Battle, Player
from engine.kernel.chance import Chance

View = dict[str, Any]


def seat_of(view: View) -> int:
    """The seat that a view is of. Raises ``ValueError`` for an onlooker's."""
    if view["seat"] is None:
        raise ValueError("an onlooker has nothing to decide")
    return SEAT_NAMES.index(view["seat"])


def sample(view: View, chance: Chance, known: Known | None = None) -> Position:
    """One position that looks like this to the view's seat, with a seed of its own.

    ``known`` are cards that others are known to hold; while champions are sealed one of them may be the champion.
    """
    position = _shown(view)
    hidden = list((Counter(position.options.complete_deck()) - _seen(position, view)).elements())
    chance.shuffle(hidden)
    seat = seat_of(view)
    others = [other for other in range(len(position.players)) if other != seat]
    for other in others:
        size = view["players"][SEAT_NAMES[other]]["chest_cards"]
        if size and position.players[other].chest is None:
            position.players[other].chest = _army(hidden, size, chance)
    if position.phase == at.CHAMPION:
        _set_champions(position, view, hidden, others)
    held = {other: _held(hidden, known.get(other)) if known else [] for other in others}
    for other in others:
        if view["players"][SEAT_NAMES[other]]["hand"] is None:
            size = view["players"][SEAT_NAMES[other]]["cards"]
            hand = held[other][:size]
            position.players[other].hand = sorted(hand + _hand(position, other, hidden, size - len(hand)))
            hidden += held[other][size:]
    position.deck = hidden
    position.seed = str(chance.word())
    return position


def _held(hidden: list[Card], known: Counter[Card] | None) -> list[Card]:
    """The known cards of a seat, taken out of the hidden ones; what a sample has put elsewhere is left out."""
    found = []
    for card in sorted((known or Counter()).elements()):
        if card in hidden:
            hidden.remove(card)
            found.append(card)
    return found


def _shown(view: View) -> Position:
    """What the view shows, hands and Chests that it does not show being empty."""
    shown = [view["players"][seat] for seat in SEAT_NAMES[: len(view["players"])]]
    players = [
        Player(
            _cards(player["hand"] or ()),
            player["bonus"],
            None if player["chest"] is None else _cards(player["chest"]),
            player["score"],
        )
        for player in shown
    ]
    position = Position(players, _options(view["options"]))
    position.hand_number = view["hand_number"]
    position.turn_number = view["turn_number"]
    position.idle = view["idle"]
    position.dealer = SEAT_NAMES.index(view["dealer"])
    position.active = at.NOBODY if view["active"] is None else SEAT_NAMES.index(view["active"])
    position.phase = view["phase"]
    position.queue = [SEAT_NAMES.index(seat) for seat in view["queue"]]
    position.discard = _cards(view["discard"])
    position.battle = _battle(view["battle"])
    theft = view["theft"]
    if theft is not None:
        position.theft = (SEAT_NAMES.index(theft["victim"]), WANTED_OF_NAME[theft["name"]])
    position.last = view["last"]
    position.result = view["result"]
    return position


def _options(written: View) -> Options:
    return options_of(_cards(written["specials"]), written["god"], written["reverse"])


def _cards(written: Any) -> list[Card]:
    return sorted(CARD_OF_NAME[name] for name in written)


def _battle(written: View | None) -> Battle | None:
    if written is None:
        return None
    pile = {SEAT_NAMES.index(seat): _cards(cards) for seat, cards in written["pile"].items()}
    battle = Battle(written["number"], written["by"], pile)
    battle.surrendered = [SEAT_NAMES.index(seat) for seat in written["surrendered"]]
    battle.joined = [SEAT_NAMES.index(seat) for seat in written["joined"]]
    for seat, card in written["champions"].items():
        if card is not None:
            battle.champions[SEAT_NAMES.index(seat)] = CARD_OF_NAME[card]
    if written["winner"] is not None:
        battle.winner = SEAT_NAMES.index(written["winner"])
    return battle


def _seen(position: Position, view: View) -> Counter[Card]:
    """Every card of which the seat sees where it is."""
    seen = Counter(position.discard)
    for player in position.players:
        seen.update(player.hand)
        seen.update(player.chest or ())
        seen[BONUS] += player.bonus
    seen[CHEST] += sum(player["chest_cards"] > 0 for player in view["players"].values())
    if position.battle is not None:
        seen.update(card for cards in position.battle.pile.values() for card in cards)
        seen.update(position.battle.champions.values())
    return seen


def _army(hidden: list[Card], size: int, chance: Chance) -> list[Card]:
    """An army of so many hidden cards, taken out of them: most likely of a number that much is hidden of."""
    wilds = hidden.count(WILD)
    counts = Counter(number_of(card) for card in hidden if card < WILD)
    weights = [(number, count * count) for number, count in sorted(counts.items()) if count + wilds >= size]
    if not weights:
        return []
    drawn = chance.below(sum(weight for _, weight in weights))
    number = next(number for number, below in _summed(weights) if drawn < below)
    cards = of_number(hidden, number)[: min(size, STRENGTHS)]
    cards += [WILD] * (size - len(cards))
    for card in cards:
        hidden.remove(card)
    return sorted(cards)


def _summed(weights: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The weights, each with all before it added."""
    numbers = [number for number, _ in weights]
    return list(zip(numbers, accumulate(weight for _, weight in weights), strict=True))


def _set_champions(position: Position, view: View, hidden: list[Card], others: list[int]) -> None:
    """Gives each champion that is set and hidden a card that it could be."""
    battle = position.battle
    assert battle is not None
    for other in others:
        if SEAT_NAMES[other] not in view["battle"]["champions"]:
            continue
        for card in hidden:
            if can_be_champion(card, is_defender(position, other)) and not _is_placed(position, other, card):
                battle.champions[other] = card
                hidden.remove(card)
                break


def _is_placed(position: Position, seat: int, card: Card) -> bool:
    """Whether a card would lie in the prize pile, were it this seat's: only the initiator keeps any (C6.3)."""
    battle = position.battle
    before_spoils = battle is not None and position.phase != at.GUARDIAN_PHASE
    return before_spoils and seat != position.active and card < WILD and number_of(card) == battle.number  # type: ignore[union-attr]


def _hand(position: Position, seat: int, hidden: list[Card], size: int) -> list[Card]:
    """So many hidden cards that this seat may hold, taken out of them."""
    hand: list[Card] = []
    rest: list[Card] = []
    for card in hidden:
        fits = len(hand) < size and card != BONUS and not _is_placed(position, seat, card)
        (hand if fits else rest).append(card)
    hidden[:] = rest
    return hand
