"""Pressing twice, or sending a form again, makes one thing; what says something else is another thing."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import begun
from accounts.models import Owned
from cards.models import Card, Deck
from grimoire.models import Book, Puzzle
from rulings.models import Question
from tests.cards.factories import make_card, make_deck
from tests.cards.workshops import guest
from tests.grimoire.factories import make_owner, make_puzzle, position_json

pytestmark = pytest.mark.django_db


def form_at(client: Client, page: str, action: str = "") -> str:
    """The hidden fields of the form on a page that sends to an address."""
    text = client.get(page).content.decode()
    forms = [
        form for form in re.findall(r"<form[^>]*method=\"post\".*?</form>", text, re.DOTALL) if 'name="begun"' in form
    ]
    (carried,) = {
        token[1]
        for form in forms
        if (not action or f'action="{action}"' in form) and (token := re.search(r'name="begun" value="([^"]+)"', form))
    }
    return carried


def deck(client: Client) -> tuple[str, str, dict[str, Any]]:
    return "/decks/new/", "/decks/new/", {"name": "Embers", "visibility": "private"}


def copied_deck(client: Client) -> tuple[str, str, dict[str, Any]]:
    of = make_deck(owner=make_owner("Bob"))
    return of.get_absolute_url(), reverse("cards:duplicate_deck", args=[of.token]), {}


def remixed_card(client: Client) -> tuple[str, str, dict[str, Any]]:
    of = reverse("cards:remix", args=[make_card(owner=make_owner("Bob")).token])
    return of, of, {}


def book(client: Client) -> tuple[str, str, dict[str, Any]]:
    return "/grimoire/books/", "/grimoire/books/new/", {"title": "Embers"}


def book_with_a_page(client: Client) -> tuple[str, str, dict[str, Any]]:
    address = reverse("grimoire:add_to_book", args=[make_puzzle(make_owner("Bob")).token])
    return address, address, {"title": "Embers"}


def question(client: Client) -> tuple[str, str, dict[str, Any]]:
    return "/rulings/questions/", "/rulings/questions/", {"text": "Why does it fall?"}


def draft(client: Client) -> tuple[str, str, dict[str, Any]]:
    return "/editor/", "/grimoire/mine/new/", {"position": json.dumps(position_json())}


def remixed_page(client: Client) -> tuple[str, str, dict[str, Any]]:
    of = make_puzzle(make_owner("Bob"))
    return of.get_absolute_url(), reverse("grimoire:remix", args=[of.token]), {}


WAYS: dict[Any, type[Owned]] = {
    deck: Deck, copied_deck: Deck, remixed_card: Card, book: Book, book_with_a_page: Book, question: Question,
    draft: Puzzle, remixed_page: Puzzle,
}  # fmt: skip


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_the_same_form_sent_twice_makes_one_thing(way: Any) -> None:
    owner, client = guest()
    page, address, data = way(client)
    own = WAYS[way]._default_manager.filter(owner=owner)
    carried = form_at(client, page, address if "action" not in data and page != address else "")
    first, second = (client.post(address, {**data, "begun": carried}) for _time in range(2))
    assert (first.status_code, second.status_code) == (302, 302)
    assert first["Location"] == second["Location"]
    assert own.count() == 1
    assert own.get().token == begun.token_of(carried)
    client.post(address, {**data, "begun": form_at(client, page)})
    assert own.count() == 2  # another page
    own.filter(token=begun.token_of(carried)).update(created=timezone.now() - begun.SENT_TWICE)
    client.post(address, {**data, "begun": carried})
    assert own.count() == 3  # somebody who came back to the first


@pytest.mark.parametrize(
    ("way", "changes"),
    [
        (deck, {"name": "Ashes"}),
        (book, {"title": "Ashes"}),
        (question, {"text": "Why does it stand?"}),
        (draft, {"position": json.dumps(position_json("destroy"))}),
    ],
)
def test_what_says_something_else_is_another_thing(way: Any, changes: dict[str, Any]) -> None:
    owner, client = guest()
    page, address, data = way(client)
    sent = {**data, "begun": form_at(client, page)}
    for form in (sent, {**sent, **changes}):
        assert client.post(address, form).status_code == 302
    assert WAYS[way]._default_manager.filter(owner=owner).count() == 2


def test_nobody_gets_what_another_made_with_their_token() -> None:
    (owner, first), (other_owner, second) = guest(), guest()
    sent = {"name": "Embers", "visibility": "private", "begun": begun.new_page()}
    assert first.post("/decks/new/", sent)["Location"] != second.post("/decks/new/", sent)["Location"]
    assert Deck.objects.filter(owner=owner).count() == Deck.objects.filter(owner=other_owner).count() == 1
    first.post("/decks/new/", {**sent, "begun": "made-up:signature"})
    assert not Deck.objects.filter(token="made-up").exists()


def test_pressed_twice_at_the_same_moment(race: Callable[[str], Any]) -> None:
    answer = race(
        """
from accounts.begun import new_page, token_of
from accounts.models import Owner
from cards.decks.drafts import DeckDraft
from cards.decks.services import save_deck
from cards.models import Deck
owner, token = Owner.objects.create(), token_of(new_page())
said = {"owner": owner, "draft": DeckDraft(), "name": "Embers", "about": "", "visibility": "private", "token": token}
made = at_once(lambda _number: save_deck(**said).token, range(6))
print(json.dumps([set(made) == {token}, Deck.objects.count()]))
"""
    )
    assert answer == [True, 1]
