"""Games of a session that are played on the site, and whole sessions of bots."""

from __future__ import annotations

import secrets
import time
from typing import Any
from unittest.mock import Mock, patch

import pytest
from django.db import IntegrityError
from django.utils import timezone

from accounts.models import Owner
from background import services as background
from background.models import STALLED_AFTER
from engine.decks.sessions.answers import answer
from engine.decks.sessions.ledger import SessionLedger
from mutation.models import LedgerLine, MutationSession, SessionTable
from mutation.services import bots, tables
from mutation.services.ledgers import ledger_of, seen
from mutation.services.occasion import OfSession
from tables.models import LiveGame
from tables.services import bots as play_bots
from tables.services.log import Kind, NewEntry, apply_entries, commit
from tables.states import state_of
from tests.cards.factories import guest_cookie
from tests.mutation.sessions import Player, in_games, put
from tests.tables.factories import finish
from tools.whole_sessions import make, play_whole
from web.refusals import RequestRefused

pytestmark = pytest.mark.django_db


def ready(session: MutationSession, number: int = 1) -> MutationSession:
    for letter in tables.letters_of(number):
        put(session, {"by": letter, "kind": "ready", "game": number})
    session.refresh_from_db()
    return session


def end_with(game: LiveGame, winners: list[str]) -> None:
    """Ends a game as somebody who resigns does, or a draw."""
    before = state_of(game)
    entry = NewEntry(Kind.OVER, data={"result": {"winners": winners, "reason": "draw"}})
    after, rows = apply_entries(game, before, [entry])
    commit(game, before, after, rows)


def test_a_table_has_the_decks_as_they_stand_and_its_seats_filled() -> None:
    session = in_games()
    player = Player(session, "D")
    state = ledger_of(session).state
    offer = next(
        {"by": "D", "kind": "mutate", "game": 1, "card": card.id, "element": "cost", "from": lab.id}
        for card in state.seats[3].deck
        for lab in state.seats[3].laboratory
        if card.printed.is_creature and card.printed.cost - lab.card.cost == 1
    )
    put(session, offer)
    ready(session)
    game = tables.begin(session, 1).game
    assert game is not None
    setup = state_of(game).engine.setup  # type: ignore[union-attr]
    decks = [[card.mutant.card.key for card in ledger_of(session).state.seats[seat].deck] for seat in (0, 3)]
    assert [[card.key for card in deck] for deck in setup.decks] == decks and setup.first == 0
    assert [card.key for card in setup.decks[1]] != [card.printed.key for card in state.seats[3].deck]
    holders = {seat.seat_name: seat.owner for seat in game.seats.all()}
    assert holders == {"A": session.owner, "B": session.seats.get(letter="D").owner}
    assert player.http.get(game.get_absolute_url()).status_code == 200
    assert game.get_absolute_url() in player.text()


def test_a_finished_game_enters_its_own_result() -> None:
    session = in_games()
    Player(session, "D")
    ready(session)
    while True:
        game = tables.begin(session, 1).game
        assert game is not None
        finish(game)
        winners = state_of(game).result["winners"]  # type: ignore[index]
        if winners:  # a draw may be played again
            break
    session.refresh_from_db()
    winner = {"A": "A", "B": "D"}[winners[0]]
    lines = [line.event for line in LedgerLine.objects.filter(entered_by="site").order_by("number")]
    assert [line["kind"] for line in lines] == ["result", "confirm"]
    assert (lines[0]["winner"], lines[0]["record"]) == (winner, f"/play/{game.token}/replay/")
    assert ledger_of(session).state.status(1) == "confirmed"
    assert "Replay" in Player(session).text()


def test_a_game_without_a_winner_may_be_played_again() -> None:
    session = ready(in_games())
    first = tables.begin(session, 1)
    assert first.game is not None
    end_with(first.game, [])
    session.refresh_from_db()
    assert SessionTable.objects.get().outcome == "no-winner"
    assert ledger_of(session).state.status(1) == "open"
    assert "without a winner" in Player(session, "D").text()
    assert tables.begin(session, 1).pk != first.pk


def test_a_result_that_comes_too_late_is_not_swallowed() -> None:
    session = ready(in_games())
    table = tables.begin(session, 1)
    put(session, {"by": "organiser", "kind": "rule", "game": 1, "winner": "A", "reason": "late"})
    assert table.game is not None
    end_with(table.game, ["B"])
    table.refresh_from_db()
    assert (table.outcome, table.code) == ("refused", "game-played")
    session.refresh_from_db()
    assert seen(session, None)["state"]["games"][0]["winner"] == "A"


