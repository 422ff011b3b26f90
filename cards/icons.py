"""The icons of game-icons.net: which one stands for what, and their drawings, read once from the locked npm package."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from typing import Final

from django.conf import settings
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from cards.ornaments import ornaments

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


def icon_of_ability(slug: str) -> str:
    """The icon's name for an ability's slug; ``aura:SLUG`` has that of the ability which it gives."""
    return ABILITY_ICONS[slug.removeprefix("aura:")]


@cache
def drawings() -> dict[str, str]:
    """Name of every icon of the library to its path data in a square of 512 by 512, in the order of their names."""
    icons = json.loads(settings.GAME_ICONS.read_text(encoding="utf-8"))["icons"]
    # Every body is one path in the current colour; only its data is kept.
    return {name: icon["body"].split(' d="', 1)[1].split('"', 1)[0] for name, icon in sorted(icons.items())}


def is_icon(name: str) -> bool:
    """Whether the library has an icon of this name."""
    return name in drawings()


def sprite(names: Iterable[str]) -> SafeString:
    """An invisible ``<svg>`` that defines each icon once, for ``use`` to repeat, and the ornaments of faces."""
    bodies = drawings()
    symbols = format_html_join(
        "",
        '<symbol id="i-{}" viewBox="0 0 512 512" overflow="visible"><path fill="currentColor" d="{}"/></symbol>',
        ((name, bodies[name]) for name in sorted(set(names))),
    )
    return format_html(
        '<svg class="sprite" width="0" height="0" aria-hidden="true">{}{}</svg>', symbols, _ornament_symbols()
    )


@cache
def _ornament_symbols() -> SafeString:
    return format_html_join(
        "",
        '<symbol id="o-{}" viewBox="{}" preserveAspectRatio="none" overflow="visible">{}</symbol>',
        ((name, found.box, mark_safe(found.body)) for name, found in ornaments().items()),  # our own drawings
    )
