"""Turns of Clash of Magic Schools day by day: puzzle of the day, the next one, repetitions, storms, streaks, races."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Owner
from accounts.revisions import StaleRevision
from api.discord.answers import TypedCommand, show_puzzle
from grimoire.book_loading import load_books, page_token
from grimoire.browsing.daily import candidates, page_of, today
from grimoire.models import Attempt, Puzzle, PuzzleRace, TrainingRun
from grimoire.solving.services import ClientState
from grimoire.training import racing, runs
from tests.cards.factories import sign_in
from tests.grimoire.factories import make_owner, make_puzzle
from tests.grimoire.schools.test_turns import MAGIC_SCHOOLS, book, failing, play, way

pytestmark = pytest.mark.django_db
TITLE = "Clash of Magic Schools"


@pytest.fixture
def pages() -> list[Puzzle]:
    """Three turns, from the first of their book on."""
    load_books(volumes=[book()])
    by_token = Puzzle.objects.select_related("proof").in_bulk(map(page_token, book().pages), field_name="token")
    return [by_token[page_token(page)] for page in book().pages]


@pytest.fixture
def owner(client: Client) -> Owner:
    owner = make_owner("runner")
    sign_in(client, owner)
    return owner


def make_run(owner: Owner, pages: list[Puzzle], kind: str = runs.STORM, **fields: Any) -> TrainingRun:
    now = timezone.now()
    values = {"started": now, "ends_at": now + runs.DURATION if kind != runs.STREAK else None, **fields}
    run: TrainingRun = TrainingRun.objects.create(
        owner=owner, kind=kind, game=MAGIC_SCHOOLS, puzzles=[page.pk for page in pages], **values
    )
    return run


def send(client: Client, run: TrainingRun, headers: dict[str, str] | None = None, **fields: str) -> HttpResponse:
    """A form of the run's page as it stands."""
    run.refresh_from_db()
    state = {"revision": str(run.revision), "line": ";".join(run.line)}
    return client.post(reverse("grimoire:change_run", args=[run.token]), {**state, **fields}, headers=headers)


# The puzzle of the day, the next one


def test_they_come_up_as_puzzle_of_the_day(client: Client, pages: list[Puzzle]) -> None:
    assert set(candidates()) == set(pages)
    chosen = page_of(today())
    assert chosen in pages
    shelf = client.get("/grimoire/").content.decode()
    assert "Puzzle of the day" in shelf and "Win this turn with" in shelf and f"· {TITLE}" in shelf
    assert TITLE in client.get("/fr/grimoire/daily/").content.decode()
    assert client.post(reverse("grimoire:start_daily")).headers["Location"] == chosen.get_absolute_url()
    assert client.get("/").status_code == 200
    told = client.get("/api/v1/puzzles/daily").json()
    assert (told["token"], told["game"]) == (chosen.token, MAGIC_SCHOOLS)


def test_the_next_puzzle_is_of_the_game_that_is_trained(client: Client, pages: list[Puzzle], owner: Owner) -> None:
    make_puzzle(title="A door")
    address = reverse("grimoire:next_puzzle")
    urls = {page.get_absolute_url() for page in pages}
    assert client.post(address, {"game": MAGIC_SCHOOLS}).headers["Location"] in urls
    after = client.post(address, {"after": pages[0].token}).headers["Location"]
    assert after in urls - {pages[0].get_absolute_url()}
    assert client.post(address, {"game": "nonsense"}).headers["Location"] not in urls
    for page in pages:
        Attempt.objects.create(owner=owner, puzzle=page)
    assert client.post(address, {"game": MAGIC_SCHOOLS}).headers["Location"].endswith(f"?empty&game={MAGIC_SCHOOLS}")


def test_what_failed_is_due_again_and_answered_anew(client: Client, pages: list[Puzzle], owner: Owner) -> None:
    page = pages[0]
    attempt = play(client, page, [*failing(page), "end"])
    assert attempt.due_on == today() + timedelta(days=1) and attempt.due_step == 0
    Attempt.objects.update(due_on=today())
    assert page.title in client.get(reverse("grimoire:to_retry")).content.decode()
    sent = client.post(reverse("grimoire:next_puzzle"), {"again": "1"})
    assert sent.headers["Location"] == f"{page.get_absolute_url()}?again=1"
    attempt.refresh_from_db()
    assert attempt.line == [] and not attempt.answer
    solved = play(client, page, way(page))
    assert solved.state == Attempt.State.SOLVED and solved.due_on == today() + timedelta(days=3)


