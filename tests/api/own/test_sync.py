"""Programs that keep a copy: lists that miss nothing that is committed late, and what is gone is told."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts import deletions, services
from accounts.models import ApiToken, Deletion
from api.own.examples import CARD, CHAMPION, DECK, PUZZLE, SET
from cards.models import Card, CardSet, Deck
from cards.workshop.services import delete_card, restore_card, set_visibility
from cards.workshop.set_form import FIELDS, save_set, set_form
from grimoire import departing
from grimoire.authoring.deriving import derive
from grimoire.models import Attempt, Departed, Proof, Puzzle
from grimoire.proving import levels
from tests.api.own.programs import API, Program
from tests.cards.factories import make_card, make_deck, make_owner
from tests.grimoire.factories import make_puzzle
from web import commits

KINDS = {"cards": CARD, "champions": CHAMPION, "decks": DECK, "puzzles": PUZZLE, "sets": SET}


def gone(program: Program, since: str = "") -> list[tuple[str, str]]:
    answer = program.ask("get", f"/own/deletions{f'?since={since}' if since else ''}")
    assert answer.status_code == 200
    return [(item["kind"], item["token"]) for item in answer.told["items"]]


def age(token: str, by: timedelta) -> None:
    Deletion.objects.filter(token=token).update(updated=timezone.now() - by)


@pytest.mark.django_db
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_deleted_is_told(ada: Program, kind: str) -> None:
    made = ada.made(f"/own/{kind}", KINDS[kind])
    since = ada.ask("get", f"/own/{kind}")["Next-Since"]
    assert gone(ada) == []
    place = made["Location"].removeprefix("/api/v1")
    assert ada.ask("delete", place, if_match=made["ETag"]).status_code == 204
    assert gone(ada, since) == gone(ada) == [(kind, made.told["token"])]
    assert gone(Program(make_owner("bob"))) == []


@pytest.mark.django_db
def test_a_token_is_told_of_the_kinds_that_it_may_read(ada: Program) -> None:
    for kind in ("cards", "decks"):
        made = ada.made(f"/own/{kind}", KINDS[kind])
        ada.ask("delete", made["Location"].removeprefix("/api/v1"))
    assert {kind for kind, _ in gone(ada)} == {"cards", "decks"}
    for scope, kinds in ((ApiToken.Scope.DECKS, {"decks"}), (ApiToken.Scope.GAMES, set()), (ApiToken.Scope.READ, None)):
        told = {kind for kind, _ in gone(Program(ada.owner, scope))}
        assert told == ({"cards", "decks"} if kinds is None else kinds)


@pytest.mark.django_db
def test_all_that_is_one_s_own_comes_in_one_answer(ada: Program) -> None:
    """As the lists tell it, of the kinds that the token may read; and then ``since`` goes on."""
    for kind, body in KINDS.items():
        ada.made(f"/own/{kind}", body)
    game = {"game": "clash-of-decks", "mode": "duel", "format": "draft", "seats": {s: {"kind": "me"} for s in "AB"}}
    assert ada.client.post(f"{API}/games", game, content_type="application/json").status_code == 201
    make_card("Another's", None, make_owner("bob"))
    answer = ada.ask("get", "/own/export")
    lines = [json.loads(line) for line in answer.told.splitlines()]
    told = {kind: [line["thing"] for line in lines if line["kind"] == kind] for kind in (*KINDS, "pictures", "games")}
    for kind, things in told.items():
        assert things == ada.ask("get", f"/own/{kind}").told["items"] and len(things) == (kind != "pictures")
    assert sum(map(len, told.values())) == len(lines)
    assert ada.ask("get", "/own/export", if_none_match=answer["ETag"]).status_code == 304
    assert ada.ask("get", f"/own/decks?since={answer['Next-Since']}").told["items"] == told["decks"]
    decks_alone = Program(ada.owner, "decks").ask("get", "/own/export").told.splitlines()
    assert [json.loads(line)["kind"] for line in decks_alone] == ["decks"]
    assert ada.ask("get", "/own/export?x=1").status_code == 400


@pytest.mark.django_db
def test_what_is_taken_back_has_changed_and_is_not_gone(ada: Program) -> None:
    made = ada.made("/own/cards", CARD)
    since = ada.ask("get", "/own/cards")["Next-Since"]
    ada.ask("delete", made["Location"].removeprefix("/api/v1"))
    restore_card(card=Card.everything.get())
    page = make_puzzle(owner=ada.owner, published=True)
    departing.delete_page(puzzle=page)
    assert gone(ada) == [("puzzles", page.token)]
    departing.restore(left=Departed.objects.get())
    assert gone(ada) == []
    for path, token in (("cards", made.told["token"]), ("puzzles", page.token)):
        (item,) = ada.ask("get", f"/own/{path}?since={since}").told["items"]
        assert item["token"] == token


@pytest.mark.django_db
def test_it_is_told_for_a_while_and_older_times_are_refused(ada: Program) -> None:
    made = ada.made("/own/decks", DECK)
    ada.ask("delete", made["Location"].removeprefix("/api/v1"))
    assert deletions.sweep() == 0 and len(gone(ada)) == 1
    age(made.told["token"], deletions.KEPT_FOR + timedelta(seconds=1))
    assert deletions.sweep() == 1 and gone(ada) == []
    old = (timezone.now() - deletions.KEPT_FOR - timedelta(hours=1)).isoformat().replace("+00:00", "Z")
    answer = ada.ask("get", f"/own/deletions?since={old}")
    assert (answer.status_code, answer.told["code"]) == (410, "too-long-ago")


@pytest.mark.django_db
def test_whoever_goes_leaves_nothing_of_it(ada: Program) -> None:
    make_deck("Lights", [make_card("Mine", owner=ada.owner)], owner=ada.owner)
    make_deck("More", [], owner=ada.owner).delete()
    guest = make_owner()
    make_deck("Guest's", [], owner=guest).delete()
    assert Deletion.objects.count() == 1
    services.forget(owner=ada.owner, user=ada.owner.user)
    assert not Deletion.objects.exists() and not Deck.objects.exists()


@pytest.mark.django_db
def test_all_that_changes_an_answer_is_heard_of_by_since(ada: Program) -> None:
    """What moderators hide, and what was a guest's until they signed in."""
    guest = make_owner()
    hidden, adopted = make_deck("Lights", [], owner=ada.owner), make_deck("Guest's", [], owner=guest)
    long_ago = timezone.now() - timedelta(days=1)
    Deck.objects.update(updated=long_ago)
    since = (timezone.now() - timedelta(hours=1)).isoformat().replace("+00:00", "Z")

    def told() -> set[str]:
        return {item["token"] for item in ada.ask("get", f"/own/decks?since={since}").told["items"]}

    assert told() == set()
    services.hide(thing=hidden, reason="test")
    assert told() == {hidden.token}
    assert ada.owner.user is not None
    services.adopt(guest=guest, user=ada.owner.user)
    assert told() == {hidden.token, adopted.token}
    Deck.objects.update(updated=long_ago, hidden_at=None)
    services.hide_everything(owner=ada.owner, reason="test")
    assert told() == {hidden.token, adopted.token}


