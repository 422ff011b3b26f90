"""Upper bounds on what the active player's cards can do in the present turn: on Strongholds, and on one Creature.

The reckoning is a generous one: every Creature attacks where it brings most, with every Symbiote, Aura, Sprint and
Aquatic that could help it. That holds for what has been reckoned with (``reckoned`` lists it); for anything else, and
where abilities could bring more than can be added up simply, there is no bound (None). The tests compare it with what
searches find.
"""

from __future__ import annotations

from typing import Final

from engine.decks.rules.abilities import (
    AERIAL,
    AQUATIC,
    BACKLASH,
    BERSERK,
    DEFENDER,
    ENCHAIN,
    INDESTRUCTIBLE,
    INSTINCT,
    LUCIDITY,
    MERCENARY,
    PERFORATION,
    PRICE_OF_BLOOD,
    RAGE,
    REINFORCEMENT,
    SEASON_1,
    SHARPENING,
    SPLASH,
    SPRINT,
    SYMBIOTE,
    VANISH,
    VULNERABILITY,
)
from engine.decks.rules.board import ENTERED, Board, Creature
from engine.decks.rules.cards import Card
from engine.decks.solving.reckoned import is_reckoned_with

BLOW: Final = 3  # Creatures that one blow can hit (rulings 5.17, 5.24)
LUCIDITY_SAVES: Final = 2
NO_END: Final = 1 << 20  # more than any position has of anything


