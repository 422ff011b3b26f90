"""The engine as a program: in a process of its own, or in this one."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO

ROOT = Path(__file__).resolve().parents[2]


def engine(*arguments: str, stdin: str | bytes = "", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Runs ``python -m engine`` in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "engine", *arguments],
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, **environment},
        timeout=300,
        check=False,
    )


def answers_of(
    main: Callable[[list[str], TextIO, TextIO], int], *arguments: str, stdin: str = ""
) -> tuple[int, list[Any]]:
    """Exit status and answers of a command line, in this process."""
    out = io.StringIO()
    status = main(list(arguments), io.StringIO(stdin), out)
    return status, [json.loads(line) for line in out.getvalue().splitlines()]
