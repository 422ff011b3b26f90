"""Seats that are freed and taken: nobody sees a hand that was another's while hands are hidden, and all is logged."""

from __future__ import annotations

import random
from typing import Any

import pytest

from accounts.models import Owner, User
from accounts.services import adopt
from mutation import tokens
from mutation.models import MutationSession, SeatChange
from mutation.services import bots, seating
from mutation.services.creating import DEALT
from mutation.services.ledgers import ledger_of
from tests.cards.factories import guest_cookie
from tests.mutation.sessions import Player, in_games, make_session
from web.refusals import RequestRefused

pytestmark = pytest.mark.django_db


def browser(session: MutationSession, owner: Owner | None) -> Player:
    """A guest's browser."""
    player = Player(session)
    if owner is not None:
        player.http.cookies["guest"] = guest_cookie(owner)
    return player


def organiser_of(session: MutationSession) -> Player:
    return browser(session, session.owner)


def holder(session: MutationSession, letter: str) -> Owner | None:
    return session.seats.get(letter=letter).owner


def hand_of(player: Player, letter: str) -> list[str]:
    """What a browser is told of the hand at a seat."""
    state = player.look("events/", seat=letter).json()["state"]["players"][letter]
    return [*(state.get("hand") or []), *(state.get("drafted") or []), *(state.get("deck") or [])]


HIDDEN = {"draft": {}, "decks": {"way": DEALT}}


@pytest.mark.parametrize("phase", HIDDEN)
def test_an_organiser_who_plays_takes_no_seat_that_was_another_s(phase: str) -> None:
    session = make_session(**HIDDEN[phase])
    organiser, ben = organiser_of(session), Player(session, "B")
    assert hand_of(ben, "B")
    organiser.send("organise/", what="free", letter="B")
    response = organiser.join("B")
    assert response.status_code == 200 and "cards are hidden" in response.content.decode()
    assert hand_of(organiser, "B") == [] and holder(session, "B") is None
    ben.join("B")
    assert hand_of(ben, "B")


@pytest.mark.parametrize("phase", HIDDEN)
def test_nor_does_who_has_another_seat(phase: str) -> None:
    session = make_session(**HIDDEN[phase])
    organiser, cleo, _dan = organiser_of(session), Player(session, "C"), Player(session, "D")
    organiser.send("organise/", what="free", letter="D")
    cleo.join("D")
    assert hand_of(cleo, "D") == []
    late = Player(session, "D")
    assert hand_of(late, "D")  # who has no other seat takes it
    late.join("B")
    assert holder(session, "B") is None  # and no other beside it, though nobody had that


def test_a_bot_s_hand_is_nobody_s_to_look_into() -> None:
    session = make_session(seats={"A": "me", "B": "open", "C": "greedy", "D": "open"})
    bots.run(session)
    organiser = organiser_of(session)
    organiser.send("organise/", what="bot", letter="C", level="")
    organiser.join("C")
    assert hand_of(organiser, "C") == []
    organiser.send("organise/", what="bot", letter="D", level="greedy")
    organiser.send("organise/", what="bot", letter="D", level="")
    organiser.join("D")
    assert hand_of(organiser, "D") == []


def test_a_seat_s_former_and_present_links_lead_no_organiser_to_it() -> None:
    session = make_session()
    organiser = organiser_of(session)
    organiser.join("B")  # two seats on one device, as at a kitchen table
    assert hand_of(organiser, "B")
    secret = tokens.seat_token(session, session.seats.get(letter="B"))
    ben = Player(session)
    ben.send(f"t/{secret}/")
    assert hand_of(ben, "B")
    organiser.send(f"t/{secret}/")
    assert hand_of(organiser, "B") == [] and hand_of(ben, "B")


