"""Conditions said in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.utils.formats import number_format
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from cards.models import Kind
from cards.searching import conditions as c
from cards.searching.vocabulary import Vocabulary
from cards.searching.word_values import ability_words
from cards.searching.worth_conditions import Ordered, Worth
from web.languages import current_language

VALUE_NAMES: Final = {
    "cost": gettext_lazy("Mana cost"),
    "av": gettext_lazy("attack value"),
    "hp": gettext_lazy("Health Points"),
    "number": gettext_lazy("number in the set"),
    "abilities": gettext_lazy("number of abilities"),
    "fair": gettext_lazy("fair cost"),
    "wins": gettext_lazy("win rate (%)"),
}
ORDER_NAMES: Final = {
    **VALUE_NAMES,
    "number": gettext_lazy("set and number"),
    "name": gettext_lazy("name"),
    "newest": gettext_lazy("age"),
    "likes": gettext_lazy("likes"),
}
_COMPARED: Final = {
    "=": gettext_lazy("%(value)s %(number)s"),
    "!=": gettext_lazy("%(value)s not %(number)s"),
    "<": gettext_lazy("%(value)s less than %(number)s"),
    "<=": gettext_lazy("%(value)s at most %(number)s"),
    ">": gettext_lazy("%(value)s more than %(number)s"),
    ">=": gettext_lazy("%(value)s at least %(number)s"),
    "..": gettext_lazy("%(value)s from %(number)s to %(most)s"),
}
_COMPARED_WITH: Final = {
    "=": gettext_lazy("%(value)s the same as %(other)s"),
    "!=": gettext_lazy("%(value)s other than %(other)s"),
    "<": gettext_lazy("%(value)s less than %(other)s"),
    "<=": gettext_lazy("%(value)s at most %(other)s"),
    ">": gettext_lazy("%(value)s more than %(other)s"),
    ">=": gettext_lazy("%(value)s at least %(other)s"),
}
_QUESTIONS: Final = {
    "own": gettext_lazy("made by you"),
    "site": gettext_lazy("from the sets of this site"),
    "community": gettext_lazy("made by players"),
    "remix": gettext_lazy("a remix"),
    "plain": gettext_lazy("without abilities"),
    "flavoured": gettext_lazy("with a flavour line"),
    "pictured": gettext_lazy("with an uploaded picture"),
    "fighter": gettext_lazy("with Health Points"),
    "playable": gettext_lazy("can go in a deck's eight cards"),
    "unofficial": gettext_lazy("unofficial, like all cards here"),
}


def listed(words: list[str]) -> str:
    """Alternatives in a row: "A, B or C"."""
    if len(words) == 1:
        return words[0]
    return _("%(first)s or %(last)s") % {"first": ", ".join(words[:-1]), "last": words[-1]}


def said(condition: c.Condition, vocabulary: Vocabulary, inside: bool = False) -> str:
    """A condition in the language of the moment; ``inside`` others it may need brackets."""
    return _SAID[type(condition)](condition, vocabulary, inside)


def _text(condition: c.Text, vocabulary: Vocabulary, inside: bool) -> str:
    pattern = {
        "": _("“%(text)s” in name or flavour"),
        "name": _("“%(text)s” in the name"),
        "flavour": _("“%(text)s” in the flavour line"),
    }[condition.where]
    return pattern % {"text": condition.folded}


def _named(condition: c.ExactName, vocabulary: Vocabulary, inside: bool) -> str:
    return _("called “%(name)s”") % {"name": condition.folded}


def _sum(condition: c.Sum, vocabulary: Vocabulary, inside: bool) -> str:
    value = " + ".join(str(VALUE_NAMES[name]) for name in condition.values)
    if condition.operator in ("odd", "even"):
        return (_("%(value)s odd") if condition.operator == "odd" else _("%(value)s even")) % {"value": value}
    if condition.others:
        other = " + ".join(str(VALUE_NAMES[name]) for name in condition.others)
        return str(_COMPARED_WITH[condition.operator]) % {"value": value, "other": other}
    return str(_COMPARED[condition.operator]) % {"value": value, "number": condition.number, "most": condition.upper}


def _depicts(condition: c.Depicts, vocabulary: Vocabulary, inside: bool) -> str:
    return _("“%(text)s” in the picture") % {"text": condition.word}


def _drawn_by(condition: c.DrawnBy, vocabulary: Vocabulary, inside: bool) -> str:
    return _("picture by “%(name)s”") % {"name": condition.word}


def _parity(condition: c.Parity, vocabulary: Vocabulary, inside: bool) -> str:
    pattern = _("%(value)s odd") if condition.is_odd else _("%(value)s even")
    return pattern % {"value": VALUE_NAMES[condition.value]}


def _kind(condition: c.OfKind, vocabulary: Vocabulary, inside: bool) -> str:
    return listed([str(Kind(kind).label) for kind in condition.kinds])


def _set(condition: c.InSet, vocabulary: Vocabulary, inside: bool) -> str:
    if not condition.slugs:
        return _("in no set")
    named = [vocabulary.set_called(slug) for slug in condition.slugs]
    french = get_language() == "fr"
    names = [(card_set.name_fr if french and card_set.name_fr else card_set.name) for card_set in named if card_set]
    return _("in %(sets)s") % {"sets": listed(names)}


def _bears(condition: c.Bears, vocabulary: Vocabulary, inside: bool) -> str:
    if not condition.slugs:
        return _("with an Aura")
    names = listed(ability_words(condition.slugs, current_language()))
    return (_("with an Aura of %(abilities)s") if condition.aura else _("with %(abilities)s")) % {"abilities": names}


def _measure(condition: c.Measure | Worth, vocabulary: Vocabulary, inside: bool) -> str:
    words: dict[str, object]
    if condition.other:
        words = {"value": VALUE_NAMES[condition.value], "other": VALUE_NAMES[condition.other]}
        return str(_COMPARED_WITH[condition.operator]) % words
    number, highest = (
        number_format(bound) if bound % 1 else f"{bound:g}" for bound in (condition.number, condition.upper)
    )
    words = {"value": VALUE_NAMES[condition.value], "number": number, "most": highest}
    return str(_COMPARED[condition.operator]) % words


def _order(condition: Ordered, vocabulary: Vocabulary, inside: bool) -> str:
    if not condition.name:
        return _("in descending order") if condition.reversed else _("in ascending order")
    if condition.name == "random":
        return _("in random order")
    pattern = _("in reverse order of %(value)s") if condition.reversed else _("in order of %(value)s")
    return pattern % {"value": ORDER_NAMES[condition.name]}


def _by(condition: c.MadeBy, vocabulary: Vocabulary, inside: bool) -> str:
    return _("made by %(name)s") % {"name": condition.name} if condition.name else _("made by you")


def _edition(condition: c.OfEdition, vocabulary: Vocabulary, inside: bool) -> str:
    return _("legal in season %(number)d") % {"number": condition.number}


def _is(condition: c.Is, vocabulary: Vocabulary, inside: bool) -> str:
    return str(_QUESTIONS[condition.question])


def _not(condition: c.Not, vocabulary: Vocabulary, inside: bool) -> str:
    return _("not %(what)s") % {"what": said(condition.part, vocabulary, inside=True)}


def _every(condition: c.Every, vocabulary: Vocabulary, inside: bool) -> str:
    together = _(" and ").join(said(part, vocabulary, inside=True) for part in condition.parts)
    return f"({together})" if inside else together


def _either(condition: c.Either, vocabulary: Vocabulary, inside: bool) -> str:
    together = _(" or ").join(said(part, vocabulary, inside=True) for part in condition.parts)
    return f"({together})" if inside else together


_SAID: Final[dict[type[c.Condition], Callable[[Any, Vocabulary, bool], str]]] = {
    c.Text: _text,
    c.ExactName: _named,
    c.Parity: _parity,
    c.OfKind: _kind,
    c.InSet: _set,
    c.Bears: _bears,
    c.Measure: _measure,
    Worth: _measure,
    Ordered: _order,
    c.Sum: _sum,
    c.Depicts: _depicts,
    c.DrawnBy: _drawn_by,
    c.MadeBy: _by,
    c.OfEdition: _edition,
    c.Is: _is,
    c.Not: _not,
    c.Every: _every,
    c.Either: _either,
}
