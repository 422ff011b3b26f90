"""The rulings: the same ones in both languages, and every one that the engine cites."""

import re

import pytest

from engine.abilities import FLAG_OF_SLUG
from rulings.catalogue import MIXED, STATUSES, all_rulings, anchor_of, ruling, rulings_about
from rulings.texts import LANGUAGES, MissingText, texts
from tests.rulings.games import seen

SIZES = {1: 8, 2: 12, 3: 9, 4: 6, 5: 30, 6: 4, 7: 9, 8: 4, 9: 4, 10: 3}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ruling_is_there_in_order(language: str) -> None:
    numbers = [one.number for one in all_rulings(language)]
    assert numbers == [f"{part}.{index}" for part, size in SIZES.items() for index in range(1, size + 1)]
    assert set(texts(language, "rulings")) == {*numbers, "parts", "status"}


def test_the_languages_agree_but_in_words() -> None:
    for one, other in zip(all_rulings("en"), all_rulings("fr"), strict=True):
        assert (one.number, one.part, one.status, one.abilities) == (
            other.number,
            other.part,
            other.status,
            other.abilities,
        )
        assert bool(one.ours) == bool(other.ours)
        assert one.title != other.title
        assert one.text != other.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_rulings_are_whole(language: str) -> None:
    assert set(texts(language, "rulings")["status"]) == set(STATUSES)
    for one in all_rulings(language):
        assert one.status in STATUSES
        assert one.status_name
        assert one.part_name
        assert set(one.abilities) <= {*FLAG_OF_SLUG, "aura"}
        assert len(set(one.abilities)) == len(one.abilities)
        assert 2 <= len(one.title.replace("\u202f:", "").split()) <= 6
        assert not one.title.endswith(".")
        for text in filter(None, (one.text, one.ours)):
            assert text.endswith(".")
            assert "  " not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_ours_is_told_apart(language: str) -> None:
    for one in all_rulings(language):
        assert bool(one.ours) == (one.status == MIXED), one.number


@pytest.mark.parametrize("language", LANGUAGES)
def test_rulings_that_a_text_names_exist(language: str) -> None:
    for one in all_rulings(language):
        for number in re.findall(r"(?<![\d,.])\d{1,2}\.\d{1,2}(?![\d])", f"{one.text} {one.ours}"):
            if one.part != 9:  # the part with prices
                assert ruling(number, language).number == number


def test_the_rulings_that_traces_cite_exist() -> None:
    for number in {number for one in seen() for number in one.event.rulings}:
        assert ruling(number, "en")


@pytest.mark.parametrize("slug", [*FLAG_OF_SLUG, "aura"])
def test_every_ability_has_a_ruling_of_its_own(slug: str) -> None:
    assert slug in rulings_about(slug, "fr")[0].abilities


def test_rulings_about_an_ability_begin_with_its_own() -> None:
    assert rulings_about("perforation", "en")[0].number == "5.17"
    assert {"5.17", "5.4", "5.13"} <= {one.number for one in rulings_about("perforation", "en")}


def test_a_ruling_in_words() -> None:
    one = ruling("5.10", "en")
    assert one.title == "Defender: never the Stronghold"
    assert one.part_name == "Special Abilities"
    assert one.anchor == anchor_of("5.10") == "r5-10"
    assert one.status == "mixed"
    assert "Sharpening" in one.ours


def test_an_unknown_ruling_is_missing() -> None:
    with pytest.raises(MissingText, match=r"no ruling 5\.99"):
        ruling("5.99", "en")