@pytest.mark.django_db
def test_what_named_a_thing_that_is_gone_has_changed(ada: Program) -> None:
    """Twins and remixes of a puzzle, remixes of a card, decks with cards of somebody who leaves or is hidden."""
    bob = make_owner("bob")
    puzzle, source, lent = make_puzzle(owner=bob), make_card("Wick", None, bob), make_card("Oil", None, bob)
    twin, remix = make_puzzle(owner=ada.owner, twin_of=puzzle), make_puzzle(owner=ada.owner, remixed_from=puzzle)
    copy, deck = make_card("Wicks", None, ada.owner), make_deck("Lights", [lent], owner=ada.owner)
    Card.objects.filter(pk=copy.pk).update(remixed_from=source)
    since = (timezone.now() - timedelta(hours=1)).isoformat().replace("+00:00", "Z")

    def told_after(change: Callable[[], Any]) -> set[str]:
        for model in (Card, Deck, Puzzle):
            model._base_manager.update(updated=timezone.now() - timedelta(days=1))
        change()
        lists = [ada.ask("get", f"/own/{kind}?since={since}").told["items"] for kind in ("cards", "decks", "puzzles")]
        return {item["token"] for items in lists for item in items}

    assert told_after(puzzle.delete) == {twin.token, remix.token}
    assert told_after(source.delete) == {copy.token}
    assert told_after(lambda: services.hide_everything(owner=bob, reason="test")) == {deck.token}
    Card.objects.filter(pk=copy.pk).update(remixed_from=lent)
    assert bob.user is not None
    assert told_after(bob.user.delete) == {deck.token, copy.token}


