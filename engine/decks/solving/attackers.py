"""The attackers of one line: the most damage that they can do to the Stronghold behind the enemies before them."""

from __future__ import annotations

from engine.decks.rules.abilities import (
    AERIAL,
    AQUATIC,
    BERSERK,
    CURSED,
    DEFENDER,
    INSTINCT,
    MERCENARY,
    PERFORATION,
    PROTECTION,
    RAGE,
    REINFORCEMENT,
    SEASON_1,
    SHARPENING,
    SPLASH,
    SPRINT,
    VULNERABILITY,
)
from engine.decks.rules.board import ENTERED, SHARPENED, STRUCK, Creature
from engine.decks.rules.cards import NO_CHAMPION
from engine.decks.solving.means import NO_END, Means
from engine.decks.solving.reckoned import abilities_of


class Attackers:
    """The player's Creatures of a line.

    ``blows`` are those that may hit the Stronghold, from the Bridge on, and ``is_passing`` says which of them Aerial
    may lead past the enemies before them; ``free`` are those left when these have been destroyed, ``free_from``
    says from where (see ``Damage``). ``excess`` is Sharpening's, ``either`` the most that all bring when each hits
    either the Stronghold or Creatures. ``berserk`` is the hardest blow of those who go on after a kill, below 0 if
    there are none. ``clearing`` can only clear the way, ``idle`` strike by Vulnerability alone; ``cleared`` is what
    these do. ``sparing`` and ``felling`` blows of Vulnerability come on top (see ``Damage``). ``returning`` are the
    cards that the enemies before them bring back to the right of their hand when they are destroyed: so many more HP
    has their Stronghold, its Fort at least, before it is hit by a blow that they may stop. ``returned`` is how much
    less the damage is worth for that.
    """

    __slots__ = (
        "_felled",
        "_index",
        "_means",
        "_spared",
        "berserk",
        "blows",
        "cap",
        "cleared",
        "clearing",
        "either",
        "excess",
        "felling",
        "free",
        "free_from",
        "idle",
        "is_passing",
        "pierces",
        "returned",
        "returning",
        "sparing",
    )

    def __init__(self, means: Means, index: int, berserk: int, cap: int, returning: int) -> None:
        self._means = means
        self._index = index
        self.cap = cap
        self.berserk = berserk
        self.pierces = self.clearing = self.cleared = self.excess = self.either = self.idle = 0
        self.returning = returning
        self.returned = 0
        self.sparing = self.felling = self._spared = self._felled = 0
        self.blows: list[int] = []
        self.is_passing: list[bool] = []
        self.free: list[int] = []
        self.free_from: list[int] = []
        for creature in means.board.rows[index]:
            self._add(creature)

    def _add(self, creature: Creature) -> None:
        means = self._means
        may = means.may(creature)
        sure = means.sure(creature)
        if may & PERFORATION:
            self.pierces = 1
        blow = min(means.blow(creature), self.cap)
        at_creatures = means.blow_at_creatures(creature)
        if may & BERSERK and at_creatures > self.berserk:
            self.berserk = at_creatures
        if creature.marks & ENTERED:
            if may & RAGE:
                self.clearing += 1
                self.cleared += at_creatures
            return
        beyond = means.excess(creature) if may & SHARPENING and not creature.marks & SHARPENED else 0
        self.excess += beyond
        goes_on = may & BERSERK or (means.is_answered and may & INSTINCT)
        self.either += blow + beyond if goes_on else max(blow, beyond)
        if sure & DEFENDER:
            self.clearing += 1
            self.cleared += at_creatures
            return
        is_felling = bool(may & VULNERABILITY and (may & (SPRINT | AQUATIC) or creature.sprint))
        if may & AERIAL and not self._index & 1:
            self.blows.append(blow)
            self.is_passing.append(True)
            if is_felling:
                self.felling += 1
            elif may & VULNERABILITY:
                self.sparing += 1
            if not sure & AERIAL:
                self.clearing += 1
                self.cleared += at_creatures
            return
        if is_felling:
            self._felled += 1
        elif may & VULNERABILITY:
            self._spared += 1
        if may & VULNERABILITY:
            self.cleared += at_creatures
        if sure & VULNERABILITY and not is_felling:
            self.idle += 1
        else:
            self.blows.append(blow)
            self.is_passing.append(False)

    def damage(self, kills: int, damage: int) -> int:
        """The most places that they can move the Stronghold behind the enemies that stand before them.

        Each enemy has to be destroyed first: by an attack that is then lost for the Stronghold, or from outside
        (``kills`` and ``damage`` say how much can be done there). What Symbiotes add is left out: a point of it brings
        at most one more.
        """
        stoppable: list[int] = []
        total = 0
        for blow, passes in zip(self.blows, self.is_passing, strict=True):
            if passes:
                total += blow
            else:
                stoppable.append(blow)
        attackers = len(stoppable) + self.idle
        hits = 0
        if attackers:
            hits, left = self._stopped(kills, damage)
            if hits <= len(stoppable):
                past = _past(stoppable, self.pierces, hits, min(left, self.cap * (1 + self.pierces)))
                self.returned = min(past, self.returning)
                total += past
                attackers -= hits
                self.felling += min(self._felled, attackers)
                self.sparing += min(self._spared, attackers)
        self._let_through(stoppable, hits)
        most = min(total + self.excess, self.either)
        self.returned = max(0, self.returned - (total + self.excess - most))
        return most

    def _let_through(self, stoppable: list[int], hits: int) -> None:
        """Works out ``free``: without the ``hits`` that strike first, or the weakest where the order is not known."""
        line = 1 + (self._index & 1)
        left = len(stoppable) - hits
        weakest = -1  # what is left out, where not the farthest are, which strike first
        if hits and not self._means.is_ordered:
            stoppable.sort()
            left = len(stoppable)
            weakest = hits
        for blow, passes in zip(self.blows, self.is_passing, strict=True):
            if passes:
                self.free.append(blow)
                self.free_from.append(0)
            elif weakest < 0 and left > 0:
                self.free.append(blow)
                self.free_from.append(line)
                left -= 1
        if weakest >= 0:
            for blow in stoppable[weakest:]:
                self.free.append(blow)
                self.free_from.append(line)

    def _stopped(self, kills: int, damage: int) -> tuple[int, int]:
        """The blows that the enemies before them stop at least, and the HP that the others have to take.

        Berserk goes on after a kill, so only those too tough for one of its blows cost anything, and not the last blow.
        Protection costs a blow more. Vulnerability without Sprint or Aquatic destroys nothing.

        """
        means = self._means
        board = means.board
        enemies = board.rows[board.mode.facing[self._index]]
        if not enemies or board.edition == SEASON_1:  # in season 1 some attack past others
            return 0, 0
        for creature in board.rows[self._index ^ 1]:
            may = means.may(creature)
            if may & SPLASH:
                if may & BERSERK:
                    return 0, 0
                kills += 1
                damage += means.blow_at_creatures(creature)
        width = 1 + self.pierces
        hardest = 0
        if self.berserk >= 0:
            # With more than one target it may go on for another that it has destroyed.
            hardest = NO_END if means.own & (PERFORATION | SPLASH) else self.berserk + 2 * means.strength

        is_weakened = self.berserk >= 0  # by those who destroy nothing: a blow of theirs may be the one that is needed
        hits = 0
        left = -damage - self.cleared * width
        for enemy in enemies:
            hp = enemy.body.hp - enemy.damage
            if hp > hardest:
                left += hp - hardest
                hits += 1
            if enemy.body.abilities & PROTECTION and not enemy.marks & STRUCK and hardest < NO_END:
                hits += 1
                is_weakened = True
        if is_weakened:
            kills += self.idle * width
        if not hits:
            return 0, 0
        hits = max(0, hits - kills - self.clearing * width)
        return (hits + self.pierces) // width, left


