"""Outcomes to foretell: the parts of an outcome, their grades, and questions whose wrong answers are near misses."""

from __future__ import annotations

import pytest

from engine.decks.formats.interchange import read_position
from engine.decks.rules.actions import ASSAULT
from grimoire.outcomes import GONE, course_of, graded, parts_of, truth_of
from grimoire.solving.questions import ANSWERS, QUESTIONS, questions_of
from tests.grimoire.factories import names_of_positions, position_json, position_of


@pytest.mark.parametrize("name", names_of_positions())
def test_the_truth_is_what_the_engine_resolves(name: str) -> None:
    position = position_of(name)
    end = position.copy()
    end.apply(ASSAULT)
    course = course_of(position)
    truth = truth_of(course)
    for row, figures in enumerate(course.start.rows):
        left = sorted(truth[f"t{figure.card}"] for figure in figures if truth[f"t{figure.card}"] != GONE)
        assert left == sorted(str(creature.damage) for creature in end.rows[row])
    for seat, player in enumerate(end.seats):
        assert truth[f"s{'ABCD'[seat]}"] == f"{'fort' if player.fort else 'bastion'} {player.hp}"


@pytest.mark.parametrize("name", names_of_positions())
def test_the_whole_truth_is_graded_right_and_each_part_by_itself(name: str) -> None:
    course = course_of(position_of(name))
    truth = truth_of(course)
    assert all(graded(course, truth).values())
    for part in parts_of(course.start):
        said = {**truth, part.key: "gone" if truth[part.key] != "gone" else "0"}
        grades = graded(course, said)
        assert [key for key, is_right in grades.items() if not is_right] == [part.key]


def test_what_is_not_said_stays_as_it_was() -> None:
    course = course_of(position_of("predict-two"))
    grades = graded(course, {})
    assert grades["t8"]
    assert not grades["t7"]  # it is destroyed


@pytest.mark.parametrize("name", names_of_positions())
def test_questions_have_one_right_answer_among_different_ones(name: str) -> None:
    position = position_of(name)
    questions = questions_of(position, name)
    assert 1 <= len(questions) <= QUESTIONS
    assert len({question.key for question in questions}) == len(questions)
    truth = truth_of(course_of(position))
    for question in questions:
        assert 2 <= len(question.answers) <= ANSWERS
        assert len(set(question.answers)) == len(question.answers)
        if question.key[0] == "c":
            assert question.answers[question.right] == truth[f"t{question.key.split(':')[1]}"]
        if question.key[0] == "s":
            assert question.answers[question.right] == truth[f"s{'ABCD'[int(question.key[1:])]}"]


def test_questions_follow_from_the_position_and_its_key_alone() -> None:
    first, second = (questions_of(position_of("predict-two"), "seed") for _ in range(2))
    assert first == second
    orders = {tuple(questions_of(position_of("predict-two"), f"seed {number}")[0].answers) for number in range(12)}
    assert len(orders) > 1
    assert len({frozenset(order) for order in orders}) == 1


def test_the_place_of_the_right_answer_tells_nothing() -> None:
    places = [
        question.right
        for number in range(60)
        for question in questions_of(position_of("predict-two"), f"seed {number}")
    ]
    assert {places.count(place) > 0 for place in range(ANSWERS)} == {True}
    assert max(places.count(place) for place in range(ANSWERS)) < len(places) / 2


def test_wrong_answers_are_what_one_change_would_bring() -> None:
    """Without its ability the stump would not be destroyed: that is among the answers about it."""
    question = next(
        candidate for candidate in questions_of(position_of("predict-two"), "x") if candidate.key.startswith("c")
    )
    assert question.answers[question.right] == GONE
    assert {answer for answer in question.answers if answer != GONE} <= {"0", "1", "2", "3", "4"}


def test_a_position_in_which_nothing_happens_still_has_a_question() -> None:
    data = position_json("predict")
    for player in data["players"].values():
        player["upper"], player["lower"] = [], []
    assert questions_of(read_position(data), "quiet")


def test_equal_cards_do_not_make_two_answers_that_look_alike() -> None:
    data = position_json("predict-two")
    row = data["players"]["B"]["upper"]
    row[1] = row[2] = dict(row[0])
    position = read_position(data)
    start = course_of(position).start
    for question in questions_of(position, "twins"):
        shown = [
            value if isinstance(value, str) else tuple(start.cards[token].name for token in value)
            for value in question.answers
        ]
        assert len(set(shown)) == len(shown)
