"""The form of printing: the few things that everybody chooses, and the numbers behind them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from decimal import Decimal
from typing import Any, Final

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from cards.printing.options import CHOICES, NUMBERS, PROFILE, PrintOptions

NAMES: Final[dict[str, dict[str, Any]]] = {
    "purpose": {
        "home": _("Print at home"),
        "shop": _("Print shop"),
        "share": _("Picture for sharing"),
        "tabletop": _("Virtual tabletop"),
    },
    "language": {"en": "English", "fr": "Français"},
    "paper": {"a4": "A4", "letter": "US Letter", "a3": "A3"},
    "backs": {
        "sides": _("Only for two-sided cards"),
        "shared": _("Same back on every card"),
        "none": _("No backs: print other sides as separate cards"),
    },
    "files": {
        "apart": _("In a separate file: no empty backs"),
        "one": _("In the same file, with empty backs"),
    },
    "turning": {
        "long": _("Double-sided, flip on long edge"),
        "short": _("Double-sided, flip on short edge"),
        "fold": _("Single-sided, fold front onto back"),
    },
    "frame": {
        "framed": _("Framed"),
        "borderless": _("No frame: picture up to the edge"),
        "full-art": _("Full art: no panel either"),
    },
    "ink": {"full": _("Full colour"), "saver": _("Ink saver: light background, thin frames")},
    "orientation": {
        "auto": _("Auto: fewest sheets"),
        "portrait": _("Portrait"),
        "landscape": _("Landscape"),
    },
    "gutter": {
        "3": _("3 mm: two cuts, a little bleed"),
        "0": _("0 mm: one cut for two cards, no bleed"),
        "6": _("6 mm: two cuts, 3 mm of bleed"),
    },
    "size": {
        "54x85": _("54 × 85 mm (the game)"),
        "54x86": "54 × 86 mm",
        "cr80": _("53.98 × 85.60 mm (plastic cards)"),
        "56x87": "56 × 87 mm",
        "57x89": "57 × 89 mm",
        "59x91": "59 × 91 mm",
        "63x88": _("63 × 88 mm (standard sleeves)"),
        "70x120": _("70 × 120 mm (tarot)"),
        "bridge": _("2.25 × 3.5 in (bridge)"),
        "poker": _("2.5 × 3.5 in (poker)"),
        "tarot": _("2.75 × 4.75 in (tarot)"),
    },
    "guides": {
        "full": _("To the edge of the paper"),
        "short": _("Short"),
        "crosses": _("Crosses at the corners"),
        "none": _("None"),
    },
    "colour": {"black": _("Black"), "grey": _("Grey"), "white": _("White"), "red": _("Red")},
    "weight": {"0.15": "0.15 mm", "0.05": "0.05 mm", "0.3": "0.3 mm", "0.5": "0.5 mm"},
    "margin": {
        "4.5": "4.5 mm",
        "0": _("None: borderless printer"),
        "3": "3 mm",
        "6": "6 mm",
        "10": "10 mm",
    },
    "fill": {"no": _("Leave empty places"), "yes": _("Fill with more copies")},
    "marks": {
        "none": _("None"),
        "silhouette": _("Silhouette: square and two angles"),
        "silhouette-4": _("Silhouette: four angles"),
    },
    "marked": {"front": _("On the front"), "both": _("On both sides"), "back": _("On the back")},
    "ruler": {"yes": _("Yes"), "no": _("No")},
    "format": {"pdf": _("One PDF, one card per page"), "png": _("One PNG per card, in a ZIP")},
    "dpi": {"300": "300 DPI", "600": "600 DPI", "800": "800 DPI", "1200": "1200 DPI"},
    "bleed": {"yes": _("On every side"), "no": _("None: cut size")},
    "shop": {
        "any": _("Any print shop"),
        "makeplayingcards": "MakePlayingCards",
        "gamecrafter": "The Game Crafter",
        "drivethru": "DriveThruCards",
        "printninja": "PrintNinja",
    },
    "inks": {"rgb": _("RGB, which the shop converts"), "cmyk": _("CMYK by the profile, black text in black ink only")},
    "spots": {
        "none": _("None"),
        "cut": _("Cut line (CutContour)"),
        "foil": _("Names in foil (Foil)"),
        "both": _("Cut line and foil"),
    },
    "table": {
        "simulator": "Tabletop Simulator",
        "playground": "Tabletop Playground",
        "playingcards": "PlayingCards.io",
        "screentop": "Screentop.gg",
        "cockatrice": "Cockatrice",
    },
}
HELP: Final = {
    "marks": _("Cricut prints its own marks, ScanNCut scans the sheet: give them the cutter outlines."),
}
LABELS: Final = {
    "language": _("Language of the cards"),
    "paper": _("Paper"),
    "backs": _("Backs"),
    "files": _("Sheets without backs"),
    "turning": _("Fronts and backs"),
    "ink": _("Ink"),
    "frame": _("Frame"),
    "orientation": _("Sheet"),
    "gutter": _("Gap between cards"),
    "size": _("Card size"),
    "guides": _("Cut guides"),
    "colour": _("Guide colour"),
    "weight": _("Guide weight"),
    "margin": _("Page margin"),
    "fill": _("Last sheet"),
    "marks": _("Registration marks"),
    "marked": _("Marked side"),
    "shop": _("Shop"),
    "inks": _("Colours"),
    "spots": _("Spot colours"),
    "table": _("Program"),
    "ruler": _("50 mm ruler"),
    "format": _("File"),
    "dpi": _("PNG resolution"),
    "bleed": _("PNG bleed"),
}
# For each purpose, what everybody chooses and what stands behind "Details".
SHOWN: Final[dict[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "home": (
        ("paper", "backs", "turning", "ink", "frame", "language"),
        (
            *("size", "gutter", "margin", "orientation", "fill", "files", "guides", "colour", "weight", "ruler"),
            *("marks", "marked", "scale", "right", "up"),
        ),
    ),
    "shop": (("shop", "format", "backs", "frame", "language"), ("size", "beyond", "dpi", "bleed", "inks", "spots")),
    "share": (("frame", "language"), ()),
    "tabletop": (("table", "frame", "language"), ()),
}
REMEMBERED: Final = ("paper", "turning", "margin", "scale", "right", "up")  # what belongs to somebody's printer


def _decimal(label: Any, limits: tuple[int, int]) -> forms.DecimalField:
    """A number with one decimal, of which an option has the tenths."""
    least, most = (Decimal(limit) / 10 for limit in limits)
    return forms.DecimalField(label=label, required=False, min_value=least, max_value=most, decimal_places=1)


class PrintForm(forms.Form):
    """The options. What is not filled in is as usual: an address need only say what is different."""

    right = _decimal(_("Shift backs right, in mm"), NUMBERS["right"])
    up = _decimal(_("Shift backs up, in mm"), NUMBERS["up"])
    scale = _decimal(_("Scale correction, in %"), NUMBERS["scale"])
    beyond = _decimal(_("Bleed, in mm"), NUMBERS["beyond"])
    profile = forms.RegexField(PROFILE, required=False, widget=forms.HiddenInput())

    def __init__(self, data: Any = None, *, usual: PrintOptions | None = None) -> None:
        self.usual = usual or PrintOptions()
        fields = {**self.usual_fields(), **{name: data[name] for name in self.names() if data and data.get(name)}}
        super().__init__(fields)
        for name, choices in NAMES.items():
            hidden = forms.HiddenInput() if name == "purpose" else forms.Select()
            self.fields[name] = forms.ChoiceField(
                label=LABELS.get(name, ""),
                choices=list(choices.items()),
                widget=hidden,
                help_text=HELP.get(name, ""),
            )
        for name in NUMBERS:
            self.fields[name].widget.attrs["step"] = "0.1"

    @staticmethod
    def names() -> Iterator[str]:
        yield from CHOICES
        yield from NUMBERS
        yield "profile"

    def usual_fields(self) -> dict[str, str]:
        """Values of the fields that nobody filled in."""
        return fields_of(self.usual)

    @property
    def aim(self) -> str:
        """The purpose that is chosen; "home" if what is chosen is none."""
        purpose = str(self.data.get("purpose", ""))
        return purpose if purpose in SHOWN else "home"

    @property
    def main(self) -> list[BoundField]:
        return [self[name] for name in SHOWN[self.aim][0]]

    @property
    def details(self) -> list[BoundField]:
        return [self[name] for name in SHOWN[self.aim][1]]

    @property
    def details_matter(self) -> bool:
        """Whether something in the details is not as usual, or wrong."""
        usual = fields_of(PrintOptions())
        return any(field.errors or self.data[field.name] != usual[field.name] for field in self.details)

    @property
    def options(self) -> PrintOptions:
        data = self.cleaned_data
        numbers: dict[str, Any] = {name: int((data[name] or Decimal(0)) * 10) for name in NUMBERS}
        return PrintOptions(**{name: data[name] for name in (*CHOICES, "profile")}, **numbers)


def fields_of(options: PrintOptions) -> dict[str, str]:
    """Options as they stand in forms and addresses: the offset in millimetres, the scale in percent."""
    written = {name: str(value) for name, value in options.to_json().items()}
    return written | {name: f"{getattr(options, name) / 10:g}" for name in NUMBERS}


def remembered(options: PrintOptions) -> str:
    """The options that belong to somebody's printer, for a cookie."""
    return json.dumps({name: value for name, value in options.to_json().items() if name in REMEMBERED})


def recalled(text: str, language: str) -> PrintOptions:
    """The usual options of somebody with that cookie, whatever it says, in the language of the page."""
    try:
        stored = json.loads(text)
        return PrintOptions(language=language, **{name: stored[name] for name in REMEMBERED if name in stored})
    except (ValueError, TypeError):
        return PrintOptions(language=language)
