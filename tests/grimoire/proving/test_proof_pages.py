"""The solver's pages: who sees a proof, what of it, and that a published page has no back door here."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.limits import Limit
from accounts.models import Owner, Visibility
from engine.decks.formats.interchange import read_position
from engine.decks.formats.notation import write
from engine.decks.rules.version import RULES_VERSION
from grimoire.gate import gate_for, sealing_puzzle
from grimoire.keys import proof_key
from grimoire.models import Attempt, Proof, Puzzle
from grimoire.proving import services, views
from tests.grimoire.factories import make_owner, make_puzzle, position_json, position_of

pytestmark = pytest.mark.django_db

PROVE = "/grimoire/proofs/"
SECRET = "Knife in the Back, at Winged Bombardier"


def address(name: str = "win-hard") -> str:
    return f"{PROVE}{proof_key(position_of(name))}/"


def ask(client: Client, name: str = "win-hard", **headers: Any) -> Any:
    return client.post(PROVE, {"position": json.dumps(position_json(name))}, **headers)


def text_of(client: Client, path: str) -> str:
    return client.get(path).content.decode()


def test_one_press_gives_the_proof(client: Client) -> None:
    answer = ask(client)
    assert answer.status_code == 302
    assert answer["Location"] == address()
    page = text_of(client, address())
    for said in (
        "Correct: one solution, in any of several orders",
        "All ways to play were checked",
        SECRET,
        "Immolation",
    ):
        assert said in page
    for said in ("Difficulty, and why", "still has", "2 orders of the plays work", f"rules {RULES_VERSION}"):
        assert said in page


def test_in_french_it_has_the_french_cards(client: Client) -> None:
    ask(client)
    page = text_of(client, f"/fr{address()}")
    assert "Winged Bombardier" not in page


@pytest.mark.parametrize("field", ["position", "position_text"])
def test_notation_is_taken_too(client: Client, field: str) -> None:
    answer = client.post(PROVE, {field: write(position_of("win"))})
    assert answer["Location"] == address("win")


def test_htmx_gets_the_fragment_alone(client: Client) -> None:
    answer = ask(client, headers={"HX-Request": "true"})
    page = answer.content.decode()
    assert "<html" not in page
    assert SECRET in page
    assert answer["HX-Trigger-After-Swap"] == "proven"


def test_set_play_is_a_part_of_the_page_that_is_asked_for(client: Client) -> None:
    ask(client)
    part = f"{address()}?part=set-play"
    assert "What follows if you pass first" not in text_of(client, address())
    assert "What follows if you pass first" in text_of(client, part)
    answer = client.get(part, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in answer
    assert "What follows if you pass first" in answer
    assert Client().get(part).status_code == 404
    ask(client, "predict")
    assert "Set play" not in text_of(client, address("predict"))


def test_whoever_did_not_ask_does_not_see_it(client: Client) -> None:
    ask(client)
    other = Client()
    assert other.get(address()).status_code == 404
    for action in ("again", "cancel", "give-up"):
        assert other.post(f"{address()}{action}/").status_code == 404
    assert client.get(f"{PROVE}{'0' * 64}/").status_code == 404


def test_whoever_has_a_page_with_it_sees_it(client: Client) -> None:
    owner = make_owner("mirabel")
    make_puzzle(owner, published=False, position="win-hard")
    assert client.get(address()).status_code == 404
    client.force_login(owner.user)
    assert SECRET in text_of(client, address())


def test_the_proof_of_a_published_page_is_sealed(client: Client) -> None:
    page = make_puzzle(make_owner("mirabel"), position="win-hard", title="Behind the Gate")
    assert client.get(address()).status_code == 404  # by its key alone
    ask(client)
    said = text_of(client, address())
    assert "Behind the Gate" in said
    assert page.get_absolute_url() in said
    assert "Correct: one solution" in said
    for secret in (SECRET, "Spare Wings,", "orders of the plays", "Abilities at work", "still has", "17 · 18"):
        assert secret not in said
    fragment = client.get(address(), headers={"HX-Request": "true"}).content.decode()
    assert SECRET not in fragment


def test_giving_the_page_up_opens_it(client: Client) -> None:
    page = make_puzzle(make_owner("mirabel"), position="win-hard")
    ask(client)
    answer = client.post(f"{address()}give-up/")
    assert answer["Location"] == address()
    assert Attempt.objects.get(puzzle=page).state == Attempt.State.SHOWN
    assert SECRET in text_of(client, address())


def test_solving_the_page_opens_it(client: Client) -> None:
    page = make_puzzle(make_owner("mirabel"), position="win-hard")
    solver = make_owner("solver")
    client.force_login(solver.user)
    ask(client)
    assert SECRET not in text_of(client, address())
    Attempt.objects.create(owner=solver, puzzle=page, state=Attempt.State.SOLVED)
    assert SECRET in text_of(client, address())


def test_a_copy_of_ones_own_does_not_open_somebody_elses_page(client: Client) -> None:
    make_puzzle(make_owner("mirabel"), position="win-hard")
    thief = make_owner("thief")
    client.force_login(thief.user)
    for published in (False, True):
        copy = make_puzzle(thief, published=published, position="win-hard")
        assert SECRET not in text_of(client, address())
        assert SECRET not in text_of(client, reverse("grimoire:edit_puzzle", args=[copy.token]))
        assert not gate_for(copy, thief).is_open
        if not published:
            assert not copy.abilities.filter(at_work=True).exists()


def test_whoever_published_first_keeps_seeing_their_own(client: Client) -> None:
    author = make_owner("mirabel")
    own = make_puzzle(author, position="win-hard", published_at=timezone.now() - timedelta(days=1))
    make_puzzle(make_owner("copier"), position="win-hard")
    client.force_login(author.user)
    assert SECRET in text_of(client, address())
    assert gate_for(own, author).is_open


@pytest.mark.parametrize(
    ("fields", "seals"),
    [
        ({}, True),
        ({"visibility": Visibility.UNLISTED}, False),
        ({"visibility": Visibility.PRIVATE}, False),
        ({"published_at": None}, False),
        ({"hidden_at": timezone.now()}, False),
        ({"flagged_at": timezone.now()}, True),
    ],
)
def test_which_pages_seal_a_position(fields: dict[str, Any], seals: bool) -> None:
    page = make_puzzle(make_owner("mirabel"), position="win-hard", **fields)
    for owner in (None, make_owner("reader")):
        assert (sealing_puzzle(page.position_key, owner) == page) == seals


def test_an_unlisted_page_seals_for_those_who_have_begun_it() -> None:
    page = make_puzzle(make_owner("mirabel"), position="win-hard", visibility=Visibility.UNLISTED)
    reader = make_owner("reader")
    assert sealing_puzzle(page.position_key, reader) is None
    Attempt.objects.create(owner=reader, puzzle=page)
    assert sealing_puzzle(page.position_key, reader) == page


def test_another_page_of_the_same_position_that_is_solved_opens_all() -> None:
    first = make_puzzle(make_owner("mirabel"), position="win-hard")
    second = make_puzzle(make_owner("copier"), position="win-hard")
    reader = make_owner("reader")
    Attempt.objects.create(owner=reader, puzzle=second, state=Attempt.State.SOLVED)
    assert sealing_puzzle(first.position_key, reader) is None


def test_what_runs_is_polled_and_can_be_stopped(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "QUICK_SECONDS", 0.0)
    ask(client)
    page = text_of(client, address())
    assert 'hx-trigger="every 1s"' in page
    assert "Queued." in page
    Proof.objects.update(state=Proof.State.RUNNING, nodes=12_345, seconds=30)
    fragment = client.get(address(), headers={"HX-Request": "true"})
    assert "12,345 positions in 30 s" in fragment.content.decode()
    assert 'value="50"' in fragment.content.decode()
    assert "HX-Trigger-After-Swap" not in fragment
    answer = client.post(f"{address()}cancel/", headers={"HX-Request": "true"})
    assert "stopped before the end" in answer.content.decode()
    assert "every 1s" not in answer.content.decode()
    again = client.post(f"{address()}again/")
    assert again["Location"] == address()
    assert Proof.objects.get().state == Proof.State.WAITING


def test_the_queue_is_told(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "QUICK_SECONDS", 0.0)
    services.ask(position=position_of("win"))
    ask(client)
    assert "Waiting: 1 search comes first" in text_of(client, address())


def test_looking_takes_up_a_search_that_stands_still(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "QUICK_SECONDS", 0.0)
    ask(client)
    Proof.objects.update(state=Proof.State.RUNNING, heartbeat_at=timezone.now() - timedelta(hours=1))
    client.get(address())
    assert Proof.objects.get().state == Proof.State.WAITING


def test_a_failed_search_says_so(client: Client) -> None:
    ask(client)
    Proof.objects.update(state=Proof.State.FAILED)
    page = text_of(client, address())
    assert "an error on our side" in page
    assert "Search again" in page
    assert SECRET not in page


def test_an_unfinished_proof_is_no_proof(client: Client) -> None:
    ask(client)
    Proof.objects.update(complete=False, verdict="unproven", answer={"stopped_by": "time", "solutions": []})
    page = text_of(client, address())
    assert "Not proven" in page
    assert "proves nothing" in page


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "nonsense",
        "{",
        "[]",
        '{"format": "clash-position/1"}',
        "{" * 5000,
        "cod1/x",
        "null",
        "\x00",
        json.dumps({**position_json("win"), "objective": {"player": "Z", "goal": "win", "turns": 1}}),
        json.dumps({**position_json("win"), "objective": {"player": "A", "goal": "win", "turns": 10**9}}),
        json.dumps({key: value for key, value in position_json("win").items() if key != "objective"}),
        '{"position": {"<script>": 1}}',
    ],
)
@pytest.mark.parametrize("htmx", [False, True])
def test_what_is_no_position_is_refused_and_kept(client: Client, typed: str, htmx: bool) -> None:
    answer = client.post(PROVE, {"position": typed}, headers={"HX-Request": "true"} if htmx else {})
    assert answer.status_code == (200 if htmx else 400)
    page = answer.content.decode()
    assert 'role="alert"' in page
    assert "<script>" not in page.replace("<script src", "")
    assert not Proof.objects.exists()


@pytest.mark.parametrize("key", ["x", "..", "0" * 63, "%00", "a" * 500])
def test_keys_that_are_none(client: Client, key: str) -> None:
    assert client.get(f"{PROVE}{key}/").status_code in (301, 302, 404)


def test_the_solver_is_limited_per_visitor(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "ASKS", Limit("proof", 1, 3600))
    assert ask(client, "win").status_code == 302
    assert ask(client, "damage").status_code == 429
    assert ask(client, "win").status_code == 302  # known already: that costs nothing
    refused = ask(client, "damage", headers={"HX-Request": "true"})
    assert "Try again in a few minutes" in refused.content.decode()


def test_long_searches_are_limited_too(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "QUICK_SECONDS", 0.0)
    monkeypatch.setattr("grimoire.proving.limits.LONG", Limit("long-proof", 1, 3600))
    assert ask(client, "win").status_code == 302
    assert ask(client, "damage").status_code == 429
    assert Proof.objects.count() == 1


def test_the_session_remembers_the_last_proofs_only(client: Client) -> None:
    session = client.session
    session["proofs"] = [str(number) for number in range(60)]
    session.save()
    ask(client)
    assert len(client.session["proofs"]) == 40
    assert client.session["proofs"][-1] == proof_key(position_of("win-hard"))


def test_a_proof_of_older_rules_is_told_as_far_as_it_can_be(client: Client) -> None:
    ask(client)
    proof = Proof.objects.get()
    proof.answer["solutions"] = [[{"play": 77, "line": "upper"}]]
    proof.answer["tries"] = [{"line": [{"play": 77, "line": "upper"}]}]
    proof.save()
    assert client.get(address()).status_code == 200


def test_the_way_from_the_proof_to_a_page(client: Client) -> None:
    ask(client)
    answer = client.post("/grimoire/mine/new/", {"proof": proof_key(position_of("win-hard"))})
    puzzle = Puzzle.objects.get()
    assert answer["Location"] == reverse("grimoire:edit_puzzle", args=[puzzle.token])
    assert read_position(puzzle.position).key() == position_of("win-hard").key()
    assert Owner.objects.get() == puzzle.owner
    assert Client().post("/grimoire/mine/new/", {"proof": proof_key(position_of("win-hard"))}).status_code == 404


def test_the_proof_of_a_foretelling_tells_what_happens(client: Client) -> None:
    owner = make_owner("mirabel")
    draft = make_puzzle(owner, published=False, position="predict")
    client.force_login(owner.user)
    page = " ".join(client.get(f"/grimoire/mine/{draft.token}/").content.decode().split())
    for words in ("one outcome", "the engine has carried out the Assault", "The outcome"):
        assert words in page
    for nonsense in ("All ways to play were checked", "Save as my solution", "positions in", "The solution<"):
        assert nonsense not in page
