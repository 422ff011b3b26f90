"""The site's own books: whole, in a learning order, of the sets' own cards, told in both languages, proved."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from statistics import mean
from typing import Any

import pytest

from board.naming import localised
from cards.sets import EDITIONS, SLUGS, catalogue, read_set
from engine.decks.composing import GOALS
from engine.decks.formats.interchange import faults_of, read_position
from engine.decks.formats.objectives import BACK
from engine.decks.rules.abilities import FLAG_OF_SLUG, SEASON_2
from engine.decks.rules.position import Position
from engine.decks.rules.version import RULES_VERSION
from engine.decks.solving import Budget
from engine.decks.solving.objective import PREDICT
from engine.decks.solving.result import UNIQUE, UNIQUE_UP_TO_ORDER
from grimoire.book_files import BOOKS, COMPANY, NIGHTS, Volume, VolumePage, all_volumes, read_volume
from grimoire.keys import position_key
from grimoire.models.books import GRIMOIRE_PAGES
from grimoire.models.puzzles import TITLE_LENGTH, WORDS_LENGTH
from grimoire.proving.searching import likeness_of, search
from grimoire.solving.questions import questions_of
from tools.books.book_file import short_key
from tools.books.candidates import played
from tools.books.company import company_cards, company_parts
from tools.books.drafting import told_line
from tools.books.measuring import measured
from tools.books.nights import nights_parts
from tools.books.recipes import CHAPTERS, LESSONS, parts_of

VOLUMES = all_volumes()
PAGES = [page for volume in VOLUMES for page in volume.pages]
EACH_VOLUME = pytest.mark.parametrize("volume", VOLUMES, ids=lambda volume: volume.slug)
EACH_SET_VOLUME = pytest.mark.parametrize(
    "volume", [volume for volume in VOLUMES if volume.slug in SLUGS], ids=lambda volume: volume.slug
)
EACH_MIXED_VOLUME = pytest.mark.parametrize(
    "volume", [volume for volume in VOLUMES if volume.slug != NIGHTS], ids=lambda volume: volume.slug
)
LONGEST_TITLE = 44
MAX_FORETOLD = GRIMOIRE_PAGES // 4
SAMPLE = 24
# Publisher's and others' names have no business in titles.
FOREIGN = ("clash of decks", "lumberjacks", "magic", "pokemon", "hearthstone")


def position_of(page: VolumePage) -> Position:
    return read_position(page.position)


def parts(volume: Volume) -> list[list[VolumePage]]:
    """The pages of a book, chapter by chapter."""
    chapters: list[list[VolumePage]] = []
    for page in volume.pages:
        if page.opens:
            chapters.append([])
        chapters[-1].append(page)
    return chapters


def cards_in(data: Any) -> list[dict[str, Any]]:
    """Every card that a position's JSON writes out."""
    if isinstance(data, list):
        return [card for item in data for card in cards_in(item)]
    if not isinstance(data, dict):
        return []
    inner = [card for value in data.values() for card in cards_in(value)]
    return [data, *inner] if data.get("type") in ("creature", "incantation") else inner


def is_proved(page: VolumePage) -> None:
    """Asserts that the engine still finds just what the file says."""
    position = position_of(page)
    finding = search(position, Budget())
    assert finding.answer["solutions"] == page.answer["solutions"], page.reference
    assert (finding.verdict, finding.complete, finding.level) == (page.answer["verdict"], True, page.level)
    assert finding.abilities == page.at_work, page.reference
    assert likeness_of(position, finding.answer, finding.abilities) == page.likeness[:400]


# The shelf


def test_there_is_a_book_for_each_set() -> None:
    """One of Solo, Co-op, Free-for-All and Teams, and one of long pages, both with cards of all sets of an edition."""
    assert [volume.slug for volume in VOLUMES] == [*SLUGS, COMPANY, NIGHTS] == list(BOOKS)
    assert len(PAGES) == len(BOOKS) * GRIMOIRE_PAGES == 416
    company = next(volume for volume in VOLUMES if volume.slug == COMPANY)
    assert min(Counter(page.position["mode"] for page in company.pages).values()) >= 6
    assert {page.position["mode"] for page in company.pages} == {"solo", "coop", "ffa", "teams"}


