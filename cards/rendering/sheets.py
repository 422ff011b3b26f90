"""PDFs of many cards, put together from PDFs of one: sheets to cut at home, and one card a page for a print shop.

Cards stay vectors: each is a form that is drawn wherever the card lies (pikepdf), once in the file however often.
Equal input gives equal bytes.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import pikepdf
from pikepdf import Array, Dictionary, Name, Object, Pdf

from cards.rendering.geometry import DEFAULT, Geometry, points
from cards.rendering.icc import PressProfile
from cards.rendering.layouts import Bleed, CardSlot, Grid
from cards.rendering.marks import GuideLook, MarginText, edges, guides, ruler, ruler_place, spots, words_pdf
from cards.rendering.prepress import Prepress
from cards.rendering.registration import registration
from cards.rendering.separation import separate
from cards.rendering.spots import Spots
from cards.rendering.x4 import X4_PDF, declare_x4

FURTHEST: Final = 50  # tenths of a millimetre that backs may be moved
MOST_SCALED: Final = 30  # tenths of a percent by which a sheet may be larger or smaller


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """A card to print: PDFs of one page, with the geometry's bleed, of its front and, if it gets one, its back."""

    front: bytes
    back: bytes | None = None


@dataclass(frozen=True, slots=True)
class About:
    """The metadata of a document: ``credits`` names whose work it shows, ``language`` is a code."""

    title: str
    language: str = "en"
    credits: str = ""
    author: str = "Grimoire"


@dataclass(frozen=True, slots=True)
class Sheeting:
    """How sheets are printed: on which edge they are ``flip``ped, where the backs are moved (tenths of a millimetre
    to the right and up, as one sees the back), which ``guides`` there are, whether there is a ruler. Registration
    ``marks`` are on the "front", the "back" or "both". ``scale`` is by how many tenths of a percent all is larger.
    ``shown`` draws where each card is cut and how far inside of that all is safe, which is for looking at, not for
    printing."""

    flip: str = "long"
    offset: tuple[int, int] = (0, 0)
    guides: str = "full"
    ruled: bool = True
    look: GuideLook = field(default_factory=GuideLook)
    marks: str = "none"
    marked: str = "front"
    scale: int = 0
    shown: bool = False

    def registration(self, grid: Grid, side: str, two_sided: bool) -> bytes:
        """The marks of a side of a sheet. Those of the back move with its cards, which are cut by them; a sheet that
        has no back has them on its front."""
        if self.marks == "none" or (two_sided and self.marked not in (side, "both")):
            return b""
        drawn = registration(self.marks, grid.width, grid.height)
        if side == "front" or self.offset == (0, 0):
            return b"\n" + drawn
        right, up = (points(part / 10) for part in self.offset)
        return f"\nq 1 0 0 1 {right:.4f} {up:.4f} cm\n".encode() + drawn + b"\nQ"


@dataclass(frozen=True, slots=True)
class Inks:
    """What a print shop gets beside the faces: a ``profile`` makes the file a PDF/X-4 for its press, ``separated`` in
    that press's inks. ``cut`` draws the cut as a spot ink; ``stamped`` is what is foil on a face, by its bytes."""

    profile: PressProfile | None = None
    separated: bool = False
    cut: bool = False
    stamped: Mapping[bytes, bytes] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Placed:
    face: bytes
    slot: CardSlot


