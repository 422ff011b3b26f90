"""Games played here on score sheets: tables begun for them, finished games taken in."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import Owner
from scores.services.tables import finished_games
from tables.creation import read_request
from tables.models import LiveGame
from tables.services.log import Kind, NewEntry, apply_entries, commit
from tables.services.tables import new_game
from tables.states import state_of
from tests.answers import text_of
from tests.scores.sheets import Keeper
from tests.tables.factories import finish
from tests.tables.other_games import KIDS, cards_body, schools_body

pytestmark = [pytest.mark.django_db, pytest.mark.slow("plays whole games through the site")]


def begin(keeper: Keeper, players: int = 2, **seats: str) -> LiveGame:
    chosen = {f"seat_{seat}": kind for seat, kind in seats.items()}
    response = keeper.send("table/", spectators="on", players=players, **chosen)
    assert response.status_code == 302 and response["Location"].startswith("/play/")
    return LiveGame.objects.get(token=response["Location"].split("/")[2])


def resign(game: LiveGame, seat: str, winner: str) -> None:
    before = state_of(game)
    result = {"winners": [winner], "reason": "resigned"}
    after, rows = apply_entries(
        game, before, [NewEntry(Kind.RESIGNED, seat), NewEntry(Kind.OVER, data={"result": result})]
    )
    commit(game, before, after, rows)


def test_a_game_of_a_curriculum_writes_itself_on_the_sheet() -> None:
    keeper = Keeper("curriculum", ["Ann", "Ben"])
    game = begin(keeper, dragombre="me", blancgriffon="me")
    assert begin(keeper, dragombre="me", blancgriffon="me") == game, "the table that is open"
    assert "Table of the next game" in keeper.look()
    finish(game, "random")
    totals: Any = state_of(game).engine
    assert keeper.standing.games[0].totals == totals.state.totals
    assert "played here" in keeper.look() and "Table of the next game" not in keeper.look()
    resign(begin(keeper, dragombre="me", blancgriffon="me"), "dragombre", "blancgriffon")
    assert keeper.standing.games[1].winner == 1 and keeper.standing.games[1].forfeit == 0


def test_the_next_match_of_a_championship_is_played_here() -> None:
    keeper = Keeper("championship", ["Ann", "Ben", "Cleo"], draws="site")
    first = keeper.standing.bracket.next.first
    resign(begin(keeper, dragombre="me", blancgriffon="me"), "blancgriffon", "dragombre")
    assert keeper.standing.bracket.rounds[0][0].winner == first


def test_a_result_that_does_not_fit_any_more_is_left_out() -> None:
    keeper = Keeper("championship", ["Ann", "Ben"], draws="site")
    game = begin(keeper, dragombre="me", blancgriffon="me")
    keeper.write(winner="0")
    resign(game, "dragombre", "blancgriffon")
    assert keeper.standing.bracket.champion == "Ann" and keeper.sheet.version == 1
    assert keeper.sheet.tables.get().outcome == "refused"


def test_a_whole_game_of_the_cards_fills_the_pad_hand_by_hand() -> None:
    keeper = Keeper("pad", ["Ann", "Ben"])
    game = begin(keeper, A="me", B="me")
    assert game.setup["options"] == {"specials": [], "god": False, "reverse": False}, "the sheet's own"
    finish(game, "greedy")
    engine: Any = state_of(game).engine
    position = engine.inner.position
    assert keeper.standing.now.scores == tuple(player.score for player in position.players)
    assert [keeper.sheet.players[place] for place in keeper.standing.now.winners] == [
        {"A": "Ann", "B": "Ben"}[seat]
        for seat in game.result["winners"]  # type: ignore[index]
    ]
    assert keeper.standing.now.hands == position.hand_number and keeper.sheet.is_over


def test_a_finished_game_of_ones_own_is_taken_in_once() -> None:
    keeper = Keeper("curriculum", ["Ann", "Ben"])
    owner = keeper.sheet.owner
    mine = finish(new_game(read_request(schools_body(seed="4"), owner), owner), "random")
    other = finish(new_game(read_request(schools_body(seed="5"), None), Owner.objects.create()), "random")
    new_game(read_request(cards_body(2, KIDS), owner), owner)
    page = keeper.look()
    assert mine.token in page and other.token not in page
    response = keeper.http.post(f"{keeper.address}game/", {"seen": 0, "game": other.token}, follow=True)
    assert "part of this sheet" in text_of(response) and keeper.sheet.version == 0
    assert keeper.send("game/", game=mine.token).status_code == 302
    engine: Any = state_of(mine).engine
    assert keeper.standing.games[0].totals == engine.state.totals
    assert mine.token not in keeper.look().replace(f"/play/{mine.token}/", "")


def test_a_table_has_the_seats_of_the_sheet() -> None:
    keeper = Keeper("pad", ["Ann", "Ben", "Cleo"])
    response = keeper.send("table/", players="2", seat_A="me", seat_B="me", spectators="on")
    assert response["Location"] == keeper.address and not LiveGame.objects.exists()
    game = begin(keeper, players=3, A="me", B="open", C="greedy")
    assert [seat.kind for seat in game.seats.all()] == ["person", "person", "bot"]


@pytest.mark.parametrize("options", [{**KIDS, "god": True}, {"reverse": True, "specials": []}, None])
def test_a_finished_game_with_other_options_is_not_offered(options: dict[str, Any] | None) -> None:
    keeper = Keeper("pad", ["Ann", "Ben"])
    owner = keeper.sheet.owner
    same = finish(new_game(read_request(cards_body(2, KIDS), owner), owner), "greedy")
    other = finish(new_game(read_request(cards_body(2, options), owner), owner), "greedy")
    assert finished_games(keeper.sheet, owner) == [same]
    page = keeper.look()
    assert same.token in page and other.token not in page


def test_a_game_of_a_sheet_leads_back_to_it() -> None:
    keeper = Keeper("curriculum", ["Ann", "Ben"])
    game = begin(keeper, dragombre="me", blancgriffon="me")
    for _ in range(2):
        page = text_of(keeper.http.get(game.get_absolute_url()))
        assert "Back to the score sheet" in page and "Rematch" not in page
        resign(game, "dragombre", "blancgriffon")
