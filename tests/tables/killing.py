"""Servers are killed while clients play whole games, and what the clients were told is compared with what was kept.

Each seat is a thread with a client that knows nothing but the contract: it acts with Idempotency-Keys and sends what
got no answer again until there is one; its stream comes back with the last id. ``benchmarks/kills.py`` does it for
longer.
"""

from __future__ import annotations

import http.client
import json
import random
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Event
from typing import Any
from uuid import uuid4

from tests.tables.clients import API, PERSONS, body_of
from tests.tables.sites import Listening, Site

PATIENCE = 120.0  # seconds; only what is broken takes so long
BROKEN = (OSError, http.client.HTTPException, json.JSONDecodeError)


@dataclass
class Told:
    """Tidings of a seat: the version of the state that its stream began with, the steps after it, and by version
    what it did itself."""

    began: int | None = None
    steps: list[dict[str, Any]] = field(default_factory=list)
    done: dict[int, str] = field(default_factory=dict)
    reconnections: int = 0
    sent_again: int = 0


class Player:
    """One seat of a game, with its stream."""

    def __init__(self, site: Site, address: str, letter: str, token: str, seed: str) -> None:
        self.site = site
        self.address = address
        self.seat_name = letter
        self.token = token
        self.random = random.Random(seed)
        self.told = Told()

    def ports(self, kind: str) -> str:
        """One of the servers of a kind."""
        return self.random.choice([name for name in self.site.ports if name.startswith(kind)])

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Asks until there is an answer, of whichever server."""
        key, until = {"Idempotency-Key": uuid4().hex}, time.monotonic() + PATIENCE
        while True:
            try:
                status, answer = self.site.ask(method, path, body, self.token, self.ports("pages"), **key)
                if status < 500:
                    return status, answer
            except BROKEN:
                pass
            assert time.monotonic() < until, f"no answer to {method} {path}"
            self.told.sent_again += 1
            time.sleep(0.05)

    def act(self, view: dict[str, Any], version: int) -> None:
        """Does something that it may do; whatever came of it, it will hear."""
        action = self.random.choice(view["actions"])
        status, answer = self.ask("POST", f"{self.address}/actions", {"version": version, "actions": [action]})
        assert status == 200, answer
        assert version + 1 not in self.told.done
        self.told.done[version + 1] = action

    def play(self, end: Event) -> None:
        """Listens, and acts when it may, until the game is over."""
        version, last, until = -1, None, time.monotonic() + PATIENCE
        while not end.is_set():
            assert time.monotonic() < until, f"{self.seat_name} hears nothing"
            try:
                stream = self._listen(last)
            except BROKEN:
                time.sleep(0.05)
                continue
            try:
                for kind, number, data in stream.events():
                    until = time.monotonic() + PATIENCE
                    if kind == "notice":
                        continue
                    last, version = number, data["version"]
                    if kind == "state":
                        assert self.told.began is None, "a stream that comes back begins with steps"
                        self.told.began = version
                    else:
                        self.told.steps.append(data)
                    if data.get("kind") == "over":
                        return
                    # One that comes back hears of the past first: only whoever is at the end may act.
                    if data["view"]["actions"] and self.is_newest(version):
                        self.act(data["view"], version)
            except BROKEN:
                pass
            finally:
                stream.close()
            self.told.reconnections += 1

    def is_newest(self, version: int) -> bool:
        status, look = self.ask("GET", self.address)
        assert status == 200 and look["version"] >= version, "what was told is not there"
        return bool(look["version"] == version)

    def _listen(self, last: str | None) -> Listening:
        headers = {"Last-Event-ID": last} if last is not None else {}
        stream = self.site.listen(f"{self.address}/stream", self.token, self.ports("streams"), **headers)
        if stream.status != 200:
            stream.close()
            raise OSError(stream.status)
        return stream


@dataclass
class Report:
    """The report of a run."""

    kills: int
    games: int
    entries: int
    reconnections: int
    sent_again: int
    seconds: float


def play_one(site: Site, mode: str, seed: str, end: Event) -> tuple[int, list[Told]]:
    """Plays a game to its end. Fails where something is lost, doubled or out of order; the entries of its log."""
    creator = Player(site, API, "", "", seed)
    form = creator.random.choice(("preconstructed", "draft"))
    status, made = creator.ask("POST", API, body_of(mode, form))
    assert status == 201, made
    players = [
        Player(site, f"{API}/{made['id']}", letter, made["seats"][letter]["token"], f"{seed} {letter}")
        for letter in PERSONS[mode]
    ]
    with ThreadPoolExecutor(len(players)) as pool:
        list(pool.map(lambda player: player.play(end), players))
    if end.is_set():
        return 0, [player.told for player in players]
    status, kept = players[0].ask("GET", f"{players[0].address}/steps?since=0")
    assert status == 200
    actions = {step["version"]: (step["seat"], step["action"]) for step in kept if step["kind"] == "action"}
    done = {version: (player.seat_name, action) for player in players for version, action in player.told.done.items()}
    assert done.items() <= actions.items(), "what was acknowledged is not in the log"
    ai = {version for version, (letter, _) in actions.items() if letter not in PERSONS[mode]}
    assert done.keys() | ai == actions.keys(), "the log has what nobody did"
    for player in players:
        heard = [step["version"] for step in player.told.steps]
        began = player.told.began
        assert began is not None and heard == list(range(began + 1, len(kept) + 1)), f"{player.seat_name} heard {heard}"
        said = [(step["kind"], step["seat"], step["action"]) for step in player.told.steps]
        assert said == [(step["kind"], step["seat"], step["action"]) for step in kept[began:]]
    return len(kept), [creator.told, *(player.told for player in players)]


def play_while_killing(
    site: Site,
    kills: int,
    *,
    modes: Sequence[str] = ("duel",),
    tables: int = 2,
    seed: int = 0,
) -> Report:
    """Plays game after game at some tables until so many servers have been killed, and those games to their end."""
    rng = random.Random(seed)

    def kill(end: Event) -> int:
        done = 0
        while done < kills and not end.is_set():
            time.sleep(rng.uniform(0.05, 0.3))
            done += 1
            name = rng.choice(list(site.ports))
            site.kill(name)
            site.start(name)
        return done

    return play_while(site, kill, modes=modes, tables=tables, seed=seed)


def play_while(
    site: Site,
    disturb: Callable[[Event], int],
    *,
    modes: Sequence[str] = ("duel",),
    tables: int = 2,
    seed: int = 0,
) -> Report:
    """Plays game after game at some tables until ``disturb`` returns how often it did, and those games to their end.

    It is told by the event when a table has failed.
    """
    enough, end, begun = Event(), Event(), time.monotonic()

    def table(number: int) -> list[tuple[int, list[Told]]]:
        played: list[tuple[int, list[Told]]] = []
        try:
            while not enough.is_set() and not end.is_set():
                mode = modes[(number + len(played)) % len(modes)]
                played.append(play_one(site, mode, f"{seed} {number} {len(played)}", end))
        except BaseException:
            end.set()
            raise
        return played

    with ThreadPoolExecutor(tables) as pool:
        going = [pool.submit(table, number) for number in range(tables)]
        try:
            done = disturb(end)
        except BaseException:
            end.set()
            raise
        finally:
            enough.set()
        played = [player for future in going for player in future.result()]
    counts = [each for _, seats in played for each in seats]
    return Report(
        kills=done,
        games=len(played),
        entries=sum(entries for entries, _ in played),
        reconnections=sum(each.reconnections for each in counts),
        sent_again=sum(each.sent_again for each in counts),
        seconds=time.monotonic() - begun,
    )
