"""Games with clocks: who runs out of time has lost, whoever looks, and never by a second that the server lost."""

from __future__ import annotations

import json
import random
from datetime import UTC, date, datetime, timedelta
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from accounts.models import Owner
from background.models import Outage, Pulse
from background.pulse import PAGES, SILENT, STREAMS, WEB, WORKER, Beats, beats
from contract.registry import GAMES
from tables.models import DayOff, GameSeat, LiveGame, LogEntry, TimeoutCheck
from tables.services import log, timeouts
from tables.services.timeout_jobs import GRACE, arm
from tables.states import forget_states, state_of
from tables.streams.session import StreamSession
from tables.viewers import find_viewer
from tests.tables.clients import Refused, Seat, body_of, create, seats_of
from tests.tables.factories import make_game

pytestmark = pytest.mark.django_db
BLITZ = {"kind": "fischer", "base": 180, "increment": 2}
TURN = {"kind": "turn", "seconds": 30}
POST = {"kind": "correspondence", "days": 1}
OTHER = {"A": "B", "B": "A"}


class Clock:
    """What time it is, for the server and for what it measures time with."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 2, 12, tzinfo=UTC)
        self.steady = 1000.0

    def pass_by(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)
        self.steady += seconds

    def step(self, seconds: float) -> None:
        """The machine's clock is put to another time."""
        self.now += timedelta(seconds=seconds)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr("django.utils.timezone.now", lambda: made.now)
    monkeypatch.setattr("time.monotonic", lambda: made.steady)
    beats.forget()
    return made


def duel(clock: dict[str, Any], **more: Any) -> dict[str, Seat]:
    body = body_of("duel", "preconstructed", clock=clock, **more)
    return seats_of(create({**body, "seats": {"A": {"kind": "me"}, "B": {"kind": "open"}}, "first": "A"}))


def play_turn(seat: Seat) -> Any:
    """Acts until another one is to."""
    look = seat.look()
    while look["waiting_for"] == [seat.seat_name] and look["result"] is None:
        seat.act(look["version"], look["view"]["actions"][-1])
        look = seat.look()
    return look


def passed_by(clock: Clock, seconds: float) -> None:
    """Time goes by while the server is there: a worker beats."""
    while seconds > 0:
        clock.pass_by(min(20, seconds))
        beats.beat(WORKER)
        seconds -= 20


def left(seat: Seat) -> dict[str, float]:
    return {name: each["left_ms"] / 1000 for name, each in seat.look()["clocks"]["seats"].items()}


def opened(clock: dict[str, Any]) -> dict[str, Seat]:
    """A game in which each has chosen a deck: the openings are over."""
    seats = duel(clock)
    for _ in range(2):
        actor = seats[seats["A"].look()["waiting_for"][0]]
        play_turn(actor)
    return seats


def blitz() -> tuple[dict[str, Seat], str, float]:
    """A game of Blitz in which each has chosen a deck: its seats, who is to move, and how many seconds they have."""
    seats = opened(BLITZ)
    mover = seats["A"].look()["waiting_for"][0]
    return seats, mover, left(seats[mover])[mover]


def test_both_clocks_are_told_with_the_game(clock: Clock) -> None:
    look = duel(BLITZ)["A"].look()
    assert look["clock"] == BLITZ
    assert look["clocks"]["seats"]["B"] == {"left_ms": 180_000, "runs": False, "falls_at": None}
    running = look["clocks"]["seats"]["A"]
    assert running == {"left_ms": 180_000, "runs": True, "falls_at": "2026-03-02T12:04:00.000Z"}
    assert look["deadline_at"] == running["falls_at"]


def test_a_game_without_a_clock_has_none() -> None:
    look = Seat(create(body_of("duel", "preconstructed"))["id"]).look()
    assert look["clock"] is None and look["clocks"] is None
    assert not TimeoutCheck.objects.exists()


def test_a_turn_costs_its_time_and_brings_the_increment(clock: Clock) -> None:
    seats = opened(BLITZ)
    mover = seats["A"].look()["waiting_for"][0]
    before = left(seats["A"])
    passed_by(clock, 25)
    play_turn(seats[mover])
    after = left(seats["A"])
    assert after[mover] == before[mover] - 25 + 2 and after[OTHER[mover]] == before[OTHER[mover]]


