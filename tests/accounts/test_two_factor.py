"""A second factor: asked for after the password, never without it, kept so that the database alone opens nothing."""

from __future__ import annotations

import re
import time
from types import SimpleNamespace
from typing import Any

import pytest
from allauth.account.forms import EmailAwarePasswordResetTokenGenerator
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.core.cache import cache
from django.test import Client
from playwright.sync_api import Page

from accounts.allauth_forms import EditPasskeyForm
from accounts.api_tokens import make_api_token
from accounts.models import ApiToken, Owner, User
from accounts.two_factor import TwoFactorAdapter

PASSWORD = "correct horse battery"
ASKED = "/accounts/2fa/authenticate/"


def signed_in(name: str = "ada") -> Client:
    if not User.objects.filter(username=name).exists():
        User.objects.create_user(name, password=PASSWORD)
    client = Client()
    client.post("/accounts/login/", {"login": name, "password": PASSWORD})
    return client


def sure(client: Client) -> Client:
    """Who changes a factor types the password once more."""
    assert client.post("/accounts/reauthenticate/", {"password": PASSWORD}).status_code == 302
    return client


def code_of(secret: str) -> str:
    """What the app shows at the moment."""
    cache.clear()  # a code counts once, and a test does not wait for the next one
    return format_hotp_value(hotp_value(secret, next(yield_hotp_counters_from_time())))


def is_in(client: Client) -> bool:
    return client.get("/me/sessions/").status_code == 200


@pytest.fixture(autouse=True)
def half_a_minute_that_lasts(monkeypatch: pytest.MonkeyPatch) -> None:
    """No code runs out between being read and being typed."""
    now = time.time()
    monkeypatch.setattr(auth, "time", SimpleNamespace(time=lambda: now))


@pytest.fixture
def secret(db: None) -> str:
    """The secret of an app that Ada has activated."""
    ada = signed_in()
    assert ada.get("/accounts/2fa/totp/activate/").headers["Location"].startswith("/accounts/reauthenticate/")
    page = sure(ada).get("/accounts/2fa/totp/activate/")
    assert page.status_code == 200
    key = str(page.context["form"].secret)
    assert ada.post("/accounts/2fa/totp/activate/", {"code": "000000"}).status_code == 200
    assert not Authenticator.objects.exists()
    assert ada.post("/accounts/2fa/totp/activate/", {"code": code_of(key)}).status_code == 302
    cache.clear()  # as half a minute later
    return key


def surer(client: Client, secret: str) -> Client:
    """Who has a second factor proves with it who they are."""
    assert client.post("/accounts/2fa/reauthenticate/", {"code": code_of(secret)}).status_code == 302
    return client


def test_the_code_that_turned_it_on_counts_no_more(db: None) -> None:
    ada = sure(signed_in())
    key = str(ada.get("/accounts/2fa/totp/activate/").context["form"].secret)
    code = code_of(key)
    assert ada.post("/accounts/2fa/totp/activate/", {"code": code}).status_code == 302
    for path in (ASKED, "/accounts/2fa/reauthenticate/"):
        client = signed_in() if path == ASKED else ada
        assert client.post(path, {"code": code}).status_code == 200, path
    assert not is_in(signed_in())


ASKING_FOR_PASSWORDS = ("/me/delete/", "/accounts/password/change/")
GUARDED = (
    *("/accounts/2fa/totp/deactivate/", "/accounts/2fa/webauthn/add/", "/accounts/2fa/recovery-codes/"),
    *("/accounts/2fa/recovery-codes/generate/", "/accounts/2fa/recovery-codes/download/", "/me/tokens/new/"),
    *ASKING_FOR_PASSWORDS,
)


