"""The icons of game-icons.net: which one stands for what, and their drawings, read once from the locked npm package."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings

_BEINGS: Final = Path(__file__).resolve().parent / "data" / "beings.toml"

# One legible icon for each Special Ability.
ABILITY_ICONS: Final[dict[str, str]] = {
    "aerial": "feathered-wing",
    "aim": "bullseye",
    "aquatic": "trident",
    "aura": "beams-aura",
    "backlash": "return-arrow",
    "berserk": "crossed-axes",
    "blackmail": "wax-seal",
    "catalyst": "crystal-growth",
    "counter-order": "anticlockwise-rotation",
    "cursed": "skull-crossed-bones",
    "defender": "closed-barbute",
    "enchain": "crossed-chains",
    "focus": "convergence-target",
    "immolation": "flame",
    "indestructible": "anvil",
    "instinct": "wolf-head",
    "lucidity": "sheikah-eye",
    "mercenary": "swap-bag",
    "perforation": "striking-arrows",
    "price-of-blood": "droplets",
    "protection": "bordered-shield",
    "rage": "fire-dash",
    "regeneration": "heart-plus",
    "reinforcement": "bugle-call",
    "sharpening": "crossed-swords",
    "splash": "splash",
    "sprint": "sprint",
    "symbiote": "linked-rings",
    "vanish": "ghost",
    "vulnerability": "cracked-shield",
    "wrecker": "wrecking-ball",
}
# The fixed parts of cards, board and page.
FURNITURE: Final = {
    "attack": "battle-axe",
    "bastion": "stone-tower",
    "fort": "hill-fort",
    "bridge": "stone-bridge",
    "champion": "laurel-crown",
    "book": "spell-book",
    "back": "spell-book",
    "entered": "portal",
    "struck": "shield-bash",
    "activated": "check-mark",
}
# What the home page and the coach beside a board show: each in a file of its own would be a request of its own.
PAGE_ICONS: Final = frozenset(
    {
        *("candle-flame", "cog", "fast-backward-button", "laurels", "magnifying-glass"),
        *("meeple-group", "quill", "scroll-unfurled", "spyglass"),
    }
)


def icon_of_ability(slug: str) -> str:
    """The icon's name for an ability's slug; ``aura:SLUG`` has that of the ability which it gives."""
    return ABILITY_ICONS[slug.removeprefix("aura:")]


@cache
def drawings() -> dict[str, str]:
    """Name of every icon of the library to its path data in a square of 512 by 512, in the order of their names."""
    icons = json.loads(settings.GAME_ICONS.read_text(encoding="utf-8"))["icons"]
    # Every body is one path in the current colour; only its data is kept.
    return {name: icon["body"].split(' d="', 1)[1].split('"', 1)[0] for name, icon in sorted(icons.items())}


@cache
def beings() -> frozenset[str]:
    """The icons that show somebody or some animal, not a thing or a part of a body."""
    groups = tomllib.loads(_BEINGS.read_text(encoding="utf-8"))
    return frozenset(name for names in groups.values() for name in names.split())


def is_icon(name: str) -> bool:
    return name in drawings()
