"""Puzzles by a program: drafts, proofs as jobs, publishing as the editor does; no solution of somebody else's."""

from __future__ import annotations

import json
from typing import Any

import pytest

from accounts.limits import Limit
from accounts.models import Visibility
from api.own import puzzles
from api.own.examples import PUZZLE
from background.models import Job
from grimoire.authoring import services
from grimoire.models import Attempt, Proof, Puzzle
from grimoire.proving import services as proving
from grimoire.solving.services import surrender
from tests.api.own.programs import Program
from tests.cards.factories import make_owner
from tests.grimoire.factories import make_puzzle, position_json, proof_of

pytestmark = pytest.mark.django_db


def at(answer: Any) -> str:
    return f"/own/puzzles/{answer.told['token']}"


def test_a_draft_is_proven_and_published(ada: Program) -> None:
    made = ada.made("/own/puzzles", PUZZLE)
    assert (made.told["title"], made.told["visibility"], made.told["published"]) == ("One turn left", "private", None)
    assert Puzzle.objects.get().owner == ada.owner
    too_soon = ada.ask("post", f"{at(made)}/publish", {})
    assert (too_soon.status_code, too_soon.told["code"]) == (409, "not-ready")
    assert [error["code"] for error in too_soon.told["errors"]] == ["no-proof"]
    proven = ada.ask("post", f"{at(made)}/proof")
    assert (proven.status_code, proven.told["state"], proven.told["complete"]) == (200, "done", True)
    assert proven.told["missing"] == [] and len(proven.told["solutions"]) >= 1
    assert ada.ask("get", f"{at(made)}/proof").told == proven.told
    assert ada.ask("post", f"{at(made)}/publish", {"visibility": "private"}).status_code == 400
    stale = ada.ask("post", f"{at(made)}/publish", {}, if_match='"old"')
    assert stale.status_code == 412
    published = ada.ask("post", f"{at(made)}/publish", {"visibility": "unlisted"}, if_match=made["ETag"])
    assert (published.status_code, published.told["visibility"]) == (200, "unlisted")
    assert ada.ask("post", f"{at(made)}/publish", {}).told["visibility"] == "public"
    assert Puzzle.objects.published().count() == 1
    assert ada.ask("post", f"{at(made)}/unpublish").told["visibility"] == "private"
    assert ada.ask("delete", at(made)).status_code == 204
    assert not Puzzle.objects.exists()


def test_a_change_says_all_of_it_for_the_state_that_was_seen(ada: Program) -> None:
    made = ada.made("/own/puzzles", PUZZLE)
    assert ada.ask("put", at(made), made.told).status_code == 428
    assert ada.ask("put", at(made), PUZZLE, if_match=made["ETag"]).status_code == 400  # not all of it
    same = ada.changed(made, at(made))
    assert (same.status_code, same.told) == (200, made.told)
    changed = ada.changed(made, at(made), title="Later", words_fr="Tenez bon.", licence="", position=position_json())
    assert changed.status_code == 200
    kept = Puzzle.objects.get()
    assert (kept.title, kept.words_fr, kept.licence, kept.goal) == ("Later", "Tenez bon.", "", "win")
    assert ada.changed(made, at(made), title="Lost").status_code == 412
    services.save(puzzle=kept, content={"title": "In the editor"}, seen=None)
    assert ada.changed(changed, at(made), title="Lost").status_code == 412
    assert Puzzle.objects.get().title == "In the editor"


def test_a_published_page_keeps_its_position(ada: Program) -> None:
    page = make_puzzle(ada.owner)
    read = ada.ask("get", f"/own/puzzles/{page.token}")
    assert ada.changed(read, at(read), title="Better").status_code == 200
    read = ada.ask("get", f"/own/puzzles/{page.token}")
    answer = ada.changed(read, at(read), position=position_json("survive"))
    assert (answer.status_code, answer.told["code"]) == (409, "fixed")
    answer = ada.changed(read, at(read), allows_several=not read.told["allows_several"])
    assert [error["pointer"] for error in answer.told["errors"]] == ["/allows_several"]
    Attempt.objects.create(owner=make_owner("bob"), puzzle=page)
    services.unpublish(puzzle=page)
    read = ada.ask("get", f"/own/puzzles/{page.token}")
    assert ada.changed(read, at(read), position=position_json("survive")).status_code == 409


