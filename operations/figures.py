"""Figures for Prometheus: what this site's processes have done, and what waits, at an address that asks for a token.

Each process counts for itself, in files that all of them read (``PROMETHEUS_MULTIPROC_DIR``), so that whichever process
is asked answers for all of one machine. What stands in the database is looked up when somebody asks.
"""

from __future__ import annotations

import hmac
import time
from collections.abc import Callable, Iterator
from functools import partial
from threading import Lock
from typing import Any, Final

from django.conf import settings
from django.db import Error, connection
from django.db.models import Count, Min
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.module_loading import import_string
from django_tasks.base import TaskResultStatus
from django_tasks_db.models import DBTaskResult
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from background.models import Heartbeat
from background.services import kinds
from operations.health import readiness
from operations.middleware import SyncAsyncMiddleware, aside

ADDRESS: Final = "/metrics"
KEPT_SECONDS: Final = 5.0  # for so long what the database says is told again
BUCKETS: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)  # seconds
METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

_own: Final = CollectorRegistry()  # of this process; what is told comes from all of them
requests_total: Final = Counter(
    "grimoire_requests", "Requests that were answered.", ("view", "method", "status"), registry=_own
)
request_seconds: Final = Histogram(
    "grimoire_request_seconds", "How long answers took.", ("room",), buckets=BUCKETS, registry=_own
)
queries_total: Final = Counter(
    "grimoire_database_queries", "What was asked of the database while pages were made.", registry=_own
)
query_seconds: Final = Counter("grimoire_database_seconds", "How long the database took to answer that.", registry=_own)
events_total: Final = Counter("grimoire_stream_events", "Events that were sent to streams.", registry=_own)
look_seconds: Final = Histogram(
    "grimoire_stream_look_seconds",
    "How long a process of streams took to look which games had gone on, and to write their steps.",
    buckets=BUCKETS,
    registry=_own,
)


class FiguresMiddleware(SyncAsyncMiddleware):
    """Counts each request, and answers ``/metrics`` to whoever has the token.

    Of a stream counts how long it took until it was open. Its queries are not counted: they are made in other threads.
    """

    def sync(self, request: HttpRequest) -> HttpResponse:
        if request.path == ADDRESS:
            return _told(request)
        begun = time.perf_counter()
        with connection.execute_wrapper(_count_query):
            response: HttpResponse = self.get_response(request)
        _count(request, response, time.perf_counter() - begun)
        return response

    async def async_(self, request: HttpRequest) -> HttpResponse:
        if request.path == ADDRESS:
            return await aside(partial(_told, request))
        begun = time.perf_counter()
        response: HttpResponse = await self.get_response(request)
        _count(request, response, time.perf_counter() - begun)
        return response


def _count(request: HttpRequest, response: HttpResponse, seconds: float) -> None:
    view = request.resolver_match.view_name if request.resolver_match else ""
    method = request.method if request.method in METHODS else "other"
    requests_total.labels(view or "none", method, f"{response.status_code // 100}xx").inc()
    request_seconds.labels(view.partition(":")[0] or "none").observe(seconds)


def _count_query(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
    begun = time.perf_counter()
    try:
        return execute(sql, params, many, context)
    finally:
        queries_total.inc()
        query_seconds.inc(time.perf_counter() - begun)


def _told(request: HttpRequest) -> HttpResponse:
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    is_known = hmac.compare_digest(token.strip().encode(), settings.METRICS_TOKEN.encode())
    if kind.lower() != "bearer" or not is_known:
        refusal = HttpResponse("a token is needed\n", status=401, content_type="text/plain")
        refusal.headers["WWW-Authenticate"] = "Bearer"
        return refusal
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    registry.register(database_figures)
    response = HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)
    response.headers["Cache-Control"] = "no-store"
    return response


class DatabaseFigures(Collector):
    """What the database says: tasks, jobs, workers, and what rooms count. At most some seconds old."""

    def __init__(self) -> None:
        self.guard = Lock()
        self.asked = float("-inf")
        self.found: list[Metric] = []

    def collect(self) -> list[Metric]:
        """The figures; without those of the database while it cannot be reached."""
        with self.guard:
            if time.monotonic() - self.asked >= KEPT_SECONDS:
                self.found, self.asked = list(_looked_up()), time.monotonic()
            return self.found


def _looked_up() -> Iterator[Metric]:
    ready = readiness()
    parts = {name: state == "ok" for name, state in ready.items()}
    yield _gauge("grimoire_ready", "Whether what the site needs is there.", "part", parts)
    if ready["database"] != "ok" or ready["migrations"] != "ok":
        return
    try:
        yield from _queues()
        for name, (about, count) in settings.DATABASE_FIGURES.items():
            yield _gauge(name, about, "sort", import_string(count)())
    except Error:
        return  # it has gone since it was asked


def _queues() -> Iterator[Metric]:
    now = timezone.now()
    counted = dict(DBTaskResult.objects.order_by().values_list("status").annotate(Count("pk")))
    states = dict.fromkeys(TaskResultStatus.values, 0) | counted  # none too: an alarm is about a difference
    yield _gauge("grimoire_tasks", "Tasks of the last days by what became of them.", "status", states)
    oldest = DBTaskResult.objects.ready().aggregate(since=Min("enqueued_at"))["since"]
    waited = GaugeMetricFamily("grimoire_tasks_oldest_seconds", "How long the oldest task that is ready has waited.")
    waited.add_metric([], (now - oldest).total_seconds() if oldest else 0.0)
    yield waited
    jobs = GaugeMetricFamily("grimoire_jobs", "Jobs (proofs, prints, trials) by their state.", labels=["kind", "state"])
    for kind in kinds():
        for state, count in kind._default_manager.order_by().values_list("state").annotate(Count("pk")):
            jobs.add_metric([kind._meta.label_lower, state], count)
    yield jobs
    heard = {worker.worker: (now - worker.heartbeat_at).total_seconds() for worker in Heartbeat.objects.all()}
    yield _gauge("grimoire_worker_silent_seconds", "How long ago each worker was heard of.", "worker", heard)


def _gauge(name: str, about: str, label: str, values: dict[str, Any]) -> Metric:
    gauge = GaugeMetricFamily(name, about, labels=[label])
    for value, number in values.items():
        gauge.add_metric([value], number)
    return gauge


database_figures: Final = DatabaseFigures()
