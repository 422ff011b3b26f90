"""The golden traces are as they were; ``python -m tests.engine.armies.golden_traces --write`` writes them anew."""

from __future__ import annotations

import pytest

from engine.armies.trace.events import EVENTS
from tests.engine.armies.golden_traces import SCENES, frozen, traces

NOW = traces()
BEFORE = frozen()


@pytest.mark.parametrize("name", [name for name, _, _ in SCENES])
def test_a_trace_is_as_it_was(name: str) -> None:
    assert NOW[name] == BEFORE[name]


def test_every_kind_of_event_is_among_them() -> None:
    assert list(BEFORE) == list(NOW)
    assert {event["kind"] for trace in BEFORE.values() for event in trace} == {event.kind for event in EVENTS}
    assert all(event["rulings"] for trace in BEFORE.values() for event in trace)
