"""Sentences for what pydantic and ``cards.exchange.shape`` find wrong, by the kind of the fault."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

# What is said by one sentence that names what was given.
_SENTENCES: Final[dict[str, Any]] = {
    "missing": gettext_lazy("Required."),
    "int_type": gettext_lazy("“%(given)s” isn't a whole number."),
    "string_type": gettext_lazy("“%(given)s” isn't text."),
    "list_type": gettext_lazy("Must be a list."),
    "dict_type": gettext_lazy("Must be an object."),
    "model_type": gettext_lazy("Must be an object."),
    "model_attributes_type": gettext_lazy("Must be an object."),
    "literal_error": gettext_lazy("“%(given)s” isn't one of: %(expected)s."),
    "greater_than_equal": gettext_lazy("%(given)s is too low: at least %(ge)s."),
    "less_than_equal": gettext_lazy("%(given)s is too high: at most %(le)s."),
    "string_pattern_mismatch": gettext_lazy("“%(given)s” has the wrong format."),
    "strange-characters": gettext_lazy("Contains characters that can't be printed."),
    "slug": gettext_lazy("“%(given)s” isn't a valid short name: use lower-case letters, digits and hyphens."),
    "unknown-ability": gettext_lazy("Unknown ability “%(given)s”."),
    "unknown-ability-near": gettext_lazy("Unknown ability “%(given)s”. Did you mean %(near)s?"),
    "ability-twice": gettext_lazy("“%(given)s” appears twice."),
    "hp-missing": gettext_lazy("Required: Creatures and Champions have Health Points."),
    "hp-not-here": gettext_lazy("Leave this empty: only Creatures and Champions have Health Points."),
    "not-on-scenery": gettext_lazy("Leave this empty for Strongholds and Bridges."),
    "unknown-icon": gettext_lazy("Unknown icon “%(given)s”."),
    "unknown-scene": gettext_lazy("Unknown scene “%(given)s”. Choose one of %(known)s."),
    "unknown-tint": gettext_lazy("Unknown tint “%(given)s”. Choose one of %(known)s."),
    "out-of-range": gettext_lazy("“%(given)s” is out of range."),
    "wrong-type": gettext_lazy("“%(given)s” doesn't belong here."),
    "unknown-field": gettext_lazy("Unknown field."),
    "same-slug": gettext_lazy("Short name “%(given)s” is already taken: %(other)s."),
    "same-name": gettext_lazy("The name “%(given)s” is already taken: %(other)s. Give one of them a “slug”."),
}


def sentence(kind: str, context: Mapping[str, Any], value: object) -> str:
    """The fault in a sentence of the language of the moment. An unknown kind gets a general one."""
    shown = _shown(value)
    if (special := _SPECIAL.get(kind)) is not None:
        return special(context, shown)
    pattern = _SENTENCES.get(kind, _("“%(given)s” doesn't belong here."))
    return str(pattern) % {**context, "given": shown}


def _shown(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, default=repr)[:100]
    return text if len(text) <= 40 else text[:39] + "…"


def _too_long(context: Mapping[str, Any], _given: str) -> str:
    limit = int(context["max_length"])
    return ngettext("Too long: at most %(most)d character.", "Too long: at most %(most)d characters.", limit) % {
        "most": limit
    }


def _too_many(context: Mapping[str, Any], _given: str) -> str:
    limit = int(context["max_length"])
    return ngettext("Too many: at most %(most)d.", "Too many: at most %(most)d.", limit) % {"most": limit}


def _too_few(_context: Mapping[str, Any], _given: str) -> str:
    return _("Empty.")


def _unknown(context: Mapping[str, Any], value: str) -> str:
    if near := context.get("near"):
        return _("Unknown field. Did you mean “%(near)s”?") % {"near": near}
    return _("Unknown field.")


_SPECIAL: Final[dict[str, Callable[[Mapping[str, Any], str], str]]] = {
    "string_too_long": _too_long,
    "string_too_short": _too_few,
    "too_long": _too_many,
    "too_short": _too_few,
    "extra_forbidden": _unknown,
}
