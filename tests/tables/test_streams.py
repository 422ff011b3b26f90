"""Streams, as they are served in production: by a process of their own."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.databases import EmptyDatabases
from tests.tables.clients import API, body_of
from tests.tables.killing import play_while_killing
from tests.tables.sites import Site, free_port

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def site(root: Path, empty_databases: EmptyDatabases, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    served = Site(root, empty_databases.make(), tmp_path_factory.mktemp("site"))
    yield served
    served.close()


def duel(site: Site, **more: Any) -> tuple[str, dict[str, str]]:
    """A game of two seats: its address, and the seats' tokens."""
    status, made = site.ask("POST", API, body_of("duel", "preconstructed", **more))
    assert status == 201
    return f"{API}/{made['id']}", {letter: seat["token"] for letter, seat in made["seats"].items()}


def act(site: Site, game: str, token: str, version: int, *actions: str) -> Any:
    status, answer = site.ask("POST", f"{game}/actions", {"version": version, "actions": list(actions)}, token)
    assert status == 200, answer
    return answer


@pytest.mark.smoke
def test_a_stream_begins_with_the_state_and_goes_on_with_steps(site: Site) -> None:
    game, tokens = duel(site)
    own, watching = site.listen(f"{game}/stream", tokens["B"]), site.listen(f"{game}/stream")
    assert own.response.headers["Content-Type"] == "text/event-stream"
    assert own.response.headers["Cache-Control"] == "no-store"
    state = own.next("state")
    _, look = site.ask("GET", game, token=tokens["B"])
    assert {**state, "seats": None} == {**look, "seats": None} and own.last == "0"
    assert watching.next("state")["view"]["seat"] is None
    act(site, game, tokens["A"], 0, "A pick 1")
    step = own.next("step")
    assert (step["version"], step["kind"], step["seat"], step["action"]) == (1, "action", "A", "A pick 1")
    assert own.last == "1" and step["view"]["seat"] == "B"
    _, steps = site.ask("GET", f"{game}/steps?since=0", token=tokens["B"])
    assert steps == [step]
    assert watching.next("step")["view"]["seat"] is None
    own.close()
    watching.close()


def test_every_block_of_a_stream_is_an_event(site: Site) -> None:
    """Common clients take a block of ``retry`` alone for an event without data."""
    game, tokens = duel(site)
    for address in (f"{game}/stream", f"{game}/stream?since=0"):
        stream = site.listen(address, tokens["A"])
        block = []
        while line := stream.response.readline().decode().strip():
            block.append(line.partition(":")[0])
        assert block[0] == "retry" and block[-1] == "data"
        stream.close()


def test_who_comes_back_has_missed_nothing(site: Site) -> None:
    game, tokens = duel(site)
    act(site, game, tokens["A"], 0, "A pick 1")
    act(site, game, tokens["B"], 1, "B pick 0")
    for path, headers in ((f"{game}/stream?since=0", {}), (f"{game}/stream?since=9", {"Last-Event-ID": "0"})):
        again = site.listen(path, tokens["A"], **headers)
        events = again.events()
        first = [next((kind, number) for kind, number, _ in events if kind != "notice") for _ in range(2)]
        assert first == [("step", "1"), ("step", "2")]
        again.close()
    lost = site.listen(f"{game}/stream", tokens["A"], **{"Last-Event-ID": "77"})
    assert lost.next("state")["version"] == 2
    lost.close()
    nothing = site.listen(f"{API}/nothing/stream")
    assert nothing.status == 404
    nothing.close()


