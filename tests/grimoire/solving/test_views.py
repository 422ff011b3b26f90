"""The solving page by plain requests: everything works by links and forms."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from accounts.models import Owner, Visibility
from accounts.owners import COOKIE
from board.naming import localised
from engine.decks.formats.interchange import write_position
from engine.decks.formats.notation import parse, write
from grimoire.editor.documents import read_document
from grimoire.keys import position_key
from grimoire.models import Attempt, Puzzle
from grimoire.solving.predicting import questions_for
from tests.grimoire.factories import make_book, make_owner, make_puzzle, names_of_positions, position_json

pytestmark = pytest.mark.django_db

WIN = "3 at A upper 0"


@pytest.fixture(autouse=True)
def nothing_cached() -> None:
    cache.clear()


@pytest.fixture
def puzzle() -> Puzzle:
    return make_puzzle(
        position="win", title="Moonrise", title_fr="Lever de lune", words="Look up.", words_fr="Regarde."
    )


def post(client: Client, puzzle: Puzzle, name: str = "change_line", **data: Any) -> Any:
    attempt = Attempt.objects.filter(puzzle=puzzle).order_by("-touched").first()
    seen = {"revision": attempt.revision, "line": ";".join(attempt.line)} if attempt else {"revision": 0, "line": ""}
    return client.post(reverse(f"grimoire:{name}", args=[puzzle.token]), {**seen, **data})


def page_of(client: Client, puzzle: Puzzle, query: str = "") -> str:
    """The page without its templates, which nobody sees."""
    answer = client.get(puzzle.get_absolute_url() + query)
    assert answer.status_code == 200
    return re.sub("<template.*?</template>", "", answer.content.decode(), flags=re.DOTALL)


def log_in(client: Client, name: str) -> Owner:
    owner = make_owner(name)
    client.force_login(owner.user)
    return owner


def test_the_page_shows_where_it_stands_and_sets_no_cookie(client: Client, puzzle: Puzzle) -> None:
    page = page_of(client, puzzle)
    for words in ("Moonrise", "Look up.", "Win the game this turn.", "Your turn", "Difficulty 2 of 5", "proven"):
        assert words in page
    assert COOKIE not in client.cookies
    assert not Attempt.objects.exists()


def test_the_page_speaks_french(client: Client, puzzle: Puzzle) -> None:
    answer = client.get(f"/fr/grimoire/p/{puzzle.token}/")
    assert "Lever de lune" in answer.content.decode()
    french, english = (names_in(localised(puzzle.position, language)) for language in ("fr", "en"))
    page = answer.content.decode()
    assert french - english
    assert all(escape(name) in page for name in french)
    assert not any(f'aria-label="{escape(name)}"' in page for name in english - french)


def names_in(data: Any) -> set[str]:
    """The names of the cards of a position's JSON."""
    if isinstance(data, list):
        return {name for part in data for name in names_in(part)}
    if not isinstance(data, dict):
        return set()
    own = {data["name"]} if "cost" in data else set()
    return own | {name for value in data.values() for name in names_in(value)}


@pytest.mark.parametrize("name", names_of_positions())
def test_every_kind_of_page_is_shown(client: Client, name: str) -> None:
    assert 'id="board"' in page_of(client, make_puzzle(position=name))


def test_a_page_is_solved_by_forms_alone(client: Client, puzzle: Puzzle) -> None:
    assert f'value="{WIN}"' in page_of(client, puzzle)
    answer = post(client, puzzle, action=WIN)
    assert answer.status_code == 302
    assert COOKIE in client.cookies
    assert "Sudden Moon" in page_of(client, puzzle)
    assert "What the Assault would do" not in page_of(client, puzzle)
    assert post(client, puzzle, do="judge").status_code == 302
    page = page_of(client, puzzle)
    assert "Well done" in page
    assert "On the first try, without hints." in page
    assert "Only solution" in page


