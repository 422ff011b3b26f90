"""Proofs: at once, in the background, cached, cancelled, asked for again."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from background import services as background
from background.services import Lease
from engine.decks.formats.interchange import read_position
from engine.decks.rules.position import Position
from engine.decks.solving import Budget
from engine.kernel.errors import EngineError
from grimoire.models import Proof
from grimoire.proving import services
from grimoire.proving.searching import search, search_quickly
from tests.engine.decks.solving.positions import Maker
from tests.grimoire.factories import make_puzzle, names_of_positions, position_json, position_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow("proves pages in several ways")]


def endless() -> Position:
    """A crowded board whose search takes longer than anybody waits."""
    return Maker(0, "duel", cards=8, creatures=3, mana=10).puzzle("survive", 2)


@pytest.fixture
def no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is found while the visitor waits."""
    monkeypatch.setattr(services, "QUICK_SECONDS", 0.0)


def work_off() -> None:
    call_command("db_worker", batch=True, interval=0, startup_delay=False, verbosity=0)


@pytest.mark.parametrize("name", ["destroy-two", "predict", "win-in-two"])
def test_a_small_position_is_answered_at_once(name: str) -> None:
    proof = services.ask(position=position_of(name))
    assert proof.state == Proof.State.DONE
    assert proof.complete
    assert proof.verdict == "unique"
    assert proof.nodes == proof.answer["nodes"]
    assert proof.position == position_json(name)
    assert not DBTaskResult.objects.exists()


def test_the_same_position_is_solved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    first = services.ask(position=position_of("win"))
    renamed = position_json("win")
    renamed["players"]["A"]["hand"][1]["name"] = "Another name"
    monkeypatch.setattr(services, "search_quickly", None)
    assert services.ask(position=read_position(renamed)) == first
    assert services.prove_now(position=position_of("win")) == first
    assert Proof.objects.count() == 1


def test_what_takes_longer_waits_for_a_worker(no_time: None) -> None:
    proof = services.ask(position=position_of("win"))
    assert proof.state == Proof.State.WAITING
    assert services.ask(position=position_of("win")) == proof
    assert DBTaskResult.objects.count() == 1
    work_off()
    proof.refresh_from_db()
    assert (proof.state, proof.complete, proof.verdict) == (Proof.State.DONE, True, "unique")
    assert proof.seconds > 0


def test_drafts_that_waited_get_their_level_from_the_worker(no_time: None) -> None:
    proof = services.ask(position=position_of("win"))
    puzzle = make_puzzle(published=False, position="win", proof=proof)
    assert puzzle.level is None
    work_off()
    puzzle.refresh_from_db()
    assert puzzle.level == 2


def test_a_search_says_honestly_that_it_was_not_finished() -> None:
    proof = services.prove_now(position=endless(), seconds=0.3)
    assert proof.state == Proof.State.DONE
    assert not proof.complete
    assert proof.verdict == "unproven"
    assert proof.answer["stopped_by"] == "time"
    assert not services.is_final(proof)


def test_what_ran_out_of_time_can_be_asked_again() -> None:
    proof = services.prove_now(position=endless(), seconds=0.2)
    renewed = services.ask(position=endless())
    assert renewed == proof
    assert renewed.state == Proof.State.WAITING
    services.work(proof_id=proof.pk, seconds=0.3)
    proof.refresh_from_db()
    assert proof.state == Proof.State.DONE


def test_progress_is_noted_while_it_runs(monkeypatch: pytest.MonkeyPatch, no_time: None) -> None:
    monkeypatch.setattr(services, "NOTE_EVERY", 0.0)
    proof = services.ask(position=endless())
    seen: list[tuple[str, int]] = []
    note = Lease.note

    def watching(self: Lease[Proof], **values: Any) -> bool:
        noted = note(self, **values)
        seen.append(Proof.objects.values_list("state", "nodes").get(pk=proof.pk))
        return noted

    monkeypatch.setattr(Lease, "note", watching)
    services.work(proof_id=proof.pk, seconds=0.3)
    assert {state for state, _nodes in seen} == {Proof.State.RUNNING}
    nodes = [nodes for _state, nodes in seen]
    assert nodes == sorted(nodes)
    assert nodes[-1] > 0