def test_who_had_a_seat_last_takes_it_back() -> None:
    session = make_session()
    organiser = organiser_of(session)
    organiser.send("organise/", what="free", letter="A")
    organiser.join("A")
    assert hand_of(organiser, "A")
    organiser.send("organise/", what="free", letter="A")
    stranger = Player(session, "A")
    assert hand_of(stranger, "A")
    organiser.send("organise/", what="free", letter="A")
    organiser.join("A")
    assert hand_of(organiser, "A") == []  # it was another's meanwhile


def test_one_device_holds_several_fresh_seats() -> None:
    session = make_session()
    organiser = organiser_of(session)
    for letter in "BCD":
        organiser.join(letter)
        assert holder(session, letter) == session.owner


def test_signing_in_frees_a_seat_that_the_account_could_not_have_taken(django_user_model: type[User]) -> None:
    user = django_user_model.objects.create_user("olga", password="x")
    account = Owner.objects.create(user=user)
    session = make_session(account)
    Player(session, "B")
    seating.free(session, "B")
    guest = Owner.objects.create()
    seating.claim(session, "B", tokens.invitation(session), guest)
    adopt(guest=guest, user=user)
    assert holder(session, "B") is None and holder(session, "A") == account
    assert session.seat_changes.last().kind == SeatChange.Kind.MERGED
    with pytest.raises(RequestRefused, match="not theirs to see"):
        seating.claim(session, "B", tokens.invitation(session), account)


def test_signing_in_as_an_organiser_who_sees_all_frees_the_seat(django_user_model: type[User]) -> None:
    user = django_user_model.objects.create_user("olga", password="x")
    session = make_session(Owner.objects.create(user=user), seats=dict.fromkeys("ABCD", "open"))
    guest = Owner.objects.create()
    seating.claim(session, "B", tokens.invitation(session), guest)
    adopt(guest=guest, user=user)
    assert holder(session, "B") is None


def test_signing_in_keeps_a_seat_that_was_nobody_s(django_user_model: type[User]) -> None:
    user = django_user_model.objects.create_user("ben", password="x")
    account = Owner.objects.create(user=user)
    session = make_session()
    guest = Owner.objects.create()
    seating.claim(session, "B", tokens.invitation(session), guest)
    adopt(guest=guest, user=user)
    assert holder(session, "B") == account


def test_once_decks_are_open_anybody_takes_a_freed_seat() -> None:
    session = in_games()
    organiser = organiser_of(session)
    Player(session, "B")
    organiser.send("organise/", what="free", letter="B")
    organiser.join("B")
    assert holder(session, "B") == session.owner


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("phase", HIDDEN)
def test_whatever_is_done_with_seats_nobody_has_another_s_hand_beside_a_part_of_their_own(
    phase: str, seed: int, django_user_model: type[User]
) -> None:
    """Random changes by everybody: who has a seat that another had has no other one, and does not organise."""
    rng = random.Random(f"{phase} {seed}")
    session = make_session(**HIDDEN[phase])
    users = [django_user_model.objects.create_user(f"user{n}", password="x") for n in range(2)]
    guests = [Owner.objects.create() for _ in range(3)]
    owners = [session.owner, *guests, *(Owner.objects.create(user=user) for user in users)]
    secrets: list[str] = []
    had: dict[str, list[Any]] = {letter: [] for letter in "ABCD"}
    had["A"].append(session.owner_id)
    for _ in range(60):
        letter, owner = rng.choice("ABCD"), rng.choice(owners)
        what = rng.choice(["claim", "claim", "claim", "free", "bot", "unbot", "link", "adopt"])
        try:
            match what:
                case "claim":
                    seating.claim(session, letter, tokens.invitation(session), owner)
                case "free":
                    seating.free(session, letter)
                case "bot" | "unbot":
                    seating.put_bot(session, letter, "greedy" if what == "bot" else "")
                case "link" if secrets:
                    seating.take_over(session, rng.choice(secrets), owner)
                case "adopt" if owner.user_id is None and owner is not owners[0]:
                    user = rng.choice(users)
                    guest = owner.pk
                    adopt(guest=Owner.objects.get(pk=guest), user=user)
                    had = {
                        key: [user.owner.pk if holder == guest else holder for holder in was]
                        for key, was in had.items()
                    }
                    owners[owners.index(owner)] = Owner.objects.create()
        except RequestRefused:
            pass
        for seat in session.seats.all():
            if seat.is_taken:
                secrets.append(tokens.seat_token(session, seat))
            now = "bot" if seat.is_bot else seat.owner_id
            if now is not None and had[seat.letter][-1:] != [now]:
                had[seat.letter].append(now)
        for seat in session.seats.filter(is_taken=True):
            if _was_anothers(had[seat.letter], seat.owner_id):
                assert seat.owner_id != session.owner_id, (what, had)
                assert session.seats.filter(owner=seat.owner_id, is_taken=True).count() == 1, (what, had)


