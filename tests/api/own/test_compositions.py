"""Searches of the composer by a program: started, looked at, stopped, of its account alone; no solution of others."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.limits import Limit
from accounts.models import Visibility
from api.own import compositions
from grimoire import fair_play
from grimoire.composing import searching, services
from grimoire.models import Composition
from grimoire.proving import counting
from grimoire.solving.services import surrender
from tests.api.own.programs import Program
from tests.cards.factories import make_owner
from tests.grimoire.composing.test_searches import crowded, two_ways
from tests.grimoire.factories import make_puzzle, position_json

pytestmark = pytest.mark.django_db

PLACE = "/own/compositions"


@pytest.fixture(autouse=True)
def time_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is."""
    monkeypatch.setattr(counting, "COUNT_SECONDS", 60.0)
    monkeypatch.setattr(searching, "BASE_SECONDS", 600.0)
    monkeypatch.setattr(searching, "ENOUGH", 3)
    monkeypatch.setattr(searching, "WANTED", 1)
    monkeypatch.setattr(Composition._meta.get_field("max_seconds"), "default", 600.0)


def ask(program: Program, kind: str, **body: Any) -> Any:
    return program.ask("post", PLACE, {"kind": kind, **body})


def worked(answer: Any) -> str:
    """The address of a search, after a worker has ended it."""
    row = Composition.objects.get(token=answer.told["token"])
    services.work(key=row.pk, slice_seconds=600.0)
    return f"{PLACE}/{row.token}"


def test_a_search_is_started_looked_at_and_ended(ada: Program) -> None:
    begun = ask(ada, "tidy", position=crowded())
    assert (begun.status_code, begun.told["state"], begun.told["found"]) == (202, "waiting", [])
    assert begun["Location"] == f"/api/v1{PLACE}/{begun.told['token']}" and begun["Retry-After"]
    told = ada.ask("get", worked(begun)).told
    (found,) = told["found"]
    assert (told["state"], told["exhausted"], told["sealed_by"]) == ("done", True, None)
    assert [change["card"]["name"] for change in found["changes"]] == ["Bystander"]
    assert found["solutions"] and found["position"]["objective"] == position_json("damage")["objective"]
    again = ada.ask("post", f"{PLACE}/{told['token']}/continue")
    assert (again.status_code, again.told["found"]) == (200, [found])  # there is nothing more to try


def test_changes_and_puzzles_as_wished(ada: Program) -> None:
    told = ada.ask("get", worked(ask(ada, "unique", position=two_ways()))).told
    assert told["problem"] == "" and told["found"] and all(entry["changes"] for entry in told["found"])
    wishes = {"goal": "destroy", "plays": 1, "most_plays": 3, "most_cards": 16, "abilities": ["rage"], "cards": []}
    begun = ask(ada, "find", wishes=wishes)
    assert begun.status_code == 202
    row = Composition.objects.get(token=begun.told["token"])
    assert (row.wishes["goals"], row.wishes["abilities"], row.wishes["deck"]) == (["destroy"], ["rage"], 8)
    Composition.objects.filter(pk=row.pk).update(wishes={**row.wishes, "abilities": []})
    (found,) = ada.ask("get", worked(begun)).told["found"]
    assert found["solutions"] and "destroy" in found["position"]["objective"]["goal"]


def test_it_is_of_whoever_asked_alone(ada: Program) -> None:
    begun = ask(ada, "tidy", position=crowded())
    place = f"{PLACE}/{begun.told['token']}"
    stranger, reader = Program(make_owner("bob")), Program(ada.owner, "read:own")
    for method, path in (("get", place), ("delete", place), ("post", f"{place}/continue")):
        assert stranger.ask(method, path).status_code == 404
    assert reader.ask("get", place).status_code == 200
    assert reader.ask("delete", place).status_code == reader.ask("post", f"{place}/continue").status_code == 403
    assert Composition.objects.get().is_busy
    on_a_page = services.ask(kind="tidy", position=None)
    assert ada.ask("get", f"{PLACE}/{on_a_page.token}").status_code == 404
    assert ada.ask("delete", place).status_code == 204
    assert ada.ask("get", place).told["state"] == "cancelled"
    assert ada.ask("post", f"{place}/continue").status_code == 202
    assert ada.owner.user is not None
    ada.owner.user.delete()
    assert list(Composition.objects.all()) == [on_a_page]


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"kind": "unique"}, "/position"),
        ({"kind": "tidy", "position": {"format": "clash-position/1"}}, "/position"),
        ({"kind": "tidy", "position": {**position_json("damage"), "objective": None}}, "/position"),
        ({"kind": "unique", "position": position_json("damage"), "wishes": {}}, "/wishes"),
        ({"kind": "find", "position": position_json("damage")}, "/position"),
        ({"kind": "find", "wishes": {"goal": "peace"}}, "/wishes/goal"),
        ({"kind": "find", "wishes": {"plays": 5, "most_plays": 2}}, "/wishes/most_plays"),
        ({"kind": "find", "wishes": {"abilities": ["rage", "none"]}}, "/wishes/abilities/1"),
        ({"kind": "find", "wishes": {"cards": ["own/x"]}}, "/wishes/cards/0"),
        ({"kind": "find", "wishes": {"cards": 3}}, "/wishes/cards"),
        ({"kind": "find", "wishes": {"cards": [3]}}, "/wishes/cards/0"),
        ({"kind": "find", "wishes": []}, "/wishes"),
        ({"kind": "find", "wishes": {"most_cards": 10**30}}, "/wishes/most_cards"),
    ],
)
def test_what_cannot_be_searched_is_refused_with_its_place(ada: Program, body: Any, pointer: str) -> None:
    refused = ada.ask("post", PLACE, body)
    assert refused.status_code in (400, 422), refused.told
    assert any(error["pointer"].startswith(pointer) for error in refused.told["errors"]), refused.told
    assert not Composition.objects.exists()


def test_how_much_is_searched_is_bounded(ada: Program, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.LIMITS = True
    for _ in range(services.MAX_BUSY):
        assert ask(ada, "find").status_code == 202
    refused = ask(ada, "find")
    assert (refused.status_code, refused.told["code"]) == (409, "quota")
    monkeypatch.setattr(compositions, "SEARCHES", Limit("composition-spent", times=0, seconds=3600))
    assert ask(ada, "find").status_code == 429


def test_a_puzzle_of_others_is_told_neither_at_once_nor_later(ada: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    page = make_puzzle(make_owner("mirabel"), position="damage")
    refused = ask(ada, "tidy", position=crowded())
    assert (refused.status_code, refused.told["code"]) == (409, "sealed")
    assert page.token in refused.told["detail"] and not Composition.objects.exists()
    page.visibility = Visibility.PRIVATE
    page.save()
    place = worked(ask(ada, "tidy", position=crowded()))
    assert ada.ask("get", place).told["found"]
    page.visibility = Visibility.PUBLIC
    page.save()
    told = ada.ask("get", place).told
    assert told["found"] == [] and told["sealed_by"].endswith(page.get_absolute_url())
    surrender(owner=ada.owner, puzzle=page)
    assert ada.ask("get", place).told["found"]


def test_nothing_is_searched_of_a_game_that_runs(ada: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    def check(*_: Any) -> None:
        raise fair_play.GameRunning(None)

    monkeypatch.setattr(fair_play, "check", check)
    refused = ask(ada, "unique", position=two_ways())
    assert (refused.status_code, refused.told["code"]) == (409, "not-over")