class Document:
    """A PDF that grows by pages on which faces lie."""

    def __init__(self, card: Geometry, *, tagged: bool = False) -> None:
        self.pdf = Pdf.new()
        self.card = card
        self._tagged = tagged  # whether every colour says that it is sRGB
        self._forms: dict[bytes, Object] = {}
        self._prepress = Prepress(self.pdf)
        self._spots = Spots(self.pdf)

    def form(self, face: bytes) -> Object:
        if face not in self._forms:
            with pikepdf.open(io.BytesIO(face)) as source:
                form = self.pdf.copy_foreign(_as_form(source.pages[0]))
            self._prepress.tidy(form, tagged=self._tagged)
            self._forms[face] = form
        return self._forms[face]

    def add_page(self, width: float, height: float, faces: Sequence[Placed], lines: bytes = b"") -> pikepdf.Page:
        """A page of so many millimetres, with faces, and lines in front of them."""
        forms: dict[str, Object] = {}
        names: dict[bytes, str] = {}
        drawn = []
        for placed in faces:
            name = names.setdefault(placed.face, f"/F{len(names)}")
            forms[name] = self.form(placed.face)
            drawn.append(_drawn(name, placed.slot, self.card))
        content = self.pdf.make_stream(b"\n".join([*drawn, lines]))
        page = Dictionary(
            Type=Name.Page,
            MediaBox=Array([0, 0, round(points(width), 4), round(points(height), 4)]),
            Resources=Dictionary(XObject=Dictionary(forms)),
            Contents=content,
        )
        self.pdf.pages.append(pikepdf.Page(page))
        return self.pdf.pages[-1]

    def add_words(self, pages: Mapping[int, int], words: bytes) -> None:
        """Draws pages of words on pages of this document: {place of ours: place of theirs}."""
        with pikepdf.open(io.BytesIO(words)) as source:
            for ours, theirs in pages.items():
                form = self.pdf.copy_foreign(source.pages[theirs].as_form_xobject())
                self._prepress.tidy(form)
                page = self.pdf.pages[ours]
                page.obj.Resources.XObject[Name("/Words")] = form
                page.contents_add(b"\n/Words Do")

    def add_inks(self, page: pikepdf.Page, face: bytes, inks: Inks) -> None:
        """Draws the spot inks of the one face of a page."""
        if stamped := inks.stamped.get(face):
            self._prepress.tidy(self._spots.foil(page, stamped))
        if inks.cut:
            self._spots.cut(page, self.card)

    def scale(self, tenths: int) -> None:
        """Makes all pages so many tenths of a percent larger about their middles; the paper stays as it is."""
        if not tenths:
            return
        factor = 1 + tenths / 1000
        for page in self.pdf.pages:
            width, height = (float(part) for part in page.obj.MediaBox[2:])
            across, up = width * (1 - factor) / 2, height * (1 - factor) / 2
            page.contents_add(f"q {factor:.4f} 0 0 {factor:.4f} {across:.4f} {up:.4f} cm\n".encode(), prepend=True)
            page.contents_add(b"\nQ")

    def finished(self, about: About, duplex: str = "Simplex", inks: Inks = Inks()) -> bytes:
        """The bytes, with what the document says of itself and how it wants to be printed: as large as it is."""
        root = self.pdf.Root
        root.Lang = pikepdf.String(about.language)
        profile = inks.profile
        if profile is None:
            self._prepress.declare_colours()
        else:
            self._prepress.declare_press(profile.name, profile.content)
            if inks.separated:
                separate(self.pdf, profile)
        self._prepress.join_fonts()
        root.ViewerPreferences = Dictionary(
            PrintScaling=Name("/None"), DisplayDocTitle=True, Duplex=Name(f"/{duplex}"), PickTrayByPDFSize=True
        )
        with self.pdf.open_metadata(set_pikepdf_as_editor=False) as metadata:
            metadata["dc:title"] = about.title
            metadata["dc:language"] = {about.language}
            metadata["dc:creator"] = [about.author]
            if about.credits:
                metadata["dc:rights"] = about.credits
                metadata["dc:description"] = about.credits
            if profile is not None:
                declare_x4(metadata, self.pdf, list(self._forms))
        written = io.BytesIO()
        self.pdf.save(
            written,
            deterministic_id=True,
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
            force_version="" if profile is None else X4_PDF,
        )
        self.pdf.close()
        return written.getvalue()


def _as_form(page: pikepdf.Page) -> Object:
    """A page as a form that is as large as the whole of it. A page of one stream becomes that stream as it is:
    pikepdf would unpack it and pack it again, which takes half of the time of a warm print."""
    page.obj.TrimBox = page.obj.MediaBox  # a form is as large as what is cut out otherwise
    form = page.obj.Contents
    if not isinstance(form, pikepdf.Stream):
        return page.as_form_xobject()
    form.Type, form.Subtype = Name.XObject, Name.Form
    form.BBox, form.Resources = page.obj.MediaBox, page.obj.Resources
    return form


def _drawn(name: str, slot: CardSlot, card: Geometry) -> bytes:
    """The operators that draw a face, of which nothing is seen beyond the slot's bleed."""
    bleed = slot.bleed
    box = (slot.x - bleed.left, slot.y - bleed.bottom)
    size = (card.width + bleed.left + bleed.right, card.height + bleed.bottom + bleed.top)
    turn = "-1 0 0 -1" if slot.turned else "1 0 0 1"
    at = (
        (slot.x + card.width + card.bleed, slot.y + card.height + card.bleed)
        if slot.turned
        else (slot.x - card.bleed, slot.y - card.bleed)
    )
    clip = " ".join(f"{points(part):.4f}" for part in (*box, *size))
    move = " ".join(f"{points(part):.4f}" for part in at)
    return f"q {clip} re W n {turn} {move} cm {name} Do Q".encode()


