"""Turns of Clash of Magic Schools as pages: browsing, acting, judging, giving up, what is kept."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client
from django.utils.translation import override

from accounts.models import Owner
from engine.schools.composing import RECIPES, attempt
from engine.schools.formats.state_reading import read_state
from engine.schools.solving import prove
from games.schools.puzzles.hints import hint_words
from games.schools.puzzles.turn_file import bound_turn
from games.schools.puzzles.turn_to_win import TurnToWin
from grimoire.book_files import Volume, VolumePage, all_volumes, other_volumes
from grimoire.book_loading import load_books, page_token
from grimoire.models import Attempt, Book, Puzzle, Solver
from tests.cards.factories import sign_in
from tests.grimoire.factories import make_owner

pytestmark = pytest.mark.django_db

PAGES = 24
SECOND = 24  # pages of the second volume
MAGIC_SCHOOLS = "magic-schools"


def book(count: int = 3) -> Volume:
    volume = other_volumes()[0]
    return replace(volume, pages=volume.pages[:count])


@pytest.fixture
def page() -> Puzzle:
    load_books(volumes=[book()])
    return Puzzle.objects.select_related("proof").get(token=page_token(book().pages[0]))


def way(page: Puzzle) -> list[str]:
    assert page.proof is not None
    line: list[str] = page.proof.answer["ways"][0]
    return line


def failing(page: Puzzle) -> list[str]:
    assert page.proof is not None
    line: list[str] = page.proof.answer["tries"][0]["line"]
    return line


def act(client: Client, page: Puzzle, **fields: Any) -> HttpResponse:
    """Sends a form of the page as it stands for this reader."""
    attempt = Attempt.objects.filter(puzzle=page).first() or Attempt()
    state = {"revision": attempt.revision, "line": ";".join(attempt.line)}
    return client.post(f"{page.get_absolute_url()}act/", {**state, **fields})


def play(client: Client, page: Puzzle, line: list[str]) -> Attempt:
    for action in line:
        assert act(client, page, action=action).status_code == 302
    return Attempt.objects.get(puzzle=page)


def test_a_page_is_solved_by_its_solution(client: Client, page: Puzzle) -> None:
    attempt = play(client, page, way(page))
    assert attempt.state == Attempt.State.SOLVED and attempt.first_try and attempt.solved_at
    assert attempt.answer["verdict"] == "solved" and attempt.is_rated
    assert Solver.objects.get(owner=attempt.owner).rated_count == 1
    page.refresh_from_db()
    assert (page.attempt_count, page.solved_count) == (1, 1)
    text = client.get(page.get_absolute_url()).content.decode()
    assert "The Tournament is won" in text and "Afterword" in text


def test_any_line_that_wins_is_right(client: Client, page: Puzzle) -> None:
    """Judged by the rules, not against the solution: with something superfluous before it, if that leaves it open."""
    line = way(page)
    for extra in TurnToWin(page.position).actions:
        try:
            turn = TurnToWin(page.position, [extra, *line])
        except Exception:  # the solution cannot be played any more
            continue
        if turn.is_won:
            assert play(client, page, [extra, *line]).state == Attempt.State.SOLVED
            return
    turn = TurnToWin(page.position, line)
    assert turn.is_won


def test_the_end_of_the_turn_is_an_answer(client: Client, page: Puzzle) -> None:
    attempt = play(client, page, [*failing(page), "end"])
    assert attempt.state == Attempt.State.OPEN and attempt.first_try is False and attempt.tries == 1
    assert attempt.answer["verdict"] == "failed" and attempt.answer["short"] > 0 and attempt.is_rated
    text = client.get(page.get_absolute_url()).content.decode()
    assert "Turn over, no winner" in text and "missing" in text and "Afterword" not in text
    assert act(client, page, action="end").status_code == 409
    act(client, page, do="reset")
    assert play(client, page, way(page)).state == Attempt.State.SOLVED


def test_taking_back_ends_the_first_try_and_moves_no_rating(client: Client, page: Puzzle) -> None:
    first = failing(page)[0]
    assert "ends your first try" not in client.get(page.get_absolute_url()).content.decode()
    act(client, page, action=first)
    assert "ends your first try" in client.get(page.get_absolute_url()).content.decode()
    act(client, page, do="undo")
    attempt = Attempt.objects.get(puzzle=page)
    assert attempt.line == [] and attempt.first_try is False and not attempt.is_rated
    attempt = play(client, page, way(page))
    assert attempt.state == Attempt.State.SOLVED and attempt.first_try is False and not attempt.is_rated
    assert not Solver.objects.exists()


def test_giving_up_shows_the_solution_step_by_step(client: Client, page: Puzzle) -> None:
    shown = client.post(f"{page.get_absolute_url()}solution/", {"revision": 0, "line": "", "confirm": "yes"})
    assert shown.status_code == 302 and "view=way" in shown["Location"]
    assert Attempt.objects.get(puzzle=page).state == Attempt.State.SHOWN
    line = way(page)
    for step in range(len(line) + 1):
        text = client.get(f"{page.get_absolute_url()}?view=way&step={step}").content.decode()
        assert f"Step {step} of {len(line)}." in text and re.search(r'href="/rulings/[^"]*M5\.\d', text, re.IGNORECASE)
    assert "That wins." in text and 'name="action"' not in text
    if page.proof is not None and page.proof.answer["tries"]:
        assert "A near miss" in client.get(f"{page.get_absolute_url()}?view=try-0").content.decode()


def test_readers_vote_and_comment_once_it_is_solved(client: Client, page: Puzzle) -> None:
    owner = make_owner("ada")
    sign_in(client, owner)
    address = f"/grimoire/p/{page.token}"
    said = {"text": "The last 7 upper was hard"}
    assert client.post(f"{address}/comment/", said).status_code == 403
    assert "Solve it to vote and comment." in client.get(page.get_absolute_url()).content.decode()
    *before, last = way(page)
    play(client, page, before)
    attempt = Attempt.objects.get(puzzle=page)
    fields = {"revision": attempt.revision, "line": ";".join(attempt.line), "action": last}
    solved = client.post(f"{page.get_absolute_url()}act/", fields, headers={"HX-Request": "true"})
    assert "grimoire:opened" in solved["HX-Trigger-After-Swap"]
    assert client.post(f"{address}/comment/", said).status_code == 302
    assert client.post(f"{address}/vote/", {"value": 1}).status_code == 302
    assert client.post(f"{address}/favourite/", {"wanted": "yes"}).status_code == 302
    text = client.get(page.get_absolute_url()).content.decode()
    assert said["text"] in text and "1 comment" in text
    page.refresh_from_db()
    assert (page.score, page.comment_count) == (1, 1)
    assert page.heading in client.get("/grimoire/progress/").content.decode()
    assert said["text"] not in Client().get(page.get_absolute_url()).content.decode()
    again = client.post(f"{page.get_absolute_url()}act/", {"do": "reset"}, headers={"HX-Request": "true"})
    assert "HX-Trigger-After-Swap" not in again.headers


def test_hints_come_one_by_one_when_asked_for(client: Client, page: Puzzle) -> None:
    def hint(rung: object) -> str:
        fields = {"revision": 0, "line": "", "rung": rung}
        assert client.post(f"{page.get_absolute_url()}hint/", fields).status_code == 302
        return client.get(page.get_absolute_url()).content.decode()

    assert "Hint: theme" in client.get(page.get_absolute_url()).content.decode()
    told = [f"{len(way(page))} actions", "It ends in the Arena of Air.", "First: Move to Air.", "First: Move to Air; "]
    too_early = hint(3)
    assert not any(words in too_early for words in told)
    for rung, words in enumerate(told, 1):
        text = hint(rung)
        assert words in text and not any(later in text for later in told[rung:])
    assert "Hint:" not in hint(4) and hint("x").count("First: ") == 2
    attempt = play(client, page, way(page))
    assert attempt.first_try and attempt.hint_level_at_first == 4


def test_hints_name_what_the_solution_is_made_of() -> None:
    pages = {page.slug: page for page in book(PAGES).pages}
    turn = pages["borrowed-darkness"]
    line = turn.answer["ways"][0]
    said = [hint_words(turn.position, line, level) for level in (1, 2, 3, 4)]
    assert said == [
        "4 actions, among them: Summon, Hypnox, Eversio.",
        "It ends in the Arena of Darkness.",
        "First: Three from Earth to Darkness.",
        "First: Three from Earth to Darkness; Hypnox with Student 7.",
    ]
    with pytest.raises(ValueError, match="no hint of level 5"):
        hint_words(turn.position, line, 5)
    with override("fr"):
        assert hint_words(turn.position, line, 2).endswith(": Ténèbres.")


def test_nothing_of_the_solution_is_told_before(client: Client, page: Puzzle) -> None:
    """Whatever is secret may change: a reader who has earned nothing gets the same."""

    def read() -> list[str]:
        shown = [
            client.get(f"{page.get_absolute_url()}{query}").content.decode()
            for query in ("", "?view=way", "?view=try-0", "?view=way&step=2", "?step=3")
        ]
        shown += [client.get(page.get_absolute_url(), headers={"HX-Request": "true"}).content.decode()]
        shown += [
            client.get(f"/grimoire/books/{MAGIC_SCHOOLS}/").content.decode(),
            *(
                client.get(address).content.decode()
                for address in ("/grimoire/", "/grimoire/search/", "/grimoire/daily/")
            ),
            *(client.get(f"/files/grimoire/pages-{language}.atom").content.decode() for language in ("en", "fr")),
        ]
        prints = [f"/grimoire/print/page/{page.token}/{query}" for query in ("", "?solution=1")]
        shown += [client.get(address).content.hex() for address in prints]
        shown += [client.post(f"/grimoire/print/{MAGIC_SCHOOLS}/", {"layout": "pages"}).content.hex()]
        return [re.sub(r'(csrfmiddlewaretoken" value|nonce|X-CSRFToken\W+)="?[^"]*"', "", text) for text in shown]

    before = read()
    assert page.proof is not None
    answer = page.proof.answer
    answer["ways"], answer["tries"], answer["nodes"] = [["end"]], [], 7
    page.proof.save()
    Puzzle.objects.filter(pk=page.pk).update(afterword="Zanzibar", afterword_fr="Zanzibar")
    assert read() == before


@pytest.mark.parametrize(
    "action", ["move nowhere", "cast 9 eversio", "discard fire", "pass", "", "assign " + "fire " * 40]
)
def test_what_cannot_be_done_changes_nothing(client: Client, page: Puzzle, action: str) -> None:
    answer = act(client, page, action=action)
    assert answer.status_code == 400 and "You can&#x27;t do that now." in answer.content.decode()
    assert not Attempt.objects.filter(puzzle=page).exclude(line=[]).exists()


def test_another_window_is_noticed(client: Client, page: Puzzle) -> None:
    first, other = TurnToWin(page.position).actions[:2]
    act(client, page, action=first)
    sent = client.post(f"{page.get_absolute_url()}act/", {"revision": 0, "line": "", "action": other})
    assert sent.status_code == 409
    again = client.post(f"{page.get_absolute_url()}act/", {"revision": 0, "line": "", "action": first})
    assert again.status_code == 302 and Attempt.objects.get(puzzle=page).line == [first]


def test_others_attempts_are_their_own(client: Client, page: Puzzle) -> None:
    play(client, page, way(page))
    stranger = Client()
    assert "Afterword" not in stranger.get(page.get_absolute_url()).content.decode()
    assert Owner.objects.count() == 1


def test_the_book_stands_on_the_shelf_under_its_game(client: Client, page: Puzzle) -> None:
    load_books(volumes=[replace(all_volumes()[0], pages=all_volumes()[0].pages[:2], retired=()), book()])
    shelf = client.get("/grimoire/").content.decode()
    assert 'id="shelf-magic-schools"' in shelf and 'href="#shelf-clash-of-decks"' in shelf
    shown = client.get(f"/grimoire/books/{MAGIC_SCHOOLS}/").content.decode()
    assert shown.count('class="page-link"') == 3 and "Clash of Magic Schools" in shown
    assert f"/grimoire/print/{MAGIC_SCHOOLS}/" in shown and f"/grimoire/books/add/{page.token}/" in shown


def test_pages_of_one_game_are_not_taken_for_those_of_another(client: Client, page: Puzzle) -> None:
    assert client.get(f"/grimoire/p/{page.token}/").status_code == 404
    assert client.get(f"/grimoire/p/{page.token}/embed/").status_code == 404
    assert client.get(f"/grimoire/mine/remix/{page.token}/").status_code in (404, 405)
    assert page.token not in "".join(map(str, client.get("/files/grimoire/pages.jsonl")))


def test_what_was_tried_is_counted_with_all_pages(client: Client, page: Puzzle) -> None:
    play(client, page, [*failing(page), "end"])
    assert page.heading in client.get("/grimoire/progress/").content.decode()
    assert page.get_absolute_url() in client.get("/grimoire/progress/again/").content.decode()
    shown = client.get(f"/grimoire/books/{MAGIC_SCHOOLS}/").content.decode()
    assert "Continue" in shown


def test_loading_again_changes_nothing(page: Puzzle) -> None:
    assert str(load_books(volumes=[book()])).startswith("0 made, 0 changed")
    assert Book.objects.get(slug=MAGIC_SCHOOLS).game == page.game == MAGIC_SCHOOLS


# The book


def proven_again(page: VolumePage) -> None:
    state = read_state(page.position)
    proof = prove(state)
    written = {key: value for key, value in page.answer.items() if key != "difficulty"}
    assert proof.is_unique and proof.to_json() == written
    assert TurnToWin(page.position, written["ways"][0]).is_won
    for near_miss in written["tries"]:
        turn = TurnToWin(page.position, near_miss["line"])
        assert not turn.is_over and turn.short == near_miss["short"] > 0


@pytest.mark.parametrize(("volume", "number"), [(0, 0), (0, 11), (0, -1), (1, 0), (1, 9), (1, -1)])
def test_proofs_hold(volume: int, number: int) -> None:
    proven_again(other_volumes()[volume].pages[number])


@pytest.mark.long
def test_every_proof_holds() -> None:
    for volume in other_volumes():
        for page in volume.pages:
            proven_again(page)


def test_the_books_are_written_in_both_languages() -> None:
    first, second = other_volumes()
    pages = [*first.pages, *second.pages]
    assert (len(first.pages), len(second.pages)) == (PAGES, SECOND)
    for name in ("title", "title_fr", "slug", "key"):
        values = [page.title.fr if name == "title_fr" else str(getattr(page, name)) for page in pages]
        assert len(set(values)) == len(pages), name
    assert len({page.likeness for page in first.pages}) >= PAGES - 4
    for page in pages:
        for text in (page.title, page.words, page.afterword):
            assert text.en and text.fr and text.en != text.fr, page.slug
    levels = [page.level for page in first.pages]
    assert levels[0] == 1 and max(levels) == 5 and levels == sorted(levels)


def test_the_second_volume_is_no_copy_of_the_first() -> None:
    """Longer on the whole, with near misses everywhere, some of it in Overtime, and with solutions of other shapes."""
    first, second = other_volumes()
    shapes = {page.likeness for page in second.pages}
    assert len(shapes) == SECOND and not shapes & {page.likeness for page in first.pages}
    assert all(page.answer["tries"] for page in second.pages)
    assert sum(page.position["overtime"] for page in second.pages) >= 3
    levels = [page.level for page in second.pages]
    assert levels == sorted(levels) and levels[0] >= 2 and max(levels) == 5


def test_each_book_has_a_recipe(tmp_path: Path) -> None:
    """Attempts are settled by seed, number and recipe; that of Overtime looks at no other turns."""
    kept = next(page for page in other_volumes()[1].pages if page.part == "overtime-31/24")
    (made,) = [bound_turn(page, 31) for page in attempt("overtime", 31, RECIPES["overtime"])]
    assert (made["key"], made["answer"]) == (kept.key, kept.answer)
    file = tmp_path / "turns.jsonl"
    call_command(
        "compose_turns", file, "--recipe", "overtime", "--seed", "overtime", "--first", "31", stdout=StringIO()
    )
    assert [json.loads(line)["key"] for line in file.read_text().splitlines()] == [kept.key]


def test_an_attempt_composes_the_same_page_again() -> None:
    """Settled by seed and number: what a book holds can be made anew, to the letter."""
    pages = {page.part: page for page in other_volumes()[0].pages}
    made = [bound_turn(page, 65) for page in attempt("tournament", 65)]
    assert {page["part"] for page in made} == {"tournament-65/20"}
    for composed in made:
        kept = pages.get(composed["part"])
        if kept is not None:
            assert (composed["key"], composed["likeness"]) == (kept.key, kept.likeness)
            assert composed["position"] == kept.position and composed["answer"] == kept.answer
