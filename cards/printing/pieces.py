"""The printed pieces of cards: fronts, and whatever is on their other side."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import cycle, islice
from typing import Final

from django.utils.translation import gettext as _
from PIL import Image

from cards.art import Artwork, Crop
from cards.credits import credits_by_author
from cards.faces import FRAMES, Face
from cards.models import Card, Kind, Picture
from cards.printing.options import SIMULATOR, PrintOptions
from cards.reference import BackFace, ReferenceFace
from cards.rendering.pdf import Printable
from cards.showing import faces_of_card, picture_art

SHARED: Final = None  # the face of the back that all cards share, as rendering has it
Side = Printable


class PrintProblem(Exception):
    """Why something cannot be printed, in words for whoever asked."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A card to print: its front, and its other side if it has one of its own. A mutated card is a piece whose front
    comes from ``cards.faces.patched_face``, one with a back of somebody's own has that behind."""

    name: str
    front: Face | ReferenceFace
    behind: Face | ReferenceFace | BackFace | None = None


@dataclass(frozen=True, slots=True)
class Sides:
    """A card as it is printed: a front, and whether there ``is_backed`` something behind, which may be ``SHARED``."""

    name: str
    front: Side
    is_backed: bool = False
    back: Side = SHARED


def piece_of(card: Card, language: str) -> Piece:
    """The printed pieces of a card in a language, which must be that of the moment.

    Raises ``PrintProblem`` naming the card when its picture is not there any more.
    """
    _look_for_picture(card)
    try:
        faces = faces_of_card(card, language, paper=True)
    except OSError as lost:
        raise PrintProblem(_lost(card)) from lost
    for face in faces:
        if face.picture is not None and not _can_be_seen(face.picture):
            raise PrintProblem(_lost(card))
    if card.kind == Kind.BRIDGE:
        return Piece(card.title, faces[0], faces[0])
    return Piece(card.title, faces[0], faces[1] if len(faces) > 1 else None)


def back_of(picture: Picture) -> BackFace:
    """A back with a picture of somebody's own. Raises ``PrintProblem`` when it is not there any more."""
    try:
        art = picture_art(picture, Crop(), paper=True)
    except OSError as lost:
        raise PrintProblem(_("The picture for the backs is missing. Choose another.")) from lost
    if not _can_be_seen(art):
        raise PrintProblem(_("The picture for the backs is missing. Choose another."))
    return BackFace(art)


def _look_for_picture(card: Card) -> None:
    if "zoom" in card.art and card.picture_id is None:
        raise PrintProblem(_lost(card))


_sound: set[str] = set()  # names of pictures, by their bytes, that were decoded before


def _can_be_seen(picture: Artwork) -> bool:
    """Whether the bytes are a picture: WeasyPrint would leave out what is none, and say nothing."""
    if picture.content is None:
        return False
    if picture.paper_url not in _sound:
        try:
            with Image.open(io.BytesIO(picture.content), formats=("JPEG", "PNG", "WEBP")) as image:
                image.load()
        except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):
            return False
        _sound.add(picture.paper_url)
    return True


def _lost(card: Card) -> str:
    return _("The picture of “%(card)s” is missing. Choose another in the workshop, then print again.") % {
        "card": card.title
    }


def sides_of(pieces: Iterable[Piece], backs: str) -> list[Sides]:
    sides = []
    for piece in pieces:
        has_own = piece.behind is not None
        if backs == "none":
            sides.append(Sides(piece.name, piece.front))
            if has_own and piece.behind != piece.front and not isinstance(piece.behind, BackFace):
                sides.append(Sides(piece.name, piece.behind))
        else:
            sides.append(Sides(piece.name, piece.front, has_own or backs == "shared", piece.behind))
    return sides


def faces_in(sides: Iterable[Sides]) -> list[Side]:
    """Every different face, in the order in which they come first."""
    listed: dict[Side, None] = {}
    for side in sides:
        listed.setdefault(side.front)
        if side.is_backed:
            listed.setdefault(side.back)
    return list(listed)


def printed_sides(pieces: Sequence[Piece], options: PrintOptions) -> list[Sides]:
    """The sides that a purpose prints: pictures have no other sides, nor have the decks of Tabletop Simulator."""
    pieces = [_in_frame(piece, options) for piece in pieces]
    if options.purpose == "share":
        return [Sides(piece.name, piece.front) for piece in pieces]
    if options.purpose == "tabletop":
        return sides_of(pieces, "none" if options.table == SIMULATOR else "sides")
    backs = "shared" if options.is_for_a_shop and options.backs == "sides" else options.backs  # shops print two sides
    return _filled(_both_sides_first(sides_of(pieces, backs), options), options)


def _both_sides_first(sides: list[Sides], options: PrintOptions) -> list[Sides]:
    """Cards with backs together on the first sheets, where there are several: on others nothing is behind."""
    if options.is_apart and len(sides) > options.grid(len(sides)).count:
        return sorted(sides, key=lambda side: not side.is_backed)
    return sides


def _filled(sides: list[Sides], options: PrintOptions) -> list[Sides]:
    """With more copies where the last sheet would have empty places, if that is asked for."""
    if options.fill == "no" or options.purpose != "home" or not sides:
        return sides
    grid = options.grid(len(sides))
    empty = grid.sheets(len(sides)) * grid.count - len(sides)
    alike = [side for side in sides if side.is_backed == sides[-1].is_backed]
    return [*sides, *islice(cycle(alike), empty)]


def _in_frame(piece: Piece, options: PrintOptions) -> Piece:
    """The piece in the frame of the options; where ink is spared there is none to choose."""
    if options.saver or options.frame == FRAMES[0]:
        return piece
    front, behind = (
        replace(face, frame=options.frame) if isinstance(face, Face) else face for face in (piece.front, piece.behind)
    )
    assert isinstance(front, Face | ReferenceFace)  # as it was before
    return Piece(piece.name, front, behind)


def credit_line(faces: Iterable[Side], beside: Iterable[str] = ()) -> str:
    """Whose work is printed: the authors of the icons, by the library's names; ``beside`` are icons on no face."""
    icons = {icon for face in faces if face is not None for icon in face.icons} | {"spell-book", *beside}
    by_licence: dict[str, list[str]] = {}
    for author, _icons in credits_by_author(icons):
        by_licence.setdefault(author.licence, []).append(author.name)
    listed = "; ".join(f"{', '.join(names)} ({licence})" for licence, names in by_licence.items())
    return _("Icons by %(authors)s, game-icons.net, recoloured. Fonts: Alegreya, Alegreya SC (OFL).") % {
        "authors": listed
    }


def fan_line() -> str:
    """That nobody takes the cards for the publisher's."""
    return _("Unofficial fan cards. Clash of Decks, its names and its art belong to their authors and publisher.")


def readme(faces: Iterable[Side], *lines: str) -> tuple[str, bytes]:
    """The text file of an archive: (name, content), with these lines first and whose work is printed last."""
    return _("README.txt"), "\r\n".join([*lines, fan_line(), credit_line(faces), ""]).encode()
