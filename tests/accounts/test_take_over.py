"""Ways to take somebody's account: by a browser left open, by mail, by many accounts."""

from __future__ import annotations

import re
import time
from types import SimpleNamespace
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.core import mail
from django.core.cache import cache
from django.test import Client

from accounts.models import User

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse battery"
EMAIL = "ada@example.org"
RESET = "/accounts/password/reset/"


@pytest.fixture(autouse=True)
def ada() -> User:
    user = User.objects.create_user("ada", email=EMAIL, password=PASSWORD)
    EmailAddress.objects.create(user=user, email=EMAIL, verified=True, primary=True)
    return user


def left_open() -> Client:
    """A browser in which Ada has signed in."""
    client = Client()
    assert client.post("/accounts/login/", {"login": "ada", "password": PASSWORD}).status_code == 302
    return client


@pytest.mark.parametrize(
    "sent",
    [
        {"email": "eve@example.org", "action_add": ""},
        {"email": "second@example.org", "action_remove": ""},
        {"email": "second@example.org", "action_primary": ""},
    ],
)
def test_a_browser_left_open_changes_no_address(ada: User, sent: dict[str, str]) -> None:
    EmailAddress.objects.create(user=ada, email="second@example.org", verified=True)
    client, before = left_open(), set(EmailAddress.objects.values_list("email", "primary"))
    response = client.post("/accounts/email/", sent)
    assert response.status_code == 302 and response["Location"].startswith("/accounts/reauthenticate/")
    assert set(EmailAddress.objects.values_list("email", "primary")) == before
    client.post(response["Location"], {"password": "wrong"})
    assert set(EmailAddress.objects.values_list("email", "primary")) == before
    client.post(response["Location"], {"password": PASSWORD})  # then what was sent is done
    assert set(EmailAddress.objects.values_list("email", "primary")) != before


def test_a_browser_left_open_connects_no_other_sign_in() -> None:
    """Discord's, where it is configured; what allauth asks before it connects one is the same."""
    from allauth.socialaccount import app_settings

    assert app_settings.REAUTHENTICATION_REQUIRED is True and app_settings.LOGIN_ON_GET is False
    # An address that Discord tells opens no account that has it here.
    assert app_settings.EMAIL_AUTHENTICATION is False


def test_the_link_of_a_forgotten_password_counts_once_and_ends_sessions() -> None:
    own = left_open()
    Client().post(RESET, {"email": EMAIL})
    link = re.search(r"http://testserver(/accounts/password/reset/key/\S+)", str(mail.outbox[0].body))
    assert link
    client = Client()
    form = client.get(link[1])["Location"]
    assert "set-password" in form  # so that no page with the link's secret in its address names it to another one
    assert client.post(form, {"password1": "another horse", "password2": "another horse"}).status_code == 302
    assert own.get("/me/sessions/").status_code == 302
    assert client.get("/me/sessions/").status_code == 302  # a second factor, where there is one, is still asked for
    assert "set-password" not in Client().get(link[1]).headers.get("Location", "")


def reset_by_mail(email: str, password: str) -> None:
    """What the owner of an address does who knows no password."""
    client = Client()
    client.post(RESET, {"email": email})
    link = re.search(r"http://testserver(/accounts/password/reset/key/\S+)", str(mail.outbox[-1].body))
    assert link
    form = client.get(link[1])["Location"]
    assert client.post(form, {"password1": password, "password2": password}).status_code == 302


@pytest.mark.parametrize("is_confirmed", [False, True])
def test_who_signed_up_with_an_address_of_somebody_else_s_leaves_no_way_in(is_confirmed: bool) -> None:
    eve = User.objects.create_user("eve", email="bob@example.org", password=PASSWORD)
    EmailAddress.objects.create(user=eve, email="bob@example.org", verified=is_confirmed, primary=True)
    SocialAccount.objects.create(user=eve, provider="discord", uid="1")
    reset_by_mail("bob@example.org", "another horse")
    assert SocialAccount.objects.filter(user=eve).exists() is is_confirmed


