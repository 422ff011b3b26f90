"""A process with the site set up, of which others are made in an instant: each runs a script on a database of its own.

To start the site anew takes seconds; ``Forks`` asks a process of ``python -m tests.forking`` for copies of itself.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

SECONDS = 240  # after which a script is taken to hang


class Forks:
    """Runs scripts one after the other, each in a copy of a process that has the site set up."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root, self.folder = root, folder
        self.process: subprocess.Popen[str] | None = None

    def run(self, script: str, environment: dict[str, str]) -> str:
        """What a script prints. It fails with what the script wrote to stderr if that ends with an error."""
        if self.process is None:
            command = [sys.executable, "-m", "tests.forking"]
            self.process = subprocess.Popen(
                command, cwd=self.root, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
        process, out, errors = self.process, self.folder / "stdout", self.folder / "stderr"
        assert process.stdin is not None and process.stdout is not None
        asked = {"script": script, "environment": environment, "out": str(out), "errors": str(errors)}
        process.stdin.write(json.dumps(asked) + "\n")
        process.stdin.flush()
        answer = process.stdout.readline().strip()
        assert answer == "0", f"It ended with {answer or 'nothing'}:\n{errors.read_text() if errors.exists() else ''}"
        return out.read_text()

    def end(self) -> None:
        if self.process is not None:
            self.process.communicate(timeout=60)  # its standard input is at its end, and so is it


def work(asked: dict[str, Any]) -> None:
    """What a copy does: with the files and the database that it is given, it runs the script and is gone."""
    for name, number in (("out", 1), ("errors", 2)):
        os.dup2(os.open(asked[name], os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
    signal.alarm(SECONDS)
    os.environ.clear()
    os.environ.update(asked["environment"])
    from django.conf import settings
    from django.db import connections

    from config import databases

    url = os.environ.get("GRIMOIRE_DATABASE_URL")
    settings.DATABASES["default"] = (
        databases.postgresql(url) if url else databases.sqlite(os.environ["GRIMOIRE_DATABASE"], is_kept_open=False)
    )
    for name in ("settings", "databases"):
        connections.__dict__.pop(name, None)
    connections.settings = connections.configure_settings(settings.DATABASES)
    if hasattr(connections._connections, "default"):
        del connections["default"]
    exec(compile(asked["script"], "<race>", "exec"), {"__name__": "__main__"})


def serve() -> None:
    import django
    from django.urls import get_resolver

    django.setup()
    _ = get_resolver().url_patterns  # and so all views
    for line in sys.stdin:
        asked = json.loads(line)
        child = os.fork()
        if not child:
            ended = 1
            try:
                work(asked)
                ended = 0
            except BaseException:
                sys.excepthook(*sys.exc_info())
            finally:
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(ended)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


if __name__ == "__main__":
    serve()
