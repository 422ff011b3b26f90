"""Golden files: what happens in some instructive games, word for word.

    python -m tests.engine.schools.golden           shows what has changed
    python -m tests.engine.schools.golden --write   writes it down

``golden/*.txt`` hold a request as JSON on the first line, and below a line of dashes the answer: the events one a line,
then the state. A new file needs only its request.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.schools.cli.main import resolve
from tests.engine.golden_files import DASHES, main

HERE = Path(__file__).resolve().parent


def files() -> list[Path]:
    """All golden files."""
    return sorted((HERE / "golden").glob("*.txt"))


def renewed(path: Path) -> str:
    """What a file ought to hold."""
    request = path.read_text(encoding="utf-8").split("\n")[0]
    answer = resolve(json.loads(request))
    assert "error" not in answer, f"{path.name}: {answer['error']}"
    return "\n".join([request, DASHES, *map(line_of, answer["trace"]), DASHES, *_state(answer["state"])]) + "\n"


def line_of(event: dict[str, Any]) -> str:
    """An event as a line: seat, kind, rulings, and its facts as ``name=value``."""
    facts = [f"{key}={_value(part)}" for key, part in event.items() if key not in ("kind", "seat", "rulings")]
    return "  ".join([f"{event['seat'] or '-'} {event['kind']} {','.join(event['rulings'])}", *facts])


def _value(part: Any) -> str:
    if isinstance(part, list):
        return f"[{' '.join(map(str, part))}]"
    return json.dumps(part) if isinstance(part, dict | bool) else "-" if part is None else str(part)


def _state(state: dict[str, Any]) -> Iterator[str]:
    for key, part in state.items():
        if key == "seats":
            for seat, side in part.items():
                yield f"{seat}: {json.dumps(side)}"
        else:
            yield f"{key}: {_value(part)}"


if __name__ == "__main__":
    sys.exit(main(files(), renewed, sys.argv[1:]))