def test_a_cancelled_search_stops_soon_and_keeps_nothing(monkeypatch: pytest.MonkeyPatch, no_time: None) -> None:
    monkeypatch.setattr(services, "NOTE_EVERY", 0.0)
    proof = services.ask(position=endless())
    note = Lease.note

    def cancelling(self: Lease[Proof], **values: Any) -> bool:
        background.cancel(job=proof)
        return note(self, **values)

    monkeypatch.setattr(Lease, "note", cancelling)
    services.work(proof_id=proof.pk, seconds=3600)
    proof.refresh_from_db()
    assert (proof.state, proof.answer) == (Proof.State.CANCELLED, {})


def test_a_cancelled_proof_is_begun_anew_when_somebody_asks(no_time: None) -> None:
    proof = services.ask(position=position_of("win"))
    background.cancel(job=proof)
    services.work(proof_id=proof.pk)
    proof.refresh_from_db()
    assert proof.state == Proof.State.CANCELLED  # the task that was queued does nothing
    assert services.ask(position=position_of("win")).state == Proof.State.WAITING
    work_off()
    proof.refresh_from_db()
    assert proof.state == Proof.State.DONE


def test_cancelling_what_is_done_changes_nothing() -> None:
    proof = services.prove_now(position=position_of("win"))
    background.cancel(job=proof)
    proof.refresh_from_db()
    assert proof.is_done


def test_a_proof_whose_worker_was_stopped_goes_back_into_the_queue(no_time: None) -> None:
    proof = services.ask(position=position_of("win"))
    DBTaskResult.objects.all().delete()
    Proof.objects.filter(pk=proof.pk).update(
        state=Proof.State.RUNNING, heartbeat_at=timezone.now() - timedelta(minutes=5)
    )
    proof.refresh_from_db()
    assert services.ask(position=position_of("win")).state == Proof.State.WAITING
    work_off()
    proof.refresh_from_db()
    assert proof.is_done


def test_a_fault_is_noted_and_can_be_tried_again(monkeypatch: pytest.MonkeyPatch, no_time: None) -> None:
    proof = services.ask(position=position_of("win"))
    with monkeypatch.context() as patch:
        patch.setattr(services, "search", lambda *_args: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            services.work(proof_id=proof.pk)
    proof.refresh_from_db()
    assert proof.state == Proof.State.FAILED
    assert services.ask(position=position_of("win")).state == Proof.State.WAITING


def test_the_queue_has_an_end(monkeypatch: pytest.MonkeyPatch, no_time: None) -> None:
    monkeypatch.setattr(services, "MAX_WAITING", 1)
    services.ask(position=position_of("win"))
    with pytest.raises(services.QueueFull):
        services.ask(position=position_of("damage"))
    with pytest.raises(services.QueueFull):
        services.ask(position=position_of("destroy"), may_queue=lambda: False)
    assert Proof.objects.count() == 1


@pytest.mark.parametrize("change", [{"objective": None}, {"active": "A"}])
def test_a_position_without_an_objective_that_means_something(change: dict[str, Any]) -> None:
    data = {key: value for key, value in {**position_json("win"), **change}.items() if value is not None}
    for way in (services.ask, services.prove_now):
        with pytest.raises(EngineError):
            way(position=read_position(data))
    assert not Proof.objects.exists()


def test_a_quick_search_gives_up_where_the_abilities_would_cost_too_much() -> None:
    position = position_of("win-hard")
    assert search_quickly(position, Budget(), most_nodes=1000) is None
    assert search_quickly(position, Budget(nodes=10), most_nodes=10**9) is None
    assert search_quickly(position, Budget(), most_nodes=10**9) is not None


@pytest.mark.parametrize("name", names_of_positions())
def test_a_proof_says_the_same_whichever_way_it_was_found(name: str) -> None:
    finding = search(position_of(name), Budget())
    quick = search_quickly(position_of(name), Budget(), 10**9)
    assert quick == finding
    assert len(finding.answer["orders"]) == len(finding.answer["solutions"])
