"""How long a Mutation session takes to fold: ``python benchmarks/sessions.py [--events 500] [--rounds 31]``.

A whole session is played at random (draft, decks, mutations, games), then filled up with rulings and corrections to so
many events. Printed are medians in milliseconds of processor time: the document read and folded, one event appended to
it, a correction that takes the first mutation out (after which nearly everything is judged anew), the answer and what a
seat sees of it, the legal mutations of a seat, its bench, and the sets of mutations for 2.5 points. Seeded.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.decks.cli.bench import pool
from engine.decks.sessions import (
    ORGANISER,
    SCHEDULE,
    SEATS,
    SessionLedger,
    answer,
    bench,
    legal_mutations,
    mutation_sets,
    seen_by,
)

Event = dict[str, Any]


def header(rng: random.Random) -> dict[str, Any]:
    """A header with 64 cards in two sets."""
    cards = [{"id": f"card/{n}", **card.written_out(), "name": f"Card {n}"} for n, card in enumerate(pool(rng)[:64])]
    return {
        "players": dict(zip(SEATS, ("Ada", "Ben", "Cleo", "Dan"), strict=True)),
        "sets": [{"slug": "one", "cards": cards[:32]}, {"slug": "two", "cards": cards[32:]}],
        "deal": {"seed": 7},
    }


def play(rng: random.Random, ledger: SessionLedger) -> None:
    """A whole session: everybody picks, chooses, mutates while there is something to do, plays and confirms."""
    while ledger.state.phase == "draft":
        for number, seat in enumerate(SEATS):
            enter(ledger, {"by": seat, "kind": "pick", "card": rng.choice(ledger.state.seats[number].before_it)})
    for number, seat in enumerate(SEATS):
        cards = rng.sample(ledger.state.seats[number].drafted, 8)
        enter(ledger, {"by": seat, "kind": "deck", "cards": cards})
    for pairing in SCHEDULE:
        players = [SEATS[seat] for seat in pairing.seats]
        for seat in players:
            while legal := [m for m in bench(ledger.state, seat).offers if m.code is None]:
                enter(ledger, rng.choice(legal).to_event(seat, pairing.number))
            enter(ledger, {"by": seat, "kind": "ready", "game": pairing.number})
        winner = rng.choice(players)
        enter(ledger, {"by": players[0], "kind": "result", "game": pairing.number, "winner": winner})
        enter(ledger, {"by": players[1], "kind": "confirm", "game": pairing.number})


def fill(rng: random.Random, ledger: SessionLedger, events: int) -> None:
    """Rulings and, one in ten, corrections that change nothing."""
    mutations = [entry for entry in ledger.entries() if entry.event is not None and entry.event.kind == "mutate"]
    while len(ledger) < events:
        game = rng.randint(1, len(SCHEDULE))
        if len(ledger) % 10:
            winner = SEATS[rng.choice(SCHEDULE[game - 1].seats)]
            enter(ledger, {"by": ORGANISER, "kind": "rule", "game": game, "winner": winner, "reason": "so"})
        else:
            again = rng.choice(mutations)
            enter(ledger, correction(again.n, again.data))


def correction(n: int, data: Mapping[str, Any] | None) -> Event:
    """A correction of an event by another, or by nothing."""
    brought = [] if data is None else [{key: value for key, value in data.items() if key != "n"}]
    return {"by": ORGANISER, "kind": "correct", "event": n, "with": brought, "reason": "as it was"}


def enter(ledger: SessionLedger, event: Event) -> None:
    fault = ledger.append(event)
    if fault is not None:
        raise ValueError(f"{event}: {fault}")


def median(run: Callable[[], object], rounds: int) -> float:
    """The median processor time of a run, in milliseconds."""
    times = []
    for _ in range(rounds):
        begun = time.process_time()
        run()
        times.append(1000 * (time.process_time() - begun))
    return round(statistics.median(times), 3)


def main() -> None:
    """Prints the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=31)
    options = parser.parse_args()
    rng = random.Random(1)
    beginning = {"format": "clash-session/1", "header": header(rng), "events": []}
    ledger = SessionLedger.open(beginning)
    play(rng, ledger)
    fill(rng, ledger, options.events)
    text = json.dumps(ledger.document())
    document = json.loads(text)
    first = next(e.n for e in ledger.entries() if e.event is not None and e.event.kind == "mutate")
    after_decks = SessionLedger.open({**document, "events": document["events"][:68]})
    ruling = {"by": ORGANISER, "kind": "rule", "game": 1, "winner": "A", "reason": "so"}
    rounds = options.rounds
    suggested = mutation_sets(after_decks.state, "A")
    figures = {
        "events": len(ledger),
        "fold_ms": median(lambda: SessionLedger.open(document), rounds),
        "append_ms": median(lambda: ledger.copy().append(ruling), rounds),
        "correct_ms": median(lambda: ledger.copy().append(correction(first, None)), rounds),
        "answer_ms": median(lambda: answer(ledger), rounds),
        "seen_by_ms": median(lambda: seen_by(ledger, "A"), rounds),
        "legal_ms": median(lambda: legal_mutations(after_decks.state, "A"), rounds),
        "bench_ms": median(lambda: bench(after_decks.state, "A"), rounds),
        "sets_ms": median(lambda: mutation_sets(after_decks.state, "A"), 3),
        "sets": suggested.total,
        "sets_complete": suggested.complete,
    }
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
