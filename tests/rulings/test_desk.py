"""The search of all games: an answer first, never a wrong yes or no, and nothing where nothing fits."""

from __future__ import annotations

import re
from collections import Counter
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import Owner
from cards.folding import folded
from rulings.catalogue import FAQ, INTERPRETATION, ORDER, RULEBOOK, numbers_by_id
from rulings.desk import cards_named, look_up, rulings_found
from rulings.fitting import DECKS, corpus_in, folder_of, language_of, shown_in
from rulings.games.registry import plain_games
from rulings.matrix import all_sentences
from rulings.models import Question
from rulings.rulebook import RULING
from rulings.searching import CELL, BadPhrasings
from rulings.searching.alike import leaning_words
from rulings.searching.answers import NO, YES, answers_in, asked_in, sentence_of
from rulings.searching.asking import abilities_in
from rulings.searching.stems import WORD
from rulings.searching.verdicts import known_question, number_words, read_question
from rulings.texts import LANGUAGES
from rulings.views.decided import readings_of
from tools.management.commands.measure_desk import (
    FOLDER,
    OFF_TOPIC,
    REPORTED,
    answered,
    measure,
    read_desk_questions,
    read_off_topic,
    taken_for_sure,
)

GAMES = (DECKS, *plain_games())
ASKED = sorted(path for path in FOLDER.glob("*.txt") if not path.stem.endswith(OFF_TOPIC))
LEAST_FIRST = 0.85  # of the questions that were tuned on, as a share
MOST_SURE = 0.1  # of the questions that no rules answer


def rulings_of(game: str) -> set[str]:
    return set(numbers_by_id()) if game == DECKS else set(plain_games()[game].ids())


@pytest.mark.parametrize("game", GAMES)
def test_every_answer_is_of_a_ruling_and_asked_for_in_both_languages(game: str) -> None:
    for answer in answers_in(folder_of(game)):
        assert answer.ruling in rulings_of(game), answer.ruling
        assert all(answer.questions.values()) or not answer.sentences, answer
        assert set(answer.sentences) in (set(), set(LANGUAGES)), answer
    for language in LANGUAGES:
        twice = Counter(question for question, _ in asked_in(folder_of(game), language))
        assert not [question for question, count in twice.items() if count > 1]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_known_questions_have_their_own_answers(game: str, language: str) -> None:
    known = asked_in(folder_of(game), language)
    for question, answer in known[::5]:
        found = known_question(question, known, language, lambda _word: 1.0)
        assert found is None or found.verdict in ("", answer.verdict), question


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_question_is_settled_twice(game: str, language: str) -> None:
    """What asks the same in other words (the same meanings, numbers and negations) has the same yes, no or number."""
    settled: dict[object, set[str]] = {}
    for question, answer in asked_in(folder_of(game), language):
        if answer.verdict:
            settled.setdefault(read_question(question, language), set()).add(answer.verdict)
    assert [asked for asked, verdicts in settled.items() if len(verdicts) > 1] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_question_that_is_turned_round_gets_no_yes_and_no_no(game: str) -> None:
    known = asked_in(folder_of(game), "en")
    turned = 0
    for question, answer in known[::2]:
        first, _, rest = question.partition(" ")
        if answer.verdict in (YES, NO) and first in ("can", "does", "is", "are", "do"):
            found = known_question(f"{first}n't {rest}", known, "en", lambda _word: 1.0)
            assert found is None or not found.verdict, question
            turned += 1
    assert turned > 3


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("can perforation stop protection", "en"),
        ("can batrax discard the opponent's students", "en"),
        ("can a thief steal a castle twice before the battle", "en"),
        ("why can't a thief take a castle", "en"),
        ("when can a thief take a castle", "en"),
        ("maleficio with 20 cards, how many are discarded", "en"),
        ("un voleur ne peut-il pas voler un château", "fr"),
        ("batrax touche-t-il les élèves adverses", "fr"),
        ("peut-on sauter 1 niveau avec inundatio", "fr"),
        ("does blackmail hurt me or my opponent", "en"),
        ("can a gravedigger take any card", "en"),
        ("voler un bonus", "fr"),
        ("on peut abandonner une bataille ?", "fr"),  # defenders may, attackers may not
    ],
)
def test_what_is_only_like_a_known_question_gets_no_verdict(question: str, language: str) -> None:
    answer = look_up(question, language).answer
    assert answer is None or not answer.verdict, answer