def test_no_two_pages_are_alike() -> None:
    for what in (
        [position_key(position_of(page)) for page in PAGES],
        [page.likeness for page in PAGES],
        [page.reference for page in PAGES],
        [page.title.en.casefold() for page in PAGES],
        [page.title.fr.casefold() for page in PAGES],
    ):
        assert [description for description, times in Counter(what).items() if times > 1] == []


def test_every_ability_of_both_editions_is_at_work() -> None:
    at_work = Counter(slug for page in PAGES for slug in page.at_work)
    assert {slug: at_work[slug] for slug in FLAG_OF_SLUG if at_work[slug] < 4} == {}


def test_every_goal_and_mode_comes_up() -> None:
    goals = Counter(page.goal for page in PAGES)
    assert set(goals) == set(GOALS)
    assert min(goals.values()) >= 10
    assert {page.position["mode"] for page in PAGES} == {"duel", "solo", "coop", "ffa", "teams"}


# Each book


@EACH_VOLUME
def test_a_book_is_whole(volume: Volume) -> None:
    assert [page.number for page in volume.pages] == list(range(1, GRIMOIRE_PAGES + 1))
    assert len(parts(volume)) == len(CHAPTERS)
    of_no_set = {COMPANY: company_parts, NIGHTS: nights_parts}
    composed = of_no_set[volume.slug]() if volume.slug in of_no_set else parts_of(read_set(volume.slug))
    chapter_of = {part.name: part.chapter for part in composed}
    for chapter, pages in zip(CHAPTERS, parts(volume), strict=True):
        assert {chapter_of[page.part] for page in pages} == {chapter}
        assert len({page.chapter.en for page in pages}) == 1


@EACH_VOLUME
def test_pages_are_sound(volume: Volume) -> None:
    edition = EDITIONS[read_set(volume.slug).season] if volume.slug in SLUGS else SEASON_2
    for page in volume.pages:
        assert faults_of(dict(page.position)) == []
        assert page.key == short_key(position_of(page))
        assert page.answer["verdict"] in (UNIQUE, UNIQUE_UP_TO_ORDER)
        assert page.answer["complete"] and len(page.answer["solutions"]) == 1
        assert page.rules_version == RULES_VERSION
        assert page.position["edition"] == edition
        if page.position["mode"] == "duel":
            assert page.position["active"] == page.position["objective"]["player"] == "A"


@EACH_VOLUME
def test_the_cards_are_the_set_s_own(volume: Volume) -> None:
    """As they are now: whoever changes a card of a set composes its book's pages anew."""
    sets = {volume.slug} if volume.slug in SLUGS else {card.set for card in company_cards()}
    own = {card["name"]: card for card in catalogue(sets).values()}
    for page in volume.pages:
        for card in cards_in(page.position):
            if card == BACK.to_json():  # of a hidden hand, whose cards stand beside the goal
                continue
            printed = {key: value for key, value in card.items() if key != "sharpened"}
            assert printed == own[card["name"]], page.reference


@EACH_VOLUME
def test_it_goes_from_easy_to_hard(volume: Volume) -> None:
    levels = [[page.level for page in pages] for pages in parts(volume)]
    for chapter in levels:
        assert all(level <= next_level for level, next_level in pairwise(chapter)), chapter
    means = [mean(chapter) for chapter in levels]
    assert means[0] == min(means), means
    assert means[-1] == max(means) >= 3.7, means
    assert levels[-1][-1] == 5
    if volume.slug != NIGHTS:
        assert means[0] <= 2.75 and levels[0][0] == 1


def test_long_nights_are_long_and_have_stories() -> None:
    (nights,) = (volume for volume in VOLUMES if volume.slug == NIGHTS)
    assert all(page.words.en and page.position["mode"] == "duel" for page in nights.pages)
    turns = Counter(page.position["objective"]["turns"] for page in nights.pages)
    assert turns[3] >= 24 and turns[1] == 0
    assert {page.goal for page in nights.pages} == {"win", "bastion", "destroy"}


def test_levels_are_what_a_reader_would_say() -> None:
    """The same card four times, and the one pair that can be paid for, are easier than a choice of two that tempts."""
    levels = {page.reference: page.level for page in PAGES}
    assert levels["discord/seven-by-twos"] == 2
    assert levels["belligerency/a-bugle-between-two-machines"] == 3
    assert levels["bogging-down/what-stops-a-mammoth"] == 4
    assert levels["initiation/a-thief-a-shell-and-roots"] == 5
    measured = [(page.level, page.answer["difficulty"]["features"]) for page in PAGES if page.goal != "predict"]
    single = [level for level, features in measured if features["plays"] == features["turns"] == 1]
    assert sum(level <= 2 for level in single) > 0.9 * len(single)


