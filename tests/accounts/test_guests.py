"""Guests: a signed cookie keeps their work, nobody else's cookie reaches it, and at sign-up it comes along."""

from __future__ import annotations

from http.cookies import Morsel
from typing import Any

import pytest
from django.conf import settings
from django.core import signing
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.models import Owner, Report, User
from accounts.owners import COOKIE, EXPECTED_FOR, EXPECTED_SALT, MAX_SECONDS, RENEWED_AFTER, SALT
from accounts.services import adopt, owned_models
from cards.models import Card
from tests.accounts.owned import one_of_each

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse battery"

NOBODY = "6882890d-149f-4ee7-a5af-d7cb7211ae49"  # fixed: workers must agree on the names of tests


@pytest.fixture(autouse=True)
def no_limits(settings: Any) -> None:
    """Signing in is limited by allauth per address, and all tests have one address."""
    settings.ACCOUNT_RATE_LIMITS = False


def make_card(client: Client, name: str = "Gate") -> HttpResponse:
    """Makes a card the short way: one line of a table."""
    data = {"name": "Mine", "text": f"name,type\n{name},bridge\n"}
    seen = client.post(reverse("cards:import"), data).context["form"]["seen"].value()
    return client.post(reverse("cards:import"), {**data, "seen": seen, "save": "1"})


def names(client: Client) -> list[str]:
    """The names of the cards that the client can take along as its own."""
    response = client.get(reverse("cards:export_own", args=["json"]))
    return [] if response.status_code == 404 else [card["name"] for card in response.json()["cards"]]


def sign_up(client: Client, name: str = "ada", **more: str) -> HttpResponse:
    return client.post(reverse("account_signup"), {"username": name, "password1": PASSWORD, **more})


def sign_in(client: Client, name: str = "ada") -> HttpResponse:
    return client.post(reverse("account_login"), {"login": name, "password": PASSWORD})


def cookie(client: Client) -> Morsel[str]:
    return client.cookies[COOKIE]


def test_looking_around_leaves_no_trace(client: Client) -> None:
    for path in ("/", "/me/", "/cards/import/", "/accounts/login/", "/accounts/signup/", "/fr/me/"):
        assert COOKIE not in client.get(path).cookies
    assert not Owner.objects.exists()


def test_the_first_thing_made_makes_a_guest(client: Client) -> None:
    answer = make_card(client)
    cookie = answer.cookies[COOKIE]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert cookie["max-age"] == MAX_SECONDS
    assert bool(cookie["secure"]) == settings.SESSION_COOKIE_SECURE
    assert names(client) == ["Gate"]
    make_card(client, "Pier")
    assert Owner.objects.count() == 1
    assert sorted(names(client)) == ["Gate", "Pier"]


def test_what_an_editor_sends_at_a_time_is_one_guest_s(client: Client) -> None:
    """A picture is on its way while the card saves itself: neither request knows of the other."""
    early = client.get("/workshop/new/").cookies[COOKIE]
    assert early["httponly"]
    assert early["max-age"] == EXPECTED_FOR
    assert not Owner.objects.exists()
    second = Client()
    second.cookies[COOKIE] = early.value
    make_card(client, "Gate")
    assert cookie(client)["max-age"] == MAX_SECONDS
    make_card(second, "Pier")
    assert Owner.objects.count() == 1
    assert sorted(names(client)) == sorted(names(second)) == ["Gate", "Pier"]


def test_an_expected_guest_is_expected_once(client: Client) -> None:
    client.get("/workshop/new/")
    expected = cookie(client).value
    client.get("/workshop/new/")
    assert cookie(client).value == expected
    make_card(client)
    assert COOKIE not in client.get("/workshop/new/").cookies


def test_nobody_expects_a_guest_where_there_is_an_account(client: Client) -> None:
    sign_up(client)
    assert COOKIE not in client.get("/workshop/new/").cookies


