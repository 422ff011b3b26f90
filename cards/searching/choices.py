"""Between queries and the form of filters: the query is the truth, the form shows and rewrites parts of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from cards.models import MAX_VALUE
from cards.searching import conditions as c
from cards.searching.grammar import Query

MEASURES: Final = ("cost", "av", "hp")
_TERM_OF: Final = {"cost": "cost", "av": "av", "hp": "hp"}


@dataclass
class Choices:
    """The values of the form. ``lowest`` and ``highest`` go from a value's key ("cost", "av", "hp") to a number.

    ``rest`` is what of the query the form cannot show, as it was typed. ``auras`` are slugs like ``abilities``.
    """

    kinds: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()
    auras: tuple[str, ...] = ()
    edition: int = 0
    own: bool = False
    lowest: dict[str, int] = field(default_factory=dict)
    highest: dict[str, int] = field(default_factory=dict)
    rest: str = ""

    def written(self) -> str:
        """The query: first what the form cannot show, then what was chosen."""
        terms = [self.rest] if self.rest else []
        if self.kinds:
            terms.append("t:" + ",".join(self.kinds))
        for measure in MEASURES:
            terms += _range(measure, self.lowest.get(measure), self.highest.get(measure))
        terms += [f"a:{slug}" for slug in self.abilities]
        terms += [f"aura:{slug}" for slug in self.auras]
        if self.sets:
            terms.append("set:" + ",".join(self.sets))
        if self.edition:
            terms.append(f"edition:{self.edition}")
        if self.own:
            terms.append("is:own")
        return " ".join(terms)


def _range(measure: str, lowest: int | None, highest: int | None) -> list[str]:
    name = _TERM_OF[measure]
    if lowest is not None and lowest == highest:
        return [f"{name}={lowest}"]
    return [f"{name}>={lowest}"] * (lowest is not None) + [f"{name}<={highest}"] * (highest is not None)


def choices_of(query: Query) -> Choices:
    """The part of a query that the form can show: each thing once, all else is the rest."""
    choices = Choices()
    others = []
    for part in query.parts:
        if not _take(part.condition, choices):
            others.append(part.source)
    choices.rest = " ".join(others)
    if len(query.spans) == 1 and choices.rest and isinstance(query.spans[0][0], c.Either):
        choices.rest = _bracketed(choices.rest)
    return choices


def _bracketed(text: str) -> str:
    """An ``or`` on the topmost level in brackets, so that terms may follow it."""
    return text if text.startswith("(") and text.endswith(")") and text.count("(") == 1 else f"({text})"


def _take(condition: c.Condition, choices: Choices) -> bool:
    """Puts a condition into the form if there is a place for it."""
    if isinstance(condition, c.OfKind) and not choices.kinds:
        choices.kinds = condition.kinds
    elif isinstance(condition, c.InSet) and condition.slugs and not choices.sets:
        choices.sets = condition.slugs
    elif isinstance(condition, c.Bears) and len(condition.slugs) == 1 and not condition.aura:
        choices.abilities = tuple(dict.fromkeys((*choices.abilities, *condition.slugs)))
    elif isinstance(condition, c.Bears) and len(condition.slugs) == 1:
        choices.auras = tuple(dict.fromkeys((*choices.auras, *condition.slugs)))
    elif isinstance(condition, c.OfEdition) and not choices.edition:
        choices.edition = condition.number
    elif isinstance(condition, c.Is) and condition.question == "own":
        choices.own = True
    elif isinstance(condition, c.Measure):
        return _take_measure(condition, choices)
    else:
        return False
    return True


def _take_measure(condition: c.Measure, choices: Choices) -> bool:
    value, number = condition.value, condition.number
    if condition.other or value not in MEASURES:
        return False
    bounds = {
        "=": (number, number),
        "..": (number, condition.upper),
        ">=": (number, None),
        ">": (number + 1, None),
        "<=": (None, number),
        "<": (None, number - 1),
    }.get(condition.operator)
    if bounds is None or max(bound or 0 for bound in bounds) > MAX_VALUE or -1 in bounds:
        return False
    lowest, highest = bounds
    if (lowest is not None and value in choices.lowest) or (highest is not None and value in choices.highest):
        return False
    if lowest is not None:
        choices.lowest[value] = lowest
    if highest is not None:
        choices.highest[value] = highest
    return True
