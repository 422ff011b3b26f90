"""Values that are words: types, sets, abilities, texts, people, orders, and how they are read into a condition."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final

from django.utils.translation import gettext as _

from cards.abilities import AURA, ability_name
from cards.folding import folded
from cards.models import Kind
from cards.searching import conditions as c
from cards.searching.errors import QueryError
from cards.searching.number_values import (
    MEASURE_NAMES,
    NUMBER,
    WORTH_NAMES,
    fail,
    measure_reader,
    signed,
    usual_measures,
)
from cards.searching.tokens import Token
from cards.searching.vocabulary import KIND_WORDS, Names, Vocabulary, ability_names, is_aura, meant, nearest
from cards.searching.worth_conditions import Ordered
from cards.texts import LANGUAGES
from engine.decks.rules.abilities import FLAG_OF_SLUG
from web.languages import current_language

NONE_WORDS: Final = ("none", "aucun", "aucune", "no")
ANY_WORDS: Final = ("any", "toute", "*")
MAX_STARS: Final = 4  # in a word
SHORTEST_ART: Final = 3  # letters of a word for what a picture shows
RANDOM: Final = re.compile(r"(?:random|hasard|aleatoire|shuffle)([0-9]{0,6})")
OWN_WORDS: Final = ("me", "moi")
# The orders by their words, in English and then in French.
ORDERS: Final = (
    *(("number", "number"), ("set", "number"), ("numero", "number"), ("ext", "number")),
    *(("name", "name"), ("nom", "name"), ("cost", "cost"), ("cout", "cost")),
    *(("av", "av"), ("va", "av"), ("hp", "hp"), ("pv", "hp"), ("newest", "newest"), ("recent", "newest")),
    *(("fair", "fair"), ("juste", "fair"), ("wins", "wins"), ("victoires", "wins")),
    *(("likes", "likes"), ("aimees", "likes"), ("random", "random"), ("hasard", "random")),
)
ORDER_NAMES: Final = {
    **{word: value for word, value in MEASURE_NAMES.items() if value in dict(ORDERS).values()},
    **WORTH_NAMES,
    **dict.fromkeys(("e", "s", "extension", "cn"), "number"),
    **dict.fromkeys(("n", "title", "titre"), "name"),
    **dict.fromkeys(("released", "release", "date", "age", "created", "new"), "newest"),
    **dict.fromkeys(("liked", "popularity"), "likes"),
    **dict(ORDERS),
}


def _words(token: Token) -> list[str]:
    """The value's words, of which one is enough: what commas or bars separate."""
    if token.operator not in (":", "=", "!="):
        fail(
            token,
            _("“%(key)s” isn't a number, so %(sign)s doesn't work.") % {"key": token.key, "sign": token.operator},
            _("Number keys: %(keys)s.") % {"keys": ", ".join(usual_measures())}
            if NUMBER.fullmatch(token.text)
            else _("Write %(key)s:%(value)s") % {"key": token.key, "value": token.text},
        )
    words = [word.strip() for word in ([token.text] if token.quoted else re.split("[,|]", token.text))]
    if not all(words):
        fail(token, _("A word is missing here."), _("For example: %(key)s:…") % {"key": token.key})
    return words


def _meanings(token: Token, words: list[str], names: Names, unknown: str) -> tuple[str, ...]:
    values: list[str] = []
    for word in words:
        meanings = meant(word, names)
        if not meanings:
            like = nearest(word, (name for name, _meaning in names))
            right = _("Did you mean “%(word)s”?") % {"word": like} if like else ""
            fail(token, unknown % {"word": word}, right)
        values += meanings
    return tuple(dict.fromkeys(values))


def read_kind(token: Token, vocabulary: Vocabulary) -> c.Condition:
    unknown = _("Unknown type “%(word)s”.")
    try:
        return signed(token, c.OfKind(_meanings(token, _words(token), KIND_WORDS, unknown)))
    except QueryError as error:
        if not error.right:
            error.right = _("Types: %(types)s.") % {"types": ", ".join(str(kind.label) for kind in Kind)}
        raise


def read_set(token: Token, vocabulary: Vocabulary) -> c.Condition:
    words = _words(token)
    if [folded(word) for word in words] in [[none] for none in NONE_WORDS]:
        return signed(token, c.InSet(()))
    unknown = _("Unknown set “%(word)s”.")
    try:
        return signed(token, c.InSet(_meanings(token, words, vocabulary.set_names, unknown)))
    except QueryError as error:
        if not error.right:
            named = ", ".join(
                filter(None, (card_set.usual(current_language() == "fr") for card_set in vocabulary.sets))
            )[:300]
            error.right = _("Sets: %(sets)s.") % {"sets": named} if named else ""
        raise


