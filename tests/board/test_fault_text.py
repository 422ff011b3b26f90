"""Abilities, faults and errors in words."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from board.fault_text import error_text, fault_text
from board.texts import LANGUAGES, MissingText, texts
from cards.abilities import TEXTS, ability_name, ability_text
from engine.decks.rules.abilities import FLAG_OF_SLUG, SEASON_1, SEASON_2
from engine.decks.rules.legality import MESSAGES
from engine.kernel.errors import FAULTS, Fault

SLUGS = [*FLAG_OF_SLUG, "aura"]
CODES = ["bad-json", "bad-position", *MESSAGES]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ability_and_no_other_is_explained(language: str) -> None:
    assert set(TEXTS.file(language, "abilities")) == set(SLUGS)
    for slug in SLUGS:
        for edition in (SEASON_1, SEASON_2):
            text = ability_text(slug, language, edition)
            assert text.endswith("."), slug
            assert 1 <= text.count(". ") + 1 <= 2, slug
            assert "{" not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_abilities_are_all_different(language: str) -> None:
    names = [ability_name(slug, language) for slug in SLUGS]
    assert len(set(names)) == len(SLUGS)


def test_an_aura_is_named_with_what_it_lends() -> None:
    assert ability_name("aura:rage", "en") == "Aura: Rage"
    assert ability_name("aura:backlash", "fr") == "Aura\u202f: Retour de flammes"
    assert ability_text("rage", "en") in ability_text("aura:rage", "en")
    assert ability_text("aerial", "fr", SEASON_1) in ability_text("aura:aerial", "fr", SEASON_1)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", ["aerial", "indestructible", "perforation", "splash"])
def test_some_abilities_differ_by_season(slug: str, language: str) -> None:
    assert ability_text(slug, language, SEASON_1) != ability_text(slug, language, SEASON_2)


def test_what_season_1_does_not_have_is_not_in_its_texts() -> None:
    assert "Backlash" not in ability_text("indestructible", "en", SEASON_1)
    assert "flammes" not in ability_text("indestructible", "fr", SEASON_1)


def test_an_unknown_ability_is_missing() -> None:
    with pytest.raises(MissingText, match=r"abilities\.toml has no flying\.name"):
        ability_name("flying", "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_and_no_other_has_a_sentence(language: str) -> None:
    assert set(texts(language, "faults")["faults"]) == set(FAULTS)
    for name in FAULTS:
        text = fault_text(Fault(name, "/players/A", "DETAIL"), language)
        assert text.endswith(".")
        assert ("DETAIL" in text) == ("{}" in FAULTS[name]), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_error_and_no_other_has_a_sentence(language: str) -> None:
    assert set(texts(language, "faults")["errors"]) == set(CODES)
    for code in CODES:
        assert error_text(code, language).endswith(".")


@pytest.mark.parametrize(
    ("fault", "english", "french"),
    [
        (Fault("wrong-type", "", "a list"), "This must be a list.", "Il faut ici une liste."),
        (
            Fault("out-of-range", "", "from 1 to 99"),
            "This must be a number from 1 to 99.",
            "Il faut ici un nombre de 1 \u00e0 99.",
        ),
        (
            Fault("out-of-range", "", "at least 0"),
            "This must be a number of at least 0.",
            "Il faut ici un nombre d\u2019au moins 0.",
        ),
        (
            Fault("out-of-range", "", "of goals up to 2"),
            "This must be a number of goals up to 2.",
            "Il faut ici un nombre de buts d\u2019au plus 2.",
        ),
        (
            Fault("unknown-card", "", "set/{card}"),
            "The catalogue has no card \u201cset/{card}\u201d.",
            "Le catalogue n\u2019a pas de carte \u00ab\u202fset/{card}\u202f\u00bb.",
        ),
    ],
)
def test_faults_in_words(fault: Fault, english: str, french: str) -> None:
    assert fault_text(fault, "en") == english
    assert fault_text(fault, "fr") == french


# What is wrong with positions, cards and actions is told on pages. Documents of sessions and of the two other games are
# read by programs alone, in English.
ROOMS = ("kernel", "decks")


def details(source: str) -> Iterator[str]:
    """The details that a source of the engine gives to the fault ``wrong-type``, as far as they stand in it."""
    for node in ast.walk(ast.parse(source)):
        name = getattr(node.func, "attr", getattr(node.func, "id", "")) if isinstance(node, ast.Call) else ""
        arguments = node.args[2:] if name in ("fault", "Fault") else node.args[3:] if name == "text" else []
        for argument in arguments:
            for constant in ast.walk(argument):
                if isinstance(constant, ast.Constant) and isinstance(constant.value, str):
                    yield constant.value


def test_every_detail_that_the_engine_writes_is_known(root: Path) -> None:
    known = set(texts("en", "faults")["details"])
    written: set[str] = set()
    for path in (root / "engine").rglob("*.py"):
        if (
            not path.is_relative_to(root / "engine/decks/sessions")
            and path.relative_to(root / "engine").parts[0] in ROOMS
        ):
            written |= set(details(path.read_text(encoding="utf-8")))
    phrases = {detail for detail in written if " " in detail and not detail.endswith(" ") and detail != ", "}
    assert "a whole number" in phrases
    assert phrases <= known
