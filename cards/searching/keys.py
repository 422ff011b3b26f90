"""The keys of the query language: what each may be called, and how its value is read into a condition."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NoReturn

from django.utils.translation import get_language, gettext_lazy, pgettext_lazy
from django.utils.translation import gettext as _

from cards.abilities import AURA, ability_name
from cards.folding import folded
from cards.models import Kind
from cards.searching import conditions as c
from cards.searching.errors import QueryError
from cards.searching.tokens import Token
from cards.searching.vocabulary import KIND_WORDS, Names, Vocabulary, ability_names, is_aura, meant, nearest
from cards.searching.worth_conditions import PRINTED, Ordered, Worth
from cards.texts import LANGUAGES
from cards.worth import WORTHS
from engine.decks.rules.abilities import FLAG_OF_SLUG
from web.languages import current_language

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

_RANGE: Final = re.compile(r"(\d{1,3})(?:\.\.|-|…|–)(\d{1,3})")  # noqa: RUF001  (an en dash is meant)
_NUMBER: Final = re.compile(r"\d{1,3}")
_DECIMAL: Final = re.compile(r"\d{1,3}(?:\.\d)?")
_DECIMAL_RANGE: Final = re.compile(r"(\d{1,3}(?:\.\d)?)(?:\.\.|-|…|–)(\d{1,3}(?:\.\d)?)")  # noqa: RUF001
NONE_WORDS: Final = ("none", "aucun", "aucune", "no")
ANY_WORDS: Final = ("any", "toute", "*")
SHORTEST_GUESSED: Final = 3  # letters of a key that is no key, for which another is suggested
MAX_STARS: Final = 4  # in a word
OWN_WORDS: Final = ("me", "moi")


@dataclass(frozen=True, slots=True)
class Key:
    """A key: the ``names`` that it goes by, the usual one first, what it is ``about``, an ``example``.

    ``french`` is the usual one in French, where that is another; ``habits`` are further names, which players know from
    other games.
    """

    names: tuple[str, ...]
    about: StrPromise
    example: str
    read: Callable[[Token, Vocabulary], c.Condition]
    french: str = ""
    habits: tuple[str, ...] = ()

    @property
    def usual(self) -> str:
        """The usual name in the language of the moment."""
        return (self.french if _is_french() else "") or self.names[0]


def _is_french() -> bool:
    return get_language() == "fr"


def condition_of(token: Token, vocabulary: Vocabulary) -> c.Condition:
    """The condition of a term. Raises ``QueryError``."""
    key = _BY_NAME.get(folded(token.key))
    if key is None and folded(token.key) in _ELSEWHERE:
        raise QueryError(
            token.start,
            token.end,
            _("You can't search cards by “%(key)s”.") % {"key": token.key},
            str(_ELSEWHERE[folded(token.key)]),
        )
    if key is None:
        like = nearest(token.key, _BY_NAME) if len(token.key) >= SHORTEST_GUESSED else ""
        raise QueryError(
            token.start,
            token.start + len(token.key),
            _("Unknown key “%(key)s”.") % {"key": token.key},
            (_("Did you mean “%(key)s:”?") % {"key": _BY_NAME[like].usual} + " " if like else "")
            + _("Keys: %(keys)s. To search for the text itself, put it in quotation marks.")
            % {"keys": ", ".join(key.usual for key in KEYS)},
        )
    return key.read(token, vocabulary)


# Values that are words


def _fail(token: Token, message: str, right: str) -> NoReturn:
    raise QueryError(token.value_start, token.end, message, right)


def _words(token: Token) -> list[str]:
    """The value's words, of which one is enough: what commas or bars separate."""
    if token.operator not in (":", "=", "!="):
        _fail(
            token,
            _("“%(key)s” isn't a number, so %(sign)s doesn't work.") % {"key": token.key, "sign": token.operator},
            _("Number keys: %(keys)s.") % {"keys": ", ".join(key.usual for key in KEYS if key.names in _NUMBERED)}
            if _NUMBER.fullmatch(token.text)
            else _("Write %(key)s:%(value)s") % {"key": token.key, "value": token.text},
        )
    words = [word.strip() for word in ([token.text] if token.quoted else re.split("[,|]", token.text))]
    if not all(words):
        _fail(token, _("A word is missing here."), _("For example: %(key)s:…") % {"key": token.key})
    return words


def _signed(token: Token, condition: c.Condition) -> c.Condition:
    return c.Not(condition) if token.operator == "!=" else condition


def _meanings(token: Token, words: list[str], names: Names, unknown: str) -> tuple[str, ...]:
    values: list[str] = []
    for word in words:
        meanings = meant(word, names)
        if not meanings:
            like = nearest(word, (name for name, _meaning in names))
            right = _("Did you mean “%(word)s”?") % {"word": like} if like else ""
            _fail(token, unknown % {"word": word}, right)
        values += meanings
    return tuple(dict.fromkeys(values))