def read_ability(token: Token, vocabulary: Vocabulary) -> c.Condition:
    if token.operator not in (":", "=", "!=") or NUMBER.fullmatch(token.text):  # keywords>=2: how many there are
        return measure_reader("abilities")(token, vocabulary)
    words = _words(token)
    if all(folded(word) in NONE_WORDS for word in words):
        return signed(token, c.Is("plain"))
    if any(is_aura(word) for word in words):
        others = tuple(word for word in words if not is_aura(word))
        auras = c.Bears((), aura=True)
        return signed(token, c.Either((auras, _bears(token, list(others), aura=False))) if others else auras)
    if all(folded(word).startswith(f"{AURA}:") for word in words):
        return signed(token, _bears(token, [word.partition(":")[2] for word in words], aura=True))
    return signed(token, _bears(token, words, aura=False))


def read_aura(token: Token, vocabulary: Vocabulary) -> c.Condition:
    words = _words(token)
    if all(folded(word) in ANY_WORDS for word in words):
        return signed(token, c.Bears((), aura=True))
    return signed(token, _bears(token, words, aura=True))


def _bears(token: Token, words: list[str], aura: bool) -> c.Bears:
    try:
        return c.Bears(_meanings(token, words, ability_names(), _("Unknown ability “%(word)s”.")), aura)
    except QueryError as error:
        if not error.right:
            names = sorted(ability_words(tuple(FLAG_OF_SLUG), current_language()), key=folded)
            error.right = _("Abilities: %(abilities)s.") % {"abilities": ", ".join(names)}
        raise


def read_art(token: Token, vocabulary: Vocabulary) -> c.Condition:
    pictured = [c.Depicts(_long_enough(token, word)) for word in _words(token)]
    return signed(token, pictured[0] if len(pictured) == 1 else c.Either(tuple(pictured)))


def read_artist(token: Token, vocabulary: Vocabulary) -> c.Condition:
    drawn = [c.DrawnBy(word) for word in _words(token) if _long_enough(token, word)]
    return signed(token, drawn[0] if len(drawn) == 1 else c.Either(tuple(drawn)))


def _long_enough(token: Token, word: str) -> str:
    if len(folded(word)) < SHORTEST_ART:
        fail(token, _("Too short: at least %(count)d letters.") % {"count": SHORTEST_ART}, "")
    return folded(word)


def read_author(token: Token, vocabulary: Vocabulary) -> c.Condition:
    names = [c.MadeBy("" if folded(word) in OWN_WORDS else word) for word in _words(token)]
    return signed(token, names[0] if len(names) == 1 else c.Either(tuple(names)))


def text_reader(where: str) -> Callable[[Token, Vocabulary], c.Condition]:
    def read(token: Token, vocabulary: Vocabulary) -> c.Condition:
        for word in _words(token):
            check_stars(token.value_start, token.end, word)
        texts = tuple(c.Text(folded(word), where) for word in _words(token))
        return signed(token, texts[0] if len(texts) == 1 else c.Either(texts))

    return read


def check_stars(start: int, end: int, word: str) -> None:
    """Raises ``QueryError`` for a word of stars alone, or with too many."""
    if "*" not in word:
        return
    if not word.strip("*"):
        raise QueryError(start, end, _("“*” alone matches every card."), _("Remove it, or add letters."))
    if word.count("*") > MAX_STARS:
        message = _("A word has at most %(count)d *.") % {"count": MAX_STARS}
        raise QueryError(start, end, message)


def read_edition(token: Token, vocabulary: Vocabulary) -> c.Condition:
    (word, *more) = _words(token)
    if more or word not in ("1", "2"):
        fail(token, _("Unknown season “%(word)s”.") % {"word": token.text}, _("Write edition:1 or edition:2."))
    return signed(token, c.OfEdition(int(word)))


QUESTION_WORDS: Final[Names] = (
    ("own", "own"),
    ("mine", "own"),
    ("mien", "own"),
    ("site", "site"),
    ("community", "community"),
    ("communaute", "community"),
    ("remix", "remix"),
    ("plain", "plain"),
    ("vanilla", "plain"),
    ("simple", "plain"),
    ("flavoured", "flavoured"),
    ("ambiance", "flavoured"),
    ("pictured", "pictured"),
    ("illustre", "pictured"),
    ("fighter", "fighter"),
    ("combattant", "fighter"),
    ("playable", "playable"),
    ("jouable", "playable"),
    ("unofficial", "unofficial"),
    ("non-officiel", "unofficial"),
)


