"""What the active player has for the present turn: what upper bounds on it are made of.

The reckoning is a generous one: every Creature attacks where it brings most, with every Symbiote, Aura, Sprint and
Aquatic that could help it. That holds for what has been reckoned with (``reckoned`` lists it); for anything else, and
where abilities could bring more than can be added up simply, there is no bound. The tests compare the bounds with what
searches find.
"""

from __future__ import annotations

from typing import Final

from engine.decks.rules.abilities import (
    AQUATIC,
    BACKLASH,
    INSTINCT,
    LUCIDITY,
    MERCENARY,
    PERFORATION,
    PRICE_OF_BLOOD,
    RAGE,
    REINFORCEMENT,
    SEASON_1,
    SPLASH,
    SPRINT,
    SYMBIOTE,
    VANISH,
    VULNERABILITY,
)
from engine.decks.rules.board import Board, Creature
from engine.decks.rules.cards import Card
from engine.decks.solving.reckoned import abilities_of, entering, is_reckoned_with

LUCIDITY_SAVES: Final = 2
NO_END: Final = 1 << 20  # more than any position has of anything


class Means:
    """The active player's means in one position, which is in the Summoning phase.

    ``cards`` are those that may come to be played. ``given`` is what Auras may give to these, ``symbiotic`` what
    Symbiotes among them may bring, ``strength`` what these may add to attacks, ``arriving`` the Auras of all of them.
    ``is_settled``: no Creature of the player's can leave its place, so only who stands at the far end can have a new
    neighbour; else any may come beside any of its line, and have all that is ``helping`` there. ``is_ordered``: none
    can move past another, so that they strike in the order in which they stand, but for those destroyed. ``entering``
    are the cards that an enemy's Reinforcement may bring into play, ``theirs`` the abilities of these and of enemies in
    play, Auras included; ``own`` are the player's. ``targets`` is how many one blow can hit. ``is_answered``: an enemy
    may attack by Instinct; ``is_hit``: it may do so, or bring in Backlash. ``is_reckoned_with``: whether the bounds
    hold; if not, nothing else is worked out. ``rests``: the player plays nothing more and has only the Assault.
    """

    __slots__ = (
        "arriving",
        "board",
        "cards",
        "entering",
        "given",
        "helping",
        "is_answered",
        "is_hit",
        "is_ordered",
        "is_reckoned_with",
        "is_settled",
        "own",
        "rests",
        "room",
        "seat",
        "strength",
        "symbiotic",
        "targets",
        "theirs",
    )

    def __init__(self, board: Board, rests: bool = False) -> None:
        self.board = board
        self.rests = rests
        self.seat = board.active
        self.cards: list[Card] = []
        self.helping = [0, 0]
        self.arriving = self.given = self.strength = self.symbiotic = self.room = self.theirs = 0
        self.own = self.targets = 0
        self.is_answered = self.is_hit = self.is_ordered = self.is_settled = False
        self.entering = entering(board)
        brought = abilities_of(self.entering)
        self.is_reckoned_with = is_reckoned_with(board, brought)
        if self.is_reckoned_with:
            self._look(brought)

    def _look(self, brought: int) -> None:
        """Works out the means from what lies on the board and in the hand."""
        board = self.board
        seat = self.seat
        auras = own = board.bestowed[seat]
        farthest = auras  # the Auras of those beside whom a Creature may come to stand
        theirs = brought
        for other, bestowed in enumerate(board.bestowed):
            if other != seat:
                theirs |= bestowed
        longest = 0
        for index, row in enumerate(board.rows):
            if index >> 1 == seat:
                of_row = board.bestowed[seat]
                for creature in row:
                    of_row |= creature.body.auras
                    own |= creature.body.abilities
                self.helping[index & 1] = of_row
                auras |= of_row
                if len(row) > longest:
                    longest = len(row)
                if row:
                    farthest |= row[-1].body.auras
            else:
                for creature in row:
                    theirs |= creature.body.abilities | creature.body.auras
        self.theirs = theirs
        self.is_answered = bool(theirs & INSTINCT)
        self.is_hit = self.is_answered or bool(brought & BACKLASH)
        self.cards = self._playable(own | auras)
        own |= auras
        casts = False
        for card in self.cards:
            if card.is_creature:
                own |= card.abilities | card.auras
                self.arriving |= card.auras
                if card.abilities & SYMBIOTE:
                    self.strength += card.av
                    self.symbiotic |= card.abilities | card.auras
            else:
                casts = True
        # They strike from the far end on: what is thrown back would strike in another's place.
        self.is_ordered = (
            board.edition != SEASON_1 and not own & SPRINT and not (own & VANISH and (casts or self.is_hit))
        )
        self.is_settled = not (self.is_hit or casts or own & SPRINT or board.edition == SEASON_1)
        self.helping[0] |= self.arriving | self.symbiotic
        self.helping[1] |= self.arriving | self.symbiotic
        self.given = (farthest if self.is_settled and not self.symbiotic else auras) | self.arriving
        self.own = own
        self.targets = targets_of(own)
        self.room = longest + len(self.cards)

    def _playable(self, own: int) -> list[Card]:
        """The cards that may come to be played; ``own`` are the player's abilities on the board, Auras included.

        Cards come back to the hand in time only where Incantations or Backlash can destroy what holds them. In the
        Assault nothing is played but by Reinforcement, which answers the player's own Incantations alone unless the
        player ``is_hit``.
        """
        board = self.board
        player = board.seats[self.seat]
        mana = board.mana
        cards: list[Card] = []
        if self.rests and not (own & REINFORCEMENT and self.is_hit):
            return cards
        stirring = own & BACKLASH
        kills = False
        for card in player.hand:
            if is_affordable(card, mana):
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
            back = self.coming_back()
            for card in back:
                if is_affordable(card, mana):
                    cards.append(card)
                    own |= card.abilities | card.auras
                    kills = kills or not card.is_creature
        if own & REINFORCEMENT and (kills or self.is_hit):
            return [*player.hand, *self.coming_back(), *([] if champion is None else [champion])]
        return cards

    def coming_back(self) -> list[Card]:
        """The cards on the board that may come to the player's hand: the player's own, and Mercenary ones."""
        theirs = self.theirs
        back: list[Card] = []
        if theirs & MERCENARY:
            back += self.entering
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

    def may(self, creature: Creature) -> int:
        """The abilities that one of the player's Creatures in play may have in the turn; Aquatic only where it acts."""
        if not self.is_settled:
            return creature.body.abilities | self.helping[creature.row & 1]
        row = self.board.rows[creature.row]
        abilities = creature.abilities | self.symbiotic
        if row[-1] is creature:
            abilities |= self.arriving
        return abilities if row[0] is creature else abilities & ~AQUATIC

    def sure(self, creature: Creature) -> int:
        """The abilities that it certainly has."""
        return creature.abilities if self.is_settled else creature.body.abilities

    def blow(self, creature: Creature) -> int:
        """The most damage of one attack to one target, without Symbiotes to come, and but for Vulnerability."""
        may = self.may(creature)
        blow = creature.sprint
        if not self.sure(creature) & VULNERABILITY:
            blow += creature.body.av
        if may & SPRINT:
            blow += self.passed_by(creature)
        return 2 * blow if may & AQUATIC else blow

    def passed_by(self, creature: Creature) -> int:
        """The most Creatures that one of the player's can pass by Sprint in the turn (5.25).

        It stands at the Bridge from its first attack on. Before that only who Sprints from behind comes before it, but
        for Vanish (5.27) and answers to an enemy's attack (5.14), which let it attack from farther away.
        """
        if self.is_hit or self.own & VANISH or self.board.edition == SEASON_1:
            return self.room
        passed = 0
        is_behind = False
        for other in self.board.rows[creature.row]:
            if other is creature:
                is_behind = True
            elif not is_behind or self.may(other) & SPRINT:
                passed += 1
        for card in self.cards:
            may = card.abilities | self.given | self.symbiotic
            if card.is_creature and may & RAGE and may & SPRINT:
                passed += 1
        return passed

    def blow_at_creatures(self, creature: Creature) -> int:
        """The most damage of one attack to one Creature, without Symbiotes to come; ``NO_END`` with Vulnerability."""
        return NO_END if self.may(creature) & VULNERABILITY else self.blow(creature)

    def excess(self, creature: Creature) -> int:
        """The most damage beyond its targets' HP of an attack of a Creature (5.23), without Symbiotes to come.

        Vulnerability alone destroys nothing.
        """
        blow = max(0, self.blow(creature) - 1)
        may = self.may(creature)
        if may & VULNERABILITY and may & AQUATIC:
            blow += self.toughest()
        return targets_of(may) * blow

    def toughest(self) -> int:
        """The most HP of an enemy's Creature in play or to enter."""
        toughest = 0
        for index, row in enumerate(self.board.rows):
            if index >> 1 != self.seat:
                for enemy in row:
                    if enemy.body.hp > toughest:
                        toughest = enemy.body.hp
        for card in self.entering:
            if card.hp > toughest:
                toughest = card.hp
        return toughest

    def blow_of(self, card: Card, at_creatures: bool) -> int:
        """The most damage of one attack of a card to be played to one target, without Symbiotes on it.

        ``at_creatures``: by Vulnerability too, which is ``NO_END``.
        """
        may = card.abilities | self.given | self.symbiotic
        if at_creatures and may & VULNERABILITY:
            return NO_END
        blow = card.av
        if may & SPRINT:
            blow += self.room
        return 2 * blow if may & AQUATIC else blow


def targets_of(abilities: int) -> int:
    """How many Creatures a blow can hit (5.17, 5.24)."""
    return 1 + bool(abilities & PERFORATION) + bool(abilities & SPLASH)


def is_affordable(card: Card, mana: int) -> bool:
    cost = card.cost - LUCIDITY_SAVES if card.abilities & LUCIDITY else card.cost
    return cost <= mana or bool(card.abilities & PRICE_OF_BLOOD)