def test_every_step_tells_the_clocks_after_it(clock: Clock) -> None:
    seats = opened(BLITZ)
    passed_by(clock, 7)
    play_turn(seats[seats["A"].look()["waiting_for"][0]])
    steps = seats["B"].get("/steps")
    looked = seats["B"].look()["clocks"]
    told = steps[-1]["clocks"]
    assert told["at"] == looked["at"]
    assert told["seats"] == {
        name: {"left_ms": each["left_ms"], "runs": each["runs"]} for name, each in looked["seats"].items()
    }
    forget_states()
    assert seats["A"].get("/steps")[-1]["clocks"] == told


def test_time_that_is_up_ends_the_game_with_the_next_look(clock: Clock) -> None:
    seats = opened(BLITZ)
    late = seats["A"].look()["waiting_for"][0]
    passed_by(clock, 185)
    look = Seat(seats["A"].game).look()
    assert look["result"]["reason"] == "deadline" and look["result"]["winners"] == [OTHER[late]]
    assert [entry.kind for entry in LogEntry.objects.order_by("version")][-2:] == ["deadline", "over"]


def test_whoever_read_the_game_before_its_end_is_told_that_it_is_over(clock: Clock) -> None:
    seats = opened(BLITZ)
    read_before = LiveGame.objects.get()
    passed_by(clock, 400)
    seats["A"].look()
    assert timeouts.end_late_turns(read_before)
    assert read_before.status == LiveGame.Status.OVER


def test_a_worker_ends_the_game_when_time_is_up(clock: Clock) -> None:
    seats = opened(BLITZ)
    late = seats["A"].look()["waiting_for"][0]
    check = TimeoutCheck.objects.get()
    (task,) = DBTaskResult.objects.filter(task_path=TimeoutCheck.task)
    assert task.run_after is not None and task.run_after <= clock.now + timedelta(seconds=240) + GRACE
    passed_by(clock, 60)
    timeouts.work(check.pk)  # it was to look when a clock of before would have run out: nothing is up
    assert LiveGame.objects.get().status == "play"
    check.refresh_from_db()
    assert check.state == "waiting" and check.due is not None and check.due > clock.now
    passed_by(clock, 130)
    timeouts.work(check.pk)
    game = LiveGame.objects.get()
    assert game.result is not None and game.result["winners"] == [OTHER[late]]
    check.refresh_from_db()
    assert check.state == "done"


def test_a_task_comes_earlier_where_less_time_is_left(clock: Clock) -> None:
    game = make_game(clock=POST)
    (task,) = DBTaskResult.objects.filter(task_path=TimeoutCheck.task)
    assert task.run_after == clock.now + timedelta(days=1) + GRACE
    LiveGame.objects.filter(pk=game.pk).update(clock=TURN)
    forget_states()
    game.refresh_from_db()
    arm(game, state_of(game))
    (task,) = DBTaskResult.objects.filter(task_path=TimeoutCheck.task)
    assert task.run_after == clock.now + timedelta(seconds=30 + 60) + GRACE


def test_who_acts_too_late_has_lost_and_who_acts_in_time_has_not(clock: Clock) -> None:
    seats = opened(BLITZ)
    mover = seats["A"].look()["waiting_for"][0]
    look = seats[mover].look()
    passed_by(clock, left(seats[mover])[mover] - 0.01)
    seats[mover].act(look["version"], look["view"]["actions"][0])
    look = seats[mover].look()
    assert look["result"] is None
    passed_by(clock, 0.02)
    with pytest.raises(Refused) as refused:
        seats[mover].act(look["version"], look["view"]["actions"][0])
    assert refused.value.code == "stale" and refused.value.body["view"]["stage"] == "over"