# Storms, streaks, races


def test_a_storm_is_of_one_game(client: Client, pages: list[Puzzle], owner: Owner) -> None:
    door = make_puzzle(title="A door")
    training = client.get(f"{reverse('grimoire:training')}?game={MAGIC_SCHOOLS}").content.decode()
    assert training.count(f'name="game" value="{MAGIC_SCHOOLS}"') == 4 and f">{TITLE}</a>" in training
    started = client.post(reverse("grimoire:start_run"), {"kind": "storm", "game": MAGIC_SCHOOLS})
    run = TrainingRun.objects.get()
    assert started.headers["Location"] == run.get_absolute_url()
    assert set(run.puzzles) == {page.pk for page in pages} and run.game == MAGIC_SCHOOLS
    client.post(reverse("grimoire:start_run"), {"kind": "storm"})
    assert TrainingRun.objects.exclude(pk=run.pk).get().puzzles == [door.pk]


def test_a_turn_is_judged_as_soon_as_it_is_over(client: Client, pages: list[Puzzle], owner: Owner) -> None:
    run = make_run(owner, pages)
    first = client.get(run.get_absolute_url()).content.decode()
    assert pages[0].title not in first and "Win this turn with" in first and "data-clock" in first
    for action in way(pages[0])[:-1]:
        shown = send(client, run, {"HX-Request": "true"}, action=action)
        assert shown.status_code == 200 and "<html" not in shown.content.decode()
    done = send(client, run, {"HX-Request": "true"}, action=way(pages[0])[-1])
    assert done.headers["HX-Redirect"] == run.get_absolute_url()
    run.refresh_from_db()
    assert (run.score, run.combo, run.line) == (1, 1, []) and run.answers[0][:2] == [pages[0].pk, True]
    left = run.ends_at
    for action in [*failing(pages[1]), "end"]:
        assert send(client, run, action=action).status_code == 302
    run.refresh_from_db()
    assert run.answers[1][1] is False and left is not None and run.ends_at == left - runs.PENALTY
    pages[0].refresh_from_db()
    attempts = Attempt.objects.order_by("puzzle__book_pages__number")
    assert (pages[0].attempt_count, pages[0].solved_count) == (1, 1)
    assert [attempt.first_try for attempt in attempts] == [True, False] and not attempts[0].is_rated
    assert attempts[1].due_on == today() + timedelta(days=1)


def test_nothing_is_taken_back_in_a_run(client: Client, pages: list[Puzzle], owner: Owner) -> None:
    run = make_run(owner, pages)
    send(client, run, action=way(pages[0])[0])
    for command in ("undo", "reset", "judge"):
        send(client, run, do=command)
        run.refresh_from_db()
        assert run.line == way(pages[0])[:1] and not run.answers
    assert send(client, run, action="move nowhere").status_code == 400
    with pytest.raises(StaleRevision):
        runs.play(run=run, client_state=ClientState(0, ()), action=way(pages[0])[0])


def test_a_streak_ends_with_its_first_mistake_and_skips_once(client: Client, pages: list[Puzzle], owner: Owner) -> None:
    run = make_run(owner, pages, runs.STREAK, skips=1)
    assert "Skip" in client.get(run.get_absolute_url()).content.decode()
    send(client, run, do="skip")
    for action in [*failing(pages[1]), "end"]:
        send(client, run, action=action)
    run.refresh_from_db()
    assert run.ended and [answer[1] for answer in run.answers] == [None, False]
    result = client.get(run.get_absolute_url()).content.decode()
    assert pages[1].title in result and f'name="game" value="{MAGIC_SCHOOLS}"' in result


def test_bests_are_of_each_game(owner: Owner, pages: list[Puzzle]) -> None:
    make_run(owner, pages, score=7)
    assert runs.own_bests(owner, runs.STORM, MAGIC_SCHOOLS) == [7, 7, 7]
    assert runs.own_bests(owner, runs.STORM, "clash-of-decks") == [0, 0, 0]
    assert runs.best_of_all(runs.STORM, MAGIC_SCHOOLS, None) == [("runner", 7)]
    assert runs.best_of_all(runs.STORM, "clash-of-decks", None) == []


