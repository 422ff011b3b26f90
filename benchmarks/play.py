"""Live games under load: many games at once, a stream for each seat, a move a second in all of them.

    python benchmarks/play.py                       200 games, 60 seconds
    python benchmarks/play.py --games 20 --seconds 20
    script/postgresql python benchmarks/play.py     on PostgreSQL

Starts the site as in production (gunicorn for the API, uvicorn for the streams) on a database of its own, and plays
Duels through the API; each game's clients have an address of their own, as a proxy would forward it. Measured is the
time from the click (the request that acts) to the step on the other side's stream, once all streams have told the state
that they begin with, and the processor time and memory of both servers.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import secrets
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
API = "/api/v1/games"
TICK = os.sysconf("SC_CLK_TCK")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(port: int) -> None:
    """Until a server answers there."""
    for _ in range(600):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("a server does not start")


class Client:
    """A proxy's work for somebody: one connection that is kept, and the address that they have."""

    def __init__(self, port: int, address: str) -> None:
        self.port = port
        self.address = address
        self.kept: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: Any = None, token: str = "") -> Any:
        """The JSON of an answer."""
        sent = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\n{headers(self.address, token)}Content-Type: application/json\r\n"
        request = f"{head}Content-Length: {len(sent)}\r\n\r\n".encode() + sent
        is_kept = self.kept is not None
        try:
            status, content = await self._send(request)
        except (OSError, asyncio.IncompleteReadError):
            self.kept = None
            if not is_kept:
                raise
            status, content = await self._send(request)  # it was closed meanwhile, since nobody had used it
        if status >= 300:
            raise RuntimeError(content.decode())
        return json.loads(content)

    async def _send(self, request: bytes) -> tuple[int, bytes]:
        if self.kept is None:
            self.kept = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.kept
        writer.write(request)
        answered = (await reader.readuntil(b"\r\n\r\n")).lower()
        length = int(answered.partition(b"content-length: ")[2].split(b"\r\n")[0])
        content = await reader.readexactly(length)
        if b"connection: close" in answered:
            self.kept = None
            writer.close()
        return int(answered.split()[1]), content


def headers(address: str, token: str) -> str:
    authorization = f"Authorization: Bearer {token}\r\n" if token else ""
    return f"Host: 127.0.0.1\r\nX-Forwarded-For: {address}\r\nX-Forwarded-Proto: https\r\n{authorization}"


class Table:
    """A game whose seats act in turn, and what its streams tell."""

    def __init__(self, ports: dict[str, int], seed: int) -> None:
        self.ports = ports
        self.random = random.Random(seed)
        self.address = f"10.0.{seed // 250}.{seed % 250 + 1}"
        self.client = Client(ports["pages"], self.address)
        self.clicked: dict[int, float] = {}  # by version
        self.actor: dict[int, str] = {}
        self.told: dict[str, tuple[int, bytes]] = {}  # by seat: the last version of its stream
        self.delays: list[float] = []
        self.errors: list[str] = []
        self.acted = 0

    async def begin(self) -> None:
        seats = {"A": {"kind": "me"}, "B": {"kind": "me"}}
        game = await self.client.ask("POST", API, {"mode": "duel", "format": "draft", "seats": seats})
        self.game = f"{API}/{game['id']}"
        self.tokens = {letter: seat["token"] for letter, seat in game["seats"].items()}
        self.view, self.version, self.letter = game["view"], 0, "A"

    async def listen(self, letter: str) -> None:
        """A seat's stream, for as long as the game goes on."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.ports["streams"], limit=1 << 20)
        head = headers(self.address, self.tokens[letter])
        writer.write(f"GET {self.game}/stream HTTP/1.1\r\n{head}\r\n".encode())
        try:
            version = -1
            while line := await reader.readline():
                if line.startswith(b"id: "):
                    version = int(line[4:])
                    begun = self.clicked.get(version)
                    if begun is not None and letter != self.actor.get(version):
                        self.delays.append(time.monotonic() - begun)
                elif line.startswith(b"data: ") and version >= 0:
                    self.told[letter] = version, line
                    version = -1
        finally:
            writer.close()

    async def play(self, until: float) -> None:
        await asyncio.sleep(self.random.random())
        while time.monotonic() < until:
            begun = time.monotonic()
            try:
                await self.move(begun)
            except (OSError, RuntimeError, asyncio.IncompleteReadError) as wrong:
                self.errors.append(str(wrong))
            await asyncio.sleep(max(0.0, 1 - (time.monotonic() - begun)))

    async def move(self, begun: float) -> None:
        """Whoever's turn it is acts, by what their last answer or their stream has told them."""
        if not self.view["actions"]:
            for letter in "AB":
                version, line = self.told.get(letter, (-1, b""))
                if version < self.version:
                    continue  # not heard yet: a second later
                view = json.loads(line[6:])["view"]
                if view["actions"]:
                    self.letter, self.view = letter, view
        if not self.view["actions"]:
            return
        action = self.random.choice(self.view["actions"])
        self.clicked[self.version + 1], self.actor[self.version + 1] = begun, self.letter
        body = {"version": self.version, "actions": [action]}
        reply = await self.client.ask("POST", f"{self.game}/actions", body, self.tokens[self.letter])
        self.view, self.version = reply["view"], reply["version"]
        self.acted += 1