def returning(means: Means, index: int) -> int:
    """The cards that come back to the right of a hand when all enemies before a line are destroyed (1.5, 5.9, 5.16)."""
    board = means.board
    facing = board.mode.facing[index]
    if board.seats[facing >> 1].is_ai or board.edition == SEASON_1:
        return 0
    auras = abilities_of(means.entering) | board.bestowed[facing >> 1]
    for enemy in board.rows[facing]:
        auras |= enemy.body.auras
    count = 0
    for enemy in board.rows[facing]:
        body = enemy.body
        cards = 1 if body.symbiote is None else 2
        if body.champion != NO_CHAMPION:
            cards -= 1
        if not (body.abilities | auras) & (CURSED | MERCENARY | REINFORCEMENT):  # which plays another for it
            count += cards
    return count


def _past(blows: list[int], pierces: int, hits: int, left: int) -> int:
    """The most damage that is left of some blows when enemies are to be destroyed first.

    ``hits`` of the blows are lost for that at least, and the ``left`` HP; with ``pierces`` 1 each blow strikes the next
    one too.
    """
    by_damage = sum(blows)
    if left > 0:
        by_damage -= (left + pierces) // (1 + pierces)
    if hits:
        by_number = sum(sorted(blows)[hits:])
        if by_number < by_damage:
            by_damage = by_number
    return by_damage if by_damage > 0 else 0
