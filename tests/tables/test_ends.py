"""What a table says at the end of a game, to each who looks, in their own person."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.limits import Limit
from accounts.models import Owner, User
from tables.models import GameReview, LiveGame
from tables.reviewing import services
from tables.showing import views
from tables.showing.words import outcome_words
from tables.tokens import seat_token
from tests.answers import text_of
from tests.tables.factories import finish, make_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow("plays whole games through the site")]


def browser_of(game: LiveGame, seat: str) -> Client:
    """A browser that has taken over a seat."""
    browser = Client()
    browser.post(f"/play/{game.token}/t/{seat_token(game, seat)}/")
    return browser


@pytest.mark.parametrize(
    ("winners", "held", "by_teams", "words"),
    [
        ("", "A", False, "A draw"),
        ("A", "A", False, "You won"),
        ("A", "B", False, "You lost"),
        ("A", "", False, "Ada won"),
        ("A", "AB", False, "Ada won"),
        ("AC", "A", True, "Your team won"),
        ("AC", "AC", True, "You won"),
        ("AC", "B", True, "Your team lost"),
        ("AC", "BD", True, "You lost"),
        ("AC", "", True, "Ada and C won"),
        ("ACD", "A", False, "You won, with C and D"),
    ],
)
def test_each_is_told_in_their_own_person(winners: str, held: str, by_teams: bool, words: str) -> None:
    names = {"A": "Ada", "B": "B", "C": "C", "D": "D"}
    assert outcome_words(list(winners), list(held), "ABCD", names, by_teams=by_teams) == words


def test_who_shares_a_screen_neither_wins_nor_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    game = finish(make_game(seed="7"))
    browser = browser_of(game, "A")
    browser.post(f"/play/{game.token}/t/{seat_token(game, 'B')}/")
    # Nor is the game replayed for it.
    monkeypatch.delattr("games.decks.reviewing.reviewer.turns_of")
    page = browser.get(f"/play/{game.token}/").content.decode()
    assert "ending is-watched" in page and "Review this game" in page
    for seat, state in (("A", "won"), ("B", "lost")):
        assert f"ending is-{state}" in browser_of(game, seat).get(f"/play/{game.token}/").content.decode()


def test_the_table_tells_the_blow_and_finds_the_turn_that_decided_the_game() -> None:
    game = finish(make_game(seed="7"))
    winner, loser, crowd = browser_of(game, "A"), browser_of(game, "B"), Client()
    address = f"/play/{game.token}/"
    told = {name: text_of(client.get(address)) for name, client in zip("ABX", (winner, loser, crowd), strict=True)}
    assert "You won" in told["A"] and "Your Hedge Knight destroyed the Fort of B: 3 damage." in told["A"]
    assert "You lost" in told["B"] and "Hedge Knight destroyed your Fort: 3 damage." in told["B"]
    assert "A won" in told["X"] and "Hedge Knight destroyed the Fort of B: 3 damage." in told["X"]
    assert "Chevalier de la haie a détruit votre Fort" in text_of(loser.get(f"/fr{address}"))
    assert all("4 (Bastion)" in page and "0 (Fort)" in page for page in told.values())

    asks = {"HX-Request": "true"}
    assert not GameReview.objects.exists() and "Review this game" in told["X"]
    busy = loser.post(f"{address}review/turn/", headers=asks).content.decode()
    assert 'hx-trigger="every 2s"' in busy and "Make a puzzle" not in busy
    services.work(GameReview.objects.get().pk)
    found = loser.get(f"{address}review/turn/", headers=asks)
    assert "You had a better plan" in text_of(found) and "hx-trigger" not in found.content.decode()
    deciding = found.context["deciding"]
    assert loser.get(deciding["played_href"]).status_code == 200
    assert "/editor/" in loser.get(deciding["as_puzzle"]).headers["Location"]
    assert "B had a better plan" in text_of(winner.get(address))


def test_who_lost_is_called_by_name_and_a_review_too_many_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    game = finish(make_game(seed="7"))
    game.seats.filter(seat_name="B").update(owner=Owner.objects.create(user=User.objects.create_user("Ben")))
    winner = browser_of(game, "A")
    assert "Your Hedge Knight destroyed the Fort of Ben" in text_of(winner.get(f"/play/{game.token}/"))
    monkeypatch.setattr(views, "REVIEWS", Limit("game-review", times=0, seconds=3600))
    refused = winner.post(f"/play/{game.token}/review/turn/", headers={"HX-Request": "true"})
    assert "Too many reviews. At most 0 an hour." in text_of(refused)
    assert "Too many reviews" in text_of(winner.post(f"/play/{game.token}/review/", follow=True))


def test_where_no_turn_decided_the_last_one_is_shown() -> None:
    game = finish(make_game(seed="7"))
    GameReview.objects.create(game=game, state=GameReview.State.DONE, report={"turns": [], "curve": []})
    found = browser_of(game, "B").get(f"/play/{game.token}/")
    assert "None: no missed win" in text_of(found) and "Turn 7 of 7: A, turn 4." in text_of(found)
    assert "?at=7&amp;step=0" in found.content.decode()
