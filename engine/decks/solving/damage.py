"""The most damage to enemy Strongholds in the turn."""

from __future__ import annotations

from typing import Final

from engine.decks.rules.abilities import (
    AQUATIC,
    BERSERK,
    CURSED,
    IMMOLATION,
    INSTINCT,
    RAGE,
    REINFORCEMENT,
    SHARPENING,
    SPLASH,
    SPRINT,
    SYMBIOTE,
    VULNERABILITY,
)
from engine.decks.rules.board import ENTERED, AISeat
from engine.decks.solving.attackers import Attackers, returning
from engine.decks.solving.means import NO_END, Means
from engine.decks.solving.spells import excess_of_plays, hardest_berserk, spells
from engine.kernel.native import i64

WIDTH: Final = 62  # bits of a number
NOTHING: Final = [0, 0, 0]


class Damage:
    """What the active player's turn can do to enemy Strongholds at most, but for Vulnerability.

    The sources are those of the rulings: attacks on Strongholds (2.5, one for each activation: Berserk goes on only
    after a kill), Sharpening's excess (5.23), and Immolation where an enemy plays by Reinforcement (5.12). Of no blow
    more is counted than ``cap``: one that fells a Bastion does nothing to its Fort (1.1).

    ``total`` is None when there is no bound. ``leaving`` are the cards that a hand may lose by Reinforcement. Blows of
    Vulnerability come on top: ``sparing`` of them leave a Stronghold its last HP, ``felling`` may take that too, having
    Sprint or Aquatic (5.28). ``blows`` are those of attackers in the order in which they strike, if that is known; what
    else the total is made of, ``loose``, may hit either side of a Stronghold. ``returned``: so much of the total only
    makes up for cards that come back to the right of the enemy's hand before.
    """

    __slots__ = (
        "_berserk",
        "_lines",
        "_means",
        "_returning",
        "blows",
        "cap",
        "felling",
        "leaving",
        "loose",
        "returned",
        "sparing",
        "total",
    )

    def __init__(self, means: Means, cap: int = NO_END) -> None:
        upper = 2 * means.seat
        self.cap = cap
        self._returning = [0, 0, 0]
        if means.is_reckoned_with:
            self._returning = [0, returning(means, upper), returning(means, upper + 1)]
            self.cap += self._returning[1] + self._returning[2]
        self.returned = 0
        self.leaving = self.sparing = self.felling = 0
        self._berserk = -1  # the hardest blow of those who come to play and go on after a kill
        self._means = means
        self.blows: list[int] = []
        self._lines: list[int] = []  # of each: 0 for one that is past the enemies, 1 and 2 for the lines
        self.loose = 0
        self.total = self._total() if means.is_reckoned_with else None

    def _total(self) -> int | None:
        means = self._means
        excess = excess_of_plays(means)
        if excess is None:
            return None
        if means.entering:
            burning = self._reinforcement()
            if burning is None:
                return None
            excess += burning
        board = means.board
        kills, damage = spells(means, True)
        self._berserk = hardest_berserk(means)
        if means.is_answered and means.own & INSTINCT:
            again, more_kills, more_damage = self._instincts()
            excess += again
            kills = min(kills + more_kills, NO_END)
            damage = min(damage + more_damage, NO_END)
        union = 0
        attackers = 0
        upper, lower = 2 * means.seat, 2 * means.seat + 1
        for row in (board.rows[upper], board.rows[lower]):
            for creature in row:
                may = means.may(creature)
                if not creature.marks & ENTERED or may & RAGE:
                    union |= may
                if not creature.marks & ENTERED:
                    attackers += 1
        self.loose = excess
        if not attackers:
            return excess
        strength = means.strength * (2 if union & AQUATIC else 1)
        if union & SHARPENING:
            excess += means.targets * strength
        if means.own & SPLASH:
            strength *= 2  # what a Symbiote adds may count on both lines
        self.loose = total = excess + strength
        for index in (upper, lower):
            line = Attackers(means, index, self._berserk, self.cap, self._returning[1 + (index & 1)])
            total += line.damage(kills, damage)
            self.sparing += line.sparing
            self.felling += line.felling
            self.loose += line.excess
            self.returned += line.returned
            line.free.reverse()  # the farthest strike first
            self.blows += line.free
            line.free_from.reverse()
            self._lines += line.free_from
        return total

    def beyond(self, bastion: int, fort: int) -> int:
        """How much more is there than destroys both sides of a Stronghold, of so many HP each.

        No blow does damage to both (1.1). Known blows come first to the Bastion, then to the Fort; others in any order.
        A blow of Vulnerability leaves the last HP of one side, or nothing.
        """
        left = 0 if self.felling else 1
        striking = self.sparing + self.felling
        if not striking:
            least = self._least_lacking(bastion, fort, self._returning, self._returning)
        elif striking > 1:
            least = self._least_lacking(min(bastion, left), min(fort, left), NOTHING, NOTHING)
        else:
            least = min(
                self._least_lacking(min(bastion, left), fort, NOTHING, self._returning),
                self._least_lacking(bastion, min(fort, left), self._returning, NOTHING),
            )
        return self.loose + self.leaving - least

    def _least_lacking(self, bastion: int, fort: int, returning: list[int], later: list[int]) -> int:
        """What the blows lack at least of both sides, by the cards that come back before them (see ``_lacking``)."""
        if not self._means.is_ordered:
            return self._least_in_any_order(bastion, fort)
        before = [0, 0, 0]  # by those who are past the enemies, and by the upper line and the lower
        after = [0, 0, 0]
        for blow, line in zip(self.blows, self._lines, strict=True):
            after[line] += blow
        least = _lacking(bastion, before, returning) + _lacking(fort, after, later)
        for blow, line in zip(self.blows, self._lines, strict=True):
            before[line] += blow
            after[line] -= blow
            least = min(least, _lacking(bastion, before, returning) + _lacking(fort, after, later))
        return least

    def _least_in_any_order(self, bastion: int, fort: int) -> int:
        """What the blows lack at least when each may hit either side."""
        total = hit = 0
        for blow in self.blows:
            total += blow
        least = max(0, bastion + fort - total)
        if total < WIDTH:
            least = NO_END
            sums: i64 = 1  # a bit for each damage that some of them do
            for blow in self.blows:
                sums |= sums << blow
            while sums:
                if sums & 1:
                    least = min(least, max(0, bastion - hit) + max(0, fort - total + hit))
                sums >>= 1
                hit += 1
        return least

    def _instincts(self) -> tuple[int, int, int]:
        """What the player's attacks by Instinct bring: damage to Strongholds, hits of Creatures and damage of these.

        A Creature answers each enemy's answer that has hurt it and left it alive (5.14).
        """
        means = self._means
        hardy = 0  # what Symbiotes may add to the HP
        for card in means.cards:
            if card.abilities & SYMBIOTE:
                hardy += card.hp
        weakest = NO_END
        if means.theirs & (SPRINT | VULNERABILITY):
            weakest = 1
        strength = means.strength * (2 if means.own & AQUATIC else 1)
        for index, row in enumerate(means.board.rows):
            if index >> 1 != means.seat:
                for creature in row:
                    if creature.body.av:
                        weakest = min(weakest, creature.body.av)
        for card in means.entering:
            if card.av:
                weakest = min(weakest, card.av)
        total = attacks = damage = 0
        for row in (means.board.rows[2 * means.seat], means.board.rows[2 * means.seat + 1]):
            for creature in row:
                may = means.may(creature)
                if may & INSTINCT:
                    count = (creature.body.hp - creature.damage + hardy - 1) // weakest
                    attacks += count
                    total += count * (min(means.blow(creature), self.cap) + strength)
                    damage += count * means.targets * min(means.blow_at_creatures(creature) + strength, NO_END)
                    self._strikes(may | AQUATIC if creature.sprint else may, count)
        for card in means.cards:
            may = card.abilities | means.given | means.symbiotic
            if card.is_creature and may & INSTINCT:
                count = (card.hp + hardy - 1) // weakest
                blow = means.blow_of(card, True)
                if may & BERSERK:
                    self._berserk = max(self._berserk, blow)
                attacks += count
                total += count * (min(means.blow_of(card, False), self.cap) + strength)
                damage += count * means.targets * min(blow + strength, NO_END)
                self._strikes(may, count)
        return total, attacks * means.targets, damage

    def _strikes(self, may: int, count: int) -> None:
        """Notes attacks by Instinct with Vulnerability."""
        if may & VULNERABILITY:
            if may & AQUATIC:
                self.felling += count
            else:
                self.sparing += count

    def _reinforcement(self) -> int | None:
        """The most damage that an enemy's Reinforcement does to its own Stronghold, or None when there is no bound.

        Each Creature that bears it in print answers once: nothing but Reinforcement brings it back, and that leaves out
        those who bear it (5.22). First the destroyed card comes to the right of the hand, then another leaves it: so
        the Stronghold loses nothing. But Cursed lets it come to the left (5.9), and who plays may be burnt (5.12).
        """
        means = self._means
        other = 1 - means.seat
        auras = 0
        plays = 0
        burners = 0
        is_cursed = False
        for index, row in enumerate(means.board.rows):
            for creature in row:
                body = creature.body
                if body.abilities & IMMOLATION:
                    burners += 1
                if body.auras & IMMOLATION:
                    return None
                if index >> 1 == other:
                    auras |= body.auras
                    if body.abilities & REINFORCEMENT:
                        plays += 1
                        if body.abilities & CURSED:
                            is_cursed = True
        for card in means.entering:
            auras |= card.auras
            if card.abilities & IMMOLATION:
                burners += 1
            if card.auras & IMMOLATION:
                return None
        for card in means.cards:
            if card.abilities & IMMOLATION:
                burners += 1
            if card.auras & IMMOLATION:
                return None
        if auras & REINFORCEMENT:
            return None if burners or means.theirs & CURSED else 0
        if is_cursed or auras & CURSED:
            self.leaving = plays
        return plays * burners


def _lacking(needed: int, blows: list[int], returning: list[int]) -> int:
    """What the blows of each line lack; before them come back so many cards, each an HP more."""
    for line in range(len(blows)):
        needed -= max(0, blows[line] - returning[line])
    return max(0, needed)


def most_moved(means: Means) -> int | None:
    """The most places that enemy Strongholds can be moved by damage in the turn, or None when there is no bound."""
    damage = Damage(means)
    if damage.total is None or not (damage.sparing or damage.felling):
        return damage.total
    board = means.board
    cards = len(board.seats[means.seat].hand)  # that a Stronghold may come to have on its right
    for row in board.rows:
        for creature in row:
            cards += 1 if creature.body.symbiote is None else 2
            if creature.enchained is not None:
                cards += 1
    held = 0
    for number, player in enumerate(board.seats):
        if number != means.seat:
            size = len(player.hand)
            if isinstance(player, AISeat):
                size = len(player.pile) + len(player.discard)
            if size > held:
                held = size
    return damage.total + damage.sparing * (held + cards - 1) + damage.felling * (held + cards)
