"""A new web worker has read what every page needs before its first visitor comes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from config import warming

PROGRAM = """
import gc
import sys
import threading
import config.wsgi
from config.gunicorn import post_worker_init
from django.template import engines
from django.urls import get_resolver
from django.utils.translation import trans_real
from rulings.games.registry import games_with_rulings
from rulings.searching import index
before = "mutation.views" in sys.modules
post_worker_init(None)
for thread in threading.enumerate():
    if thread.name == "warming":
        thread.join()
print(before, "mutation.views" in sys.modules, get_resolver()._populated, {"en", "fr"} <= set(trans_real._translations))
partials = engines["django"].engine.template_loaders[0]
loader = partials.loaders[0]
games = ("", *(name for name in games_with_rulings() if name != "clash-of-decks"))
made = [f"{kind}{game} {language}" for kind in ("asked ", "meant ", "") for game in games for language in ("en", "fr")]
print(len(made) == 18 and set(made) <= set(index._indexes))
print("mutation/session.html" in loader.get_template_cache, "play/game.html" in loader.get_template_cache)
print(gc.get_freeze_count() > 50_000, len(gc.get_objects()) < 5_000, gc.get_threshold()[0] >= 10_000)
"""


def test_a_worker_is_warm_before_it_serves(root: Path) -> None:
    """Without a database: one that is away must not keep a worker from telling so."""
    command = [sys.executable, "-c", PROGRAM]
    environment = {"GRIMOIRE_ENV": "test", "GRIMOIRE_DATABASE": "/nowhere/at/all.sqlite3", "PATH": ""}
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["False", *["True"] * 9]


def test_a_worker_serves_though_it_could_not_be_made_ready(monkeypatch: pytest.MonkeyPatch, caplog: Any) -> None:
    """One that ended there would be started again for ever."""

    def failing(*_given: object) -> str:
        raise ValueError("a file that was not collected")

    monkeypatch.setattr(warming, "render_to_string", failing)
    with caplog.at_level("ERROR", logger="config.warming"):
        warming.warm()
    assert "could not be made ready" in caplog.text
