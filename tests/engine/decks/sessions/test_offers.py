"""What a seat may cut and glue: listed exactly, with reasons for the rest, and put together to sets."""

from __future__ import annotations

import random
from collections.abc import Iterator
from decimal import Decimal
from itertools import permutations
from typing import Any

import pytest

from engine.decks.rules.cards import Card
from engine.decks.sessions import SEATS, SessionLedger, bench, legal_mutations, mutation_sets
from tests.engine.decks.sessions.contract_cases import BOOK
from tests.engine.decks.sessions.random_ledgers import SLUGS, cards, ledger_at_random, opened

DECKS = BOOK["preludes"]["decks"]


def in_games(seed: int) -> SessionLedger:
    """A ledger at random that has come to the games."""
    ledger = ledger_at_random(seed, 60 + seed, corrections=0.02)
    assert ledger.state.phase != "draft"
    return ledger


def every_mutation(ledger: SessionLedger, seat: str, game: int) -> Iterator[dict[str, Any]]:
    """All that a seat could write down, sensible or not, with covers of up to two slugs."""
    sheet = ledger.state.seats[SEATS.index(seat)]
    for card in sheet.drafted[::3]:
        own = next((bearer.mutant.card.slugs for bearer in sheet.deck if bearer.id == card), ())
        slugs = (*own, "rage")
        covers: list[tuple[str, ...]] = [(), *((slug,) for slug in slugs), *permutations(own, 2)]
        for source in sheet.drafted[1::2]:
            for element in ("cost", "av", "hp", *SLUGS[::4], *ledger.header.card(source).slugs):
                for covered in covers if element not in ("cost", "av", "hp") else [()]:
                    target = {"card": card, "element": element, "from": source, "covers": list(covered)}
                    yield {"by": seat, "kind": "mutate", "game": game, **target}


@pytest.mark.parametrize("seed", range(6))
def test_every_mutation_listed_is_legal_and_none_other(seed: int) -> None:
    ledger = in_games(seed)
    seat = SEATS[seed % 4]
    legal = legal_mutations(ledger.state, seat)
    assert (legal["why"] is None) == (legal["game"] is not None)
    listed = {
        (mutation["card"], mutation["element"], mutation["from"], frozenset(mutation["covers"]))
        for mutation in legal["mutations"]
    }
    assert len(listed) == len(legal["mutations"]) and (legal["why"] is None or not listed)
    for mutation in legal["mutations"]:
        event = {key: mutation[key] for key in ("card", "element", "from", "covers")}
        copy = ledger.copy()
        assert copy.append({"by": seat, "kind": "mutate", "game": legal["game"], **event}) is None
        left = Decimal(str(legal["points"])) - Decimal(str(mutation["price"]))
        assert copy.state.points_left(SEATS.index(seat)) == left >= 0
    for event in every_mutation(ledger, seat, legal["game"] or 1):
        key = (event["card"], event["element"], event["from"], frozenset(event["covers"]))
        refused = ledger.refuses(event)
        assert (refused is None) == (key in listed), (event, refused)
        if legal["why"] in ("session-over", "wrong-phase", "withdrawn", "no-more-games"):
            assert refused is not None and refused.code == legal["why"]


@pytest.mark.parametrize("seed", range(4))
def test_a_bench_says_why_not(seed: int) -> None:
    """The code of each offer is that of the event, and the price is there where only points are missing."""
    ledger = in_games(seed)
    for seat in SEATS:
        lying = bench(ledger.state, seat)
        assert lying.seat == seat and (lying.game is None) == (lying.why is not None)
        for offer in lying.offers:
            assert (offer.price is None) == (offer.code not in (None, "no-points-left"))
            if lying.game is not None and not (offer.code and offer.element in ("cost", "av", "hp") and offer.covers):
                refused = ledger.refuses(offer.to_event(seat, lying.game))
                assert offer.code == (refused and refused.code)
        codes = {offer.code for offer in lying.offers}
        assert len(codes) > 3 if lying.offers else ledger.state.phase == "decks"


