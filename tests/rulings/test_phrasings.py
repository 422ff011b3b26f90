"""The ways to ask: what they ask for exists, everything is asked for, and questions in other words are answered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from io import StringIO
from itertools import chain
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from engine.decks.rules.abilities import ABILITIES_OF_EDITION, FLAG_OF_SLUG, SEASON_1, SEASON_2
from rulings.catalogue import all_rulings
from rulings.matrix import find_cell
from rulings.rulebook import ABILITY, RULE, RULING, TERM, glossary, paragraphs
from rulings.searching import CELL, Answer, BadPhrasings, RuleEntry, search
from rulings.searching.alike import meaning, meanings
from rulings.searching.phrasings import phrasings, read_phrasings
from rulings.texts import LANGUAGES
from tools.management.commands.measure_search import FOLDER as ASKED
from tools.management.commands.measure_search import read_questions

FEWEST = 2  # ways to ask for anything

# Those in desk/ are about three games: test_desk.py reads them.
QUESTIONS = sorted(path for path in ASKED.rglob("*.txt") if path.parent.name != "desk")


def found(query: str, language: str, among: int = 3) -> list[tuple[str, str]]:
    return [(hit.kind, hit.id) for hit in search(query, language, among)]


def assert_exists(answers: Iterable[Answer], language: str, where: str) -> None:
    """Whether what a question names as its answer is there."""
    known = {
        RULING: {ruling.id for ruling in all_rulings(language)},
        RULE: set(paragraphs(language)),
        ABILITY: {term.id for term in glossary(language) if term.is_ability},
        TERM: {term.id for term in glossary(language) if not term.is_ability},
    }
    for kind, identifier in answers:
        if kind == CELL:
            first, second = identifier.split("/")
            assert find_cell(first, second, SEASON_2), (where, identifier)
        else:
            assert identifier in known[kind], (where, kind, identifier)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_ways_to_ask_are_asked_of_exists(language: str) -> None:
    assert_exists(chain.from_iterable(way.answers for way in phrasings(language)), language, "phrasings.txt")


@pytest.mark.parametrize("path", QUESTIONS, ids=lambda path: str(path.relative_to(ASKED)))
def test_what_answers_the_questions_that_measure_exists(path: Path) -> None:
    """A renamed ruling would only make the measured figure worse, and nobody would know why."""
    questions = read_questions(path)
    assert questions
    assert_exists(chain.from_iterable(answers for _, answers in questions), path.name[:2], str(path.relative_to(ASKED)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ruling_ability_and_paragraph_is_asked_for_in_several_ways(language: str) -> None:
    ways = Counter(answer for way in phrasings(language) for answer in way.answers)
    rulings = {(RULING, ruling.id) for ruling in all_rulings(language)}
    abilities = {(ABILITY, slug) for slug in (*FLAG_OF_SLUG, "aura")}
    # Steps of an activation order are found by their abilities; a few paragraphs only lead on to another chapter.
    rules = {
        (RULE, identifier)
        for identifier in paragraphs(language)
        if not identifier.startswith("order.") and not identifier.endswith(".rest")
    }
    for answer in rulings | abilities | rules:
        assert ways[answer] >= FEWEST, answer


def test_both_languages_ask_for_the_same_things() -> None:
    answers_by_language = [list(dict.fromkeys(way.answers for way in phrasings(language))) for language in LANGUAGES]
    assert answers_by_language[0] == answers_by_language[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_way_to_ask_stands_twice_for_the_same(language: str) -> None:
    ways = Counter((way.text, way.answers) for way in phrasings(language))
    assert not [way for way, times in ways.items() if times > 1]


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["who begins"], "asked.txt:1: nothing says what answers 'who begins'"),
        (["# ways", "", "= x:rage"], "asked.txt:3: 'x:rage' is no answer"),
        (["= r:"], "asked.txt:1: 'r:' is no answer"),
    ],
)
def test_bad_files_are_refused_with_their_line(lines: list[str], said: str) -> None:
    with pytest.raises(BadPhrasings, match=said.replace("(", r"\(")):
        list(read_phrasings(lines, "asked.txt"))


def test_a_file_says_what_answers_the_lines_below() -> None:
    ways = list(read_phrasings(["# ways", "= r:rage c:rage/aerial", "haste", "", "= t:mana", "energy"], "asked.txt"))
    assert [(way.text, way.answers) for way in ways] == [
        ("haste", ((RULING, "rage"), (CELL, "aerial/rage"))),
        ("energy", ((TERM, "mana"),)),
    ]


@pytest.mark.parametrize(
    ("word", "synonym", "language"),
    [
        ("the castle of my foe", "the enemy stronghold", "en"),
        ("attack right away", "attack at once", "en"),
        ("bot", "computer", "en"),
        ("all my sixes", "all my 6", "en"),
        ("le château adverse", "la forteresse de l\u2019ennemi", "fr"),
        ("en même temps", "à la fois", "fr"),
        ("l\u2019ordi", "IA", "fr"),
    ],
)
def test_words_that_mean_the_same_are_one(word: str, synonym: str, language: str) -> None:
    assert sorted(meaning(word, language).split()) == sorted(meaning(synonym, language).split())


def test_words_that_say_nothing_mean_nothing() -> None:
    assert meanings(["what", "is", "the", "zeppelin"], "en") == ["zeppelin"]


@pytest.mark.parametrize(
    ("query", "language", "answer"),
    [
        ("my little sister would like to be the third player", "en", (RULE, "goal.modes")),
        ("what becomes of energy that I keep for later", "en", (RULE, "turn.lost")),
        ("may my buddy and I choose an identical hero", "en", (RULE, "champions.choose")),
        ("le robot n\u2019a plus une seule carte à retourner", "fr", (RULING, "ai-pile")),
        ("ma grosse bestiole peut-elle se mettre au premier rang", "fr", (RULING, "where-a-creature-enters")),
        ("je peux conserver mon énergie", "fr", (RULE, "turn.lost")),
    ],
)
def test_questions_in_other_words_are_answered(query: str, language: str, answer: tuple[str, str]) -> None:
    assert answer in found(query, language)


@pytest.mark.parametrize(
    ("query", "language"),
    [("is hit, flees to the back and attacks from there", "en"), ("touchée, elle fuit au fond et attaque de là", "fr")],
)
def test_a_cell_is_found_without_the_names_of_its_abilities(query: str, language: str) -> None:
    assert {(CELL, "instinct/vanish"), (CELL, "vanish/instinct")} & set(found(query, language, 5))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_that_editors_answered_is_asked_like_the_others(language: str) -> None:
    """Its title is a way to ask: other words for the same find it before rulings that share some."""
    entry = RuleEntry(RULING, "lost-card", "A card fell off the table", "Put it back where it was.")
    assert search("my card falls from the table", "en", answers=(entry,))[0].id == "lost-card"
    assert all(hit.id != "lost-card" for hit in search("my card falls from the table", language))


def test_a_long_question_is_read_to_its_end() -> None:
    preamble = "so we were playing last evening with my brother and then we both started to argue about this, "
    assert (RULING, "blackmail") in found(f"{preamble}how many cards does blackmail leave me", "en")


def measured(path: Path, *more: str) -> str:
    output = StringIO()
    call_command("measure_search", "--questions", str(path), *more, stdout=output)
    return output.getvalue()


def test_other_questions_can_be_measured(tmp_path: Path) -> None:
    (tmp_path / "en.txt").write_text("# ours\nhaste | a:rage r:rage\nhaste | t:mana\n", encoding="utf-8")
    (tmp_path / "fr.txt").write_text("rage | a:rage\n", encoding="utf-8")
    report = measured(tmp_path, "--misses")
    assert "en: 2 questions, hit@1 50%, hit@3 50%" in report and "fr: 1 questions, hit@1 100%" in report
    assert "-  haste  ability:rage" in report
    assert measured(tmp_path / "fr.txt").startswith("fr: 1 questions")


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("en.txt", "haste\n", "en.txt:1: write QUESTION"),
        ("en.txt", "haste | z:rage\n", "en.txt:1: 'z:rage' is no answer"),
        ("en.txt", "# none\n", "en: no questions"),
        ("de.txt", "haste | r:rage\n", "no file of questions"),
    ],
)
def test_questions_that_cannot_be_read_are_refused(tmp_path: Path, name: str, text: str, said: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(CommandError, match=said):
        measured(tmp_path)


def test_abilities_of_either_season_are_asked_for() -> None:
    abilities = {way.ability for way in phrasings("en")} - {""}
    both = ABILITIES_OF_EDITION[SEASON_1] | ABILITIES_OF_EDITION[SEASON_2]
    assert abilities >= {slug for slug, flag in FLAG_OF_SLUG.items() if flag & both}
