"""Championships: the same for all, one answer each, nothing told before the end."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Owner
from accounts.revisions import StaleRevision
from accounts.services import forget
from grimoire import fair_play
from grimoire.authoring import services as authoring
from grimoire.authoring.checks import IN_CHAMPIONSHIP, what_is_missing
from grimoire.championships import services
from grimoire.championships.pages import answer_at
from grimoire.models import Attempt, Championship, ChampionshipAnswer, ChampionshipPuzzle, ChampionshipRun, Puzzle
from grimoire.solving.services import ClientState
from tests.cards.factories import sign_in
from tests.grimoire.factories import make_owner, make_puzzle, position_json, position_of

pytestmark = pytest.mark.django_db

WIN = "3 at A upper 0"
HOUR = timedelta(hours=1)


@pytest.fixture
def organiser() -> Owner:
    return make_owner("organiser")


def make_championship(organiser: Owner, **fields: object) -> Championship:
    """One that has begun, of six times the same puzzle."""
    drafts = [make_puzzle(organiser, published=False, position="win", title=f"Zanzibar {n}") for n in range(6)]
    fields = {"title": "Cup", "starts_at": timezone.now() - timedelta(minutes=1), **fields}
    return services.create(owner=organiser, puzzles=drafts, fields=fields)


@pytest.fixture
def championship(organiser: Owner) -> Championship:
    return make_championship(organiser, last_start=timezone.now() + 5 * HOUR)


def answer(run: ChampionshipRun, number: int, action: str = WIN) -> None:
    if action:
        kept = answer_at(run, number)
        services.play(answer=kept, client_state=ClientState(kept.revision, tuple(kept.line)), action=action)
    kept = answer_at(run, number)
    services.hand_in(answer=kept, client_state=ClientState(kept.revision, tuple(kept.line)))


def finish(championship: Championship) -> None:
    past = timezone.now() - 3 * HOUR
    Championship.objects.filter(pk=championship.pk).update(starts_at=past - HOUR, last_start=past)
    ChampionshipRun.objects.update(ends_at=past)
    championship.refresh_from_db()


def refused(code: str, what: Callable[[], object]) -> None:
    with pytest.raises(services.Refused, match=code):
        what()


def test_it_takes_six_proven_drafts_of_the_organiser(organiser: Owner) -> None:
    drafts = [make_puzzle(organiser, published=False) for _ in range(6)]
    fields = {"title": "Cup", "starts_at": timezone.now() + HOUR}

    def create(*puzzles: Puzzle) -> object:
        return services.create(owner=organiser, puzzles=puzzles, fields=fields)

    refused("not-six", lambda: create(*drafts[:5]))
    refused("not-six", lambda: create(*drafts[:5], drafts[0]))
    refused("not-a-draft", lambda: create(*drafts[:5], make_puzzle(organiser)))
    refused("not-a-draft", lambda: create(*drafts[:5], make_puzzle(make_owner("other"), published=False)))
    refused("not-ready", lambda: create(*drafts[:5], make_puzzle(organiser, published=False, proof=None)))
    assert create(*drafts)
    refused("not-ready", lambda: create(*drafts))  # they are in one
    assert what_is_missing(drafts[0]) == [IN_CHAMPIONSHIP]
    with pytest.raises(authoring.NotReady):
        authoring.publish(puzzle=drafts[0])
    with pytest.raises(authoring.Fixed):
        authoring.place(puzzle=drafts[0], position=position_of("damage"))


def test_who_takes_part_and_when(championship: Championship, organiser: Owner) -> None:
    refused("organiser", lambda: services.begin(championship=championship, owner=organiser))
    refused("no-account", lambda: services.begin(championship=championship, owner=make_owner()))
    solver = make_owner("solver")
    run = services.begin(championship=championship, owner=solver)
    assert services.begin(championship=championship, owner=solver) == run
    assert run.ends_at - run.started == HOUR
    finish(championship)
    refused("not-open", lambda: services.begin(championship=championship, owner=make_owner("late")))


def test_with_one_start_for_all_who_comes_late_has_less_time(organiser: Owner) -> None:
    championship = make_championship(organiser, starts_at=timezone.now() - timedelta(minutes=20))
    run = services.begin(championship=championship, owner=make_owner("late"))
    assert run.ends_at == championship.starts_at + HOUR
    planned = make_championship(organiser, starts_at=timezone.now() + HOUR)
    refused("not-open", lambda: services.begin(championship=planned, owner=make_owner("early")))


def test_an_answer_counts_once_and_not_after_the_end(championship: Championship) -> None:
    run = services.begin(championship=championship, owner=make_owner("solver"))
    answer(run, 1)
    kept = answer_at(run, 1)
    assert kept.is_right is True
    for change in (services.hand_in, services.undo):
        with pytest.raises(StaleRevision):
            change(answer=kept, client_state=ClientState(kept.revision, tuple(kept.line)))
    fresh = answer_at(run, 2)
    with pytest.raises(StaleRevision):
        services.play(answer=fresh, client_state=ClientState(3, ()), action=WIN)
    ChampionshipRun.objects.update(ends_at=timezone.now() - timedelta(minutes=1))
    run.refresh_from_db()
    with pytest.raises(StaleRevision):
        services.play(answer=answer_at(run, 2), client_state=ClientState(0, ()), action=WIN)
    assert not Attempt.objects.exists()  # nothing of it counts elsewhere


def test_points_then_time_make_the_table(championship: Championship) -> None:
    ChampionshipPuzzle.objects.filter(number=6).update(points=9)
    people = {name: services.begin(championship=championship, owner=make_owner(name)) for name in "abcd"}
    answer(people["a"], 1)
    answer(people["b"], 6)
    answer(people["c"], 2)
    answer(people["d"], 3, "")  # wrong
    answers = ChampionshipAnswer.objects
    answers.filter(run=people["a"]).update(seconds=50)
    answers.filter(run=people["c"]).update(seconds=50)
    table = [(row.place, row.run.owner.name, row.points) for row in services.standings(championship)]
    worth = ChampionshipPuzzle.objects.get(championship=championship, number=1).points
    assert table == [(1, "b", 9), (2, "a", worth), (2, "c", worth), (4, "d", 0)]


def test_the_table_and_what_was_right_are_for_the_end(championship: Championship) -> None:
    """Who has finished would learn from their points which answers are right, and could tell who has not."""
    solver, rival = make_owner("solver"), make_owner("rival")
    run, other = (services.begin(championship=championship, owner=owner) for owner in (solver, rival))
    answer(other, 1)
    client, address = sign_in(Client(), solver), championship.get_absolute_url()
    for visitor in (Client(), client):
        page = visitor.get(address).content.decode()
        assert "when the championship is over" in page
        assert "rival" not in page
    client.post(reverse("grimoire:change_championship", args=[championship.token]), {"do": "end"})
    page = client.get(address).content.decode()
    assert "rival" not in page
    finish(championship)
    page = Client().get(address).content.decode()
    assert "✓" in page
    assert "rival" in page
    assert run.pk != other.pk


def test_nothing_of_the_puzzles_is_told_before_somebody_begins_and_no_verdict_before_the_end(
    championship: Championship,
) -> None:
    solver = make_owner("solver")
    client, token = sign_in(Client(), solver), championship.token
    solve = reverse("grimoire:solve_championship", args=[token, 1])
    tokens = [page.puzzle.token.encode() for page in championship.puzzles.select_related("puzzle")]
    addresses = [
        championship.get_absolute_url(),
        *(reverse(f"grimoire:{name}") for name in ("championships", "index", "search", "drafts")),
        reverse("grimoire_files:dump"), reverse("api:puzzles"), "/sitemap.xml",
    ]  # fmt: skip
    for address in addresses:
        answered = client.get(address)
        content = b"".join(answered.streaming_content) if answered.streaming else answered.content
        assert b"Zanzibar" not in content, address
        assert not any(name in content for name in tokens), address
    assert client.get(solve).status_code == 404
    for name in tokens:
        assert client.get(f"/grimoire/p/{name.decode()}/").status_code == 404
    client.post(reverse("grimoire:change_championship", args=[token]), {"do": "begin"})
    assert client.get(solve).status_code == 200
    pages = []
    for number, action in ((1, WIN), (2, "")):  # one right, one wrong: the pages are alike
        address = reverse("grimoire:solve_championship", args=[token, number])
        if action:
            client.post(address, {"revision": "0", "line": "", "action": action})
        revision, line = ("1", action) if action else ("0", "")
        assert client.post(address, {"revision": revision, "line": line, "do": "judge"}).status_code == 302
        pages.append(client.get(address).content.decode())
    for page in pages:
        assert "Answer handed in" in page
        assert "Well done" not in page
        assert "Not quite" not in page
    assert ChampionshipAnswer.objects.filter(is_right=True).count() == 1


def test_the_puzzles_are_published_when_it_is_over(championship: Championship) -> None:
    services.finish(championship.pk)
    assert not Puzzle.objects.published().exists()
    finish(championship)
    services.finish(championship.pk)
    services.finish(championship.pk)
    assert Puzzle.objects.published().count() == 6
    assert "Zanzibar" in Client().get(championship.get_absolute_url()).content.decode()


def test_its_organiser_alone_deletes_it_before_anybody_begins(championship: Championship, organiser: Owner) -> None:
    change = reverse("grimoire:change_championship", args=[championship.token])
    sign_in(Client(), make_owner("stranger")).post(change, {"do": "delete"})
    assert Championship.objects.exists()
    run = services.begin(championship=championship, owner=make_owner("solver"))
    sign_in(Client(), organiser).post(change, {"do": "delete"})
    assert Championship.objects.exists()
    run.delete()
    sign_in(Client(), organiser).post(change, {"do": "delete"})
    assert not Championship.objects.exists()
    assert Puzzle.objects.count() == 6


def test_a_form_makes_a_championship(organiser: Owner) -> None:
    client, address = sign_in(Client(), organiser), reverse("grimoire:new_championship")
    assert Client().get(address).status_code == 302
    drafts = [make_puzzle(organiser, published=False, title=f"<b>{n}") for n in range(7)]
    starts = timezone.now() + HOUR
    sent = {
        "title": "Cup", "starts_at": f"{starts:%Y-%m-%dT%H:%M}", "last_start": f"{starts + 2 * HOUR:%Y-%m-%dT%H:%M}",
        "puzzles": [draft.token for draft in drafts[:6]],
    }  # fmt: skip
    assert "&lt;b&gt;" in client.get(address).content.decode()
    for wrong in (
        {"puzzles": [draft.token for draft in drafts]},
        {"last_start": sent["starts_at"]},
        {"starts_at": "9999-12-31T23:59"},
        {"puzzles": ["nonsense"] * 6},
    ):
        assert client.post(address, {**sent, **wrong}).status_code == 422, wrong
    assert client.post(address, sent).status_code == 302
    assert Championship.objects.get().puzzles.count() == 6


def test_its_puzzles_stay_as_they_are_until_it_is_over(championship: Championship, organiser: Owner) -> None:
    puzzle = championship.puzzles.select_related("puzzle")[0].puzzle
    for change in (
        lambda: authoring.save(puzzle=puzzle, content={"words": "After"}, seen=None),
        lambda: authoring.delete(puzzle=puzzle),
    ):
        with pytest.raises(authoring.Frozen):
            change()
    finish(championship)
    authoring.save(puzzle=puzzle, content={"words": "After"}, seen=None)
    authoring.delete(puzzle=puzzle)


def test_who_takes_part_has_no_solver_for_its_puzzles_before_it_is_over(
    championship: Championship, organiser: Owner
) -> None:
    """The solver knows their proofs already: neither it nor the analysis tells them to whoever copies a position."""
    solver = make_owner("solver")
    services.begin(championship=championship, owner=solver)
    data = json.loads(json.dumps(position_json("win")).replace("Gate Stump", "Copied Stump"))
    written, client = json.dumps(data), sign_in(Client(), solver)
    for name in ("grimoire:prove", "grimoire:count_solutions", "grimoire:new_puzzle", "thinking:think"):
        answered = client.post(reverse(name), {"position": written, "position_text": written})
        assert "playing this game or championship" in answered.content.decode(), name
    api = client.post(reverse("api:solve"), {"position": data}, content_type="application/json")
    assert (api.status_code, api.json()["error"]["code"]) == (409, "not-over")
    fair_play.check(organiser, position_of("win"))
    fair_play.check(make_owner("reader"), position_of("win"))
    finish(championship)
    fair_play.check(solver, position_of("win"))


def test_an_answer_of_the_last_second_counts_and_judging_takes_none_of_the_time(
    championship: Championship, monkeypatch: pytest.MonkeyPatch
) -> None:
    solver = make_owner("solver")
    run = services.begin(championship=championship, owner=solver)
    services.play(answer=answer_at(run, 1), client_state=ClientState(0, ()), action=WIN)
    start, passed = run.started, [HOUR + timedelta(milliseconds=400)]
    monkeypatch.setattr(timezone, "now", lambda: start + passed[0])
    judge = services.verdict_on

    def slowly(*args: Any) -> Any:
        passed[0] += timedelta(seconds=30)
        return judge(*args)

    monkeypatch.setattr(services, "verdict_on", slowly)
    address = reverse("grimoire:solve_championship", args=[championship.token, 1])
    client = sign_in(Client(), solver)
    answered = client.post(address, {"revision": "1", "line": WIN, "do": "judge"})
    assert answered.status_code == 302
    kept = ChampionshipAnswer.objects.get()
    assert (kept.is_right, kept.seconds) == (True, HOUR.total_seconds())
    late = reverse("grimoire:solve_championship", args=[championship.token, 2])
    assert client.post(late, {"revision": "0", "line": "", "do": "judge"}).status_code == 302
    assert ChampionshipAnswer.objects.count() == 1


def test_a_page_that_others_have_solved_is_in_no_championship_once_it_is_withdrawn(organiser: Owner) -> None:
    known = make_puzzle(organiser)
    Attempt.objects.create(owner=make_owner("reader"), puzzle=known)
    drafts = [make_puzzle(organiser, published=False) for _ in range(5)]
    fields = {"title": "Cup", "starts_at": timezone.now() + HOUR}
    refused("not-a-draft", lambda: services.create(owner=organiser, puzzles=[known, *drafts], fields=fields))
    authoring.unpublish(puzzle=known)
    refused("not-new", lambda: services.create(owner=organiser, puzzles=[known, *drafts], fields=fields))


def test_a_draft_that_is_published_meanwhile_is_in_no_championship(organiser: Owner) -> None:
    drafts = [make_puzzle(organiser, published=False) for _ in range(6)]
    authoring.publish(puzzle=drafts[0])
    drafts[0].published_at = None  # as the form of another window has it
    fields = {"title": "Cup", "starts_at": timezone.now() + HOUR}
    refused("not-a-draft", lambda: services.create(owner=organiser, puzzles=drafts, fields=fields))


def test_one_that_is_deleted_meanwhile_is_not_begun(championship: Championship) -> None:
    Championship.objects.filter(pk=championship.pk).delete()
    refused("not-open", lambda: services.begin(championship=championship, owner=make_owner("solver")))


def test_an_organiser_whose_account_goes_breaks_no_page(championship: Championship, organiser: Owner) -> None:
    solver = make_owner("solver")
    answer(services.begin(championship=championship, owner=solver), 1)
    assert organiser.user is not None
    forget(owner=organiser, user=organiser.user)
    client = sign_in(Client(), solver)
    solve = reverse("grimoire:solve_championship", args=[championship.token, 1])
    assert client.get(solve).status_code in (200, 404)
    finish(championship)
    services.finish(championship.pk)
    for address in (championship.get_absolute_url(), reverse("grimoire:championships")):
        assert Client().get(address).status_code == 200