def test_a_race_is_of_one_game_too(client: Client, pages: list[Puzzle], owner: Owner) -> None:
    make_puzzle(title="A door")
    made = client.post(reverse("grimoire:new_race"), {"player_name": "runner", "game": MAGIC_SCHOOLS})
    race = PuzzleRace.objects.get()
    assert made.headers["Location"] == race.get_absolute_url() and race.game == MAGIC_SCHOOLS
    racing.join(race, make_owner("other"))
    assert TITLE in client.get(race.get_absolute_url()).content.decode()
    racing.start(race, owner)
    assert all(set(run.puzzles) == {page.pk for page in pages} for run in race.runs.all())
    assert racing.race_again(race, owner).game == MAGIC_SCHOOLS


def test_a_run_tells_nothing_of_a_solution(client: Client, pages: list[Puzzle], owner: Owner) -> None:
    """Not even to whoever has earned it: all that is secret may change, and the same is sent."""
    play(client, pages[0], way(pages[0]))
    run = make_run(owner, pages)
    race = PuzzleRace.objects.create(starts_at=timezone.now(), game=MAGIC_SCHOOLS)
    raced = make_run(owner, pages, runs.RACE, race=race, started=timezone.now() - timedelta(seconds=1))
    TrainingRun.objects.filter(kind=runs.RACE).update(ends_at=timezone.now() + timedelta(hours=1))
    TrainingRun.objects.filter(pk=run.pk).update(ends_at=timezone.now() + timedelta(hours=1))

    def read() -> list[str]:
        addresses = [run.get_absolute_url(), raced.get_absolute_url(), f"/fr{run.get_absolute_url()}"]
        addresses += [reverse("grimoire:race_standings", args=[race.token]), reverse("grimoire:training")]
        shown = [client.get(address).content.decode() for address in addresses]
        shown += [client.get(run.get_absolute_url(), headers={"HX-Request": "true"}).content.decode()]
        of_moment = r'(csrfmiddlewaretoken" value|nonce|X-CSRFToken\W+|data-left)="?[^"]*"|data-clock>[^<]*<'
        return [re.sub(of_moment, "", text) for text in shown]

    before = read()
    assert "One solution" not in "".join(before) and "Hint" not in before[0]
    for page in pages:
        assert page.proof is not None
        page.proof.answer |= {"ways": [["end"]], "tries": [], "nodes": 7}
        page.proof.save()
    Puzzle.objects.update(afterword="Zanzibar", afterword_fr="Zanzibar")
    assert read() == before


RACE = """
from datetime import timedelta
from django.utils import timezone
from accounts.models import Owner, User
from grimoire.book_loading import load_books
from grimoire.models import Attempt, Puzzle, TrainingRun
from grimoire.solving.services import ClientState
from grimoire.training import runs
from tests.grimoire.schools.test_turns import book

load_books(volumes=[book()])
owner = Owner.objects.create(user=User.objects.create_user("runner"))
pages = list(Puzzle.objects.select_related("proof").order_by("pk"))
now = timezone.now()
run = TrainingRun.objects.create(owner=owner, kind="storm", game="magic-schools", started=now,
    ends_at=now + timedelta(minutes=9), puzzles=[page.pk for page in pages])
*line, last = pages[0].proof.answer["ways"][0]
for action in line:
    runs.play(run=run, client_state=ClientState(run.revision, tuple(run.line)), action=action)
state = ClientState(run.revision, tuple(line))

def finish(_):
    return runs.play(run=TrainingRun.objects.select_related("owner").get(pk=run.pk), client_state=state, action=last)

outcomes = at_once(finish, range(8), tell=True)
run, attempt, page = TrainingRun.objects.get(), Attempt.objects.get(), Puzzle.objects.get(pk=pages[0].pk)
print(json.dumps([sorted(map(str, outcomes)), run.score, len(run.answers), attempt.tries, page.attempt_count,
    page.solved_count]))
"""


def test_of_many_last_actions_at_once_one_counts(race: Callable[[str], Any]) -> None:
    outcomes, score, answers, tries, attempts, solved = race(RACE)
    assert outcomes == ["None"] + ["StaleRevision"] * 7
    assert (score, answers, tries, attempts, solved) == (1, 1, 1, 1, 1)


def test_discord_shows_it_with_its_game(pages: list[Puzzle]) -> None:
    shown = show_puzzle(TypedCommand({}, "en", "https://example.org"))
    chosen = page_of(today())
    assert chosen is not None
    (embed,) = shown["data"]["embeds"]
    assert embed["url"] == f"https://example.org{chosen.get_absolute_url()}" and "image" not in embed
    assert TITLE in embed["description"] and "Win this turn with" in embed["description"]
