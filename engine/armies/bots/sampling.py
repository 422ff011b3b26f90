"""Positions as they might be: what a view does not show is dealt by chance, in every way that the view allows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import accumulate
from typing import Any

from engine.armies.bots.knowledge import Known
from engine.armies.formats.views import is_open
from engine.armies.pack.cards import (
    BONUS,
    CARD_OF_NAME,
    CHEST,
    SEAT_NAMES,
    STRENGTHS,
    WANTED_OF_NAME,
    WILD,
    Card,
    is_wanted,
    number_of,
    of_number,
)
from engine.armies.pack.options import Options, options_of
from engine.armies.rules import state as at
from engine.armies.rules.battles import fighters
from engine.armies.rules.legality import can_be_champion, champions_in, is_defender
from engine.armies.rules.position import ArmiesPosition
from engine.armies.rules.state import Battle, Player
from engine.kernel.chance import Chance

View = dict[str, Any]


def seat_of(view: View) -> int:
    """The seat that a view is of. Raises ``ValueError`` for an onlooker's."""
    if view["seat"] is None:
        raise ValueError("an onlooker has nothing to decide")
    return SEAT_NAMES.index(view["seat"])


def sample(view: View, chance: Chance, known: Known | None = None) -> ArmiesPosition:
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
    if not is_open(position):
        _deal_hands(position, view, hidden, others, known or {})
        position.deck = hidden
    position.seed = str(chance.word())
    return position


def _deal_hands(position: ArmiesPosition, view: View, hidden: list[Card], others: list[int], known: Known) -> None:
    """Deals the others' hands: what they are known to hold, what they must hold, then what they may hold.

    The initiator comes last, who alone may hold more of the number fought for.
    """
    sizes = {other: view["players"][SEAT_NAMES[other]]["cards"] for other in others}
    hands: dict[int, list[Card]] = {}
    for other in others:
        held = _held(hidden, known.get(other))
        hands[other] = held[: sizes[other]]
        hidden += held[sizes[other] :]
    for other in others:
        hands[other] += _promised(position, other, hidden, hands[other])[: sizes[other] - len(hands[other])]
    for other in sorted(others, key=lambda other: other == position.active):
        hand = hands[other]
        hand += _taken(hidden, sizes[other] - len(hand), _may_hold(position, other))
        hand += _taken(hidden, sizes[other] - len(hand), lambda card: True)  # where a sampled Chest left too few
        position.players[other].hand = sorted(hand)


def _held(hidden: list[Card], known: Counter[Card] | None) -> list[Card]:
    """The known cards of a seat, taken out of the hidden ones; what a sample has put elsewhere is left out."""
    cards = []
    for card in sorted((known or Counter()).elements()):
        if card in hidden:
            hidden.remove(card)
            cards.append(card)
    return cards


def _shown(view: View) -> ArmiesPosition:
    """The state that a view shows, hands and Chests that it does not show being empty."""
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
    position = ArmiesPosition(players, _options(view["options"]))
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


def _options(view: View) -> Options:
    return options_of(_cards(view["specials"]), view["god"], view["reverse"])


def _cards(data: Any) -> list[Card]:
    return sorted(CARD_OF_NAME[name] for name in data)


def _battle(view: View | None) -> Battle | None:
    if view is None:
        return None
    pile = {SEAT_NAMES.index(seat): _cards(cards) for seat, cards in view["pile"].items()}
    battle = Battle(view["number"], view["by"], pile)
    battle.surrendered = [SEAT_NAMES.index(seat) for seat in view["surrendered"]]
    battle.joined = [SEAT_NAMES.index(seat) for seat in view["joined"]]
    for seat, card in view["champions"].items():
        if card is not None:
            battle.champions[SEAT_NAMES.index(seat)] = CARD_OF_NAME[card]
    if view["winner"] is not None:
        battle.winner = SEAT_NAMES.index(view["winner"])
    return battle


def _seen(position: ArmiesPosition, view: View) -> Counter[Card]:
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


def _set_champions(position: ArmiesPosition, view: View, hidden: list[Card], others: list[int]) -> None:
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


def _is_placed(position: ArmiesPosition, seat: int, card: Card) -> bool:
    """Whether a card would lie in the prize pile, were it this seat's: only the initiator keeps any (C6.3)."""
    battle = position.battle
    if battle is None or position.phase == at.GUARDIAN_PHASE or seat == position.active:
        return False
    return card < WILD and number_of(card) == battle.number


def _promised(position: ArmiesPosition, seat: int, hidden: list[Card], hand: list[Card]) -> list[Card]:
    """A card that a seat must hold by what it has said, taken out of the hidden ones; none if ``hand`` has one.

    Whoever fights has a card left for it (C6.2, C6.7, C6.10), whoever answers a Thief has what is asked for (C12.5).
    """
    battle, theft = position.battle, position.theft
    if theft is not None and theft[0] == seat:
        fits = [card for card in hidden if is_wanted(card, theft[1])]
        has_one = any(is_wanted(card, theft[1]) for card in hand)
    elif battle is not None and position.phase != at.GUARDIAN_PHASE and seat in fighters(position, battle):
        defends = is_defender(position, seat)
        query = position.phase == at.STAND and seat in position.queue
        may = [card for card in hidden if can_be_champion(card, defends)]
        fits = [card for card in may if not _is_placed(position, seat, card)]
        has_one = query or seat in battle.champions or champions_in(hand, defends) > 0
    else:
        return []
    if has_one or not fits:
        return []
    hidden.remove(fits[0])
    return fits[:1]


def _may_hold(position: ArmiesPosition, seat: int) -> Callable[[Card], bool]:
    return lambda card: not _is_placed(position, seat, card)


def _taken(hidden: list[Card], size: int, fits: Callable[[Card], bool]) -> list[Card]:
    """So many hidden cards that fit, fewer if there are not as many, taken out; a Bonus is in no hand."""
    hand: list[Card] = []
    rest: list[Card] = []
    for card in hidden:
        (hand if len(hand) < size and card != BONUS and fits(card) else rest).append(card)
    hidden[:] = rest
    return hand
