"""Processor time of one visitor: measured, charged to who asked, and refused with the time to come back."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import translation
from django_tasks_db.models import DBTaskResult

from accounts import budgets
from accounts.budgets import ProcessorBudget, RateLimited, costly, keys_of
from accounts.middleware import JobLaneMiddleware
from accounts.models import User
from accounts.requests import as_site_request
from background import lanes, meters, services
from background.working import Worker
from grimoire.models import Proof
from tests.grimoire.factories import position_json

pytestmark = [pytest.mark.django_db, pytest.mark.noted]


class Processor:
    """What a view is measured with."""

    def __init__(self) -> None:
        self.used = 0.0

    def work(self, _request: HttpRequest) -> HttpResponse:
        self.used += 1
        return HttpResponse("done")


@pytest.fixture
def processor(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Processor:
    settings.LIMITS = True
    processor = Processor()
    monkeypatch.setattr(budgets, "time", SimpleNamespace(thread_time=lambda: processor.used))
    monkeypatch.setattr(budgets, "PAGES", ProcessorBudget("test", seconds=3, every=1e6))
    return processor


def asking(address: str = "192.0.2.1", user: User | None = None, **headers: str) -> HttpRequest:
    request = as_site_request(RequestFactory().get("/cards/?q=x", REMOTE_ADDR=address, headers=headers))
    request.user = user or AnonymousUser()
    request.csp_nonce = ""
    return request


@pytest.mark.parametrize("reserve", [0.0, 1.0])
def test_a_visitor_has_so_much_and_others_theirs(processor: Processor, reserve: float) -> None:
    view = costly(reserve)(processor.work)
    statuses = [view(asking()).status_code for _ in range(5)]
    assert statuses[:3] == [200] * 3 and statuses[-1] == 429
    assert view(asking("192.0.2.2")).status_code == 200
    ada, bob = User.objects.create_user("ada"), User.objects.create_user("bob")
    assert [view(asking(user=ada)).status_code for _ in range(5)][::4] == [200, 429]
    assert view(asking("192.0.2.9", user=ada)).status_code == 429 or not reserve
    assert view(asking(user=bob)).status_code == 200


def test_what_fails_is_charged_too(processor: Processor) -> None:
    @costly(1.0)
    def fails(request: HttpRequest) -> HttpResponse:
        processor.work(request)
        raise RuntimeError

    for _ in range(3):
        with pytest.raises(RuntimeError):
            fails(asking())
    assert fails(asking()).status_code == 429


def test_many_at_once_get_no_further_than_one_after_the_other(processor: Processor) -> None:
    """What is dear is reserved beforehand: a view that asks for itself again is like two at once."""
    seen = []

    @costly(1.0)
    def asks_again(request: HttpRequest) -> HttpResponse:
        if len(seen) < 10:
            seen.append(asks_again(asking()).status_code)
        return HttpResponse()

    asks_again(asking())
    assert seen == [429, 200, 200]


def test_an_address_of_ipv6_counts_by_its_half(processor: Processor) -> None:
    assert keys_of(asking("2001:db8::1")) == keys_of(asking("2001:db8::2")) == {"2001:db8::/64": 1}


def test_refusals_say_when_to_come_back(processor: Processor, client: Client) -> None:
    processor.used = 0
    client.force_login(User.objects.create_user("ada"))

    def spent(request: HttpRequest) -> HttpResponse:
        raise RateLimited(100.2)

    view = costly()(spent)
    page = view(asking())
    assert (page.status_code, page["Retry-After"], page["Cache-Control"]) == (429, "101", "no-store")
    assert "Try again in 2 minutes." in page.content.decode()
    with translation.override("fr"):
        assert "Réessayez dans 2 minutes." in view(asking()).content.decode()
    part = view(asking(**{"hx-request": "true"}))
    assert (part.status_code, part["HX-Redirect"]) == (429, "/cards/?q=x")
    assert view(asking(**{"sec-fetch-dest": "image"})).content == b""
    assert view(asking(**{"sec-fetch-dest": "empty"})).content == b"<p>Try again in 2 minutes.</p>"
    said = as_site_request(RequestFactory().post("/", "{}", content_type="application/json"))
    assert b'"refused": "Try again in 2 minutes."' in view(said).content
    assert budgets.in_words(1) == "Try again in 1 second."
    assert budgets.in_words(10_000) == "Try again in 3 hours."


def test_pages_that_are_dear_are_charged(client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.LIMITS = True
    monkeypatch.setattr(budgets, "PAGES", ProcessorBudget("test", seconds=10, every=1e6))
    monkeypatch.setattr(budgets, "LUMP", 0.0)
    addresses = [
        reverse("cards:catalogue"),
        reverse("cards:compare"),
        reverse("grimoire:search"),
        reverse("grimoire:editor_trace"),
        reverse("board:board"),
        reverse("rulings:index"),
        reverse("cards:print_preview"),
    ]
    assert client.get(addresses[0]).status_code == 200
    meters.Meter("processor-test", 10, 1e6).add({"127.0.0.1": 1}, 15)
    client.get(addresses[0])
    for address in addresses:
        response = client.get(address)
        assert (response.status_code, "Retry-After" in response) == (429, True), address
    sent = client.post(reverse("grimoire:editor_check"), "{}", content_type="application/json")
    assert sent.status_code == 429
    sent = client.post(reverse("grimoire:prove"), {"position": "x"})
    assert (sent.status_code, "Retry-After" in sent) == (429, True)
    assert client.get(reverse("home:home")).status_code == 200


# Work in the background


def ask_as(address: str, work: Any) -> Any:
    said = []

    def view(_request: HttpRequest) -> HttpResponse:
        said.append(work())
        return HttpResponse()

    JobLaneMiddleware(view)(asking(address))
    return said[0]


def queue_proof(address: str, name: str) -> Proof:
    proof = Proof.objects.create(key=name, position={}, rules_version=1, engine_version="e")
    ask_as(address, lambda: services.queue(job=proof))
    return proof


def test_a_worker_charges_the_lane_that_it_works_for(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.LIMITS = True
    proof = queue_proof("192.0.2.1", "p")
    used = iter([5.0, 17.0])
    monkeypatch.setattr("background.working._processor_seconds", lambda: next(used))
    worker = Worker(queue_names=["*"], interval=0, batch=True, backend_name="default", startup_delay=False,
                    max_tasks=1, worker_id="w", excluded_queue_names=[])  # fmt: skip
    worker.run_task(DBTaskResult.objects.get())
    assert lanes.JOBS.usage([proof.lane])[proof.lane] == pytest.approx(12, abs=0.2)


def test_who_has_used_much_lets_others_go_first() -> None:
    many = [queue_proof("192.0.2.1", f"m{number}") for number in range(3)]
    few = [queue_proof("192.0.2.2", f"f{number}") for number in range(2)]
    lanes.charge(many[0].lane, 25)
    taken = []
    while (task := lanes.next_task(DBTaskResult.objects.ready())) is not None:
        DBTaskResult.objects.filter(pk=task.pk).update(status="SUCCESSFUL")
        taken.append(task.args_kwargs["args"][0])
    assert taken == [proof.pk for proof in (*few, *many)]


def test_who_has_had_all_that_workers_do_for_one_waits(settings: Any) -> None:
    settings.LIMITS = True
    proof = queue_proof("192.0.2.1", "p")
    ask_as("192.0.2.1", budgets.check_jobs)
    lanes.charge(proof.lane, lanes.JOBS.limit + 1)
    with pytest.raises(RateLimited) as spent:
        ask_as("192.0.2.1", budgets.check_jobs)
    assert 1 <= spent.value.seconds <= 3
    ask_as("192.0.2.2", budgets.check_jobs)
    lanes.charge(lanes.UPKEEP, 1e6)  # nobody's
    assert lanes.next_task(DBTaskResult.objects.ready()) is not None


def test_the_solver_says_when_it_searches_again(client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.LIMITS = True
    monkeypatch.setattr("grimoire.proving.services.QUICK_SECONDS", 0.0)
    lane = ask_as("127.0.0.1", lanes.lane_of_now)
    lanes.charge(lane, lanes.JOBS.limit + 600)
    response = client.post(reverse("grimoire:prove"), {"position": json.dumps(position_json("win-in-two"))})
    assert response.status_code == 429
    assert "Try again in 20 minutes." in response.content.decode()
