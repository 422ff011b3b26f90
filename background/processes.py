"""Work divided among processes that end with the one that began them, however that ends.

The executors of the standard library forget to cancel what is left when nobody waits for them, and their processes wait
for ever when the one that feeds them is killed. Here each process has a line of its own to the one that began it: it is
given one batch at a time, and ends when the line does.
"""

from __future__ import annotations

import multiprocessing
import signal
import traceback
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")


class ProcessLost(RuntimeError):
    """A process was killed before it was done, as machines do that are out of memory."""


class WorkFailed(RuntimeError):
    """An exception in a process; the message is its traceback."""


def divided(work: Callable[[T], R], batches: Sequence[T], processes: int) -> Generator[R, None, None]:
    """The results of ``work`` for each batch, as they come, from so many forked processes.

    Whoever stops listening waits for the batches that are being worked on, and for no others; then no process is left.
    Raises ``ProcessLost`` and ``WorkFailed``.
    """
    fork = multiprocessing.get_context("fork")
    left = iter(range(len(batches)))
    crew: dict[Connection, BaseProcess] = {}
    try:
        busy = set()
        for _process, number in zip(range(processes), left, strict=False):
            ours, theirs = fork.Pipe()
            inherited = [*crew, ours]  # as long as one of these were open anywhere, no line would ever end
            process = fork.Process(target=_serve, args=(work, batches, theirs, inherited))
            process.start()
            theirs.close()
            crew[ours] = process
            ours.send(number)
            busy.add(ours)
        while busy:
            for line in wait(busy):
                assert isinstance(line, Connection)
                done = _answer(line)
                if (following := next(left, None)) is None:
                    busy.remove(line)
                else:
                    line.send(following)
                yield done
    finally:
        for line in crew:
            line.close()
        for member in crew.values():
            member.join()


def _answer(line: Connection) -> Any:
    try:
        failed, result = line.recv()
    except (EOFError, OSError) as lost:
        raise ProcessLost("a process of this work was killed") from lost
    if failed:
        raise WorkFailed(result)
    return result


def _serve(work: Callable[[T], R], batches: Sequence[T], line: Connection, inherited: Sequence[Connection]) -> None:
    """The loop of a process: one batch after another, as long as somebody asks."""
    # A terminal and a service manager signal all processes at once: the first one decides what becomes of the work.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    for connection in inherited:
        connection.close()
    with suppress(EOFError, OSError):  # the line has ended
        while True:
            line.send(_done(work, batches[line.recv()]))


def _done(work: Callable[[T], R], batch: T) -> tuple[bool, object]:
    try:
        return False, work(batch)
    except Exception:
        return True, traceback.format_exc()
