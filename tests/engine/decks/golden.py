"""Golden files: what the engine makes of some instructive positions, word for word.

    python -m tests.engine.decks.golden           shows what has changed
    python -m tests.engine.decks.golden --write   writes it down

``golden/*.txt`` hold a request (``position`` in notation and ``action`` lines) and below a line of dashes the answer:
the events one a line, then the position. ``order/*.txt`` hold positions, each with its legal actions in their order.
A new file needs only its request.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.decks.formats.notation import parse, write
from engine.decks.rules.actions import parse_action
from engine.decks.rules.cards import Card
from engine.decks.rules.modes import LINE_NAMES, SEAT_NAMES
from engine.decks.rules.trace import events as ev
from engine.decks.rules.trace.events import Event
from engine.decks.rules.trace.recorder import Trace
from tests.engine.golden_files import DASHES, main

HERE = Path(__file__).resolve().parent


def files() -> list[Path]:
    """All golden files."""
    return sorted([*(HERE / "golden").glob("*.txt"), *(HERE / "order").glob("*.txt")])


def renewed(path: Path) -> str:
    """The text that a golden file ought to hold."""
    text = path.read_text(encoding="utf-8")
    return "\n".join(_order(text) if path.parent.name == "order" else _golden(path, text)) + "\n"


def _golden(path: Path, text: str) -> Iterator[str]:
    request = text.split(f"\n{DASHES}\n")[0].rstrip("\n").split("\n")
    yield from request
    yield DASHES
    words = [line.split(" ", 1) for line in request if line and not line.startswith("#")]
    (notation,) = (rest for word, rest in words if word == "position")
    position, trace = parse(notation), Trace()
    for word, rest in words:
        if word == "action":
            try:
                position.apply(parse_action(rest), trace)
            except ValueError as wrong:
                raise ValueError(f"{path.name}: {rest}: {wrong}") from wrong
    for event in trace.events:
        yield line_of(event)
    yield DASHES
    yield f"position {write(position)}"


def _order(text: str) -> Iterator[str]:
    for line in text.split("\n"):
        if line.startswith(("#", "position ")):
            yield line
        if line.startswith("position "):
            yield from (f"  {action}" for action in parse(line.split(" ", 1)[1]).legal_actions())


def line_of(event: Event) -> str:
    """An event as a line: phase, step, kind, ability, rulings, and its facts as ``name=value``."""
    rulings = ",".join(event.rulings) or "-"
    step = "-" if event.step is None else event.step
    words = [f"{event.phase} {step} {event.kind} {event.ability or '-'} {rulings}"]
    for key in ev.to_dict(event):
        if key not in ("phase", "step", "kind", "ability", "rulings"):
            words.append(f"{key}={_value(key, getattr(event, key))}")
    return "  ".join(words)


def _value(key: str, value: Any) -> str:
    if isinstance(value, Card):
        return value.name
    if value is None:
        return "-"
    if key in ("player", "to") and isinstance(value, int) and not isinstance(value, bool):
        return SEAT_NAMES[value]
    if key == "line":
        return LINE_NAMES[value]
    if key == "winners":
        return "".join(SEAT_NAMES[seat] for seat in value)
    if isinstance(value, tuple) and all(isinstance(part, Card) for part in value):
        return f"[{' '.join(card.name for card in value)}]"
    if isinstance(value, tuple):
        row, place, name = value
        return f"{SEAT_NAMES[row >> 1]} {LINE_NAMES[row & 1]} {place} {name}"
    return str(value)


if __name__ == "__main__":
    sys.exit(main(files(), renewed, sys.argv[1:]))