def test_no_second_factor_before_an_address_is_confirmed() -> None:
    """Nor an address beside one: else it would be its owner who is kept out."""
    eve = User.objects.create_user("eve", email="bob@example.org", password=PASSWORD)
    EmailAddress.objects.create(user=eve, email="bob@example.org", verified=False, primary=True)
    client = Client()
    assert client.post("/accounts/login/", {"login": "eve", "password": PASSWORD}).status_code == 302
    for page in ("totp/activate", "webauthn/add"):
        assert client.get(f"/accounts/2fa/{page}/").status_code == 302, page
    EmailAddress.objects.filter(user=eve).delete()
    User.objects.filter(pk=eve.pk).update(email="")
    Authenticator.objects.create(user=eve, type=Authenticator.Type.WEBAUTHN, data={})
    client.post("/accounts/email/", {"email": "bob@example.org", "action_add": ""})
    assert not EmailAddress.objects.filter(user=eve).exists()


@pytest.mark.parametrize(
    ("prefix", "words"), [("", "Your password has been changed."), ("/fr", "Votre mot de passe a été modifié.")]
)
def test_changes_are_told_by_mail(prefix: str, words: str) -> None:
    client, sent = left_open(), {"oldpassword": PASSWORD, "password1": "another horse", "password2": "another horse"}
    assert client.post(f"{prefix}/accounts/password/change/", sent).status_code == 302
    (message,) = mail.outbox
    assert message.to == [EMAIL] and words in str(message.body) and "127.0.0.1" in str(message.body)


def test_a_change_stays_where_no_mail_goes_out(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", 9, 1  # nobody listens there
    client, sent = left_open(), {"oldpassword": PASSWORD, "password1": "another horse", "password2": "another horse"}
    assert client.post("/accounts/password/change/", sent).status_code == 302
    assert User.objects.get(username="ada").check_password("another horse")


@pytest.mark.parametrize(
    "headers",
    [
        {"HTTP_HOST": "evil.example"},
        {"HTTP_X_FORWARDED_HOST": "evil.example"},
        {"HTTP_X_ORIGINAL_HOST": "evil.example", "HTTP_FORWARDED": "host=evil.example"},
    ],
)
def test_no_mail_leads_elsewhere(headers: dict[str, str], settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["testserver"]
    Client(raise_request_exception=False).post(RESET, {"email": EMAIL}, **headers)
    assert all("evil.example" not in str(message.body) for message in mail.outbox)
    assert len(mail.outbox) == ("HTTP_HOST" not in headers)


def test_whether_there_is_an_account_does_not_show_when_a_password_is_forgotten() -> None:
    there, not_there = (Client().post(RESET, {"email": email}) for email in (EMAIL, "nobody@example.org"))
    assert (there.status_code, there["Location"]) == (not_there.status_code, not_there["Location"])
    assert len(mail.outbox) == 2


@pytest.fixture
def moment(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time by which allauth counts, to be moved on."""
    cache.clear()
    now = [time.time()]
    clock = SimpleNamespace(time=lambda: now[0], monotonic=time.monotonic, sleep=time.sleep)
    monkeypatch.setattr("allauth.core.internal.ratelimit.time", clock)
    return now


def test_nobody_is_sent_mail_without_end(moment: list[float]) -> None:
    for number in range(30):  # from as many addresses, half a minute between them
        Client(REMOTE_ADDR=f"198.51.100.{number}").post(RESET, {"email": EMAIL})
        moment[0] += 30
    assert len(mail.outbox) == 10


def test_so_many_accounts_from_an_address_and_no_more(moment: list[float], settings: Any) -> None:
    rates = [rate.split("/") for rate in settings.ACCOUNT_RATE_LIMITS["signup"].split(",")]
    assert ["150", "d", "ip"] in rates
    settings.ACCOUNT_RATE_LIMITS = {"signup": "2/m/ip,5/d/ip"}
    for number in range(9):  # from one half of IPv6, which one visitor has to themselves
        there = {"REMOTE_ADDR": f"2001:db8:1:2::{number:x}"}
        Client(**there).post("/accounts/signup/", {"username": f"name{number}", "password1": PASSWORD})
        moment[0] += 100
    assert User.objects.filter(username__startswith="name").count() == 5
    elsewhere = Client(REMOTE_ADDR="2001:db8:1:3::1")
    assert elsewhere.post("/accounts/signup/", {"username": "else", "password1": PASSWORD}).status_code == 302


@pytest.mark.parametrize(
    "name", ["ADA", "Ada ", "\u0430da", "ada\u200b", "ad\u0430", "\uff41da", "@ada", "ada@example.org", "Admin"]
)
def test_nobody_takes_a_name_that_reads_like_another(name: str) -> None:
    Client().post("/accounts/signup/", {"username": name, "password1": PASSWORD})
    assert User.objects.count() == 1