async def load(tables: list[Table], seconds: float) -> float:
    """Plays; the seconds that went by."""
    begun = time.monotonic()
    await asyncio.gather(*(table.play(begun + seconds) for table in tables))
    await asyncio.sleep(1)
    return time.monotonic() - begun


def used(session: int) -> tuple[float, int]:
    """Seconds of processor time and bytes of memory of all processes of a session, and of the workers it replaced."""
    seconds, memory = 0.0, 0
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
                if int(fields[3]) == session:
                    seconds += sum(int(spent) for spent in fields[11:15]) / TICK
                    memory += int(fields[21]) * os.sysconf("SC_PAGE_SIZE")
            except OSError:
                continue
    return seconds, memory


async def measure(ports: dict[str, int], servers: dict[str, int], games: int, seconds: float) -> None:
    """Plays, and prints the figures."""
    tables = [Table(ports, seed) for seed in range(games)]
    for table in tables:
        await table.begin()
    begun = time.monotonic()
    streams = [asyncio.create_task(table.listen(letter)) for table in tables for letter in "AB"]
    while any(len(table.told) < 2 for table in tables):
        if any(stream.done() for stream in streams):
            raise SystemExit("a stream does not open")
        await asyncio.sleep(0.05)
    opened = time.monotonic() - begun
    await asyncio.sleep(1)
    before, own = {name: used(pid)[0] for name, pid in servers.items()}, time.process_time()
    taken = await load(tables, seconds)
    after, own = {name: used(pid) for name, pid in servers.items()}, time.process_time() - own
    for stream in streams:
        stream.cancel()
    acted, delays = sum(table.acted for table in tables), [delay for table in tables for delay in table.delays]
    errors = [error for table in tables for error in table.errors]
    marks = statistics.quantiles(delays, n=100)
    print(f"{games} games, {2 * games} streams, {acted} actions, {len(delays)} steps heard, {len(errors)} errors")
    for error in sorted(set(errors))[:5]:
        print(f"  {error}")
    print(f"all streams, opened at once, told their states after {opened:.1f} s")
    p50, p95, p99 = (1e3 * marks[at] for at in (49, 94, 98))
    print(f"from click to stream: p50 {p50:.0f} ms, p95 {p95:.0f} ms, p99 {p99:.0f} ms")
    for name, (used_in_all, memory) in after.items():
        used_now = used_in_all - before[name]
        each = 1e3 * used_now / max(1, acted)
        print(f"{name}: {each:.1f} ms an action, {100 * used_now / taken:.0f} % of a processor, {memory / 1e6:.0f} MB")
    print(f"the clients themselves: {100 * own / taken:.0f} % of a processor")
    with open("/proc/loadavg", encoding="ascii") as load_average:
        print(f"load of the machine: {load_average.read().split()[0]} on {os.cpu_count()} processors")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--games", type=int, default=200)
    options.add_argument("--seconds", type=float, default=60)
    args = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "GRIMOIRE_ENV": "production",
            "GRIMOIRE_SECRET_KEY": secrets.token_urlsafe(40),
            "GRIMOIRE_ALLOWED_HOSTS": "127.0.0.1",
            "GRIMOIRE_BEHIND_PROXY": "true",
            "GRIMOIRE_STATIC_ROOT": folder,
        }
        environment.pop("GRIMOIRE_LIMITS", None)
        if "GRIMOIRE_DATABASE_URL" not in environment:
            environment["GRIMOIRE_DATABASE"] = f"{folder}/play.sqlite3"
        run = {"cwd": ROOT, "env": environment, "check": True}
        subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], **run)  # type: ignore[call-overload]
        ports = {"pages": free_port(), "streams": free_port()}
        commands = {
            "pages": ["gunicorn", "--config", "config/gunicorn.py", "--bind", f"127.0.0.1:{ports['pages']}"],
            "streams": [
                "uvicorn",
                "config.asgi:application",
                "--port",
                str(ports["streams"]),
                "--log-level",
                "warning",
            ],
        }
        servers = {
            name: subprocess.Popen(
                [sys.executable, "-m", *command],
                cwd=ROOT,
                env=environment,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
            for name, command in commands.items()
        }
        try:
            for port in ports.values():
                wait_for(port)
            pids = {name: server.pid for name, server in servers.items()}
            asyncio.run(measure(ports, pids, args.games, args.seconds))
        finally:
            for server in servers.values():
                server.terminate()
            for server in servers.values():
                server.wait()


if __name__ == "__main__":
    main()
