"""Sentences for what pydantic and ``cards.exchange.shape`` find wrong, by the kind of the fault."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

# What is said by one sentence that names what was given.
_SENTENCES: Final[dict[str, Any]] = {
    "missing": gettext_lazy("It is missing."),
    "int_type": gettext_lazy("“%(given)s” is not a whole number."),
    "string_type": gettext_lazy("“%(given)s” is not a text."),
    "list_type": gettext_lazy("This must be a list."),
    "dict_type": gettext_lazy("This must be an object."),
    "model_type": gettext_lazy("This must be an object."),
    "model_attributes_type": gettext_lazy("This must be an object."),
    "literal_error": gettext_lazy("“%(given)s” is not one of: %(expected)s."),
    "greater_than_equal": gettext_lazy("%(given)s is too small: it must be at least %(ge)s."),
    "less_than_equal": gettext_lazy("%(given)s is too high: a card has at most %(le)s."),
    "string_pattern_mismatch": gettext_lazy("“%(given)s” is not written as it should be."),
    "strange-characters": gettext_lazy("It contains characters that cannot be printed."),
    "slug": gettext_lazy("“%(given)s” is not a short name: use lower-case letters, digits and hyphens."),
    "unknown-ability": gettext_lazy("There is no ability “%(given)s”."),
    "unknown-ability-near": gettext_lazy("There is no ability “%(given)s”. Is it %(near)s?"),
    "ability-twice": gettext_lazy("“%(given)s” is there twice."),
    "hp-missing": gettext_lazy("It is missing: a Creature or a Champion has Health Points."),
    "hp-not-here": gettext_lazy("Only Creatures and Champions have Health Points: leave this empty."),
    "not-on-scenery": gettext_lazy("Strongholds and Bridges have none: leave this empty."),
    "unknown-icon": gettext_lazy("There is no icon “%(given)s” in the library."),
    "unknown-scene": gettext_lazy("There is no scene “%(given)s”; there are: %(known)s."),
    "unknown-tint": gettext_lazy("There is no tint “%(given)s”; there are: %(known)s."),
    "out-of-range": gettext_lazy("“%(given)s” is out of range."),
    "wrong-type": gettext_lazy("“%(given)s” does not belong here."),
    "unknown-field": gettext_lazy("The format has no such field."),
    "same-slug": gettext_lazy("The short name “%(given)s” is already taken: %(other)s."),
    "same-name": gettext_lazy("The name “%(given)s” is already taken: %(other)s. Give one of the two a “slug”."),
}


def sentence(kind: str, context: Mapping[str, Any], value: object) -> str:
    """The fault in a sentence of the language of the moment. An unknown kind gets a general one."""
    shown = _shown(value)
    if (special := _SPECIAL.get(kind)) is not None:
        return special(context, shown)
    pattern = _SENTENCES.get(kind, _("“%(given)s” does not belong here."))
    return str(pattern) % {**context, "given": shown}


def _shown(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, default=repr)[:100]
    return text if len(text) <= 40 else text[:39] + "…"


def _too_long(context: Mapping[str, Any], _given: str) -> str:
    limit = int(context["max_length"])
    return ngettext(
        "It is too long: at most %(most)d character.", "It is too long: at most %(most)d characters.", limit
    ) % {"most": limit}


def _too_many(context: Mapping[str, Any], _given: str) -> str:
    limit = int(context["max_length"])
    return ngettext("There are too many: at most %(most)d.", "There are too many: at most %(most)d.", limit) % {
        "most": limit
    }


def _too_few(_context: Mapping[str, Any], _given: str) -> str:
    return _("There is nothing in it.")


def _unknown(context: Mapping[str, Any], value: str) -> str:
    if near := context.get("near"):
        return _("The format has no such field. Is it “%(near)s”?") % {"near": near}
    return _("The format has no such field.")


_SPECIAL: Final[dict[str, Callable[[Mapping[str, Any], str], str]]] = {
    "string_too_long": _too_long,
    "string_too_short": _too_few,
    "too_long": _too_many,
    "too_short": _too_few,
    "extra_forbidden": _unknown,
}
