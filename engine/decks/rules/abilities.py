"""The Special Abilities as integer flags, and their slugs at the edge.

A set of abilities is an ``int``: a test for one is ``abilities & RAGE``. Auras are a second set of the same flags: the
abilities that a card gives to its neighbours (ruling 5.3).
"""

from __future__ import annotations

from typing import Final

AERIAL: Final = 1 << 0
AIM: Final = 1 << 1
AQUATIC: Final = 1 << 2
BACKLASH: Final = 1 << 3
BERSERK: Final = 1 << 4
BLACKMAIL: Final = 1 << 5
CATALYST: Final = 1 << 6
COUNTER_ORDER: Final = 1 << 7
CURSED: Final = 1 << 8
DEFENDER: Final = 1 << 9
ENCHAIN: Final = 1 << 10
FOCUS: Final = 1 << 11
IMMOLATION: Final = 1 << 12
INDESTRUCTIBLE: Final = 1 << 13
INSTINCT: Final = 1 << 14
LUCIDITY: Final = 1 << 15
MERCENARY: Final = 1 << 16
PERFORATION: Final = 1 << 17
PRICE_OF_BLOOD: Final = 1 << 18
PROTECTION: Final = 1 << 19
RAGE: Final = 1 << 20
REGENERATION: Final = 1 << 21
REINFORCEMENT: Final = 1 << 22
SHARPENING: Final = 1 << 23
SPLASH: Final = 1 << 24
SPRINT: Final = 1 << 25
SYMBIOTE: Final = 1 << 26
VANISH: Final = 1 << 27
VULNERABILITY: Final = 1 << 28
WRECKER: Final = 1 << 29

SEASON_1: Final = "season-1"
SEASON_2: Final = "season-2"
_BOTH: Final = (SEASON_1, SEASON_2)

# Every ability but Aura, which is always written with the one that it gives (``aura:SLUG``): its flag, its slug, the
# editions whose cards may bear it, by itself or in an Aura (rulings 10.2 and 10.3), and whether it acts on an
# Incantation (ruling 5.29).
_TABLE: Final[tuple[tuple[int, str, tuple[str, ...], bool], ...]] = (
    (AERIAL, "aerial", _BOTH, False),
    (AIM, "aim", (SEASON_1,), False),
    (AQUATIC, "aquatic", _BOTH, False),
    (BACKLASH, "backlash", (SEASON_2,), False),
    (BERSERK, "berserk", _BOTH, False),
    (BLACKMAIL, "blackmail", (SEASON_2,), False),
    (CATALYST, "catalyst", _BOTH, False),
    (COUNTER_ORDER, "counter-order", (SEASON_2,), True),
    (CURSED, "cursed", (SEASON_2,), True),
    (DEFENDER, "defender", (SEASON_2,), False),
    (ENCHAIN, "enchain", (SEASON_2,), False),
    (FOCUS, "focus", (SEASON_1,), False),
    (IMMOLATION, "immolation", (SEASON_2,), False),
    (INDESTRUCTIBLE, "indestructible", _BOTH, False),
    (INSTINCT, "instinct", (SEASON_2,), False),
    (LUCIDITY, "lucidity", (SEASON_2,), True),
    (MERCENARY, "mercenary", (SEASON_2,), True),
    (PERFORATION, "perforation", _BOTH, True),
    (PRICE_OF_BLOOD, "price-of-blood", (SEASON_2,), True),
    (PROTECTION, "protection", _BOTH, False),
    (RAGE, "rage", _BOTH, False),
    (REGENERATION, "regeneration", (SEASON_2,), True),
    (REINFORCEMENT, "reinforcement", (SEASON_2,), False),
    (SHARPENING, "sharpening", (SEASON_2,), True),
    (SPLASH, "splash", _BOTH, True),
    (SPRINT, "sprint", _BOTH, False),
    (SYMBIOTE, "symbiote", (SEASON_2,), False),
    (VANISH, "vanish", (SEASON_2,), False),
    (VULNERABILITY, "vulnerability", (SEASON_2,), True),
    (WRECKER, "wrecker", (SEASON_1,), False),
)
AURA_PREFIX: Final = "aura:"

FLAG_OF_SLUG: Final[dict[str, int]] = {slug: flag for flag, slug, _, _ in _TABLE}
SLUG_OF_FLAG: Final[dict[int, str]] = {flag: slug for slug, flag in FLAG_OF_SLUG.items()}
ABILITIES_OF_EDITION: Final[dict[str, int]] = {
    edition: sum([flag for flag, _, editions, _ in _TABLE if edition in editions]) for edition in _BOTH
}
INCANTATION_ABILITIES: Final[int] = sum([flag for flag, _, _, on_incantations in _TABLE if on_incantations])


def flags_of(slugs: tuple[str, ...]) -> tuple[int, int]:
    """The abilities and the Auras that the slugs stand for, as two sets of flags.

    Raises ``KeyError`` with the first slug that is none.
    """
    abilities = 0
    auras = 0
    for slug in slugs:
        if slug.startswith(AURA_PREFIX):
            auras |= FLAG_OF_SLUG[slug[len(AURA_PREFIX) :]]
        else:
            abilities |= FLAG_OF_SLUG[slug]
    return abilities, auras


def slugs_of(abilities: int, auras: int = 0) -> tuple[str, ...]:
    """The slugs of a set of abilities and a set of Auras, in the order of the flags."""
    own = tuple(slug for slug, flag in FLAG_OF_SLUG.items() if abilities & flag)
    return own + tuple(AURA_PREFIX + slug for slug, flag in FLAG_OF_SLUG.items() if auras & flag)
