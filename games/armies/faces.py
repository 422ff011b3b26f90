"""The faces of Clash of the Cards: ten characters of six strengths, nine kinds of special cards. The art is ours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.armies import words

CHARACTER_ICONS: Final = {
    1: "gladius",
    2: "witch-face",
    3: "black-knight-helm",
    4: "samurai-helmet",
    5: "viking-head",
    6: "pirate-captain",
    7: "archer",
    8: "centurion-helmet",
    9: "barbarian",
    10: "robin-hood-hat",
}
KIND_ICONS: Final = {
    "wild": "card-joker",
    "bonus": "laurels",
    "castle": "castle",
    "death": "grim-reaper",
    "spy": "spyglass",
    "thief": "hooded-assassin",
    "guardian": "guards",
    "chest": "locked-chest",
    "gravedigger": "graveyard",
}


@dataclass(frozen=True)
class CardFace:
    """A card as it is drawn: ``slug`` is its name in the game's format, "" for a back."""

    slug: str

    @property
    def number(self) -> int:
        """The number of a character, 0 for all else."""
        return int(self.slug.partition(".")[0]) if "." in self.slug else 0

    @property
    def pips(self) -> range:
        """A pip for each point of strength."""
        return range(int(self.slug.partition(".")[2])) if self.number else range(0)

    @property
    def icon(self) -> str:
        return CHARACTER_ICONS[self.number] if self.number else KIND_ICONS.get(self.slug, "spell-book")

    @property
    def name(self) -> str:
        if self.number:
            return str(words.CHARACTER_NAMES[self.number])
        return str(words.KIND_NAMES[self.slug]) if self.slug else words.card(None)

    @property
    def words(self) -> str:
        """The card in words, for whoever does not see it."""
        return words.card(self.slug or None)

    @property
    def kind(self) -> str:
        """What the styles call it: ``character``, ``special`` or ``back``."""
        return "character" if self.number else "special" if self.slug else "back"


BACK: Final = CardFace("")
