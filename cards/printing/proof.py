"""The proof: what a print shop would send back, and what a file takes of paper and sleeves, before there is one.

All of it is worked out from what the file itself is made of: the faces with their fitted texts, the places of pictures,
and the grid of the sheets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.art import ART_SHARE, Artwork
from cards.faces import FRAMES, Face
from cards.letters import LETTERS_SHOWN, missing_letters
from cards.pictures import MAX_SIDE
from cards.printing.options import PrintOptions
from cards.printing.pieces import Side, Sides
from cards.printing.products import backed_sheets, grid_of
from cards.reference import BackFace
from cards.rendering.geometry import points
from cards.rendering.layouts import PAPERS

SHARP: Final = 250  # DPI from which a print shop does not complain
LEGIBLE: Final = 7.0  # points of a name
MAX_REMARKS: Final = 6  # remarks of one sort that are shown
MOST_ZOOM: Final = 800  # percent, as the workshop offers


@dataclass(frozen=True, slots=True)
class ProofCheck:
    """One thing that was looked at: what is said where it is right, and the ``remarks`` where it is not; the last of
    many remarks says how many more there are."""

    right: str
    remarks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Proof:
    """The checks, and what the file takes: (what, how much)."""

    checks: tuple[ProofCheck, ...]
    takes: tuple[tuple[str, str], ...]
    has_ink: bool = False  # on paper of the reader's own, which the page measures on the sheet that it shows

    @property
    def faults(self) -> int:
        """How many checks found something."""
        return sum(bool(check.remarks) for check in self.checks)


Faces = Sequence[tuple[Side, str]]  # each different face, with the name of the card that has it first


def proof_of(sides: Sequence[Sides], options: PrintOptions) -> Proof:
    """In the language of the moment."""
    faces: dict[Side, str] = {}
    for side in sides:
        faces.setdefault(side.front, side.name)
        if side.is_backed:
            faces.setdefault(side.back, side.name)
    each = list(faces.items())
    checks = [_check(_("Every letter is in the fonts"), _letters(each))]
    if options.purpose in ("home", "shop"):
        sharp = _("Every picture has %(dpi)d DPI or more") % {"dpi": SHARP}
        legible = _("Every name has %(points)s points or more") % {"points": number_format(LEGIBLE, 0)}
        checks += [
            _check(sharp, _pictures(each, options, _coarse)),
            _check(_("Pictures cover their corners"), _pictures(each, options, _uncovered)),
            _check(legible, _names(each, options)),
        ]
    if options.purpose == "home":
        checks.append(_check(_("No place stays empty"), _empty(sides, options)))
    return Proof(tuple(checks), tuple(_takes(sides, options)), has_ink=options.purpose == "home")


def _check(right: str, remarks: Iterable[str]) -> ProofCheck:
    every = list(remarks)
    more = len(every) - MAX_REMARKS
    if more > 0:
        last = ngettext("And %(count)d more like these.", "And %(count)d more like these.", more) % {"count": more}
        every = [*every[:MAX_REMARKS], last]
    return ProofCheck(right, tuple(every))


def _letters(faces: Faces) -> Iterator[str]:
    for face, name in faces:
        if isinstance(face, Face) and (missing := missing_letters(f"{face.name} {face.flavour}")):
            text = _("“%(card)s”: no card font has %(letters)s. They print as empty boxes.")
            yield text % {"card": name, "letters": " ".join(missing[:LETTERS_SHOWN])}


def _pictures(
    faces: Faces, options: PrintOptions, judge: Callable[[str, Artwork, float], Iterator[str]]
) -> Iterator[str]:
    for face, name in faces:
        if isinstance(face, Face | BackFace) and face.picture is not None:
            yield from judge(name if isinstance(face, Face) else _("The back"), face.picture, _width(face, options))


def _width(face: Face | BackFace, options: PrintOptions) -> float:
    """How many millimetres the picture's place is wide."""
    card = options.geometry
    is_framed = isinstance(face, Face) and face.frame == FRAMES[0]
    return card.width * ART_SHARE if is_framed else card.width + 2 * card.bleed


def _coarse(name: str, picture: Artwork, width: float) -> Iterator[str]:
    dpi = int(picture.dpi(width))
    if dpi >= SHARP:
        return
    wide, high = (ceil(side * SHARP / max(picture.dpi(width), 1)) for side in (picture.width, picture.height))
    if max(wide, high) > MAX_SIDE:
        yield _("“%(card)s” prints at %(dpi)d DPI: zoom out, or use a larger picture.") % {"card": name, "dpi": dpi}
    else:
        text = _("“%(card)s” prints at %(dpi)d DPI: use a picture of at least %(width)d × %(height)d pixels.")
        yield text % {"card": name, "dpi": dpi, "width": wide, "height": high}


def _uncovered(name: str, picture: Artwork, _wide: float) -> Iterator[str]:
    if picture.covers:
        return
    zoom = picture.covering_zoom
    if zoom < MOST_ZOOM:
        text = _("“%(card)s”: the picture leaves a corner empty. Zoom in to %(zoom)d%% in the workshop.")
    else:
        text = _("“%(card)s”: the picture leaves a corner empty. Move it to the middle or turn it back.")
    yield text % {"card": name, "zoom": zoom}


def _names(faces: Faces, options: PrintOptions) -> Iterator[str]:
    for face, name in faces:
        size = points(face.title.size * options.geometry.unit) if isinstance(face, Face) and face.name else LEGIBLE
        if size < LEGIBLE:
            text = _("“%(card)s”: the name prints at %(points)s points. Shorten it, or choose a larger size.")
            yield text % {"card": name, "points": number_format(size, 1)}


def _empty(sides: Sequence[Sides], options: PrintOptions) -> Iterator[str]:
    grid = grid_of(sides, options)
    empty = grid.sheets(len(sides)) * grid.count - len(sides)
    if empty:
        text = ngettext(
            "%(count)d place stays empty on the last sheet. “Fill with more copies” is under Details.",
            "%(count)d places stay empty on the last sheet. “Fill with more copies” is under Details.",
            empty,
        )
        yield text % {"count": empty}


def _takes(sides: Sequence[Sides], options: PrintOptions) -> Iterator[tuple[str, str]]:
    count = len(sides)
    if options.purpose == "home":
        sheets, backed = grid_of(sides, options).sheets(count), backed_sheets(sides, options)
        text = ngettext("%(count)d sheet of %(paper)s", "%(count)d sheets of %(paper)s", sheets)
        paper = text % {"count": sheets, "paper": PAPERS[options.paper].name}
        yield _("Paper"), f"{paper}, {_printed(sheets + backed)}"
    elif options.purpose == "shop":
        yield _("Pages"), _printed(count + sum(side.is_backed for side in sides))
    if options.purpose in ("home", "shop"):
        size = f"{_length(options.geometry.width)} × {_length(options.geometry.height)}"
        sleeves = ngettext("%(count)d for cards of %(size)s mm", "%(count)d for cards of %(size)s mm", count)
        yield _("Sleeves"), sleeves % {"count": count, "size": size}


def _printed(count: int) -> str:
    return ngettext("%(count)d printed side", "%(count)d printed sides", count) % {"count": count}


def _length(millimetres: float) -> str:
    rounded = round(float(millimetres), 1)
    return number_format(rounded, 0 if rounded.is_integer() else 1)
