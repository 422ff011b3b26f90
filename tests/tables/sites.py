"""The site as it is served: pages and API under gunicorn, streams under uvicorn, one database."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tests.processes import PATIENCE, until

# As deploy/ has it: who listens when a server ends opens the stream anew elsewhere.
STREAM_FAILED = re.compile(r"A stream of (game|account) \S+ failed")
STREAMS = ("--log-level", "warning", "--timeout-graceful-shutdown", "2")


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


class Site:
    """Servers of both kinds, "pages" and "streams", more of them with a number behind, or the one for "development".

    Each can be killed and started again.
    """

    def __init__(
        self,
        root: Path,
        environment: dict[str, str],
        folder: Path,
        names: Sequence[str] = ("pages", "streams"),
        **more: str,
    ) -> None:
        self.root = root
        self.environment = {**environment, "GRIMOIRE_LIMITS": "false", "GRIMOIRE_WEB_WORKERS": "1", **more}
        self.folder = folder
        self.roots: dict[str, Path] = {}  # of servers that run other code
        self.ports = {name: free_port() for name in names}
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        for name in self.ports:
            self.begin(name)
        for name in self.ports:
            self.wait_for(name)

    def start(self, name: str) -> None:
        """Starts a server, and waits until it answers."""
        self.begin(name)
        self.wait_for(name)

    def wait_for(self, name: str) -> None:
        until(lambda: self._answers(self.ports[name]), f"{name} answers")

    def begin(self, name: str) -> None:
        port = self.ports[name]
        command = {
            "pages": ["-m", "gunicorn", "--config", "config/gunicorn.py", "--bind", f"127.0.0.1:{port}"],
            "streams": ["-m", "uvicorn", "config.asgi:application", "--port", str(port), *STREAMS],
            "development": ["manage.py", "runserver", "--noreload", f"127.0.0.1:{port}"],  # as script/server starts it
        }[name.rstrip("0123456789")]
        with (self.folder / f"{name}.log").open("ab") as log:
            self.running[name] = subprocess.Popen(
                [sys.executable, *command],
                cwd=self.roots.get(name, self.root),
                env=self.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def add(self, name: str, root: Path) -> None:
        """One more server, of the code in another folder."""
        port = free_port()
        self.roots[name] = root
        self.ports[name] = port
        self.start(name)

    def drain(self, name: str) -> int:
        """Ends a server as an upgrade does: the proxy names it no more, then it is asked to end; its exit code."""
        port = self.ports.pop(name)
        process = self.running.pop(name)
        process.send_signal(signal.SIGTERM)
        code = process.wait(PATIENCE)
        until(lambda: not self._answers(port), f"{name} is gone")
        return code

    def _answers(self, port: int) -> bool:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            return False
        return True

    def kill(self, name: str) -> None:
        """As when the power fails."""
        process = self.running.pop(name)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        until(lambda: not self._answers(self.ports[name]), f"{name} is gone")  # its children too

    def close(self) -> None:
        """Ends all servers. Fails if a stream of any test has failed."""
        for name in list(self.running):
            self.kill(name)
        for log in self.folder.glob("*.log"):
            assert not STREAM_FAILED.search(log.read_text("utf-8", "replace")), log.read_text("utf-8", "replace")

    def ask(
        self, method: str, path: str, body: Any = None, token: str = "", port: str = "pages", **headers: str
    ) -> tuple[int, Any]:
        """Status and JSON."""
        connection = http.client.HTTPConnection("127.0.0.1", self.ports[port], timeout=60)
        sent = {"Content-Type": "application/json", **headers}
        if token:
            sent["Authorization"] = f"Bearer {token}"
        try:
            connection.request(method, path, None if body is None else json.dumps(body), sent)
            answer = connection.getresponse()
            text = answer.read()
            return answer.status, json.loads(text) if text else None
        finally:
            connection.close()

    def listen(self, path: str, token: str = "", port: str = "streams", **headers: str) -> Listening:
        return Listening(self.ports[port], path, {**({"Authorization": f"Bearer {token}"} if token else {}), **headers})


class Listening:
    """A client of a stream. ``last`` is the id of the last event."""

    def __init__(self, port: int, path: str, headers: dict[str, str]) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.connection.request("GET", path, headers=headers)
        self.response = self.connection.getresponse()
        self.status = self.response.status
        self.last: str | None = None
        self.comments = 0
        self.beats = 0

    def events(self) -> Iterator[tuple[str, str | None, Any]]:
        """Kind, id and JSON of each event, until the stream ends."""
        fields: dict[str, str] = {}
        while line := self.response.readline():
            text = line.decode().rstrip("\n")
            if text.startswith(":"):
                self.comments += 1
            elif text:
                name, _, value = text.partition(": ")
                fields[name] = value
            elif fields.get("event") == "beat":
                self.beats += 1
                fields = {}
            elif "data" in fields:
                self.last = fields.get("id", self.last)
                yield fields.get("event", "message"), fields.get("id"), json.loads(fields["data"])
                fields = {}
            else:
                fields = {}

    def next(self, kind: str) -> Any:
        """The next event of a kind: its JSON."""
        return next(data for event, _, data in self.events() if event == kind)

    def close(self) -> None:
        self.connection.close()
        self.response.close()