@pytest.mark.parametrize("prefix", ["", "/fr"])
def test_a_password_alone_changes_nothing_of_who_has_a_second_factor(secret: str, prefix: str) -> None:
    client = signed_in()
    client.post(ASKED, {"code": code_of(secret)})
    response = client.post(f"{prefix}/accounts/reauthenticate/", {"password": PASSWORD})
    assert response.status_code == 302 and "/2fa/reauthenticate/" in response["Location"]
    typed = {"password": PASSWORD, "oldpassword": PASSWORD, "password1": "battery horse", "password2": "battery horse"}
    for path in GUARDED:
        sent = typed if path in ASKING_FOR_PASSWORDS else {}
        for answer in (client.get(prefix + path), client.post(prefix + path, sent)):
            if answer.status_code == 405:
                continue
            assert answer.status_code == 302, path
            assert answer["Location"].startswith((f"{prefix}/accounts/2fa/reauthenticate/", prefix + path)), path
    assert client.post(f"{prefix}/accounts/email/", {"action_remove": "", "email": "a@example.org"}).status_code == 302
    assert PASSWORD not in repr(dict(client.session))  # what was typed is not kept until then
    assert Authenticator.objects.filter(type="totp").exists()
    assert User.objects.get().check_password(PASSWORD)
    surer(client, secret)
    for path in GUARDED:
        assert client.get(prefix + path).status_code == 200, path
    assert client.post(prefix + "/accounts/password/change/", typed).status_code == 302
    assert User.objects.get().check_password("battery horse")


def test_a_key_alone_is_asked_for_as_well(db: None) -> None:
    ada = signed_in()
    key = Authenticator.objects.create(user=User.objects.get(), type="webauthn", data={"name": "Key", "credential": {}})
    assert "name" in EditPasskeyForm({"name": "\u200b\ue000"}, instance=key).errors
    answer = ada.get("/accounts/2fa/")
    assert answer.status_code == 200
    response = ada.post("/accounts/reauthenticate/", {"password": PASSWORD})
    assert response["Location"].startswith("/accounts/2fa/webauthn/reauthenticate/")
    assert ada.get("/accounts/2fa/webauthn/add/")["Location"].startswith("/accounts/2fa/webauthn/reauthenticate/")


def test_turning_it_on_ends_what_was_before(transactional_db: None) -> None:
    thief, ada = sure(signed_in()), sure(signed_in())
    owner = Owner.objects.create(user=User.objects.get())
    for _ in range(2):
        make_api_token(owner=owner, name="mine", scopes=["cards"])
    key = str(ada.get("/accounts/2fa/totp/activate/").context["form"].secret)
    ada.post("/accounts/2fa/totp/activate/", {"code": code_of(key)})
    page = ada.get("/accounts/2fa/").content.decode()
    assert '<a href="/me/tokens/">' in page
    assert is_in(ada) and not is_in(thief)
    thief.post("/accounts/2fa/totp/deactivate/")
    assert Authenticator.objects.filter(type="totp").exists()
    assert ApiToken.objects.count() == 2  # that is for their owner to say
    ada.post("/me/tokens/", {"token": "all"})
    assert ApiToken.objects.count() == 0


def test_a_password_alone_does_not_get_in(secret: str) -> None:
    client = signed_in()
    assert not is_in(client)
    wrong = client.post(ASKED, {"code": "000000"})
    assert wrong.status_code == 200 and not is_in(client)
    assert client.post(ASKED, {"code": code_of(secret)}).status_code == 302
    assert is_in(client)


def test_a_code_alone_does_not_get_in_either(secret: str) -> None:
    client = Client()
    client.post(ASKED, {"code": code_of(secret)})
    assert not is_in(client)


def test_codes_are_not_guessed(secret: str) -> None:
    code = code_of(secret)
    client = signed_in()
    said = [client.post(ASKED, {"code": "000000"}).content.decode() for _ in range(12)]
    assert "Too many failed login attempts" not in said[0]
    assert "Too many failed login attempts" in said[-1]
    client.post(ASKED, {"code": code})
    assert not is_in(client)


def test_a_code_of_the_app_counts_once(secret: str) -> None:
    code = code_of(secret)
    first, again = signed_in(), signed_in()
    first.post(ASKED, {"code": code})
    assert is_in(first)
    again.post(ASKED, {"code": code})  # as somebody types it who has looked on
    assert not is_in(again)