@pytest.mark.parametrize("game", GAMES)
def test_an_answer_names_the_source_that_says_it_where_its_ruling_has_several(game: str) -> None:
    for answer in answers_in(folder_of(game)):
        entry = shown_in(game, RULING, answer.ruling, "en")
        assert entry is not None
        kinds = {passage.kind for passage in entry.passages}
        if len(kinds) == 1:
            assert not answer.source, answer
        elif answer.verdict or answer.sentences:
            assert answer.source in kinds, answer


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_no_answer_leans_on_a_sentence_that_is_not_there(game: str, language: str) -> None:
    """Passages and answers are read alone: "It doesn't save Wilds" says nothing without what is before it."""
    rulings = (entry for entry in corpus_in(game, language) if entry.kind == RULING)  # readings go on from their titles
    passages = (passage.text for entry in rulings for passage in entry.passages)
    sentences = (answer.sentences.get(language, "") for answer in answers_in(folder_of(game)))
    leaning = leaning_words(language)
    assert [text for text in (*passages, *sentences) if leaning & {*WORD.findall(folded(text))[:1]}] == []


@pytest.mark.parametrize(
    ("question", "language", "sentence"),
    [
        ("lucidité marche sur un champion ?", "fr", "Lucidité ne rend"),
        ("is a guardian allowed to save death", "en", "A Guardian never saves Death"),
    ],
)
def test_the_sentence_is_that_of_the_part_that_says_it(question: str, language: str, sentence: str) -> None:
    """Of a ruling with an official part and one of ours."""
    answer = look_up(question, language).answer
    assert answer is not None and answer.sentence.startswith(sentence)
    assert answer.hit.passage is not None and answer.hit.passage.kind == INTERPRETATION


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_stands_in_its_sentence_or_in_its_ruling(game: str, language: str) -> None:
    """In digits or as a word; the names of numbers from 2 are those by which questions are read."""
    ones = {"en": ("one", "a", "an"), "fr": ("un", "une")}[language]
    words_of = {"0": ("no", "none", "nothing", "aucun", "aucune"), "1": ones}
    for word, digits in number_words(language).items():
        words_of[digits] = (*words_of.get(digits, ()), word)
    for answer in answers_in(folder_of(game)):
        if answer.verdict.isdigit():
            entry = shown_in(game, RULING, answer.ruling, language)
            assert entry is not None
            text = sentence_of(answer, language) or f"{entry.title} {entry.text}"
            said = WORD.findall(folded(re.sub(r"(?<=\d)[,\u202f](?=\d)", "", text)))
            assert {answer.verdict, *words_of.get(answer.verdict, ())} & set(said), answer


def test_no_label_contradicts_that_of_a_cell() -> None:
    """Of a question that names two abilities, where a sentence of the matrix rests on the same ruling."""
    compared = 0
    for answer in answers_in(folder_of(DECKS)):
        entry = shown_in(DECKS, RULING, answer.ruling, "en")
        assert entry is not None
        for question in answer.questions["en"]:
            named = abilities_in(question, "en")
            cells = [
                sentence.source
                for sentence in all_sentences()
                if {sentence.attacker, sentence.defender} == named and sentence.ruling == answer.ruling
            ]
            if len(named) == 2 and cells and answer.verdict:
                assert (answer.source or entry.passages[0].kind) in cells, (question, answer.source, cells)
                compared += 1
    assert compared > 10


def test_the_label_is_that_of_the_part_that_says_it() -> None:
    for question, kind in (
        ("does protection stop perforation", RULEBOOK),
        ("does a champion give mana", RULEBOOK),
        ("does lucidity make a champion cheaper", INTERPRETATION),
        ("does backlash trigger instinct", ORDER),
        ("does the line close up at once", FAQ),
        ("can a guardian save death", INTERPRETATION),
        ("can a guardian save a wild", RULEBOOK),
    ):
        answer = look_up(question, "en").answer
        assert answer is not None and answer.verdict and answer.hit.passage is not None, question
        assert answer.hit.passage.kind == kind, question


