"""How cards are to be printed, as a small value that goes through forms, addresses, jobs and the command line."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Final

from cards.faces import FRAMES
from cards.rendering.geometry import PRESETS, SHOP_SIZES, Geometry
from cards.rendering.layouts import GUTTERS, ORIENTATIONS, PAPERS, Grid, grid_for
from cards.rendering.marks import GUIDE_COLOURS, GUIDE_WEIGHTS, GUIDES, GuideLook
from cards.rendering.registration import CORNER, MARKS
from cards.rendering.sheets import FURTHEST, MOST_SCALED, Sheeting
from cards.texts import LANGUAGES

MAX_CARDS: Final = 600  # at once
SIMULATOR: Final = "simulator"
BOARDS: Final = (SIMULATOR, "playground")  # virtual tables that cut their cards out of large pictures
PROFILE: Final = re.compile(r"((?:[0-9a-f]{12}-)?[0-9a-f]{64})?")
PNG_SHOPS: Final = ("makeplayingcards", "gamecrafter")

# What each option may be; the first is what it is if nobody says.
CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "purpose": ("home", "shop", "share", "tabletop"),
    "language": LANGUAGES,
    "paper": tuple(PAPERS),
    "backs": ("sides", "shared", "none"),
    "files": ("apart", "one"),
    "turning": ("long", "short", "fold"),
    "ink": ("full", "saver"),
    "frame": FRAMES,
    "orientation": ORIENTATIONS,
    "gutter": ("3", "0", "6"),
    "size": tuple(PRESETS),
    "guides": GUIDES,
    "colour": tuple(GUIDE_COLOURS),
    "weight": GUIDE_WEIGHTS,
    "margin": ("4.5", "0", "3", "6", "10"),
    "fill": ("no", "yes"),
    "marks": ("none", *MARKS),
    "marked": ("front", "both", "back"),
    "ruler": ("yes", "no"),
    "format": ("pdf", "png"),
    "dpi": ("300", "600", "800", "1200"),
    "bleed": ("yes", "no"),
    "shop": ("any", *SHOP_SIZES),
    "inks": ("rgb", "cmyk"),
    "spots": ("none", "cut", "foil", "both"),
    "table": (*BOARDS, "playingcards", "screentop", "cockatrice"),
}
MOST_BLEED: Final = 32  # tenths of a millimetre, an eighth of an inch: all frames are drawn so far beyond the cut
# What each number may be, in tenths: (least, most).
NUMBERS: Final = {
    "right": (-FURTHEST, FURTHEST),
    "up": (-FURTHEST, FURTHEST),
    "scale": (-MOST_SCALED, MOST_SCALED),
    "beyond": (0, MOST_BLEED),
}
assert {int(text) for text in CHOICES["gutter"]} == set(GUTTERS)


class OptionError(ValueError):
    """An option that cannot be: ``name`` and the ``value``."""

    def __init__(self, name: str, value: object) -> None:
        super().__init__(f"{name}: {value!r}")
        self.name = name
        self.value = value


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """``purpose`` decides which of the others matter. ``backs``: "sides" prints backs where a card has a side of its
    own, "shared" gives all others the shared back, "none" prints another side as a card of its own. ``files`` says
    whether sheets without backs are a file "apart", so that no empty side is printed. ``turning`` is the
    edge on which sheets are turned, or "fold". ``right`` and ``up`` move the backs, in tenths of a millimetre;
    ``beyond`` is how far a print shop's cards are printed beyond the cut, in tenths of a millimetre;
    ``scale`` makes sheets larger, in tenths of a percent, for printers that shrink them. A ``shop`` decides the
    size. ``profile`` is the key of a press's profile that somebody sent (``cards.printing.profiles``), with which
    ``inks`` may be its own; ``spots`` are inks beside those. ``table`` is the program of a virtual table."""

    purpose: str = "home"
    language: str = "en"
    paper: str = "a4"
    backs: str = "sides"
    files: str = "apart"
    turning: str = "long"
    ink: str = "full"
    frame: str = "framed"
    orientation: str = "auto"
    gutter: str = "3"
    size: str = "54x85"
    guides: str = "full"
    colour: str = "black"
    weight: str = "0.15"
    margin: str = "4.5"
    fill: str = "no"
    marks: str = "none"
    marked: str = "front"
    ruler: str = "yes"
    right: int = 0
    up: int = 0
    scale: int = 0
    beyond: int = 30
    format: str = "pdf"
    dpi: str = "300"
    bleed: str = "yes"
    shop: str = "any"
    inks: str = "rgb"
    spots: str = "none"
    profile: str = ""
    table: str = SIMULATOR

    @property
    def is_on_paper(self) -> bool:
        return self.purpose in ("home", "shop")

    def __post_init__(self) -> None:
        for name, allowed in CHOICES.items():
            if getattr(self, name) not in allowed:
                raise OptionError(name, getattr(self, name))
        if not isinstance(self.profile, str) or not PROFILE.fullmatch(self.profile):
            raise OptionError("profile", self.profile)
        for name, (least, most) in NUMBERS.items():
            value = getattr(self, name)
            if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
                raise OptionError(name, value)

    @classmethod
    def of(cls, data: dict[str, Any]) -> PrintOptions:
        """Options as ``to_json`` writes them; what is missing is as usual. Raises ``OptionError``."""
        known = {field.name for field in fields(cls)}
        for name in data:
            if name not in known:
                raise OptionError(name, data[name])
        return cls(**data)

    def to_json(self) -> dict[str, Any]:
        """For ``of``."""
        return asdict(self)

    @property
    def geometry(self) -> Geometry:
        if self.is_for_a_shop:
            return SHOP_SIZES[self.shop]
        if self.purpose == "shop":
            return replace(PRESETS[self.size], bleed=self.beyond / 10)
        return PRESETS[self.size]

    @property
    def is_for_a_shop(self) -> bool:
        """Whether one of the shops was named, which has a size and a format of its own."""
        return self.purpose == "shop" and self.shop != "any"

    @property
    def has_boards(self) -> bool:
        """Whether its cards lie side by side in large pictures."""
        return self.purpose == "tabletop" and self.table in BOARDS

    @property
    def is_png(self) -> bool:
        """Whether a print shop gets a picture of each card."""
        if self.is_for_a_shop:
            return self.shop in PNG_SHOPS
        return self.purpose == "shop" and self.format == "png"

    @property
    def with_bleed(self) -> bool:
        """Whether pictures show what is beyond the cut."""
        return self.is_for_a_shop or (self.purpose == "shop" and self.bleed == "yes")

    @property
    def saver(self) -> bool:
        """Whether ink is to be spared, which only somebody at home does."""
        return self.ink == "saver" and self.purpose == "home"

    @property
    def folded(self) -> bool:
        return self.turning == "fold" and self.backs != "none" and self.purpose == "home"

    @property
    def is_apart(self) -> bool:
        """Whether cards with another side lie on sheets of their own, before all others."""
        return self.files == "apart" and self.backs != "none" and self.purpose == "home" and not self.folded

    @property
    def sheeting(self) -> Sheeting:
        flip = "short" if self.turning == "short" else "long"
        return Sheeting(
            flip,
            (self.right, self.up),
            self.guides if self.marks == "none" else "none",  # a guide in the corner of a mark hides it
            self.ruler == "yes",
            GuideLook(self.colour, self.weight),
            self.marks,
            self.marked,
            self.scale,
        )

    def grid(self, count: int) -> Grid:
        """The sheets for so many cards."""
        return grid_for(
            count,
            PAPERS[self.paper],
            card=self.geometry,
            gutter=int(self.gutter),
            orientation=self.orientation,
            folded=self.folded,
            margin=float(self.margin),
            corner=CORNER if self.marks != "none" else 0,
        )
