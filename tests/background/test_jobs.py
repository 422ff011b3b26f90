"""Jobs of all kinds: queueing, one worker at a time, workers that die, cancelling, going on."""

from __future__ import annotations

import signal
from contextlib import nullcontext
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import OperationalError
from django.utils import timezone
from django.utils.module_loading import import_string
from django_tasks_db.models import DBTaskResult

from background import services
from background.models import SILENT, STALLED_AFTER, Heartbeat, Job
from background.tasks import KEPT_DAYS, prune, wake
from background.working import Worker
from cards.models import PrintJob
from champions.models import Trial
from games.decks.analysing.thinking_models import Thinking
from grimoire.models import NewsMessage, Proof
from grimoire.models.compositions import Composition
from mutation.models import SessionMessage
from rulings.models import AnswerMessage
from tables.models import BotTurn, GameMail, GameReview, PeopleMessage, TimeoutCheck, TurnMessage
from tables.models.webhooks import WebhookEvent
from tests.tables.factories import make_game

pytestmark = pytest.mark.django_db(transaction=True)
State = Job.State


def now(job: Job) -> Any:
    return type(job)._default_manager.get(pk=job.pk)


def held(job: Job) -> services.Lease[Any]:
    lease = services.claim(type(job), job.pk)
    assert lease is not None
    return lease


def tasks() -> int:
    """How many tasks wait for a worker."""
    return DBTaskResult.objects.ready().count()


def worker_dies(job: Job, ago: timedelta = 2 * STALLED_AFTER) -> Job:
    """As if a worker had taken the job and said nothing since; the job as somebody sees it who looks."""
    DBTaskResult.objects.all().delete()
    type(job)._default_manager.filter(pk=job.pk).update(state=State.RUNNING, heartbeat_at=timezone.now() - ago)
    return now(job)


def test_every_kind_is_known() -> None:
    games = {BotTurn, GameMail, GameReview, PeopleMessage, Thinking, TimeoutCheck, TurnMessage, WebhookEvent}
    kinds = games | {AnswerMessage, Composition, NewsMessage, PrintJob, Proof, SessionMessage, Trial}
    assert set(services.kinds()) == kinds
    for kind in services.kinds():
        assert import_string(kind.task).module_path == kind.task


def test_who_asks_leaves_one_task(job: Job) -> None:
    assert (job.state, job.is_busy, tasks()) == (State.WAITING, True, 1)
    assert services.is_queued(job)
    assert DBTaskResult.objects.get().args_kwargs["args"] == [job.pk]
    services.queue(job=job)
    assert tasks() == 1


def test_of_two_that_saw_the_same_one_queues(job: Job) -> None:
    services.cancel(job=job)
    DBTaskResult.objects.all().delete()
    first, second = now(job), now(job)
    assert services.queue(job=first)
    assert not services.queue(job=second)
    assert (first.state, second.state, tasks()) == (State.WAITING, State.WAITING, 1)


