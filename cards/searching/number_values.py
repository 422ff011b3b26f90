"""Values that are numbers: which keys have one, what else may stand for one, and how it is read into a condition."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NoReturn

from django.utils.translation import gettext as _

from cards.folding import folded
from cards.searching import conditions as c
from cards.searching.errors import QueryError
from cards.searching.tokens import Token
from cards.searching.vocabulary import Vocabulary
from cards.searching.worth_conditions import PRINTED, Worth
from cards.worth import WORTHS
from web.languages import current_language

_RANGE: Final = re.compile(r"(\d{1,3})(?:\.\.|-|…|–)(\d{1,3})")  # noqa: RUF001  (an en dash is meant)
MAX_SUMMANDS: Final = 5
NUMBER: Final = re.compile(r"\d{1,3}")
_DECIMAL: Final = re.compile(r"\d{1,3}(?:\.\d)?")
_DECIMAL_RANGE: Final = re.compile(r"(\d{1,3}(?:\.\d)?)(?:\.\.|-|…|–)(\d{1,3}(?:\.\d)?)")  # noqa: RUF001
MEASURES: Final[dict[str, tuple[str, ...]]] = {
    "cost": ("cost", "c", "mana", "cout"),
    "av": ("av", "va", "attack", "attaque"),
    "hp": ("hp", "pv", "health", "vie"),
    "abilities": ("abilities", "capacites"),
    "number": ("number", "no", "numero"),
}
HABITS: Final = {
    "cost": ("mv", "cmc"),
    "av": ("pow", "power", "atk"),
    "hp": ("tou", "toughness", "def"),
    "number": ("cn",),
}
IN_FRENCH: Final = {"cost": "cout", "av": "va", "hp": "pv", "abilities": "capacites", "number": "no"}  # the usual names
MEASURE_NAMES: Final = {name: value for value, names in MEASURES.items() for name in (*names, *HABITS.get(value, ()))}

WORTH_WORDS: Final = {"fair": ("fair", "worth", "juste"), "wins": ("wins", "winrate", "victoires")}
WORTH_NAMES: Final = {name: value for value, names in WORTH_WORDS.items() for name in names}


def fail(token: Token, message: str, right: str) -> NoReturn:
    raise QueryError(token.value_start, token.end, message, right)


def signed(token: Token, condition: c.Condition) -> c.Condition:
    return c.Not(condition) if token.operator == "!=" else condition


def usual_measures() -> list[str]:
    """The usual name of each key whose value is a number, in the language of the moment."""
    return [IN_FRENCH[value] if current_language() == "fr" else names[0] for value, names in MEASURES.items()]


def measure_reader(value: str) -> Callable[[Token, Vocabulary], c.Condition]:
    def read(token: Token, vocabulary: Vocabulary) -> c.Condition:
        operator = "=" if token.operator == ":" else token.operator
        text = token.text.strip()
        if "+" in text:
            return c.Sum((value,), operator, others=_summands(token, text))
        if measure := MEASURE_NAMES.get(folded(text)):
            return c.Measure(value, operator, other=measure)
        if measure := WORTH_NAMES.get(folded(text)):
            return Worth(value, operator, other=measure) if value in PRINTED else _no_worth(token)
        if operator == "=" and (match := _RANGE.fullmatch(text)):
            lowest, highest = sorted(int(number) for number in match.groups())
            return c.Measure(value, "..", lowest, highest)
        if operator in ("=", "!=") and "," in text and all(map(NUMBER.fullmatch, text.split(","))):
            each = tuple(c.Measure(value, "=", int(number)) for number in text.split(","))
            return signed(token, c.Either(each))
        if operator in ("=", "!=") and (is_odd := PARITIES.get(folded(text))) is not None:
            return signed(token, c.Parity(value, is_odd))
        if not NUMBER.fullmatch(text):
            fail(
                token,
                _("“%(value)s” isn't a whole number from 0 to 999.") % {"value": text},
                _("For example: %(key)s=3, %(key)s<=3, %(key)s:2-4 or %(key)s:1,3") % {"key": token.key},
            )
        return c.Measure(value, operator, int(text))

    return read


def read_sum(token: Token, vocabulary: Vocabulary) -> c.Condition:
    """``av+hp>8``, ``av+hp=cost``, ``av+hp:even``."""
    operator = "=" if token.operator == ":" else token.operator
    values, text = _summands(token, token.key), token.text.strip()
    if "+" in text or folded(text) in MEASURE_NAMES:
        return c.Sum(values, operator, others=_summands(token, text))
    if operator == "=" and (match := _RANGE.fullmatch(text)):
        lowest, highest = sorted(int(number) for number in match.groups())
        return c.Sum(values, "..", lowest, highest)
    if operator in ("=", "!=") and (is_odd := PARITIES.get(folded(text))) is not None:
        return signed(token, c.Sum(values, "odd" if is_odd else "even"))
    if not NUMBER.fullmatch(text):
        fail(
            token,
            _("“%(value)s” isn't a whole number from 0 to 999.") % {"value": text},
            _("For example: av+hp>8"),
        )
    return c.Sum(values, operator, int(text))


def _summands(token: Token, text: str) -> tuple[str, ...]:
    names = [name.strip() for name in text.split("+")]
    values = tuple(MEASURE_NAMES.get(folded(name), "") for name in names)
    if "" in values or len(values) > MAX_SUMMANDS:
        known = _("Number keys: %(keys)s.") % {"keys": ", ".join(usual_measures())}
        wrong = names[values.index("")] if "" in values else text
        fail(token, _("“%(value)s” can't be added.") % {"value": wrong[:40]}, known)
    return values


PARITIES: Final = {"even": False, "pair": False, "paire": False, "odd": True, "impair": True, "impaire": True}


def _no_worth(token: Token) -> NoReturn:
    fail(
        token,
        _("“%(key)s” can't be compared with “%(value)s”.") % {"key": token.key, "value": token.text},
        _("For example: fair<cost"),
    )


def worth_reader(value: str) -> Callable[[Token, Vocabulary], c.Condition]:
    """A worth: a number that may have a decimal, a range, or another value of the card."""

    def read(token: Token, vocabulary: Vocabulary) -> c.Condition:
        operator = "=" if token.operator == ":" else token.operator
        text = token.text.strip().removesuffix("%")
        measure = MEASURE_NAMES.get(folded(text)) or WORTH_NAMES.get(folded(text))
        if measure in (*PRINTED, *WORTHS):
            return Worth(value, operator, other=measure)
        if measure:
            _no_worth(token)
        if operator == "=" and (match := _DECIMAL_RANGE.fullmatch(text)):
            lowest, highest = sorted(float(number) for number in match.groups())
            return Worth(value, "..", lowest, highest)
        if not _DECIMAL.fullmatch(text):
            fail(
                token,
                _("“%(value)s” isn't a number from 0 to 999.") % {"value": text},
                _("For example: %(key)s>=3.5 or %(key)s:2-4") % {"key": token.key},
            )
        return Worth(value, operator, float(text))

    return read