def read_property(token: Token, vocabulary: Vocabulary) -> c.Condition:
    conditions: list[c.Condition] = []
    for word in _words(token):
        if kinds := meant(word, KIND_WORDS):
            conditions.append(c.OfKind(kinds))
        elif is_aura(word):
            conditions.append(c.Bears((), aura=True))
        elif folded(word) in ("symbiote", "symbiotes"):
            conditions.append(c.Bears(("symbiote",)))
        else:
            unknown = _("“%(word)s” isn't a valid value for “%(key)s:”.") % {"key": token.key, "word": "%(word)s"}
            try:
                conditions += [c.Is(question) for question in _meanings(token, [word], QUESTION_WORDS, unknown)]
            except QueryError as error:
                error.right = _("Use %(words)s, a type, aura or symbiote.") % {"words": ", ".join(_question_words())}
                raise
    return signed(token, conditions[0] if len(conditions) == 1 else c.Either(tuple(conditions)))


def read_no_property(token: Token, vocabulary: Vocabulary) -> c.Condition:
    return c.Not(read_property(token, vocabulary))


_THINGS: Final[Names] = (
    *(("flavour", "flavoured"), ("flavor", "flavoured"), ("ambiance", "flavoured")),
    *(("picture", "pictured"), ("image", "pictured"), ("art", "pictured"), ("illustration", "pictured")),
)


# What may stand behind ``has:``, beside abilities: the usual words first.
HAD: Final = ("flavour", "picture", "ability", "aura", "ambiance", "image", "illustration", "capacite")


def read_has(token: Token, vocabulary: Vocabulary) -> c.Condition:
    """``has:aura``, ``has:rage``, ``has:flavour``, ``has:picture``, ``has:ability``."""
    conditions: list[c.Condition] = []
    for word in _words(token):
        if is_aura(word):
            conditions.append(c.Bears((), aura=True))
        elif folded(word) in ("ability", "abilities", "keyword", "keywords", "capacite", "capacites"):
            conditions.append(c.Not(c.Is("plain")))
        elif things := meant(word, _THINGS):
            conditions.append(c.Is(things[0]))
        else:
            conditions.append(_bears(token, [word], aura=False))
    return signed(token, conditions[0] if len(conditions) == 1 else c.Either(tuple(conditions)))


def _question_words() -> Iterable[str]:
    """The usual word for each question: the first one, or in French the last one."""
    words = {
        question: word
        for word, question in (QUESTION_WORDS if (current_language() == "fr") else reversed(QUESTION_WORDS))
    }
    return (words[question] for question in c.QUESTIONS if question in words)


def read_order(token: Token, vocabulary: Vocabulary) -> c.Condition:
    (word, *more) = _words(token)
    if (shuffled := RANDOM.fullmatch(folded(word))) and not more and token.operator != "!=":
        return Ordered("random", seed=int(shuffled[1] or 0))
    name = ORDER_NAMES.get(folded(word).removeprefix("-"))
    if more or token.operator == "!=" or name is None:
        known = _("Sort by: %(names)s.") % {"names": ", ".join(_usual_orders())}
        fail(token, _("Unknown order “%(word)s”.") % {"word": token.text}, known)
    return Ordered(name, word.startswith("-"))


_DIRECTIONS: Final = {
    **dict.fromkeys(("asc", "ascending", "up", "croissant"), False),
    **dict.fromkeys(("desc", "descending", "down", "decroissant"), True),
}


def read_direction(token: Token, vocabulary: Vocabulary) -> c.Condition:
    word = folded(token.text)
    if token.operator == "!=" or word not in _DIRECTIONS:
        message = _("Unknown direction “%(word)s”.") % {"word": token.text}
        fail(token, message, _("Write %(key)s:asc or %(key)s:desc.") % {"key": token.key})
    return Ordered("", _DIRECTIONS[word])


def _usual_orders() -> Iterable[str]:
    """The usual word for each order: the first one, or in French the last one."""
    words = {order: word for word, order in (ORDERS if (current_language() == "fr") else reversed(ORDERS))}
    return words.values()


def ability_words(slugs: tuple[str, ...], language: str) -> list[str]:
    return [ability_name(slug, language if language in LANGUAGES else "en") for slug in slugs]