def test_a_wrong_answer_says_what_is_lacking_and_the_trace_says_why(client: Client, puzzle: Puzzle) -> None:
    post(client, puzzle, do="judge")
    page = page_of(client, puzzle)
    assert "Not quite" in page
    assert "A&#x27;s Fort still has 3 HP." in page
    assert 'id="trace"' in page
    assert "Try again" in page
    assert "Well done" not in page
    assert "data-later" not in page  # there is no other page
    following = make_puzzle(position="bastion")
    make_book(pages=[puzzle, following], place=1)
    assert f'href="{following.get_absolute_url()}" data-later' in page_of(client, puzzle)
    assert post(client, puzzle, do="reset").status_code == 302
    assert "Your turn" in page_of(client, puzzle)


def test_the_preview_commits_nothing(client: Client, puzzle: Puzzle) -> None:
    post(client, puzzle, action=WIN)
    answer = post(client, puzzle, do="preview")
    assert answer.status_code == 302 and answer.url.endswith("?view=preview#board")
    page = page_of(client, puzzle, "?view=preview")
    assert "Nothing is final yet. It counts as help: your rating won't change." in page
    assert 'id="trace"' in page
    assert "view=preview&amp;step=1" in page
    attempt = Attempt.objects.get()
    assert (attempt.line, attempt.tries, attempt.state) == ([WIN], 0, "open")
    assert "Well done" not in page


def test_the_preview_is_asked_for_on_purpose(client: Client, puzzle: Puzzle) -> None:
    post(client, puzzle, action=WIN)
    page = page_of(client, puzzle, "?view=preview")
    assert "Nothing is final yet." not in page
    assert "Counts as help: your rating won't change" in page
    assert not Attempt.objects.get().saw_preview


def test_after_the_first_answer_the_preview_is_no_help(client: Client, puzzle: Puzzle) -> None:
    post(client, puzzle, do="judge")
    post(client, puzzle, do="reset")
    post(client, puzzle, action=WIN)
    post(client, puzzle, do="preview")
    page = page_of(client, puzzle, "?view=preview")
    assert "Nothing is final yet." in page
    assert "counts as help" not in page.lower()
    assert not Attempt.objects.get().saw_preview


def test_a_step_of_a_trace_has_an_address(client: Client, puzzle: Puzzle) -> None:
    post(client, puzzle, do="judge")
    assert re.search(r'aria-current="step"\s*><span class="sr">Step 3\s', page_of(client, puzzle, "?step=3"))
    assert page_of(client, puzzle, "?step=99999")
    assert page_of(client, puzzle, "?step=x&view=way-99999&book=%00%27")


def test_hints_are_shown_as_far_as_they_were_taken(client: Client, puzzle: Puzzle) -> None:
    for rung, words in enumerate(
        ("At work", "It starts on the upper line of A&#x27;s Kingdom.", "It starts with Sudden Moon.",
         "First: Sudden Moon, at Gate Stump (A)."), start=1
    ):  # fmt: skip
        assert words not in page_of(client, puzzle).partition('id="side"')[2]
        post(client, puzzle, "hint", rung=rung)
        assert words in page_of(client, puzzle) or (rung == 1 and "No ability decides it" in page_of(client, puzzle))
    assert "Hint:" not in page_of(client, puzzle)


def test_hints_of_an_outcome(client: Client) -> None:
    puzzle = make_puzzle(position="predict-two")
    for rung in (1, 2, 3, 4):
        post(client, puzzle, "hint", rung=rung)
    page = page_of(client, puzzle)
    assert "The first to act is Reef Chanter" in page or "The first to act is" in page
    assert page.count("<li><b>") >= 4


def test_the_solution_asks_for_a_try_a_hint_or_a_confirmation(client: Client, puzzle: Puzzle) -> None:
    post(client, puzzle, "solution")
    assert not Attempt.objects.exists()
    answer = post(client, puzzle, "solution", confirm="yes")
    assert answer.status_code == 302
    assert "view=way-0" in answer["Location"]
    page = page_of(client, puzzle, "?view=way-0")
    assert "Solution" in page
    assert "near miss" in page
    assert page_of(client, puzzle, "?view=try-0").count("A failed try") >= 1


def test_after_a_try_the_solution_is_shown_at_once(client: Client, puzzle: Puzzle) -> None:
    post(client, puzzle, do="judge")
    post(client, puzzle, "solution")
    assert Attempt.objects.get().state == "shown"


