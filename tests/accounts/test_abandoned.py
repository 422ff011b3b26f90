"""Guests whom nobody has seen for long: what only they have goes, what others use stays."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.abandoned import abandoned_since, sweep_abandoned
from accounts.models import Owner, User, Visibility
from cards.models import Card, CardSet, Deck, Picture
from grimoire.models import Attempt, Book, Comment, Favourite, Vote
from mutation.models import MutationSession, SessionSeat
from rulings.models import EditorialRuling, Question
from tables.models import GameSeat, LiveGame
from tests.accounts.owned import one_of_each
from tests.grimoire.factories import make_owner, make_puzzle

pytestmark = pytest.mark.django_db


def gone(owner: Owner) -> Owner:
    """As if they had been here last before the day that counts."""
    Owner.objects.filter(pk=owner.pk).update(seen_on=abandoned_since() - timedelta(days=1))
    return owner


@pytest.fixture
def guest() -> Owner:
    return gone(Owner.objects.create())


def test_what_only_they_have_goes_and_then_they_do(guest: Owner) -> None:
    others = one_of_each(Owner.objects.create())
    things = one_of_each(guest)
    things["Comment"].delete()  # a comment is public
    Card.objects.create(owner=guest, name="Thrown away", visibility="public", deleted_at=timezone.now())
    Attempt.objects.create(owner=guest, puzzle=make_puzzle(make_owner("ada")))
    assert sweep_abandoned() == 1
    assert not Owner.objects.filter(pk=guest.pk).exists()
    for thing in things.values():
        assert not type(thing)._base_manager.filter(pk=thing.pk).exists()
    for thing in others.values():
        thing.refresh_from_db()


def test_accounts_and_guests_who_come_back_keep_everything() -> None:
    kept = [gone(Owner.objects.create(user=User.objects.create_user("ada"))), Owner.objects.create()]
    for owner in kept:
        Deck.objects.create(owner=owner, name="Deck")
    assert sweep_abandoned() == 0
    assert Deck.objects.count() == 2


def test_what_others_use_stays(guest: Owner) -> None:
    """Public and unlisted things stay, by a guest, with all that they are made of; and what others hung theirs on."""
    ada = make_owner("ada")
    mine = {"owner": guest}
    kept_set = CardSet.objects.create(**mine, name="Set", slug="kept")
    picture, lost_picture = (
        Picture.objects.create(**mine, sha256=letter * 64, width=9, height=9, size=9) for letter in "ab"
    )
    public = Card.objects.create(
        **mine, name="Public", set=kept_set, slug="a", picture=picture, visibility=Visibility.PUBLIC
    )
    in_deck, in_theirs, alone = (Card.objects.create(**mine, name=name, picture=lost_picture) for name in "abc")
    deck = Deck.objects.create(**mine, name="Unlisted", visibility=Visibility.UNLISTED)
    deck.cards.add(in_deck, through_defaults={"place": 1})
    Deck.objects.create(owner=ada, name="Hers", champion=in_theirs)
    lost_deck = Deck.objects.create(**mine, name="Lost")
    lost_deck.cards.add(alone, through_defaults={"place": 1})
    page, lost_page, solved = make_puzzle(guest), *(make_puzzle(guest, visibility="private") for _ in range(2))
    book = Book.objects.create(**mine, title="Lost")
    Attempt.objects.create(owner=ada, puzzle=solved)
    Attempt.objects.create(owner=guest, puzzle=lost_page)
    said = Comment.objects.create(**mine, puzzle=make_puzzle(ada), text="So.")
    question = Question.objects.create(**mine, text="Why?", language="en")
    EditorialRuling.objects.create(id="x", question=question, facts=[], date="2026-01-01")
    with_ada = MutationSession.objects.create(**mine, header={}, nonce="n")
    SessionSeat.objects.create(session=with_ada, letter="A", owner=ada)
    for model in (Favourite, Vote):
        model.objects.create(owner=guest, puzzle=page, **({"value": 1} if model is Vote else {}))
    assert sweep_abandoned() == 1
    for kept in (
        kept_set,
        picture,
        lost_picture,
        public,
        in_deck,
        in_theirs,
        deck,
        page,
        solved,
        said,
        question,
        with_ada,
    ):
        assert type(kept).objects.get(pk=kept.pk).owner == guest, kept
    for lost in (alone, lost_deck, lost_page, book):
        assert not type(lost).objects.filter(pk=lost.pk).exists(), lost
    assert not Attempt.objects.filter(owner=guest).exists() and not Vote.objects.exists()
    assert sweep_abandoned() == 0  # there is nothing more to go
    assert Owner.objects.get(pk=guest.pk).seen_on is None


def test_games_with_others_stay_as_a_guest_s(guest: Owner) -> None:
    now = timezone.now()
    game = LiveGame.objects.create(creator=guest, game="clash-of-decks", setup={}, nonce="n", status="over",
                                   created=now, updated=now)  # fmt: skip
    seats = [GameSeat.objects.create(game=game, seat_name=letter, owner=owner, kind="person")
             for letter, owner in (("A", guest), ("B", make_owner("ada")))]  # fmt: skip
    sweep_abandoned()
    for seat in seats:
        seat.refresh_from_db()
    assert seats[0].owner is None and seats[1].owner is not None
    assert not Owner.objects.filter(pk=guest.pk).exists()


def test_a_visit_is_noted_once_a_day(client: Client) -> None:
    client.post(reverse("cards:new_deck"), {"name": "Embers", "visibility": "private"})
    guest = Owner.objects.get()
    assert guest.seen_on == timezone.localdate()
    Owner.objects.update(seen_on=timezone.localdate() - timedelta(days=1))
    writes = []

    def note(execute: Any, sql: str, *rest: Any) -> Any:
        if sql.startswith("UPDATE"):
            writes.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(note):
        for _ in range(3):
            client.get(reverse("accounts:me"))
    assert len(writes) == 1
    guest.refresh_from_db()
    assert guest.seen_on == timezone.localdate()


def test_who_comes_back_after_a_sweep_counts_anew(client: Client) -> None:
    client.post(reverse("cards:new_deck"), {"name": "Embers", "visibility": "unlisted"})
    gone(Owner.objects.get())
    Deck.objects.create(owner=Owner.objects.get(), name="Private")
    assert sweep_abandoned() == 1
    assert Deck.objects.get().name == "Embers"
    client.get(reverse("accounts:me"))
    assert Owner.objects.get().seen_on == timezone.localdate()


def test_guests_are_told_beforehand(client: Client, settings: Any) -> None:
    assert "We store nothing about you yet" in client.get(reverse("accounts:me")).content.decode()
    client.post(reverse("cards:new_deck"), {"name": "Embers", "visibility": "private"})
    assert "After 18 months away, your drafts" in client.get(reverse("accounts:me")).content.decode()
    assert "Après 18 mois" in client.get("/fr/me/").content.decode()
