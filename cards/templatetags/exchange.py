"""Template tags of the page for import and export."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django import template
from django.utils.translation import gettext_lazy as _

from cards.abilities import ability_name
from cards.exchange import Beside, table
from cards.exchange.headings import FIELDS, heading_of
from cards.importing import Plan
from cards.models import Kind
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


@register.simple_tag
def type_name(slug: str) -> str:
    """The word for a card's type."""
    return str(Kind(slug).label)


@register.simple_tag
def ability_names(slugs: Sequence[str]) -> str:
    return ", ".join(ability_name(slug, current_language()) for slug in slugs)
