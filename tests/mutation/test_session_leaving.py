"""Who deletes all that is theirs leaves their sessions to the others, without a trace of their own."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from accounts.exchange import write_owner
from accounts.models import Owner
from accounts.services import forget
from mutation import tokens
from mutation.models import LedgerLine, MutationSession, SessionSeat
from mutation.services.ledgers import ledger_of
from mutation.services.seating import hold
from mutation.viewers import find_session_viewer
from tests.mutation.sessions import NAMES, Player, in_games, make_session, put
from web.models import IdempotentResponse

pytestmark = pytest.mark.django_db


def seat(session: MutationSession, letter: str, owner: Owner | None = None) -> Owner:
    """Somebody sits down."""
    owner = owner or Owner.objects.create()
    hold(session, session.seats.get(letter=letter), owner)
    return owner


def leave(owner: Owner | None) -> None:
    assert owner is not None
    forget(owner=owner, user=None)


def test_a_session_goes_on_with_the_player_to_the_left() -> None:
    session = in_games()
    ada = session.owner
    cleo, dan = seat(session, "C"), seat(session, "D")
    put(session, {"by": "A", "kind": "ready", "game": 1}, {"by": "C", "kind": "ready", "game": 2})
    lines = LedgerLine.objects.count()
    leave(ada)
    session.refresh_from_db()
    assert session.owner == cleo
    assert LedgerLine.objects.count() == lines == session.version
    viewer = find_session_viewer(session.token, cleo)
    assert viewer.is_organiser
    assert viewer.held == ("C",)
    assert not find_session_viewer(session.token, dan).is_organiser
    leave(cleo)
    session.refresh_from_db()
    assert session.owner == dan
    leave(dan)
    assert not MutationSession.objects.exists()


def test_the_one_to_the_left_is_found_round_the_table() -> None:
    session = make_session(seats={"A": "open", "B": "open", "C": "open", "D": "me"})
    seat(session, "B")
    ada = seat(session, "A")
    leave(session.owner)
    session.refresh_from_db()
    assert session.owner == ada


def test_nobody_is_left_behind_where_several_go_at_once() -> None:
    session = make_session()
    ben, dan = seat(session, "B"), seat(session, "D")
    assert session.owner is not None
    Owner.objects.filter(pk__in=[session.owner.pk, ben.pk]).delete()
    session.refresh_from_db()
    assert session.owner == dan


def test_bots_and_free_seats_keep_no_session() -> None:
    session = make_session(seats={"A": "me", "B": "me", "C": "greedy", "D": "open"})
    leave(session.owner)
    assert not MutationSession.objects.exists()
    assert not SessionSeat.objects.exists()


def test_a_name_is_taken_out_everywhere() -> None:
    session = in_games()
    cleo = Player(session, "C")
    assert "Ada" in cleo.text() + cleo.text("ledger/")
    put(session, {"by": "A", "kind": "ready", "game": 1})
    leave(session.owner)
    for page in ("", "ledger/", "decks/", "history/", "story/", "prices/", "export/session.json", "events/"):
        response = cleo.look(page)
        assert response.status_code == 200, page
        assert "Ada" not in response.content.decode(), page
        assert "Ben" in response.content.decode() or page in ("prices/",), page
    session.refresh_from_db()
    assert session.players == {**NAMES, "A": "A"}
    assert ledger_of(session).header.players == ("A", "Ben", "Cleo", "Dan")


def test_a_player_leaves_and_the_organiser_stays() -> None:
    session = make_session()
    ben = Player(session, "B")
    card = ledger_of(session).state.seats[1].hand[0]
    assert ben.events(0, {"kind": "pick", "card": card}, seat="B", key="once").status_code == 200
    organiser, owner = session.owner, session.seats.get(letter="B").owner
    session.refresh_from_db()
    link = tokens.seat_token(session, session.seats.get(letter="B"))
    leave(owner)
    session.refresh_from_db()
    assert session.owner == organiser
    assert session.players == {**NAMES, "B": "B"}
    assert session.version == 1
    assert LedgerLine.objects.get().owner is None
    assert not IdempotentResponse.objects.exists()
    free = session.seats.get(letter="B")
    assert free.is_free
    assert Player(session).look(f"t/{link}/").status_code == 403  # it says that the seat is no longer theirs
    Player(session, "B")
    assert session.seats.get(letter="B").is_taken


def test_who_takes_over_sees_no_hand_but_their_own() -> None:
    session = make_session(seats=dict.fromkeys("ABCD", "open"))
    assert session.sees_all
    ben = Player(session, "B")
    owner = session.seats.get(letter="B").owner
    leave(session.owner)
    session.refresh_from_db()
    assert (session.owner, session.sees_all) == (owner, False)
    state = ben.look("events/").json()["state"]
    assert state["players"]["B"]["hand"]
    assert not any(state["players"][letter].get("hand") for letter in "ACD")
    hand = ledger_of(session).state.seats[0].hand
    assert ben.events(0, {"kind": "pick", "card": hand[0]}, seat="A").status_code == 403


def test_a_session_that_is_over_keeps_its_seats() -> None:
    session = in_games()
    seat(session, "B")
    put(session, {"by": "organiser", "kind": "end", "reason": "It is late."})
    leave(session.owner)
    assert not session.seats.get(letter="A").is_free


@pytest.mark.parametrize("has_account", [True, False])
def test_by_the_page_that_deletes_everything(client: Client, has_account: bool) -> None:
    session = make_session()
    Player(session, "B")
    ada = session.owner
    assert ada is not None
    user: Any = get_user_model().objects.create_user("ada")
    if has_account:
        ada.user = user
        ada.save()
        client.force_login(user)
    else:
        client = Player(session, "C").http
        ada = session.seats.get(letter="C").owner
        MutationSession.objects.update(owner=ada)
    export = client.get("/me/export/").json()
    assert [entry["fields"]["token"] for entry in export["things"]["mutation.mutationsession"]] == [session.token]
    assert "seed" not in str(export)
    page = " ".join(client.get("/me/delete/").content.decode().split())
    assert "Mutation session" in page
    assert "takes over the sessions you organise" in page
    assert client.post("/me/delete/", {"word": "ada" if has_account else "delete"}).status_code == 302
    session.refresh_from_db()
    assert session.owner != ada
    assert session.owner == session.seats.get(letter="A" if not has_account else "B").owner
    assert session.owner is not None
    assert write_owner(session.owner)["things"]["mutation.mutationsession"]