def test_an_expected_name_reaches_no_account_and_is_gone_after_a_day(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = Owner.objects.create(user=User.objects.create_user("ada"))
    client.cookies[COOKIE] = forged(str(owner.pk), salt=COOKIE + EXPECTED_SALT)
    make_card(client)
    assert Card.objects.filter(owner=owner).count() == 0
    late = Client()
    late.cookies[COOKIE] = forged(NOBODY, salt=COOKIE + EXPECTED_SALT)
    now = signing.time.time()
    monkeypatch.setattr(signing.time, "time", lambda: now + EXPECTED_FOR + 60)
    make_card(late)
    assert not Owner.objects.filter(pk=NOBODY).exists()


def test_production_sends_the_cookie_over_https_only(client: Client, settings: Any) -> None:
    settings.SESSION_COOKIE_SECURE = True
    assert make_card(client).cookies[COOKIE]["secure"]


def forged(value: str, salt: str = COOKIE + SALT, key: str | None = None) -> str:
    return signing.TimestampSigner(key=key or settings.SECRET_KEY, salt=salt).sign(value)


@pytest.mark.parametrize(
    "attack", ["unsigned", "tampered", "other-key", "other-salt", "swapped", "empty", "long", "junk"]
)
def test_a_cookie_that_was_not_given_here_is_nobody_s(client: Client, attack: str) -> None:
    make_card(client)
    victim = str(Owner.objects.get().pk)
    value = cookie(client).value
    thief = Client()
    thief.cookies[COOKIE] = {
        "unsigned": victim,
        "tampered": value[:-1] + ("A" if value[-1] != "A" else "B"),
        "other-key": forged(victim, key="x" * 50),
        "other-salt": forged(victim, salt="messages"),
        "swapped": value.replace(victim, NOBODY),
        "empty": "",
        "long": "x" * 4000,
        "junk": "\\000:;é:" + value,
    }[attack]
    assert names(thief) == []
    assert thief.get("/me/").status_code == 200


@pytest.mark.parametrize("value", ["", "1", "not-a-uuid", "None", "' or 1=1 --", NOBODY])
def test_a_signed_cookie_of_no_guest_is_nobody_s(client: Client, value: str) -> None:
    client.cookies[COOKIE] = forged(value)
    assert names(client) == []
    make_card(client)
    assert names(client) == ["Gate"]
    assert str(Owner.objects.get().pk) != value


def test_the_cookie_of_an_owner_with_an_account_opens_nothing(client: Client) -> None:
    owner = Owner.objects.create(user=User.objects.create_user("ada"))
    Card.objects.create(owner=owner, name="Secret", kind="bridge")
    client.cookies[COOKIE] = forged(str(owner.pk))
    assert names(client) == []
    make_card(client)
    assert Card.objects.filter(owner=owner).count() == 1


def test_the_cookie_is_renewed_now_and_then_and_runs_out(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    make_card(client)
    assert COOKIE not in client.get("/me/").cookies
    now = time.time()
    monkeypatch.setattr(signing.time, "time", lambda: now + RENEWED_AFTER + 60)
    assert COOKIE in client.get("/me/").cookies
    stale = Client()
    stale.cookies[COOKIE] = cookie(client).value
    monkeypatch.setattr(signing.time, "time", lambda: now + RENEWED_AFTER + MAX_SECONDS + 120)
    assert names(stale) == []


def test_work_comes_along_at_sign_up(client: Client) -> None:
    make_card(client)
    guest = Owner.objects.get()
    answer = sign_up(client)
    assert answer.status_code == 302
    assert answer.cookies[COOKIE]["max-age"] == 0
    assert not Owner.objects.filter(pk=guest.pk).exists()
    assert Owner.objects.get().user == User.objects.get(username="ada")
    assert names(client) == ["Gate"]
    assert "moved to your account" in client.get("/me/").content.decode()


def test_work_comes_along_at_sign_in_and_joins_what_is_there(client: Client) -> None:
    sign_up(client)
    make_card(client, "First")
    client.post(reverse("account_logout"))
    assert names(client) == []
    make_card(client, "Second")
    sign_in(client)
    assert sorted(names(client)) == ["First", "Second"]
    assert Owner.objects.count() == 1


def test_after_signing_out_one_is_somebody_new(client: Client) -> None:
    make_card(client)
    sign_up(client)
    card = Card.objects.get()
    client.post(reverse("account_logout"))
    assert names(client) == []
    assert client.get(reverse("cards:own_card", args=[card.token])).status_code == 404
    make_card(client, "Another")
    assert names(client) == ["Another"]
    assert Owner.objects.count() == 2


def test_an_old_copy_of_the_cookie_reaches_nothing_after_adoption(client: Client) -> None:
    make_card(client)
    kept = cookie(client).value
    sign_up(client)
    thief = Client()
    thief.cookies[COOKIE] = kept
    assert names(thief) == []
    make_card(thief, "New")
    assert names(thief) == ["New"]
    assert names(client) == ["Gate"]


def test_two_tabs(client: Client) -> None:
    """One tab has a form open as a guest while the other signs up: what the first then sends is the account's."""
    make_card(client, "First")
    data = {"name": "Mine", "text": "name,type\nSecond,bridge\n"}
    seen = client.post(reverse("cards:import"), data).context["form"]["seen"].value()
    sign_up(client)
    client.post(reverse("cards:import"), {**data, "seen": seen, "save": "1"})
    assert sorted(names(client)) == ["First", "Second"]
    assert Owner.objects.count() == 1


def test_a_wrong_password_moves_nothing(client: Client) -> None:
    User.objects.create_user("ada", password=PASSWORD)
    make_card(client)
    client.post(reverse("account_login"), {"login": "ada", "password": "wrong"})
    assert names(client) == ["Gate"]
    assert Owner.objects.guests().count() == 1


def test_adoption_moves_every_kind_of_thing() -> None:
    guest = Owner.objects.create()
    user = User.objects.create_user("ada")
    theirs, mine, things = (
        list(one_of_each(owner).values()) for owner in (Owner.objects.create(), Owner.objects.create(user=user), guest)
    )
    thrown_away = Card.objects.create(owner=guest, name="Thrown away")
    Card.everything.filter(pk=thrown_away.pk).update(deleted_at=thrown_away.created)
    report = Report.objects.create(about=theirs[0], reporter=guest, reason="spam")
    assert {type(thing) for thing in things} == set(owned_models())
    assert adopt(guest=guest, user=user) == len(things) + 1
    assert not Owner.objects.filter(pk=guest.pk).exists()
    for thing in [*mine, *things]:
        thing.refresh_from_db()
        assert thing.owner.user == user
    for thing in theirs:
        thing.refresh_from_db()
        assert thing.owner.user is None
    assert Card.everything.get(pk=thrown_away.pk).owner.user == user
    report.refresh_from_db()
    assert report.reporter.user == user
