"""Conditions on cards: each knows the rows that it holds for."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import F, Q, Value, lookups
from django.db.models.expressions import Combinable
from django.db.models.functions import Concat, Greatest, Length, Replace, StrIndex, Substr

from accounts.models import Owner
from cards.credits import credits_by_author
from cards.folding import folded
from cards.icon_words import in_english
from cards.models import FIGHTERS, FOLDED_LENGTH, PLAYABLE, VALUED, Card, CardSet
from cards.text_index import SHORTEST
from engine.decks.rules.abilities import ABILITIES_OF_EDITION, AURA_PREFIX, FLAG_OF_SLUG, SEASON_1, SEASON_2


class NotEqual(lookups.Exact):
    """Two values that differ."""

    def get_rhs_op(self, connection: Any, rhs: str) -> str:
        return f"<> {rhs}"


SEASONS: Final = {1: SEASON_1, 2: SEASON_2}
COMPARISONS: Final = {
    "=": lookups.Exact,
    "!=": NotEqual,
    "<": lookups.LessThan,
    "<=": lookups.LessThanOrEqual,
    ">": lookups.GreaterThan,
    ">=": lookups.GreaterThanOrEqual,
}
_BETWEEN_WORDS: Final = ("\n", "'", "-", '"', "(")  # beside the space
NONE: Final = Q(pk__in=())
ALL: Final = ~NONE


class Condition:
    """Something that is true of a card or not."""

    def q(self, owner: Owner | None) -> Q:
        """The rows that it holds for, when this owner asks."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Text(Condition):
    """Text in the names or the flavour line, in whatever language, accents and capitals apart; one or two letters at
    the beginning of a word (``cards.text_index``).

    ``where`` is "name", "flavour" or, for either of them, "". A ``*`` stands for any letters of a word.
    """

    folded: str
    where: str = ""

    @property
    def is_plain(self) -> bool:
        """Whether an index knows the text itself."""
        return not self.where and "*" not in self.folded and "-" not in self.folded

    def q(self, owner: Owner | None) -> Q:
        if "*" in self.folded:
            return self._with_any_letters()
        if "-" in self.folded.strip("-"):  # written apart as well
            apart = tuple(part for part in self.folded.split("-") if part)
            return self._q() | Every(tuple(Text(part, self.where) for part in apart)).q(owner)
        return self._q()

    def _with_any_letters(self) -> Q:
        """Each part is looked for by the index; then how they follow each other. The pattern has no choices to try out
        but where a word ends."""
        parts = self.folded.split("*")
        known = tuple(part for part in parts if len(part) >= SHORTEST)
        pattern = r"\S*".join(map(re.escape, parts))
        line = {"name": r"^[^\n]*", "flavour": r"\n[^\n]*"}.get(self.where, "")
        pattern_q = Q(search_text__regex=rf"{line}(^|[^a-z0-9]){pattern}($|[^a-z0-9])")
        return Q(search_text__holds=known) & pattern_q if known else pattern_q

    def _q(self) -> Q:
        if not self.where:
            return Q(search_text__holds=self.folded)
        # ``Card.search_text`` has the names on its first line and the flavour lines on its second.
        text, word = F("search_text"), self.folded
        end = StrIndex(text, Value("\n"))
        line: Combinable = Substr(text, 1, end) if self.where == "name" else Substr(text, end)
        if len(word) < SHORTEST:
            for between in _BETWEEN_WORDS:
                line, word = Replace(line, Value(between), Value(" ")), word.replace(between, " ").strip()
            line, word = Concat(Value(" "), line), f" {word}"
        return Q(search_text__holds=self.folded) & Q(lookups.GreaterThan(StrIndex(line, Value(word)), 0))


@dataclass(frozen=True, slots=True)
class ExactName(Condition):
    """Exactly this name, in either language, accents and capitals apart."""

    folded: str

    def q(self, owner: Owner | None) -> Q:
        name = self.folded[:FOLDED_LENGTH]
        return Q(by_name=name) | Q(by_name_fr=name)


@dataclass(frozen=True, slots=True)
class Parity(Condition):
    """A value that is even, or odd."""

    value: str
    is_odd: bool

    def q(self, owner: Owner | None) -> Q:
        odd = Q(lookups.Exact(VALUES[self.value]() % Value(2), int(self.is_odd)))
        has_value = Q() if self.value == "abilities" else Q(**{f"{self.value}__isnull": False})
        return odd & has_value & _HAVING.get(self.value, Q())


@dataclass(frozen=True, slots=True)
class OfKind(Condition):
    """One of some types."""

    kinds: tuple[str, ...]

    def q(self, owner: Owner | None) -> Q:
        return Q(kind__in=self.kinds)


