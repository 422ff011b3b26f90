"""Analysis of a position: what is proven is true, whose game or puzzle it is decides who sees it, and who leaves it."""

from __future__ import annotations

import json
import time
from datetime import timedelta
from typing import Any, Final

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.api_tokens import make_api_token
from accounts.limits import Limit
from accounts.models import Owner
from background.lanes import asked_by
from background.models import Job
from board.naming import written_out
from contract.log import Status
from engine.decks.formats.interchange import read_action, read_position, write_position
from engine.decks.formats.notation import write
from engine.decks.rules.actions import parse_action
from engine.decks.rules.board import SUMMONING
from engine.decks.rules.modes import MODES
from engine.decks.rules.position import Position
from games.decks.analysing import thinking_limits, thinking_services
from games.decks.analysing.reports import Report
from games.decks.analysing.thinking import STAGES, Thinker
from games.decks.analysing.thinking_gate import start_of
from games.decks.analysing.thinking_models import Thinking
from games.decks.state import decks_state_of
from grimoire import fair_play
from grimoire.models import Attempt, Proof
from tables.models import LiveGame
from tests.cards.factories import browser_of
from tests.engine.decks.game.hidden_cards import games
from tests.grimoire.factories import make_owner, make_puzzle, position_json, position_of
from tests.tables.factories import finish, make_game
from tests.tables.turns import act

ADDRESS: Final = "/board/analysis/"


@pytest.fixture(autouse=True)
def time_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is; proofs of many turns end early, by the number of positions."""
    monkeypatch.setattr(thinking_services, "QUICK_SECONDS", 60.0)
    monkeypatch.setattr("games.decks.analysing.thinking.LONG_SECONDS", 600.0)
    monkeypatch.setattr("games.decks.analysing.thinking.LONG_NODES", 3_000)


def thought(position: Position, sight: int | None = None) -> Report:
    thinker = Thinker(position, sight, time.monotonic)
    report = thinker.first_report(60.0)
    for better in thinker.stages(report):
        report = better
    return report


def played(position: Position, actions: list[str]) -> Position:
    copy = position.copy()
    for action in actions:
        copy.apply(parse_action(action))
    return copy


def ask(client: Client, position: Any, status: int = 200, **more: str) -> str:
    text = position if isinstance(position, str) else json.dumps(position)
    answer = client.post(ADDRESS, {"position_text": text, **more}, headers={"HX-Request": "true"})
    assert answer.status_code == status, answer.text
    return " ".join(answer.text.split())


# What is said


@pytest.mark.parametrize("sight", [None, 1], ids=["open", "as B sees it"])
def test_a_win_that_is_proven_wins(sight: int | None) -> None:
    position = position_of("win")
    report = thought(position, sight)
    assert report["proven"] == {"outcome": "wins", "turns": 1} and report["outlook"] == 1.0
    end = played(position, [*report["before"], *report["lines"][0]["actions"]])
    assert end.result is not None and end.result.winners == (1,)


@pytest.mark.parametrize("mode", MODES.values(), ids=list(MODES))
def test_lines_can_be_played_and_refutations_win(mode: Any) -> None:
    """In every mode, from some moments of a game; what is said to lose loses to the answer that is shown."""
    for game, _ in games(mode, 2)[7::40][:3]:
        assert game.position is not None
        report = thought(game.position)
        assert report["stage"] == STAGES
        start = played(game.position, report["before"])
        for line in report["lines"]:
            after = played(start, line["actions"])
            answer = line.get("answer")
            if answer and line["proven"] == {"outcome": "loses", "turns": 1}:
                end = played(after, answer["actions"])
                assert end.result is not None and start.active not in end.result.winners
        threat = report["threat"]
        if threat and threat["line"] and threat["line"]["proven"]:
            end = played(played(start, threat["before"]), threat["line"]["actions"])
            assert end.result is not None and start.active not in end.result.winners


def test_what_a_seat_cannot_know_changes_nothing_of_its_view() -> None:
    for game, _ in games(MODES["duel"], 2)[9::50][:3]:
        position = game.position
        assert position is not None
        other = position.copy()
        hidden = other.seats[1 - position.active]
        hidden.hand.reverse()
        reports = [Thinker(at, position.active, time.monotonic).first_report(60.0) for at in (position, other)]
        assert reports[0] == reports[1]


def test_nothing_is_solved_at_once_for_who_is_not_to_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of the deals would take its own time within the request."""
    game = next(game for game, _ in games(MODES["duel"], 2)[9:] if game.position and game.position.phase == SUMMONING)
    assert game.position is not None
    thinker = Thinker(game.position, 1 - game.position.active, time.monotonic)
    assert not thinker.is_open
    with monkeypatch.context() as patched:
        patched.setattr("games.decks.analysing.thinking.solve", None)
        patched.setattr("games.decks.analysing.thinking.plans", None)
        report = thinker.first_report(60.0)
    assert not report["lines"] and 0 < report["outlook"] < 1
    assert next(thinker.stages(report))["lines"]