def test_levels_of_a_kind_are_what_a_reader_would_say() -> None:
    """In one turn: one card again and again, and a choice among few positions, are easier than several cards."""
    one_turn = [page for page in PAGES if page.goal != "predict" and page.position["objective"]["turns"] == 1]
    of_kind: dict[str, list[int]] = {"one card again": [], "few positions": [], "several cards": []}
    for page in one_turn:
        features = page.answer["difficulty"]["features"]
        if features["plays"] > 1:
            different = features["plays"] - len(features["again"])
            of_kind["one card again" if different == 1 else "several cards"].append(page.level)
        if features["positions"] <= 25:
            of_kind["few positions"].append(page.level)
    means = {kind: mean(levels) for kind, levels in of_kind.items()}
    assert max(means["one card again"], means["few positions"]) <= 2.2 < 3 < means["several cards"], means
    assert max(of_kind["one card again"] + of_kind["few positions"]) < 5


@EACH_VOLUME
def test_neighbours_differ(volume: Volume) -> None:
    for page, following in pairwise(volume.pages):
        assert page.pattern != following.pattern or page.pattern == "-", following.reference


@EACH_MIXED_VOLUME
def test_it_is_a_mixture(volume: Volume) -> None:
    goals = Counter(page.goal for page in volume.pages)
    modes = Counter(page.position["mode"] for page in volume.pages)
    assert goals["predict"] <= MAX_FORETOLD
    assert len(goals) >= 5
    assert modes["solo"] >= 2
    assert modes["ffa"] + modes["teams"] + modes["coop"] >= 1
    assert sum(page.position["objective"]["turns"] == 2 for page in volume.pages) >= 2


@EACH_SET_VOLUME
def test_its_set_s_abilities_are_taught(volume: Volume) -> None:
    """Each is at work on a page of the first chapter, and the first page about it says what it does."""
    abilities = read_set(volume.slug).abilities
    lessons = parts(volume)[LESSONS]
    for slug in abilities:
        about = [page for page in lessons if page.part.endswith(f"-{slug}")]
        assert about, slug
        assert any(slug in page.at_work for page in about)
        assert about[0].words.en and about[0].afterword.en, about[0].reference
    at_work = Counter(slug for page in volume.pages for slug in page.at_work)
    assert all(at_work[slug] >= 4 for slug in abilities), at_work


# The words


def test_titles_are_titles() -> None:
    for page in PAGES:
        for title in (page.title.en, page.title.fr):
            assert 4 <= len(title) <= LONGEST_TITLE, title
            assert not title.endswith(".")
            assert not any(name in title.casefold() for name in FOREIGN)
        assert page.title.en != page.title.fr or len(page.title.en.split()) <= 3


@EACH_VOLUME
def test_words_are_in_both_languages(volume: Volume) -> None:
    for words in (volume.title, volume.about):
        assert words.en and words.fr
    assert len(volume.title.en) <= TITLE_LENGTH
    for page in volume.pages:
        assert page.chapter.en and page.chapter.fr
        for words in (page.words, page.afterword):
            assert bool(words.en) == bool(words.fr)
            assert len(words.en) <= WORDS_LENGTH and len(words.fr) <= WORDS_LENGTH
            assert not words.en or words.en.endswith((".", "!", "?"))
            assert '"' not in words.en + words.fr and "'" not in words.en + words.fr


def test_french_signs_keep_to_their_words() -> None:
    """No line breaks before what French sets apart by a space: the space is a no-break space."""
    for page in PAGES:
        for words in (page.title, page.words, page.afterword, page.chapter):
            assert not re.search(r" [?!:;»]|« ", words.fr), words.fr


def test_no_title_names_a_card_that_the_solution_plays() -> None:
    """Titles may name what stands on the board, but not the key."""
    for page in PAGES:
        for name in played(page.position, page.answer["solutions"][0]):
            assert name.casefold() not in page.title.en.casefold(), page.reference


@EACH_VOLUME
def test_cards_have_french_names(volume: Volume) -> None:
    for page in volume.pages[:4]:
        for english, french in zip(
            cards_in(page.position), cards_in(localised(dict(page.position), "fr")), strict=True
        ):
            assert {**english, "name": ""} == {**french, "name": ""}


