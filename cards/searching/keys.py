"""The keys of the query language: what each may be called, and what reads its value into a condition."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from cards.folding import folded
from cards.searching import conditions as c
from cards.searching.errors import QueryError
from cards.searching.number_values import (
    HABITS,
    IN_FRENCH,
    MEASURES,
    WORTH_WORDS,
    measure_reader,
    read_sum,
    worth_reader,
)
from cards.searching.tokens import Token
from cards.searching.vocabulary import KIND_WORDS, Names, Vocabulary, ability_names, is_aura, nearest
from cards.searching.word_values import (
    read_ability,
    read_art,
    read_artist,
    read_aura,
    read_author,
    read_direction,
    read_edition,
    read_has,
    read_kind,
    read_no_property,
    read_order,
    read_property,
    read_set,
    text_reader,
)
from web.languages import current_language

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

SHORTEST_GUESSED: Final = 3  # letters of a key that is no key, for which another is suggested


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
        return (self.french if current_language() == "fr" else "") or self.names[0]


def condition_of(token: Token, vocabulary: Vocabulary) -> c.Condition:
    """The condition of a term. Raises ``QueryError``."""
    if "+" in token.key:
        return read_sum(token, vocabulary)
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


def _measure_key(value: str, about: StrPromise, example: str) -> Key:
    return Key(MEASURES[value], about, example, measure_reader(value), IN_FRENCH[value], HABITS.get(value, ()))


KEYS: Final = (
    Key(("t", "type"), gettext_lazy("type"), "t:creature", read_kind),
    _measure_key("cost", gettext_lazy("Mana cost"), "cost<=3"),
    _measure_key("av", gettext_lazy("attack value"), "av>=2"),
    _measure_key("hp", gettext_lazy("Health Points"), "hp:4-6"),
    Key(
        ("a", "ability", "cap", "capacite"),
        pgettext_lazy("key", "ability"),
        "a:rage",
        read_ability,
        habits=("kw", "keyword", "keywords", "o", "oracle"),
    ),
    Key(("aura",), gettext_lazy("ability lent by an Aura"), "aura:sprint", read_aura),
    _measure_key("abilities", gettext_lazy("number of abilities"), "abilities>=2"),
    Key(("set", "s", "e", "ext", "extension"), pgettext_lazy("key", "set"), "set:submersion", read_set, "ext"),
    _measure_key("number", gettext_lazy("number in the set"), "number:1-8"),
    Key(
        WORTH_WORDS["fair"],
        gettext_lazy("fair cost in our model, to the nearest half"),
        "fair>cost",
        worth_reader("fair"),
        "juste",
    ),
    Key(WORTH_WORDS["wins"], gettext_lazy("win rate in duels here (%)"), "wins>55", worth_reader("wins"), "victoires"),
    Key(("order", "sort", "ordre", "tri"), gettext_lazy("sort order"), "order:-fair", read_order, "ordre"),
    Key(("direction", "dir", "sens"), gettext_lazy("sort direction"), "direction:desc", read_direction, "sens"),
    Key(("name", "n", "nom"), gettext_lazy("text in the name"), "name:guard", text_reader("name"), "nom"),
    Key(
        ("f", "flavour", "flavor", "ambiance"),
        gettext_lazy("text in the flavour line"),
        "f:night",
        text_reader("flavour"),
        "ambiance",
        ("ft",),
    ),
    Key(("art", "dessin"), gettext_lazy("what the picture shows"), "art:wolf", read_art),
    Key(
        ("artist", "artiste", "illustrator"),
        gettext_lazy("who drew the picture"),
        "artist:lorc",
        read_artist,
        "artiste",
    ),
    Key(("by", "par", "owner", "auteur"), gettext_lazy("author"), "by:me", read_author, "par"),
    Key(("edition", "ed", "season", "saison"), gettext_lazy("season of the rules"), "edition:2", read_edition),
    Key(("has", "a-t-il"), gettext_lazy("what is on the card"), "has:flavour", read_has),
    Key(("is", "est"), gettext_lazy("other properties"), "is:plain", read_property, "est"),
)
_NOT: Final = Key(
    ("not",), gettext_lazy("other properties"), "not:plain", read_no_property
)  # as other sites write -is:
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
    **dict.fromkeys(
        ("format", "legal", "banned", "restricted"), gettext_lazy("For a season of the rules write edition:2.")
    ),
}


def key_called(name: str) -> str:
    """The usual English name of a key; empty for what is none."""
    key = _BY_NAME.get(folded(name))
    return key.names[0] if key is not None else ""


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