def test_a_line_that_moved_on_elsewhere_is_shown_as_it_stands(client: Client, puzzle: Puzzle) -> None:
    post(client, puzzle, action=WIN)
    address = reverse("grimoire:change_line", args=[puzzle.token])
    answer = client.post(address, {"revision": 0, "line": "", "action": "1 upper"})
    assert answer.status_code == 409
    assert "continued this puzzle in another window" in answer.content.decode()
    assert Attempt.objects.get().line == [WIN]


@pytest.mark.parametrize(
    "data",
    [
        {"action": "assault"}, {"action": "9 upper"}, {"action": "<script>"}, {"action": "1 upper", "revision": "x"},
        {"action": "1 upper", "line": "1 upper;" * 200}, {"do": "judge", "line": "end-turn"},
        {"do": "judge", "revision": "-1"},
    ],
)  # fmt: skip
def test_nonsense_is_refused_and_changes_nothing(client: Client, puzzle: Puzzle, data: dict[str, str]) -> None:
    answer = client.post(reverse("grimoire:change_line", args=[puzzle.token]), {"revision": "0", "line": "", **data})
    assert answer.status_code in (400, 409)
    assert 'role="alert"' in answer.content.decode()
    assert "<script>&" not in answer.content.decode()
    assert list(Attempt.objects.values_list("line", "tries")) in ([], [([], 0)])


def test_the_script_gets_the_side_alone(client: Client, puzzle: Puzzle) -> None:
    answer = client.get(puzzle.get_absolute_url(), headers={"HX-Request": "true"})
    assert b'id="side"' in answer.content
    assert b"<html" not in answer.content
    assert "HX-Request" in answer["Vary"]
    assert "no-cache" in answer["Cache-Control"]


def test_foretelling_by_choices(client: Client) -> None:
    puzzle = make_puzzle(position="predict-two")
    right = {question.key: str(question.right) for question in questions_for(Attempt(puzzle=puzzle))}
    assert post(client, puzzle, "foretell").status_code == 400
    wrong = {**right, "s0": str((int(right["s0"]) + 1) % 4)}
    post(client, puzzle, "foretell", **wrong)
    page = page_of(client, puzzle)
    assert "2 of 3 are right." in page
    assert page.count("is-wrong") == 2  # the coach and the part
    assert page.count('class="was-wrong"') == 1  # what was said is struck out
    assert 'href="/board/?' not in page  # nor in the editor: an Assault there would tell
    assert 'href="/editor/?' not in page
    post(client, puzzle, "foretell", **right)
    assert "Well done" in page_of(client, puzzle)
    assert 'href="/board/?' in page_of(client, puzzle)
    assert 'id="trace"' in page_of(client, puzzle)


def test_drafts_and_private_pages_are_nobody_elses(client: Client) -> None:
    owner = make_owner("author")
    for fields in ({"published": False}, {"visibility": Visibility.PRIVATE}):
        puzzle = make_puzzle(owner, position="win", **fields)
        assert client.get(puzzle.get_absolute_url()).status_code == 404
        for name in ("change_line", "hint", "solution", "foretell"):
            assert post(client, puzzle, name, action=WIN, rung=1, confirm="yes").status_code == 404
    assert not Attempt.objects.exists()
    client.force_login(owner.user)
    assert "Your draft" in page_of(client, Puzzle.objects.get(published_at=None))
    assert client.get("/grimoire/p/nothing-here/").status_code == 404


def test_an_author_sees_everything_and_may_look_as_a_solver(client: Client) -> None:
    owner = log_in(client, "author")
    puzzle = make_puzzle(owner, position="win", afterword="It was the moon.")
    assert "It was the moon." in page_of(client, puzzle)
    as_solver = page_of(client, puzzle, "?as=solver")
    assert "It was the moon." not in as_solver
    assert "Afterword" not in as_solver
    log_in(client, "somebody")
    assert "It was the moon." not in page_of(client, puzzle, "?as=author")