class Reach:
    """The active player's means in one position, which is in the Summoning phase.

    ``cards`` are those that may come to be played. ``given`` is what Auras may give to the player's Creatures,
    ``helping`` that and what Symbiotes to come may bring; ``strength`` what those may add to attacks. ``is_answered``:
    an enemy may attack by Instinct. ``is_reckoned_with``: whether the bounds hold; if not, nothing else is worked out.
    """

    __slots__ = (
        "board",
        "cards",
        "given",
        "helping",
        "is_answered",
        "is_reckoned_with",
        "room",
        "seat",
        "strength",
    )

    def __init__(self, board: Board) -> None:
        self.board = board
        self.seat = board.active
        self.cards: list[Card] = []
        self.given = self.helping = self.strength = self.room = 0
        self.is_answered = False
        self.is_reckoned_with = is_reckoned_with(board)
        if self.is_reckoned_with:
            self._look()

    def _look(self) -> None:
        """Works out the means from what lies on the board and in the hand."""
        board = self.board
        seat = self.seat
        data = own = board.bestowed[seat]
        theirs = 0
        for other, bestowed in enumerate(board.bestowed):
            if other != seat:
                theirs |= bestowed
        longest = 0
        for index, row in enumerate(board.rows):
            if index >> 1 == seat:
                for creature in row:
                    data |= creature.body.auras
                    own |= creature.body.abilities
                if len(row) > longest:
                    longest = len(row)
            else:
                for creature in row:
                    theirs |= creature.body.abilities | creature.body.auras
        self.cards = self._playable(own | data, theirs)
        strength = 0
        symbiotic = 0
        for card in self.cards:
            if card.is_creature:
                data |= card.auras
                if card.abilities & SYMBIOTE:
                    strength += card.av
                    symbiotic |= card.abilities
        self.given = data
        self.helping = data | symbiotic
        self.strength = strength
        self.room = longest + len(self.cards)
        self.is_answered = bool(theirs & INSTINCT)

    def _playable(self, own: int, theirs: int) -> list[Card]:
        """The cards that may come to be played; ``own`` and ``theirs`` are abilities on the board, Auras included.

        Cards come back to the hand in time only where Incantations or Backlash can destroy what holds them. In the
        Assault nothing is played: Reinforcement answers the player's own Incantations alone, where it is reckoned with.
        """
        board = self.board
        player = board.seats[self.seat]
        mana = board.mana
        cards: list[Card] = []
        stirring = own & BACKLASH
        kills = False
        for card in player.hand:
            if _is_affordable(card, mana):
                cards.append(card)
                own |= card.abilities | card.auras
                if card.is_creature:
                    stirring |= (card.abilities | card.auras) & BACKLASH
                else:
                    kills = True
        champion = player.champion
        if champion is not None:
            cards.append(champion)
            own |= champion.abilities | champion.auras
            stirring |= (champion.abilities | champion.auras) & BACKLASH
        back: list[Card] = []
        if kills or stirring:
            back = self._coming_back(theirs)
            for card in back:
                if _is_affordable(card, mana):
                    cards.append(card)
                    own |= card.abilities | card.auras
                    kills = kills or not card.is_creature
        if own & REINFORCEMENT and kills:
            return [*player.hand, *self._coming_back(theirs), *([] if champion is None else [champion])]
        return cards

    def _coming_back(self, theirs: int) -> list[Card]:
        """The cards on the board that may come to the player's hand: the player's own, and Mercenary ones."""
        back: list[Card] = []
        for index, row in enumerate(self.board.rows):
            own = index >> 1 == self.seat
            for creature in row:
                if not own and creature.enchained is not None:
                    back.append(creature.enchained)
                if own or theirs & MERCENARY:
                    back.append(creature.body.card)
                    if creature.body.symbiote is not None:
                        back.append(creature.body.symbiote)
        return back

    def blow(self, creature: Creature) -> int:
        """The most damage of one attack to one target, without Symbiotes to come; ``NO_END`` with Vulnerability."""
        may = creature.body.abilities | self.helping
        if may & VULNERABILITY:
            return NO_END
        blow = creature.body.av + creature.sprint
        if may & SPRINT:
            blow += self.room
        return 2 * blow if may & AQUATIC else blow

    def taken(self) -> int:
        """The most cards that Enchain can hold back at a time of those taken this turn (ruling 5.11)."""
        count = 0
        for card in self.cards:
            if card.is_creature and (card.abilities | self.given) & ENCHAIN:
                count += 1
        return count

    def moved(self) -> int | None:
        """The most places that enemy Strongholds can be moved by damage in the turn, or None when there is no bound.

        The sources are those of the rulings: attacks on Strongholds (2.5, one for each activation: Berserk goes on only
        after a kill), and Sharpening's excess (5.23).
        """
        if not self.is_reckoned_with:
            return None
        excess = self._excess_of_plays()
        if excess is None:
            return None
        board = self.board
        helping = self.helping
        union = helping
        attacking = helping
        attackers = 0
        for row in (board.rows[2 * self.seat], board.rows[2 * self.seat + 1]):
            for creature in row:
                union |= creature.body.abilities
                if not creature.marks & ENTERED:
                    attackers += 1
                    attacking |= creature.body.abilities
                    if (creature.body.abilities | helping) & SHARPENING:
                        excess += BLOW * self.blow(creature)
        if not attackers:
            return excess
        if attacking & VULNERABILITY:
            return None
        strength = self.strength * (2 if union & AQUATIC else 1)
        if attacking & SHARPENING:
            excess += BLOW * strength
        if union & SPLASH:
            strength *= 2  # what a Symbiote adds may count on both lines
        kills, damage = self._spells(True)
        upper, lower = 2 * self.seat, 2 * self.seat + 1
        return self._through(upper, kills, damage) + self._through(lower, kills, damage) + strength + excess

    def _through(self, index: int, kills: int, damage: int) -> int:
        """The most places that a line's attackers can move the Stronghold behind the enemies that stand before them.

        Each enemy has to be destroyed first: by an attack that is then lost for the Stronghold, or from outside
        (``kills`` and ``damage`` say how much can be done there). What Symbiotes add is left out; each point of theirs
        brings at most one more.
        """
        board = self.board
        helping = self.helping
        enemies = board.rows[board.mode.facing[index]]
        is_open = not enemies or board.edition == SEASON_1  # in season 1 some attack past others
        pierces = 0
        clearing = 0  # how many can only clear the way, and the damage of their blows
        cleared = 0
        blows: list[int] = []
        total = 0
        for creature in board.rows[index]:
            body = creature.body
            may = body.abilities | helping
            if may & BERSERK:
                is_open = True  # it goes on until the line is clear
            if may & PERFORATION:
                pierces = 1
            blow = self.blow(creature)
            if creature.marks & ENTERED:
                if may & RAGE:
                    clearing += 1
                    cleared += blow
            elif body.abilities & DEFENDER:
                clearing += 1
                cleared += blow
            elif may & AERIAL and not index & 1:
                total += blow
                if not body.abilities & AERIAL:
                    clearing += 1
                    cleared += blow
            else:
                blows.append(blow)
        if not blows:
            return total
        if is_open:
            return total + sum(blows)
        for creature in board.rows[index ^ 1]:
            if (creature.body.abilities | helping) & SPLASH:
                if (creature.body.abilities | helping) & BERSERK:
                    return total + sum(blows)
                kills += 1
                damage += self.blow(creature)
        kills += clearing * (1 + pierces)
        return total + self._past(enemies, blows, pierces, kills, damage + cleared * (1 + pierces))

    def _past(self, enemies: list[Creature], blows: list[int], pierces: int, kills: int, damage: int) -> int:
        """The most damage that is left of some blows when the enemies before them are to be destroyed first.

        ``kills`` and ``damage`` are what others do to them; with ``pierces`` 1 each blow strikes the next one too.
        """
        left = -damage
        for enemy in enemies:
            left += enemy.body.hp - enemy.damage
        by_damage = sum(blows)
        if left > 0:
            by_damage -= (left + pierces) // (1 + pierces)
        lost = len(enemies) - kills
        if lost > 0:
            lost = (lost + pierces) // (1 + pierces)
            if lost >= len(blows):
                return 0
            blows.sort()
            by_number = sum(blows[lost:])
            if by_number < by_damage:
                by_damage = by_number
        return by_damage if by_damage > 0 else 0

    def _spells(self, spread: bool) -> tuple[int, int]:
        """How many Creatures plays can destroy, and how much damage they can do; ``NO_END`` where that is not reckoned.

        ``spread``: all targets counted together, else one target alone.
        """
        mana = self.board.mana
        cheapest = NO_END
        damage = 0
        targets = 1
        for card in self.cards:
            if card.is_creature:
                if (card.abilities | self.given) & (RAGE | BACKLASH):
                    return NO_END, NO_END
                continue
            cost = card.cost
            if card.abilities & LUCIDITY:
                cost -= LUCIDITY_SAVES
            if cost > mana:
                if not card.abilities & PRICE_OF_BLOOD:
                    continue  # only Creatures are played by Reinforcement
                cost = 0
            if cost <= 0 or card.abilities & (PRICE_OF_BLOOD | VULNERABILITY):
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
            if total > damage:
                damage = total
        if cheapest == NO_END:
            return 0, 0
        return mana // cheapest * targets, damage

    def _excess_of_plays(self) -> int | None:
        """The most damage by Sharpening from cards played this turn, or None for no bound (rulings 5.20, 5.4, 5.23)."""
        entered = 0
        for row in (self.board.rows[2 * self.seat], self.board.rows[2 * self.seat + 1]):
            for creature in row:
                # A Symbiote may bring Backlash to those that have been there for long.
                if creature.marks & ENTERED or self.helping & BACKLASH:
                    entered |= creature.body.abilities
        played = 0
        for card in self.cards:
            if card.is_creature:
                played |= card.abilities
        quick = (entered | self.helping | played) & (RAGE | BACKLASH)
        if quick and (entered | self.helping | played) & SHARPENING:
            return None
        total = 0
        for card in self.cards:
            if card.abilities & SHARPENING and not card.is_creature:
                total += BLOW * card.av
        return total

    def cannot_destroy(self, target: Creature, place: int) -> bool:
        """Whether an enemy's Creature, at a place of its row, cannot be destroyed in the turn."""
        if not self.is_reckoned_with:
            return False
        board = self.board
        helping = self.helping
        kills, damage = self._spells(False)
        # Whether it has to be reached from the Bridge. An enemy that answers may Sprint to another place.
        direct = kills == 0 and board.edition != SEASON_1 and not self.is_answered
        if target.body.abilities & INDESTRUCTIBLE:
            damage = 0
            for card in self.cards:  # those who attack at once are no Incantations
                if card.is_creature and (card.abilities | self.given) & RAGE:
                    return False
        if damage >= NO_END:
            return False
        row = board.rows[target.row]
        before = 0
        for creature in row[:place]:
            before += creature.body.hp - creature.damage
        for creature in row:
            if (creature.body.abilities | board.bestowed[target.row >> 1]) & VANISH or creature.body.auras & VANISH:
                direct = False  # the places change
        attacks = 0
        union = helping
        for index in (2 * self.seat, 2 * self.seat + 1):
            faces = board.mode.facing[index] == target.row
            for creature in board.rows[index]:
                may = creature.body.abilities | helping
                if may & VULNERABILITY or (may & BERSERK and may & (PERFORATION | SPLASH)):
                    return False
                if creature.marks & ENTERED and not may & RAGE:
                    continue
                if not faces and not may & SPLASH:
                    continue
                if may & (BERSERK | PERFORATION | SPLASH):
                    direct = False
                attacks += 1
                union |= may
                damage += self.blow(creature)
        if attacks:
            damage += self.strength * (2 if union & AQUATIC else 1)
        needed = target.body.hp - target.damage
        if direct:
            return damage < needed + before or attacks <= place
        return damage < needed


def _is_affordable(card: Card, mana: int) -> bool:
    cost = card.cost - LUCIDITY_SAVES if card.abilities & LUCIDITY else card.cost
    return cost <= mana or bool(card.abilities & PRICE_OF_BLOOD)
