"""Near misses that an author pins: their order and words, and what a change of the position makes of them."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from accounts.models import Owner
from engine.decks.formats.interchange import read_position
from engine.decks.rules.actions import Action
from engine.decks.rules.position import Position
from grimoire.authoring import pins, services
from grimoire.authoring.pins import MAX_PINS, TooManyPins, key_of, set_pins
from grimoire.gate import gate_for
from grimoire.lines import write_line
from grimoire.models import Puzzle
from grimoire.proving.near_misses import near_misses_of, read_line
from grimoire.solving.judging import FAILED, judge_line
from grimoire.solving.secrecy import solution_of
from grimoire.solving.services import surrender
from tests.cards.factories import browser_of, sign_in
from tests.grimoire.factories import make_owner, make_puzzle, names_of_positions, position_json

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(author: Owner) -> Client:
    client = browser_of(author)
    return client


@pytest.mark.parametrize("name", [name for name in names_of_positions() if not name.startswith("predict")])
def test_near_misses_are_all_lines_that_fail_by_least(author: Owner, name: str) -> None:
    puzzle = make_puzzle(author, position=name)
    near = near_misses_of(puzzle.proof)
    position = read_position(puzzle.position)
    assert puzzle.proof is not None
    assert list(near.tries[: len(puzzle.proof.answer["tries"])]) == puzzle.proof.answer["tries"]
    lines = [attempt["line"] for attempt in near.tries]
    assert len({key_of(line) for line in lines}) == len(lines)
    for attempt in near.tries:
        plays = [action for action in attempt["line"] if "play" in action]
        at, texts = position.copy(), []
        for written in plays:
            action = next(a for a in at.legal_actions() if write_line([str(a)])[0] == written)
            texts.append(str(action))
            at.apply(action)
        assert judge_line(position, texts).verdict == FAILED


def test_lines_with_plays_that_change_nothing_are_near_misses_too(author: Owner) -> None:
    counts = []
    for name in names_of_positions():
        puzzle = make_puzzle(author, position=name)
        assert puzzle.proof is not None
        if not name.startswith("predict"):
            counts.append(len(near_misses_of(puzzle.proof).tries) - len(puzzle.proof.answer["tries"]))
    assert max(counts) > 0


def test_pins_come_first_in_their_order_with_their_words(client: Client, author: Owner) -> None:
    puzzle = make_puzzle(author, position="win-hard")
    near = near_misses_of(puzzle.proof).tries
    assert len(near) > 2
    address = reverse("grimoire:pin_tries", args=[puzzle.token])
    last, first = key_of(near[-1]["line"]), key_of(near[0]["line"])
    client.post(address, {"do": f"pin-{last}"})
    client.post(address, {"do": f"pin-{first}", f"why-{last}": "  The \u202eBat sleeps. ", f"why_fr-{last}": "x" * 400})
    puzzle.refresh_from_db()
    assert [key_of(pin["line"]) for pin in puzzle.pinned_tries] == [last, first]
    assert puzzle.pinned_tries[0]["why"] == "The Bat sleeps."
    assert len(puzzle.pinned_tries[0]["why_fr"]) == 300
    client.post(address, {"do": f"up-{first}"})
    reader = make_owner("reader")
    page = Puzzle.objects.get(pk=puzzle.pk)
    surrender(owner=reader, puzzle=page)
    solution = solution_of(page, gate_for(page, reader))
    assert [refuted.is_pinned for refuted in solution.tries[:2]] == [True, True]
    assert [refuted.why for refuted in solution.tries[:2]] == ["", "The Bat sleeps."]
    assert len({refuted.line for refuted in solution.tries}) == len(solution.tries)
    other = Client()
    assert "The Bat sleeps." not in other.get(page.get_absolute_url()).content.decode()
    sign_in(other, reader)
    assert "The Bat sleeps." in other.get(page.get_absolute_url()).content.decode()
    client.post(address, {"do": f"unpin-{first}"})
    puzzle.refresh_from_db()
    assert [key_of(pin["line"]) for pin in puzzle.pinned_tries] == [last]
    edited = client.get(reverse("grimoire:edit_puzzle", args=[puzzle.token])).content.decode()
    assert "The Bat sleeps." in edited
    assert f'value="pin-{first}"' in edited


def test_there_is_room_for_some_pins_only(author: Owner) -> None:
    puzzle = make_puzzle(author)
    with pytest.raises(TooManyPins):
        set_pins(puzzle=puzzle, pins=[{"line": []}] * (MAX_PINS + 1))


def test_another_position_keeps_the_pins_that_still_fail(client: Client, author: Owner) -> None:
    puzzle = make_puzzle(author, published=False, position="win-hard")
    near = near_misses_of(puzzle.proof).tries
    solution = solution_of(puzzle, gate_for(puzzle, author)).ways[0]
    gone = [{"play": 7, "line": "upper"}, {"do": "assault"}]
    set_pins(puzzle=puzzle, pins=[{**near[0], "why": "Too slow."}, {"line": write_line(solution)}, {"line": gone}])
    stale = [bool(pin.get("is_stale")) for pin in puzzle.pinned_tries]
    assert stale == [False, True, True]
    changed = services.place(puzzle=puzzle, position=read_position(position_json("damage")))
    assert [pin.get("why", "") for pin in changed.pinned_tries] == ["Too slow.", "", ""]
    back = services.place(puzzle=changed, position=read_position(position_json("win-hard")))
    assert [bool(pin.get("is_stale")) for pin in back.pinned_tries] == stale
    assert back.pinned_tries[0]["lacking"] == near[0]["lacking"]
    page = client.get(reverse("grimoire:edit_puzzle", args=[puzzle.token])).content.decode()
    assert "2 pinned lines no longer fail" in page
    assert all(refuted.line != solution for refuted in solution_of(back, gate_for(back, author)).tries)


def test_lines_are_searched_for_outside_of_transactions(author: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = make_puzzle(author, published=False, position="win-hard")
    proof = puzzle.proof
    assert proof is not None
    lines = [attempt["line"] for attempt in near_misses_of(proof).tries[len(proof.answer["tries"]) :]][:2]
    outside, depths = len(connection.savepoint_ids), []

    def noted(position: Position, line: list[Any]) -> list[Action]:
        depths.append(len(connection.savepoint_ids))
        return read_line(position, line)

    monkeypatch.setattr(pins, "read_line", noted)
    pinned = [{"line": line, "why": "Too slow."} for line in lines]
    set_pins(puzzle=puzzle, pins=pinned)
    services.take_up(puzzle=puzzle, proof=proof)
    other = read_position(position_json("damage"))
    services.place(puzzle=puzzle, position=other)
    services.create_draft(owner=author, position=other, pinned_tries=pinned)
    assert depths == [outside] * 4 * len(lines)


def test_nobody_pins_on_somebody_elses_page(author: Owner) -> None:
    puzzle = make_puzzle(author, position="win-hard")
    client = Client()
    client.force_login(make_owner("other").user)
    address = reverse("grimoire:pin_tries", args=[puzzle.token])
    assert client.post(address, {"do": "save"}).status_code == 404
    assert client.get(address).status_code == 404
