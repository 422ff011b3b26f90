"""Processes that run as in production, with a configuration that tests choose, and the static files that it names."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest

SECRET = "a-long-and-random-value-0123456789-ABCDEFGHIJKLMNOP"
GOOD = {"GRIMOIRE_SECRET_KEY": SECRET, "GRIMOIRE_ALLOWED_HOSTS": "grimoire.example"}


def production(root: Path, code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs code in a fresh process whose only configuration is the one given."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("GRIMOIRE_", "DJANGO_"))}
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=root,
        env={**kept, "DJANGO_SETTINGS_MODULE": "config.settings", **environment},
        capture_output=True,
        text=True,
    )


def manage(*arguments: str) -> str:
    """The code of a process that runs a command of manage.py."""
    return f"from django.core.management import execute_from_command_line as run; run(['manage.py', *{arguments!r}])"


@pytest.fixture(scope="session")
def collected_static(root: Path, tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The folder of what ``collectstatic`` makes in production, which tests only read.

    It is compressed for half a minute: of several processes of a run one does it.
    """
    own = tmp_path_factory.getbasetemp()
    run = own if worker_id == "master" else own.parent
    folder = run / "static"
    with (run / "static.lock").open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            draft = str(tmp_path_factory.mktemp("static"))
            done = production(
                root, manage("collectstatic", "--no-input", "-v", "0"), GRIMOIRE_STATIC_ROOT=draft, **GOOD
            )
            assert done.returncode == 0, done.stderr
            Path(draft).rename(folder)
    return folder
