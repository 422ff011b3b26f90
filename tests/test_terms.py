"""The words of the site: those of docs/terms.md, in both languages, and French as it is set in type."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

from cards.sets import all_cards
from script.messages import typeset

ROOT = Path(__file__).resolve().parents[1]
# Texts of the game's own words: what rooms tell in files, beside the catalogue of the templates.
FOLDERS = ("board/text", "cards/text", "play/first_game/text", "rulings/text", "rulings/rulebook")
# Texts of the other games, which have words of their own: only how French is set is looked at there.
OTHERS = ("rulings/games/text", "rulings/games/rulebook")
# Files in which both languages stand side by side, each under its own key.
SIDE_BY_SIDE = (
    "board/samples/*.json",
    "cards/sets/*.toml",
    "grimoire/book_files/*.toml",
    "home/first_move.json",
    "rulings/examples/*.toml",
    "rulings/text/*.toml",
)
# Words that are meant there: a rulebook's own wording, a card's name, a saying, another sense.
MEANT = {
    "en": re.compile(r"[Rr]eanimation|^They shall not pass|Sets It Off$"),
    "fr": re.compile(
        r"pioche .* est épuisée|ami coûte plus que l.ennemi|ennemi du bien$|Sortilège|^Mêlée générale$"
        r"|^Vieux sortilège$|^Jumelles ennemies$"
    ),
}
OTHER_GAMES = re.compile(r"schools|armies|clash_of_the|magic")
# Turns of phrase that came from another language, or address readers otherwise than the rest does: they are looked for
# everywhere but in what cards say.
PHRASES = ROOT / "tests" / "phrases.toml"


@cache
def unwanted(language: str) -> tuple[str, ...]:
    """The words that docs/terms.md forbids in a language."""
    found: list[str] = []
    for line in (ROOT / "docs" / "terms.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 3 and line.startswith("| ") and not line.startswith("| English"):
            for part in cells[2].split(";"):
                of, _, words = part.strip().partition(":")
                if of == language:
                    found += [word.strip() for word in words.split(",")]
    return tuple(found)


def texts_of(language: str) -> Iterator[tuple[str, str]]:
    """Everything that people read in a language about Clash of Decks, with where it stands."""
    yield from in_folders(FOLDERS, language)
    for pattern in SIDE_BY_SIDE:
        for path in sorted(ROOT.glob(pattern)):
            read: Any = json.loads if path.suffix == ".json" else tomllib.loads
            yield from side_by_side(str(path.relative_to(ROOT)), read(path.read_text(encoding="utf-8")), language)
    glossary = tomllib.loads((ROOT / "rulings" / "rulebook" / "glossary.toml").read_text(encoding="utf-8"))
    for term in glossary["term"]:
        yield from strings(f"glossary {term['id']}", term[language])
    yield from catalogue(language)


def in_folders(folders: tuple[str, ...], language: str) -> Iterator[tuple[str, str]]:
    """The texts of a language in folders that have one for each."""
    for folder in folders:
        for path in sorted((ROOT / folder / language).glob("*")):
            if path.suffix == ".toml":
                yield from strings(str(path.relative_to(ROOT)), tomllib.loads(path.read_text(encoding="utf-8")))
            elif path.suffix == ".md":
                for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
                    yield (
                        f"{path.relative_to(ROOT)}:{number}",
                        re.sub(r"^## [\w-]+: |^\{[^}]*\}|\[\[[^\]|]*\|?", "", line),
                    )


def side_by_side(where: str, value: Any, language: str) -> Iterator[tuple[str, str]]:
    """The texts of a language in a file of both."""
    if isinstance(value, dict):
        if isinstance(value.get("en"), str) and isinstance(value.get("fr"), str):
            yield where, value[language]
        for key, each in value.items():
            yield from side_by_side(f"{where} {key}", each, language)
    elif isinstance(value, list):
        for number, each in enumerate(value):
            yield from side_by_side(f"{where} {number}", each, language)


def strings(where: str, value: Any) -> Iterator[tuple[str, str]]:
    """The texts of a file, without what is no sentence: ids, keys, forms of names."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from strings(f"{where} {key}", each)
    elif isinstance(value, list):
        for each in value:
            yield from strings(where, each)
    elif isinstance(value, str):
        yield where, value


@cache
def messages() -> tuple[Any, ...]:
    with (ROOT / "locale" / "fr" / "LC_MESSAGES" / "django.po").open("rb") as file:
        return tuple(message for message in read_po(file) if message.id)


def catalogue(language: str, every_game: bool = False) -> Iterator[tuple[str, str]]:
    """The texts of the pages about Clash of Decks, or about every game."""
    for message in messages():
        where = ", ".join(sorted({path for path, _ in message.locations}))
        if OTHER_GAMES.search(where) and not every_game:
            continue
        said = message.id if language == "en" else message.string
        for text in said if isinstance(said, tuple) else (said,):
            yield where, text


@pytest.mark.parametrize("language", ["en", "fr"])
def test_words_are_those_of_the_glossary(language: str) -> None:
    words = unwanted(language)
    assert len(words) > 5
    looked = re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})\b", re.IGNORECASE)
    off = [(where, found[0], text) for where, text in texts_of(language) if (found := looked.search(text))]
    wrong = [f"{where}: “{word}” in {text!r}" for where, word, text in off if not MEANT[language].search(text)]
    assert not wrong, "words that docs/terms.md replaces:\n" + "\n".join(wrong)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_phrases_are_those_of_the_language(language: str) -> None:
    texts = {*texts_of(language), *in_folders(OTHERS, language), *catalogue(language, every_game=True)}
    wrong: list[str] = []
    for phrase in tomllib.loads(PHRASES.read_text(encoding="utf-8"))[language]:
        looked = re.compile(phrase["finds"])
        assert looked.search(phrase["case"]), f"{phrase['finds']} does not find {phrase['case']!r}"
        for where, text in sorted(texts):
            if not where.startswith("cards/sets") and (found := looked.search(text)):
                wrong.append(f"{where}: “{found[0]}” in {text!r}: say {phrase['say']}")
    assert not wrong, "turns of phrase that tests/phrases.toml replaces:\n" + "\n".join(wrong)


def test_french_double_punctuation_has_a_space_that_does_not_break() -> None:
    """``script/messages`` mends the catalogue by itself; other texts say U+202F, or U+00A0 as the books do."""
    breakable = re.compile(r" (?=[:;!?»](?:\s|$|[)\"<.,»]))|« ")
    texts = (*texts_of("fr"), *in_folders(OTHERS, "fr"))
    wrong = [f"{where}: {text!r}" for where, text in texts if breakable.search(text)]
    assert not wrong, "put U+202F there (script/messages does it in the catalogue):\n" + "\n".join(wrong)


def test_messages_sets_french_texts_in_type() -> None:
    assert typeset("Quoi ? « Oui » : non !") == "Quoi\u202f? «\u202fOui\u202f»\u202f: non\u202f!"
    assert typeset("l'ours d\u2019or") == "l\u2019ours d\u2019or"
    assert typeset("à 12:30, %(a)s :%(b)s, http://a") == "à 12:30, %(a)s :%(b)s, http://a"


def test_french_texts_name_cards_in_french() -> None:
    """Cards are named by what they are called in French, or come in from the card itself."""
    french = {card.name.fr for card in all_cards()}
    names = {card.name.en for card in all_cards() if card.name.en not in french and " " in card.name.en}
    looked = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in sorted(names)))
    assert [(where, text) for where, text in texts_of("fr") if looked.search(text)] == []
