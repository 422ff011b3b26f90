"""The review of a finished game: what it finds, and that it tells nothing before the end."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from accounts.models import Owner
from background import lanes
from background import services as background
from engine.decks.game.game import DecksGame
from games.decks.replaying.turns import PlayedTurn, turns_of
from games.decks.reviewing import judging
from grimoire.models import Puzzle
from tables.models import GameReview, LiveGame
from tables.reviewing import automatic as automatic
from tables.reviewing import services
from tables.reviewing.moments import moments_of
from tables.services import consent
from tables.services.log import Kind, NewEntry, apply_entries, commit
from tables.states import state_of
from tables.viewers import Viewer
from tests.answers import text_of
from tests.tables.clients import body_of, create
from tests.tables.factories import finish, make_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow("plays whole games through the site")]


def engine_of(game: LiveGame) -> DecksGame:
    engine = state_of(game).engine
    assert engine is not None
    return engine


def planted(seed: int = 7) -> tuple[LiveGame, PlayedTurn]:
    """A Duel whose winner passes over the win of the last turn, and then gives up; and that turn."""
    won = finish(make_game(seed=str(seed)))
    engine = engine_of(won)
    last = turns_of(engine)[-1]
    assert won.result["winners"] == [last.letter]
    game = make_game(seed=str(seed))
    before = state = state_of(game)
    letters = [done.seat for done in state_of(won).done]
    actions = engine.draft_actions + engine.actions[: last.first]
    rows: list[Any] = []
    for seat, action in zip(letters, actions, strict=False):
        state, more = apply_entries(game, state, [NewEntry(Kind.ACTION, "AB"[seat], action)])
        rows += more
    for action in ("assault", "end-turn"):
        state, more = apply_entries(game, state, [NewEntry(Kind.ACTION, state.to_act()[0], action)])
        rows += more
    commit(game, before, state, rows)
    assert state.result is None, "the Assault alone wins: another seed is needed"
    seats = tuple(game.seats.order_by("seat_name"))
    consent.resign(Viewer(game, seats, next(seat for seat in seats if seat.seat_name == last.letter)))
    return game, last


def reviewed(game: LiveGame) -> GameReview:
    """The review of a game, made by a worker at once."""
    review = services.ask(game)
    while review.is_busy:
        services.work(review.pk)
        review.refresh_from_db()
    assert review.state == "done" and review.done == review.whole
    return review


def test_a_planted_win_is_found_and_becomes_a_puzzle() -> None:
    game, last = planted()
    report = reviewed(game).report
    (said,) = [entry for entry in report["turns"] if entry["turn"] == last.number]
    assert said["seat"] == last.letter and said["missed"]
    table = turns_of(engine_of(game))[last.number - 1].start.copy()
    for action in said["missed"]:
        table.apply(last.seat, action)
    assert table.result is not None and last.seat in table.result.winners
    (moment,) = [entry for entry in moments_of(report, turns_of(engine_of(game))) if entry.kind == "missed"]
    assert moment.turn.number == last.number

    client = Client()
    for language, words in (("", "Missed win."), ("/fr", "Victoire manquée.")):
        page = client.get(f"{language}/play/{game.token}/review/")
        assert words in page.content.decode()
        assert 'role="img"' in page.content.decode()
    (shown,) = [entry for entry in page.context["moments"] if entry["kind"] == "missed"]
    assert client.get(shown["instead_href"]).status_code == client.get(shown["played_href"]).status_code == 200
    position = json.loads(shown["puzzle"])
    assert position["objective"] == {"player": last.letter, "goal": "win", "turns": 1}
    done = client.post("/grimoire/mine/new/", {"position": shown["puzzle"], "then": "prove"})
    puzzle = Puzzle.objects.get()
    assert done.headers["Location"] == f"/grimoire/mine/{puzzle.token}/"
    assert client.get(done.headers["Location"]).status_code == 200
    assert puzzle.proof is not None and puzzle.proof.verdict not in ("none", "unproven")


def test_a_turn_is_judged_by_what_its_player_knew() -> None:
    game, last = planted()
    turn = turns_of(engine_of(game))[1]
    assert turn.start.position is not None
    other = turn.start.position.seats[1 - turn.seat].hand
    assert len({card.key for card in other}) > 1
    swapped = PlayedTurn(turn.number, turn.seat, turn.own, turn.first, turn.start.copy(), turn.actions)
    position, knowledge = swapped.start.position, swapped.start.knowledge
    assert position is not None and knowledge is not None
    hand = position.seats[1 - turn.seat].hand
    tokens = knowledge.scene.hands[1 - turn.seat].tokens
    hidden = knowledge.hidden()
    places = [at for at, token in enumerate(tokens) if token in hidden]
    first, second = places[0], places[-1]
    hand[first], hand[second] = hand[second], hand[first]
    cards = knowledge.scene.cards
    cards[tokens[first]], cards[tokens[second]] = cards[tokens[second]], cards[tokens[first]]
    assert judging.judge(turn) == judging.judge(swapped)
    assert last.number > 2


def test_nothing_is_told_before_the_end() -> None:
    made = create(body_of("duel", "constructed"))
    client = Client()
    client.post(made["seats"]["A"]["url"])
    address = f"/play/{made['id']}/review/"
    assert all("The game is still on" in text_of(answer) for answer in (client.get(address), client.post(address)))
    assert not GameReview.objects.exists()
    hidden = finish(make_game(spectators=False, seed="7"))
    assert Client().get(f"/play/{hidden.token}/review/").status_code == 404


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Little is looked at."""
    monkeypatch.setattr(judging, "SOLVING", 300)
    monkeypatch.setattr(judging, "TRYING", 1000)


