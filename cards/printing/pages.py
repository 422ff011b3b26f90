"""View models of the pages of printing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Owner
from cards.models import Card, CardSet, Picture, PrintJob
from cards.printing.changes import changed_of
from cards.printing.forms import NAMES, PrintForm, fields_of
from cards.printing.options import SIMULATOR, PrintOptions
from cards.printing.pieces import PrintProblem, Sides, printed_sides
from cards.printing.products import backed_sheets, check, on_one
from cards.printing.profiles import profile_of
from cards.printing.proof import Proof, proof_of
from cards.printing.selection import Selection, chosen_of, written
from cards.printing.works import address_again
from cards.queries import cards_of_set
from cards.rendering.cutting import KINDS as CUT_KINDS
from cards.rendering.geometry import pixels
from cards.rendering.layouts import PAPERS
from cards.rendering.registration import INSET, LENGTH, THICKNESS
from cards.rendering.tabletop import board_for
from cards.workshop.queries import own_pictures


@dataclass
class PrintPage:
    """The page: cards, options, and what comes of them. ``problem`` says why nothing does. ``sheet`` is the one that is
    looked at, from 1, with ``lines`` where cards are cut."""

    form: PrintForm
    source: Mapping[str, str]
    selection: Selection | None = None
    problem: str = ""
    sides: list[Sides] = field(default_factory=list)
    jobs: list[PrintJob] = field(default_factory=list)
    sheet: int = 1
    lines: bool = False
    own_pictures: list[Picture] = field(default_factory=list)
    card_set: CardSet | None = None  # the set of one's own that is printed
    changed: str = ""  # how many of its cards have changed since they were printed, in words

    @property
    def is_asked(self) -> bool:
        return bool(self.source)

    @property
    def is_ready(self) -> bool:
        return bool(self.sides) and not self.problem

    @property
    def options(self) -> PrintOptions:
        return self.form.options

    @property
    def fields(self) -> list[tuple[str, str]]:
        """All that the file depends on, for a form that asks for it: (name, value)."""
        written = fields_of(self.options)
        return [*self.source.items(), *((name, written[name]) for name in PrintForm.names())]

    @property
    def option_fields(self) -> list[tuple[str, str]]:
        """The options alone, as ``fields`` has them; none of options that cannot be."""
        return self.fields[len(self.source) :] if self.form.is_valid() else []

    def _address(self, name: str, **more: str) -> str:
        return f"{reverse(name)}?{urlencode([*self.fields, *more.items()], safe=',/')}"

    def _here(self, **more: str) -> str:
        """This page with something else said: an address names what is not as it is for everybody."""
        return self._here_of(self.source, **more)

    def _here_of(self, source: Mapping[str, str], **more: str) -> str:
        usual = fields_of(PrintOptions())
        written = fields_of(self.options) if self.form.is_valid() else usual
        changed = [(name, written[name]) for name in PrintForm.names() if written[name] != usual[name]]
        lines = {"lines": "1"} if self.lines else {}
        query = urlencode([*source.items(), *changed, *(lines | more).items()], safe=",/")
        return f"{reverse('cards:print')}?{query}"

    def with_profile(self, key: str) -> str:
        """This page for the press of a profile, in its colours."""
        return self._here(profile=key, inks="cmyk")

    @property
    def press(self) -> str:
        """The name of the press's profile, "" without one; of one that is gone too."""
        try:
            profile = profile_of(self.form.options.profile) if self.form.is_valid() else None
        except PrintProblem:
            return ""
        return profile.name if profile is not None else ""

    @property
    def takes_profile(self) -> bool:
        """Whether the file can be made for a press: a PDF for a print shop."""
        return self.form.aim == "shop" and not (self.form.is_valid() and self.options.is_png)

    @property
    def here(self) -> str:
        return self._here(**({"sheet": str(self.sheet)} if self.sheet > 1 else {}))

    def _looked_at(self) -> dict[str, str]:
        return {"sheet": str(self.sheet)} | ({"lines": "1"} if self.lines else {})

    @property
    def front(self) -> str:
        return self._address("cards:print_preview", **self._looked_at())

    @property
    def back(self) -> str:
        """Where the preview of the other side is; empty if there is none."""
        if self.options.purpose not in ("home", "shop") or self.options.folded:
            return ""
        count = on_one(self.sides, self.options)
        shown = self.sides[(self.sheet - 1) * count : self.sheet * count]
        is_backed = any(side.is_backed for side in shown)
        return self._address("cards:print_preview", side="back", **self._looked_at()) if is_backed else ""

    @property
    def sheets(self) -> int:
        """How many sheets, pages or pictures there are to look at."""
        return -(-len(self.sides) // on_one(self.sides, self.options))

    @property
    def turning(self) -> Iterator[tuple[int, str]]:
        """The sheets to turn to: (number, address), (0, "") where some are left out; nothing if there is but one."""
        if self.sheets > 1:
            pages = Paginator(range(self.sheets), 1).get_elided_page_range(self.sheet, on_each_side=2, on_ends=1)
            yield from (
                (number, self._here(sheet=str(number))) if isinstance(number, int) else (0, "") for number in pages
            )

    @property
    def parts(self) -> list[tuple[int, str, bool]]:
        """The parts of more cards than fit into one file: (number, address, whether it is this); of fewer none."""
        if self.selection is None or self.selection.parts == 1:
            return []
        source = {name: value for name, value in self.source.items() if name != "part"}
        return [
            (number, self._here_of({**source, "part": str(number)}), number == self.selection.part)
            for number in range(1, self.selection.parts + 1)
        ]

    @property
    def copies_elsewhere(self) -> str:
        """How often cards of other parts are printed, as an address says it: the form has fields for those of this."""
        if self.selection is None:
            return ""
        here = {place for place, _card, _count in self.selection.picked}
        return written({place: count for place, count in self.selection.copies.items() if place not in here})

    @property
    def choices(self) -> list[tuple[str, str, bool]]:
        """Of a set of one's own that was printed before: (words, address, whether they are chosen) of all its cards and
        of those that changed since."""
        if self.card_set is None or not self.changed:
            return []
        source = {"set": self.card_set.slug}
        everything = (_("All cards"), self._here_of(source), "changed" not in self.source)
        return [everything, (self.changed, self._here_of({**source, "changed": "1"}), "changed" in self.source)]

    @property
    def picked(self) -> list[tuple[int, str, int]]:
        """The cards to choose from: (place from 1, name, how often it is printed)."""
        if self.selection is None:
            return []
        return [(place, card.title, count) for place, card, count in self.selection.picked]

    @property
    def backs(self) -> list[tuple[str, str, bool]]:
        """The pictures of one's own that may be on backs: (token, name, whether it is the one)."""
        chosen = self.selection.back if self.selection is not None else None
        return [(picture.token, str(picture), picture == chosen) for picture in self.own_pictures]

    @property
    def is_picked(self) -> bool:
        """Whether some cards are left out, or printed several times."""
        return self.selection is not None and bool(self.selection.copies)

    def _of_sheet(self, kind: str) -> str:
        query = urlencode(self.fields, safe=",/")
        return f"{reverse('cards:print_cut', args=[kind])}?{query}"

    @property
    def cut_lines(self) -> list[tuple[str, str]]:
        """Where the outlines for machines that cut are: (kind, address)."""
        return [(kind.upper(), self._of_sheet(kind)) for kind in CUT_KINDS]

    @property
    def saved_object(self) -> str:
        """Where the object of Tabletop Simulator is; empty for cards that it cannot fetch by themselves."""
        if self.selection is None or self.selection.mutant is not None or self.selection.is_reference:
            return ""
        return self._address("cards:print_object") if self.options.table == SIMULATOR else ""

    @property
    def is_paired(self) -> bool:
        """Whether each sheet is two pages, its front and what is behind it."""
        return self.options.purpose == "home" and backed_sheets(self.sides, self.options) > 0

    @property
    def is_apart(self) -> bool:
        """Whether sheets without backs are a file of their own."""
        return self.is_paired and backed_sheets(self.sides, self.options) < self.sheets

    @cached_property
    def proof(self) -> Proof:
        """What is to be said before paper is spent."""
        return proof_of(self.sides, self.options)

    @property
    def shop_help(self) -> str:
        """What a shop's file is, and what to do with it."""
        options = self.options
        card = options.geometry.with_bleed()
        size = f"{pixels(card.width, int(options.dpi))} × {pixels(card.height, int(options.dpi))}"
        return {
            "any": _("Colours are sRGB (OutputIntent). Pages give cut size (TrimBox) and bleed (BleedBox)."),
            "makeplayingcards": _(
                "PNGs of %(size)s pixels with 36 pixels of bleed at 300 DPI, for poker size. Upload them by hand, or "
                "unpack the ZIP next to mpc-autofill: it reads cards.xml and fills in the order."
            ),
            "gamecrafter": _(
                "PNGs of %(size)s pixels, for a poker deck: upload the fronts in one go, then back.png. Cards with a "
                "back of their own have it beside them."
            ),
            "drivethru": _(
                "One PDF, 2.5 × 3.5 in with ⅛ in of bleed, each card's back before its front. Colours are sRGB: "
                "DriveThruCards asks for CMYK, so convert the file before you send it."
            ),
            "printninja": _(
                "One PDF, 2.5 × 3.5 in with ⅛ in of bleed, each front followed by its back. Colours are sRGB: "
                "ask the shop for a proof."
            ),
        }[options.shop] % {"size": size} + (f" {self._press_help}" if self.press else "")

    @property
    def _press_help(self) -> str:
        return _("The file is PDF/X-4 for %(profile)s.") % {"profile": self.press}

    @property
    def table_help(self) -> str:
        """What to do with the file of a virtual table."""
        return {
            "simulator": _("The ZIP lists the numbers to enter."),
            "playground": _("Unpack the ZIP into the game's “packages” folder. The cards are in the object library."),
            "playingcards": _("In a room: edit mode, Room Options, Import From File. The file replaces the room."),
            "screentop": _("Unpack the ZIP and drop its pictures into the editor. cards.csv lists the copies."),
            "cockatrice": _("Unpack the ZIP into Cockatrice's data folder, restart, then open the deck."),
        }[self.options.table]

    @property
    def marks_help(self) -> str:
        """What to enter in the program of a Silhouette; empty without registration marks."""
        if self.options.marks == "none":
            return ""
        text = _(
            "In Silhouette Studio, set %(paper)s, %(inset)s mm insets, marks %(length)s mm long and %(thickness)s mm "
            "thick, then open the outlines: the page has the same size as the sheet."
        )
        numbers = {"inset": INSET, "length": LENGTH, "thickness": THICKNESS}
        return text % {
            "paper": PAPERS[self.options.paper].name,
            **{name: number_format(value, decimal_pos=0) for name, value in numbers.items()},
        }

    @property
    def calibration(self) -> str:
        return f"{reverse('cards:print_calibration')}?{urlencode(fields_of(self.options))}"

    @property
    def _grid(self) -> Any:
        return self.options.grid(len(self.sides))

    @property
    def purposes(self) -> list[tuple[str, str, str, bool]]:
        """The purposes: (slug, name, where a click leads, whether it is the one)."""
        address = reverse("cards:print")
        return [
            (
                slug,
                name,
                f"{address}?{urlencode({**self.source, 'purpose': slug}, safe=',/')}",
                slug == self.form.aim,
            )
            for slug, name in NAMES["purpose"].items()
        ]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the preview, for its place on the page."""
        if self.options.purpose == "home":
            return round(self._grid.width), round(self._grid.height)
        if self.options.purpose == "shop":
            card = self.options.geometry.with_bleed()
            return round(card.width), round(card.height)
        return (4, 3)

    @property
    def summary(self) -> str:
        """The file to be made, described in one line."""
        count = len(self.sides)
        cards = ngettext("%(count)d card", "%(count)d cards", count) % {"count": count}
        options = self.options
        if options.purpose == "home":
            grid = self._grid
            sheets = grid.sheets(count)
            across = f"{grid.columns} × {grid.rows}"
            on = ngettext("%(count)d sheet of %(paper)s", "%(count)d sheets of %(paper)s", sheets)
            text = f"{cards}, {on % {'count': sheets, 'paper': PAPERS[options.paper].name}}, {across}"
            if self.is_apart:
                first = backed_sheets(self.sides, options)
                apart = _("%(both)d double-sided, %(one)d single-sided") % {"both": first, "one": sheets - first}
                return f"{text}. {apart}"
            return text
        if options.has_boards:
            board = board_for(count, options.geometry)
            pictures = -(-count // board.count)
            text = ngettext("%(count)d picture of %(grid)s", "%(count)d pictures of %(grid)s", pictures)
            return f"{cards}, {text % {'count': pictures, 'grid': f'{board.columns} × {board.rows}'}}"
        return cards

    @staticmethod
    def of_job(job: PrintJob) -> dict[str, Any]:
        """Details of a job beside its progress: its size, and where the same cards can be chosen again."""
        return {"megabytes": max(0.1, job.size / 1e6), "again": address_again(job)}


def print_page(
    source: Mapping[str, str], form: PrintForm, owner: Owner | None, *, sheet: int = 1, lines: bool = False
) -> PrintPage:
    """The page for these cards and options, as this owner may see them; a sheet that is none gives the first."""
    page = PrintPage(form, source, lines=lines)
    page.jobs = list(PrintJob.objects.owned_by(owner)[:10])
    if not source:
        return page
    _note_own_set(page, owner)
    try:
        page.selection = chosen_of(source, owner)
        page.source = dict(page.selection.source) or source
        if owner is not None and not page.selection.is_reference:
            page.own_pictures = list(own_pictures(owner))
        page.selection.check()
        if form.is_valid():
            page.sides = printed_sides(page.selection.pieces(form.options.language), form.options)
            check(len(page.sides), form.options)
            page.sheet = min(max(sheet, 1), page.sheets)
    except PrintProblem as problem:
        page.problem = str(problem)
    return page


def _note_own_set(page: PrintPage, owner: Owner | None) -> None:
    """Says of a set of one's own, once some of it was printed, how many of its cards have changed since."""
    slug = page.source.get("set", "") if not page.source.get("deck") else ""
    page.card_set = CardSet.objects.owned_by(owner).filter(slug=slug).first() if slug else None
    if page.card_set is None or not Card.objects.filter(set=page.card_set, printed_revision__gt=0).exists():
        return
    changed = len(changed_of(cards_of_set(page.card_set, owner), owner))
    text = ngettext(
        "What changed since you printed: %(count)d card", "What changed since you printed: %(count)d cards", changed
    )
    page.changed = text % {"count": changed}
