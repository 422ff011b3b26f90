"""Solo Custom Play: the difficulty level and what its points are spent on (ruling 7.8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from engine.decks.game.errors import SetUpError
from engine.decks.rules.abilities import ABILITIES_OF_EDITION, FLAG_OF_SLUG

LEVELS: Final = range(1, 11)
QUICK_FIXED_MANA: Final = 6  # ruling 7.2
QUICK_VARIABLE_MANA: Final = 1

_ABILITY_PRICES: Final[dict[str, int]] = {
    "aquatic": 1,
    "catalyst": 1,
    "instinct": 1,
    "perforation": 1,
    "protection": 2,
    "rage": 1,
    "sharpening": 1,
    "splash": 2,
    "sprint": 1,
    "vanish": 1,
}


@dataclass(frozen=True)
class Prices:
    """The prices of the parameters in difficulty points; an organiser may give another table.

    ``fixed_mana`` and ``variable_mana`` map the amounts on offer beside the 6 and 1 of Quick Play to their prices,
    ``abilities`` the slugs on offer. ``champion`` is what a Champion takes off the level (ruling 6.4). The prices of
    abilities are our own: those of the rulebook are lost pictures.
    """

    fixed_mana: Mapping[int, int] = field(default_factory=lambda: {7: 1, 8: 2, 9: 3, 10: 4})
    variable_mana: Mapping[int, int] = field(default_factory=lambda: {2: 2})
    ai_first: int = 1
    resistance: int = 2
    abilities: Mapping[str, int] = field(default_factory=lambda: dict(_ABILITY_PRICES))
    champion: int = 2


DEFAULT_PRICES: Final = Prices()


@dataclass(frozen=True)
class Custom:
    """An AI of Custom Play: the chosen ``level`` (1 to 10) and the parameters that its points are spent on.

    ``ai_first``: the AI begins; ``resistance``: an attack costs its pile 1 card at most; ``abilities``: slugs that all
    its Creatures have. In Co-op both AIs are made alike, each from the whole level (ruling 7.11).
    """

    level: int
    fixed_mana: int = QUICK_FIXED_MANA
    variable_mana: int = QUICK_VARIABLE_MANA
    ai_first: bool = False
    resistance: bool = False
    abilities: tuple[str, ...] = ()
    prices: Prices = DEFAULT_PRICES

    def spent(self) -> int:
        """The points that the parameters cost; what is not for sale counts nothing."""
        prices = self.prices
        return (
            prices.fixed_mana.get(self.fixed_mana, 0)
            + prices.variable_mana.get(self.variable_mana, 0)
            + (prices.ai_first if self.ai_first else 0)
            + (prices.resistance if self.resistance else 0)
            + sum(prices.abilities.get(slug, 0) for slug in self.abilities)
        )

    def points(self, champion: bool) -> int:
        """The points to spend: the level, less what playing with Champions takes off, however many (6.4, 7.11)."""
        return self.level - (self.prices.champion if champion else 0)

    def faults(self, edition: str, champion: bool) -> Iterator[SetUpError]:
        """The faults of it, by name."""
        if self.level not in LEVELS:
            yield SetUpError("level-out-of-range", "/custom/level", f"the level is 1 to 10, not {self.level}")
        elif self.points(champion) < LEVELS[0]:
            detail = f"with a Champion the level is at least {LEVELS[0] + self.prices.champion}, not {self.level}"
            yield SetUpError("level-out-of-range", "/custom/level", detail)
        elif self.spent() != self.points(champion):
            detail = f"{self.points(champion)} to spend, {self.spent()} spent"
            yield SetUpError("points-not-spent", "/custom", detail)
        if self.fixed_mana != QUICK_FIXED_MANA and self.fixed_mana not in self.prices.fixed_mana:
            yield SetUpError("not-for-sale", "/custom/fixed_mana", f"fixed Mana of {self.fixed_mana}")
        if self.variable_mana != QUICK_VARIABLE_MANA and self.variable_mana not in self.prices.variable_mana:
            yield SetUpError("not-for-sale", "/custom/variable_mana", f"variable Mana of {self.variable_mana}")
        for number, slug in enumerate(self.abilities):
            at = f"/custom/abilities/{number}"
            if slug not in self.prices.abilities or slug not in FLAG_OF_SLUG:
                yield SetUpError("not-for-sale", at, f"ability '{slug}'")
            elif slug in self.abilities[:number]:
                yield SetUpError("ability-twice", at, slug)
            elif not FLAG_OF_SLUG[slug] & ABILITIES_OF_EDITION[edition]:
                yield SetUpError("ability-of-other-edition", at, slug)
