"""From a query's text to its conditions.

query  = either
either = every { ("or" | "|") every }
every  = part { ["and"] part }
part   = ("-" | "not") part | "(" either ")" | KEY OPERATOR VALUE | WORD | "PHRASE" | "!" NAME
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NoReturn

from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import Owner
from cards.folding import folded
from cards.searching import tokens as t
from cards.searching.condition_text import said
from cards.searching.conditions import Bears, Condition, Either, Every, ExactName, InSet, Not, Text
from cards.searching.errors import QueryError
from cards.searching.keys import condition_of, keys_like
from cards.searching.vocabulary import LONGEST_COMPARED, Names, Vocabulary, ability_names
from cards.searching.word_values import check_stars

LONGEST: Final = 500  # characters
MAX_TERMS: Final = 60
DEEPEST: Final = 12  # brackets within brackets


@dataclass(frozen=True, slots=True)
class QueryCondition:
    """One of the conditions that must all hold, with its place in the query.

    ``source`` is how it is written there, ``words`` says what it asks, ``others`` is the query without it.
    """

    condition: Condition
    start: int
    end: int
    source: str
    words: str
    others: str


@dataclass(frozen=True)
class Query:
    """A query that was understood. ``spans`` are its topmost conditions with their places."""

    text: str
    spans: tuple[tuple[Condition, int, int], ...]
    vocabulary: Vocabulary

    def q(self, owner: Owner | None) -> Q:
        """The rows of ``Card`` that it asks for, when this owner asks."""
        return Every(tuple(condition for condition, _start, _end in self.spans)).q(owner)

    @cached_property
    def parts(self) -> tuple[QueryCondition, ...]:
        """Its topmost conditions in words, in the language of the moment."""
        return tuple(
            QueryCondition(
                condition,
                start,
                end,
                self.text[start:end],
                said(condition, self.vocabulary, inside=len(self.spans) > 1),
                " ".join(f"{self.text[:start]} {self.text[end:]}".split()),
            )
            for condition, start, end in self.spans
        )

    @cached_property
    def name_asked(self) -> str:
        """The words of the query as one name: what somebody may have meant who found nothing."""
        parts = [condition.folded for condition, _start, _end in self.spans if isinstance(condition, ExactName | Text)]
        return " ".join(part.replace("*", "") for part in parts)[:LONGEST_COMPARED]

    @cached_property
    def meant_perhaps(self) -> tuple[tuple[str, str], ...]:
        """For words that are looked for as text but name something: as terms, and the query with these terms.

        All such words together come first, then each alone.
        """
        matches: list[tuple[int, int, str]] = []
        for place, (condition, start, end) in enumerate(self.spans):
            if matches and start < matches[-1][1]:  # a part of the name before
                continue
            if longer := self._longer(place):
                matches.append(longer)
            elif isinstance(condition, Text) and (term := keys_like(condition.folded, self._sets(condition))):
                matches.append((start, end, term))
        several = [matches] if len(matches) > 1 else []
        return tuple(
            (" ".join(term for _start, _end, term in terms), self._with(terms))
            for terms in (*several, *([match] for match in matches))
        )

    def _longer(self, place: int) -> tuple[int, int, str] | None:
        """A name of several words of which a term has but the first, or which stands there without a key:
        ``set:bogging down``, ``price of blood``. As (start, end, term)."""
        condition, start, end = self.spans[place]
        if isinstance(condition, Text):
            return self._several_words(place, condition)
        if not isinstance(condition, Bears | InSet):
            return None
        token = next(t.tokens_of(self.text[start:end]))
        names = ability_names() if isinstance(condition, Bears) else self.vocabulary.set_names
        known = {name.replace("-", " ") for name, _meaning in names}
        for more in range(len(self.spans) - 1, place, -1):
            value = self.text[start + token.value_start : self.spans[more][2]]
            if '"' not in value and folded(value) in known:
                return start, self.spans[more][2], f'{self.text[start : start + token.value_start]}"{value}"'
        return None

    def _several_words(self, place: int, first: Text) -> tuple[int, int, str] | None:
        start = self.spans[place][1]
        for more in range(len(self.spans) - 1, place, -1):
            end = self.spans[more][2]
            if term := keys_like(" ".join(self.text[start:end].split()), self._sets(first)):
                return start, end, term
        return None

    def _sets(self, condition: Text) -> Names:
        """The sets that a text may have been meant as: none where it is looked for in names alone."""
        return () if condition.where else self.vocabulary.set_names

    def _with(self, terms: Iterable[tuple[int, int, str]]) -> str:
        """The query with terms at these places."""
        text = self.text
        for start, end, term in sorted(terms, reverse=True):
            text = f"{text[:start]}{term}{text[end:]}"
        return text


def understand(text: str, vocabulary: Vocabulary) -> Query:
    """Reads a query; an empty one asks for all cards. Raises ``QueryError``."""
    if len(text) > LONGEST:
        raise QueryError(
            LONGEST,
            len(text),
            _("Too long: a search has at most %(count)d characters.") % {"count": LONGEST},
        )
    return Query(text, _QueryReader(text, vocabulary).read(), vocabulary)


class _QueryReader:
    """Reads the grammar above, one method a rule."""

    def __init__(self, text: str, vocabulary: Vocabulary) -> None:
        self.text = text
        self.vocabulary = vocabulary
        self.tokens = list(t.tokens_of(text))
        self.at = 0
        self.depth = 0
        if len(self.tokens) > MAX_TERMS:
            late = self.tokens[MAX_TERMS]
            raise QueryError(late.start, len(text), _("Search too complex."), _("Split it into two searches."))

    @property
    def next(self) -> t.Token | None:
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def read(self) -> tuple[tuple[Condition, int, int], ...]:
        if not self.tokens:
            return ()
        alternatives = self.alternatives()
        if self.next is not None:
            raise QueryError(
                self.next.start,
                self.next.end,
                _("This closing bracket has no opening one."),
                _("Remove it, or add an opening one before it."),
            )
        if len(alternatives) > 1:
            together = Either(tuple(_every(spans) for spans in alternatives))
            return ((together, self.tokens[0].start, self.tokens[-1].end),)
        return tuple(alternatives[0])

    def alternatives(self) -> list[list[tuple[Condition, int, int]]]:
        branches = [self.every()]
        while self.next is not None and self.next.kind == t.OR:
            self.at += 1
            branches.append(self.every())
        return branches

    def every(self) -> list[tuple[Condition, int, int]]:
        spans = [self.part()]
        while self.next is not None and self.next.kind not in (t.OR, t.CLOSE):
            if self.next.kind == t.AND:
                self.at += 1
            spans.append(self.part())
        return spans

    def part(self) -> tuple[Condition, int, int]:
        token = self.next
        if token is None or token.kind in (t.OR, t.AND, t.CLOSE):
            self.missing(token)
        self.at += 1
        if token.kind == t.NOT:
            self.deeper(token)
            condition, _start, end = self.part()
            self.depth -= 1
            return Not(condition), token.start, end
        if token.kind == t.OPEN:
            return self.bracket(token)
        if token.kind == t.TERM:
            return condition_of(token, self.vocabulary), token.start, token.end
        if token.kind == t.EXACT:
            return ExactName(" ".join(folded(token.text).split())), token.start, token.end
        return self.words(token), token.start, token.end

    def deeper(self, token: t.Token) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            raise QueryError(token.start, token.end, _("Nested too deeply."), _("Use fewer nested brackets."))

    def bracket(self, opening: t.Token) -> tuple[Condition, int, int]:
        self.deeper(opening)
        alternatives = [_every(spans) for spans in self.alternatives()]
        self.depth -= 1
        closing = self.next
        if closing is None:
            raise QueryError(
                opening.start, opening.end, _("This bracket isn't closed."), _("Close it with a “)” further on.")
            )
        self.at += 1
        condition = alternatives[0] if len(alternatives) == 1 else Either(tuple(alternatives))
        return condition, opening.start, closing.end

    def words(self, token: t.Token) -> Condition:
        text = folded(token.text).strip()
        if not text:
            raise QueryError(token.start, token.end, _("Nothing between these quotation marks."))
        check_stars(token.start, token.end, text)
        return Text(text)

    def missing(self, token: t.Token | None) -> NoReturn:
        before = self.tokens[self.at - 1] if self.at else None
        at = token or before
        assert at is not None  # there is one of the two, or nothing would be read
        if before is not None and before.kind in (t.OR, t.AND, t.NOT, t.OPEN):
            at = before
        sign = self.text[at.start : at.end]
        raise QueryError(
            at.start,
            at.end,
            _("Something is missing next to “%(sign)s”.") % {"sign": sign},
            _("To search for the word itself, put it in quotation marks.")
            if at.kind in (t.OR, t.AND, t.NOT) and len(sign) > 1
            else _("Write what you're looking for, or remove it."),
        )


def _every(spans: list[tuple[Condition, int, int]]) -> Condition:
    conditions = tuple(condition for condition, _start, _end in spans)
    return conditions[0] if len(conditions) == 1 else Every(conditions)