def _was_anothers(holders: list[Any], owner: Any) -> bool:
    """Whether anybody else has had the seat; a bot that stood in for its first player is nobody else."""
    return holders[0] != owner or any(holder not in (owner, "bot") for holder in holders)


def test_everybody_reads_who_took_and_freed_seats() -> None:
    session = make_session()
    organiser, ben = organiser_of(session), Player(session, "B")
    organiser.send("organise/", what="free", letter="B")
    organiser.send("organise/", what="bot", letter="B", level="greedy")
    cleo = Player(session, "C")
    text = cleo.text("ledger/")
    for text_shown in (
        "Seat A, Ada: taken by a guest.",
        "organises",
        "Seat B, Ben: taken by a guest.",
        "Seat B, Ben: the organiser freed it from a guest.",
        "Seat B, Ben: the organiser gave it to a bot.",
    ):
        assert text_shown in text, text_shown
    assert "A bot now plays your seat B, Ben." in ben.text()  # the session is open to all who have its address


def test_who_lost_a_seat_is_told_and_strangers_are_not() -> None:
    session = make_session(is_open=False)
    organiser, ben = organiser_of(session), Player(session, "B")
    secret = tokens.seat_token(session, session.seats.get(letter="B"))
    organiser.send("organise/", what="free", letter="B")
    organiser.send("organise/", what="bot", letter="B", level="greedy")
    for page in ("", "ledger/", "decks/"):
        response = ben.look(page)
        assert response.status_code == 403, page
        assert "A bot now plays your seat B, Ben." in " ".join(response.content.decode().split())
    assert "ask the organiser" in ben.text()
    response = ben.events(0, {"kind": "pick", "card": "x"}, seat="B")
    assert (response.status_code, response.json()["error"]["code"]) == (403, "seat-lost")
    stranger = Player(session)
    assert stranger.look().status_code == 404
    assert stranger.look(f"t/{secret}/").status_code == 403  # the former link of the seat
    assert stranger.look(f"t/{'x' * len(secret)}/").status_code == 404
    assert stranger.events(0, {"kind": "pick", "card": "x"}, seat="B").status_code == 404


def test_a_private_session_s_seat_that_moved_says_where() -> None:
    session = make_session(is_open=False)
    ben = Player(session, "B")
    secret = tokens.seat_token(session, session.seats.get(letter="B"))
    phone = Player(session)
    phone.send(f"t/{secret}/")
    assert "moved to another device" in ben.text()
    assert ben.look(f"t/{secret}/").status_code == 200  # by its link it comes back
    ben.send(f"t/{secret}/")
    assert ben.look().status_code == 200


def test_nothing_is_told_of_hands_to_who_lost_the_seat() -> None:
    session = make_session()
    organiser, ben = organiser_of(session), Player(session, "B")
    hand = ledger_of(session).state.seats[1].hand
    organiser.send("organise/", what="free", letter="B")
    text = ben.look().content.decode() + ben.look("events/", seat="B").content.decode()
    assert not any(f'"{card}"' in text for card in hand)
