"""The composer's searches: right, kept for whoever asked, gone on with, and no way round a puzzle's gate."""

from __future__ import annotations

import json
from copy import deepcopy
from datetime import timedelta
from itertools import count
from types import SimpleNamespace
from typing import Any, Final

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from background import services as background
from background.models import STALLED_AFTER
from engine.decks.composing import tidying
from engine.decks.formats.interchange import read_position, write_position
from engine.decks.solving import solve
from grimoire.composing import marks, searching, services
from grimoire.models import Attempt, Composition
from grimoire.proving import counting
from tests.engine.decks.solving.positions import Maker
from tests.grimoire.factories import make_owner, make_puzzle, position_json, proof_of

pytestmark = pytest.mark.django_db

HTMX: Final = {"HX-Request": "true"}
BYSTANDER: Final = {"name": "Bystander", "type": "creature", "cost": 9, "av": 0, "hp": 1, "abilities": []}
WISHES: Final = {
    "goal": "destroy", "mode": "duel", "edition": "season-2", "turns": "1", "plays": "1", "most_plays": "3",
    "level": "1", "most_level": "5", "most_cards": "16",
}  # fmt: skip


@pytest.fixture(autouse=True)
def time_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is."""
    monkeypatch.setattr(counting, "COUNT_SECONDS", 60.0)
    monkeypatch.setattr(searching, "BASE_SECONDS", 600.0)
    monkeypatch.setattr(searching, "ENOUGH", 5)
    monkeypatch.setattr(searching, "WANTED", 2)
    monkeypatch.setattr(Composition._meta.get_field("max_seconds"), "default", 600.0)


def two_ways() -> dict[str, Any]:
    """A position with two solutions."""
    return write_position(Maker(16, cards=6, mana=5).puzzle({"damage": 3}))


def crowded(name: str = "damage") -> dict[str, Any]:
    """A correct position with a card that plays no part."""
    position = position_json(name)
    position["players"]["B"].setdefault("lower", []).append({"card": deepcopy(BYSTANDER)})
    return position


def ask(client: Client, kind: str, position: Any) -> str:
    data = {"kind": kind, "position": json.dumps(position)}
    answer = client.post(reverse("grimoire:find_changes"), data, headers=HTMX)
    assert answer.status_code == 200
    return answer.text


def worked(slice_seconds: float = 600.0) -> Composition:
    row = Composition.objects.get()
    services.work(key=row.pk, slice_seconds=slice_seconds)
    row.refresh_from_db()
    return row


def shown(client: Client, row: Composition, language: str = "") -> str:
    return " ".join(client.get(f"{language}{reverse('grimoire:composition', args=[row.token])}").text.split())


def test_changes_that_leave_one_solution(client: Client) -> None:
    assert "queued" in ask(client, "unique", two_ways())
    row = worked()
    assert row.is_done and row.is_exhausted and row.found_count == 5
    assert not solve(read_position(row.position)).unique
    for entry in row.found:
        assert solve(read_position(entry["position"])).unique and entry["plays"]
    page = shown(client, row)
    assert "changes tried" in page and "there is exactly one solution" in page
    assert "Set the Mana to" in page and "Level " in page
    assert "Fixer le Mana à" in shown(client, row, "/fr")
    loaded = client.post(reverse("grimoire:editor"), {"text": json.dumps(row.found[0]["position"])})
    assert loaded.status_code == 302
    assert Client().get(reverse("grimoire:composition", args=[row.token])).status_code == 404


def test_cards_that_play_no_part_go(client: Client) -> None:
    ask(client, "tidy", crowded())
    row = worked()
    assert [change["card"]["name"] for change in row.found[0]["changes"]] == ["Bystander"]
    assert "Remove Bystander (lower line of B)" in shown(client, row)
    assert solve(read_position(row.found[0]["position"])).solutions == solve(read_position(row.position)).solutions
    assert "Load into the editor" in shown(client, row)


def test_tidying_goes_on_where_it_was(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """A slice tries no card again that the position before it has been found to need."""
    ask(client, "tidy", crowded())
    whole = worked()
    Composition.objects.update(state=Composition.State.WAITING, tried=0, counts={}, found=[], found_count=0)
    Composition.objects.update(is_exhausted=False, seconds=0)
    met: list[Any] = []
    without_card = tidying.without_card

    def noted(position: Any, answer: Any, place: Any, *more: Any) -> Any:
        met.append((json.dumps(write_position(position)), place))
        return without_card(position, answer, place, *more)

    monkeypatch.setattr(tidying, "without_card", noted)
    while not (row := worked(slice_seconds=0.0)).is_exhausted:
        assert len(met) <= whole.tried
    assert len(set(met)) == len(met) and row.found == whole.found


@pytest.mark.parametrize(
    ("kind", "position", "text"),
    [
        ("unique", position_json("damage"), "already has exactly one solution"),
        ("unique", position_json("predict"), "A prediction always has"),
        ("tidy", two_ways(), "needs a position with exactly one proven solution"),
        ("tidy", position_json("damage"), "Every card plays a part."),
    ],
)
def test_where_there_is_nothing_to_do_it_says_so(client: Client, kind: str, position: Any, text: str) -> None:
    ask(client, kind, position)
    assert text in shown(client, worked())


@pytest.mark.parametrize("position", ["", "nonsense", {"format": "clash-position/1"}])
def test_of_what_is_no_position_nothing_is_asked(client: Client, position: Any) -> None:
    ask(client, "unique", position)
    ask(client, "whatever", two_ways())
    assert not Composition.objects.exists()


@pytest.mark.parametrize("kind", ["unique", "tidy"])
def test_a_published_puzzle_is_not_told_by_its_changes(
    client: Client, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither at once nor, where its proof takes longer than one waits, by what the worker has found meanwhile."""
    page = make_puzzle(make_owner("mirabel"), position="damage", title="Behind the Gate")
    solver = make_owner("solver")
    client.force_login(solver.user)
    assert page.get_absolute_url() in ask(client, kind, crowded())
    assert not Composition.objects.exists()
    monkeypatch.setattr(counting, "COUNT_SECONDS", 0.0)
    ask(client, kind, crowded())
    row = worked()
    said = shown(client, row)
    assert page.get_absolute_url() in said
    for secret in ("Bystander", "already has", "card checked", "changes tried", "Load into"):
        assert secret not in said
    Attempt.objects.create(owner=solver, puzzle=page, state=Attempt.State.SOLVED)
    assert page.get_absolute_url() not in shown(client, row)


