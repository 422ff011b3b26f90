"""The rulings: the same ones in both languages, and every one that the engine cites."""

import re
from dataclasses import replace

import pytest

from cards.sets import card_of
from engine.decks.rules.abilities import FLAG_OF_SLUG
from rulings.catalogue import (
    FAQ,
    INTERPRETATION,
    KINDS,
    MIXED,
    ORDER,
    RULEBOOK,
    STATUSES,
    all_rulings,
    anchor_of,
    cards_about,
    ids_ever_given,
    numbers_by_id,
    ruling,
    ruling_by_id,
    rulings_about,
)
from rulings.texts import LANGUAGES, MissingText, texts
from tests.board.games import seen

SIZES = {1: 8, 2: 13, 3: 9, 4: 6, 5: 30, 6: 4, 7: 12, 8: 4, 9: 4, 10: 3}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ruling_is_there_in_order(language: str) -> None:
    numbers = [ruling.number for ruling in all_rulings(language)]
    assert numbers == [f"{part}.{index}" for part, size in SIZES.items() for index in range(1, size + 1)]
    assert set(texts(language, "rulings")) == {*numbers, "parts", "status", "kinds"}


def test_the_languages_agree_but_in_words() -> None:
    for english, french in zip(all_rulings("en"), all_rulings("fr"), strict=True):
        assert (english.number, english.part, english.status, english.abilities) == (
            french.number,
            french.part,
            french.status,
            french.abilities,
        )
        assert [passage.kind for passage in english.passages] == [passage.kind for passage in french.passages]
        assert english.title != french.title
        assert english.text != french.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_rulings_are_whole(language: str) -> None:
    assert list(texts(language, "rulings")["status"]) == list(texts(language, "rulings")["kinds"]) == list(KINDS)
    for entry in all_rulings(language):
        assert entry.status in STATUSES
        assert entry.status_name
        assert entry.part_name
        assert set(entry.abilities) <= {*FLAG_OF_SLUG, "aura"}
        assert len(set(entry.abilities)) == len(entry.abilities)
        assert 2 <= len(entry.title.replace("\u202f:", "").split()) <= 6
        assert not entry.title.endswith(".")
        for passage in entry.passages:
            assert passage.text.endswith(".")
            assert "  " not in passage.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_part_of_a_ruling_says_where_it_comes_from(language: str) -> None:
    """Every word of the file is in some part, and nothing of ours is among what the books or the FAQ say."""
    for entry in all_rulings(language):
        words = texts(language, "rulings")[entry.number]
        assert {"title", *(passage.kind for passage in entry.passages)} == set(words), entry.number
        assert entry.said == " ".join(words[kind] for kind in KINDS if kind in words)
        assert entry.status == (entry.passages[0].kind if len(entry.passages) == 1 else MIXED)
        if entry.ours:
            assert entry.ours == words[INTERPRETATION] and words[INTERPRETATION] not in entry.text


def test_three_kinds_of_source_in_one_ruling() -> None:
    mixed = ruling("10.1", "en")
    assert [passage.kind for passage in mixed.passages] == [RULEBOOK, FAQ, INTERPRETATION]
    assert mixed.status_name == "Rulebooks · Publisher\u2019s FAQ · Our interpretation"
    assert [passage.kind for passage in ruling("3.8", "fr").passages] == [FAQ, INTERPRETATION]
    assert ruling("2.1", "en").passages[0].name == "Rulebooks"
    assert ruling("3.2", "en").status_name == "Follows from the activation order"


@pytest.mark.parametrize("language", LANGUAGES)
def test_rulings_that_a_text_names_exist(language: str) -> None:
    for cited_in in all_rulings(language):
        for number in re.findall(r"(?<![\d,.])\d{1,2}\.\d{1,2}(?![\d])", cited_in.said):
            if cited_in.part != 9:  # the part with prices
                assert ruling(number, language).number == number


def test_the_rulings_that_traces_cite_exist() -> None:
    for number in {number for traced in seen() for number in traced.event.rulings}:
        assert ruling(number, "en")


@pytest.mark.parametrize("slug", [*FLAG_OF_SLUG, "aura"])
def test_every_ability_has_a_ruling_of_its_own(slug: str) -> None:
    assert slug in rulings_about(slug, "fr")[0].abilities


def test_rulings_about_an_ability_begin_with_its_own() -> None:
    assert rulings_about("perforation", "en")[0].number == "5.17"
    assert {"5.17", "5.4", "5.13"} <= {ruling.number for ruling in rulings_about("perforation", "en")}


def test_a_ruling_in_words() -> None:
    defender = ruling("5.10", "en")
    assert defender.title == "Defender: never the Stronghold"
    assert defender.part_name == "Special Abilities"
    assert defender.anchor == anchor_of("5.10") == "r5-10"
    assert defender.status == "mixed"
    assert "Sharpening" in defender.ours


def test_an_unknown_ruling_is_missing() -> None:
    with pytest.raises(MissingText, match=r"no ruling 5\.99"):
        ruling("5.99", "en")


def test_ids_are_unique_and_well_formed() -> None:
    ids = list(numbers_by_id())
    assert len(set(ids)) == len(ids) == sum(SIZES.values())
    assert all(re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", identifier) for identifier in ids)


def test_ids_never_vanish_and_are_never_given_twice() -> None:
    """The list of all ids ever given only grows: an id that is in it is a ruling's, for good."""
    ids = ids_ever_given()
    assert len(set(ids)) == len(ids)
    assert set(ids) == set(numbers_by_id()), "add the ids of new rulings to rulings/text/ids.txt; never take one out"


@pytest.mark.parametrize("language", LANGUAGES)
def test_rulings_by_id(language: str) -> None:
    for entry in all_rulings(language):
        assert ruling_by_id(entry.id, language) is entry
    with pytest.raises(MissingText, match="no ruling 'nonsense'"):
        ruling_by_id("nonsense", language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_rulings_come_from(language: str) -> None:
    ours = texts(language, "sources")["ours"]
    for entry in all_rulings(language):
        assert entry.sources and len(set(entry.sources)) == len(entry.sources)
        assert (entry.sources == (ours,)) == (entry.status == INTERPRETATION)
        kinds = {passage.kind for passage in entry.passages}
        assert (ours in entry.sources) == (INTERPRETATION in kinds)
        assert (texts(language, "sources")["faq"] in entry.sources) == (FAQ in kinds)
        assert ORDER not in kinds or texts(language, "sources")["order"] in entry.sources
        assert entry.history[0].date == entry.date
        assert [change.date for change in entry.history] == sorted(change.date for change in entry.history)
        assert all(change.text for change in entry.history)


def test_cards_that_a_ruling_is_about() -> None:
    berserk = cards_about(ruling_by_id("berserk", "en"))
    assert {"belligerency/mad-reaper", "belligerency/frenzy-piper"} <= {card.reference for card in berserk}
    assert all({"berserk", "aura:berserk"} & set(card.abilities) for card in berserk)
    assert cards_about(ruling_by_id("stronghold-hp", "en")) == ()
    named = replace(ruling_by_id("berserk", "en"), references=("initiation/shell-on-guard",))
    assert cards_about(named)[0].reference == "initiation/shell-on-guard"
    assert len(cards_about(ruling_by_id("aura", "en"))) > 11


def test_references_of_cards_exist() -> None:
    for entry in all_rulings("en"):
        for reference in entry.references:
            assert card_of(reference)
