"""What an author settles by doing: the solution that is played, the questions that are asked, what is given away."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Visibility
from grimoire.authoring import services
from grimoire.models import Attempt, Puzzle
from grimoire.solving.predicting import questions_for
from grimoire.solving.questions import askable
from tests.grimoire.authoring.test_authoring_pages import edit, text_of, words
from tests.grimoire.factories import make_owner, make_puzzle, position_of
from tests.grimoire.solving.test_views import page_of, post

pytestmark = pytest.mark.django_db

WIN = "3 at A upper 0"
NOTE = "Save as my solution"


def draft_of(client: Client, position: str = "win", **fields: object) -> Puzzle:
    owner = make_owner("ada")
    client.force_login(owner.user)
    return make_puzzle(owner, published=False, position=position, **fields)  # type: ignore[arg-type]


def questions_asked(puzzle: Puzzle) -> list[str]:
    return [question.key for question in questions_for(Attempt(puzzle=Puzzle.objects.get(pk=puzzle.pk)))]


def test_a_solution_is_recorded_by_playing_it(client: Client) -> None:
    puzzle = draft_of(client)
    assert NOTE not in page_of(client, puzzle)
    post(client, puzzle, action=WIN)
    assert NOTE in page_of(client, puzzle)
    post(client, puzzle, do="judge")
    assert NOTE in page_of(client, puzzle)
    answer = client.post(reverse("grimoire:record_solution", args=[puzzle.token]))
    assert answer["Location"] == edit(puzzle)
    puzzle.refresh_from_db()
    assert puzzle.intended == [WIN, "assault"]
    assert f"{WIN}; assault" in unescape(text_of(client, edit(puzzle)))


def test_of_several_turns_the_first_is_recorded(client: Client) -> None:
    puzzle = draft_of(client, "win-in-two")
    post(client, puzzle, do="judge")
    assert services.record(puzzle=puzzle)
    puzzle.refresh_from_db()
    assert puzzle.intended[-1] == "end-turn"
    assert puzzle.intended.count("end-turn") == 1


def test_nothing_is_recorded_where_nothing_is_laid_out_or_all_is_fixed(client: Client) -> None:
    puzzle = draft_of(client)
    client.post(reverse("grimoire:record_solution", args=[puzzle.token]))
    assert "Nothing to save yet" in text_of(client, edit(puzzle))
    post(client, puzzle, action=WIN)
    services.publish(puzzle=puzzle)
    puzzle.refresh_from_db()
    assert not services.record(puzzle=puzzle)
    assert NOTE not in page_of(client, puzzle)
    puzzle.refresh_from_db()
    assert puzzle.intended == []


def test_nobody_records_on_somebody_else_s_page(client: Client) -> None:
    puzzle = draft_of(client)
    client.force_login(make_owner("eve").user)
    assert client.post(reverse("grimoire:record_solution", args=[puzzle.token])).status_code == 404


def test_an_author_chooses_what_is_asked(client: Client) -> None:
    puzzle = draft_of(client, "predict-two")
    _scene, keys = askable(position_of("predict-two"))
    by_itself = questions_asked(puzzle)
    wanted = [key for key in keys if key not in by_itself][:1] + by_itself[:1]
    page = text_of(client, edit(puzzle))
    assert all(f'value="{key}"' in page for key in keys)
    client.post(edit(puzzle), words(puzzle, questions=wanted, answer_by="choices"))
    puzzle.refresh_from_db()
    assert sorted(questions_asked(puzzle)) == sorted(wanted)
    assert len(re.findall(r'class="part\s+is-question', page_of(client, puzzle, "?as=solver"))) == len(wanted)


def test_none_chosen_is_what_tells_most_and_nonsense_is_refused(client: Client) -> None:
    puzzle = draft_of(client, "predict-two")
    before = questions_asked(puzzle)
    assert client.post(edit(puzzle), words(puzzle, questions=["x9"], answer_by="choices")).status_code == 422
    client.post(edit(puzzle), words(puzzle, questions=[], answer_by="choices"))
    assert questions_asked(puzzle) == before
    Puzzle.objects.filter(pk=puzzle.pk).update(questions=["gone", "s7"])
    assert questions_asked(puzzle) == before
    _scene, keys = askable(position_of("predict-two"))
    if len(keys) > 6:
        answer = client.post(edit(puzzle), words(puzzle, questions=list(keys), answer_by="choices"))
        assert "at most 6" in answer.text


def test_published_questions_stay_and_another_position_has_none(client: Client) -> None:
    puzzle = draft_of(client, "predict-two", questions=["s0"])
    services.place(puzzle=puzzle, position=position_of("predict"))
    puzzle.refresh_from_db()
    assert puzzle.questions == []
    published = make_puzzle(puzzle.owner, position="predict-two", questions=["s0"])
    services.save(puzzle=published, content={"questions": ["s1"]}, seen=None)
    published.refresh_from_db()
    assert published.questions == ["s0"]


def test_a_published_page_shows_what_to_give_away(client: Client) -> None:
    puzzle = draft_of(client)
    assert "given-url" not in text_of(client, edit(puzzle))
    services.publish(puzzle=puzzle, visibility=Visibility.UNLISTED)
    page = text_of(client, edit(puzzle))
    assert f'value="http://testserver{puzzle.get_absolute_url()}"' in page
    code = re.search(r'<textarea id="given-code"[^>]*>(.*?)</textarea>', page, re.DOTALL)
    assert code is not None
    assert unescape(code[1]).startswith("<iframe ")
