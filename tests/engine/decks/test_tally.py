"""Tallies count what the trace tells."""

from __future__ import annotations

from hypothesis import given, settings

from engine.decks.rules.tally import Tally
from engine.decks.rules.trace import events as ev
from engine.decks.rules.trace.recorder import Trace
from tests.engine.decks.profiles import QUICK
from tests.engine.decks.strategies import Walk, walks
from tests.examples import examples


@settings(QUICK, max_examples=examples(40))
@given(walks())
def test_the_trace_tells_the_same(walk: Walk) -> None:
    for before, action in walk.steps():
        seats = range(len(before.seats))
        position, trace, tally = before.copy(), Trace(), Tally(len(seats))
        position.push(action, trace, tally)
        alone = before.copy()
        alone.push(action)
        assert alone.key() == position.key()  # counting changes nothing
        moved, fallen, ended = [0 for _ in seats], [0 for _ in seats], [0 for _ in seats]
        for event in trace.events:
            if isinstance(event, ev.StrongholdHit):
                moved[event.player] += event.moved
            elif isinstance(event, ev.BastionFalls | ev.PileMade):
                fallen[event.player] += 1
            elif isinstance(event, ev.Over) and event.reason == "stronghold-alone":
                fallen[event.player] += not before.seats[event.player].fort
            elif isinstance(event, ev.TurnEnds):
                ended[event.player] += 1
        assert (tally.moved, tally.fallen, tally.ended) == (moved, fallen, ended)