def test_a_threat_in_a_possible_hand_tells_what_is_lost_in_it() -> None:
    game, _ = games(MODES["duel"], 2)[9]
    assert game.position is not None
    threat = thought(game.position, game.position.active)["threat"]
    assert threat is not None and threat["line"] is not None and "position" in threat["line"]
    assert threat["lost"] == {"hp": 0, "bastion": 0, "creatures": 2}
    played(start_of(threat["line"], game.position), threat["line"]["actions"])  # its cards are written out


# Whose it is


@pytest.fixture
def game(db: None) -> LiveGame:
    """One that has begun, of Ada alone."""
    game = make_game(make_owner("ada"), seed="7")
    while game.status != Status.PLAY:
        act(game)
    for _ in range(3):
        act(game)
    return game


def test_who_plays_a_game_cannot_have_it_analysed(game: LiveGame) -> None:
    position = decks_state_of(game).engine.position  # type: ignore[union-attr]
    assert position is not None and game.creator is not None
    ada, other = browser_of(game.creator), browser_of(make_owner("bob"))
    data = write_position(position)
    refused = "You&#x27;re playing this game"
    assert refused in ask(ada, data, 403) and refused in ask(ada, write(position), 403)
    near = json.loads(json.dumps(data))
    near["players"]["B"]["hand"].pop()
    hand = near["players"]["A"]["hand"]
    hand[-2:] = hand[-1:]
    assert refused in ask(ada, near, 403)
    turned = position.copy()
    turned.seats.reverse()
    turned.rows = turned.rows[2:] + turned.rows[:2]
    turned.active = 1 - turned.active
    assert refused in ask(ada, write_position(turned), 403)
    goal = {"player": data["active"], "goal": "win", "turns": 1}
    for name in ("grimoire:count_solutions", "grimoire:prove", "grimoire:new_puzzle"):  # nor solved
        assert refused in ada.post(reverse(name), {"position": json.dumps({**data, "objective": goal})}).text
    assert not Thinking.objects.exists() and not Proof.objects.exists()
    secret = make_api_token(owner=game.creator, name="bot", scopes=["games"])[1]
    for client, headers in ((ada, {}), (Client(), {"Authorization": f"Bearer {secret}"})):
        body = {**data, "objective": goal}
        solved = client.post("/api/v1/positions/solve", body, content_type="application/json", headers=headers)
        assert (solved.status_code, solved.json()["error"]["code"]) == (409, "not-over")
    ask(other, data)
    ask(ada, position_json("win"))
    finish(game)
    ask(ada, data)


def test_after_a_turn_it_is_still_the_game(game: LiveGame) -> None:
    position = decks_state_of(game).engine.position  # type: ignore[union-attr]
    assert position is not None
    later = position.copy()
    for _ in range(2):
        later.push(later.legal_actions()[0])
    with pytest.raises(fair_play.GameRunning):
        fair_play.check(game.creator, later)


