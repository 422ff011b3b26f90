"""API tokens: made by whoever has just proved who they are, shown once, kept as a hash, ended in time."""

from __future__ import annotations

import hashlib
import logging
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts import api_tokens
from accounts.api_tokens import find_api_token, is_api_token, make_api_token, sweep_api_tokens
from accounts.models import ApiToken, Owner, User
from accounts.quotas import QuotaExceeded
from tests.accounts.test_two_factor import PASSWORD, signed_in, sure

pytestmark = pytest.mark.django_db

NEW = "/me/tokens/new/"
LIST = "/me/tokens/"
SENT = {"name": "deck builder", "scopes": ["cards", "read:own"], "lasts": "30"}


def account(name: str = "ada") -> Owner:
    user = User.objects.filter(username=name).first() or User.objects.create_user(name, password=PASSWORD)
    return Owner.objects.get_or_create(user=user)[0]


def secret_of(owner: Owner, *scopes: str, **more: Any) -> str:
    return make_api_token(owner=owner, name="test", scopes=scopes or ("cards",), **more)[1]


def test_it_is_shown_once_and_kept_as_a_hash() -> None:
    ada = sure(signed_in())
    response = ada.post(NEW, SENT)
    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]
    (secret,) = re.findall(r">(cod_[^<]+)<", response.content.decode())
    assert re.fullmatch(r"cod_[A-Za-z0-9_-]{43}", secret)
    kept = ApiToken.objects.values().get()
    assert kept["digest"] == hashlib.sha256(secret.encode()).hexdigest()
    assert secret not in str(kept)
    assert (kept["name"], kept["scopes"]) == ("deck builder", ["cards", "read:own"])
    assert timedelta(days=29) < kept["expires"] - timezone.now() <= timedelta(days=30)
    listed = ada.get(LIST).content.decode()
    assert "deck builder" in listed and "never used" in listed
    assert secret not in listed and kept["digest"] not in listed
    assert LIST in ada.get("/me/").content.decode()
    token = find_api_token(secret)
    assert token is not None and token.pk == kept["id"]


def test_a_form_that_is_sent_twice_makes_one() -> None:
    ada = sure(signed_in())

    def form() -> dict[str, Any]:
        page = re.search(r'name="begun" value="([^"]+)"', ada.get(NEW).content.decode())
        assert page is not None
        return {**SENT, "begun": page[1]}

    def secret_in(answer: Any) -> str:
        (secret,) = re.findall(r">(cod_[^<]+)<", answer.content.decode())
        assert is_api_token(secret) and find_api_token(secret) is not None
        return str(secret)

    first = form()
    secret = secret_in(ada.post(NEW, first))
    assert secret_in(ada.post(NEW, first)) == secret
    assert ApiToken.objects.count() == 1
    others = {secret_in(ada.post(NEW, sent)) for sent in (form(), {**first, "name": "another"}, SENT, SENT)}
    assert secret not in others and len(others) == ApiToken.objects.count() - 1 == 4
    ada.post(LIST, {"token": "all"})
    assert secret_in(ada.post(NEW, first)) != secret
    bob = sure(signed_in("bob"))
    assert secret_in(bob.post(NEW, first)) != secret


def test_who_makes_one_proves_first_who_they_are() -> None:
    ada = signed_in()
    for answer in (ada.get(NEW), ada.post(NEW, SENT)):
        assert answer.status_code == 302
        assert answer["Location"].startswith("/accounts/reauthenticate/")
    assert not ApiToken.objects.exists()
    assert Client().get(NEW)["Location"].startswith("/accounts/login/")
    assert Client().get(LIST)["Location"].startswith("/accounts/login/")
    assert sure(ada).get(NEW).status_code == 200


def test_no_other_site_makes_or_ends_one() -> None:
    owner = account()
    secret_of(owner)
    client = Client(enforce_csrf_checks=True)
    client.force_login(owner.user)  # type: ignore[arg-type]
    assert client.post(NEW, SENT).status_code == 403
    assert client.post(LIST, {"token": str(ApiToken.objects.get().pk)}).status_code == 403
    assert ApiToken.objects.count() == 1


@pytest.mark.parametrize(
    "wrong",
    [{"name": ""}, {"name": "\u200b"}, {"scopes": []}, {"scopes": ["admin"]}, {"lasts": "9999"}, {"name": "x" * 61}],
)
def test_what_is_wrong_with_it_is_said(wrong: dict[str, Any]) -> None:
    assert sure(signed_in()).post(NEW, {**SENT, **wrong}).status_code == 422
    assert not ApiToken.objects.exists()


def test_its_owner_alone_ends_it_and_at_once() -> None:
    ada, bob = account("ada"), account("bob")
    secret = secret_of(ada)
    key = str(ApiToken.objects.get().pk)
    assert not api_tokens.end_api_token(owner=bob, key=key)
    assert signed_in("bob").post(LIST, {"token": key}).status_code == 302
    assert find_api_token(secret) is not None
    for nonsense in ("", "-1", "x", "²", "9" * 30):
        assert signed_in("ada").post(LIST, {"token": nonsense}).status_code == 302
    assert signed_in("ada").post(LIST, {"token": key}).status_code == 302
    assert find_api_token(secret) is None