def _kind(token: Token, vocabulary: Vocabulary) -> c.Condition:
    unknown = _("Unknown type “%(word)s”.")
    try:
        return _signed(token, c.OfKind(_meanings(token, _words(token), KIND_WORDS, unknown)))
    except QueryError as error:
        if not error.right:
            error.right = _("Types: %(types)s.") % {"types": ", ".join(str(kind.label) for kind in Kind)}
        raise


def _set(token: Token, vocabulary: Vocabulary) -> c.Condition:
    words = _words(token)
    if [folded(word) for word in words] in [[none] for none in NONE_WORDS]:
        return _signed(token, c.InSet(()))
    unknown = _("Unknown set “%(word)s”.")
    try:
        return _signed(token, c.InSet(_meanings(token, words, vocabulary.set_names, unknown)))
    except QueryError as error:
        if not error.right:
            named = ", ".join(filter(None, (card_set.usual(_is_french()) for card_set in vocabulary.sets)))[:300]
            error.right = _("Sets: %(sets)s.") % {"sets": named} if named else ""
        raise


def _ability(token: Token, vocabulary: Vocabulary) -> c.Condition:
    if token.operator not in (":", "=", "!=") or _NUMBER.fullmatch(token.text):  # keywords>=2: how many there are
        return _measure("abilities")(token, vocabulary)
    words = _words(token)
    if all(folded(word) in NONE_WORDS for word in words):
        return _signed(token, c.Is("plain"))
    if any(is_aura(word) for word in words):
        others = tuple(word for word in words if not is_aura(word))
        auras = c.Bears((), aura=True)
        return _signed(token, c.Either((auras, _bears(token, list(others), aura=False))) if others else auras)
    if all(folded(word).startswith(f"{AURA}:") for word in words):
        return _signed(token, _bears(token, [word.partition(":")[2] for word in words], aura=True))
    return _signed(token, _bears(token, words, aura=False))


def _aura(token: Token, vocabulary: Vocabulary) -> c.Condition:
    words = _words(token)
    if all(folded(word) in ANY_WORDS for word in words):
        return _signed(token, c.Bears((), aura=True))
    return _signed(token, _bears(token, words, aura=True))


def _bears(token: Token, words: list[str], aura: bool) -> c.Bears:
    try:
        return c.Bears(_meanings(token, words, ability_names(), _("Unknown ability “%(word)s”.")), aura)
    except QueryError as error:
        if not error.right:
            names = sorted(ability_words(tuple(FLAG_OF_SLUG), current_language()), key=folded)
            error.right = _("Abilities: %(abilities)s.") % {"abilities": ", ".join(names)}
        raise


def _by(token: Token, vocabulary: Vocabulary) -> c.Condition:
    names = [c.MadeBy("" if folded(word) in OWN_WORDS else word) for word in _words(token)]
    return _signed(token, names[0] if len(names) == 1 else c.Either(tuple(names)))


def _text(where: str) -> Callable[[Token, Vocabulary], c.Condition]:
    def read(token: Token, vocabulary: Vocabulary) -> c.Condition:
        for word in _words(token):
            check_stars(token.value_start, token.end, word)
        texts = tuple(c.Text(folded(word), where) for word in _words(token))
        return _signed(token, texts[0] if len(texts) == 1 else c.Either(texts))

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


def _edition(token: Token, vocabulary: Vocabulary) -> c.Condition:
    (word, *more) = _words(token)
    if more or word not in ("1", "2"):
        _fail(token, _("Unknown season “%(word)s”.") % {"word": token.text}, _("Write edition:1 or edition:2."))
    return _signed(token, c.OfEdition(int(word)))