@pytest.mark.parametrize("number", [0, 3, 13, 2])
def test_only_what_can_be_played_now_has_a_table(number: int) -> None:
    session = ready(in_games())
    player = Player(session, "D")
    player.send("table/", game=number)
    assert not SessionTable.objects.exists()


def test_a_bot_answers_for_its_seat() -> None:
    """The person's game against a bot: the bot mutates and is ready by itself, and confirms what is reported."""
    session = in_games(seats={"A": "me", "B": "greedy", "C": "random", "D": "greedy"})
    player = Player(session)
    assert session.owner is not None
    player.http.cookies["guest"] = guest_cookie(session.owner)
    player.send("enter/", kind="ready", game=1, seat="A")
    session.refresh_from_db()
    assert ledger_of(session).state.games[0].ready == {0, 3}
    player.send("enter/", kind="result", game=1, winner="A", seat="A")
    session.refresh_from_db()
    assert ledger_of(session).state.status(1) == "confirmed"
    movers = set(LedgerLine.objects.filter(entered_by="bot").values_list("event__by", flat=True))
    assert movers >= {"B", "C", "D"}


def replayed(session: MutationSession) -> dict[str, Any]:
    """The answer of the document as a file would have it."""
    return answer(SessionLedger.open(ledger_of(session).document()))


def check_whole(session: MutationSession) -> None:
    whole = seen(session, None)
    assert session.phase == "over" and whole["faults"] == []
    assert all(game["status"] in ("confirmed", "ruled", "void") for game in whole["state"]["games"])
    assert sum(row["wins"] for row in whole["state"]["standings"]) == sum(
        game["winner"] is not None for game in whole["state"]["games"]
    )
    assert replayed(session)["state"]["standings"] == whole["state"]["standings"]
    for seat in whole["state"]["players"].values():
        assert all(phase["spent"] <= 2.5 for phase in seat["phases"])
    assert session.tables.count() >= 12


@pytest.mark.parametrize("level", ["random", "greedy"])
def test_a_whole_session_of_bots(level: str) -> None:
    check_whole(play_whole(make(Owner.objects.create(), ("initiation", "treachery"), "season-2", level)))


@pytest.mark.long
def test_a_hundred_sessions_of_bots() -> None:
    owner = Owner.objects.create()
    begun = time.process_time()
    for number in range(100):
        level = "random" if number % 4 == 0 else "greedy"
        sets = ("initiation", ("treachery", "elusive", "discord", "slyness")[number % 4])
        check_whole(play_whole(make(owner, sets, "season-2", level)))
    assert time.process_time() - begun < 3600


def test_a_look_at_a_long_session_costs_little() -> None:
    """500 events: the page of the games, by a process that has the ledger and by one that has not."""
    session = play_whole(make(Owner.objects.create(), ("initiation", "treachery"), "season-2"))
    lengthen(session, 500)
    player = Player(session)
    player.look()
    begun = time.process_time()
    for _ in range(5):
        assert player.look().status_code == 200
    assert (time.process_time() - begun) / 5 < 0.05 * SLACK


SLACK = 4  # of a machine that is busy or slow; what it took is in docs/contributor/performance.md


def lengthen(session: MutationSession, events: int) -> None:
    """Corrections that change nothing: as many events as asked for."""
    first = LedgerLine.objects.get(session=session, number=1).event
    same = {key: value for key, value in first.items() if key != "at"}
    while session.version < events:
        put(session, {"by": "organiser", "kind": "correct", "event": 1, "with": [same], "reason": "the same"})
        session.refresh_from_db()


def of_two_bots() -> tuple[MutationSession, SessionTable]:
    """A session whose game 2 is begun, of two bots; always with the same seed, for with some nobody wins it."""
    with patch.object(secrets, "randbits", return_value=7):
        session = in_games(seats={"A": "me", "B": "greedy", "C": "greedy", "D": "open"})
        bots.run(session)
    return session, session.tables.get()


def stand_still(session: MutationSession) -> None:
    """Nobody looks for a while. Tests do nothing on commit: as if the one to do it had been stopped."""
    MutationSession.objects.filter(pk=session.pk).update(updated=timezone.now() - 2 * STALLED_AFTER)
    background.resume_stalled()
    session.refresh_from_db()


def test_bots_at_tables_are_moved_by_a_worker() -> None:
    """The game of two bots is in the queue as soon as it can be played, and its end has the session go on."""
    session, table = of_two_bots()
    assert (table.number, table.game is not None) == (2, True)
    play_bots.work(table.game.bot_turn.pk)  # type: ignore[union-attr]
    session.refresh_from_db()
    assert ledger_of(session).state.status(2) == "confirmed"
    assert [ledger_of(session).state.open_game(seat) for seat in (1, 2)] == [4, 3]
    stand_still(session)
    assert [ledger_of(session).state.open_game(seat) for seat in (1, 2)] == [None, None]