def test_what_is_none_is_not_even_looked_for(django_assert_num_queries: Any) -> None:
    secret_of(account())
    for text in ("", "cod_", "cod_" + "x" * 42, "cod_" + "x" * 44, "Cod_" + "x" * 43, "cod_" + "é" * 43, "x" * 10_000):
        assert not is_api_token(text)
        with django_assert_num_queries(0):
            assert find_api_token(text) is None
    with django_assert_num_queries(1):
        assert find_api_token("cod_" + "x" * 43) is None


def test_its_time_runs_out_and_then_it_is_swept() -> None:
    owner = account()
    secret = secret_of(owner, lasts=timedelta(minutes=1))
    assert find_api_token(secret) is not None
    ApiToken.objects.update(expires=timezone.now() - timedelta(seconds=1))
    assert find_api_token(secret) is None
    assert sweep_api_tokens() == 0
    ApiToken.objects.update(expires=timezone.now() - timedelta(days=31))
    secret_of(owner)
    assert sweep_api_tokens() == 1
    assert ApiToken.objects.count() == 1


def test_a_new_password_ends_all_of_them_whoever_sets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    owner, bob = account(), account("bob")
    theirs = secret_of(bob)
    browser = signed_in()
    secret = secret_of(owner)
    new = {"oldpassword": PASSWORD, "password1": "battery horse correct", "password2": "battery horse correct"}
    assert browser.post("/accounts/password/change/", new).status_code == 302
    assert find_api_token(secret) is None
    secret = secret_of(owner)
    user = User.objects.get(username="ada")
    user.set_password("another horse battery")  # as moderators and commands do
    user.save()
    assert find_api_token(secret) is None
    assert find_api_token(theirs) is not None


def test_signing_in_ends_nothing_even_where_the_password_is_hashed_anew(settings: Any) -> None:
    secret = secret_of(account())
    settings.PASSWORD_HASHERS = [
        "django.contrib.auth.hashers.PBKDF2PasswordHasher",
        "django.contrib.auth.hashers.MD5PasswordHasher",
    ]
    signed_in()
    assert User.objects.get().password.startswith("pbkdf2")
    assert find_api_token(secret) is not None


def test_an_account_that_is_shut_or_gone_has_none() -> None:
    owner = account()
    secret = secret_of(owner)
    User.objects.update(is_active=False)
    assert find_api_token(secret) is None
    User.objects.update(is_active=True)
    assert find_api_token(secret) is not None
    assert signed_in().post("/me/delete/", {"password": PASSWORD}).status_code == 302
    assert find_api_token(secret) is None
    assert not ApiToken.objects.exists()


def test_when_it_was_used_is_kept_to_the_hour() -> None:
    secret = secret_of(account())
    find_api_token(secret)
    used = ApiToken.objects.get().last_used
    assert used is not None and (used.minute, used.second, used.microsecond) == (0, 0, 0)
    assert timedelta(0) <= timezone.now() - used < timedelta(hours=1, minutes=1)


def test_an_account_has_so_many_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api_tokens, "MAX_TOKENS", 2)
    owner = account()
    secret_of(owner)
    secret_of(owner)
    with pytest.raises(QuotaExceeded):
        secret_of(owner)
    response = sure(signed_in()).post(NEW, SENT)
    assert response.status_code == 422 and ApiToken.objects.count() == 2


def test_the_log_says_who_made_and_ended_one_and_not_its_secret(caplog: pytest.LogCaptureFixture) -> None:
    owner = account()
    with caplog.at_level(logging.INFO, "accounts"):
        secret = secret_of(owner, "decks")
        token = ApiToken.objects.get()
        api_tokens.end_api_token(owner=owner, key=str(token.pk))
    made, ended = (record.getMessage() for record in caplog.records)
    assert made == f"API token {token.pk} of account {owner.user_id} made: decks"
    assert ended.startswith(f"API token {token.pk} of account {owner.user_id} ended")
    assert secret not in caplog.text


def test_moderators_see_what_opens_nothing_and_may_end_it(admin_client: Client) -> None:
    secret = secret_of(account())
    token = ApiToken.objects.get()
    page = admin_client.get(f"/admin/accounts/apitoken/{token.pk}/change/").content.decode()
    assert "test" in page and token.digest not in page
    assert admin_client.get("/admin/accounts/apitoken/add/").status_code == 403
    assert admin_client.post(f"/admin/accounts/apitoken/{token.pk}/delete/", {"post": "yes"}).status_code == 302
    assert find_api_token(secret) is None


def test_taking_everything_leaves_the_hash_here() -> None:
    ada = signed_in()
    owner = account()
    make_api_token(owner=owner, name="deck builder", scopes=["cards"])
    taken = ada.get("/me/export/").content.decode()
    assert "deck builder" in taken
    assert owner.api_tokens.get().digest not in taken and "digest" not in taken