def test_a_page_knows_its_place_in_its_book(client: Client) -> None:
    pages = [make_puzzle(position=name) for name in ("win", "bastion", "damage")]
    first, second = make_book(pages=pages, title="First", place=1), make_book(pages=pages[:2], title="Second", place=2)
    page = page_of(client, pages[1])
    assert "First" in page
    assert "2/3" in page
    assert f'rel="prev" href="{pages[0].get_absolute_url()}"' in page
    assert f'rel="next" href="{pages[2].get_absolute_url()}"' in page
    other = page_of(client, pages[1], f"?book={second.address}")
    assert "2/2" in other
    assert f'href="{pages[0].get_absolute_url()}?book={second.address}"' in other
    assert 'rel="next"' not in other
    hidden = make_book(pages=pages, title="Hidden", published=False)
    assert "2/3" in page_of(client, pages[1], f"?book={hidden.token}")
    assert "Hidden" not in page_of(client, pages[1], f"?book={hidden.token}")
    assert first.address not in other


def test_only_posts_change_something(client: Client, puzzle: Puzzle) -> None:
    for name in ("change_line", "hint", "foretell"):
        assert client.get(reverse(f"grimoire:{name}", args=[puzzle.token])).status_code == 405
    assert client.get(reverse("grimoire:solution", args=[puzzle.token])).status_code == 302
    assert Client(enforce_csrf_checks=True).post(
        reverse("grimoire:change_line", args=[puzzle.token]), {"do": "judge"}
    ).status_code == 403  # fmt: skip


def test_a_flagged_page_says_so(client: Client, puzzle: Puzzle) -> None:
    Puzzle.objects.update(flagged_at="2026-01-01T00:00Z")
    assert "no longer has the promised solution" in page_of(client, puzzle)


def test_looking_at_the_page_takes_few_queries(
    client: Client, puzzle: Puzzle, django_assert_max_num_queries: Any
) -> None:
    log_in(client, "reader")
    page_of(client, puzzle)
    with django_assert_max_num_queries(20):
        page_of(client, puzzle)


def test_the_way_through_the_pages_to_try_again_is_kept_without_a_script(client: Client, puzzle: Puzzle) -> None:
    owner = log_in(client, "corentin")
    other = make_puzzle(position="damage", title="Sunset")
    for page in (puzzle, other):
        Attempt.objects.create(owner=owner, puzzle=page, first_try=False, tries=1)
    Attempt.objects.filter(puzzle=other).update(touched="2020-01-01T00:00:00Z")
    assert "1 of 2" in page_of(client, puzzle, "?again=1")
    for change in ({"action": WIN}, {"do": "undo"}, {"do": "judge"}, {"do": "reset"}):
        answer = post(client, puzzle, again="1", **change)
        assert answer.status_code == 302
        assert "again=1" in answer.url
        assert "1 of 2" in client.get(answer.url).content.decode(), change
    refused = post(client, puzzle, again="1", action="9 upper")
    assert refused.status_code == 400
    assert "1 of 2" in refused.content.decode()
    assert re.search(r'name="again"\s+value="1"', page_of(client, puzzle, "?again=1"))
    assert "again" not in post(client, puzzle, do="reset").url


def test_a_play_that_ends_the_game_is_not_followed_by_your_turn(client: Client) -> None:
    """Its Price of Blood takes the last card above the Stronghold."""
    data = position_json("survive")
    dear = {"name": "Dear Price", "type": "incantation", "cost": 3, "av": 9, "abilities": ["price-of-blood"]}
    data["players"]["B"]["hand"] = ["fort", dear]
    data["players"]["A"]["lower"][0]["card"]["av"] = 9
    page = make_puzzle(position=data)
    post(client, page, action="1 at A lower 0")
    body = page_of(client, page)
    assert "The game is over" in body
    assert "Undo, or check" in body
    assert "Your turn" not in body


def test_the_number_of_ways_is_typed(client: Client) -> None:
    """A line is no answer then, however it goes; the number is, and nothing of it is on the page before."""
    data = position_json("win")
    data["objective"] = {**data["objective"], "ask": "ways"}
    asked = make_puzzle(position=data)
    count = len(asked.proof.answer["solutions"])
    page = page_of(client, asked)
    assert "In how many ways?" in page
    assert 'value="judge"' not in page
    post(client, asked, do="play", action=WIN)
    assert post(client, asked, do="judge").status_code == 400
    assert post(client, asked, do="count", number="").status_code == 400
    post(client, asked, do="count", number=str(count + 1))
    assert f"Not {count + 1}." in page_of(client, asked)
    post(client, asked, do="undo")
    post(client, asked, do="count", number=str(count))
    assert Attempt.objects.get().state == Attempt.State.SOLVED
    assert "Well done" in page_of(client, asked)


