"""Where each ability acts: the steps of the two activation orders, by the rulebook's numbers, and what stands outside.

The orders themselves are ``Play.proceed`` and ``Attack.proceed`` in ``engine.decks.rules``; this says which abilities
have a say in which of their steps. The tests compare it with the traces of all examples.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from board.texts import find

MANA: Final = "mana"
SUMMONING: Final = "summoning"
ASSAULT: Final = "assault"
PHASES: Final = (MANA, SUMMONING, ASSAULT)

# Step 0 is a phase before or without its steps.
_ACTS: Final[dict[str, tuple[tuple[str, int], ...]]] = {
    "aerial": ((ASSAULT, 3),),
    "aim": ((ASSAULT, 3),),
    "aquatic": ((SUMMONING, 8), (ASSAULT, 6)),
    "aura": (
        (SUMMONING, 3),
        (SUMMONING, 13),
        (SUMMONING, 19),
        (ASSAULT, 1),
        (ASSAULT, 5),
        (ASSAULT, 13),
        (ASSAULT, 18),
    ),
    "backlash": ((SUMMONING, 6),),
    "berserk": ((ASSAULT, 19),),
    "blackmail": ((SUMMONING, 0), (SUMMONING, 11), (ASSAULT, 11)),
    "catalyst": ((MANA, 0),),
    "counter-order": ((SUMMONING, 7),),
    "cursed": ((SUMMONING, 11), (SUMMONING, 16), (ASSAULT, 10)),
    "defender": ((ASSAULT, 3),),
    "enchain": ((SUMMONING, 7), (SUMMONING, 9), (ASSAULT, 8)),
    "focus": ((SUMMONING, 3),),
    "immolation": ((SUMMONING, 5),),
    "indestructible": ((SUMMONING, 9),),
    "instinct": ((ASSAULT, 20),),
    "lucidity": ((SUMMONING, 1),),
    "mercenary": ((SUMMONING, 11), (SUMMONING, 16), (ASSAULT, 10)),
    "perforation": ((SUMMONING, 4), (SUMMONING, 6), (ASSAULT, 3)),
    "price-of-blood": ((SUMMONING, 2),),
    "protection": ((SUMMONING, 9), (ASSAULT, 7)),
    "rage": ((ASSAULT, 2), (ASSAULT, 3)),
    "regeneration": ((SUMMONING, 14), (ASSAULT, 14)),
    "reinforcement": ((SUMMONING, 11), (ASSAULT, 11)),
    "sharpening": ((SUMMONING, 15), (ASSAULT, 15)),
    "splash": ((SUMMONING, 4), (SUMMONING, 6), (ASSAULT, 3)),
    "sprint": ((ASSAULT, 4), (ASSAULT, 6)),
    "symbiote": ((SUMMONING, 3),),
    "vanish": ((SUMMONING, 17), (ASSAULT, 16)),
    "vulnerability": ((SUMMONING, 8), (ASSAULT, 6)),
    "wrecker": ((ASSAULT, 3),),
}


@dataclass(frozen=True, slots=True)
class Acting:
    """A step in which an ability acts: ``step`` is None outside of the steps; both names are in words."""

    phase: str
    phase_name: str
    step: int | None
    name: str


def acts_in(slug: str) -> tuple[tuple[str, int], ...]:
    """The steps in which an ability acts, as phases and numbers in the order of a turn; 0 outside of the steps."""
    return _ACTS[slug]


def steps_of(slug: str, language: str) -> tuple[Acting, ...]:
    """The steps in which an ability acts, in words."""
    return tuple(
        Acting(phase, phase_name(phase, language), step or None, step_title(phase, step, slug, language))
        for phase, step in _ACTS[slug]
    )


def phase_name(phase: str, language: str) -> str:
    """The name of a phase: "Phase 3: Assault"."""
    name: str = find(language, "trace", "phases", phase)
    return name


def step_title(phase: str, step: int, slug: str, language: str) -> str:
    """The name of a step, or of what an ability does in it besides; empty outside of the steps."""
    if not step:
        return ""
    names: dict[str, str] = find(language, "trace", "steps", phase)
    return names.get(f"{step}-{slug}") or names[str(step)]
