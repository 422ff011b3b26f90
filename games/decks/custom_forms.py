"""The form on which the points of an AI in Custom Play are spent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from cards.abilities import ability_name
from engine.decks.game.custom_play import DEFAULT_PRICES, QUICK_FIXED_MANA, QUICK_VARIABLE_MANA, Custom
from engine.decks.rules.abilities import ABILITIES_OF_EDITION, FLAG_OF_SLUG
from web.languages import current_language

# What the points of an AI are spent on where nobody says otherwise, by their number: each sum is exact.
PRESETS: Final[dict[int, dict[str, Any]]] = {
    1: {"fixed_mana": 7},
    2: {"fixed_mana": 8},
    3: {"fixed_mana": 8, "ai_first": True},
    4: {"fixed_mana": 9, "ai_first": True},
    5: {"fixed_mana": 9, "resistance": True},
    6: {"fixed_mana": 9, "resistance": True, "ai_first": True},
    7: {"fixed_mana": 9, "variable_mana": 2, "resistance": True},
    8: {"fixed_mana": 9, "variable_mana": 2, "resistance": True, "ai_first": True},
    9: {"fixed_mana": 10, "variable_mana": 2, "resistance": True, "ai_first": True},
    10: {"fixed_mana": 10, "variable_mana": 2, "resistance": True, "ai_first": True, "abilities": ("rage",)},
}


class CustomForm(forms.Form):
    """The form for the ``points`` of an AI. Choices that nobody has made are those of ``PRESETS``."""

    def __init__(self, sent: QueryDict | None, level: int, edition: str, *, champions: bool) -> None:
        super().__init__(sent)
        prices = DEFAULT_PRICES
        self.level, self.champions = level, champions
        self.points = Custom(level).points(champions)
        preset = PRESETS[self.points]
        fixed = {QUICK_FIXED_MANA: 0, **prices.fixed_mana}
        variable = {QUICK_VARIABLE_MANA: 0, **prices.variable_mana}
        self.fields["fixed_mana"] = _amounts(_("Mana each turn"), fixed, preset)
        self.fields["variable_mana"] = _amounts(_("Extra Mana for each Creature facing it"), variable, preset)
        for name, label, price in (
            ("ai_first", _("The AI starts"), prices.ai_first),
            ("resistance", _("Resistance: an attack costs its pile one card at most"), prices.resistance),
        ):
            self.fields[name] = forms.BooleanField(
                label=_priced(label, price), required=False, initial=preset.get(name, False)
            )
        self.fields["abilities"] = forms.MultipleChoiceField(
            label=_("Abilities of all its Creatures"),
            choices=list(_abilities(edition)),
            initial=list(preset.get("abilities", ())),
            required=False,
            widget=forms.CheckboxSelectMultiple,
        )

    def custom(self) -> Custom:
        """The AI as it was asked for, right or not. What is no choice at all counts as not chosen."""
        cleaned = self.cleaned_data
        return Custom(
            level=self.level,
            fixed_mana=cleaned.get("fixed_mana") or QUICK_FIXED_MANA,
            variable_mana=cleaned.get("variable_mana") or QUICK_VARIABLE_MANA,
            ai_first=cleaned.get("ai_first", False),
            resistance=cleaned.get("resistance", False),
            abilities=tuple(cleaned.get("abilities", ())),
        )

    def clean(self) -> dict[str, Any]:
        """All points must be spent, and no more."""
        cleaned = super().clean() or {}
        if not self.errors:
            spent = self.custom().spent()
            if spent != self.points:
                words = {"points": self.points, "spent": spent}
                self.add_error(None, _("%(spent)s of %(points)s points spent: spend exactly %(points)s.") % words)
        return cleaned

    @property
    def spent(self) -> int:
        """The points that are spent so far; all of them in a form that nobody has sent."""
        return self.custom().spent() if self.is_bound and self.errors is not None else self.points

    def written(self) -> dict[str, Any]:
        """``custom`` of *Create*."""
        custom = self.custom()
        return {
            "level": custom.level,
            "fixed_mana": custom.fixed_mana,
            "variable_mana": custom.variable_mana,
            "ai_first": custom.ai_first,
            "resistance": custom.resistance,
            "abilities": list(custom.abilities),
        }


def _amounts(label: Any, prices: Mapping[int, int], preset: Mapping[str, Any]) -> forms.TypedChoiceField:
    name = "fixed_mana" if QUICK_FIXED_MANA in prices else "variable_mana"
    return forms.TypedChoiceField(
        label=label,
        choices=[(amount, _priced(str(amount), price)) for amount, price in sorted(prices.items())],
        initial=preset.get(name, min(prices)),
        coerce=int,
    )


def _abilities(edition: str) -> Iterator[tuple[str, str]]:
    language = current_language()
    for slug, price in DEFAULT_PRICES.abilities.items():
        if FLAG_OF_SLUG[slug] & ABILITIES_OF_EDITION[edition]:
            yield slug, _priced(ability_name(slug, language), price)


def _priced(words: Any, price: int) -> str:
    points = {"words": words, "price": price}
    if price == 0:
        return gettext("%(words)s (free)") % points
    return (gettext("%(words)s (1 point)") if price == 1 else gettext("%(words)s (%(price)s points)")) % points
