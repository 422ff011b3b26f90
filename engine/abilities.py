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

# Every ability but Aura, which is always written with the one that it gives: ``aura:SLUG``.
FLAG_OF_SLUG: Final[dict[str, int]] = {
    "aerial": AERIAL,
    "aim": AIM,
    "aquatic": AQUATIC,
    "backlash": BACKLASH,
    "berserk": BERSERK,
    "blackmail": BLACKMAIL,
    "catalyst": CATALYST,
    "counter-order": COUNTER_ORDER,
    "cursed": CURSED,
    "defender": DEFENDER,
    "enchain": ENCHAIN,
    "focus": FOCUS,
    "immolation": IMMOLATION,
    "indestructible": INDESTRUCTIBLE,
    "instinct": INSTINCT,
    "lucidity": LUCIDITY,
    "mercenary": MERCENARY,
    "perforation": PERFORATION,
    "price-of-blood": PRICE_OF_BLOOD,
    "protection": PROTECTION,
    "rage": RAGE,
    "regeneration": REGENERATION,
    "reinforcement": REINFORCEMENT,
    "sharpening": SHARPENING,
    "splash": SPLASH,
    "sprint": SPRINT,
    "symbiote": SYMBIOTE,
    "vanish": VANISH,
    "vulnerability": VULNERABILITY,
    "wrecker": WRECKER,
}
SLUG_OF_FLAG: Final[dict[int, str]] = {flag: slug for slug, flag in FLAG_OF_SLUG.items()}
AURA_PREFIX: Final = "aura:"

SEASON_1: Final = "season-1"
SEASON_2: Final = "season-2"

_SEASON_1_ONLY: Final = AIM | FOCUS | WRECKER
# Which abilities a card of an edition may bear, by itself or in an Aura (rulings 10.2 and 10.3).
ABILITIES_OF_EDITION: Final[dict[str, int]] = {
    SEASON_1: (
        _SEASON_1_ONLY | AERIAL | AQUATIC | BERSERK | CATALYST | INDESTRUCTIBLE | PERFORATION | PROTECTION
        | RAGE | SPLASH | SPRINT
    ),
    SEASON_2: ((1 << 30) - 1) & ~_SEASON_1_ONLY,
}  # fmt: skip

# The abilities that act on an Incantation (ruling 5.29).
INCANTATION_ABILITIES: Final = (
    COUNTER_ORDER | CURSED | LUCIDITY | MERCENARY | PERFORATION | PRICE_OF_BLOOD | REGENERATION | SHARPENING
    | SPLASH | VULNERABILITY
)  # fmt: skip


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