def test_a_change_that_leads_to_a_published_puzzle_is_left_out(client: Client) -> None:
    ask(client, "unique", two_ways())
    row = worked()
    assert shown(client, row).count("Load into the editor") == len(row.found)
    entry = row.found[0]
    make_puzzle(make_owner("mirabel"), position=entry["position"])
    assert shown(client, row).count("Load into the editor") < len(row.found)


def test_a_search_goes_on_where_its_worker_was_stopped(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "ENOUGH", 40)
    ticks = count(step=0.001)  # a busy machine's clock would let a step come to the end
    monkeypatch.setattr(services, "time", SimpleNamespace(monotonic=lambda: next(ticks)))
    ask(client, "unique", two_ways())
    tried = 0
    for _ in range(3):
        row = worked(slice_seconds=0.0)
        assert row.state == Composition.State.WAITING and row.tried > tried
        tried = row.tried
    client.post(reverse("grimoire:cancel_composition", args=[row.token]))
    assert worked().tried == row.tried
    assert "stopped" in shown(client, row)
    client.post(reverse("grimoire:search_on", args=[row.token]))
    done = worked()
    assert done.is_done and done.found_count == 40 and done.tried > tried


def test_a_search_goes_on_whose_worker_was_killed(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """A killed worker writes nothing down any more; the proof of the position itself is made once."""
    proofs = []
    solve = searching.solve

    def counted(*args: Any, **options: Any) -> Any:
        proofs.append(args)
        return solve(*args, **options)

    monkeypatch.setattr(searching, "solve", counted)
    monkeypatch.setattr(searching, "ENOUGH", 10)
    monkeypatch.setattr(services, "time", SimpleNamespace(monotonic=lambda: 0.0))  # a step is one step, however slow
    ask(client, "unique", two_ways())
    row = worked(slice_seconds=0.0)
    proofs.clear()
    lease = background.claim(Composition, row.pk)
    assert lease is not None and lease.note(tried=row.tried)
    Composition.objects.update(heartbeat_at=timezone.now() - 2 * STALLED_AFTER)
    shown(client, row)
    row.refresh_from_db()
    assert row.state == Composition.State.WAITING, "whoever looks has it go on"
    done = worked()
    assert done.is_done and done.tried > row.tried and not lease.note(tried=0)
    assert not proofs


def test_puzzles_as_somebody_wishes_them_are_found_and_none_that_is_published(client: Client) -> None:
    answer = client.post(reverse("grimoire:find_puzzles"), WISHES)
    row = worked()
    assert answer["Location"] == reverse("grimoire:composition", args=[row.token])
    assert row.is_done and len(row.found) == 2
    for entry in row.found:
        position = read_position(entry["position"])
        assert "destroy" in position.objective["goal"] and position.active == 0
        assert solve(position).unique and 1 <= entry["plays"] <= 3 and entry["cards"] <= 16
    page = shown(client, row)
    assert f"{row.tried} setting" in page and "2 puzzles found" in page and "Keep searching" in page
    make_puzzle(make_owner("mirabel"), position=row.found[0]["position"])
    assert "1 puzzle found" in shown(client, row)
    Composition.objects.update(state=Composition.State.WAITING, tried=0, found=[], found_count=0)
    again = worked()
    assert row.found[0]["likeness"] not in [entry["likeness"] for entry in again.found]
    Composition.objects.update(state=Composition.State.WAITING, tried=0)
    likenesses = [entry["likeness"] for entry in worked().found]
    assert len(set(likenesses)) == len(likenesses) == 4  # those of before are found once more, and left out


@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        ({"plays": "4"}, "be below the minimum."),
        ({"level": "4", "most_level": "2"}, "be below the minimum."),
        ({"ability": "cursed", "edition": "season-1"}, "have this ability"),
        ({"goal": "predict", "turns": "2"}, "A prediction takes one turn."),
    ],
)
def test_wishes_that_cannot_be_met_are_said_to_be(client: Client, wrong: dict[str, str], text: str) -> None:
    answer = client.post(reverse("grimoire:find_puzzles"), {**WISHES, **wrong})
    assert answer.status_code == 400 and text in answer.text
    assert not Composition.objects.exists()


