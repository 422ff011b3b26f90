"""Files out of rendered faces: what each purpose gives, and a look at it beforehand."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.utils import translation
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from cards.downloads import file_stem
from cards.faces import Face
from cards.printing import tabletops
from cards.printing.montages import SECONDS_FITTED, look, montages
from cards.printing.options import MAX_CARDS, SIMULATOR, PrintOptions
from cards.printing.pieces import (
    Piece,
    PrintProblem,
    Side,
    Sides,
    credit_line,
    faces_in,
    fan_line,
    printed_sides,
    readme,
)
from cards.printing.profiles import profile_of
from cards.printing.rendering import as_pdf, is_raster, missing, render, seconds
from cards.printing.shop_order import PICTURE_FOLDER, order_xml
from cards.rendering.cache import cached_foil
from cards.rendering.calibration import calibration_pdf
from cards.rendering.layouts import Grid
from cards.rendering.marks import MarginText, heading_room, heading_width, shortened
from cards.rendering.png import raster
from cards.rendering.sheets import About, Inks, PrintedCard, imposed, one_up
from cards.rendering.store import content_of, kept
from cards.rendering.tabletop import board_for
from cards.rendering.zipped import zipped

PDF: Final = "application/pdf"
ZIP: Final = "application/zip"
PNG: Final = "image/png"
MAX_SHARED: Final = 60  # cards in one picture
MAX_DPI_OF_ALL: Final = 600  # at which as many cards as may be printed at once are pictures; at more fewer
SECONDS_PLACE: Final = 0.0015  # that a card takes on a sheet or a page, about
SECONDS_PLACE_PNG: Final = 0.002  # the same of a picture in a file of many
SECONDS_SEPARATED: Final = 0.05  # that a face takes which is brought into the colours of a press
SECONDS_FOIL: Final = 0.02  # and whose name is foil
_PREVIEW: Final = 900  # pixels of the longer side


@dataclass(frozen=True, slots=True)
class Product:
    """A file to download."""

    name: str
    kind: str
    content: bytes


def make(title: str, pieces: Sequence[Piece], options: PrintOptions) -> Product:
    """The file that the options ask for. The faces' language must be the options'; so must that of the moment.

    Raises ``PrintProblem``.
    """
    sides = printed_sides(pieces, options)
    check(len(sides), options)
    name = file_stem(title)
    if options.purpose == "home":
        name = f"{name}-{options.paper}"
        first = backed_sheets(sides, options)
        if not 0 < first < grid_of(sides, options).sheets(len(sides)):
            return Product(f"{name}.pdf", PDF, sheets(title, sides, options))
        parts = (
            (_("double-sided"), range(first)),
            (_("single-sided"), range(first, grid_of(sides, options).sheets(len(sides)))),
        )
        files = (
            (f"{name}-{number}-{file_stem(part_title)}.pdf", sheets(title, sides, options, which))
            for number, (part_title, which) in enumerate(parts, 1)
        )
        return Product(f"{name}.zip", ZIP, zipped(files))
    if options.purpose == "shop":
        name = f"{name}-{options.shop}" if options.is_for_a_shop else name
        if not options.is_png:
            ending = "" if options.is_for_a_shop else f"-{options.size}"
            return Product(f"{name}{ending}.pdf", PDF, _one_up(title, sides, options))
        return Product(f"{name}-{options.dpi}dpi.zip", ZIP, zipped(_pictures(sides, options)))
    if options.purpose == "share":
        (montage,) = montages(sides, options)
        return Product(f"{name}.png", PNG, montage.picture())
    table = options.table
    name = f"{name}-{'tabletop' if table == SIMULATOR else table}.{tabletops.ENDINGS.get(table, 'zip')}"
    return Product(name, ZIP, zipped(tabletops.FILES[table](title, sides, options)))


def check(count: int, options: PrintOptions) -> None:
    """Raises ``PrintProblem`` if there are more cards than the purpose has room for."""
    if options.purpose == "share" and count > MAX_SHARED:
        raise PrintProblem(
            _("A picture has room for %(most)d cards; you have %(count)d.") % {"most": MAX_SHARED, "count": count}
        )
    if options.inks == "cmyk" and not options.profile and options.purpose == "shop" and not options.is_png:
        raise PrintProblem(_("For CMYK, upload the colour profile of your print shop first."))
    if options.is_png and count > (most := MAX_CARDS * MAX_DPI_OF_ALL**2 // int(options.dpi) ** 2):
        text = _("At %(dpi)s DPI you can print up to %(most)d cards at once; you have %(count)d.")
        raise PrintProblem(text % {"dpi": options.dpi, "most": most, "count": count})


def seconds_left(sides: Sequence[Sides], options: PrintOptions) -> float:
    """How long the file takes, about: for the faces that are not in the cache, and for pictures of many, or else for
    each place on which a face lies. The language must be that of the moment."""
    rendering = seconds(len(missing(faces_in(sides), options)), options)
    if options.purpose == "share" or options.has_boards:
        return rendering + sum(montage.seconds for montage in montages(sides, options))
    if options.purpose == "tabletop":
        return rendering + len(faces_in(sides)) * SECONDS_FITTED
    if options.purpose == "shop" and not options.is_png:
        rendering += len(faces_in(sides)) * (
            SECONDS_SEPARATED * (options.inks == "cmyk") + SECONDS_FOIL * (options.spots in ("foil", "both"))
        )
    return rendering + len(sides) * (SECONDS_PLACE_PNG if is_raster(options) else SECONDS_PLACE)


def grid_of(sides: Sequence[Sides], options: PrintOptions) -> Grid:
    """The sheets on which they are printed at home."""
    return options.grid(len(sides))


def backed_sheets(sides: Sequence[Sides], options: PrintOptions) -> int:
    """How many sheets, from the first on, have another side."""
    if options.folded or not any(side.is_backed for side in sides):
        return 0
    grid = grid_of(sides, options)
    count = sum(side.is_backed for side in sides) if options.is_apart else len(sides)
    return grid.sheets(count)


def is_cut_from_behind(sides: Sequence[Sides], options: PrintOptions) -> bool:
    """Whether a machine cuts sheets that lie on their fronts: by marks on their backs, where they have backs."""
    return options.marks != "none" and options.marked == "back" and backed_sheets(sides, options) > 0


def sheets(title: str, sides: Sequence[Sides], options: PrintOptions, which: range | None = None) -> bytes:
    """Sheets to print at home, with words in their margins: all, or ``which`` of them, from 0."""
    grid = grid_of(sides, options)
    count = grid.sheets(len(sides))
    which = range(count) if which is None else which
    sides = sides[which.start * grid.count : which.stop * grid.count]
    credit = credit_line(faces_in(sides))
    words = [_words(title, number + 1, count, credit, grid) for number in which]
    return imposed(_leaves(sides, options), grid, about_of(title, sides, options), words, options.sheeting)


def _words(title: str, number: int, count: int, credit: str, grid: Grid) -> MarginText:
    named = _("%(title)s · sheet %(number)d of %(count)d")
    width = heading_width(named % {"title": "", "number": number, "count": count})
    title = shortened(title, heading_room(grid) - width)  # a second line would lie on a card
    return MarginText(
        (named % {"title": title, "number": number, "count": count}, _("Print at 100%, not fitted to the page")),
        _("This line must measure 50 mm. If not, the printer has changed the size"),
        (fan_line(), credit),
    )


def about_of(title: str, sides: Sequence[Sides], options: PrintOptions) -> About:
    return About(title, options.language, f"{fan_line()} {credit_line(faces_in(sides))}")


def _one_up(title: str, sides: Sequence[Sides], options: PrintOptions) -> bytes:
    about, back_first = about_of(title, sides, options), options.is_for_a_shop and options.shop == "drivethru"
    inks = _inks(faces_in(sides), options)
    return one_up(_leaves(sides, options), about, options.geometry, back_first=back_first, inks=inks)


def _inks(faces: Sequence[Side], options: PrintOptions) -> Inks:
    stamped = {}
    if options.spots in ("foil", "both"):
        named = [face for face in faces if isinstance(face, Face)]
        stamped = {as_pdf(face, options): cached_foil(face, geometry=options.geometry) for face in named}
    is_cut = options.spots in ("cut", "both")
    return Inks(profile_of(options.profile), options.inks == "cmyk", is_cut, stamped)


def _leaves(sides: Sequence[Sides], options: PrintOptions) -> list[PrintedCard]:
    known = {face: as_pdf(face, options) for face in faces_in(sides)}
    return [PrintedCard(known[side.front], known[side.back] if side.is_backed else None) for side in sides]


def _pictures(sides: Sequence[Sides], options: PrintOptions) -> Iterator[tuple[str, bytes]]:
    """A PNG for each front, one for each back of its own, one of the shared back; a text on whose they are; and for
    MakePlayingCards the order that mpc-autofill reads, which looks for pictures in the folder ``cards``."""
    is_order = options.is_for_a_shop and options.shop == "makeplayingcards"
    folder = f"{PICTURE_FOLDER}/" if is_order else ""
    names: list[tuple[str, str]] = []
    for number, side in enumerate(sides, 1):
        named = f"{number:03}-{file_stem(side.name, 'card')}"
        behind = "" if not side.is_backed else "back.png" if side.back is None else f"{named}-back.png"
        names.append((f"{named}.png", behind))
        yield f"{folder}{named}.png", render(side.front, options)
        if side.is_backed and side.back is not None:
            yield f"{folder}{behind}", render(side.back, options)
    if is_order or any(behind == "back.png" for _front, behind in names):
        yield f"{folder}back.png", render(None, options)
    if is_order:
        yield "cards.xml", order_xml(names, "back.png")
    yield readme(faces_in(sides))


def preview(
    title: str,
    pieces: Sequence[Piece],
    options: PrintOptions,
    behind: bool = False,
    number: int = 1,
    shown: bool = False,
) -> bytes:
    """A small PNG of a sheet, page or picture, by its ``number`` from 1; ``behind`` is its other side. ``shown`` draws
    where cards are cut and what is safe. Raises ``PrintProblem``."""
    sides = printed_sides(pieces, options)
    check(len(sides), options)
    start = (number - 1) * on_one(sides, options)
    if not 0 <= start < len(sides):
        raise PrintProblem(_("This sheet doesn't exist."))
    if options.purpose == "home":
        grid = grid_of(sides, options)
        first = sides[start : start + grid.count]
        if behind and not any(side.is_backed for side in first):
            raise PrintProblem(_("This sheet has no other side."))
        words = [_words(title, number, grid.sheets(len(sides)), credit_line(faces_in(sides)), grid)]
        how = replace(options.sheeting, shown=shown)
        key = [(content_of(side.front), side.is_backed, content_of(side.back)) for side in first]

        def make() -> bytes:
            pdf = imposed(_leaves(first, options), grid, about_of(title, first, options), words, how)
            return _small(pdf, grid.width, grid.height, page=int(behind))

        return kept("png", ("sheet", key, options.saver, grid, words, how, behind), make)
    few = sides[start : start + on_one(sides, options)]
    if options.purpose == "shop":
        if behind and not few[0].is_backed:
            raise PrintProblem(_("This card has no other side."))
        card = options.geometry.with_bleed()
        leaves, about = _leaves(few, options), about_of(title, few, options)
        return _small(
            one_up(leaves, about, options.geometry, shown=shown), card.width, card.height, page=int(behind), longest=480
        )
    return look([side.front for side in few[:MAX_SHARED]], options)


def on_one(sides: Sequence[Sides], options: PrintOptions) -> int:
    """How many cards there are on one sheet, page or picture."""
    if options.purpose == "home":
        return grid_of(sides, options).count
    if options.has_boards:
        return board_for(len(sides), options.geometry).count
    if options.purpose == "tabletop":
        return MAX_SHARED
    return 1 if options.purpose == "shop" else max(1, len(sides))


def _small(pdf: bytes, width: float, height: float, page: int = 0, longest: int = _PREVIEW) -> bytes:
    part = longest / max(width, height)
    written = io.BytesIO()
    raster(pdf, (round(width * part), round(height * part)), page).save(written, "PNG")
    return written.getvalue()


def calibration(options: PrintOptions) -> Product:
    """The calibration sheet for the options' paper and turning, in the language of the options."""
    with translation.override(options.language):
        grid = options.grid(9)
        title = _("Calibration sheet")
        texts = (
            "\n".join(
                (
                    title,
                    _("Print this sheet on both sides at 100%, with the settings you use for your cards."),
                    _("Hold it against the light with the red scales facing you."),
                )
            ),
            "\n".join(
                (
                    title,
                    _(
                        "The black crosses of the front shine through. On the horizontal scale, find "
                        "the red stroke at the cross or just left of it: that is the millimetres to "
                        "the right. Then find the black stroke that lines up with a red one: that is "
                        "the tenths. Read the vertical scale the same way, from below: that is how "
                        "far up."
                    ),
                    _(
                        "Add both numbers to the offset of the backs (now %(right)s mm and %(up)s mm). Print again: "
                        "the lines should meet at 0."
                    )
                    % {name: number_format(getattr(options, name) / 10, 1) for name in ("right", "up")},
                )
            ),
        )
        about = About(title, options.language, fan_line())
        content = calibration_pdf(grid, about, texts, options.sheeting)
        return Product(f"{file_stem(title)}-{options.paper}.pdf", PDF, content)
