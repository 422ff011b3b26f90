"""How a kit is to be printed."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from cards.printing.forms import LABELS, NAMES
from cards.printing.options import PrintOptions
from contract.kit import BOARD, CARDS, PADS, GameKit

FIELDS: Final = ("paper", "turning", "gutter")
NO_BACKS: Final = "none"
PART_NAMES: Final = {CARDS: _("The cards"), BOARD: _("The board"), PADS: _("Score sheets")}


class KitForm(forms.Form):
    """Paper, backs, the gap between cards, and which parts; all chosen already, one press prints everything."""

    def __init__(self, kit: GameKit, params: QueryDict | None, usual: PrintOptions) -> None:
        super().__init__(params)
        self.usual = usual
        for name in FIELDS:
            choices = dict(NAMES[name])
            if name == "turning":
                choices[NO_BACKS] = _("Fronts only")
            self.fields[name] = forms.ChoiceField(
                label=LABELS[name], choices=list(choices.items()), initial=getattr(usual, name)
            )
        self.fields["parts"] = forms.MultipleChoiceField(
            label=_("What to print"),
            choices=[(part, PART_NAMES[part]) for part in kit.parts],
            initial=kit.parts,
            widget=forms.CheckboxSelectMultiple,
        )

    @property
    def options(self) -> PrintOptions:
        """The options of a valid form, with what this browser remembers of its printer."""
        chosen: dict[str, Any] = {name: self.cleaned_data[name] for name in FIELDS}
        backs = "none" if chosen["turning"] == NO_BACKS else "shared"
        turning = "long" if chosen["turning"] == NO_BACKS else chosen["turning"]
        return PrintOptions(
            language=self.usual.language,
            paper=chosen["paper"],
            gutter=chosen["gutter"],
            backs=backs,
            turning=turning,
            right=self.usual.right,
            up=self.usual.up,
        )

    @property
    def parts(self) -> list[str]:
        """The parts that are chosen, of a valid form."""
        chosen: list[str] = self.cleaned_data["parts"]
        return chosen
