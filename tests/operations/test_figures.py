"""Figures for Prometheus: of all processes together, for whoever has the token and for nobody else."""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from background.models import Heartbeat
from operations import figures
from operations.metric_files import forget_the_dead
from tables.running import games_by_status, open_streams
from tests.databases import kept_database
from tests.production import production
from tests.tables.factories import make_game

TOKEN = "a-token-of-thirty-two-letters-or-more"
ASKING = f"""
import django, os; django.setup()
from django.test import Client
client = Client(headers={{"host": "localhost"}})
def told(token="{TOKEN}"):
    return client.get("/metrics", headers={{"authorization": f"Bearer {{token}}"}})
"""


def figure(text: str, name: str) -> dict[str, float]:
    """The values of a figure by their labels."""
    samples = re.findall(rf"^{name}(?:\{{(.*)\}})? (\S+)$", text, re.MULTILINE)
    return {labels: float(value) for labels, value in samples}


@pytest.mark.long
def test_processes_count_together_and_only_the_token_opens(root: Path, tmp_path: Path) -> None:
    database = tmp_path / "grimoire.sqlite3"
    database.write_bytes(kept_database(root).read_bytes())
    place = {
        "GRIMOIRE_ENV": "test",
        "GRIMOIRE_DATABASE": str(database),
        "GRIMOIRE_METRICS_TOKEN": TOKEN,
        "GRIMOIRE_METRICS_DIR": str(tmp_path / "metrics"),
    }
    several = """
for number in range(3):
    child = os.fork()
    if not child:
        client.get("/robots.txt"); client.get("/nowhere/"); os._exit(0)
    os.waitpid(child, 0)
print(told("wrong" * 8).status_code, client.get("/metrics").status_code, "grimoire" in told("").content.decode())
print(told().content.decode())
"""
    done = production(root, ASKING + several, **place)
    assert done.returncode == 0, done.stderr
    first, _, text = done.stdout.partition("\n")
    assert first == "401 401 False"
    counted = figure(text, "grimoire_requests_total")
    assert counted['method="GET",status="2xx",view="robots"'] == 3
    assert sum(value for labels, value in counted.items() if 'status="4xx"' in labels) == 3
    assert sum(figure(text, "grimoire_request_seconds_count").values()) == 6
    assert figure(text, "grimoire_ready")['part="database"'] == 1
    assert figure(text, "grimoire_ready")['part="worker"'] == 0
    assert "grimoire_streams" in text and "grimoire_tasks_oldest_seconds" in text
    assert TOKEN not in text
    without = {name: value for name, value in place.items() if "METRICS" not in name}
    assert production(root, ASKING + "print(told().status_code)", **without).stdout == "404\n"
    short = production(root, "import config.settings", **{**place, "GRIMOIRE_METRICS_TOKEN": "short"})
    assert "GRIMOIRE_METRICS_TOKEN must have" in short.stderr.splitlines()[-1]


@pytest.mark.django_db
def test_what_the_database_says() -> None:
    Heartbeat.objects.create(worker="w", heartbeat_at=timezone.now() - timedelta(seconds=70))
    make_game()
    metrics = {metric.name: metric for metric in figures.DatabaseFigures().collect()}
    silent = metrics["grimoire_worker_silent_seconds"].samples[0]
    assert silent.labels == {"worker": "w"}
    assert 70 <= silent.value < 100
    assert {sample.labels["sort"]: sample.value for sample in metrics["grimoire_games"].samples} == games_by_status()
    assert sum(games_by_status().values()) == 1
    assert open_streams() == {"seat": 0, "spectator": 0}
    states = {sample.labels["status"]: sample.value for sample in metrics["grimoire_tasks"].samples}
    assert states.keys() == {"READY", "RUNNING", "FAILED", "SUCCESSFUL"} and states["FAILED"] == 0
    assert metrics["grimoire_tasks_oldest_seconds"].samples[0].value == 0


def test_files_of_processes_that_are_gone_go(tmp_path: Path) -> None:
    over = subprocess.Popen([sys.executable, "-S", "-c", ""])
    over.wait()
    files = [tmp_path / f"counter_{process}.db" for process in (over.pid, 1)] + [tmp_path / "other.db"]
    for file in files:
        file.touch()
    assert forget_the_dead(tmp_path) == 1
    assert [file.exists() for file in files] == [False, True, True]
