"""Words as searches compare them: without accents, plurals and endings, by the light stemmers that full text uses.

Light stemming joins "attaque", "attaques" and "attaquer", and leaves different words alone; names of abilities and
what people call them stay apart (tests hold that).
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

from cards.folding import folded

WORD: Final = re.compile(r"\w+")
_SHORTEST: Final = 3  # letters that have to be left of a word
_ENDINGS: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "en": (
        ("nesses", ""), ("ations", "at"), ("ation", "at"), ("ness", ""), ("ments", ""), ("ment", ""),
        ("ingly", ""), ("edly", ""), ("ings", ""), ("ing", ""), ("ies", "y"), ("ied", "y"), ("sses", "ss"),
        ("xes", "x"), ("hes", "h"), ("ed", ""), ("es", ""), ("ly", ""), ("s", ""),
    ),
    "fr": (
        ("issements", ""), ("issement", ""), ("ements", ""), ("ement", ""), ("atrices", "at"), ("ateurs", "at"),
        ("ations", "at"), ("ation", "at"), ("ateur", "at"), ("atrice", "at"), ("eraient", ""), ("issons", ""),
        ("issent", ""), ("erait", ""), ("erons", ""), ("eront", ""), ("aient", ""), ("antes", ""), ("entes", ""),
        ("ieres", "i"), ("ions", "ion"), ("ante", ""), ("ente", ""), ("iere", "i"), ("iers", "i"), ("ants", ""),
        ("ents", ""), ("eaux", "eau"), ("ient", ""), ("ier", "i"), ("ers", ""), ("era", ""), ("ais", ""), ("ait", ""),
        ("ant", ""), ("ent", ""), ("ees", ""), ("ons", ""), ("ez", ""), ("er", ""), ("es", ""), ("ee", ""),
        ("aux", "al"), ("e", ""), ("s", ""), ("x", ""),
    ),
}  # fmt: skip
# Words that an ending would join to others: a stolen card ("volée") does not fly ("vol"), nor is a flyer ("volante");
# and plurals that look like verbs.
_APART: Final[dict[str, dict[str, str]]] = {
    "en": {},
    "fr": {"volee": "volee", "volees": "volee", "voleur": "volee", "voleuse": "volee", "voleurs": "volee"}
    | dict.fromkeys(("volant", "volants", "volante", "volantes"), "volant")
    | {"saisons": "saison", "doublons": "doublon", "facons": "facon"},
}
_DOUBLED: Final = {"en": re.compile(r"([bdgmnprt])\1$"), "fr": re.compile(r"([bdglmnprt])\1$")}  # not "kill"
_NO_PLURAL: Final = {"en": ("ss", "us"), "fr": ("ss",)}


@cache
def stem(word: str, language: str) -> str:
    """The stem of a folded word: "attacking" and "attacks" are "attack"."""
    if word.isdigit() or len(word) <= _SHORTEST:
        return word
    if word in _APART[language]:
        return _APART[language][word]
    root = _cut(word, language)
    if language == "en" and root.endswith("e") and len(root) > _SHORTEST:
        root = root[:-1]
    return _DOUBLED[language].sub(r"\1", root) if root != word else root


def _cut(word: str, language: str) -> str:
    for ending, instead in _ENDINGS[language]:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            if ending == "s" and word.endswith(_NO_PLURAL[language]):
                return word
            return word[: -len(ending)] + instead
    return word


def stems(text: str, language: str) -> list[str]:
    """The stems of a text's words, in their order."""
    return [stem(word, language) for word in WORD.findall(folded(text))]


def rules_of(language: str) -> dict[str, Any]:
    """How words are cut in a language, as data for ``static/js/rulings/offline/words.js``."""
    return {
        "endings": _ENDINGS[language],
        "apart": _APART[language],
        "doubled": _DOUBLED[language].pattern,
        "noPlural": _NO_PLURAL[language],
    }