@pytest.mark.django_db
def test_the_measured_questions_grow_by_those_that_editors_answer() -> None:
    owner = Owner.objects.create()
    statuses = Question.Status
    for text, answer, status in (
        ("May I attack\nat once?", "See 5.20 and /rulings/who-attacks/ please, not 99.1.", statuses.ANSWERED),
        ("And a thief?", "C12.3", statuses.PUBLISHED),
        ("Hello", "Hello!", statuses.ANSWERED),
        ("Rage?", "5.20", statuses.OPEN),
    ):
        Question.objects.create(owner=owner, text=text, answer=answer, status=status, language="en")
    out = StringIO()
    call_command("measure_desk", export="en", stdout=out)
    assert out.getvalue() == "And a thief? | r:C12.3\n"
    first, second = [question for _language, question in answered(statuses.ANSWERED, statuses.PUBLISHED)]
    assert first.text == "May I attack at once?"
    assert first.answers == {(RULING, "rage"), (RULING, "who-attacks")} and second.answers == {(RULING, "C12.3")}


@pytest.mark.parametrize("path", ASKED, ids=lambda path: path.stem)
def test_what_answers_the_questions_that_measure_exists(path: Path) -> None:
    for question in read_desk_questions(path):
        for kind, identifier in question.answers:
            if kind == RULING:
                assert any(identifier in rulings_of(game) for game in GAMES), (question, identifier)


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=() if path.stem.endswith(REPORTED) else pytest.mark.long) for path in ASKED],
    ids=lambda path: path.stem,
)
def test_questions_are_answered_first_and_no_verdict_is_wrong(path: Path) -> None:
    counts, misses = measure(read_desk_questions(path), path.name[:2])
    assert counts.wrong == 0, misses
    assert counts.first / counts.questions >= (1 if path.stem.endswith(REPORTED) else LEAST_FIRST), misses


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_no_rules_answer_is_seldom_answered_as_if_it_were_sure(language: str) -> None:
    questions = read_off_topic(FOLDER / f"{language}{OFF_TOPIC}.txt")
    assert len(taken_for_sure(questions, language)) <= MOST_SURE * len(questions)


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("what is the capital of france", "en"),
        ("qui a gagné la coupe du monde", "fr"),
        ("how do I cook rice for twelve people", "en"),
        ("can I borrow your bicycle tomorrow", "en"),
        ("quelle est la recette des crêpes", "fr"),
        ("xyzzyx", "en"),
    ],
)
def test_nothing_is_sure_where_nothing_fits(question: str, language: str) -> None:
    assert look_up(question, language).answer is None


def test_a_question_is_understood_in_either_language_and_answered_in_that_of_the_page() -> None:
    assert language_of("un voleur peut-il demander la mort", "en") == "fr"
    answer = look_up("un voleur peut-il demander la mort", "en").answer
    assert answer is not None and (answer.verdict, answer.hit.id) == (YES, "C10.5")
    assert "A Thief can ask for Death" in answer.sentence
    answer = look_up("can a thief ask for death", "fr").answer
    assert answer is not None and "Voleur" in answer.sentence


def test_a_game_that_is_named_is_meant_and_nothing_of_the_matrix_is_first() -> None:
    assert look_up("how many players clash of the cards", "en").games[0].game == "clash-of-the-cards"
    assert look_up("which cards can be champions", "en", "clash-of-the-cards").games[0].game == "clash-of-the-cards"
    for question, language, game, ruling in (
        ("clash of the cards: the deck is empty, what now", "en", "clash-of-the-cards", "C3.2"),
        ("la pioche est vide, écoles de magie", "fr", "magic-schools", "M3.3"),
    ):
        answer = look_up(question, language).answer
        assert answer is not None and (answer.hit.game, answer.hit.id) == (game, ruling)
        assert [each.game for each in look_up(question, language).games] == [game]
        assert not look_up(question, language).others
    for question in ("protection perforation", "instinct backlash", "defender and rage"):
        desk = look_up(question, "en")
        assert desk.answer is not None and desk.answer.hit.kind != CELL
        kinds = [hit.kind for hit in desk.games[0].hits]
        assert kinds == sorted(kinds, key=lambda kind: kind in (CELL, "example"))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_we_decided_is_found_by_its_number_and_its_title(game: str, language: str) -> None:
    for reading in readings_of(game, language)[::6]:
        for query in (reading.number, reading.title):
            found = rulings_found(query, language, game)[:3]
            assert (game, reading.number) in found, (query, found)


