"""The development server waits for the kernel's word that a file has changed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tools import reloading

pytestmark = pytest.mark.slow("starts a process that starts others")

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE = 60  # seconds; only a test that fails waits so long

SITE = """
import sys
from pathlib import Path

import django
from django.conf import settings

here = Path(__file__).parent
sys.path.insert(0, str(here))
template = {"BACKEND": "django.template.backends.django.DjangoTemplates", "DIRS": [here / "templates"]}
settings.configure(BASE_DIR=here, INSTALLED_APPS=["tools"], TEMPLATES=[template], ROOT_URLCONF="urls")
django.setup()

from django.utils import autoreload
from tools.reloading import WaitingReloader

class Noted(WaitingReloader):
    def watched_files(self, *arguments, **named):
        print("looks", flush=True)
        return super().watched_files(*arguments, **named)

    def notify_file_changed(self, path):
        print("changed", path.name, flush=True)
        super().notify_file_changed(path)

assert autoreload.get_reloader is WaitingReloader
autoreload.get_reloader = Noted

def serve():
    from app import code
    print("serves", code.NUMBER, flush=True)
    autoreload.time.sleep(600)

autoreload.run_with_reloader(serve)
"""


class Served:
    """A site of a few files, and what it prints."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.write("site.py", SITE)
        self.write("urls.py", "urlpatterns = []")
        self.write("app/__init__.py", "")
        self.write("app/code.py", "NUMBER = 1")
        self.write("templates/page.html", "1")
        self.write("var/database", "1")
        self.log = folder / "log"
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [sys.executable, folder / "site.py"],
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                env={**os.environ, "PYTHONPATH": str(ROOT), "DJANGO_SETTINGS_MODULE": ""},
            )

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        # Django compares the times of files, and some systems have no finer ones than seconds.
        later = time.time() + len(text)
        os.utime(path, (later, later))

    def says(self, line: str, times: int = 1) -> list[str]:
        """All that it has printed, as soon as it has printed this so often."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            lines = self.log.read_text().splitlines()
            if lines.count(line) >= times:
                return lines
            time.sleep(0.05)
        raise AssertionError(f"not said: {line}\n{self.log.read_text()}")


def test_nothing_is_looked_at_while_nothing_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []
    told = iter([set(), set(), {(1, "code.py")}, set(), set()])  # of what the kernel tells, each second
    monkeypatch.setattr(reloading, "watch", lambda *_roots, **_options: told)
    monkeypatch.setattr(reloading.WaitingReloader, "snapshot_files", lambda _: looks.append(1) or ())
    assert [len(looks) for _ in reloading.WaitingReloader().tick()] == [1, 2, 3]
    names = {path.name for path in reloading.WaitingReloader().roots()}
    assert {"templates", "tools", "engine", "locale"} <= names
    assert not {"var", "node_modules", ".git", ".venv"} & names  # what changes all the time, or is very large


def test_a_changed_file_begins_the_server_anew(tmp_path: Path) -> None:
    served = Served(tmp_path)
    try:
        served.says("serves 1")
        served.says("looks", times=2)
        served.write("templates/page.html", "22")
        lines = served.says("changed page.html")
        assert lines.count("serves 1") == 1  # a template is read again, the server not begun anew
        served.write("app/code.py", "NUMBER = 2 ")
        served.says("serves 2")
    finally:
        os.killpg(served.process.pid, signal.SIGKILL)
        served.process.wait()