def by_brute_force(ledger: SessionLedger, seat: str) -> set[frozenset[tuple[Any, ...]]]:
    """All sets of mutations, found by trying every order."""
    sets: set[frozenset[tuple[Any, ...]]] = set()
    stack: list[tuple[SessionLedger, frozenset[tuple[Any, ...]]]] = [(ledger, frozenset())]
    while stack:
        now, done = stack.pop()
        game = now.state.open_game(SEATS.index(seat))
        for offer in bench(now.state, seat).offers:
            both = done | {(offer.card, offer.element, offer.source, offer.covers)}
            if offer.code is None and game is not None and both not in sets:
                sets.add(both)
                after = now.copy()
                assert after.append(offer.to_event(seat, game)) is None
                stack.append((after, both))
    return sets


@pytest.mark.parametrize("seed", range(2))
def test_sets_are_all_that_any_order_comes_to(seed: int) -> None:
    ledger = one_deck(seed)
    sets = mutation_sets(ledger.state, "A", shown=10**6)
    shown = [
        frozenset((m.card, m.element, m.source, m.covers) for m in mutation_set.mutations)
        for mutation_set in sets.shown
    ]
    assert sets.complete and sets.total == len(shown) == len(set(shown)) > 20
    assert set(shown) == by_brute_force(ledger, "A")
    for mutation_set in sets.shown[:: max(1, len(shown) // 40)]:
        copy = ledger.copy()
        assert all(copy.append(mutation.to_event("A", 1)) is None for mutation in mutation_set.mutations)
        assert copy.state.points_left(0) == Decimal("2.5") - mutation_set.price


def one_deck(seed: int, prices: dict[str, Any] | None = None) -> SessionLedger:
    """A session at its first games with few things for sale, so that every order can be tried."""
    rng = random.Random(seed)
    pool = cards(rng)
    ids = [card["id"] for card in pool]
    hands = {seat: ids[16 * place : 16 * place + 16] for place, seat in enumerate(SEATS)}
    few = {"source": "few", "abilities": {"rage": 1, "sprint": 1.25}, "values": {"hp+1": 1.5}}
    head = {
        "players": dict(zip(SEATS, "wxyz", strict=True)),
        "sets": [{"slug": "one", "cards": pool[:32]}, {"slug": "two", "cards": pool[32:]}],
        "deal": {"drafted": hands},
        "prices": prices or few,
    }
    return opened(head, [{"by": seat, "kind": "deck", "cards": hands[seat][:8]} for seat in SEATS])


def test_sets_are_sorted_by_what_they_gain_and_say_when_they_are_not_all() -> None:
    ledger = one_deck(1)

    def gain(now: Card, then: Card) -> float:
        return 3 * (then.hp - now.hp) + 2 * (("rage" in then.slugs) - ("rage" in now.slugs)) - 0.1

    every = mutation_sets(ledger.state, "A", gain, shown=10**6)
    gains = [mutation_set.gain for mutation_set in every.shown]
    assert gains == sorted(gains, reverse=True) and gains[0] > gains[-1]
    for mutation_set in every.shown[:30]:
        copy = ledger.copy()
        assert all(copy.append(mutation.to_event("A", 1)) is None for mutation in mutation_set.mutations)
        changed = [(c.printed, c.mutant.card) for c in copy.state.seats[0].deck if c.patches]
        assert mutation_set.gain == pytest.approx(sum(gain(*pair) for pair in changed))
    best = mutation_sets(ledger.state, "A", gain, shown=5)
    assert (
        [mutation_set.gain for mutation_set in best.shown] == gains[:5] and best.total == every.total and best.complete
    )
    cut = mutation_sets(ledger.state, "A", gain, shown=5, looked_at=7)
    assert (cut.total, cut.complete, len(cut.shown)) == (7, False, 5)


def test_where_no_phase_is_open_a_bench_is_for_the_next_one() -> None:
    ledger = opened(BOOK["headers"]["drafted"], [*DECKS, {"by": "A", "kind": "ready", "game": 1}])
    lying = bench(ledger.state, "A")
    assert (lying.game, lying.why, lying.points) == (None, "phase-closed", Decimal("2.5"))
    assert any(offer.code is None for offer in lying.offers)
    assert mutation_sets(ledger.state, "A").total > 100
    assert legal_mutations(ledger.state, "A")["mutations"] == []


def test_before_the_decks_there_is_nothing_on_a_bench() -> None:
    ledger = opened(BOOK["headers"]["drafted"])
    assert bench(ledger.state, "B").offers == () and mutation_sets(ledger.state, "B").shown == ()
    assert legal_mutations(ledger.state, "B")["why"] == "wrong-phase"