def imposed(
    leaves: Sequence[PrintedCard],
    grid: Grid,
    about: About,
    words: Sequence[MarginText] = (),
    how: Sheeting = Sheeting(),
) -> bytes:
    """Sheets of cards. If any card has a back, each sheet has its other side, in the order in which printers want them;
    on a folded grid backs are beside their fronts instead. ``words`` are those of each sheet, or of none."""
    document = Document(grid.card)
    two_sided = not grid.fold and any(leaf.back is not None for leaf in leaves)
    fronts = []
    for sheet in _sheets(leaves, grid.count):
        fronts.append(len(document.pdf.pages))
        lines = guides(grid, len(sheet), how.guides, how.look)
        if how.ruled:
            lines += b"\n" + ruler(*ruler_place(grid))
        faces, backs = list(_faces(sheet, grid)), list(_backs(sheet, grid, how)) if two_sided else []
        lines += how.registration(grid, "front", two_sided)
        document.add_page(grid.width, grid.height, faces, lines + _edges(faces, grid.card, how.shown))
        if two_sided:
            behind = how.registration(grid, "back", two_sided) + _edges(backs, grid.card, how.shown)
            document.add_page(grid.width, grid.height, backs, behind)
    if words:
        marked = [spots(grid, each, how.ruled) for each in words]
        pages = {ours: theirs for theirs, ours in enumerate(fronts)}
        document.add_words(pages, words_pdf(grid.width, grid.height, marked, about.title, about.language))
    document.scale(how.scale)
    duplex = {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge"}[how.flip] if two_sided else "Simplex"
    return document.finished(about, duplex)


def _edges(faces: Sequence[Placed], card: Geometry, shown: bool) -> bytes:
    """Where the cards are cut, for a look at them."""
    return b"\n".join(b"\n" + edges(face.slot.x, face.slot.y, card) for face in faces) if shown else b""


def _sheets(leaves: Sequence[PrintedCard], count: int) -> Iterator[Sequence[PrintedCard]]:
    for start in range(0, len(leaves), count):
        yield leaves[start : start + count]


def _faces(sheet: Sequence[PrintedCard], grid: Grid) -> Iterator[Placed]:
    for index, leaf in enumerate(sheet):
        yield Placed(leaf.front, grid.front(index))
        if grid.fold and leaf.back is not None:
            yield Placed(leaf.back, grid.folded_back(index))


def _backs(sheet: Sequence[PrintedCard], grid: Grid, how: Sheeting) -> Iterator[Placed]:
    right, up = (part / 10 for part in how.offset)
    for index, leaf in enumerate(sheet):
        if leaf.back is not None:
            yield Placed(leaf.back, grid.back(index, how.flip).moved(right, up))


def one_up(
    leaves: Sequence[PrintedCard],
    about: About,
    card: Geometry = DEFAULT,
    *,
    shown: bool = False,
    back_first: bool = False,
    inks: Inks = Inks(),
) -> bytes:
    """One face a page, each front followed by its back if it has one, or ``back_first``, with true MediaBox, BleedBox
    and TrimBox, all colours tagged as sRGB. ``shown`` draws the cut and the safe edge, for looking at."""
    document = Document(card, tagged=not shown)
    width, height = card.width + 2 * card.bleed, card.height + 2 * card.bleed
    whole = CardSlot(card.bleed, card.bleed, Bleed(*(card.bleed,) * 4))
    trim = [
        round(points(part), 4) for part in (card.bleed, card.bleed, card.bleed + card.width, card.bleed + card.height)
    ]
    for leaf in leaves:
        for face in (leaf.back, leaf.front) if back_first else (leaf.front, leaf.back):
            if face is not None:
                placed = [Placed(face, whole)]
                page = document.add_page(width, height, placed, _edges(placed, card, shown))
                page.obj.BleedBox = Array(page.obj.MediaBox)
                page.obj.TrimBox = Array(trim)
                document.add_inks(page, face, inks)
    return document.finished(about, inks=inks)
