"""Races: the same puzzles for all, begun at the same moment, seen by nobody before."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Owner
from accounts.revisions import StaleRevision
from accounts.services import adopt
from background.upkeep import sweep_all
from grimoire.models import Attempt, Puzzle, PuzzleRace, TrainingRun
from grimoire.solving.services import ClientState
from grimoire.training import racing, runs
from tests.cards.factories import sign_in
from tests.grimoire.factories import make_owner, make_puzzle
from web.refusals import RequestRefused

pytestmark = pytest.mark.django_db

WIN = "3 at A upper 0"


@pytest.fixture
def host() -> Owner:
    return make_owner("host")


@pytest.fixture
def rival() -> Owner:
    return make_owner("rival")


@pytest.fixture
def race(host: Owner, rival: Owner) -> PuzzleRace:
    """Two who wait, and three puzzles with the same answer."""
    for _ in range(3):
        make_puzzle(position="win")
    Puzzle.objects.update(level=2)
    waiting = racing.new_race(host)
    racing.join(waiting, rival)
    return waiting


def begin(race: PuzzleRace, host: Owner) -> None:
    """Starts a race, whose countdown is over at once."""
    racing.start(race, host)
    begun = timezone.now()
    PuzzleRace.objects.filter(pk=race.pk).update(starts_at=begun)
    race.runs.update(started=begun, ends_at=begun + runs.DURATION)
    race.refresh_from_db()


def run_of(race: PuzzleRace, owner: Owner) -> TrainingRun:
    return race.runs.select_related("owner").get(owner=owner)


def answer(race: PuzzleRace, owner: Owner, action: str = WIN) -> None:
    run = run_of(race, owner)
    if action:
        runs.play(run=run, client_state=ClientState(run.revision, ()), action=action)
    runs.judge(run=run, client_state=ClientState(run.revision, tuple(run.line)))


def test_all_have_the_same_puzzles_and_nobody_before_it_begins(race: PuzzleRace, host: Owner, rival: Owner) -> None:
    own_puzzle = make_puzzle(rival, position="win")
    Puzzle.objects.filter(pk=own_puzzle.pk).update(level=2)
    assert [run.puzzles for run in racing.racers_in(race)] == [[], []]
    racing.start(race, rival)  # the host alone starts it
    race.refresh_from_db()
    assert race.starts_at is None
    racing.start(race, host)
    first, second = racing.racers_in(race)
    assert len(first.puzzles) == 3
    assert own_puzzle.pk not in first.puzzles
    assert (first.puzzles, first.started, first.ends_at) == (second.puzzles, second.started, second.ends_at)
    assert runs.attempt_in(first) is None  # the countdown
    with pytest.raises(StaleRevision):
        runs.judge(run=first, client_state=ClientState(first.revision, ()))
    racing.start(race, host)  # twice is once
    assert run_of(race, host).started == first.started


def test_nobody_joins_twice_nor_late_nor_as_the_ninth(race: PuzzleRace, host: Owner, rival: Owner) -> None:
    racing.join(race, rival)
    assert race.runs.count() == 2
    for _ in range(racing.MAX_RACERS - 2):
        racing.join(race, make_owner())
    with pytest.raises(RequestRefused, match="at most 8"):
        racing.join(race, make_owner())
    begin(race, host)
    with pytest.raises(RequestRefused, match="no more racers"):
        racing.join(race, make_owner())
    racing.leave(race, rival)  # nobody leaves what has begun
    assert race.runs.count() == racing.MAX_RACERS
    old = racing.new_race(host)
    PuzzleRace.objects.filter(pk=old.pk).update(created=timezone.now() - 2 * racing.WAITING_FOR)
    with pytest.raises(RequestRefused, match="no more racers"):
        racing.join(old, rival)


def test_who_leaves_makes_the_next_one_the_host_and_the_last_one_ends_it(
    race: PuzzleRace, host: Owner, rival: Owner
) -> None:
    third = make_owner("third")
    racing.join(race, third)
    racing.leave(race, host)
    racing.start(race, third)
    assert PuzzleRace.objects.get().starts_at is None
    racing.leave(race, third)
    racing.start(race, rival)  # alone is no race
    assert PuzzleRace.objects.get().starts_at is None
    racing.leave(race, rival)
    assert not PuzzleRace.objects.exists()


def test_the_most_right_answers_win_then_the_fewest_mistakes_then_the_earlier(
    race: PuzzleRace, host: Owner, rival: Owner
) -> None:
    third = make_owner("third")
    racing.join(race, third)
    begin(race, host)
    answer(race, host)
    answer(race, host, "")
    answer(race, rival)
    places = racing.places(racing.racers_in(race), timezone.now())
    assert [(place.place, place.run.owner, place.wrong, place.is_running) for place in places] == [
        (1, rival, 0, True), (2, host, 1, True), (3, third, 0, True),
    ]  # fmt: skip
    for _ in range(2):
        answer(race, rival)
    end = timezone.now() + timedelta(minutes=4)
    assert [place.is_running for place in racing.places(racing.racers_in(race), end)] == [False] * 3
    assert [place.place for place in racing.places([run_of(race, third)] * 2, end)] == [1, 1]
    assert Attempt.objects.filter(owner=rival, state=Attempt.State.SOLVED).count() == 3
    assert list(Puzzle.objects.order_by("pk").values_list("rated_count", flat=True)) == [0, 0, 0]


def test_all_go_on_with_the_same_next_race(race: PuzzleRace, host: Owner, rival: Owner) -> None:
    begin(race, host)
    after = racing.race_again(race, rival)
    assert racing.race_again(race, host) == after
    assert [run.owner for run in racing.racers_in(after)] == [rival, host]


def test_a_race_that_waits_or_runs_is_found_again_on_the_page_of_training(
    client: Client, race: PuzzleRace, host: Owner, rival: Owner
) -> None:
    assert racing.open_race_of(None, timezone.now()) is None
    assert racing.open_race_of(make_owner(), timezone.now()) is None
    sign_in(client, rival)
    assert race.get_absolute_url() in client.get(reverse("grimoire:training")).content.decode()
    begin(race, host)
    assert racing.open_race_of(rival, timezone.now()) == race
    TrainingRun.objects.filter(owner=rival).update(ended=True)
    assert racing.open_race_of(rival, timezone.now()) is None
    assert racing.open_race_of(host, timezone.now()) == race  # still runs
    assert racing.open_race_of(host, timezone.now() + 2 * runs.DURATION) is None


def test_a_race_that_nobody_started_is_over_after_a_day_and_gone_after_two(
    client: Client, race: PuzzleRace, host: Owner
) -> None:
    begun, empty = racing.new_race(host), racing.new_race(host)
    racing.join(begun, make_owner())
    begin(begun, host)
    empty.runs.all().delete()
    ages = PuzzleRace.objects.filter(pk__in=[race.pk, begun.pk])
    ages.update(created=timezone.now() - racing.WAITING_FOR - timedelta(minutes=1))
    race.refresh_from_db()
    racing.start(race, host)
    race.refresh_from_db()
    assert race.starts_at is None
    assert "This race wasn" in client.get(race.get_absolute_url()).content.decode()
    racing.sweep_races()
    assert set(PuzzleRace.objects.all()) == {race, begun}
    ages.update(created=timezone.now() - racing.KEPT_FOR - timedelta(minutes=1))
    sweep_all()
    assert list(PuzzleRace.objects.all()) == [begun]


def test_a_guest_who_signs_in_keeps_the_race_but_is_not_in_it_twice(race: PuzzleRace, rival: Owner) -> None:
    guest = make_owner()
    other = racing.new_race(guest)
    racing.join(race, guest)
    assert rival.user is not None
    adopt(guest=guest, user=rival.user)
    assert list(TrainingRun.objects.filter(owner=rival).order_by("pk").values_list("race", flat=True)) == [
        race.pk, other.pk,
    ]  # fmt: skip
    assert race.runs.filter(owner=rival).count() == 1


def test_a_race_by_forms_alone(client: Client, race: PuzzleRace, host: Owner) -> None:
    """A guest joins by the link under a name, both race, and each sees how the other stands."""
    address = race.get_absolute_url()
    change = reverse("grimoire:change_race", args=[race.token])
    guest, onlooker = client, Client()
    page = guest.get(address).content.decode()
    assert "host starts the race" in page
    refused = guest.post(change, {"do": "join", "player_name": "admin"}, follow=True).content.decode()
    assert "Choose another" in refused
    joined = guest.post(change, {"do": "join", "player_name": "<b>Zed"}, follow=True).content.decode()
    assert "Use letters" in joined
    guest.post(change, {"do": "join", "player_name": "Zed"})
    assert guest.post(change, {"do": "start"}).status_code == 302
    race.refresh_from_db()
    assert race.starts_at is None
    other = Client()
    sign_in(other, host)
    other.post(change, {"do": "start"})
    counting = guest.get(address).content.decode()
    assert 'data-left="' in counting
    zed = Owner.objects.get(player_name="Zed")
    own = run_of(race, zed).get_absolute_url()
    assert guest.get(own).headers["Location"] == address  # not before it begins
    begin(race, host)
    PuzzleRace.objects.filter(pk=race.pk).update(starts_at=timezone.now())
    assert guest.get(address).headers["Location"] == own
    assert guest.get(address, headers={"HX-Request": "true"}).headers["HX-Redirect"] == own
    answer(race, host)
    shown = guest.get(own).content.decode()
    assert "race-standings" in shown
    assert "host" in shown
    seen = onlooker.get(address).content.decode()
    assert "Zed" in seen
    assert own not in seen
    assert onlooker.get(own).status_code == 404
    assert onlooker.post(change, {"do": "join"}, follow=True).content.decode().count("already started") == 1
    guest.post(reverse("grimoire:change_run", args=[run_of(race, zed).token]), {"do": "stop", "revision": "0"})
    result = guest.get(own).content.decode()
    assert "Race again" in result
    again = guest.post(change, {"do": "again"}).headers["Location"]
    assert other.post(change, {"do": "again"}).headers["Location"] == again
    assert len(guest.get(again).content) > 0
    assert reverse("grimoire:new_race") in guest.get(reverse("grimoire:training")).content.decode()
    made = guest.post(reverse("grimoire:new_race"), {"player_name": "Zed"}).headers["Location"]
    assert "Link to this race" in guest.get(made).content.decode()