def test_what_changes_nothing_hides_no_game(game: LiveGame) -> None:
    """Cards that nobody needs, and values that a Creature in play has twice."""
    while (position := decks_state_of(game).engine.position) and sum(map(len, position.rows)) < 6:  # type: ignore[union-attr]
        act(game)
    assert position is not None
    padded = written_out(write_position(position))
    padded["players"]["A"]["hand"] += [
        {"name": f"Ox {number}", "type": "creature", "cost": 99, "av": 1, "hp": 1} for number in range(20)
    ]
    dearer = written_out(write_position(position))
    for player in dearer["players"].values():
        for creature in (*player["upper"], *player["lower"]):
            creature["card"] |= {"cost": creature["card"]["cost"] + 1, "hp": creature["card"]["hp"] + 1}
            creature["damage"] = creature.get("damage", 0) + 1
    for data in (padded, dearer):
        with pytest.raises(fair_play.GameRunning):
            fair_play.check(game.creator, read_position(data))


@pytest.mark.django_db
def test_a_puzzle_has_to_be_solved_first(client: Client) -> None:
    author, reader = make_owner("ada"), make_owner("bob")
    puzzle = make_puzzle(author, title="Lamp")
    bare = position_json("win")
    del bare["objective"]
    for data in (position_json("win"), bare):
        for who in (browser_of(reader), client):
            text = ask(who, data)
            assert puzzle.get_absolute_url() in text and "a=" not in text and "%" not in text and "proven" not in text
        assert "proven" in ask(browser_of(author), data)
    Attempt.objects.create(owner=reader, puzzle=puzzle, state=Attempt.State.SOLVED)
    assert "B wins in 1: proven" in ask(browser_of(reader), bare)


@pytest.mark.django_db
def test_a_puzzle_is_not_solved_card_by_card(client: Client) -> None:
    puzzle = make_puzzle(make_owner("ada"), position="win-hard")
    assert puzzle.proof is not None
    data = position_json("win-hard")
    del data["objective"]
    data["mana"] += 1
    position = position_of("win-hard")
    way = [str(read_action(position, action)) for action in puzzle.proof.answer["solutions"][0][:1]]
    assert puzzle.get_absolute_url() in ask(client, data, a=";".join(way), step="99")


# The work on it


@pytest.mark.django_db
def test_a_worker_makes_it_better_until_it_is_stopped(client: Client) -> None:
    first = ask(client, position_json("damage"))
    assert "data-busy" in first
    thinking = Thinking.objects.get()
    assert thinking.state == Job.State.WAITING and thinking.report["stage"] == 1
    stopped = ask(client, position_json("damage"), stop="1")
    assert "data-busy" not in stopped and "Continue" in stopped
    assert "data-busy" in ask(Client(), position_json("damage"))  # somebody else still looks
    assert "data-busy" in ask(client, position_json("damage"), **{"continue": "1"})
    thinking_services.work(thinking.pk)
    thinking.refresh_from_db()
    assert thinking.is_done and thinking.report["stage"] == STAGES
    done = ask(Client(), position_json("damage"))  # another reader: nothing is looked for again
    assert "data-busy" not in done and "Threat" in done and done.count("<li") == 3
    assert Thinking.objects.count() == 1


@pytest.mark.django_db
def test_what_has_failed_waits_until_it_is_asked_for_again(client: Client) -> None:
    ask(client, position_json("damage"))
    Thinking.objects.update(state=Job.State.FAILED)
    assert "Continue" in ask(client, position_json("damage"))
    assert "data-busy" in ask(client, position_json("damage"), **{"continue": "1"})


@pytest.mark.django_db
def test_nobody_looks_any_more(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking_services, "NOTE_EVERY", 0.0)
    ask(client, position_json("damage"))
    Thinking.objects.update(wanted_at=timezone.now() - timedelta(minutes=1))
    thinking = Thinking.objects.get()
    thinking_services.work(thinking.pk)
    thinking.refresh_from_db()
    assert thinking.state == Job.State.CANCELLED and thinking.report["stage"] == 1
    assert "data-busy" in ask(client, position_json("damage"))  # somebody is back