@pytest.mark.usefixtures("quick")
def test_a_review_is_asked_for_by_a_press_and_shows_how_far_it_is() -> None:
    game = finish(make_game(seed="3"))
    client, address = Client(), f"/play/{game.token}/review/"
    assert "Review this game" in client.get(address).content.decode()
    assert client.post(address).headers["Location"] == address
    client.post(address)
    assert DBTaskResult.objects.filter(task_path="tables.tasks.review_game").count() == 1
    assert 'hx-trigger="every 2s"' in client.get(address).content.decode()
    part = client.get(address, headers={"HX-Request": "true"}).content.decode()
    assert part.lstrip().startswith('<div id="review"')
    review = GameReview.objects.get()
    services.work(review.pk)
    page = client.get(address)
    assert "hx-trigger" not in page.content.decode()
    assert len(page.context["table"]) == len(turns_of(engine_of(game))) + 1


@pytest.mark.usefixtures("quick")
def test_a_review_goes_on_where_a_worker_left_it(monkeypatch: pytest.MonkeyPatch) -> None:
    game = finish(make_game(seed="3"))
    review = services.ask(game)
    monkeypatch.setattr(services, "STEP", -1.0)
    services.work(review.pk)
    review.refresh_from_db()
    assert review.state == "waiting"
    monkeypatch.setattr(services, "STEP", 60.0)
    services.work(review.pk)
    review.refresh_from_db()
    assert review.state == "done" and review.done == review.whole == len(turns_of(engine_of(game)))


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("mode", ["solo", "ffa"])
def test_games_of_other_modes_are_reviewed(mode: str) -> None:
    seats = {letter: {"kind": "me"} for letter in ("A" if mode == "solo" else "ABCD")}
    seats["A"] = {"kind": "me"}
    sets = ["initiation", "treachery"] if mode == "ffa" else ["initiation"]
    owner = Owner.objects.create()
    game = finish(make_game(owner, mode=mode, seats=seats, sets=sets, seed="5"))
    report = reviewed(game).report
    assert {turn["seat"] for turn in report["turns"]} <= set("ABCD") and report["curve"][-1]["turn"] is None
    for turn in report["turns"]:
        assert turn["plan"] is None or turn["best"] > turn["played"]
    assert Client().get(f"/play/{game.token}/review/").status_code == 200


def ended(owner: Owner | None, seed: str = "7", **more: Any) -> LiveGame:
    """A game that has ended by play."""
    return finish(make_game(owner, seed=seed, **more))


def test_a_review_begins_by_itself_after_all_else() -> None:
    ada = Owner.objects.create()
    game = ended(ada)
    review = GameReview.objects.get(game=game)
    assert review.is_automatic and review.state == GameReview.State.WAITING
    task = DBTaskResult.objects.get(task_path=GameReview.task)
    assert task.priority < 0 and task.args_kwargs["args"] == [review.pk]
    urgent = GameReview.objects.create(game=ended(None, "8"))
    background.queue(job=urgent)
    first = lanes.next_task(DBTaskResult.objects.ready())
    assert first is not None and first.args_kwargs["args"] == [urgent.pk]
    services.work(review.pk)
    review.refresh_from_db()
    assert review.done > 0  # it goes on as every review does, and its page shows how far it is
    assert services.ask(game).pk == review.pk and GameReview.objects.filter(game=game).count() == 1


def test_what_no_browser_has_played_is_not_reviewed_by_itself() -> None:
    assert not GameReview.objects.filter(game=ended(None)).exists()


def test_only_so_many_begin_by_themselves() -> None:
    """Whoever ends one game after the other has the workers busy for no longer than anybody else."""
    ada = Owner.objects.create()
    with lanes.asked_by(lambda: "ada"):
        for _ in range(automatic.OF_ONE + 2):
            ended(ada)
    assert GameReview.objects.count() == automatic.OF_ONE
    with lanes.asked_by(lambda: "bob"):
        ended(Owner.objects.create())
    assert GameReview.objects.count() == automatic.OF_ONE + 1
    GameReview.objects.update(begun=timezone.now() - 2 * automatic.SPAN)
    with lanes.asked_by(lambda: "ada"):
        ended(ada)
    assert GameReview.objects.count() == automatic.OF_ONE + 2


def test_of_all_together_only_so_many_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(automatic, "WAITING", 2)
    for number in range(4):
        with lanes.asked_by(lambda number=number: f"visitor {number}"):  # type: ignore[misc]
            ended(Owner.objects.create())
    assert GameReview.objects.count() == 2


def test_a_game_that_is_given_up_before_the_deal_has_nothing_to_review() -> None:
    game = make_game(Owner.objects.create())
    seats = tuple(game.seats.order_by("seat_name"))
    consent.resign(Viewer(game, seats, seats[0]))
    assert game.result is not None and not GameReview.objects.exists()
