"""Runs a command with the variables of a file, read as systemd reads it: ``with_variables.py FILE COMMAND…``."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path


class Unreadable(ValueError):
    """A file of variables that cannot be read; the text names the line."""


def variables(file: Path) -> dict[str, str]:
    """What a file of NAME=VALUE lines sets, by name, as systemd reads it.

    Nothing in it is run or replaced; quotes around a whole value fall away. Raises :class:`Unreadable`.
    """
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise Unreadable(f"Cannot read {file}: {problem}") from problem
    variables_read = {}
    for number, line in enumerate(map(str.strip, text.splitlines()), start=1):
        if not line or line[0] in "#;":
            continue
        parts = re.fullmatch(r"(\w+)=(?:'([^']*)'|\"([^\"]*)\"|(.*))", line, re.ASCII)
        if parts is None or (parts[4] or "")[:1] in ("'", '"'):
            raise Unreadable(f"{file}, line {number}: not NAME=VALUE, or a quote that is not closed.")
        variables_read[parts[1]] = next((value for value in parts.groups()[1:] if value is not None), "")
    return variables_read


def main() -> int:
    """Only returns where the file cannot be read; else the command takes this process's place."""
    try:
        environment = {**os.environ, **variables(Path(sys.argv[1]))}
    except Unreadable as problem:
        print(problem, file=sys.stderr)
        return 1
    os.execvpe(sys.argv[2], sys.argv[2:], environment)


if __name__ == "__main__":
    sys.exit(main())