@dataclass(frozen=True, slots=True)
class InSet(Condition):
    """In one of some sets; in none, if there are no slugs."""

    slugs: tuple[str, ...]

    def q(self, owner: Owner | None) -> Q:
        # No join: joined to its set, a card without one is lost beside another condition on sets in the same query.
        return Q(set__in=CardSet.objects.filter(slug__in=self.slugs)) if self.slugs else Q(set__isnull=True)


@dataclass(frozen=True, slots=True)
class Bears(Condition):
    """One of some abilities is printed on it: by itself, or as an Aura of it. Whichever Aura, if there are no slugs."""

    slugs: tuple[str, ...]
    aura: bool = False

    def q(self, owner: Owner | None) -> Q:
        prefix = AURA_PREFIX if self.aura else ""
        if not self.slugs:
            return Q(search_abilities__contains=f"|{AURA_PREFIX}")
        either = Q()
        for slug in self.slugs:
            either |= Q(search_abilities__contains=f"|{prefix}{slug}|")
        return either


@dataclass(frozen=True, slots=True)
class Measure(Condition):
    """A value compared with a number, with a range of numbers, or with another value of the same card.

    ``value`` and ``other`` are keys of ``VALUES``; ``operator`` is one of = != < <= > >= or ".." with ``most``. It is
    true of no card that has not got the value: a Bridge does not cost 0.
    """

    value: str
    operator: str
    number: int = 0
    upper: int = 0
    other: str = ""

    def q(self, owner: Owner | None) -> Q:
        return self._compared(owner) & _HAVING.get(self.value, Q()) & _HAVING.get(self.other, Q())

    def _compared(self, owner: Owner | None) -> Q:
        if self.operator == "..":
            return Measure(self.value, ">=", self.number).q(owner) & Measure(self.value, "<=", self.upper).q(owner)
        operand: int | Combinable = VALUES[self.other]() if self.other else self.number
        if self.value == "abilities":
            return Q(COMPARISONS[self.operator](VALUES["abilities"](), operand))
        if self.operator == "!=":
            return Q(**{f"{self.value}__isnull": False}) & ~Q(**{self.value: operand})
        return Q(**{f"{self.value}__{COMPARISONS[self.operator].lookup_name}": operand})


VALUES: Final[dict[str, Callable[[], Combinable]]] = {
    "cost": lambda: F("cost"),
    "av": lambda: F("av"),
    "hp": lambda: F("hp"),
    "number": lambda: F("number"),
    # "|rage|aura:aim|" has two, and "" none.
    "abilities": lambda: Greatest(Length("search_abilities") - Length(Replace("search_abilities", Value("|"))) - 1, 0),
}

# The cards that have a value, where the database keeps a 0 for those that have not.
_HAVING: Final = {"cost": Q(kind__in=VALUED), "av": Q(kind__in=VALUED), "number": Q(set__isnull=False)}


@dataclass(frozen=True, slots=True)
class Sum(Condition):
    """The sum of several values, compared as in ``Measure``, with the sum of ``others`` of the same card, or "odd" and
    "even". It is true of no card that lacks one of them."""

    values: tuple[str, ...]
    operator: str
    number: int = 0
    upper: int = 0
    others: tuple[str, ...] = ()

    def q(self, owner: Owner | None) -> Q:
        return self._compared() & self._known()

    def _compared(self) -> Q:
        left = _sum(self.values)
        if self.operator in ("odd", "even"):
            return Q(lookups.Exact(left % Value(2), int(self.operator == "odd")))
        if self.operator == "..":
            bounds = COMPARISONS[">="](left, self.number), COMPARISONS["<="](left, self.upper)
            return Q(bounds[0]) & Q(bounds[1])
        return Q(COMPARISONS[self.operator](left, _sum(self.others) if self.others else self.number))

    def _known(self) -> Q:
        known = Q()
        for value in {*self.values, *self.others}:
            known &= _HAVING.get(value, Q()) if value == "abilities" else Q(**{f"{value}__isnull": False})
            known &= _HAVING.get(value, Q())
        return known


def _sum(values: tuple[str, ...]) -> Combinable:
    first, *others = (VALUES[value]() for value in values)
    for other in others:
        first = first + other
    return first


@dataclass(frozen=True, slots=True)
class Depicts(Condition):
    """Its picture shows something called so, in English or French: an icon whose name has the word, a scene, a tint."""

    word: str

    def q(self, owner: Owner | None) -> Q:
        icon = self.word.replace(" ", "-")
        shown = Q()
        for name in (icon, *in_english(self.word)):
            shown |= Q(art__icon__icontains=name) | Q(art__hand__icontains=name) | Q(art__back__icontains=name)
            shown |= Q(art__scene__in=(name, f"{name}s")) | Q(art__tint=name)
        return _certainly(shown)