def test_a_request_that_waits_in_the_server_costs_nothing(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """It had arrived in time, and time was up before it was carried out."""
    seats = opened(BLITZ)
    mover = seats["A"].look()["waiting_for"][0]
    look = seats[mover].look()
    before = left(seats[mover])[mover]
    passed_by(clock, before - 1)
    monkeypatch.setattr("tables.clocks.seconds_held", lambda: 1.5)
    monkeypatch.setattr("tables.services.timeouts.seconds_held", lambda: 1.5)
    clock.pass_by(1.5)
    seats[mover].act(look["version"], look["view"]["actions"][0])
    assert left(seats[mover])[mover] == 1


def test_an_entry_that_waits_to_be_written_costs_nobody(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    seats = opened(BLITZ)
    mover = seats["A"].look()["waiting_for"][0]
    write = log.update

    def slowly(*args: Any) -> Any:
        clock.pass_by(9)
        return write(*args)

    before = left(seats[mover])
    monkeypatch.setattr(log, "update", slowly)
    look = play_turn(seats[mover])
    monkeypatch.undo()
    after = {name: each["left_ms"] / 1000 for name, each in look["clocks"]["seats"].items()}
    assert after[mover] == before[mover] + 2
    assert LogEntry.objects.latest("version").data["late"] == 9000
    ran_from = LogEntry.objects.latest("version").at + timedelta(seconds=9)
    assert datetime.fromisoformat(look["clocks"]["at"]) == ran_from


def test_while_the_server_is_down_no_clock_runs(clock: Clock) -> None:
    seats, mover, before = blitz()
    passed_by(clock, 40)
    clock.pass_by(7200)
    beats.forget()
    forget_states()
    beats.beat(WORKER)
    passed_by(clock, 40)
    play_turn(seats[mover])
    assert left(seats[mover])[mover] == before - 80 + 2


def test_a_short_restart_costs_nothing_either(clock: Clock) -> None:
    seats, mover, before = blitz()
    clock.pass_by(9)
    beats.forget()  # the first request to a server that has begun anew
    forget_states()
    play_turn(seats[mover])
    assert left(seats[mover])[mover] == before + 2


def test_while_no_page_is_served_nobody_loses(clock: Clock) -> None:
    """The web server alone is killed: streams go on, and a worker, who must not end what nobody can move in."""
    seats = opened(BLITZ)
    check = TimeoutCheck.objects.get()
    mover = seats["A"].look()["waiting_for"][0]
    before = left(seats[mover])[mover]
    others = Beats()
    beats.beat(PAGES)
    for _ in range(8):
        clock.pass_by(40)
        others.beat(WORKER)
        others.beat(STREAMS)
    timeouts.work(check.pk)
    assert LiveGame.objects.get().status == "play"
    check.refresh_from_db()
    assert check.due == clock.now + timeouts.AGAIN
    beats.forget()
    forget_states()
    beats.beat(PAGES)  # begun anew, before it serves
    assert left(seats[mover])[mover] == before
    for _ in range(int(before / 6) + 1):
        clock.pass_by(6)
        beats.beat(PAGES)
    timeouts.work(check.pk)
    result = LiveGame.objects.get().result
    assert result is not None and result["winners"] == [OTHER[mover]]


@pytest.mark.parametrize("step", [3600.0, 5.0])
def test_a_clock_that_is_put_forward_costs_nothing(clock: Clock, step: float) -> None:
    seats, mover, before = blitz()
    passed_by(clock, 10)
    beats.beat(WEB)
    clock.step(step)
    passed_by(clock, 10)
    play_turn(seats[mover])
    assert left(seats[mover])[mover] == before - 20 + 2


def test_a_clock_that_is_put_back_costs_nothing(clock: Clock) -> None:
    seats, mover, before = blitz()
    clock.step(-3600)
    look = play_turn(seats[mover])
    assert look["result"] is None and left(seats[mover])[mover] == before + 2


@pytest.mark.parametrize("kind", [WORKER, PAGES])
def test_a_clock_that_is_put_forward_and_back_again_stops_no_clocks(clock: Clock, kind: str) -> None:
    """Else what it was put forward by would count for nobody, for as long."""
    seats, mover, before = blitz()
    beats.beat(kind)
    clock.step(3600)
    clock.pass_by(1)
    beats.beat(kind)
    clock.step(-3600)
    clock.pass_by(1)
    beats.beat(kind)

    def wait(seconds: int) -> None:
        for _ in range(seconds // 2):
            clock.pass_by(2)
            beats.beat(kind)

    wait(40)
    play_turn(seats[mover])
    assert before - 42 + 2 <= left(seats[mover])[mover] <= before - 40 + 2
    wait(190)
    assert seats[mover].look()["result"]["reason"] == "deadline"
    assert not Outage.objects.filter(ended__gt=clock.now).exists()
    assert not Pulse.objects.filter(at__gt=clock.now).exists()


def test_a_server_of_the_release_before_writes_no_charges(clock: Clock) -> None:
    """What it leaves out is what has passed."""
    seats, mover, before = blitz()
    passed_by(clock, 30)
    play_turn(seats[mover])
    LogEntry.objects.update(data={})
    forget_states()
    assert left(seats[mover])[mover] == before - 30 + 2


def test_limits_for_each_turn_begin_anew(clock: Clock) -> None:
    seats = opened(TURN)
    for _ in range(3):
        mover = seats["A"].look()["waiting_for"][0]
        passed_by(clock, 20)
        assert play_turn(seats[mover])["result"] is None
    passed_by(clock, 31.5)
    assert seats["A"].look()["result"]["reason"] == "deadline"


def test_in_a_free_for_all_a_bot_plays_on(clock: Clock) -> None:
    seats = seats_of(create(body_of("ffa", "preconstructed", clock=TURN)))
    late = seats["A"].look()["waiting_for"][0]
    passed_by(clock, 95)
    look = seats["A"].look()
    assert look["result"] is None and look["seats"][late]["kind"] == "bot"
    assert late not in look["waiting_for"] and not look["clocks"]["seats"][late]["runs"]


def test_in_teams_the_team_has_lost(clock: Clock) -> None:
    seats = seats_of(create(body_of("teams", "preconstructed", clock=TURN)))
    late = seats["A"].look()["waiting_for"][0]
    passed_by(clock, 95)
    result = seats["A"].look()["result"]
    assert result["reason"] == "deadline" and late not in result["winners"] and len(result["winners"]) == 2


@pytest.mark.parametrize(
    ("game", "seats"),
    [("magic-schools", ("dragombre", "blancgriffon")), ("clash-of-the-cards", ("A", "B", "C"))],
)
def test_other_games_have_clocks_too(clock: Clock, game: str, seats: tuple[str, ...]) -> None:
    body = {"game": game, "clock": TURN, "seats": {name: {"kind": "me"} for name in seats}}
    table = seats_of(create(body))[seats[0]]
    look = table.look()
    assert set(look["clocks"]["seats"]) == set(seats)
    late = look["waiting_for"]
    passed_by(clock, 95)
    look = table.look()
    assert not set(late) & set(look["waiting_for"])


def test_bots_have_no_clock(clock: Clock) -> None:
    body = body_of("duel", "preconstructed", clock=BLITZ)
    body["seats"] = {"A": {"kind": "me"}, "B": {"kind": "bot", "level": "random"}}
    seat = seats_of(create(body))["A"]
    assert set(seat.look()["clocks"]["seats"]) == {"A"}
    passed_by(clock, 260)
    assert seat.look()["result"] == {**seat.look()["result"], "winners": ["B"], "reason": "deadline"}


def test_an_opponent_gives_time(clock: Clock) -> None:
    seats, mover, before = blitz()
    steps = seats["A"].get("/steps")
    look = seats[OTHER[mover]].post("/time", {"seat": mover})
    watched = Seat(seats["A"].game).get("/steps")  # written anew, for one who had not asked yet
    assert [step["clocks"] for step in watched] == [step["clocks"] for step in steps] != []
    assert look["clocks"]["seats"][mover]["left_ms"] / 1000 == before + 15
    passed_by(clock, before + 14)
    assert seats[mover].look()["result"] is None
    play_turn(seats[mover])
    assert left(seats[mover])[mover] == 1 + 2
    for giver, taker, code in ((mover, mover, "no-gift"), (OTHER[mover], "C", "no-gift")):
        with pytest.raises(Refused) as refused:
            seats[giver].post("/time", {"seat": taker})
        assert refused.value.code == code


def test_a_gift_for_a_turn_ends_with_the_turn(clock: Clock) -> None:
    seats = opened(TURN)
    mover = seats["A"].look()["waiting_for"][0]
    with pytest.raises(Refused) as refused:
        seats[mover].post("/time", {"seat": OTHER[mover]})
    assert refused.value.code == "no-gift"
    seats[OTHER[mover]].post("/time", {"seat": mover})
    assert left(seats[mover])[mover] == 45
    play_turn(seats[mover])
    play_turn(seats[OTHER[mover]])
    assert left(seats[mover])[mover] == 30


def test_partners_give_each_other_nothing(clock: Clock) -> None:
    seats = seats_of(
        create(body_of("teams", "preconstructed", clock=TURN) | {"seats": {name: {"kind": "open"} for name in "ABCD"}})
    )
    mover = seats["A"].look()["waiting_for"][0]
    may: dict[str, bool] = {}
    for name in set("ABCD") - {mover}:
        try:
            seats[name].post("/time", {"seat": mover})
            may[name] = True
        except Refused:
            may[name] = False
    assert sorted(may.values()) == [False, True, True]


def test_without_a_clock_no_time_is_given() -> None:
    seats = seats_of(
        create(body_of("duel", "preconstructed") | {"seats": {"A": {"kind": "me"}, "B": {"kind": "open"}}})
    )
    with pytest.raises(Refused) as refused:
        seats["A"].post("/time", {"seat": "B"})
    assert refused.value.code == "no-clock"


def test_days_off_do_not_count_in_games_by_post(clock: Clock) -> None:
    owner = Owner.objects.create()
    game = make_game(owner, clock=POST, first="A")
    DayOff.objects.create(owner=owner, day=date(2026, 3, 3), made=clock.now)
    seat = GameSeat.objects.filter(game=game).first()
    assert seat is not None
    timeouts.end_late_turns(game, clock.now + timedelta(days=1, hours=1))
    assert LiveGame.objects.get().status != "over"
    timeouts.end_late_turns(game, clock.now + timedelta(days=2, hours=1))
    assert LiveGame.objects.get().status == "over"


def test_a_rematch_has_the_same_clock(clock: Clock) -> None:
    seats = opened(BLITZ)
    passed_by(clock, 200)
    seats["A"].look()
    seats["A"].post("/rematch", {})
    seats["B"].post("/answers", {"offer": "rematch", "accept": True})
    assert [game.clock for game in LiveGame.objects.all()] == [BLITZ, BLITZ]


def test_a_take_back_gives_nothing_back(clock: Clock) -> None:
    seats = opened(BLITZ)
    mover = seats["A"].look()["waiting_for"][0]
    before = left(seats["A"])
    look = seats[mover].look()
    passed_by(clock, 5)
    seats[mover].act(look["version"], look["view"]["actions"][0])
    passed_by(clock, 5)
    try:
        seats[mover].post("/take-back", {"version": seats[mover].look()["version"]})
    except Refused as refused:
        assert refused.code == "barrier"
        return
    seats[OTHER[mover]].post("/answers", {"offer": "take-back", "accept": True})
    after = left(seats["A"])
    assert after[mover] == before[mover] - 10 and after[OTHER[mover]] == before[OTHER[mover]]


@pytest.mark.parametrize("clock_of", [BLITZ, TURN, POST])
def test_whole_games_add_up(clock: Clock, clock_of: dict[str, Any]) -> None:
    """What clocks say is what a process reads that has seen nothing of the game."""
    chance = random.Random(7)
    seats = opened(clock_of)
    for _ in range(12):
        look = seats["A"].look()
        if look["result"] is not None:
            break
        passed_by(clock, chance.choice((0, 0.4, 3)))
        play_turn(seats[look["waiting_for"][0]])
        shown = seats["A"].look()["clocks"]
        forget_states()
        assert seats["A"].look()["clocks"] == shown


@pytest.mark.parametrize("kind", [WEB, WORKER])
def test_a_silence_is_noted_once_by_whoever_is_there_again(clock: Clock, kind: str) -> None:
    first, second = Beats(), Beats()
    first.beat(kind)
    began = clock.now
    clock.pass_by(SILENT.total_seconds() + 1)
    first.beat(kind)
    second.beat(kind)
    assert [(each.began, each.ended) for each in Outage.objects.all()] == [(began, clock.now)]
    assert Pulse.objects.get().at == clock.now


def test_beats_that_come_all_the_time_are_no_outage(clock: Clock) -> None:
    process = Beats()
    for _ in range(40):
        process.beat(WORKER)
        clock.pass_by(3)
    assert not Outage.objects.exists()
    assert timezone.now() - Pulse.objects.get().at <= timedelta(seconds=9)


def test_strangers_are_paired_by_their_clock(clock: Clock) -> None:
    asking = [("fischer-300-5", "Ada"), ("fischer-180-2", "Ben"), ("", "Cem"), ("fischer-300-5", "Dee"), ("", "Eve")]
    for time, name in asking:
        Client().post("/play/stranger/", {"deadline": time, "player_name": name})
    paired = {
        tuple(game.seats.order_by("pk").values_list("player_name", flat=True)): game.clock
        for game in LiveGame.objects.all()
    }
    assert paired == {("Ada", "Dee"): {"kind": "fischer", "base": 300, "increment": 5}, ("Cem", "Eve"): None}


@pytest.mark.parametrize("language", ["", "/fr"])
def test_every_page_that_starts_a_game_offers_clocks(clock: Clock, language: str) -> None:
    for address, words in (
        ("/play/", POST),
        ("/play/new/magic-schools/", BLITZ),
        ("/play/new/clash-of-the-cards/", TURN),
    ):
        choice = {"correspondence": "correspondence-1", "fischer": "fischer-180-2", "turn": "turn-60"}[words["kind"]]
        page = Client().get(f"{language}{address}").content.decode()
        assert f'value="{choice}"' in page
        begun = Client().post(f"{language}{address}", {"deadline": choice, "spectators": "on"})
        game = LiveGame.objects.get(token=begun.headers["Location"].split("/")[-2])
        assert game.clock is not None and game.clock["kind"] == words["kind"] and game.deadline is None
        assert game.get_absolute_url() and "clock-time" in Client().get(game.get_absolute_url()).content.decode()


def test_a_stream_tells_the_clocks_with_what_time_it_is(clock: Clock) -> None:
    seats = opened(BLITZ)
    mover = seats["A"].look()["waiting_for"][0]
    passed_by(clock, 3)
    viewer = find_viewer(seats["A"].game, seats["A"].token, None)
    for since in (None, viewer.game.version):
        stream = StreamSession(viewer, since)
        told = [json.loads(chunk.partition("data: ")[2]) for chunk in stream.open() if "event: notice" in chunk]
        (clocks,) = [notice for notice in told if notice["kind"] == "clocks"]
        assert clocks["clocks"] == seats["A"].look()["clocks"]
        assert clocks["now"] == "2026-03-02T12:00:03.000Z"
        seats[OTHER[mover]].post("/time", {"seat": mover})
        given = [json.loads(chunk.partition("data: ")[2]) for chunk in stream.collect() if "time-given" in chunk]
        assert given == [{"kind": "time-given", "by": OTHER[mover], "seat": mover, "ms": 15_000}]
        stream.close()


def test_a_slug_that_stood_in_a_level_is_moved() -> None:
    """As a server of before has left it."""
    game = make_game()
    seat = GameSeat.objects.filter(game=game).earliest("pk")
    GameSeat.objects.filter(pk=seat.pk).update(kind="bot", level="vesper")
    seat.refresh_from_db()
    assert (seat.player, seat.name) == ("vesper", "Vesper")  # read as it stands, until it is moved
    migration = import_module("tables.migrations.0026_characters_of_seats")
    migration.move_characters(apps, SimpleNamespace(connection=connection))
    seat.refresh_from_db()
    assert (seat.level, seat.character, seat.player, seat.name) == ("search-small", "vesper", "vesper", "Vesper")
    known = {slug: bot.level for each in GAMES.values() for slug, bot in each.adapter.characters.items()}
    assert known == migration.LEVELS