def test_one_visitor_has_few_searches_at_a_time(client: Client) -> None:
    for _ in range(services.MAX_BUSY):
        assert "queued" in ask(client, "unique", two_ways())
    assert "Stop one first." in ask(client, "unique", two_ways())
    assert Composition.objects.count() == services.MAX_BUSY
    assert "queued" in Client(REMOTE_ADDR="192.0.2.7").post(reverse("grimoire:find_puzzles"), WISHES, headers=HTMX).text


def test_searches_are_kept_for_some_days(client: Client) -> None:
    ask(client, "unique", two_ways())
    assert services.sweep() == 0
    Composition.objects.update(asked=timezone.now() - services.KEPT - timedelta(hours=1))
    assert services.sweep() == 1


def test_marks_take_no_more_than_their_time(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor are those kept that the time was too short for."""
    position = position_json("win-hard")
    client.post(reverse("grimoire:prove"), {"position": json.dumps(position)})
    address = reverse("grimoire:marks", args=[proof_of(position).key])
    monkeypatch.setattr(marks, "MARK_SECONDS", 0.0)
    assert client.get(address).text.strip() == ""
    monkeypatch.setattr(marks, "MARK_SECONDS", 600.0)
    assert "Quality" in client.get(address).text


def test_marks_of_quality_stand_beside_a_proof(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(marks, "MARK_SECONDS", 600.0)
    for position, text in ((position_json("damage"), "cards play a part."), (crowded(), "cards plays no part.")):
        client.post(reverse("grimoire:prove"), {"position": json.dumps(position)})
        address = reverse("grimoire:marks", args=[proof_of(position).key])
        said = " ".join(client.get(address).text.split())
        assert text in said and "Only moves: 1 of 1 play." in said and "lack just 1" in said
        assert Client().get(address).status_code == 404
    make_puzzle(make_owner("mirabel"), position=position)
    assert client.get(address).text.strip() == ""