def test_a_session_that_cannot_go_on_stops_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    broken, _table = of_two_bots()
    with patch.object(secrets, "randbits", return_value=7):
        other = in_games(seats={"A": "me", "B": "greedy", "C": "greedy", "D": "open"})
    run = bots.run

    def run_others(session: MutationSession) -> None:
        if session == broken:
            raise IntegrityError
        run(session)

    monkeypatch.setattr(bots, "run", run_others)
    SessionTable.objects.all().delete()
    stand_still(broken)
    stand_still(other)
    assert [table.session for table in SessionTable.objects.all()] == [other]


def test_two_bots_that_nobody_beats_hold_no_session_up() -> None:
    """They play again, without anybody looking; when nobody wins three times, the game is void."""
    session, table = of_two_bots()
    for drawn in range(1, tables.BOTS_TRIES + 1):
        assert ledger_of(session).state.status(2) == "open" and session.tables.count() == drawn
        table = session.tables.get(outcome=tables.OPENED)
        assert table.game is not None and background.is_queued(table.game.bot_turn)
        end_with(table.game, [])
        stand_still(session)
    assert ledger_of(session).state.status(2) == "void"
    assert ledger_of(session).state.games[3].ready == {1} and session.tables.count() == tables.BOTS_TRIES


def test_bots_whose_results_are_refused_play_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    session, _table = of_two_bots()
    monkeypatch.setattr(tables, "enter", Mock(side_effect=RequestRefused(422, "ledger-full", "there is no room")))
    for _ in range(tables.BOTS_TRIES):
        table = session.tables.get(outcome=tables.OPENED)
        assert table.game is not None
        end_with(table.game, ["A"])
        stand_still(session)
    assert set(session.tables.values_list("outcome", flat=True)) == {"refused"}
    assert session.tables.count() == tables.BOTS_TRIES


def test_a_session_whose_ledger_is_full_can_be_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    session = in_games(seats={"A": "me", "B": "open", "C": "open", "D": "greedy"})
    assert bots.due(session, session.seats.all())
    monkeypatch.setattr(bots, "enter", Mock(side_effect=RequestRefused(422, "ledger-full", "there is no room")))
    assert Player(session).look().status_code == 200


def test_a_ruling_stands_however_often_two_bots_fail() -> None:
    session, table = of_two_bots()
    for _ in range(tables.BOTS_TRIES - 1):
        assert table.game is not None
        end_with(table.game, [])
        stand_still(session)
        table = session.tables.get(outcome=tables.OPENED)
    put(session, {"by": "organiser", "kind": "rule", "game": 2, "winner": "B", "reason": "late"})
    assert table.game is not None
    end_with(table.game, [])
    session.refresh_from_db()
    assert ledger_of(session).state.status(2) == "ruled"


def test_a_bot_that_waits_for_a_person_costs_no_query(django_assert_num_queries: Any) -> None:
    session = in_games(seats={"A": "me", "B": "open", "C": "open", "D": "greedy"})
    put(session, {"by": "A", "kind": "ready", "game": 1})
    bots.run(session)
    seats = list(session.seats.all())
    assert [task.what for task, _ in bots.due(session, seats)] == ["play"]
    with django_assert_num_queries(0):
        bots.resume(session, seats)


def test_stalled_sessions_go_on_some_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "RESUMED_AT_ONCE", 1)
    for _ in range(2):
        of_two_bots()
    SessionTable.objects.all().delete()
    MutationSession.objects.update(updated=timezone.now() - 2 * STALLED_AFTER)
    background.resume_stalled()
    assert SessionTable.objects.count() == 1


def test_a_game_of_a_session_leads_back_to_it() -> None:
    session = in_games()
    dan = Player(session, "D")
    ready(session)
    game = tables.begin(session, 1).game
    assert game is not None
    back = f'href="{session.get_absolute_url()}"'
    page = " ".join(dan.http.get(game.get_absolute_url()).content.decode().split())
    assert f'<a class="button" {back}>Back to the session</a>' in page and "Bench" not in page
    end_with(game, ["A"])
    page = " ".join(dan.http.get(game.get_absolute_url()).content.decode().split())
    bench = f'href="{session.get_absolute_url()}bench/D/"'
    assert f'<a class="button strong" {bench}>Bench</a> <a class="button" {back}>Back to the session</a>' in page
    assert "Rematch" not in page


def test_a_game_tells_spectators_of_no_private_session() -> None:
    session = in_games(is_open=False)
    ready(session)
    game = tables.begin(session, 1).game
    assert game is not None and OfSession().ways_back(game, None) == []
    assert OfSession().ways_back(game, session.owner)[0][1] == session.get_absolute_url()