def test_cards_are_found_by_their_names() -> None:
    assert [name for name, _ in cards_named("what does the baron do", "en")] in ([], ["Baron"])
    assert cards_named("nothing of the kind", "en") == []


def test_a_file_of_answers_says_where_it_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "answers.txt").write_text("= C1.1 perhaps\nen how\n")
    with pytest.raises(BadPhrasings, match=r"answers\.txt:1"):
        answers_in(tmp_path)
    other = tmp_path / "b"
    other.mkdir()
    (other / "answers.txt").write_text("= C1.1\nde wie viele\n")
    with pytest.raises(BadPhrasings, match=r"answers\.txt:2"):
        answers_in(other)


def test_the_figures_are_printed(tmp_path: Path) -> None:
    (tmp_path / "en.txt").write_text("# two\ncan a thief ask for death | r:C10.5 =yes\nwhat is excess | t:excess\n")
    (tmp_path / "en-off-topic.txt").write_text("# two\nhow do I cook rice\nwho starts the hand\n")
    out = StringIO()
    call_command("measure_desk", questions=tmp_path, stdout=out)
    assert "en tuned: 1 questions, hit@1 100%, hit@3 100%, 1 yes/no/numbers, 0 wrong" in out.getvalue()
    assert "en-off-topic: 2 questions, 1 answered as if sure (50%)" in out.getvalue()
    (tmp_path / "en-off-topic.txt").unlink()
    (tmp_path / "en.txt").write_text("without an answer\n")
    with pytest.raises(CommandError, match=r"en\.txt:1"):
        call_command("measure_desk", questions=tmp_path)


@pytest.mark.django_db
def test_the_page_says_it_first(client: Client) -> None:
    html = client.get("/rulings/", {"q": "can a thief ask for death"}).content.decode()
    answer = html[html.index("first-answer") :]
    assert "Yes." in answer and "In Clash of the Cards" in answer and "/rulings/clash-of-the-cards/C10.5/" in answer
    assert "Our interpretation" in answer
    html = client.get("/fr/rulings/", {"q": "un voleur peut-il demander la mort"}).content.decode()
    assert "Oui." in html and "Dans Clash of the Cards" in html
    html = client.get("/rulings/", {"q": "what is the capital of france"}).content.decode()
    assert "first-answer" not in html and "Not sure." in html
    assert "/rulings/questions/?text=what+is+the+capital+of+france" in html
    html = client.get("/rulings/magic-schools/", {"q": "can I summon more than once a turn"}).content.decode()
    assert "No." in html and "M5.12" in html


def test_the_cell_of_two_named_abilities_is_found_after_what_answers() -> None:
    kinds = [hit.kind for hit in look_up("sprint and aquatic", "en").games[0].hits]
    assert kinds[-1] == CELL and kinds.count(CELL) == 1 and RULING in kinds


@pytest.mark.parametrize(
    ("query", "language"), [("can a thief ask for death", "en"), ("un voleur peut-il demander la mort", "fr")]
)
def test_a_game_that_a_question_does_not_fit_is_searched_and_answers_nothing(query: str, language: str) -> None:
    """On pages of Clash of Decks its results are shown below; a card with an answer would say that it has one."""
    desk = look_up(query, language)
    assert desk.answer is not None and desk.answer.hit.id == "C10.5"
    assert [found.game for found in desk.games] == ["clash-of-the-cards", DECKS] and not desk.others


def test_another_game_answers_what_fits_it_too() -> None:
    assert [answer.hit.game for answer in look_up("how many cards do I draw", "en").others]