def test_what_is_wrong_is_named(ada: Program) -> None:
    position = PUZZLE["position"]
    for changes, pointers in (
        ({"position": []}, ["/position"]),
        ({"position": {**position, "turn": 1}}, ["/position/turn"]),
        ({"position": {**position, "mana": -1}}, ["/position/mana"]),
        ({"position": {key: value for key, value in position.items() if key != "objective"}}, ["/position/objective"]),
        ({"title": "x" * 81, "words": "x" * 1001}, ["/title", "/words"]),
        ({"licence": "GPL"}, ["/licence"]),
        ({"intended": ["nonsense"]}, ["/intended"]),
        ({"intended": "1 upper"}, ["/intended"]),
        ({"questions": ["way-0"]}, ["/questions"]),
        ({"allows_several": "yes"}, ["/allows_several"]),
        ({"proof": None, "verdict": "unique"}, ["/verdict"]),
    ):
        answer = ada.ask("post", "/own/puzzles", {**PUZZLE, **changes})
        assert answer.status_code in (400, 422), changes
        assert [error["pointer"] for error in answer.told["errors"]] == pointers, changes
    assert not Puzzle.objects.exists()


def test_a_proof_that_takes_long_is_waited_for(ada: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proving, "search_quickly", lambda *_: None)
    made = ada.made("/own/puzzles", {**PUZZLE, "position": position_json("win")})
    answer = ada.ask("post", f"{at(made)}/proof")
    assert (answer.status_code, answer.told["state"]) == (202, "waiting")
    assert answer["Location"] == f"/api/v1{at(made)}/proof" and answer["Retry-After"] == "1"
    assert "solutions" not in answer.told and answer.told["missing"] == ["busy"]
    assert ada.ask("post", f"{at(made)}/proof").status_code == 202
    assert Proof.objects.count() == 1
    proving.work(proof_id=Proof.objects.get().pk)
    proof = ada.ask("get", f"{at(made)}/proof").told
    assert (proof["state"], proof["complete"], proof["missing"]) == (Job.State.DONE, True, [])