@pytest.mark.django_db
def test_what_others_read_has_changed_when_what_it_names_has(ada: Program, client: Client) -> None:
    """A deck without a card that is seen no more, cards whose set is, a puzzle of another level."""
    lamps = CardSet.objects.get(slug=ada.made("/own/sets", SET).told["slug"])
    card = make_card("Wick", lamps, ada.owner)
    deck = make_deck("Lights", [card], owner=ada.owner)
    page = make_puzzle(owner=make_owner("bob"))
    long_ago = timezone.now() - timedelta(days=1)
    since = (timezone.now() - timedelta(hours=1)).isoformat().replace("+00:00", "Z")

    def told_after(path: str, change: Callable[[], Any]) -> list[str]:
        for model in (Card, Deck, Puzzle):
            model._base_manager.update(updated=long_ago)
        change()
        answer = client.get(f"{API}/{path}?since={since}").json()
        return [item.get("token") or item["reference"] for item in answer["items"]]

    def make_level(level: int) -> None:
        Proof.objects.update(level=level)
        derive(Puzzle.objects.select_related("proof").get(pk=page.pk))

    other = "private" if lamps.visibility == "public" else "public"
    form = set_form(lamps, {**{name: getattr(lamps, name) for name in FIELDS}, "visibility": other})
    assert form.is_valid()
    for change in (lambda: save_set(card_set=lamps, form=form), lambda: services.hide(thing=lamps, reason="test")):
        assert told_after("cards", change) == [f"own/{card.token}"]
    for change in (
        lambda: services.hide(thing=card, reason="test"),
        lambda: services.restore(thing=card),
        lambda: set_visibility(card=card, visibility="private"),
        lambda: delete_card(card=card),
        lambda: restore_card(card=card),
    ):
        assert told_after("decks", change) == [deck.token]
    assert told_after("decks", lambda: services.hide(thing=page, reason="test")) == []
    services.restore(thing=page)
    assert told_after("puzzles", lambda: make_level(5)) == [page.token] and told_after("puzzles", lambda: None) == []
    assert told_after("puzzles", lambda: make_level(5)) == []
    now = timezone.now()
    for owner in (ada.owner, make_owner("cleo")):
        Attempt.objects.create(owner=owner, puzzle=page, state=Attempt.State.SOLVED, is_rated=True, solved_at=now)
    Puzzle.objects.update(rated_count=levels.MIN_READERS, rating=800)
    with patch.object(levels, "MIN_READERS", 2):
        assert told_after("puzzles", levels.heed_readers) == [page.token]


@pytest.mark.django_db
def test_the_first_page_alone_says_where_the_next_round_begins(ada: Program) -> None:
    for name in ("One", "Two"):
        make_deck(name, [], owner=ada.owner)
    first = ada.ask("get", "/own/decks?limit=1")
    assert first["Next-Since"] <= (timezone.now() - commits.COMMIT_TIME).isoformat()
    second = ada.ask("get", first.told["next"].partition("/api/v1")[2])
    assert second.status_code == 200 and "Next-Since" not in second
    again = ada.ask("get", "/own/decks?limit=1", if_none_match=first["ETag"])
    assert again.status_code == 304 and again["Next-Since"] >= first["Next-Since"]


LATE = """
import threading
from datetime import timedelta
from django.db import connection, transaction
from django.test import Client
from accounts.api_tokens import make_api_token
from accounts.models import ApiToken, Owner, User
from cards.models import Deck
from web import commits

settings.ALLOWED_HOSTS = ["testserver"]
commits.COMMIT_TIME = timedelta(0)  # for what is dated before its transaction begins, which is not tried here
owner = Owner.objects.create(user=User.objects.create_user("ada"))
secret = make_api_token(owner=owner, name="late", scopes=[str(scope) for scope in ApiToken.Scope])[1]

def names(query=""):
    answer = Client(headers={"authorization": f"Bearer {secret}"}).get(f"/api/v1/own/decks{query}")
    return [item["name"] for item in answer.json()["items"]], answer.headers["Next-Since"]

saved, go_on = threading.Event(), threading.Event()

def late():
    with transaction.atomic():
        Owner.objects.get()  # begun
        Deck.objects.create(name="Late", owner=owner)
        changed = Deck.objects.get(name="Old")
        changed.name = "Changed"
        changed.save()
        deleted.delete()
        saved.set()
        assert go_on.wait(60)
    connection.close()

Deck.objects.create(name="Old", owner=owner)
deleted = Deck.objects.create(name="Deleted", owner=owner)
writer = threading.Thread(target=late)
writer.start()
assert saved.wait(60)
Deck.objects.create(name="Early", owner=owner)  # with a higher key than Late, and saved later
told, since = names()
go_on.set()
writer.join()
later = names(f"?since={since.replace('+', '%2B')}")[0]
gone = Client(headers={"authorization": f"Bearer {secret}"}).get(
    f"/api/v1/own/deletions?since={since.replace('+', '%2B')}"
).json()["items"]
print(json.dumps([sorted(told), sorted(later), len(gone)]))
"""


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="on SQLite nobody writes beside another")
def test_what_is_committed_after_a_list_was_read_is_in_the_next(race: Callable[[str], Any]) -> None:
    told, later, deleted = race(LATE)
    assert told == ["Deleted", "Early", "Old"]
    assert {"Late", "Changed"} <= set(later) and deleted == 1


@pytest.mark.django_db
def test_the_moment_lies_before_now() -> None:
    before = timezone.now()
    assert commits.told_until() <= timezone.now() - commits.COMMIT_TIME
    if connection.vendor == "sqlite":
        assert commits.told_until() >= before - commits.COMMIT_TIME