def test_a_new_password_asks_for_the_second_factor_all_the_same(secret: str) -> None:
    user = User.objects.get(username="ada")
    key = f"{user_pk_to_url_str(user)}-{EmailAwarePasswordResetTokenGenerator().make_token(user)}"
    client = Client()
    form = client.get(f"/accounts/password/reset/key/{key}/")["Location"]
    client.post(form, {"password1": "another horse", "password2": "another horse"})
    assert not is_in(client)
    client.post("/accounts/login/", {"login": "ada", "password": "another horse"})
    assert not is_in(client)
    client.post(ASKED, {"code": code_of(secret)})
    assert is_in(client)


def test_a_code_on_paper_counts_once(secret: str) -> None:
    codes = Authenticator.objects.get(type="recovery_codes").wrap().get_unused_codes()
    assert len(codes) == 10
    first, again = signed_in(), signed_in()
    first.post(ASKED, {"code": codes[0]})
    assert is_in(first)
    again.post(ASKED, {"code": codes[0]})
    assert not is_in(again)


def test_moderators_are_asked_as_well(secret: str) -> None:
    User.objects.update(is_staff=True, is_superuser=True)
    client = signed_in()
    assert client.get("/admin/").status_code == 302
    client.post(ASKED, {"code": code_of(secret)})
    assert client.get("/admin/").status_code == 200


def test_the_database_alone_opens_nothing(secret: str, settings: Any) -> None:
    kept = repr(list(Authenticator.objects.values()))
    assert secret not in kept
    adapter = TwoFactorAdapter()
    kept_secret = Authenticator.objects.get(type="totp").data["secret"]
    assert adapter.decrypt(kept_secret) == secret
    old, settings.SECRET_KEY = settings.SECRET_KEY, "another key of more than thirty-two letters"
    assert secret != adapter.decrypt(kept_secret) != adapter.decrypt(kept_secret)  # nobody knows it, it fits nothing
    settings.SECRET_KEY_FALLBACKS = [old]
    assert adapter.decrypt(kept_secret) == secret


@pytest.mark.parametrize("path", ["", "totp/deactivate/", "recovery-codes/", "webauthn/", "webauthn/add/"])
@pytest.mark.parametrize("prefix", ["", "/fr"])
def test_its_pages_wear_the_site_s_dress(secret: str, prefix: str, path: str) -> None:
    client = signed_in()
    client.post(ASKED, {"code": code_of(secret)})
    answer = surer(client, secret).get(f"{prefix}/accounts/2fa/{path}")
    content = answer.content.decode()
    assert answer.status_code == 200
    assert 'class="leaf"' in content
    assert "style=" not in content
    assert not re.search(r"<script(?![^>]*(src=|application/json))", content)


def test_strangers_are_asked_to_sign_in(client: Client, db: None) -> None:
    assert client.get("/accounts/2fa/").headers["Location"].startswith("/accounts/login/")
    assert 'id="passkey_login"' in client.get("/accounts/login/").content.decode()


def test_a_passkey_is_made_and_signs_in(transactional_db: None, page: Page, live_server: Any) -> None:
    """In a browser with an authenticator of its own: neither name nor password is typed."""
    User.objects.create_user("ada", password=PASSWORD)
    site = live_server.url.replace("127.0.0.1", "localhost")
    browser = page.context.new_cdp_session(page)
    browser.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
    }
    browser.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    page.goto(f"{site}/accounts/login/")
    page.fill("input[name=login]", "ada")
    page.fill("input[name=password]", PASSWORD)
    page.click(".leaf button.strong")
    page.wait_for_url("**/workshop/**")
    page.goto(f"{site}/accounts/2fa/webauthn/add/")
    page.fill("input[name=password]", PASSWORD)
    page.click(".leaf form button")
    page.wait_for_url("**/webauthn/add/")
    page.fill("input[name=name]", "My key")
    page.check("input[name=passwordless]")
    page.click("#mfa_webauthn_add")
    page.wait_for_url("**/recovery-codes/**")
    assert Authenticator.objects.filter(type="webauthn").count() == 1
    page.context.clear_cookies()
    page.goto(f"{site}/accounts/login/")
    page.click("#passkey_login")
    page.wait_for_url("**/workshop/**")
    page.goto(f"{site}/me/sessions/")
    assert page.locator("h1").inner_text()
