"""A query cut into its smallest parts, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from cards.searching.errors import QueryError

OPEN, CLOSE, OR, AND, NOT, TERM, WORD, EXACT = "(", ")", "or", "and", "not", "term", "word", "exact"

# What stands between a key and its value, as it may be typed.
OPERATORS: Final = {
    **{"<": "<", ">": ">", "=": "=", "==": "="},
    **{"<=": "<=", "=<": "<=", "≤": "<="},
    **{">=": ">=", "=>": ">=", "≥": ">="},
    **{"!=": "!=", "<>": "!=", "≠": "!="},
}
_OPERATOR: Final = r"<=|>=|!=|==|=<|=>|<>|[<>=:≤≥≠]"
_NAME: Final = r"[^\W\d_][\w-]*"
_KEY: Final = re.compile(rf"({_NAME}(?:\s*\+\s*{_NAME})*)\s*({_OPERATOR})\s*")  # several with + are their sum
_LONELY: Final = re.compile(_OPERATOR)
_PATTERN: Final = re.compile(r"/(?=\S*[\\^$.*+?|\[(]|[^/\s]+/)[^/\n]*/?\w*")  # as other sites take regular expressions
_PRODUCT: Final = re.compile(rf"[^\W\d_]\w*\s*[*/]\s*[^\W\d_]\w*\s*(?:{_OPERATOR})\s*\S*")
_WORD: Final = re.compile(r"[^\s()|\"“”«»:<>=≤≥≠]+")
_VALUE: Final = re.compile(r"[^\s()\"“”«»]+")
_QUOTES: Final = {'"': '"', "“": "”", "«": "»", "”": "”"}
_OPERATOR_WORDS: Final = {"or": OR, "ou": OR, "and": AND, "et": AND, "not": NOT, "non": NOT}


@dataclass(frozen=True, slots=True)
class Token:
    """A part of a query.

    ``kind`` is one of the constants above. Of a term ``key`` and ``operator`` are set and ``text`` is the value, which
    begins at ``value_start``; of a word ``text`` is the word or, ``quoted``, the phrase without its quotes.
    """

    kind: str
    start: int
    end: int
    text: str = ""
    key: str = ""
    operator: str = ""
    value_start: int = 0
    quoted: bool = False


def tokens_of(query: str) -> Iterator[Token]:
    """The parts from left to right. Raises ``QueryError`` where there is none."""
    at = 0
    while at < len(query):
        if query[at].isspace():
            at += 1
            continue
        token = _token_at(query, at)
        yield token
        at = token.end


def _token_at(query: str, at: int) -> Token:
    letter = query[at]
    if letter in "()":
        return Token(letter, at, at + 1)
    if letter == "|":
        return Token(OR, at, at + 1)
    if letter in "-\N{MINUS SIGN}" and at + 1 < len(query) and not query[at + 1].isspace():
        return Token(NOT, at, at + 1)
    if letter in _QUOTES:
        text, end = _quoted(query, at)
        return Token(WORD, at, end, text, quoted=True)
    if letter == "!" and not _ends_a_sentence(query, at):
        return _exact(query, at)
    if letter == "/" and (pattern := _PATTERN.match(query, at)):
        raise _pattern(query, at, pattern.end())
    if product := _PRODUCT.match(query, at):
        raise QueryError(at, product.end(), _("Values can only be added."), _("For example: av+hp>8"))
    if match := _KEY.match(query, at):
        return _term(query, match)
    return _word(query, at)


def _ends_a_sentence(query: str, at: int) -> bool:
    """Whether an exclamation mark stands behind a word and a space, as French writes it, and before nothing."""
    return not query[at + 1 : at + 2].strip() and query[:at].rstrip()[-1:].isalnum()


def _exact(query: str, at: int) -> Token:
    """The name behind an exclamation mark, as other sites ask for it."""
    if query[at + 1 : at + 2] in _QUOTES:
        text, end = _quoted(query, at + 1)
        return _exactly(text, at, end, quoted=True)
    if match := _KEY.match(query, at + 1):
        raise QueryError(
            at,
            match.end(),
            _("“!” goes before a name."),
            _("To exclude these cards, write -%(term)s…") % {"term": match[0].strip()},
        )
    word = _WORD.match(query, at + 1)
    return _exactly(word[0] if word else "", at, word.end() if word else at + 1)


def _exactly(name: str, at: int, end: int, *, quoted: bool = False) -> Token:
    if not any(map(str.isalnum, name)):
        raise QueryError(at, end, _("“!” goes before a name."), _('For example: !"Ferry Pike"'))
    return Token(EXACT, at, end, name, quoted=quoted)


def _pattern(query: str, start: int, end: int) -> QueryError:
    return QueryError(
        start,
        end,
        _("You can't search by pattern between / and /."),
        _("Write * for any letters, for example ferry* or name:*pike."),
    )


def _word(query: str, at: int) -> Token:
    match = _WORD.match(query, at)
    if match is None:
        sign = _LONELY.match(query, at)
        end = sign.end() if sign else at + 1
        raise QueryError(
            at,
            end,
            _("“%(sign)s” needs a key in front of it.") % {"sign": query[at:end]},
            _("For example: cost<=3"),
        )
    text = match.group()
    return Token(_OPERATOR_WORDS.get(text.casefold(), WORD), at, match.end(), text)


def _term(query: str, match: re.Match[str]) -> Token:
    key, operator = match.groups()
    start, at = match.span()
    if at < len(query) and query[at] in _QUOTES:
        text, end = _quoted(query, at)
        return Token(TERM, start, end, text, key, OPERATORS.get(operator, ":"), at, quoted=True)
    if at < len(query) and query[at] == "/" and (pattern := _PATTERN.match(query, at)):
        raise _pattern(query, at, pattern.end())
    value = _VALUE.match(query, at)
    if value is None:
        raise QueryError(
            start,
            at,
            _("Nothing follows “%(term)s”.") % {"term": query[start:at].strip()},
            _("Write a value right after it, for example t:creature or cost<=3."),
        )
    return Token(TERM, start, value.end(), value.group(), key, OPERATORS.get(operator, ":"), at)


def _quoted(query: str, at: int) -> tuple[str, int]:
    """The phrase that opens at ``at``, and where it is over."""
    end = query.find(_QUOTES[query[at]], at + 1)
    if end < 0:
        raise QueryError(at, len(query), _("This quotation mark isn't closed."), _("Add a closing quotation mark."))
    return query[at + 1 : end].strip(), end + 1
