"""The form of printing: the few things that everybody chooses, and the numbers behind them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from decimal import Decimal
from typing import Any, Final

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from cards.printing.options import CHOICES, PrintOptions
from cards.rendering.sheets import FURTHEST

NAMES: Final[dict[str, dict[str, Any]]] = {
    "purpose": {
        "home": _("Print at home"),
        "shop": _("Print shop"),
        "share": _("Picture for sharing"),
        "tabletop": "Tabletop Simulator",
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
    "size": {"54x85": "54 × 85 mm", "54x86": "54 × 86 mm", "cr80": _("53.98 × 85.60 mm (plastic cards)")},
    "guides": {
        "full": _("To the edge of the paper"),
        "short": _("Short"),
        "none": _("None"),
    },
    "ruler": {"yes": _("Yes"), "no": _("No")},
    "format": {"pdf": _("One PDF, one card per page"), "png": _("One PNG per card, in a ZIP")},
    "dpi": {"300": "300 DPI", "600": "600 DPI"},
    "bleed": {"yes": _("3 mm on every side"), "no": _("None: cut size")},
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
    "ruler": _("50 mm ruler"),
    "format": _("File"),
    "dpi": _("PNG resolution"),
    "bleed": _("PNG bleed"),
}
# For each purpose, what everybody chooses and what stands behind "Details".
SHOWN: Final[dict[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "home": (
        ("paper", "backs", "turning", "ink", "frame", "language"),
        ("files", "orientation", "gutter", "size", "guides", "ruler", "right", "up"),
    ),
    "shop": (("format", "backs", "frame", "language"), ("size", "dpi", "bleed")),
    "share": (("frame", "language"), ()),
    "tabletop": (("frame", "language"), ()),
}
REMEMBERED: Final = ("paper", "turning", "right", "up")  # what belongs to somebody's printer
_MAX_MILLIMETRES: Final = Decimal(FURTHEST) / 10


class PrintForm(forms.Form):
    """The options. What is not filled in is as usual: an address need only say what is different."""

    right = forms.DecimalField(
        label=_("Shift backs right, in mm"),
        required=False,
        min_value=-_MAX_MILLIMETRES,
        max_value=_MAX_MILLIMETRES,
        decimal_places=1,
    )
    up = forms.DecimalField(
        label=_("Shift backs up, in mm"),
        required=False,
        min_value=-_MAX_MILLIMETRES,
        max_value=_MAX_MILLIMETRES,
        decimal_places=1,
    )

    def __init__(self, data: Any = None, *, usual: PrintOptions | None = None) -> None:
        self.usual = usual or PrintOptions()
        fields = {**self.usual_fields(), **{name: data[name] for name in self.names() if data and data.get(name)}}
        super().__init__(fields)
        for name, choices in NAMES.items():
            hidden = forms.HiddenInput() if name == "purpose" else forms.Select()
            self.fields[name] = forms.ChoiceField(
                label=LABELS.get(name, ""), choices=list(choices.items()), widget=hidden
            )
        for name in ("right", "up"):
            self.fields[name].widget.attrs["step"] = "0.1"

    @staticmethod
    def names() -> Iterator[str]:
        yield from CHOICES
        yield from ("right", "up")

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
        moved: dict[str, Any] = {name: int((data[name] or Decimal(0)) * 10) for name in ("right", "up")}
        return PrintOptions(**{name: data[name] for name in CHOICES}, **moved)


def fields_of(options: PrintOptions) -> dict[str, str]:
    """Options as they stand in forms and addresses: the offset in millimetres."""
    written = {name: str(value) for name, value in options.to_json().items()}
    return written | {name: f"{getattr(options, name) / 10:g}" for name in ("right", "up")}


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
