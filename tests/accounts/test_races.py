"""Two requests of one person, or of two, at the very same moment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

# ``both(name, method)``: from here on two calls of a method wait for each other before they go on, once.
MEETING = """
from threading import local
from django.test import Client
from accounts.models import Owner, User
settings.ACCOUNT_RATE_LIMITS, settings.ALLOWED_HOSTS = False, ["testserver"]

def both(module, name):
    before, met, seen = getattr(module, name), Barrier(2), local()
    def after(*arguments, **options):
        answer = before(*arguments, **options)
        if not getattr(seen, "met", False):
            seen.met = True
            met.wait()
        return answer
    setattr(module, name, after)
"""


def test_two_first_saves_of_a_new_account_are_both_kept(race: Callable[[str], Any]) -> None:
    answer = race(
        MEETING
        + """
from accounts import owners
from cards.models import Deck
user = User.objects.create_user("ada")
both(owners, "get_owner")  # neither finds an owner

def save(name):
    client = Client()
    client.force_login(user)
    return client.post("/decks/new/", {"name": name, "visibility": "private"}).status_code

answers = at_once(save, ["Embers", "Ashes"])
names = sorted(Deck.objects.filter(owner__user=user).values_list("name", flat=True))
print(json.dumps([answers, names, Owner.objects.count()]))
"""
    )
    assert answer == [[302, 302], ["Ashes", "Embers"], 1]


def test_of_two_who_sign_up_with_one_name_one_is_asked_for_another(race: Callable[[str], Any]) -> None:
    answer = race(
        MEETING
        + """
from allauth.account.adapter import DefaultAccountAdapter
both(DefaultAccountAdapter, "clean_username")  # the name is free for both

def sign_up(name):
    client = Client()
    answer = client.post("/accounts/signup/", {"username": name, "password1": "correct horse battery"})
    page = client.get("/accounts/signup/").content.decode() if answer["Location"] == "/accounts/signup/" else ""
    return [answer.status_code, "_auth_user_id" in client.session, "That name was just taken" in page]

answers = [sorted(at_once(sign_up, names)) for names in (["ada", "ada"], ["Bob", "bob"])]
print(json.dumps([answers, sorted(name.lower() for name in User.objects.values_list("username", flat=True))]))
"""
    )
    signed_up, refused = [302, False, True], [302, True, False]
    assert answer == [[[signed_up, refused], [signed_up, refused]], ["ada", "bob"]]