def test_no_task_without_its_row(job: Job, monkeypatch: pytest.MonkeyPatch) -> None:
    """What goes wrong while the task is written takes the row along."""
    services.cancel(job=job)
    DBTaskResult.objects.all().delete()
    monkeypatch.setattr(services, "import_string", lambda _path: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        services.queue(job=job)
    assert (now(job).state, tasks()) == (State.CANCELLED, 0)


def test_of_two_workers_one_takes_it(job: Job) -> None:
    lease = held(job)
    assert services.claim(type(job), job.pk) is None
    assert lease.note()
    assert now(job).state == State.RUNNING
    assert lease.finish()
    assert services.claim(type(job), job.pk) is None
    assert now(job).is_done


def test_what_is_gone_is_nobodys(job: Job) -> None:
    lease = held(job)
    job.delete()
    assert not lease.note()
    assert lease.is_lost
    assert services.claim(type(job), job.pk or 0) is None


def test_steps_are_handed_on(job: Job) -> None:
    for _step in range(3):
        DBTaskResult.objects.all().delete()  # the worker has taken it
        lease = held(job)
        assert lease.requeue()
        assert not lease.note(), "who hands a job on has it no longer"
        assert (now(job).state, tasks()) == (State.WAITING, 1)


def test_a_worker_notes_only_what_it_holds(job: Job) -> None:
    """It slept for long; meanwhile somebody had the job begun anew, and another worker has it."""
    slow = held(job)
    assert services.go_on(job=worker_dies(job))
    quick = held(job)
    for late in (slow.note, slow.requeue, slow.finish, slow.fail, slow.drop):
        assert not late()
        assert now(job).state == State.RUNNING
    assert quick.note()
    assert quick.finish()


def test_two_beats_are_never_the_same(job: Job, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the clock stands still, a worker is told from the one before."""
    moment = timezone.now()
    monkeypatch.setattr(services.timezone, "now", lambda: moment)
    slow = held(job)
    services.cancel(job=job)
    services.queue(job=now(job))
    quick = services.Lease(now(job), now(job).heartbeat_at)
    assert quick.heartbeat_at != slow.heartbeat_at


def test_cancelling_stops_whoever_works(job: Job) -> None:
    lease = held(job)
    services.cancel(job=job)
    assert job.state == State.CANCELLED
    assert not lease.note()
    assert not lease.finish()
    assert now(job).state == State.CANCELLED


def test_cancelled_and_asked_for_again_while_somebody_works(job: Job) -> None:
    old = held(job)
    services.cancel(job=job)
    assert services.queue(job=now(job))
    assert not old.finish(), "what was cancelled is not kept"
    assert held(job).finish()


@pytest.mark.parametrize("end", ["finish", "fail", "drop"])
def test_what_is_over_is_not_cancelled(job: Job, end: str) -> None:
    getattr(held(job), end)()
    before = now(job).state
    services.cancel(job=job)
    assert job.state == now(job).state == before


def test_a_job_whose_worker_died_goes_on_when_somebody_looks(job: Job) -> None:
    seen = [worker_dies(job), now(job)]  # two pages at the same time
    assert services.stands_still(seen[0])
    assert [services.go_on(job=copy) for copy in seen] == [True, False]
    assert tasks() == 1
    assert not services.stands_still(now(job))
    assert held(job).finish()


def test_a_live_job_is_left_alone(job: Job) -> None:
    DBTaskResult.objects.all().delete()
    lease = held(job)
    assert not services.go_on(job=now(job))
    assert (lease.note(), tasks()) == (True, 0)


def test_a_long_queue_is_no_standstill(job: Job) -> None:
    """A job that waits behind others has its task: looking at it every second adds none."""
    type(job)._default_manager.update(heartbeat_at=timezone.now() - 10 * STALLED_AFTER)
    assert now(job).is_overdue
    assert not services.go_on(job=now(job))
    assert tasks() == 1


def test_a_task_that_was_lost_is_given_again(job: Job) -> None:
    DBTaskResult.objects.all().delete()
    type(job)._default_manager.update(heartbeat_at=timezone.now() - 2 * STALLED_AFTER)
    assert services.go_on(job=now(job))
    assert tasks() == 1


@pytest.mark.parametrize("state", [State.DONE, State.FAILED, State.CANCELLED])
def test_what_is_over_does_not_stand_still(job: Job, state: State) -> None:
    type(job)._default_manager.update(state=state, heartbeat_at=None)
    assert not now(job).is_busy
    assert not services.go_on(job=now(job))
    assert now(job).state == state


def test_a_fault_is_noted(job: Job) -> None:
    with pytest.raises(ZeroDivisionError), held(job):
        raise ZeroDivisionError
    assert now(job).state == State.FAILED


def test_a_job_that_the_database_ended_goes_on_later(job: Job) -> None:
    """It is not a fault of the job that the disk was full."""
    with pytest.raises(OperationalError), held(job):
        raise OperationalError("database or disk is full")
    assert now(job).state == State.RUNNING
    type(job)._default_manager.update(heartbeat_at=None)
    assert services.go_on(job=now(job))


def test_a_fault_that_was_told_already_stays_as_it_was_told(job: Job) -> None:
    with pytest.raises(ZeroDivisionError), held(job) as lease:
        lease.drop()
        raise ZeroDivisionError
    assert now(job).state == State.CANCELLED


@pytest.mark.parametrize("end", [SystemExit, KeyboardInterrupt])
def test_a_worker_that_is_ended_gives_its_job_back(job: Job, end: type[BaseException]) -> None:
    DBTaskResult.objects.all().delete()
    with pytest.raises(end), held(job):
        raise end
    assert (now(job).state, tasks()) == (State.WAITING, 1)


def test_a_worker_that_starts_goes_on_with_what_was_left(job: Job) -> None:
    """Nobody looks, and the job is done all the same; here it fails at once, for there is nothing behind it."""
    worker_dies(job)
    call_command("db_worker", batch=True, interval=0, startup_delay=False, verbosity=0)
    assert not now(job).is_busy


@pytest.mark.parametrize("end", [None, SystemExit])
def test_the_command_leaves_the_signal_handlers_of_its_process_as_they_were(
    monkeypatch: pytest.MonkeyPatch, end: type[SystemExit] | None
) -> None:
    """A process pool that is begun afterwards in the same process could not be ended: its processes inherit them."""
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGQUIT)
    while_working: list[object] = []

    def run(worker: Worker) -> None:
        while_working.extend(signal.getsignal(number) for number in numbers)
        assert set(while_working) == {worker.shutdown}
        if end:
            raise end

    monkeypatch.setattr(Worker, "run", run)
    before = [signal.getsignal(number) for number in numbers]
    with pytest.raises(end) if end else nullcontext():
        call_command("db_worker", batch=True, interval=0, startup_delay=False, verbosity=0)
    assert len(while_working) == 3
    assert [signal.getsignal(number) for number in numbers] == before


def test_what_was_left_just_now_is_looked_at_again_later(job: Job, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that starts at once after the last one cannot know yet that nobody has the job."""
    worker_dies(job, ago=timedelta(seconds=1))
    monkeypatch.setattr("background.working.Worker.run", lambda _self: None)
    monkeypatch.setattr("background.working.Worker.configure_signals", lambda _self: None)
    call_command("db_worker", verbosity=0, reload=False)
    assert now(job).state == State.RUNNING
    later = DBTaskResult.objects.get(task_path=wake.module_path)
    assert later.run_after > timezone.now() + STALLED_AFTER
    moment = timezone.now() + 2 * STALLED_AFTER
    monkeypatch.setattr("django.utils.timezone.now", lambda: moment)
    later.task.call()
    assert now(job).state == State.WAITING
    assert services.is_queued(job)


def test_what_tasks_came_to_goes_after_some_days_and_pruning_comes_each_day(
    job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    DBTaskResult.objects.all().delete()
    ended = [wake.enqueue().id for _each in range(3)]
    days = [timedelta(days=KEPT_DAYS + 1), timedelta(days=KEPT_DAYS - 1), None]
    for identifier, ago in zip(ended, days, strict=True):  # the last one still waits
        if ago is not None:
            DBTaskResult.objects.filter(id=identifier).update(status="SUCCESSFUL", finished_at=timezone.now() - ago)
    monkeypatch.setattr("background.working.Worker.run", lambda _self: None)
    monkeypatch.setattr("background.working.Worker.configure_signals", lambda _self: None)
    for _worker in range(2):
        call_command("db_worker", verbosity=0, reload=False)
    prunings = DBTaskResult.objects.filter(task_path=prune.module_path)
    assert prunings.get().run_after <= timezone.now()  # once, though two workers started
    prunings.delete()
    prune.call()
    prune.call()
    left = {str(result.id) for result in DBTaskResult.objects.filter(id__in=ended)}
    assert [identifier in left for identifier in ended] == [False, True, True]
    assert prunings.get().run_after > timezone.now() + timedelta(hours=23)


@pytest.mark.parametrize(
    ("job_as_it_is", "percent"),
    [
        (PrintJob(done=1, total=3), 33),
        (PrintJob(done=0, total=0), 0),
        (Trial(played=2500), 25),
        (Proof(seconds=45), 75),
        (Proof(seconds=61), 100),
    ],
)
def test_how_far_a_job_is(job_as_it_is: Job, percent: int) -> None:
    assert job_as_it_is.percent == percent


def test_tasks_of_workers_that_are_gone_are_done_anew() -> None:
    """The step of a job goes, for its job has another one; and what has ended three workers is not begun again."""
    long_ago = timezone.now() - 2 * SILENT
    Heartbeat.objects.create(worker="there", heartbeat_at=timezone.now())
    Heartbeat.objects.create(worker="killed", heartbeat_at=long_ago)
    job = TimeoutCheck.objects.create(game=make_game())
    services.queue(job=job)
    step = DBTaskResult.objects.get()
    begun = {
        "works": (["killed", "there"], long_ago),
        "just begun": (["killed"], timezone.now()),
        "left": (["killed"], long_ago),
        "unknown": (["gone"], long_ago),
        "kills": (["killed", "gone", "killed"], long_ago),
    }
    names = {wake.enqueue().id: name for name in begun}
    for identifier, (workers, started) in {
        **{key: begun[name] for key, name in names.items()},
        step.id: begun["left"],
    }.items():
        DBTaskResult.objects.filter(id=identifier).update(status="RUNNING", started_at=started, worker_ids=workers)
    services.resume_stalled()
    states = {names[str(task.id)]: task.status for task in DBTaskResult.objects.filter(task_path=wake.module_path)}
    left = {"left": "READY", "unknown": "READY", "kills": "FAILED"}
    assert states == {"works": "RUNNING", "just begun": "RUNNING", **left}
    assert not DBTaskResult.objects.filter(pk=step.pk).exists()