@pytest.mark.django_db
def test_it_is_limited_and_swept(client: Client, monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    settings.LIMITS = True
    monkeypatch.setattr(thinking_limits, "JOBS", Limit("analysis", times=1, seconds=3600))
    ask(client, position_json("damage"))
    assert "300 positions an hour" in ask(client, position_json("survive"), 429)
    Thinking.objects.update(wanted_at=timezone.now() - timedelta(days=31))
    assert thinking_services.sweep() == 1


@pytest.mark.django_db
def test_a_game_that_is_over_is_not_kept(client: Client) -> None:
    position = position_of("win")
    end = played(position, thought(position)["lines"][0]["actions"])
    assert "The game is over" in ask(client, write_position(end)) and not Thinking.objects.exists()


@pytest.mark.django_db
def test_nobody_fills_the_queue_for_all(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """What somebody looks at counts; what they have left is dropped before any work."""
    monkeypatch.setattr(thinking_services, "MAX_BUSY", 1)
    ask(client, position_json("damage"))
    assert "The solver is busy" in ask(client, position_json("survive"), 429)
    with asked_by(lambda: "bob"):
        assert thinking_services.ask(position_of("survive"), "").is_busy
    Thinking.objects.update(wanted_at=timezone.now() - timedelta(minutes=1))
    left = Thinking.objects.first()
    assert left is not None
    assert "data-busy" in ask(client, position_json("win-in-two"))
    monkeypatch.setattr(thinking_services, "_thinker", None)
    thinking_services.work(left.pk)
    left.refresh_from_db()
    assert left.state == Job.State.CANCELLED


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["", "/fr"])
def test_a_step_of_the_board_is_what_is_looked_at(client: Client, language: str) -> None:
    answer = client.post(f"{language}{ADDRESS}", {"sample": "first-assault", "step": "0", "lines": "1"})
    page = answer.text
    assert answer.status_code == 200 and "<html" in page and page.count('<ol class="best">') == 1
    assert ("Chances de A" if language else "Winning chances of A") in page
    ends = client.post(ADDRESS, {"sample": "first-assault", "step": "999"}, headers={"HX-Request": "true"}).text
    assert "B" in ends and Thinking.objects.count() == 2
    assert client.get(ADDRESS).status_code == 302
    board = client.get(reverse("board:board")).text
    assert 0 < board.index('id="thinking"') < board.index('id="trace"')  # on a phone above all steps


# Over the network


def test_a_program_gets_the_same_and_no_more(game: LiveGame, client: Client) -> None:
    reader = make_owner("bob")
    assert game.creator is not None
    secrets = {
        owner.pk: make_api_token(owner=owner, name="bot", scopes=["games"])[1] for owner in (reader, game.creator)
    }

    def post(owner: Owner, **body: Any) -> Any:
        headers = {"Authorization": f"Bearer {secrets[owner.pk]}"}
        return client.post("/api/v1/analysis", body, content_type="application/json", headers=headers)

    found = post(reader, position=position_json("win"), lines=1).json()
    assert found["proven"] == {"outcome": "wins", "turns": 1} and len(found["lines"]) == 1
    assert post(reader, position=position_json("damage"), stop=True).json()["state"] in ("waiting", "done")
    make_puzzle(make_owner("eve"))
    assert set(post(reader, position=position_json("win")).json()) == {"state", "sealed_by"}
    position = decks_state_of(game).engine.position  # type: ignore[union-attr]
    assert position is not None
    refused = post(game.creator, position=write(position))
    assert refused.status_code == 409 and refused.json()["error"]["code"] == "not-over"
    assert client.post("/api/v1/analysis", {"position": {}}, content_type="application/json").status_code == 401
    assert post(reader, position={"mode": "duel"}).status_code == 422
    elsewhere = post(reader, position=position_json("win"), sight="C")
    assert elsewhere.status_code == 422 and elsewhere.json()["error"]["code"] == "unknown-seat"
