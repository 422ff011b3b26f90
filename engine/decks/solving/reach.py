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
    CURSED,
    DEFENDER,
    ENCHAIN,
    IMMOLATION,
    INDESTRUCTIBLE,
    INSTINCT,
    LUCIDITY,
    MERCENARY,
    PERFORATION,
    PRICE_OF_BLOOD,
    PROTECTION,
    RAGE,
    REGENERATION,
    REINFORCEMENT,
    SEASON_1,
    SHARPENING,
    SPLASH,
    SPRINT,
    SYMBIOTE,
    VANISH,
    VULNERABILITY,
)
from engine.decks.rules.board import ENTERED, SHARPENED, STRUCK, AISeat, Board, Creature
from engine.decks.rules.cards import Card
from engine.decks.solving.reckoned import abilities_of, entering, is_reckoned_with

LUCIDITY_SAVES: Final = 2
NO_END: Final = 1 << 20  # more than any position has of anything


class Reach:
    """The active player's means in one position, which is in the Summoning phase.

    ``cards`` are those that may come to be played. ``given`` is what Auras may give to these, ``symbiotic`` what
    Symbiotes among them may bring, ``strength`` what these may add to attacks, ``arriving`` the Auras of all of them.
    ``is_settled``: no Creature of the player's can leave its place, so only who stands at the far end can have a new
    neighbour; else any may come beside any, and have all that is ``helping``. ``entering`` are
    the cards that an enemy's Reinforcement may bring into play, ``theirs`` the abilities of these and of enemies in
    play, Auras included; ``own`` are the player's. ``targets`` is how many one blow can hit. ``is_answered``: an enemy
    may attack by Instinct; ``is_hit``: it may do so, or bring in Backlash. ``is_reckoned_with``: whether the bounds
    hold; if not, nothing else is worked out. ``rests``: the player plays nothing more and has only the Assault.

    Four numbers belong to what ``damage`` says, and stand when that has been asked. ``berserk`` is the hardest blow of
    those who come to play and go on after a kill, below 0 if there are none. ``leaving`` are the cards that a
    hand may lose by Reinforcement. Blows of Vulnerability are not in the damage: ``sparing`` of them leave a Stronghold
    its last HP, ``felling`` may take that too, having Sprint or Aquatic (5.28).
    """

    __slots__ = (
        "arriving",
        "berserk",
        "board",
        "cards",
        "entering",
        "felling",
        "given",
        "helping",
        "is_answered",
        "is_hit",
        "is_reckoned_with",
        "is_settled",
        "leaving",
        "own",
        "rests",
        "room",
        "seat",
        "sparing",
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
        self.arriving = self.given = self.helping = self.strength = self.symbiotic = self.room = self.theirs = 0
        self.leaving = self.sparing = self.felling = self.own = self.targets = 0
        self.berserk = -1
        self.is_answered = self.is_hit = self.is_settled = False
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
                for creature in row:
                    auras |= creature.body.auras
                    own |= creature.body.abilities
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
        is_settled = not self.is_hit and board.edition != SEASON_1
        for card in self.cards:
            if card.is_creature:
                own |= card.abilities | card.auras
                self.arriving |= card.auras
                if card.abilities & SYMBIOTE:
                    self.strength += card.av
                    self.symbiotic |= card.abilities | card.auras
            else:
                is_settled = False  # it may destroy
        if own & SPRINT:
            is_settled = False
        self.is_settled = is_settled
        self.helping = auras | self.arriving | self.symbiotic
        self.given = (farthest if is_settled and not self.symbiotic else auras) | self.arriving
        self.own = own
        self.targets = _targets(own)
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
            back = self._coming_back()
            for card in back:
                if _is_affordable(card, mana):
                    cards.append(card)
                    own |= card.abilities | card.auras
                    kills = kills or not card.is_creature
        if own & REINFORCEMENT and (kills or self.is_hit):
            return [*player.hand, *self._coming_back(), *([] if champion is None else [champion])]
        return cards

    def _coming_back(self) -> list[Card]:
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
            return creature.body.abilities | self.helping
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
            blow += self.room
        return 2 * blow if may & AQUATIC else blow

    def _blow_at_creatures(self, creature: Creature) -> int:
        """The most damage of one attack to one Creature, without Symbiotes to come; ``NO_END`` with Vulnerability."""
        return NO_END if self.may(creature) & VULNERABILITY else self.blow(creature)

    def _excess(self, creature: Creature) -> int:
        """The most damage beyond its targets' HP of an attack of a Creature (5.23), without Symbiotes to come.

        Vulnerability alone destroys nothing.
        """
        blow = max(0, self.blow(creature) - 1)
        may = self.may(creature)
        if may & VULNERABILITY and may & AQUATIC:
            blow += self._toughest()
        return _targets(may) * blow

    def _toughest(self) -> int:
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

    def taken(self) -> int:
        """The most cards that Enchain can hold back at a time of those taken this turn (ruling 5.11).

        Each is taken by a card that is played: as many as can be paid for together with what gives them Enchain.
        """
        by_aura = bool(self.given & ENCHAIN)
        costs: list[int] = []
        printed: list[int] = []
        source = NO_END  # the cheapest card whose Aura gives it
        for card in self.cards:
            if not card.is_creature:
                continue
            cost = self._least_cost(card)
            if card.abilities & ENCHAIN:
                printed.append(cost)
            if by_aura or card.abilities & ENCHAIN:
                costs.append(cost)
            if card.auras & ENCHAIN:
                source = min(source, cost)
        if not by_aura or self._is_given_in_play(ENCHAIN):
            source = 0
        mana = self.board.mana
        if source > mana:
            return _affordable(printed, mana)
        return max(_affordable(printed, mana), _affordable(costs, mana - source))

    def _is_given_in_play(self, ability: int) -> bool:
        for row in (self.board.rows[2 * self.seat], self.board.rows[2 * self.seat + 1]):
            for creature in row:
                if creature.body.auras & ability:
                    return True
        return False

    def _least_cost(self, card: Card) -> int:
        """The least Mana for which a card of the player's may come to be played."""
        if card is self.board.seats[self.seat].champion or self.own & REINFORCEMENT or card.abilities & PRICE_OF_BLOOD:
            return 0
        return max(0, card.cost - LUCIDITY_SAVES) if card.abilities & LUCIDITY else card.cost

    def frees(self) -> bool:
        """Whether a card that was taken may come back, and another be taken: who holds it has been hurt (5.11)."""
        if self.is_hit:
            return True
        for card in self.cards:
            if not card.is_creature:
                return True
        return False

    def moved(self) -> int | None:
        """The most places that enemy Strongholds can be moved by damage in the turn, or None when there is no bound."""
        damage = self.damage()
        if damage is None or not (self.sparing or self.felling):
            return damage
        board = self.board
        cards = len(board.seats[self.seat].hand)  # that a Stronghold may come to have on its right
        for row in board.rows:
            for creature in row:
                cards += 1 if creature.body.symbiote is None else 2
                if creature.enchained is not None:
                    cards += 1
        held = 0
        for number, player in enumerate(board.seats):
            if number != self.seat:
                size = len(player.hand)
                if isinstance(player, AISeat):
                    size = len(player.pile) + len(player.discard)
                if size > held:
                    held = size
        return damage + self.sparing * (held + cards - 1) + self.felling * (held + cards)

    def damage(self, cap: int = NO_END) -> int | None:
        """The most damage to enemy Strongholds in the turn but for Vulnerability's, or None when there is no bound.

        Of no blow more is counted than ``cap``: one that fells a Bastion does nothing to its Fort (1.1).
        The sources are those of the rulings: attacks on Strongholds (2.5, one for each activation: Berserk goes on only
        after a kill), Sharpening's excess (5.23), and Immolation where an enemy plays by Reinforcement (5.12).
        """
        self.leaving = self.sparing = self.felling = 0
        self.berserk = -1
        if not self.is_reckoned_with:
            return None
        excess = self._excess_of_plays()
        if excess is None:
            return None
        if self.entering:
            burning = self._reinforcement()
            if burning is None:
                return None
            excess += burning
        board = self.board
        kills, damage = self._spells(True)
        if self.is_answered and self.own & INSTINCT:
            again, more_kills, more_damage = self._instincts(cap)
            excess += again
            kills = min(kills + more_kills, NO_END)
            damage = min(damage + more_damage, NO_END)
        union = 0
        attackers = 0
        for row in (board.rows[2 * self.seat], board.rows[2 * self.seat + 1]):
            for creature in row:
                may = self.may(creature)
                if not creature.marks & ENTERED or may & RAGE:
                    union |= may
                if not creature.marks & ENTERED:
                    attackers += 1
        if not attackers:
            return excess
        strength = self.strength * (2 if union & AQUATIC else 1)
        if union & SHARPENING:
            excess += self.targets * strength
        if self.own & SPLASH:
            strength *= 2  # what a Symbiote adds may count on both lines
        upper, lower = 2 * self.seat, 2 * self.seat + 1
        return self._through(upper, kills, damage, cap) + self._through(lower, kills, damage, cap) + strength + excess

    def _instincts(self, cap: int) -> tuple[int, int, int]:
        """What the player's attacks by Instinct bring: damage to Strongholds, hits of Creatures and damage of these.

        A Creature answers each enemy's answer that has hurt it and left it alive (5.14).
        """
        hardy = 0  # what Symbiotes may add to the HP
        for card in self.cards:
            if card.abilities & SYMBIOTE:
                hardy += card.hp
        weakest = NO_END
        if self.theirs & (SPRINT | VULNERABILITY):
            weakest = 1
        strength = self.strength * (2 if self.own & AQUATIC else 1)
        for index, row in enumerate(self.board.rows):
            if index >> 1 != self.seat:
                for creature in row:
                    if creature.body.av:
                        weakest = min(weakest, creature.body.av)
        for card in self.entering:
            if card.av:
                weakest = min(weakest, card.av)
        total = attacks = damage = 0
        for row in (self.board.rows[2 * self.seat], self.board.rows[2 * self.seat + 1]):
            for creature in row:
                may = self.may(creature)
                if may & INSTINCT:
                    count = (creature.body.hp - creature.damage + hardy - 1) // weakest
                    attacks += count
                    total += count * (min(self.blow(creature), cap) + strength)
                    damage += count * self.targets * min(self._blow_at_creatures(creature) + strength, NO_END)
                    self._strikes(may | AQUATIC if creature.sprint else may, count)
        for card in self.cards:
            may = card.abilities | self.given | self.symbiotic
            if card.is_creature and may & INSTINCT:
                count = (card.hp + hardy - 1) // weakest
                blow = self._blow_of(card, True)
                if may & BERSERK:
                    self.berserk = max(self.berserk, blow)
                attacks += count
                total += count * (min(self._blow_of(card, False), cap) + strength)
                damage += count * self.targets * min(blow + strength, NO_END)
                self._strikes(may, count)
        return total, attacks * self.targets, damage

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
        board = self.board
        other = 1 - self.seat
        auras = 0
        plays = 0
        burners = 0
        is_cursed = False
        for index, row in enumerate(board.rows):
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
        for card in self.entering:
            auras |= card.auras
            if card.abilities & IMMOLATION:
                burners += 1
            if card.auras & IMMOLATION:
                return None
        for card in self.cards:
            if card.abilities & IMMOLATION:
                burners += 1
            if card.auras & IMMOLATION:
                return None
        if auras & REINFORCEMENT:
            return None if burners or self.theirs & CURSED else 0
        if is_cursed or auras & CURSED:
            self.leaving = plays
        return plays * burners

    def _through(self, index: int, kills: int, damage: int, cap: int) -> int:
        """The most places that a line's attackers can move the Stronghold behind the enemies that stand before them.

        Each enemy has to be destroyed first: by an attack that is then lost for the Stronghold, or from outside
        (``kills`` and ``damage`` say how much can be done there). Berserk goes on after a kill, so only those too tough
        for one of its blows cost anything, and not the last blow. Protection costs a blow more. Vulnerability without
        Sprint or Aquatic destroys nothing. What Symbiotes add is left out: a point of it brings at most one more.
        """
        board = self.board
        enemies = board.rows[board.mode.facing[index]]
        is_open = not enemies or board.edition == SEASON_1  # in season 1 some attack past others
        berserk = self.berserk  # the hardest blow of those who go on after a kill
        pierces = 0
        clearing = 0  # how many can only clear the way, and the damage of their blows
        cleared = 0
        blows: list[int] = []
        spared = felled = idle = 0  # blows of Vulnerability, and those that can only be these
        total = 0
        excess = 0  # of Sharpening, and the most that all bring when each hits either the Stronghold or Creatures
        either = 0
        for creature in board.rows[index]:
            may = self.may(creature)
            sure = self.sure(creature)
            if may & PERFORATION:
                pierces = 1
            blow = min(self.blow(creature), cap)
            at_creatures = self._blow_at_creatures(creature)
            if may & BERSERK and at_creatures > berserk:
                berserk = at_creatures
            is_felling = bool(may & VULNERABILITY and (may & (SPRINT | AQUATIC) or creature.sprint))
            if creature.marks & ENTERED:
                if may & RAGE:
                    clearing += 1
                    cleared += at_creatures
                continue
            beyond = self._excess(creature) if may & SHARPENING and not creature.marks & SHARPENED else 0
            excess += beyond
            either += blow + beyond if may & (BERSERK | INSTINCT) else max(blow, beyond)
            if sure & DEFENDER:
                clearing += 1
                cleared += at_creatures
            else:
                if may & AERIAL and not index & 1:
                    total += blow
                    if is_felling:
                        self.felling += 1
                    elif may & VULNERABILITY:
                        self.sparing += 1
                    if not sure & AERIAL:
                        clearing += 1
                        cleared += at_creatures
                    continue
                if is_felling:
                    felled += 1
                elif may & VULNERABILITY:
                    spared += 1
                if may & VULNERABILITY:
                    cleared += at_creatures
                if sure & VULNERABILITY and not is_felling:
                    idle += 1
                else:
                    blows.append(blow)
        attackers = len(blows) + idle
        if not attackers:
            return min(total + excess, either)
        if not is_open:
            for creature in board.rows[index ^ 1]:
                may = self.may(creature)
                if may & SPLASH:
                    if may & BERSERK:
                        is_open = True
                    kills += 1
                    damage += self._blow_at_creatures(creature)
        hits = 0  # that the enemies before them take at least
        left = -damage - cleared * (1 + pierces)
        if not is_open:
            hardest = 0
            if berserk >= 0:
                hardest = NO_END if pierces or self.own & SPLASH else berserk + 2 * self.strength
            is_weakened = berserk >= 0  # by those who destroy nothing: a blow of theirs may be the one that is needed
            for enemy in enemies:
                hp = enemy.body.hp - enemy.damage
                if hp > hardest:
                    left += hp - hardest
                    hits += 1
                if enemy.body.abilities & PROTECTION and not enemy.marks & STRUCK:
                    hits += 1
                    is_weakened = True
            if is_weakened:
                kills += idle * (1 + pierces)
        if hits:
            hits = max(0, hits - kills - clearing * (1 + pierces))
            hits = (hits + pierces) // (1 + pierces)
            if hits > len(blows):
                return min(total + excess, either)
            attackers -= hits
            total += _past(blows, pierces, hits, min(left, cap * (1 + pierces)))
        else:
            total += sum(blows)
        self.felling += min(felled, attackers)
        self.sparing += min(spared, attackers)
        return min(total + excess, either)

    def _spells(self, spread: bool) -> tuple[int, int]:
        """How many Creatures plays can destroy, and how much damage they can do; ``NO_END`` where that is not reckoned.

        The plays are those of Incantations, of Backlash, and of Rage, whose owners then attack Creatures. ``spread``:
        all targets counted together, else one target alone.
        """
        kills, damage = self._incantations(spread)
        hit = self.targets if spread else 1
        plays = self._backlashes()
        kills += plays * hit
        damage += plays * hit * self._backlash()
        raging = self._raging()
        if raging:
            if self.is_hit and self.own & REINFORCEMENT:
                return NO_END, NO_END
            kills += len(raging) * hit
            for card in raging:
                blow = self._blow_of(card, True)
                if (card.abilities | self.given | self.symbiotic) & BERSERK:
                    if not spread:
                        return NO_END, NO_END
                    self.berserk = max(self.berserk, blow)
                damage += hit * blow
            damage += hit * self.strength * (2 if self.own & AQUATIC else 1)
        return min(kills, NO_END), min(damage, NO_END)

    def _incantations(self, spread: bool) -> tuple[int, int]:
        """The same for Incantations alone."""
        mana = self.board.mana
        cheapest = NO_END
        damage = 0
        targets = 1
        for card in self.cards:
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

    def _when_played(self, card: Card) -> int:
        """The abilities with which a Creature card may come into play; a Symbiote may come onto any other."""
        return self.own if card.abilities & SYMBIOTE else card.abilities | self.given

    def _backlashes(self) -> int:
        """How often Backlash can strike: once for each card that has it, and again for one that was destroyed (5.4)."""
        count = 0
        cost = weakest = NO_END
        for card in self.cards:
            if card.is_creature and (card.abilities | self.given) & BACKLASH:
                count += 1
                cost = min(cost, 0 if card is self.board.seats[self.seat].champion else card.cost)
                weakest = min(weakest, card.hp)
        if not count:
            return 0
        if self.is_hit and (self.own & REINFORCEMENT or self.entering):
            return NO_END
        kills, damage = self._incantations(True)
        again = min(kills, damage // weakest)
        if cost > LUCIDITY_SAVES and not self.own & (REINFORCEMENT | PRICE_OF_BLOOD):
            again = min(again, self.board.mana // (cost - LUCIDITY_SAVES))
        return min(count + again, NO_END)

    def _backlash(self) -> int:
        """The most damage of Backlash to one target: the number of cards left of the Stronghold (5.4)."""
        player = self.board.seats[self.seat]
        own = self.own
        for card in self.cards:
            own |= card.abilities
        left = player.stronghold
        if (
            own & (CURSED | PRICE_OF_BLOOD)
            or (own | self.theirs) & IMMOLATION
            or (self.is_hit and (own & REINFORCEMENT or self.theirs & SHARPENING))
            or (own & REGENERATION and self._may_be_fort(own))
        ):
            left = len(player.hand) + len(self._coming_back())  # it may come to stand farther to the right
        return 2 * left if self.own & AQUATIC else left

    def _may_be_fort(self, own: int) -> bool:
        """Whether the player's Stronghold may show its Fort in the turn, though nothing but plays weakens it."""
        player = self.board.seats[self.seat]
        if player.fort or player.champion is not None or own & REINFORCEMENT or self.theirs & ENCHAIN:
            return True
        cheapest = NO_END
        for card in self.cards:
            cheapest = min(cheapest, card.cost - LUCIDITY_SAVES if card.abilities & LUCIDITY else card.cost)
        return cheapest <= 0 or player.hp <= self.board.mana // cheapest

    def _raging(self) -> list[Card]:
        """The cards that may attack in the turn in which they are played (5.20)."""
        return [
            card for card in self.cards if card.is_creature and (card.abilities | self.given | self.symbiotic) & RAGE
        ]

    def _blow_of(self, card: Card, at_creatures: bool) -> int:
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

    def _excess_of_plays(self) -> int | None:
        """The most damage by Sharpening from cards played this turn, or None for no bound (rulings 5.20, 5.4, 5.23)."""
        total = 0
        striking = 0  # by Backlash
        for card in self.cards:
            if not card.is_creature:
                if card.abilities & SHARPENING and card.av:
                    total += _targets(card.abilities) * (card.av - 1)
            elif (card.abilities | self.given) & BACKLASH:
                may = self._when_played(card)
                if may & SHARPENING:
                    striking = max(striking, _targets(may))
        if not self.own & SHARPENING:
            return total
        if striking:
            plays = self._backlashes()
            if plays >= NO_END:
                return None
            total += plays * striking * max(0, self._backlash() - 1)
        is_sharpened = False
        for card in self.cards:
            may = card.abilities | self.given | self.symbiotic
            if card.is_creature and may & (RAGE | INSTINCT) and may & SHARPENING:
                if self.is_hit and self.own & REINFORCEMENT:
                    return None
                blow = max(0, self._blow_of(card, False) - 1)
                if may & VULNERABILITY and may & AQUATIC:
                    blow += self._toughest()
                total += _targets(may) * blow
                is_sharpened = True
        for row in (self.board.rows[2 * self.seat], self.board.rows[2 * self.seat + 1]):
            for creature in row:
                may = self.may(creature)
                if creature.marks & ENTERED and may & (RAGE | INSTINCT) and may & SHARPENING:
                    total += self._excess(creature)
                    is_sharpened = True
        if is_sharpened:
            total += self.targets * self.strength * (2 if self.own & AQUATIC else 1)
        return total

    def cannot_destroy(self, target: Creature, place: int) -> bool:
        """Whether an enemy's Creature, at a place of its row, cannot be destroyed in the turn."""
        if not self.is_reckoned_with:
            return False
        board = self.board
        if self.is_answered and self.own & INSTINCT:
            return False
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
        if self.theirs & VANISH:
            direct = False  # the places change
        attacks = 0
        is_weakened = False
        union = 0
        for index in (2 * self.seat, 2 * self.seat + 1):
            faces = board.mode.facing[index] == target.row
            for creature in board.rows[index]:
                may = self.may(creature)
                if may & BERSERK and may & (PERFORATION | SPLASH):
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
                if may & VULNERABILITY:
                    if may & (SPRINT | AQUATIC) or creature.sprint:
                        return False
                    is_weakened = True
        if attacks:
            damage += self.strength * (2 if union & AQUATIC else 1)
        needed = target.body.hp - target.damage
        if is_weakened:  # to its last HP (5.28), and so may be those before it
            return damage < 1 or (direct and attacks <= place)
        if direct:
            return damage < needed + before or attacks <= place
        return damage < needed


def _affordable(costs: list[int], mana: int) -> int:
    """How many cards of such costs the Mana pays for at most."""
    costs.sort()
    count = 0
    for cost in costs:
        mana -= cost
        if mana < 0:
            break
        count += 1
    return count


def _targets(abilities: int) -> int:
    """How many Creatures a blow can hit (5.17, 5.24)."""
    return 1 + bool(abilities & PERFORATION) + bool(abilities & SPLASH)


def _past(blows: list[int], pierces: int, hits: int, left: int) -> int:
    """The most damage that is left of some blows when enemies are to be destroyed first.

    ``hits`` of the blows are lost for that at least, and the ``left`` HP; with ``pierces`` 1 each blow strikes the next
    one too.
    """
    by_damage = sum(blows)
    if left > 0:
        by_damage -= (left + pierces) // (1 + pierces)
    if hits:
        blows.sort()
        by_number = sum(blows[hits:])
        if by_number < by_damage:
            by_damage = by_number
    return by_damage if by_damage > 0 else 0


def _is_affordable(card: Card, mana: int) -> bool:
    cost = card.cost - LUCIDITY_SAVES if card.abilities & LUCIDITY else card.cost
    return cost <= mana or bool(card.abilities & PRICE_OF_BLOOD)
