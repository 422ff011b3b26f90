"""Template tags of the page for import and export."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django import template
from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from cards.abilities import ability_name
from cards.exchange import Beside, table
from cards.exchange.headings import FIELDS, heading_of
from cards.importing import Plan
from cards.linked_tables import host_of
from cards.models import CardSet, Kind
from web.languages import current_language

register = template.Library()

_ABOUT: Final = (
    (("name", "name_fr"), _("The name, up to 40 letters; optionally in French too.")),
    (("type",), _("creature, incantation, champion, stronghold or bridge")),
    (("cost", "av", "hp"), _("Numbers from 0 to 20; Health Points of Creatures and Champions only, from 1.")),
    (
        ("abilities",),
        _("Up to five: short names separated by spaces (rage aura:aquatic), or names separated by |."),
    ),
    (("flavour", "flavour_fr"), _("A line of up to 90 letters.")),
    (
        ("icon", "hand", "back", "scene", "tint"),
        _("The subject, what it holds and what is behind it; by default the picture follows the name."),
    ),
    (("credit",), _("Author of the original card.")),
    (
        ("picture", "crop"),
        _("An image file in the same ZIP, and its crop: zoom alone, or x y zoom rotation (0.5 0.5 1.2 0)."),
    ),
    (
        ("out",),
        _("“yes” lays a picture with transparency over the frame. With a scene and a tint, it is on that landscape."),
    ),
    (("copies",), _("How many copies to print; after saving, you get a link that prints them.")),
    (("reference", "set"), _("Which of your cards it is (in exports); importing it updates that card.")),
    (("slug",), _("A short name, to find the card again at the next import.")),
)


@register.simple_tag
def table_columns() -> list[tuple[list[str], str]]:
    """(headings, what they hold) of the columns of a table, in the language of the moment."""
    language = current_language()
    assert {field for fields, _about in _ABOUT for field in fields} == set(FIELDS)
    return [([heading_of(field, language) for field in fields], str(about)) for fields, about in _ABOUT]


@dataclass(frozen=True, slots=True)
class AskedColumn:
    """A column of somebody's own: its heading, the fields that it may be (field, heading), the one that is chosen, the
    known heading that it looks like."""

    heading: str
    fields: list[tuple[str, str]]
    chosen: str
    like: str


@register.simple_tag
def columns_asked(plan: Plan, beside: Beside) -> list[AskedColumn]:
    """The columns of which somebody has to say what they are, or has said so."""
    language = current_language()
    chosen = {heading: field for heading, field in beside.fields.items() if field in plan.columns}
    free = [field for field in FIELDS if field not in plan.columns]
    return [
        AskedColumn(
            heading,
            [(field, heading_of(field, language)) for field in FIELDS if field in free or field == chosen.get(heading)],
            chosen.get(heading, ""),
            table.heading_like(heading),
        )
        for heading in (*chosen, *plan.strange_columns)
    ]


_NAMES: Final = {
    "kind": _("Type"), "name": _("Name"), "name_fr": _("Name in French"), "cost": _("Cost"), "av": _("AV"),
    "hp": _("HP"), "abilities": _("Abilities"), "flavour": _("Flavour line"), "flavour_fr": _("Flavour line in French"),
    "credit": _("Credit"), "art": _("Picture"),
}  # fmt: skip


@register.simple_tag
def difference_text(difference: tuple[str, Any, Any]) -> str:
    """What changes of a card, in words: ``Cost: 2 → 3``."""
    field, before, after = difference
    if field == "art":
        return gettext("Another picture")
    return gettext("%(name)s: %(before)s → %(after)s") % {
        "name": _NAMES[field], "before": _value_text(field, before), "after": _value_text(field, after)
    }  # fmt: skip


def _value_text(field: str, value: Any) -> str:
    if field == "abilities":
        value = ability_names(value)
    elif field == "kind":
        value = type_name(value)
    return "-" if value in (None, "") else str(value)


@register.simple_tag
def linked_table(card_set: CardSet) -> str:
    """The host of the table that a set is linked to; empty where the site reads none."""
    return host_of(card_set) if settings.TABLE_LINKS else ""


@register.simple_tag
def type_name(slug: str) -> str:
    """The word for a card's type."""
    return str(Kind(slug).label)


@register.simple_tag
def ability_names(slugs: Sequence[str]) -> str:
    return ", ".join(ability_name(slug, current_language()) for slug in slugs)
