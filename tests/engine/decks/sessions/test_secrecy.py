"""Who may see what: in the draft one's own cards, deck choices when all four are made, the seed never."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from engine.decks.sessions import ORGANISER, SEATS, SessionLedger, answer, events_seen_by, header_seen_by, seen_by
from tests.engine.decks.sessions.contract_cases import BOOK
from tests.engine.decks.sessions.random_ledgers import header, ledger_at_random, opened

VIEWERS = (*SEATS, None)


def view(ledger: SessionLedger, viewer: str | None) -> str:
    """All that a viewer is shown, as text."""
    parts = [seen_by(ledger, viewer), events_seen_by(ledger, viewer), header_seen_by(ledger, viewer)["deal"]]
    return json.dumps(parts)


def shown_ids(ledger: SessionLedger, viewer: str | None) -> set[str]:
    """The ids of cards that are shown to a viewer, but for the sets, which everybody knows."""
    text = view(ledger, viewer)
    return {card for card in ledger.header.cards if f'"{card}"' in text}


def named(ledger: SessionLedger, n: int) -> list[str]:
    """The cards that an event names."""
    event = ledger.written(n)
    return [str(event.get("card")), str(event.get("from")), *event.get("cards", ())]


@pytest.mark.parametrize("deal", ["seed", "hands"])
def test_in_the_draft_a_seat_sees_what_went_through_its_hands(deal: str) -> None:
    """A seat is shown its own hand and picks alone, the spectator nothing at all."""
    for seed in range(4):
        ledger = ledger_at_random(seed, 30, deal, corrections=0)
        assert ledger.state.phase == "draft"
        for number, seat in enumerate(SEATS):
            sheet = ledger.state.seats[number]
            guessed = {card for fault in ledger.faults for card in named(ledger, fault.n)}
            assert shown_ids(ledger, seat) - guessed <= {*sheet.hand, *sheet.drafted}
            player = seen_by(ledger, seat)["state"]["players"][seat]
            assert player["hand"] == list(sheet.before_it) and player["drafted"] == list(sheet.drafted)
        others = seen_by(ledger, "A")["state"]["players"]["B"]
        assert (others["hand"], others["drafted"], others["deck"]) == ([], [], None)
        assert others["hand_size"] + others["drafted_size"] in range(15, 17)
        players = seen_by(ledger, None)["state"]["players"].values()
        assert all(player["hand"] == player["drafted"] == [] for player in players)


def hidden_twins(seed: int) -> tuple[SessionLedger, SessionLedger]:
    """Two ledgers that A cannot tell apart: B and C exchange what they take in the first round, out of A's sight."""
    rng = random.Random(seed)
    head = header(rng, "hands")
    first_twin, second_twin = opened(head), opened(head)
    hand = head["deal"]["hands"]
    for seat in SEATS:
        first, second = rng.sample(hand[seat], 2)
        for ledger, card in ((first_twin, first), (second_twin, first if seat in "AD" else second)):
            assert ledger.append({"by": seat, "kind": "pick", "card": card}) is None
    return first_twin, second_twin


@pytest.mark.parametrize("seed", range(5))
def test_a_view_does_not_depend_on_what_is_hidden(seed: int) -> None:
    """D's hand goes to A, so what B and C took is seen by neither A nor a spectator."""
    first, second = hidden_twins(seed)
    assert answer(first) != answer(second)
    for viewer in ("A", None):
        assert view(first, viewer) == view(second, viewer)
    for viewer in ("B", "C"):
        assert view(first, viewer) != view(second, viewer)


def choosing(cards_of_b: int, seats: str, *more: dict[str, Any]) -> SessionLedger:
    """Some seats of a drafted session have chosen; B the first cards from a place on."""
    head = BOOK["headers"]["drafted"]
    drafted = head["deal"]["drafted"]
    place = {seat: cards_of_b if seat == "B" else 0 for seat in SEATS}
    chosen = [{"by": s, "kind": "deck", "cards": drafted[s][place[s] : place[s] + 8]} for s in seats]
    return opened(head, [*chosen, *more])


@pytest.mark.parametrize("viewer", ["A", "C", None])
def test_deck_choices_are_hidden_until_all_are_made(viewer: str | None) -> None:
    correction = {
        "by": "organiser",
        "kind": "correct",
        "event": 2,
        "with": [{"by": "B", "kind": "deck", "cards": BOOK["headers"]["drafted"]["deal"]["drafted"]["B"][4:12]}],
        "reason": "typed wrongly",
    }
    for more in ([], [correction], [{"by": "organiser", "kind": "end", "reason": "late"}]):
        first, second = choosing(0, "AB", *more), choosing(8, "AB", *more)
        assert view(first, viewer) == view(second, viewer)
        player = seen_by(first, viewer)["state"]["players"]["B"]
        assert player["has_chosen"] and player["deck"] is None and player["laboratory"] is None
        assert seen_by(first, "B")["state"]["players"]["B"]["deck"] is not None
        assert seen_by(first, ORGANISER)["state"]["players"]["B"]["deck"] is not None


def test_from_the_fourth_deck_on_everything_is_open() -> None:
    ledger = choosing(0, "ABCD")
    whole = answer(ledger)
    for viewer in VIEWERS:
        shown = seen_by(ledger, viewer)
        for player in shown["state"]["players"].values():
            for key in ("hand_size", "drafted_size", "has_chosen"):
                del player[key]
        assert shown == whole
        assert events_seen_by(ledger, viewer) == ledger.document()["events"]


def test_the_seed_is_the_organisers_alone() -> None:
    ledger = ledger_at_random(5, 120, "seed")
    assert ledger.state.all_have_chosen
    for viewer in VIEWERS:
        assert header_seen_by(ledger, viewer)["deal"] == "seed"
        assert str(ledger.header.data["deal"]["seed"]) not in view(ledger, viewer)
    assert header_seen_by(ledger, ORGANISER) == ledger.header.data


def test_faults_of_others_tell_nothing() -> None:
    """Whether B's card was in B's hand is B's affair; one's own slip is told."""
    head = BOOK["headers"]["hands"]
    events = [{"by": "B", "kind": "pick", "card": "ox"}, {"by": "A", "kind": "pick", "card": "crab"}]
    junk = {"by": "B", "kind": "ready", "game": 1, "note": "I hold boar"}
    ledger = opened(head, [*events, junk])
    assert [fault["n"] for fault in seen_by(ledger, "A")["faults"]] == [2]
    assert [fault["n"] for fault in seen_by(ledger, None)["faults"]] == []
    assert [fault["n"] for fault in seen_by(ledger, ORGANISER)["faults"]] == [1, 2, 3]
    assert events_seen_by(ledger, "A")[2] == {"n": 3, "by": "B", "kind": "ready"}
    assert "boar" not in view(ledger, "A") and "boar" not in view(ledger, None)
