"""The face of a card as ``templates/cards/face.html`` draws it: the one definition for screen, PDF and PNG."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.utils.translation import gettext as _

from cards.art import Art, Artwork, Composed, art_by_name
from cards.colours import is_colour, upon
from cards.figures import Pose
from cards.icons import FURNITURE, icon_of_ability, is_icon
from cards.letters import without_ligatures
from cards.measuring import LINE, NAME, Fitted, TextBox, fit, fit_lines
from cards.sets import pattern_of
from engine.decks.formats.objectives import BACK
from engine.decks.rules.abilities import AURA_PREFIX
from engine.decks.rules.cards import Card

SUBJECT_XS: Final = (45, 50)  # the middle of the subject in hundredths of the art: with abilities, without
SMALL_TO: Final = 1  # the Mana cost up to which a Creature is drawn small
LARGE_FROM: Final = 6  # and from which a card's subject breaks the frame, with light around it, as Champions do

NameOf = Callable[[str], str]  # an ability's slug to its name in the reader's language

# The boxes of the texts in static/css/face.css; ROOMY is the name's on small cards, in static/css/cards.css.
NAME_BOX: Final = TextBox(NAME, width=62, height=15, leading=0.9, largest=(8.8, 7.6, 5.2), breaking=4.2)
ROOMY_NAME_BOX: Final = TextBox(NAME, width=68, height=16.6, leading=0.86, largest=(10.4, 9, 6), breaking=4.2)
PLACE_NAME_BOX: Final = TextBox(NAME, width=84, height=15, leading=0.9, largest=(8.8, 7.6, 5.2), breaking=4.2)
ROOMY_PLACE_NAME_BOX: Final = TextBox(NAME, width=90, height=16.6, leading=0.86, largest=(13, 9, 6), breaking=4.2)
FLAVOUR_BOX: Final = TextBox(LINE, width=86, height=11, leading=1.12, largest=(5.2, 4.8), breaking=3)
LABEL_BOX: Final = TextBox(NAME, width=40, height=7, leading=1, largest=(5.4, 4), breaking=2)
PLACE_LABEL_BOX: Final = TextBox(NAME, width=68, height=8, leading=1, largest=(7.6, 4), breaking=2)


@dataclass(frozen=True, slots=True)
class Badge:
    """An ability on a card: ``slug`` as written, its icon and its name.

    An Aura that was glued over two places side by side is ``two`` places large; after a place that was covered and
    stands empty comes one that is ``after_blank``.
    """

    slug: str
    icon: str
    name: str
    aura: bool
    two: bool = False
    after_blank: bool = False

    @property
    def classes(self) -> str:
        marks = (("aura", self.aura), ("two", self.two), ("after-blank", self.after_blank))
        return " ".join(["ab", *(name for name, is_so in marks if is_so)])


@dataclass(frozen=True, slots=True)
class Patch:
    """An element that was cut from another card, ``source``, and covers one of this card's.

    ``element`` is "cost", "av", "hp", or the slug of the ability as it now stands on the face; ``covers`` the slugs of
    what an ability hides.
    """

    element: str
    source: str = ""
    covers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Emblem:
    """The part of a face from its set: ``accent`` (``#rrggbb``), ``symbol`` (an icon's name) and the set's name."""

    accent: str = "#6d4709"
    symbol: str = "spell-book"
    name: str = ""

    def __post_init__(self) -> None:
        if not is_colour(self.accent):
            raise ValueError(f"not a colour: {self.accent!r}")
        if not is_icon(self.symbol):
            raise ValueError(f"not an icon: {self.symbol!r}")

    @property
    def upon(self) -> str:
        """The colour of the symbol, which stands on the accent."""
        return upon(self.accent)

    @property
    def pattern(self) -> str:
        """The name of the ornament that lies on its frames."""
        return f"pattern-{pattern_of(self.symbol)}"


GRIMOIRE: Final = Emblem()
# As all faces are; the picture up to the cut; and without a panel below the words.
FRAMES: Final = ("framed", "borderless", "full-art")


@dataclass(frozen=True, slots=True)
class Face:
    """The printed content of a card. Numbers that a card does not have are None, texts that it does not have are empty.

    ``kind`` is "creature", "incantation", "stronghold", "crossing" or "back"; ``side`` of a Stronghold "bastion" or
    "fort".
    ``roomy`` is the size of the name where the card is small. ``language`` is that of name and flavour where it may
    differ from the page's. ``patches`` are those of a card that has mutated; ``blank`` is the place (from 1, 0 for
    none) of an ability that is covered by nothing but paper. ``frame`` is one of ``FRAMES``.
    """

    kind: str
    name: str
    title: Fitted
    roomy: Fitted
    label: str
    art: Art
    emblem: Emblem = GRIMOIRE
    champion: bool = False
    side: str = ""
    cost: int | None = None
    av: int | None = None
    hp: int | None = None
    abilities: tuple[Badge, ...] = ()
    flavour: str = ""
    language: str = ""
    patches: tuple[Patch, ...] = ()
    blank: int = 0
    frame: str = "framed"

    @property
    def style(self) -> str:
        return "champion" if self.champion else "bridge" if self.kind == "crossing" else self.side or self.kind

    @property
    def classes(self) -> str:
        frame = "" if self.frame == FRAMES[0] else f" {self.frame}"
        return f"{self.kind} as-{self.style}" + (" champion" if self.champion else "") + frame

    @property
    def has_pattern(self) -> bool:
        """Whether its frame has the pattern of its set: places have masonry, Champions gold."""
        return self.cost is not None and not self.champion

    @property
    def pose(self) -> Pose:
        """How its subject is drawn: to the left of the abilities, and as large as the card is dear."""
        is_staged = self.champion or (self.cost or 0) >= LARGE_FROM
        behind = "rays" if is_staged else "circle" if self.kind == "incantation" else ""
        aloft = any(badge.slug == "aerial" for badge in self.abilities)
        pose = Pose(SUBJECT_XS[not self.abilities], self._stature, aloft, behind)
        if isinstance(self.art, Composed) and self.art.figure.composition(pose) == "figure" and self.art.is_on_height:
            return replace(pose, behind="height")
        return pose

    @property
    def _stature(self) -> str:
        if self.cost is None:
            return "place"
        if self.kind == "incantation":
            return "great" if self.cost >= LARGE_FROM else "spell"
        return "large" if self.champion or self.cost >= LARGE_FROM else "small" if self.cost <= SMALL_TO else "usual"

    @property
    def breaks_the_frame(self) -> bool:
        return self.art.is_out if isinstance(self.art, Artwork) else self.pose.breaks_the_frame

    @property
    def motto(self) -> Fitted:
        """The flavour line as it is set."""
        return fit(self.flavour, FLAVOUR_BOX)

    @property
    def type_line(self) -> Fitted:
        """The label as it is set."""
        return fit(self.label, LABEL_BOX if self.cost is not None else PLACE_LABEL_BOX)

    @property
    def patched(self) -> Iterator[tuple[str, Patch]]:
        """(where it lies, as the style sheet names it, patch) for each patch on something that the card has."""
        places = {name: name for name in ("cost", "av", "hp") if getattr(self, name) is not None}
        places |= {badge.slug: f"ability-{row}{' tall' if badge.two else ''}" for row, badge in self.rows}
        for patch in self.patches:
            if patch.element in places:
                yield places[patch.element], patch
        if self.blank:
            yield f"ability-{self.blank}", Patch("")

    @property
    def rows(self) -> Iterator[tuple[int, Badge]]:
        """(place, ability), places from 1 downwards: an Aura may take two of them, and one may be empty."""
        row = 1
        for badge in self.abilities:
            row += badge.after_blank
            yield row, badge
            row += 1 + badge.two

    @property
    def places(self) -> list[str]:
        """The ability at each place, by its slug; of a place that is covered by nothing or by the one above it ""."""
        slugs = [""] * self.row_count
        for row, badge in self.rows:
            slugs[row - 1] = badge.slug
        return slugs

    @property
    def row_count(self) -> int:
        return len(self.abilities) + any(badge.two for badge in self.abilities) + bool(self.blank)

    @property
    def icons(self) -> Iterator[str]:
        """The names of the icons that the face shows."""
        yield self.emblem.symbol
        if isinstance(self.art, Composed):
            yield from self.art.icons
        yield from (badge.icon for badge in self.abilities)
        if self.champion:
            yield FURNITURE["champion"]

    @property
    def picture(self) -> Artwork | None:
        """The picture that is its art, if it is one."""
        return self.art if isinstance(self.art, Artwork) else None


def badge_of(slug: str, name_of: NameOf) -> Badge:
    return Badge(slug, icon_of_ability(slug), name_of(slug), slug.startswith(AURA_PREFIX))


def face_of(
    card: Card,
    name_of: NameOf,
    champion: bool = False,
    *,
    art: Art | None = None,
    emblem: Emblem = GRIMOIRE,
    flavour: str = "",
    name: str = "",
    language: str = "",
) -> Face:
    """The face of a Creature, a Champion or an Incantation, its words in the language of the moment.

    ``name`` replaces the engine's name for the card, which is always English; without ``art`` there is a picture by the
    words of the name.
    """
    if card.key == BACK.key:
        return _back_of(card)
    shown = printable(name or card.name)
    title = fit(shown, NAME_BOX)
    creature = card.is_creature
    return Face(
        kind="creature" if creature else "incantation",
        name=shown,
        title=title,
        roomy=fit_lines(title.lines, ROOMY_NAME_BOX),
        label=_("Champion") if champion else _("Creature") if creature else _("Incantation"),
        art=art or art_by_name(card.name, creature),
        emblem=emblem,
        champion=champion,
        cost=card.cost,
        av=card.av,
        hp=card.hp if creature else None,
        abilities=tuple(badge_of(slug, name_of) for slug in card.slugs),
        flavour=printable(flavour),
        language=language,
    )


def _back_of(card: Card) -> Face:
    """The back of a card that is not known."""
    name = _("a hidden card")
    title = fit(name, NAME_BOX)
    roomy = fit_lines(title.lines, ROOMY_NAME_BOX)
    return Face(kind="back", name=name, title=title, roomy=roomy, label=name, art=art_by_name(card.name, False))


def patched_face(face: Face, patches: Iterable[Patch], printed: Sequence[str] = ()) -> Face:
    """The face of a mutated card: ``face`` has its values and abilities as they are now, ``patches`` say which of them
    came from other cards in the order in which they were glued, ``printed`` are the abilities that it was printed with:
    an Aura over two of them is as large as both. Raises ``ValueError`` for a patch on something that it does not have.
    """
    laid = _in_places(replace(face, patches=tuple(patches)), printed)
    lost = {patch.element for patch in laid.patches} - {patch.element for _place, patch in laid.patched}
    if lost:
        raise ValueError(f"{face.name} has nothing to patch at {', '.join(sorted(lost))}")
    return laid


def _in_places(face: Face, printed: Sequence[str]) -> Face:
    """The face with its abilities in the places in which they were printed, or glued."""
    places, wide = list(printed), {}
    for patch in face.patches:
        first, *second = sorted(places.index(slug) for slug in patch.covers if slug in places) or [0]
        if patch.covers and printed:
            places[first] = patch.element
            for row in second:
                places[row], wide[row] = "", first
    if not wide:
        return face
    ((covered, first),) = wide.items()  # a card has one Aura at most, and what is glued is never covered
    if covered == first + 1:
        badges = [replace(badge, two=badge.slug == places[first]) for badge in face.abilities]
        return replace(face, abilities=tuple(badges))
    following = places[covered + 1] if covered + 1 < len(places) else None
    badges = [replace(badge, after_blank=badge.slug == following) for badge in face.abilities]
    return replace(face, abilities=tuple(badges), blank=covered + 1)


def stronghold_faces(
    name: str = "", *, art: Art | None = None, emblem: Emblem = GRIMOIRE, flavour: str = "", language: str = ""
) -> tuple[Face, Face]:
    """The two sides of a Stronghold: Bastion, Fort. Without a name each side bears its own."""
    sides = (
        ("bastion", _("Bastion"), art or Composed(FURNITURE["bastion"], "peaks", "iron")),
        ("fort", _("Fort"), _at_dusk(art) if art else Composed(FURNITURE["fort"], "fields", "amber")),
    )
    bastion, fort = (
        _place(
            "stronghold",
            name or label,
            label,
            pictured,
            emblem=emblem,
            side=side,
            flavour=printable(flavour),
            language=language,
        )
        for side, label, pictured in sides
    )
    return bastion, fort


def _at_dusk(art: Art) -> Art:
    """The same place when its Bastion has fallen."""
    if isinstance(art, Composed):
        return replace(art, tint="blood" if art.tint == "ember" else "ember")
    return art


def bridge_face(
    name: str = "", *, art: Art | None = None, emblem: Emblem = GRIMOIRE, flavour: str = "", language: str = ""
) -> Face:
    label = _("Bridge")
    return _place(
        "crossing",
        name or label,
        label,
        art or Composed(FURNITURE["bridge"], "waves", "tide"),
        emblem=emblem,
        flavour=printable(flavour),
        language=language,
    )


def _place(kind: str, name: str, label: str, art: Art, **more: Any) -> Face:
    shown = printable(name)
    title = fit(shown, PLACE_NAME_BOX)
    return Face(kind, shown, title, fit_lines(title.lines, ROOMY_PLACE_NAME_BOX), label, art, **more)


def printable(text: str) -> str:
    """The text in one line and in whole letters, without what no font can draw and no XML may hold: control characters,
    lone surrogates."""
    shown = "".join(" " if unicodedata.category(c) in ("Cc", "Cs", "Cn") else c for c in text)
    return " ".join(without_ligatures(shown).split())
