"""What plays of the turn can destroy and do: Incantations, Backlash, and Rage, whose owners attack at once."""

from __future__ import annotations

from engine.decks.rules.abilities import (
    AQUATIC,
    BACKLASH,
    BERSERK,
    CURSED,
    ENCHAIN,
    IMMOLATION,
    INSTINCT,
    LUCIDITY,
    PERFORATION,
    PRICE_OF_BLOOD,
    RAGE,
    REGENERATION,
    REINFORCEMENT,
    SHARPENING,
    SPLASH,
    SYMBIOTE,
    VULNERABILITY,
)
from engine.decks.rules.board import ENTERED
from engine.decks.rules.cards import Card
from engine.decks.solving.means import LUCIDITY_SAVES, NO_END, Means, targets_of


def spells(means: Means, spread: bool) -> tuple[int, int]:
    """How many Creatures plays can destroy, and how much damage they can do; ``NO_END`` where that is not reckoned.

    The plays are those of Incantations, of Backlash, and of Rage, whose owners then attack Creatures. ``spread``:
    all targets counted together, else one target alone.
    """
    kills, damage = _incantations(means, spread)
    hit = means.targets if spread else 1
    plays = _backlashes(means)
    kills += plays * hit
    damage += plays * hit * _backlash(means)
    raging = _raging(means)
    if raging:
        if means.is_hit and means.own & REINFORCEMENT:
            return NO_END, NO_END
        kills += len(raging) * hit
        for card in raging:
            blow = means.blow_of(card, True)
            if not spread and (card.abilities | means.given | means.symbiotic) & BERSERK:
                return NO_END, NO_END
            damage += hit * blow
        damage += hit * means.strength * (2 if means.own & AQUATIC else 1)
    return min(kills, NO_END), min(damage, NO_END)


def hardest_berserk(means: Means) -> int:
    """The hardest blow of those who come to play, attack at once and go on after a kill; below 0 if there are none."""
    hardest = -1
    for card in _raging(means):
        if (card.abilities | means.given | means.symbiotic) & BERSERK:
            hardest = max(hardest, means.blow_of(card, True))
    return hardest


def _incantations(means: Means, spread: bool) -> tuple[int, int]:
    """The same for Incantations alone."""
    mana = means.board.mana
    cheapest = NO_END
    damage = 0
    targets = 1
    for card in means.cards:
        if card.is_creature:
            continue
        cost = card.cost
        if card.abilities & LUCIDITY:
            cost -= LUCIDITY_SAVES
        if cost > mana:
            if not card.abilities & PRICE_OF_BLOOD:
                continue  # only Creatures are played by Reinforcement
            cost = 0
        if cost <= 0 or card.abilities & PRICE_OF_BLOOD:
            return NO_END, NO_END
        if cost < cheapest:
            cheapest = cost
        hit = 1
        if spread and card.abilities & PERFORATION:
            hit += 1
        if spread and card.abilities & SPLASH:
            hit += 1
        if hit > targets:
            targets = hit
        total = (mana * card.av * hit + cost - 1) // cost  # it comes back to the hand and can be played again
        if card.abilities & VULNERABILITY:
            total = NO_END
        if total > damage:
            damage = total
    if cheapest == NO_END:
        return 0, 0
    return mana // cheapest * targets, damage


def _when_played(means: Means, card: Card) -> int:
    """The abilities with which a Creature card may come into play; a Symbiote may come onto any other."""
    return means.own if card.abilities & SYMBIOTE else card.abilities | means.given


def _backlashes(means: Means) -> int:
    """How often Backlash can strike: once for each card that has it, and again for one that was destroyed (5.4)."""
    count = 0
    cost = weakest = NO_END
    for card in means.cards:
        if card.is_creature and (card.abilities | means.given) & BACKLASH:
            count += 1
            cost = min(cost, 0 if card is means.board.seats[means.seat].champion else card.cost)
            weakest = min(weakest, card.hp)
    if not count:
        return 0
    if means.is_hit and (means.own & REINFORCEMENT or means.entering):
        return NO_END
    kills, damage = _incantations(means, True)
    again = min(kills, damage // weakest)
    if cost > LUCIDITY_SAVES and not means.own & (REINFORCEMENT | PRICE_OF_BLOOD):
        again = min(again, means.board.mana // (cost - LUCIDITY_SAVES))
    return min(count + again, NO_END)


def _backlash(means: Means) -> int:
    """The most damage of Backlash to one target: the number of cards left of the Stronghold (5.4)."""
    player = means.board.seats[means.seat]
    own = means.own
    for card in means.cards:
        own |= card.abilities
    left = player.stronghold
    if (
        own & (CURSED | PRICE_OF_BLOOD)
        or (own | means.theirs) & IMMOLATION
        or (means.is_hit and (own & REINFORCEMENT or means.theirs & SHARPENING))
        or (own & REGENERATION and _may_be_fort(means, own))
    ):
        left = len(player.hand) + len(means.coming_back())  # it may come to stand farther to the right
    return 2 * left if means.own & AQUATIC else left


def _may_be_fort(means: Means, own: int) -> bool:
    """Whether the player's Stronghold may show its Fort in the turn, though nothing but plays weakens it."""
    player = means.board.seats[means.seat]
    if player.fort or player.champion is not None or own & REINFORCEMENT or means.theirs & ENCHAIN:
        return True
    cheapest = NO_END
    for card in means.cards:
        cheapest = min(cheapest, card.cost - LUCIDITY_SAVES if card.abilities & LUCIDITY else card.cost)
    return cheapest <= 0 or player.hp <= means.board.mana // cheapest


def _raging(means: Means) -> list[Card]:
    """The cards that may attack in the turn in which they are played (5.20)."""
    return [
        card for card in means.cards if card.is_creature and (card.abilities | means.given | means.symbiotic) & RAGE
    ]


def excess_of_plays(means: Means) -> int | None:
    """The most damage by Sharpening from cards played this turn, or None for no bound (rulings 5.20, 5.4, 5.23)."""
    total = 0
    striking = 0  # by Backlash
    for card in means.cards:
        if not card.is_creature:
            if card.abilities & SHARPENING and card.av:
                total += targets_of(card.abilities) * (card.av - 1)
        elif (card.abilities | means.given) & BACKLASH:
            may = _when_played(means, card)
            if may & SHARPENING:
                striking = max(striking, targets_of(may))
    if not means.own & SHARPENING:
        return total
    if striking:
        plays = _backlashes(means)
        if plays >= NO_END:
            return None
        total += plays * striking * max(0, _backlash(means) - 1)
    is_sharpened = False
    striking_at_once = RAGE | INSTINCT if means.is_answered else RAGE
    for card in means.cards:
        may = card.abilities | means.given | means.symbiotic
        if card.is_creature and may & striking_at_once and may & SHARPENING:
            if means.is_hit and means.own & REINFORCEMENT:
                return None
            blow = max(0, means.blow_of(card, False) - 1)
            if may & VULNERABILITY and may & AQUATIC:
                blow += means.toughest()
            total += targets_of(may) * blow
            is_sharpened = True
    for row in (means.board.rows[2 * means.seat], means.board.rows[2 * means.seat + 1]):
        for creature in row:
            may = means.may(creature)
            if creature.marks & ENTERED and may & striking_at_once and may & SHARPENING:
                total += means.excess(creature)
                is_sharpened = True
    if is_sharpened:
        total += means.targets * means.strength * (2 if means.own & AQUATIC else 1)
    return total
