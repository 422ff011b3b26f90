"""The words of the site: those of docs/terms.md, in both languages, and French as it is set in type."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

from cards.sets import all_cards
from grimoire.book_files import CLAIM
from script.messages import typeset

ROOT = Path(__file__).resolve().parents[1]
# Texts of the game's own words: what rooms tell in files, beside the catalogue of the templates.
FOLDERS = ("board/text", "cards/text", "games/decks/first_game/text", "rulings/text", "rulings/rulebook")
# Texts of the other games, which have words of their own: only how French is set is looked at there.
OTHERS = (
    "rulings/games/text",
    *(
        f"games/{game}/{folder}"
        for game in ("armies", "schools")
        for folder in ("first_game/text", "rulings/text", "rulings/rulebook")
    ),
)
# Files in which both languages stand side by side, each under its own key.
SIDE_BY_SIDE = (
    "board/samples/*.json",
    "cards/sets/*.toml",
    "games/*/puzzles/books/*.toml",
    "grimoire/book_files/*.toml",
    "games/schools/puzzles/books/*.toml",
    "home/first_move.json",
    "rulings/examples/*.toml",
    "rulings/text/*.toml",
)
OTHER_GAMES = re.compile(r"schools|armies|clash_of_the|magic")
# Phrases that the site does not say, and texts where a word or a phrase is right after all.
KNOWN = set(json.loads((ROOT / "tests" / "known_words.json").read_text(encoding="utf-8")))
PHRASES = tomllib.loads((ROOT / "tests" / "phrases.toml").read_text(encoding="utf-8"))
TEMPLATE_CODE = re.compile(
    r"\{#.*?#\}|\{% comment.*?endcomment %\}|\{% blocktrans.*?endblocktrans(?:late)? %\}"
    r"|<(script|style|pre|code)\b.*?</\1>|\{%.*?%\}|\{\{.*?\}\}",
    re.DOTALL,
)
PLACEHOLDER = re.compile(r"<code>.*?</code>|%\(\w+\)[sd]|\{\w+\}")


@cache
def unwanted(language: str, part: str) -> re.Pattern[str]:
    """The words that a part of docs/terms.md replaces: "The game" or "The site"."""
    words: list[str] = []
    section = (ROOT / "docs" / "terms.md").read_text(encoding="utf-8").split(f"\n## {part}\n")[1].split("\n## ")[0]
    for line in section.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 3 and line.startswith("| ") and not line.startswith("| English"):
            for group in cells[2].split(";"):
                of, _, listed = group.strip().partition(":")
                if of == language:
                    words += [word.strip() for word in listed.split(",")]
    assert len(words) > 5
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})\b", re.IGNORECASE)


@cache
def right(language: str) -> re.Pattern[str]:
    """Texts in which a word or phrase to avoid is right."""
    return re.compile("|".join(case["text"] for case in PHRASES["right"] if case["language"] == language))


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
        paths = sorted((ROOT / folder).glob(f"{language}/*")) or sorted((ROOT / folder).glob(f"{language}.*"))
        assert paths, folder
        for path in paths:
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
            yield where, CLAIM.sub(r"\g<phrase>", value[language])
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


def templates() -> Iterator[tuple[str, str]]:
    """Text of templates that is not in the catalogue: what only programmers read."""
    for path in sorted((ROOT / "templates").rglob("*.html")):
        for text in re.split(r"<[^>]*>", TEMPLATE_CODE.sub(" ", path.read_text(encoding="utf-8"))):
            if text.strip():
                yield str(path.relative_to(ROOT)), " ".join(text.split())


@cache
def interface(language: str) -> frozenset[tuple[str, str]]:
    """What pages say about every game, without codes and placeholders."""
    said = {(where, PLACEHOLDER.sub("", text)) for where, text in catalogue(language, every_game=True)}
    return frozenset(said | set(templates() if language == "en" else ()))


def check(language: str, words: re.Pattern[str], texts: Iterable[tuple[str, str]], say: str) -> list[str]:
    """What is wrong with texts, a line each."""
    return [
        f"{where}: “{match[0]}” in {text!r}: {say}"
        for where, text in sorted(texts)
        if (match := words.search(text)) and not right(language).search(text) and text not in KNOWN
    ]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_words_are_those_of_the_glossary(language: str) -> None:
    wrong = check(language, unwanted(language, "The game"), texts_of(language), "see docs/terms.md")
    wrong += check(language, unwanted(language, "The site"), interface(language), "see docs/terms.md")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_phrases_are_those_of_the_language(language: str) -> None:
    everywhere = {*texts_of(language), *in_folders(OTHERS, language), *interface(language)}
    everywhere = {(where, text) for where, text in everywhere if not where.startswith("cards/sets")}
    wrong: list[str] = []
    for phrase in PHRASES[language]:
        words = re.compile(phrase["finds"])
        assert words.search(phrase["case"]), f"{phrase['finds']} does not find {phrase['case']!r}"
        texts = interface(language) if phrase.get("interface") else everywhere
        wrong += check(language, words, texts, f"say {phrase['say']}")
    assert not wrong, "\n".join(wrong)


def test_texts_that_are_right_are_there() -> None:
    """An exception that nothing needs is taken out."""
    for language in ("en", "fr"):
        texts = {text for _, text in (*texts_of(language), *in_folders(OTHERS, language), *interface(language))}
        cases = [case["text"] for case in PHRASES["right"] if case["language"] == language]
        assert [case for case in cases if not any(re.search(case, text) for text in texts)] == []


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
