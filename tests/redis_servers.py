"""Servers of Redis of the tests' own: on a socket in a folder of theirs, no port, nothing kept."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from redis import Redis, RedisError

from tests.processes import until


class RedisServer:
    """A private server, which can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        program = shutil.which("redis-server")
        if program is None:
            pytest.fail("No redis-server found: run script/bootstrap test.", pytrace=False)
        self.program = program
        self.folder = folder
        self.url = f"unix://{folder}/redis.sock"
        self.start()

    def start(self) -> None:
        """Starts it, and waits until it answers."""
        options = ["--port", "0", "--unixsocket", f"{self.folder}/redis.sock", "--save", "", "--dir", str(self.folder)]
        with (self.folder / "redis.log").open("ab") as log:
            self.process = subprocess.Popen([self.program, *options], stdout=log, stderr=log, start_new_session=True)
        until(self._answers, "Redis answers")

    def _answers(self) -> bool:
        try:
            return bool(Redis.from_url(self.url).ping())
        except RedisError:
            return False

    def kill(self) -> None:
        """As when the power fails."""
        self.process.kill()
        self.process.wait()
