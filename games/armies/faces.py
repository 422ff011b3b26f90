"""The faces of Clash of the Cards: ten characters of six strengths, nine kinds of special cards. The art is ours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.safestring import SafeString

from cards.art import Composed
from cards.figures import Pose
from cards.landforms import disc
from cards.symbols import scene_address, scene_markup
from engine.armies.pack.cards import CARD_OF_NAME, COPIES, STRENGTHS
from engine.armies.rules.scoring import FOR_BONUS, FOR_DEATH, army_value
from games.armies import words
from games.armies.portraits import portrait_markup, portraits_version

# Numbers by pairs that are worth the same.
PAIR_COLOURS: Final = ("#8a2412", "#1c4f80", "#2f5d24", "#6b4708", "#4c2c70")
ROUND: Final = disc(50, 50, 46)  # the badge of a special card
POSE: Final = Pose(50, "usual")
KIND_ART: Final = {
    "wild": Composed("jester-hat", "stars", "amber"),
    "bonus": Composed("laurels-trophy", "fields", "amber"),
    "castle": Composed("castle", "peaks", "iron"),
    "death": Composed("grim-reaper", "marsh", "storm"),
    "spy": Composed("hooded-figure", "spires", "dusk", hand="spyglass"),
    "thief": Composed("robber", "ruins", "rose"),
    "guardian": Composed("guards", "ruins", "tide"),
    "chest": Composed("locked-chest", "caverns", "ember"),
    "gravedigger": Composed("graveyard", "marsh", "moss", hand="trench-spade"),
}
_KIND_COLOURS: Final = {
    "wild": "#8a5a10",
    "bonus": "#8a5a10",
    "castle": "#2c3848",
    "death": "#1d1a22",
    "spy": "#3c1f4d",
    "thief": "#6b1f3a",
    "guardian": "#1d4f52",
    "chest": "#5a2c10",
    "gravedigger": "#3c4016",
}


@dataclass(frozen=True)
class Pip:
    """One of six places on a card for its strength."""

    outline: str
    is_full: bool


@dataclass(frozen=True)
class CardFace:
    """A card as it is drawn: ``slug`` is its name in the game's format, "" for a back."""

    slug: str

    @property
    def number(self) -> int:
        """The number of a character, 0 for all else."""
        return int(self.slug.partition(".")[0]) if "." in self.slug else 0

    @property
    def strength(self) -> int:
        return int(self.slug.partition(".")[2]) if self.number else 0

    @property
    def pips(self) -> list[Pip]:
        """The places for the strength, in two rows."""
        places = ((x, y) for y in (11, 33) for x in (11, 33, 55))
        return [Pip(disc(x, y, 8.5), place < self.strength) for place, (x, y) in enumerate(places)]

    @property
    def worth(self) -> int:
        """The points of an army of it, without variants."""
        return army_value(self.number)

    @property
    def sign(self) -> str:
        """The points of a special card, as they stand on it."""
        return {"bonus": f"+{FOR_BONUS}", "death": f"\u2212{-FOR_DEATH}"}.get(self.slug, "")

    @property
    def badge(self) -> str:
        return ROUND

    @property
    def icon(self) -> str:
        return KIND_ART[self.slug].icon if self.slug in KIND_ART else "crossed-swords"

    @property
    def colour(self) -> str:
        return PAIR_COLOURS[(self.number - 1) // 2] if self.number else _KIND_COLOURS[self.slug]

    @property
    def markup(self) -> SafeString:
        """The picture, for an ``<svg>`` with the box of portraits."""
        if self.number:
            return portrait_markup(self.number, self.strength)
        return scene_markup(KIND_ART[self.slug], POSE)

    @property
    def address(self) -> str:
        if self.number:
            return reverse("armies_files:portrait", args=[portraits_version(), self.number, self.strength])
        return scene_address(KIND_ART[self.slug], POSE)

    @property
    def name(self) -> str:
        if self.number:
            return str(words.CHARACTER_NAMES[self.number])
        return str(words.KIND_NAMES[self.slug]) if self.slug else words.card(None)

    @property
    def text(self) -> str:
        """What a special card does."""
        return str(words.KIND_TEXTS.get(self.slug, ""))

    @property
    def words(self) -> str:
        """The card in words, for whoever does not see it."""
        return words.card(self.slug or None)

    @property
    def count(self) -> int:
        """How many there are in the box."""
        return COPIES[CARD_OF_NAME[self.slug]]


CHARACTERS: Final = {
    number: [CardFace(f"{number}.{strength}") for strength in range(1, STRENGTHS + 1)]
    for number in words.CHARACTER_NAMES
}
SPECIALS: Final = [CardFace(kind) for kind in words.KIND_NAMES]
