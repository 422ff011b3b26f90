"""A body of each kind, which the site takes as it stands: for the description and the guide."""

from __future__ import annotations

from typing import Any, Final

CARD: Final[dict[str, Any]] = {
    "card": {
        "type": "creature",
        "name": "Lamp Fox",
        "name_fr": "Renard aux lampes",
        "cost": 3,
        "av": 2,
        "hp": 3,
        "abilities": ["rage"],
        "art": {"icon": "fox-head", "scene": "trees", "tint": "ember"},
    },
    "visibility": "unlisted",
}
CHAMPION: Final[dict[str, Any]] = {
    "card": {"type": "champion", "name": "Ada of the Lamps", "cost": 5, "av": 3, "hp": 5, "abilities": ["aura:aim"]}
}
SET: Final[dict[str, Any]] = {"name": "Lamps", "about": "Cards that glow.", "accent": "#7a5208", "symbol": "oil-drum"}
DECK: Final[dict[str, Any]] = {"name": "First lamps", "about": "Not whole yet.", "cards": [], "stronghold": None}
BATCH: Final[dict[str, Any]] = {
    "changes": [
        {"method": "POST", "path": "/own/sets", "body": {"name": "Lamps in rain"}},
        {"method": "POST", "path": "/own/decks", "body": {"name": "Second lamps"}},
    ]
}
_LAMP_THIEF: Final = {"name": "Lamp Thief", "type": "creature", "cost": 0, "av": 4, "hp": 4}
PUZZLE: Final[dict[str, Any]] = {
    "title": "One turn left",
    "words": "Stay alive until your next turn.",
    "position": {
        "format": "clash-position/1",
        "edition": "season-2",
        "mode": "duel",
        "active": "B",
        "phase": "summoning",
        "mana": 3,
        "players": {
            "A": {
                "turn": 4,
                "hand": [
                    "bastion",
                    {"name": "Spilled Oil", "type": "incantation", "cost": 2, "av": 2, "abilities": []},
                ],
                "upper": [],
                "lower": [{"card": {**_LAMP_THIEF, "abilities": ["mercenary"]}}],
            },
            "B": {
                "turn": 4,
                "hand": [
                    "fort",
                    {"name": "Whale Lamp", "type": "creature", "cost": 7, "av": 4, "hp": 6, "abilities": []},
                    {"name": "Lamp Post", "type": "creature", "cost": 1, "av": 4, "hp": 5, "abilities": ["defender"]},
                ],
                "upper": [],
                "lower": [],
            },
        },
        "objective": {"player": "B", "goal": "survive", "turns": 1},
    },
}
VIEW: Final[dict[str, Any]] = {
    **{name: value for name, value in PUZZLE["position"].items() if name not in ("format", "objective")},
    "players": {
        **PUZZLE["position"]["players"],
        "A": {**PUZZLE["position"]["players"]["A"], "hand": ["bastion", None, None]},
    },
    "hidden": [
        {
            "in": ["A"],
            "cards": [
                {"name": "Spilled Oil", "type": "incantation", "cost": 2, "av": 2, "abilities": []},
                {"name": "Lamp Snuffer", "type": "creature", "cost": 2, "av": 2, "hp": 3, "abilities": []},
            ],
        }
    ],
}
COMPOSITION: Final[dict[str, Any]] = {"kind": "find", "wishes": {"goal": "win", "plays": 2, "most_cards": 16}}
PUBLISHING: Final[dict[str, Any]] = {"visibility": "public"}
