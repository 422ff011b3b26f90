"""The content files: complete in both languages, and typeset as each language does it."""

import re
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import board.texts
import rulings.texts
from board.texts import LANGUAGES, Count, MissingText, Named, find, texts

ROOMS = (board.texts, rulings.texts)
NARROW = "\u202f"
# The same word in both languages.
SHARED = {"Aura", "Sprint", "Berserk", "Instinct", "Immolation", "Indestructible", "Protection", "Rage", "Splash"}
SHARED |= {"Perforation", "Symbiote", "Bastion", "Fort", "Champion", "Sprint +{number}", "[", "]"}


def leaves(table: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a content file with its path."""
    if isinstance(table, dict):
        for key, value in table.items():
            yield from leaves(value, f"{path}.{key}")
    elif isinstance(table, list):
        for index, value in enumerate(table):
            yield from leaves(value, f"{path}[{index}]")
    else:
        yield path, table


def files(folder: Path) -> list[str]:
    return sorted(path.stem for path in folder.glob("*.toml"))


def everything(language: str) -> dict[str, str]:
    return {
        f"{name}{path}": text
        for room in ROOMS
        for name in files(room.FOLDER / "en")
        for path, text in leaves(room.texts(language, name))
    }


def braces(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_each_language_has_the_same_files() -> None:
    for room in ROOMS:
        english, french = (files(room.FOLDER / language) for language in LANGUAGES)
        assert english == french != []


def test_each_language_has_the_same_keys() -> None:
    assert everything("en").keys() == everything("fr").keys()


def test_no_text_is_empty_or_has_white_space_to_spare() -> None:
    for language in LANGUAGES:
        for path, text in everything(language).items():
            assert text.strip(), path
            assert "  " not in text, path
            assert "\n" not in text, path
            assert text == text.strip() or ".rest." in path, path


def test_the_languages_differ() -> None:
    english, french = everything("en"), everything("fr")
    ignored = re.compile(r"\.steps\.|\.rest\.|\[\d\]")
    same = {path: text for path, text in english.items() if text == french[path] and not ignored.search(path)}
    assert {path: text for path, text in same.items() if text not in SHARED} == {}


def test_the_languages_tell_the_same_facts() -> None:
    """A number may be written where the other language needs its noun, an owner where the other does without."""
    free = {"whom_player", "player", "whom_line"}
    english, french = everything("en"), everything("fr")
    for path, text in english.items():
        assert braces(text) - free == braces(french[path]) - free, path


@pytest.mark.parametrize("language", LANGUAGES)
def test_apostrophes_are_typographic(language: str) -> None:
    for path, text in everything(language).items():
        assert "'" not in text, path


def test_french_spaces_are_narrow_and_do_not_break() -> None:
    for path, text in everything("fr").items():
        bare = re.sub(r"\{[^}]*\}", "x", text)
        for sign in re.finditer(r"(.)[:;!?\u00bb]", bare):
            assert sign[1] == NARROW, f"{path}: {text}"
        for sign in re.finditer(r"\u00ab(.)", bare):
            assert sign[1] == NARROW, f"{path}: {text}"


def test_english_has_no_french_spaces() -> None:
    for path, text in everything("en").items():
        assert NARROW not in text, path


def test_a_missing_text_says_where() -> None:
    with pytest.raises(MissingText, match=r"text/fr/trace\.toml has no events\.nothing"):
        find("fr", "trace", "events", "nothing")
    with pytest.raises(MissingText, match="'de'"):
        texts("de", "trace")


@pytest.mark.parametrize(
    ("language", "number", "written"),
    [
        ("en", 0, "0 places"),
        ("en", 1, "1 place"),
        ("en", 2, "2 places"),
        ("fr", 0, "0 emplacement"),
        ("fr", 1, "1 emplacement"),
        ("fr", 2, "2 emplacements"),
    ],
)
def test_numbers_bring_their_nouns(language: str, number: int, written: str) -> None:
    assert f"{Count(number, language):places}" == written
    assert f"{Count(number, language)}" == str(number)


def test_seats_bring_their_forms() -> None:
    assert f"{Named('A', 'player', 'fr'):of}" == "du joueur A"
    assert f"{Named('B', 'ai', 'fr'):at}" == "\u00e0 l\u2019IA B"
    assert f"{Named('B', 'ai', 'en')}" == "AI B"
    with pytest.raises(MissingText, match=r"player\.backwards"):
        f"{Named('A', 'player', 'en'):backwards}"