@dataclass(frozen=True, slots=True)
class DrawnBy(Condition):
    """Its picture is by an artist whose name has the word: of its icons, of an uploaded picture, or by its credit."""

    word: str

    def q(self, owner: Owner | None) -> Q:
        by = [author.slug for author, _icons in credits_by_author() if folded(self.word) in folded(author.name)]
        icons = [credit.icon for author, of in credits_by_author() if author.slug in by for credit in of]
        drawn = Q(art__icon__in=icons) | Q(art__hand__in=icons) | Q(art__back__in=icons) if icons else Q()
        drawn |= Q(art__has_key="zoom", picture__owner__user__username__icontains=self.word)
        # Credits are kept as written, and not every database knows large letters with accents from small ones.
        for word in {folded(self.word), self.word, self.word.lower(), self.word.capitalize(), self.word.upper()}:
            drawn |= Q(credit__icontains=word) | Q(picture__credit__icontains=word)
        return _certainly(drawn)


def _certainly(condition: Q) -> Q:
    """The condition as one that is true or false of each card, also where what it asks about is not there: NOT of what
    is unknown would be unknown."""
    return Q(pk__in=Card.everything.filter(condition).order_by().values("pk"))


@dataclass(frozen=True, slots=True)
class MadeBy(Condition):
    """Made by the account of this name; by whoever asks, if it is empty."""

    name: str

    def q(self, owner: Owner | None) -> Q:
        if self.name:
            return Q(owner__in=Owner.objects.filter(user__username__iexact=self.name).values("pk"))
        return Q(owner=owner) if owner else NONE


@dataclass(frozen=True, slots=True)
class OfEdition(Condition):
    """All its abilities exist in an edition (rulings 10.2 and 10.3)."""

    number: int

    def q(self, owner: Owner | None) -> Q:
        # Of few has nobody worked it out: of those that code before this one has made meanwhile.
        worked_out = Q(seasons__in=[seasons for seasons in range(4) if seasons & self.number])
        return worked_out | Q(seasons__isnull=True) & self._by_abilities()

    def _by_abilities(self) -> Q:
        known = ABILITIES_OF_EDITION[SEASONS[self.number]]
        foreign = Q()
        for slug, flag in FLAG_OF_SLUG.items():
            if not flag & known:
                foreign |= Q(search_abilities__contains=f"|{slug}|")
                foreign |= Q(search_abilities__contains=f"|{AURA_PREFIX}{slug}|")
        return ~foreign


@dataclass(frozen=True, slots=True)
class Is(Condition):
    """One of the short questions of ``QUESTIONS``."""

    question: str

    def q(self, owner: Owner | None) -> Q:
        return QUESTIONS[self.question](owner)


QUESTIONS: Final[dict[str, Callable[[Owner | None], Q]]] = {
    "own": lambda owner: Q(owner=owner) if owner else NONE,
    "site": lambda owner: Q(owner__isnull=True),
    "community": lambda owner: Q(owner__isnull=False),
    "remix": lambda owner: Q(remixed_from__isnull=False) | ~Q(credit=""),
    "plain": lambda owner: Q(search_abilities=""),
    "flavoured": lambda owner: ~Q(flavour="") | ~Q(flavour_fr=""),
    "pictured": lambda owner: Q(picture__isnull=False),
    "fighter": lambda owner: Q(kind__in=FIGHTERS),
    "playable": lambda owner: Q(kind__in=PLAYABLE),
    "unofficial": lambda owner: ALL,  # there are no others here
}


@dataclass(frozen=True, slots=True)
class Not(Condition):
    """The other cards."""

    part: Condition

    def q(self, owner: Owner | None) -> Q:
        return ~self.part.q(owner)


@dataclass(frozen=True, slots=True)
class Every(Condition):
    parts: tuple[Condition, ...]

    def q(self, owner: Owner | None) -> Q:
        # Words together, for an index is quick with several at once.
        words = tuple(part.folded for part in self.parts if isinstance(part, Text) and part.is_plain)
        together = Q(search_text__holds=words) if words else Q()
        for part in self.parts:
            if not isinstance(part, Text) or not part.is_plain:
                together &= part.q(owner)
        return together


@dataclass(frozen=True, slots=True)
class Either(Condition):
    """One of some conditions at least."""

    parts: tuple[Condition, ...]

    def q(self, owner: Owner | None) -> Q:
        together = Q()
        for part in self.parts:
            together |= part.q(owner)
        return together