def test_the_limits_of_the_solver_and_of_pages(ada: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    made = ada.made("/own/puzzles", PUZZLE)
    monkeypatch.setattr(puzzles, "ASKS", Limit("proof-test", times=0, seconds=3600))
    assert ada.ask("post", f"{at(made)}/proof").status_code == 429
    monkeypatch.setattr(puzzles, "NEW_PAGES", Limit("pages-test", times=0, seconds=3600))
    refused = ada.ask("post", "/own/puzzles", PUZZLE)
    assert refused.status_code == 429 and int(refused["Retry-After"]) >= 1
    monkeypatch.undo()
    monkeypatch.setattr(services, "MAX_PAGES", 1)
    assert ada.ask("post", "/own/puzzles", PUZZLE).told["code"] == "quota"


def test_a_copy_of_somebody_else_s_page_tells_no_solution(ada: Program) -> None:
    """As in the editor: the proof of a position that seals another's page is closed, until that is solved."""
    page = make_puzzle(make_owner("bob"), title="Bob's")
    copied = ada.made("/own/puzzles", {"position": page.position})
    proof = ada.ask("post", f"{at(copied)}/proof").told
    assert proof["sealed_by"].endswith(page.get_absolute_url())
    assert not {"solutions", "lines", "more", "level", "complete"} & set(proof)
    line = json.dumps(page.proof.answer["solutions"][0])  # type: ignore[union-attr]
    for path in (at(copied), f"{at(copied)}/proof", "/own/puzzles"):
        assert line not in json.dumps(ada.ask("get", path).told)


def test_others_pages_are_not_there(ada: Program) -> None:
    page = make_puzzle(make_owner("bob"), visibility=Visibility.PUBLIC)
    before = Puzzle.objects.values().get()
    for method, path in (
        *(("get", ""), ("put", ""), ("delete", ""), ("get", "/proof"), ("post", "/proof")),
        *(("post", "/publish"), ("post", "/unpublish")),
    ):
        body = {} if method == "put" or path == "/publish" else None
        answer = ada.ask(method, f"/own/puzzles/{page.token}{path}", body, if_match="*")
        assert (answer.status_code, answer.told["code"]) == (404, "not-found"), (method, path)
    assert Puzzle.objects.values().get() == before


def test_a_solution_is_told_to_whoever_has_earned_it(ada: Program) -> None:
    puzzle = make_puzzle(make_owner(name="bob"), position="win-in-two", afterword="Because of the marmalade.")
    address = f"/own/puzzles/{puzzle.token}/solution"
    sealed = ada.ask("get", address)
    assert (sealed.status_code, sealed.told["code"]) == (403, "sealed")
    surrender(owner=ada.owner, puzzle=puzzle)
    told = ada.ask("get", address).told
    assert puzzle.proof is not None
    assert told["solutions"] == puzzle.proof.answer["solutions"]
    assert told["afterword"] == "Because of the marmalade."
    [variations] = told["variations"]
    assert sum(each["count"] for each in variations["listed"]) == variations["replies"] == 1
    assert variations["listed"][0]["answer"]
    draft = make_puzzle(make_owner(name="eve"), published=False)
    assert ada.ask("get", f"/own/puzzles/{draft.token}/solution").status_code == 404


def test_near_misses_are_pinned_with_the_rest(ada: Program) -> None:
    proof_of(position_json("win-hard"))
    made = ada.made("/own/puzzles", {**PUZZLE, "position": position_json("win-hard")})
    tries = ada.ask("post", f"{at(made)}/proof").told["tries"]
    pins = [{"line": tries[-1]["line"], "why": "Too slow."}, {"line": tries[0]["line"]}]
    without = {name: value for name, value in made.told.items() if name != "pinned_tries"}
    changed = ada.ask("put", at(made), {**without, "pinned_tries": pins}, if_match=made["ETag"])
    assert (changed.status_code, changed.told["pinned_tries"]) == (200, pins)
    kept = ada.ask("put", at(made), without, if_match=changed["ETag"])
    assert (kept.status_code, kept.told["pinned_tries"]) == (200, pins)
    wrong = {**without, "pinned_tries": [{"line": [{"play": 9, "line": "upper"}]}]}
    refused = ada.ask("put", at(made), wrong, if_match=kept["ETag"])
    assert (refused.status_code, refused.told["errors"][0]["pointer"]) == (422, "/pinned_tries")
    assert ada.ask("get", at(made)).told["pinned_tries"] == pins


@pytest.mark.django_db
def test_a_twin_is_made_of_a_draft_and_once(ada: Program) -> None:
    first = ada.made("/own/puzzles", PUZZLE).told["token"]
    made = ada.ask("post", f"/own/puzzles/{first}/twins", idempotency_key="one")
    again = ada.ask("post", f"/own/puzzles/{first}/twins", idempotency_key="one")
    assert made.status_code == 201 and made.told["twin_of"] == first and again.told == made.told
    assert made.told["position"] == ada.ask("get", f"/own/puzzles/{first}").told["position"]
    other = ada.ask("post", f"/own/puzzles/{made.told['token']}/twins")
    assert other.told["twin_of"] == first  # of a twin: one more of the first
    for _ in range(2):
        assert ada.ask("post", f"/own/puzzles/{first}/twins").status_code == 201
    refused = ada.ask("post", f"/own/puzzles/{first}/twins")
    assert (refused.status_code, refused.told["code"]) == (409, "quota")
    published = make_puzzle(ada.owner)
    refused = ada.ask("post", f"/own/puzzles/{published.token}/twins")
    assert (refused.status_code, refused.told["code"]) == (409, "fixed")
    strange = make_puzzle(make_owner("bob"), published=False)
    assert ada.ask("post", f"/own/puzzles/{strange.token}/twins").status_code == 404