def test_a_line_that_breaks_a_condition_is_told_which(client: Client) -> None:
    data = position_json("win")
    data["objective"] = {**data["objective"], "conditions": {"plays": 0}}
    barred = make_puzzle(position=data)
    assert barred.proof.verdict == "none"
    post(client, barred, action=WIN)
    post(client, barred, do="judge")
    page = page_of(client, barred)
    assert "Play no card." in page
    assert "You played more cards than the objective allows." in page


HIDDEN = (
    "cod1 duel A summoning m1 | A t2 [B Zap(c1 1) Odd(c9 1/1)] upper Imp(c1 1/1) lower Imp(c1 1/1)"
    " | B t2 [F Secret(c9 1/1) Secret(c9 1/1)] upper Wall(c1 0/1 reinforcement) lower Wall(c1 0/1)"
    " | objective A damage 1 in 1 whatever B [Guard(c1 0/9) Farmer(c9 1/1) Farmer(c9 1/1)]"
)


def test_a_line_has_to_work_whatever_a_hidden_hand_is(client: Client) -> None:
    asked = make_puzzle(position=write_position(parse(HIDDEN)))
    assert asked.proof is not None
    assert asked.proof.verdict == "unique"
    assert asked.proof.answer["hands"] == 3
    page = page_of(client, asked)
    assert "It must work whatever B holds: 2 of these cards, in any order: Guard, Farmer, Farmer." in page
    assert "Secret" not in page
    assert page.count('class="card back') == 2
    assert asked.search_text.count("whatever b holds") == 1
    post(client, asked, action="1 at B upper 0")
    post(client, asked, do="judge")
    page = page_of(client, asked)
    assert "It fails when B holds, from left to right: Guard, Farmer." in page
    assert 'class="card back' not in page
    assert Attempt.objects.get().answer["hand"] == [0, 1]
    post(client, asked, do="undo")
    post(client, asked, do="undo")
    assert page_of(client, asked).count('class="card back') == 2
    post(client, asked, action="1 at B lower 0")
    post(client, asked, do="judge")
    page = page_of(client, asked)
    assert "Well done" in page
    assert "Only solution" in page
    page = client.get(f"/fr{asked.get_absolute_url()}").content.decode()
    assert "Cela doit marcher quelle que soit la main de B" in page


def test_a_hidden_hand_in_the_editor_and_in_its_proof(client: Client) -> None:
    position = parse(HIDDEN)
    read = read_document(write_position(position))
    assert read.faults == ()
    assert [card["name"] for card in read.document["objective"]["hidden"]["cards"]] == ["Guard", "Farmer", "Farmer"]
    answer = client.post(reverse("grimoire:prove"), {"position": write(position)})
    page = client.get(answer["Location"]).content.decode()
    assert "It works against all 3 hands." in page
    assert "Secret" not in page
    many = HIDDEN.replace("Secret(c9 1/1)] upper", "Secret(c9 1/1) Secret(c9 1/1) Secret(c9 1/1)] upper")
    many = many.replace("Farmer(c9 1/1) Farmer(c9 1/1)", "a(c9 1/1) b(c9 1/1) c(c9 1/1) d(c9 1/1) e(c9 1/1)")
    answer = client.post(reverse("grimoire:prove"), {"position": many})
    page = client.get(answer["Location"]).content.decode()
    assert "The hidden hand has 360 possibilities; the limit is 200. Use fewer cards." in page


def test_a_hidden_hand_turned_round_is_the_same_puzzle() -> None:
    turned = HIDDEN.replace("A t2", "X t2").replace("| B t2", "| A t2").replace("X t2", "B t2")
    turned = (
        turned.replace("duel A", "duel B").replace("objective A", "objective B").replace("whatever B", "whatever A")
    )
    other = turned.replace("Guard(c1 0/9)", "Guard(c1 0/8)")
    assert position_key(parse(turned)) == position_key(parse(HIDDEN)) != position_key(parse(other))
