"""The attackers of one line: the most damage that they can do to the Stronghold behind the enemies before them."""

from __future__ import annotations

from engine.decks.rules.abilities import (
    AERIAL,
    AQUATIC,
    BERSERK,
    DEFENDER,
    INSTINCT,
    PERFORATION,
    PROTECTION,
    RAGE,
    SEASON_1,
    SHARPENING,
    SPLASH,
    SPRINT,
    VULNERABILITY,
)
from engine.decks.rules.board import ENTERED, SHARPENED, STRUCK, Creature
from engine.decks.solving.means import NO_END, Means


class Attackers:
    """The player's Creatures of a line.

    ``blows`` are those that the enemies before them may stop, from the Bridge on; ``passing`` is the damage of those
    that Aerial may lead past. ``excess`` is Sharpening's, ``either`` the most that all bring when each hits either the
    Stronghold or Creatures. ``berserk`` is the hardest blow of those who go on after a kill, below 0 if there are none.
    ``clearing`` can only clear the way, ``idle`` strike by Vulnerability alone; ``cleared`` is what these do.
    ``sparing`` and ``felling`` blows of Vulnerability come on top (see ``Damage``).
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
        "idle",
        "passing",
        "pierces",
        "sparing",
    )

    def __init__(self, means: Means, index: int, berserk: int, cap: int) -> None:
        self._means = means
        self._index = index
        self.cap = cap
        self.berserk = berserk
        self.pierces = self.clearing = self.cleared = self.passing = self.excess = self.either = self.idle = 0
        self.sparing = self.felling = self._spared = self._felled = 0
        self.blows: list[int] = []
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
        self.either += blow + beyond if may & (BERSERK | INSTINCT) else max(blow, beyond)
        if sure & DEFENDER:
            self.clearing += 1
            self.cleared += at_creatures
            return
        is_felling = bool(may & VULNERABILITY and (may & (SPRINT | AQUATIC) or creature.sprint))
        if may & AERIAL and not self._index & 1:
            self.passing += blow
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

    def damage(self, kills: int, damage: int) -> int:
        """The most places that they can move the Stronghold behind the enemies that stand before them.

        Each enemy has to be destroyed first: by an attack that is then lost for the Stronghold, or from outside
        (``kills`` and ``damage`` say how much can be done there). What Symbiotes add is left out: a point of it brings
        at most one more.
        """
        attackers = len(self.blows) + self.idle
        total = self.passing
        if attackers:
            hits, left = self._stopped(kills, damage)
            if hits <= len(self.blows):
                total += _past(self.blows, self.pierces, hits, min(left, self.cap * (1 + self.pierces)))
                attackers -= hits
                self.felling += min(self._felled, attackers)
                self.sparing += min(self._spared, attackers)
        return min(total + self.excess, self.either)

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
            hardest = NO_END if self.pierces or means.own & SPLASH else self.berserk + 2 * means.strength
        is_weakened = self.berserk >= 0  # by those who destroy nothing: a blow of theirs may be the one that is needed
        hits = 0
        left = -damage - self.cleared * width
        for enemy in enemies:
            hp = enemy.body.hp - enemy.damage
            if hp > hardest:
                left += hp - hardest
                hits += 1
            if enemy.body.abilities & PROTECTION and not enemy.marks & STRUCK:
                hits += 1
                is_weakened = True
        if is_weakened:
            kills += self.idle * width
        if not hits:
            return 0, 0
        hits = max(0, hits - kills - self.clearing * width)
        return (hits + self.pierces) // width, left


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
