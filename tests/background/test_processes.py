"""Work divided among processes: what it gives, and that no process outlives whoever began it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from background.processes import ProcessLost, WorkFailed, divided
from tests.processes import children, of_session, until

pytestmark = pytest.mark.slow("starts and stops processes")

ENDLESS = """
import os, sys, time
from background.processes import divided

def work(number):
    time.sleep(0.05)
    return os.getpid()

pids = set()
for pid in divided(work, list(range(100_000)), 3):
    pids.add(pid)
    if len(pids) == 3:
        print("all at work", flush=True)
        pids.clear()
"""


def square(number: int) -> int:
    return number * number


def test_each_batch_is_done_once() -> None:
    before = children()
    assert sorted(divided(square, range(20), 3)) == [number * number for number in range(20)]
    assert sorted(divided(square, range(2), 3)) == [0, 1]
    assert list(divided(square, [], 3)) == []
    assert children() == before


def test_the_work_is_done_by_so_many_processes(tmp_path: Path) -> None:
    def work(number: int) -> int:
        (tmp_path / str(number)).touch()
        until(lambda: len(list(tmp_path.iterdir())) >= 3, "three at work at the same time")
        return os.getpid()

    pids = set(divided(work, range(3), 3))
    assert len(pids) == 3
    assert os.getpid() not in pids


def test_whoever_stops_listening_leaves_no_process_and_no_work_behind(tmp_path: Path) -> None:
    def work(number: int) -> int:
        (tmp_path / str(number)).touch()
        return number

    before = children()
    for _slice in range(5):
        with closing(divided(work, range(1000), 2)) as done:
            next(done)
        assert children() == before
    begun = len(list(tmp_path.iterdir()))
    assert begun <= 4  # the one that was asked for, its follower, and what the other process was at
    assert len(list(tmp_path.iterdir())) == begun


def test_what_goes_wrong_is_told() -> None:
    before = children()
    with pytest.raises(WorkFailed, match="ZeroDivisionError"):
        list(divided(lambda number: 1 // number, range(5), 2))
    with pytest.raises(ProcessLost):
        list(divided(lambda _number: os.kill(os.getpid(), signal.SIGKILL), range(5), 2))
    assert children() == before


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_no_process_outlives_the_one_that_began_it(root: Path, number: signal.Signals) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", ENDLESS],
        cwd=root,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        # Tests that run in the background of a shell ignore it, and so would the process.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as first:
        assert first.stdout is not None
        assert first.stdout.readline() == b"all at work\n"
        assert len(of_session(first.pid)) == 4
        first.send_signal(number)
        first.stdout.read()  # to its end, which comes when nobody has it open any more
    until(lambda: not of_session(first.pid), "all processes are gone")
