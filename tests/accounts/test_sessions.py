"""Everybody sees where they are signed in, and ends what they do not know."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.signed_in import browser_of
from accounts.upkeep import sweep_sessions

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse battery"
PAGE = "/me/sessions/"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
SAFARI = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/17.0 Mobile/15E148 Safari/604.1"
)
CHROME = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36"


def signed_in(name: str, user_agent: str = FIREFOX) -> Client:
    """A browser in which somebody has signed in by the form."""
    if not User.objects.filter(username=name).exists():
        User.objects.create_user(name, password=PASSWORD)
    browser = Client(headers={"user-agent": user_agent})
    assert browser.post("/accounts/login/", {"login": name, "password": PASSWORD}).status_code == 302
    return browser


def is_in(browser: Client) -> bool:
    return browser.get(PAGE).status_code == 200


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        (FIREFOX, "Firefox, Linux"),
        (SAFARI, "Safari, iPhone"),
        (CHROME, "Chrome, Windows"),
        (f"{CHROME} Edg/126.0", "Edge, Windows"),
        ("", ""),
        ("nobody/1", ""),
    ],
)
def test_browsers_by_their_names(user_agent: str, name: str) -> None:
    assert browser_of(user_agent) == name


def test_everybody_sees_their_own_and_ends_them_one_by_one() -> None:
    desk, phone, other = signed_in("ada"), signed_in("ada", SAFARI), signed_in("ada", CHROME)
    signed_in("bea", "Opera OPR/1 Android")
    page = desk.get(PAGE)
    assert [session.browser for session in page.context["sessions"]] == [
        "Firefox, Linux",
        "Chrome, Windows",
        "Safari, iPhone",
    ]
    assert [session.is_this for session in page.context["sessions"]] == [True, False, False]
    assert b"Safari, iPhone" in page.content and b"127.0.0.1" in page.content
    desk.post(PAGE, {"session": page.context["sessions"][2].key})
    assert (is_in(desk), is_in(phone), is_in(other)) == (True, False, True)
    desk.post(PAGE, {"session": "others"})
    assert (is_in(desk), is_in(other)) == (True, False)
    assert len(desk.get(PAGE).context["sessions"]) == 1


@pytest.mark.parametrize("key", ["theirs", "mine", "", "x", "9" * 40, "-1"])
def test_nobody_ends_what_is_somebody_else_s(key: str) -> None:
    """Nor, by this page, the browser that asks."""
    ada, bea = signed_in("ada"), signed_in("bea")
    named = {"theirs": bea, "mine": ada}.get(key)
    if named is not None:
        key = str(UserSession.objects.get(session_key=named.session.session_key).pk)
    assert ada.post(PAGE, {"session": key}).status_code == 302
    assert is_in(ada) and is_in(bea)


def test_a_new_password_ends_all_others() -> None:
    desk, phone = signed_in("ada"), signed_in("ada", SAFARI)
    new = "battery horse correct"
    desk.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": new, "password2": new})
    assert User.objects.get(username="ada").check_password(new)
    assert not is_in(phone)
    assert is_in(desk)
    assert [session.is_this for session in desk.get(PAGE).context["sessions"]] == [True]


def test_strangers_are_asked_to_sign_in(client: Client) -> None:
    assert client.get(PAGE).headers["Location"].startswith("/accounts/login/")
    assert client.post(PAGE, {"session": "others"}).headers["Location"].startswith("/accounts/login/")
    assert client.get("/accounts/sessions/").headers["Location"] == PAGE


def test_who_was_signed_in_before_this_was_noted_is_listed(client: Client) -> None:
    client.force_login(User.objects.create_user("ada", password=PASSWORD))
    assert [session.is_this for session in client.get(PAGE).context["sessions"]] == [True]


def test_nothing_is_kept_of_sessions_that_are_over() -> None:
    ada, bea = signed_in("ada"), signed_in("bea")
    Session.objects.filter(pk=ada.session.session_key).update(expire_date=timezone.now() - timedelta(days=1))
    assert sweep_sessions() == 1
    assert [session.session_key for session in UserSession.objects.all()] == [bea.session.session_key]