def test_offers_and_connections_come_as_notices(site: Site) -> None:
    game, tokens = duel(site)
    own = site.listen(f"{game}/stream", tokens["A"])
    own.next("state")
    other = site.listen(f"{game}/stream", tokens["B"])
    state = other.next("state")
    assert state["seats"]["A"]["connected"] and state["seats"]["B"]["connected"]
    assert own.next("notice") == {"kind": "connected", "seat": "B"}
    other.close()
    assert own.next("notice") == {"kind": "disconnected", "seat": "B"}
    site.ask("POST", f"{game}/resign", {}, tokens["A"])
    site.ask("POST", f"{game}/rematch", {}, tokens["A"])
    notice = own.next("notice")
    assert notice["kind"] == "rematch" and notice["seat"] == "B" and notice["url"].endswith("/")
    new = notice["url"].split("/")
    status, look = site.ask("GET", f"{API}/{notice['game']}", token=new[4])
    assert status == 200 and look["view"]["seat"] == "B" and new[2] == notice["game"]
    watching = site.listen(f"{game}/stream")
    assert watching.next("notice") == {
        "kind": "rematch", "game": notice["game"], "seat": None, "url": f"/play/{notice['game']}/"
    }  # fmt: skip
    watching.close()
    own.close()


def test_a_silent_stream_says_that_it_lives(site: Site) -> None:
    game, tokens = duel(site)
    own = site.listen(f"{game}/stream", tokens["A"])
    own.next("state")
    lines = [own.response.readline().decode().strip() for _ in range(12)]
    assert ":" in lines and "event: beat" in lines and not any(line.startswith("id:") for line in lines)
    beat = lines.index("event: beat")
    assert json.loads(lines[beat + 1].removeprefix("data: ")) == {}
    own.close()


def test_pages_servers_give_what_there_is_and_go_on_in_development(site: Site) -> None:
    game, tokens = duel(site)
    own = site.listen(f"{game}/stream", tokens["A"], port="pages")
    assert own.next("state")["version"] == 0
    act(site, game, tokens["A"], 0, "A pick 1")
    assert own.next("step")["version"] == 1
    own.close()


def test_the_development_server_has_all_behind_one_address(site: Site) -> None:
    site.ports["development"] = free_port()
    site.start("development")
    game, tokens = duel(site)
    own = site.listen(f"{game}/stream", tokens["A"], port="development")
    assert own.response.headers["Content-Type"] == "text/event-stream"
    assert own.next("state")["version"] == 0
    for version, (letter, pick) in enumerate((("A", "A pick 1"), ("B", "B pick 0"))):
        body = {"version": version, "actions": [pick]}
        status, _ = site.ask("POST", f"{game}/actions", body, tokens[letter], port="development")
        assert status == 200
        assert own.next("step")["action"] == pick
    own.close()
    site.kill("development")
    del site.ports["development"]


@pytest.mark.long
def test_kills_lose_nothing(site: Site) -> None:
    """Each server is killed while a game goes on; who listens comes back with the last id."""
    game, tokens = duel(site)
    seen: list[int] = []
    last: str | None = None

    def listen_until(version: int) -> None:
        nonlocal last
        while not seen or seen[-1] < version:
            own = site.listen(f"{game}/stream?since=0", tokens["A"], **({"Last-Event-ID": last} if last else {}))
            with contextlib.suppress(OSError):
                for kind, number, data in own.events():
                    if kind == "step":
                        last = number
                        seen.append(data["version"])
                        if data["version"] >= version:
                            break
            own.close()

    version = 0
    for turn in range(12):
        if turn % 3 == 1:
            site.kill("streams")
            site.start("streams")
        if turn % 4 == 2:
            site.kill("pages")
            site.start("pages")
        _, look = site.ask("GET", game, token=tokens["A"])
        assert look["version"] == version  # what was acknowledged is there
        letter = look["waiting_for"][0]
        _, look = site.ask("GET", game, token=tokens[letter])
        version = act(site, game, tokens[letter], version, look["view"]["actions"][-1])["version"]
        listen_until(version)
    assert seen == list(range(1, version + 1))


@pytest.mark.long
@pytest.mark.parametrize("kills", [6, pytest.param(200, marks=pytest.mark.long)])
def test_whole_games_survive_kills(site: Site, kills: int) -> None:
    """Both servers are killed while two tables play; ``benchmarks/kills.py`` does it with more servers."""
    report = play_while_killing(site, kills)
    assert report.kills == kills and report.games >= 2
