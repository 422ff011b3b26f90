"""What holds for every ledger, whatever stands in it."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.decks.sessions import SCHEDULE, SEATS, SessionLedger, SessionState, answer
from engine.decks.sessions.answers import write_player
from engine.decks.sessions.ledger_events import LedgerEvent, MalformedEvent, read_event
from engine.decks.sessions.referee import advance
from engine.decks.sessions.session_errors import MESSAGES, EventRefused
from tests.engine.decks.profiles import QUICK
from tests.engine.decks.sessions.random_ledgers import ledger_at_random
from tests.examples import examples

pytestmark = pytest.mark.slow("folds a hundred ledgers, each event from scratch")

SEEDS = st.integers(0, 10_000)
DEALS = st.sampled_from(("drafted", "drafted", "seed", "hands"))


def some_ledgers(number: int) -> Any:
    """A test over so many ledgers."""

    def decorated(test: Any) -> Any:
        return settings(QUICK, max_examples=examples(number))(given(SEEDS, DEALS)(test))

    return decorated


def drawn(seed: int, deal: str) -> SessionLedger:
    """A ledger at random, long enough to come to the games."""
    return ledger_at_random(seed, 150 if deal == "drafted" else 220, deal)


# The same from scratch

Part = tuple[int, int, LedgerEvent | None]


class Replay:
    """A ledger taken from the beginning for each correction, with nothing remembered but who was legal when."""

    def __init__(self, ledger: SessionLedger) -> None:
        self.header = ledger.header
        self.parts: dict[int, list[tuple[Any, LedgerEvent | None]]] = {}
        self.history: dict[tuple[int, int], list[tuple[int | None, str | None]]] = {}
        self.refused: dict[int, str] = {}
        self.state = SessionState.begin(ledger.header)
        for n in range(1, len(ledger) + 1):
            self._take(n, ledger.written(n))

    def _take(self, n: int, data: Any) -> None:
        event = self._read(data, numbered=True)
        if event is None or event.kind != "correct":
            self.parts[n] = [(data, event)]
            self.state, code = self._step(self.state, n, event)
            self.history[n, 0] = [(None, code)]
            return
        before = {key: list(value) for key, value in self.parts.items()}
        code = self._against(n, event)
        if code is not None:
            self.parts, self.refused[n] = before, code
            return
        self.history = {key: runs for key, runs in self.history.items() if key[0] != event.corrected}
        self._judge(n)
        self.state = self.states()[-1][2] if self.states() else SessionState.begin(self.header)

    def _against(self, n: int, event: LedgerEvent) -> str | None:
        """What is against a correction; else it is in force."""
        if event.seat != -1:
            return "organiser-only"
        if not event.reason.strip():
            return "reason-needed"
        if event.corrected not in range(1, n):
            return "no-such-event"
        if event.corrected not in self.parts or any(part["kind"] == "correct" for part in event.replacement):
            return "not-correctable"
        self.parts[event.corrected] = [(part, self._read(part, numbered=False)) for part in event.replacement]
        for key, code in self.codes().items():
            if key[0] == event.corrected and code is not None:
                return code
        return None

    def _read(self, data: Any, numbered: bool) -> LedgerEvent | None:
        try:
            return read_event(data, self.header.edition, numbered)
        except MalformedEvent:
            return None

    def codes(self) -> dict[tuple[int, int], str | None]:
        """The code of each part."""
        return {key: code for key, code, _ in self.states()}

    def states(self) -> list[tuple[tuple[int, int], str | None, SessionState]]:
        """Each part with its code and the state after it."""
        state = SessionState.begin(self.header)
        states: list[tuple[tuple[int, int], str | None, SessionState]] = []
        for n in sorted(self.parts):
            for part, (_, event) in enumerate(self.parts[n]):
                state, code = self._step(state, n, event)
                states.append(((n, part), code, state))
        return states

    def _step(self, state: SessionState, n: int, event: LedgerEvent | None) -> tuple[SessionState, str | None]:
        if event is None:
            return state, "bad-event"
        try:
            return advance(state, n, event), None
        except EventRefused as wrong:
            return state, wrong.code

    def _judge(self, correction: int) -> None:
        for key, code in self.codes().items():
            runs = self.history.setdefault(key, [])
            if not runs:
                runs.append((None, code))
            elif (runs[-1][1] is None) != (code is None):
                runs.append((correction, code))
            else:
                runs[-1] = (runs[-1][0], code)

    def faults(self) -> list[tuple[int, int, str, int | None]]:
        """All faults."""
        faults = [(*key, runs[-1][1], runs[-1][0]) for key, runs in self.history.items() if runs[-1][1] is not None]
        return sorted([*faults, *((n, 0, code, None) for n, code in self.refused.items())])  # type: ignore[type-var]

    def revived(self) -> set[tuple[int, int, int | None]]:
        """The events that were illegal at first and are legal now."""
        return {(*key, runs[-1][0]) for key, runs in self.history.items() if runs[0][1] and not runs[-1][1]}


@some_ledgers(20)
def test_the_fold_is_that_from_scratch(seed: int, deal: str) -> None:
    ledger = drawn(seed, deal)
    replay = Replay(ledger)
    assert [(fault.n, fault.part, fault.code, fault.since) for fault in ledger.faults] == replay.faults()
    assert replay.state == ledger.state
    warnings = answer(ledger)["state"]["warnings"]
    revived = {
        (warning["n"], warning["part"], warning["since"]) for warning in warnings if warning["code"] == "event-revived"
    }
    assert revived == replay.revived()


def test_the_ledgers_at_random_are_worth_their_while() -> None:
    """They come to games, are corrected with effect, and meet many codes."""
    met: Counter[str] = Counter()
    for seed in range(20):
        ledger = drawn(seed, "drafted")
        met.update(fault.code for fault in ledger.faults)
        met.update(["since" for fault in ledger.faults if fault.since is not None])
        met.update([warning["code"] for warning in answer(ledger)["state"]["warnings"]])
        met.update(["patch" for sheet in ledger.state.seats for card in sheet.deck for _ in card.patches])
        met.update([f"status {ledger.state.status(pairing.number)}" for pairing in SCHEDULE])
    assert len(set(met) & set(MESSAGES)) >= 20, met
    wanted = {
        "since",
        "patch",
        "event-revived",
        "player-withdrawn",
        "player-excluded",
        "played-with-broken-mutation",
        "status confirmed",
        "status ruled",
        "status walkover",
    }
    assert wanted <= set(met), met


@some_ledgers(15)
def test_incremental_and_whole_are_the_same(seed: int, deal: str) -> None:
    """A ledger opened at once, copies of it on the way, and through JSON."""
    ledger = drawn(seed, deal)
    document = ledger.document()
    half = len(ledger) // 2
    grown = SessionLedger.open({**document, "events": document["events"][:half]})
    copy = grown.copy()
    for event in document["events"][half:]:
        grown.enter(event)
    assert answer(grown) == answer(ledger) == answer(SessionLedger.open(json.loads(json.dumps(document))))
    assert answer(copy) == answer(SessionLedger.open({**document, "events": document["events"][:half]}))


@some_ledgers(6)
def test_appending_takes_exactly_what_is_legal(seed: int, deal: str) -> None:
    """An event that ``append`` takes is no fault; one that it refuses has the code that it has in a document."""
    document = drawn(seed, deal).document()
    ledger = SessionLedger.open({**document, "events": []})
    for event in document["events"]:
        plain = {key: value for key, value in event.items() if key != "n"}
        shown, size = answer(ledger), len(ledger)
        forced = ledger.copy()
        forced.enter({"n": size + 1, **plain})
        own = [fault for fault in forced.faults if fault.n == size + 1]
        refused = ledger.refuses(plain)
        assert ledger.append(plain) == refused
        if refused is None:
            assert own == [] and answer(ledger) == answer(forced) and len(ledger) == size + 1
        else:
            assert [fault.code for fault in own] == [refused.code]
            assert answer(ledger) == shown and len(ledger) == size


@some_ledgers(30)
def test_what_always_holds(seed: int, deal: str) -> None:
    ledger = drawn(seed, deal)
    state = answer(ledger)["state"]
    for fault in ledger.faults:
        assert fault.message.startswith(MESSAGES[fault.code])
    for number, seat in enumerate(SEATS):
        player = write_player(ledger.state, number)
        assert player == state["players"][seat]
        cut = [(card["id"], scrap["element"]) for card in player["laboratory"] or () for scrap in card["cut"]]
        glued = [(patch["from"], patch["element"]) for card in player["deck"] or () for patch in card["patches"]]
        assert len(set(cut)) == len(cut) and sorted(cut) == sorted(glued)
        for card in player["laboratory"] or ():
            assert len(card["left"]) + len(card["cut"]) == 2 + ("hp" in card["card"]) + len(card["card"]["abilities"])
        spent: Counter[int] = Counter()
        for card in player["deck"] or ():
            for patch in card["patches"]:
                spent[patch["game"]] += round(100 * patch["price"])
            check_card(card)
        for phase in player["phases"]:
            assert round(100 * phase["spent"]) == spent[phase["game"]] <= 250
            assert phase["left"] in (0, 2.5 - phase["spent"]) and phase["lost"] in (0, 2.5 - phase["spent"])
    check_standings(state)


def check_card(card: dict[str, Any]) -> None:
    """A mutated card is within the limits."""
    now, printed = card["card"], card["printed"]
    assert len(set(now["abilities"])) == len(now["abilities"]) and now["name"] == printed["name"]
    if any(patch["before"] is None for patch in card["patches"]):
        assert sum(slug.startswith("aura:") for slug in now["abilities"]) <= 1
    for value in ("av", "hp"):
        if value in now:
            assert now[value] >= printed[value] and (now[value] <= 9 or now[value] == printed[value])
    mutated = [patch["element"] for patch in card["patches"]]
    assert len(set(mutated)) == len(mutated) and (not mutated or now["type"] == "creature")
    assert all(patch["element"] in now["abilities"] for patch in card["patches"] if patch["before"] is None)


def check_standings(state: dict[str, Any]) -> None:
    """The standings add up to the games that count."""
    rows = state["standings"]
    counting = [game for game in state["games"] if game["status"] in ("reported", "confirmed", "ruled", "walkover")]
    assert sum(row["wins"] for row in rows) == len(counting) == sum(row["losses"] for row in rows)
    assert all(game["winner"] in (game["first"], game["second"]) for game in counting)
    assert all(game["winner"] is None for game in state["games"] if game not in counting)
    for row in rows:
        own = [game for game in counting if row["seat"] in (game["first"], game["second"])]
        assert row["games"] == len(own) and row["wins"] == sum(game["winner"] == row["seat"] for game in own)
        assert row["unconfirmed"] == sum(game["status"] == "reported" for game in own)
        others = [other for other in rows if other["place"] is not None and other is not row]
        if row["place"] is not None:
            assert row["place"] == 1 + sum(other["wins"] > row["wins"] for other in others)
            assert row["tied"] == any(other["wins"] == row["wins"] for other in others)
    assert [row["seat"] for row in rows] == [
        row["seat"] for row in sorted(rows, key=lambda row: (row["place"] is None, row["place"] or 0, row["seat"]))
    ]


@some_ledgers(8)
def test_a_correction_that_changes_nothing_changes_nothing(seed: int, deal: str) -> None:
    """Every seventh event, if legal, is corrected by itself: state and faults stay, but for the number of events."""
    ledger = drawn(seed, deal)
    for entry in list(ledger.entries())[seed % 7 :: 7]:
        if entry.event is None or entry.event.kind == "correct" or ledger.corrected_by(entry.n) or entry.code:
            continue
        copy = ledger.copy()
        same = {key: value for key, value in entry.data.items() if key != "n"}
        event = {"by": "organiser", "kind": "correct", "event": entry.n, "with": [same], "reason": "as it was"}
        assert copy.append(event) is None
        before, after = answer(ledger), answer(copy)
        assert after["state"].pop("events") == before["state"].pop("events") + 1
        warnings = [warning for warning in before["state"].pop("warnings") if warning.get("n") != entry.n]
        assert [warning for warning in after["state"].pop("warnings") if warning.get("n") != entry.n] == warnings
        assert after == before


def test_a_full_ledger_takes_nothing_more() -> None:
    ledger = ledger_at_random(1, 1)
    while len(ledger) < 2000:
        ledger.enter({"n": len(ledger) + 1, "by": "A", "kind": "withdraw"})
    with pytest.raises(ValueError, match="at most 2000 events"):
        ledger.append({"by": "A", "kind": "withdraw"})
