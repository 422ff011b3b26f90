"""The headings and words that a table may use, in either language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from cards.abilities import ability_name
from cards.folding import folded
from cards.texts import LANGUAGES
from engine.decks.rules.abilities import AURA_PREFIX, FLAG_OF_SLUG

# field: (heading in English, heading in French, other headings that are understood), folded.
_HEADINGS: Final[dict[str, tuple[str, str, tuple[str, ...]]]] = {
    "slug": ("slug", "slug", ("id", "short name", "nom court")),
    "type": ("type", "type", ("kind", "genre")),
    "name": ("name", "nom", ("name_en", "nom_en", "title", "titre", "card", "carte")),
    "name_fr": ("name_fr", "nom_fr", ("french name", "nom francais")),
    "cost": ("cost", "coût", ("mana", "mana cost", "cout en mana", "cout de mana")),
    "av": ("av", "va", ("attack", "attack value", "attaque", "valeur d'attaque")),
    "hp": ("hp", "pv", ("health", "health points", "points de vie", "vie")),
    "abilities": ("abilities", "capacités", ("ability", "special abilities", "capacite", "capacites speciales")),
    "flavour": ("flavour", "ambiance", ("flavor", "flavour_en", "text", "texte", "texte d'ambiance", "citation")),
    "flavour_fr": ("flavour_fr", "ambiance_fr", ("flavor_fr", "texte_fr")),
    "icon": ("icon", "icône", ("icone_en",)),
    "hand": ("hand", "main", ("in hand", "en main", "holds")),
    "back": ("back", "dos", ("behind", "derriere", "on its back")),
    "scene": ("scene", "scène", ("decor",)),
    "tint": ("tint", "teinte", ("colour", "color", "couleur")),
    "credit": ("credit", "crédit", ("author", "auteur", "autrice", "artist", "illustrator", "artiste", "illustrateur")),
    "picture": ("picture", "image", ("illustration",)),
    "crop": ("crop", "cadrage", ()),
    "out": ("out", "hors cadre", ("out of the frame", "out of frame", "hors du cadre")),
    "reference": ("reference", "référence", ("ref",)),
    "set": ("set", "extension", ()),
    "copies": (
        "copies",
        "exemplaires",
        ("qty", "qty.", "quantity", "count", "amount", "quantite", "nombre", "copie", "x", "#", "qte", "nb", "nb."),
    ),
}
FIELDS: Final = tuple(_HEADINGS)
OF_EXPORTS: Final = (
    "picture",
    "crop",
    "out",
    "reference",
    "set",
    "copies",
)  # columns of a table where they say something
_TYPES: Final = {
    "creature": ("creature", "créature"),
    "incantation": ("incantation", "incantation"),
    "champion": ("champion", "champion"),
    "stronghold": ("stronghold", "forteresse"),
    "bridge": ("bridge", "pont"),
}
_YES: Final = frozenset(("yes", "y", "x", "1", "true", "oui", "o", "vrai"))
_NO: Final = frozenset(("no", "n", "0", "false", "non", "faux", ""))
_FIELD_OF: Final = {
    folded(heading): field for field, (en, fr, others) in _HEADINGS.items() for heading in (en, fr, *others)
}
_TYPE_OF: Final = {folded(word): slug for slug, words in _TYPES.items() for word in words}


_APART: Final = re.compile(r"[|,;/\n]")
_MAX_WORDS: Final = 5  # "Aura : Prix du Sang" has five, with its colon
_MAX_NAMES: Final = 50  # that are looked for in a cell; no card has as many abilities


def heading_of(field: str, language: str) -> str:
    """The heading of a column in ``en`` or ``fr``."""
    en, fr, _others = _HEADINGS[field]
    return fr if language == "fr" else en


def field_of(heading: str) -> str | None:
    """The field that a heading stands for, whatever its case, accents and language; None for a strange one."""
    plain = " ".join(folded(heading).split())
    return _FIELD_OF.get(plain) or _FIELD_OF.get(plain.replace(" ", "_")) or _FIELD_OF.get(plain.replace("_", " "))


def type_named(word: str, language: str) -> str:
    """The word for a type in ``en`` or ``fr``; an unknown type stays as it is."""
    return _TYPES[word][1 if language == "fr" else 0] if word in _TYPES else word


def type_of(word: str) -> str:
    """``creature`` for "Créature"; an unknown word stays as it is."""
    return _TYPE_OF.get(" ".join(folded(word).split()), word)


def is_yes(cell: str) -> bool | str:
    """Whether a cell says yes; what says neither yes nor no stays as it is, for the reader to complain of."""
    word = folded(cell.strip())
    return True if word in _YES else False if word in _NO else cell


def slugs_in(cell: str) -> list[str]:
    """The abilities in a cell: slugs or names of either language, apart by signs or by spaces alone.

    What is not understood stays as it is, for the reader to complain of.
    """
    if _APART.search(cell):
        parts = [part for part in _APART.split(cell) if part.strip()]
        return [_slug(part) for part in parts[:_MAX_NAMES]] + parts[_MAX_NAMES:]
    words = cell.split(maxsplit=_MAX_WORDS * _MAX_NAMES)
    return list(_one_by_one(words))


def _one_by_one(words: list[str]) -> Iterator[str]:
    """Abilities out of words in a row, each the longest name that begins there."""
    while words:
        ends = range(min(len(words), _MAX_WORDS), 0, -1)
        end = next((end for end in ends if _is_known(_slug(" ".join(words[:end])))), 1)
        yield _slug(" ".join(words[:end]))
        words = words[end:]


def _slug(word: str) -> str:
    plain = " ".join(folded(word).split()).replace(" :", ":").replace(": ", ":")
    if plain.startswith(AURA_PREFIX):
        lent = plain.removeprefix(AURA_PREFIX)
        return AURA_PREFIX + _slugs_of_names().get(lent, lent)
    return _slugs_of_names().get(plain, plain.replace(" ", "-") if _is_known(plain.replace(" ", "-")) else word.strip())


def _is_known(slug: str) -> bool:
    return slug.removeprefix(AURA_PREFIX) in FLAG_OF_SLUG


@cache
def _slugs_of_names() -> dict[str, str]:
    return {folded(ability_name(slug, language)): slug for language in LANGUAGES for slug in FLAG_OF_SLUG}
