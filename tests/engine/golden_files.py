"""Golden files: what has changed in them, and writing them down anew."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from pathlib import Path

DASHES = "---"
Renew = Callable[[Path], str]


def difference(path: Path, renewed: Renew) -> str:
    """The difference from the file, as a unified diff; empty when nothing is."""
    old, new = path.read_text(encoding="utf-8"), renewed(path)
    name = f"{path.parent.name}/{path.name}"
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), f"{name} (file)", f"{name} (engine)", lineterm="")
    return "\n".join(lines)


def main(files: Iterable[Path], renewed: Renew, arguments: list[str]) -> int:
    """Shows or writes what has changed."""
    changed = {path: text for path in files if (text := difference(path, renewed))}
    for path, text in changed.items():
        print(text)
        if arguments == ["--write"]:
            path.write_text(renewed(path), encoding="utf-8")
    return int(bool(changed) and arguments != ["--write"])