# The afterwords

NUMBERS = {
    "en": ("nought", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
    "fr": ("zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf"),
}
TRIED = [page for page in PAGES if page.tried is not None]
DASHES = re.compile(r"[\s\u2019'\-]+")


def says_number(text: str, number: int, language: str) -> bool:
    """Whether a text names a number, in a figure or in a word."""
    return any(word in (str(number), NUMBERS[language][number]) for word in re.findall(r"\w+", text.casefold()))


def says_card(text: str, name: str) -> bool:
    """Whether a text names a card, by some longer word of its name, in the singular or the plural."""
    words = {word.rstrip("s") for word in DASHES.split(text.casefold()) for word in re.findall(r"\w+", word)}
    return any(part.rstrip("s") in words for part in DASHES.split(name.casefold()) if len(part) > 2)


# Words of the game that are written with a capital in English beside the cards' names.
TERMS = frozenset((
    "All", "Free", "A", "AI", "Aim", "Aquatic", "Assault", "Aura", "B", "Backlash", "Bastion", "Berserk",
    "Blackmail", "Blood", "Bridge", "C", "Catalyst", "Counter", "Creature", "Curse", "Cursed", "D", "Defender",
    "Duel", "Enchain", "Focus", "Fort", "Health", "HP", "I", "Immolation", "Incantation", "Indestructible",
    "Instinct", "Lucidity", "Mana", "Mercenary", "Perforation", "Point", "Price", "Protection", "Rage",
    "Regeneration", "Reinforcement", "Sharpening", "Splash", "Sprint", "Stronghold", "Symbiote", "Vanish",
    "Vulnerability", "Vulnerable", "Wrecker",
))  # fmt: skip


# The same of French, and letters and modes.
TERMES = frozenset((
    "A", "Aquatique", "Assaut", "Aura", "B", "Bastion", "Berserk", "Blessure", "C", "Catalyseur", "Chacun", "Chantage",
    "Concentration", "Contre", "Créature", "D", "Destructeur", "Destructrice", "Défenseur", "Dérobade", "Enchaîner",
    "Fort", "Forteresse", "IA", "Immolation", "Incantation", "Indestructible", "Instinct", "Lucidité", "Mana", "Maudit",
    "Maudite", "Mercenaire", "PV", "Perforation", "Point", "Pont", "Protection", "Rage", "Renfort", "Retour",
    "Régénération", "Splash", "Sprint", "Symbiote", "Vie", "Visée", "Vulnérabilité", "Affûtage",
))  # fmt: skip


def capitals(text: str) -> Iterator[str]:
    """The words with a capital that begin no sentence."""
    for sentence in re.split(r"(?<=[.!?:;])\s+", text):
        yield from (word for word in re.findall(r"\w+", sentence)[1:] if word[0].isupper())


@pytest.mark.parametrize(("language", "terms"), [("en", TERMS), ("fr", TERMES)])
def test_afterwords_name_no_card_that_is_not_there(language: str, terms: frozenset[str]) -> None:
    """Names have capitals: each word with one inside a sentence is of a card of the page, or of the game."""
    for page in PAGES:
        cards = " ".join(card["name"] for card in cards_in(localised(dict(page.position), language)))
        known = {word.casefold().rstrip("sx") for word in re.findall(r"\w+", f"{cards} {' '.join(terms)}")}
        for word in capitals(page.afterword.in_language(language)):
            assert word.casefold().rstrip("sx") in known, (page.reference, word)


def test_french_calls_abilities_by_their_names() -> None:
    """And damage by the game's word for it."""
    for page in PAGES:
        for words in (page.words, page.afterword):
            assert not re.search(
                "Riposte|Contrordre|[ÉÈé]claboussure|Focalisation|Démoliss|Enchaînement|dégât", words.fr
            )


def test_every_page_has_an_afterword() -> None:
    assert [page.reference for page in PAGES if not page.afterword.en] == []


def test_afterwords_are_all_different() -> None:
    for language in ("en", "fr"):
        assert len({page.afterword.in_language(language) for page in PAGES}) == len(PAGES)


@EACH_VOLUME
def test_a_book_has_two_showpieces_with_a_story(volume: Volume) -> None:
    shown = [page for page in volume.pages if page.showpiece]
    assert len(shown) == 2
    assert all(page.words.en and page.level >= 2 for page in shown)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_an_afterword_says_of_a_try_is_so(language: str) -> None:
    """Where it tells of a recorded try it says what that lacks, as the engine does, and names what is played."""
    assert len(TRIED) > 150
    for page in TRIED:
        assert page.tried is not None
        tried = page.answer["tries"][page.tried]
        lacking, text = tried["lacking"], page.afterword.in_language(language)
        assert lacking["part"] != "lost", page.reference
        assert says_number(text, lacking["left"], language), (page.reference, lacking["left"], text)
        in_words = told_line(page, tried["line"], language)
        named = [says_card(text, name) for name in in_words.plays]
        assert any(named) or not named, (page.reference, in_words.plays, text)
        if page.position["objective"]["turns"] == 1 and page.goal != "survive":
            assert (in_words.part, in_words.left) == (lacking["part"], lacking["left"]), page.reference


# What an afterword says is left of the Mana, and that all of it goes.
MANA_LEFT = {
    "en": r"no Mana left|(\d+) Mana (?:is|are|that are) left|leave just the (\d+) Mana|Mana there is none|Mana is gone",
    "fr": r"n\u2019y a plus de Mana|reste (\d+) Mana|laissent juste les (\d+) Mana",
}
MANA_SPENT = {"en": r"(?:costs|taken) all (\d+) Mana", "fr": r"(?:coûte|pris) les (\d+) Mana"}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_an_afterword_says_of_mana_is_so(language: str) -> None:
    """Of a sentence that tells what is lacking it is the told try that is meant, of any other either of both."""
    checked = 0
    for page in PAGES:
        solution = told_line(page, page.answer["solutions"][0], language).mana
        tried: tuple[int, ...] = ()
        if page.tried is not None:
            tried = told_line(page, page.answer["tries"][page.tried]["line"], language).mana
        for sentence in re.split(r"(?<=[.!?])\s+", page.afterword.in_language(language)):
            fails = re.search(r"missing|short|keeps|il manque|garde", sentence) and tried
            lines = (tried,) if fails else (solution, tried)
            for claim in re.finditer(MANA_LEFT[language], sentence):
                left = next((int(number) for number in claim.groups() if number), 0)
                assert any(left in line[1:] for line in lines), (page.reference, claim.group(), lines)
                checked += 1
            for claim in re.finditer(MANA_SPENT[language], sentence):
                spent = [mana - mana_after for line in lines for mana, mana_after in pairwise(line)]
                assert int(claim.group(1)) in spent and 0 in lines[-1], (page.reference, claim.group(), lines)
                checked += 1
    assert checked >= 5


# What has retired


def test_a_retired_page_is_told_from_all_others() -> None:
    retired = [page for volume in VOLUMES for page in volume.retired]
    assert len({page.reference for page in [*PAGES, *retired]}) == len(PAGES) + len(retired)
    assert {page.number for page in retired} == {0}
    for page in retired:
        assert page.title.en and page.title.fr and page.key == short_key(position_of(page))


@EACH_VOLUME
def test_a_book_is_what_it_should_be(volume: Volume) -> None:
    assert measured(volume).missed == []


def test_what_is_to_be_foretold_by_choices_is_one_question() -> None:
    """With near misses: at least two wrong answers."""
    for page in PAGES:
        if page.goal == PREDICT and not page.by_board:
            position = position_of(page)
            (question,) = questions_of(position, position_key(position), [page.asks])
            assert question.key == page.asks and len(question.answers) >= 3, page.reference
        else:
            assert not page.asks, page.reference


# The proofs


def sampled() -> list[VolumePage]:
    """Two or three pages of every book, others whenever the rules change."""
    rng = random.Random(RULES_VERSION)
    pages = [page for volume in VOLUMES for page in rng.sample(volume.pages, 3)]
    return rng.sample(pages, min(SAMPLE, len(pages)))


@pytest.mark.parametrize("page", sampled(), ids=lambda page: page.reference)
def test_a_sample_is_proved_again(page: VolumePage) -> None:
    is_proved(page)


@pytest.mark.long
@EACH_VOLUME
def test_all_are_proved_again(volume: Volume) -> None:
    for page in volume.pages:
        is_proved(page)


# Reading


def test_a_book_that_there_is_not() -> None:
    with pytest.raises(OSError, match=r"nothing\.toml"):
        read_volume("nothing")