_QUESTION_WORDS: Final[Names] = (
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


def _is(token: Token, vocabulary: Vocabulary) -> c.Condition:
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
                conditions += [c.Is(question) for question in _meanings(token, [word], _QUESTION_WORDS, unknown)]
            except QueryError as error:
                error.right = _("Use %(words)s, a type, aura or symbiote.") % {"words": ", ".join(_question_words())}
                raise
    return _signed(token, conditions[0] if len(conditions) == 1 else c.Either(tuple(conditions)))


def _is_not(token: Token, vocabulary: Vocabulary) -> c.Condition:
    return c.Not(_is(token, vocabulary))


_THINGS: Final[Names] = (
    *(("flavour", "flavoured"), ("flavor", "flavoured"), ("ambiance", "flavoured")),
    *(("picture", "pictured"), ("image", "pictured"), ("art", "pictured"), ("illustration", "pictured")),
)


def _has(token: Token, vocabulary: Vocabulary) -> c.Condition:
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
    return _signed(token, conditions[0] if len(conditions) == 1 else c.Either(tuple(conditions)))


def _question_words() -> Iterable[str]:
    """The usual word for each question: the first one, or in French the last one."""
    words = {question: word for word, question in (_QUESTION_WORDS if _is_french() else reversed(_QUESTION_WORDS))}
    return (words[question] for question in c.QUESTIONS if question in words)


# Values that are numbers


def _measure(value: str) -> Callable[[Token, Vocabulary], c.Condition]:
    def read(token: Token, vocabulary: Vocabulary) -> c.Condition:
        operator = "=" if token.operator == ":" else token.operator
        text = token.text.strip()
        if measure := MEASURE_NAMES.get(folded(text)):
            return c.Measure(value, operator, other=measure)
        if measure := WORTH_NAMES.get(folded(text)):
            return Worth(value, operator, other=measure) if value in PRINTED else _no_worth(token)
        if operator == "=" and (match := _RANGE.fullmatch(text)):
            lowest, highest = sorted(int(number) for number in match.groups())
            return c.Measure(value, "..", lowest, highest)
        if operator in ("=", "!=") and "," in text and all(map(_NUMBER.fullmatch, text.split(","))):
            each = tuple(c.Measure(value, "=", int(number)) for number in text.split(","))
            return _signed(token, c.Either(each))
        if operator in ("=", "!=") and (is_odd := _PARITIES.get(folded(text))) is not None:
            return _signed(token, c.Parity(value, is_odd))
        if not _NUMBER.fullmatch(text):
            _fail(
                token,
                _("“%(value)s” isn't a whole number from 0 to 999.") % {"value": text},
                _("For example: %(key)s=3, %(key)s<=3, %(key)s:2-4 or %(key)s:1,3") % {"key": token.key},
            )
        return c.Measure(value, operator, int(text))

    return read


_PARITIES: Final = {"even": False, "pair": False, "paire": False, "odd": True, "impair": True, "impaire": True}


def _no_worth(token: Token) -> NoReturn:
    _fail(
        token,
        _("“%(key)s” can't be compared with “%(value)s”.") % {"key": token.key, "value": token.text},
        _("For example: fair<cost"),
    )


def _worth(value: str) -> Callable[[Token, Vocabulary], c.Condition]:
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
            _fail(
                token,
                _("“%(value)s” isn't a number from 0 to 999.") % {"value": text},
                _("For example: %(key)s>=3.5 or %(key)s:2-4") % {"key": token.key},
            )
        return Worth(value, operator, float(text))

    return read


def _order(token: Token, vocabulary: Vocabulary) -> c.Condition:
    (word, *more) = _words(token)
    name = ORDER_NAMES.get(folded(word).removeprefix("-"))
    if more or token.operator == "!=" or name is None:
        known = _("Sort by: %(names)s.") % {"names": ", ".join(_usual_orders())}
        _fail(token, _("Unknown order “%(word)s”.") % {"word": token.text}, known)
    return Ordered(name, word.startswith("-"))


_DIRECTIONS: Final = {
    **dict.fromkeys(("asc", "ascending", "up", "croissant"), False),
    **dict.fromkeys(("desc", "descending", "down", "decroissant"), True),
}


def _direction(token: Token, vocabulary: Vocabulary) -> c.Condition:
    word = folded(token.text)
    if token.operator == "!=" or word not in _DIRECTIONS:
        message = _("Unknown direction “%(word)s”.") % {"word": token.text}
        _fail(token, message, _("Write %(key)s:asc or %(key)s:desc.") % {"key": token.key})
    return Ordered("", _DIRECTIONS[word])


def _usual_orders() -> Iterable[str]:
    """The usual word for each order: the first one, or in French the last one."""
    words = {order: word for word, order in (ORDERS if _is_french() else reversed(ORDERS))}
    return words.values()


_MEASURES: Final[dict[str, tuple[str, ...]]] = {
    "cost": ("cost", "c", "mana", "cout"),
    "av": ("av", "va", "attack", "attaque"),
    "hp": ("hp", "pv", "health", "vie"),
    "abilities": ("abilities", "capacites"),
    "number": ("number", "no", "numero"),
}
_HABITS: Final = {
    "cost": ("mv", "cmc"),
    "av": ("pow", "power", "atk"),
    "hp": ("tou", "toughness", "def"),
}
_NUMBERED: Final = frozenset(_MEASURES.values())
MEASURE_NAMES: Final = {name: value for value, names in _MEASURES.items() for name in (*names, *_HABITS.get(value, ()))}

_WORTHS: Final = {"fair": ("fair", "worth", "juste"), "wins": ("wins", "winrate", "victoires")}
WORTH_NAMES: Final = {name: value for value, names in _WORTHS.items() for name in names}
# The orders by their words, in English and then in French.
ORDERS: Final = (
    *(("number", "number"), ("set", "number"), ("numero", "number"), ("ext", "number")),
    *(("name", "name"), ("nom", "name"), ("cost", "cost"), ("cout", "cost")),
    *(("av", "av"), ("va", "av"), ("hp", "hp"), ("pv", "hp"), ("newest", "newest"), ("recent", "newest")),
    *(("fair", "fair"), ("juste", "fair"), ("wins", "wins"), ("victoires", "wins")),
    *(("likes", "likes"), ("aimees", "likes")),
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

KEYS: Final = (
    Key(("t", "type"), gettext_lazy("type"), "t:creature", _kind),
    Key(_MEASURES["cost"], gettext_lazy("Mana cost"), "cost<=3", _measure("cost"), "cout", _HABITS["cost"]),
    Key(_MEASURES["av"], gettext_lazy("attack value"), "av>=2", _measure("av"), "va", _HABITS["av"]),
    Key(_MEASURES["hp"], gettext_lazy("Health Points"), "hp:4-6", _measure("hp"), "pv", _HABITS["hp"]),
    Key(
        ("a", "ability", "cap", "capacite"),
        pgettext_lazy("key", "ability"),
        "a:rage",
        _ability,
        habits=("kw", "keyword", "keywords", "o", "oracle"),
    ),
    Key(("aura",), gettext_lazy("ability lent by an Aura"), "aura:sprint", _aura),
    Key(
        _MEASURES["abilities"], gettext_lazy("number of abilities"), "abilities>=2", _measure("abilities"), "capacites"
    ),
    Key(("set", "s", "e", "ext", "extension"), pgettext_lazy("key", "set"), "set:submersion", _set, "ext"),
    Key(
        _MEASURES["number"],
        gettext_lazy("number in the set"),
        "number:1-8",
        _measure("number"),
        "no",
        ("cn",),
    ),
    Key(
        _WORTHS["fair"],
        gettext_lazy("fair cost in our model, to the nearest half"),
        "fair>cost",
        _worth("fair"),
        "juste",
    ),
    Key(_WORTHS["wins"], gettext_lazy("win rate in duels here (%)"), "wins>55", _worth("wins"), "victoires"),
    Key(("order", "sort", "ordre", "tri"), gettext_lazy("sort order"), "order:-fair", _order, "ordre"),
    Key(("direction", "dir", "sens"), gettext_lazy("sort direction"), "direction:desc", _direction, "sens"),
    Key(("name", "n", "nom"), gettext_lazy("text in the name"), "name:guard", _text("name"), "nom"),
    Key(
        ("f", "flavour", "flavor", "ambiance"),
        gettext_lazy("text in the flavour line"),
        "f:night",
        _text("flavour"),
        "ambiance",
        ("ft",),
    ),
    Key(("by", "par", "owner", "auteur"), gettext_lazy("author"), "by:me", _by, "par"),
    Key(("edition", "ed", "season", "saison"), gettext_lazy("season of the rules"), "edition:2", _edition),
    Key(("has", "a-t-il"), gettext_lazy("what is on the card"), "has:flavour", _has),
    Key(("is", "est"), gettext_lazy("other properties"), "is:plain", _is, "est"),
)
_NOT: Final = Key(("not",), gettext_lazy("other properties"), "not:plain", _is_not)  # as other sites write -is:
_BY_NAME: Final = {name: key for key in (*KEYS, _NOT) for name in (*key.names, *key.habits)}
# Keys of other sites that mean nothing here, with what is likest.
_ELSEWHERE: Final = {
    **dict.fromkeys(
        (
            *("r", "rarity", "rarete", "color", "colour", "colors", "id", "identity", "couleur", "devotion", "year"),
            *("date", "lang", "language", "langue", "frame", "border", "stamp", "watermark", "wm", "usd", "eur", "tix"),
            *("price", "prix", "loyalty", "loy", "produces", "game", "in", "cube"),
        ),
        "",
    ),
    **dict.fromkeys(("artist", "art", "illustrator", "artiste"), gettext_lazy("For a card's author, write by:NAME.")),
    **dict.fromkeys(
        ("format", "legal", "banned", "restricted"), gettext_lazy("For a season of the rules write edition:2.")
    ),
}


def keys_like(word: str, sets: Names = ()) -> str:
    """The term for a free word that is the name of a type, an ability, an Aura or a set; empty for others."""
    wanted = folded(word)
    if is_aura(word):
        return "is:aura"
    if slug := dict(ability_names()).get(wanted):
        return f"a:{slug}"
    if kind := dict(KIND_WORDS).get(wanted):
        return f"t:{kind}"
    return f"set:{slug}" if (slug := dict(sets).get(wanted)) else ""


def ability_words(slugs: tuple[str, ...], language: str) -> list[str]:
    return [ability_name(slug, language if language in LANGUAGES else "en") for slug in slugs]
