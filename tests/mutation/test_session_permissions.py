"""Who may do what: each role, each action."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import Owner
from mutation import tokens
from mutation.models import LedgerLine, MutationSession
from mutation.services.ledgers import ledger_of
from tests.cards.factories import guest_cookie
from tests.mutation.sessions import Player, draft_on, in_games, make_session, put

pytestmark = pytest.mark.django_db


def seated(session: MutationSession) -> dict[str, Player]:
    """The four players, a guest who has the address, and the organiser, who holds A."""
    organiser = Player(session)
    owner = Owner.objects.create()
    organiser.http.cookies["guest"] = guest_cookie(owner)
    session.owner = owner
    session.save(update_fields=["owner"])
    session.seats.filter(letter="A").update(owner=owner)
    return {"A": organiser, **{letter: Player(session, letter) for letter in "BCD"}, "guest": Player(session)}


def entered() -> int:
    return LedgerLine.objects.count()


def test_a_card_is_picked_by_its_seat_alone() -> None:
    session = make_session()
    players = seated(session)
    hands = {letter: ledger_of(session).state.seats["ABCD".index(letter)].hand for letter in "ABCD"}
    for who in ("guest", "C", "D", "A"):
        players[who].send("pick/", seat="B", card=hands["B"][0])
        assert entered() == 0, who
        response = players[who].events(0, {"kind": "pick", "card": hands["B"][0]}, seat="B")
        assert response.status_code == 403, who
    assert players["A"].events(0, {"kind": "pick", "card": hands["B"][0]}, seat="B").json()["error"]["code"] == (
        "hidden-hand"
    )
    players["B"].send("pick/", seat="B", card=hands["B"][0])
    assert entered() == 1


def test_an_organiser_without_a_seat_picks_for_others_and_takes_none() -> None:
    session = make_session(seats=dict.fromkeys("ABCD", "open"))
    organiser = Player(session)
    organiser.http.cookies["guest"] = guest_cookie(session.owner)  # type: ignore[arg-type]
    card = ledger_of(session).state.seats[1].hand[0]
    assert organiser.events(0, {"kind": "pick", "card": card}, seat="B").status_code == 200
    line = LedgerLine.objects.get()
    assert (line.event["by"], line.event["for"], line.entered_by) == ("organiser", "B", "organiser")
    organiser.join("C")
    assert not session.seats.get(letter="C").is_taken
    draft_on_from(session)
    organiser.join("C")
    assert not session.seats.get(letter="C").is_taken  # decks are hidden as well


def draft_on_from(session: MutationSession) -> None:
    """The rest of the first round, and all others."""
    for letter in "ACD":
        session.refresh_from_db()
        card = ledger_of(session).state.seats["ABCD".index(letter)].hand[0]
        put(session, {"by": letter, "kind": "pick", "card": card})
    draft_on(session, 15)


ACTIONS: dict[str, dict[str, Any]] = {
    "ready": {"kind": "ready", "game": 1},
    "mutate": {"kind": "mutate", "game": 1, "card": "x", "element": "av", "from": "y"},
    "withdraw": {"kind": "withdraw"},
}


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("who", ["guest", "B", "C", "D", "A"])
def test_a_seat_s_events_are_its_own_or_the_organiser_s(action: str, who: str) -> None:
    session = in_games()
    players = seated(session)
    session.refresh_from_db()
    response = players[who].events(session.version, ACTIONS[action], seat="D")
    if who in ("D", "A"):
        assert response.status_code in (200, 422), response.content
        assert response.status_code == 422 or LedgerLine.objects.last().event.get("for", "D") == "D"  # type: ignore[union-attr]
    else:
        assert (response.status_code, response.json()["error"]["code"]) == (403, "not-your-seat")


ORGANISERS: dict[str, dict[str, Any]] = {
    "rule": {"kind": "rule", "game": 1, "winner": "A", "reason": "late"},
    "prices": {"kind": "prices", "prices": {"source": "ours"}},
    "correct": {"kind": "correct", "event": 1, "with": [], "reason": "slip"},
    "end": {"kind": "end", "reason": "late"},
}


@pytest.mark.parametrize("action", ORGANISERS)
@pytest.mark.parametrize("who", ["guest", "B", "A"])
def test_the_organiser_alone_decides(action: str, who: str) -> None:
    session = in_games()
    players = seated(session)
    session.refresh_from_db()
    response = players[who].events(session.version, ORGANISERS[action])
    if who == "A":
        assert response.status_code == 200, response.content
    else:
        assert (response.status_code, response.json()["error"]["code"]) == (403, "organiser-only")


def test_results_are_confirmed_by_the_other() -> None:
    session = in_games()
    players = seated(session)
    for letter in "AD":
        put(session, {"by": letter, "kind": "ready", "game": 1})
    players["D"].send("enter/", kind="result", game=1, winner="D", seat="D")
    for who in ("guest", "B"):
        players[who].send("enter/", kind="confirm", game=1, seat="D")
        players[who].send("enter/", kind="confirm", game=1, seat="A")
    players["D"].send("enter/", kind="confirm", game=1, seat="D")
    session.refresh_from_db()
    assert ledger_of(session).state.status(1) == "reported"
    players["A"].send("enter/", kind="confirm", game=1, seat="A")
    session.refresh_from_db()
    assert ledger_of(session).state.status(1) == "confirmed"


@pytest.mark.parametrize("who", ["guest", "B"])
def test_others_do_not_reach_the_organiser_s_pages(who: str) -> None:
    session = in_games()
    player = seated(session)[who]
    assert player.look("ledger/1/").status_code == 404
    assert player.send("ledger/1/", what="out", reason="x", step="enter").status_code == 404
    for what in ("free", "bot", "renew", "close", "rule", "end"):
        assert player.send("organise/", what=what, letter="C", game=1, winner="A", reason="x").status_code == 404
    assert "Correct" not in player.text("ledger/")


def test_tables_are_begun_by_players_and_the_organiser() -> None:
    session = in_games()
    players = seated(session)
    for letter in "BC":
        put(session, {"by": letter, "kind": "ready", "game": 2})
    for who in ("guest", "D"):
        players[who].send("table/", game=2)
        assert not session.tables.exists()
    assert players["B"].send("table/", game=2).status_code == 302
    assert session.tables.get().number == 2


def test_a_private_session_is_for_those_who_take_part() -> None:
    session = make_session(is_open=False)
    players = seated(session)
    for page in ("", "ledger/", "events/", "decks/"):
        assert players["guest"].look(page).status_code == 404, page
        assert players["B"].look(page).status_code == 200, page
        assert players["A"].look(page).status_code == 200, page


def test_seats_are_taken_by_the_link_of_now() -> None:
    session = make_session()
    players = seated(session)
    late = Player(session)
    assert late.join("B").status_code == 200  # it is taken: the page says so
    assert session.seats.get(letter="B").owner is not None
    old = tokens.invitation(session)
    players["A"].send("organise/", what="renew")
    assert late.http.get(f"{late.base}join/{old}/").status_code == 404
    players["A"].send("organise/", what="free", letter="B")
    late.join("B")
    session.refresh_from_db()
    assert "no one yet" not in late.text()
    response = players["B"].events(0, {"kind": "pick", "card": "x"}, seat="B")
    assert response.json()["error"]["code"] == "not-your-seat"


def test_a_seat_s_own_link_moves_it_to_another_device() -> None:
    session = make_session()
    seated(session)
    seat = session.seats.get(letter="B")
    secret = tokens.seat_token(session, seat)
    other = Player(session)
    assert other.look(f"t/{secret}/").status_code == 200
    assert session.seats.get(letter="B").owner == seat.owner  # looking at it takes nothing
    assert other.send(f"t/{secret}/").status_code == 302
    assert session.seats.get(letter="B").owner != seat.owner
    assert other.look(f"t/{'x' if secret[0] != 'x' else 'y'}{secret[1:]}/").status_code == 404


def test_a_program_speaks_for_its_seat_by_the_token() -> None:
    session = make_session()
    seated(session)
    secret = tokens.seat_token(session, session.seats.get(letter="C"))
    card = ledger_of(session).state.seats[2].hand[3]
    program = Player(session)
    program.http.defaults["HTTP_AUTHORIZATION"] = f"Bearer {secret}"
    assert program.look("events/").json()["state"]["players"]["C"]["hand"] != []
    assert program.events(0, {"kind": "pick", "card": card}, seat="D").status_code == 403
    assert program.events(0, {"kind": "pick", "card": card}).status_code == 200
