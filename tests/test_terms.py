"""The words of the site: those of docs/terms.md, in both languages, and French as it is set in type."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

from cards.sets import all_cards

ROOT = Path(__file__).resolve().parents[1]
NARROW = "\u202f"
# Texts of the game's own words: what rooms tell in files, beside the catalogue of the templates.
FOLDERS = ("board/text", "cards/text", "play/first_game/text", "rulings/text", "rulings/rulebook")
# Words that are meant there: a rulebook's own wording, a card's name, another sense.
MEANT = {
    "en": re.compile(r"[Rr]eanimation"),
    "fr": re.compile(r"pioche .* est épuisée"),
}
OTHER_GAMES = re.compile(r"schools|armies|clash_of_the|magic")


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
    """Everything that people read in a language, with where it stands."""
    for folder in FOLDERS:
        for path in sorted((ROOT / folder / language).glob("*")):
            if path.suffix == ".toml":
                yield from strings(str(path.relative_to(ROOT)), tomllib.loads(path.read_text(encoding="utf-8")))
            elif path.suffix == ".md":
                for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
                    yield (
                        f"{path.relative_to(ROOT)}:{number}",
                        re.sub(r"^## [\w-]+: |^\{[^}]*\}|\[\[[^\]|]*\|?", "", line),
                    )
    yield from catalogue(language)


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


def catalogue(language: str) -> Iterator[tuple[str, str]]:
    for message in messages():
        where = ", ".join(sorted({path for path, _ in message.locations}))
        if OTHER_GAMES.search(where):
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
    assert [one for one in off if not MEANT[language].search(one[2])] == []


def test_french_double_punctuation_has_a_space_that_does_not_break() -> None:
    breakable = re.compile(r"[ \u00a0](?=[:;!?»](?:\s|$|[)\"<]))|«[ \u00a0]")
    wrong = [(where, text) for where, text in texts_of("fr") if breakable.search(text)]
    assert wrong == []


def test_french_texts_name_cards_in_french() -> None:
    """Cards are named by what they are called in French, or come in from the card itself."""
    french = {card.name.fr for card in all_cards()}
    names = {card.name.en for card in all_cards() if card.name.en not in french and " " in card.name.en}
    looked = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in sorted(names)))
    assert [(where, text) for where, text in texts_of("fr") if looked.search(text)] == []
