"""Signing up, in and out; getting back in by e-mail; names; Discord; taking everything along and leaving."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.files.base import ContentFile
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from accounts import exchange
from accounts.limits import Limit
from accounts.models import Owner, Report, User
from cards.models import Card, CardSet, CardVersion, Deck, DeckCard, Picture
from cards.workshop import services as workshop
from grimoire.models import Attempt, CommentsRead, Favourite, Solver, Vote
from tests.grimoire.factories import make_puzzle

PASSWORD = "correct horse battery"


@pytest.fixture(autouse=True)
def no_limits(settings: Any) -> None:
    """Signing in is limited by allauth per address, and all tests have one address."""
    settings.ACCOUNT_RATE_LIMITS = False


def sign_up(client: Client, name: str = "ada", **more: str) -> Any:
    return client.post(reverse("account_signup"), {"username": name, "password1": PASSWORD, **more})


@pytest.mark.django_db
class TestSigningUp:
    def test_a_name_and_a_password_are_enough(self, client: Client, mailoutbox: list[Any]) -> None:
        answer = sign_up(client)
        assert answer["Location"] == reverse("cards:workshop")
        assert User.objects.get().email == ""
        assert mailoutbox == []
        assert "ada" in client.get("/me/").content.decode()

    def test_in_french_one_stays_in_french(self, client: Client) -> None:
        response = client.post("/fr/accounts/signup/", {"username": "ada", "password1": PASSWORD})
        assert response["Location"] == "/fr/workshop/"
        assert client.post("/fr/accounts/logout/")["Location"] == "/fr/"

    @pytest.mark.parametrize(
        "name",
        [
            "a",
            "",
            "a b",
            "-ada",
            "ada/..",
            "<b>ada</b>",
            "ada@example.org",
            "x" * 31,
            "Admin",
            "ROOT",
            "\u0430da",
            "ada\u202e",
            "ada\n",
        ],
    )
    def test_names_that_are_refused(self, client: Client, name: str) -> None:
        answer = sign_up(client, name)
        refused = answer.status_code == 200 and "username" in answer.context["form"].errors
        assert refused or User.objects.get().username == name.strip() == "ada"

    @pytest.mark.parametrize("name", ["Al", "Ada_Lovelace", "a.b-c", "7of9", "x" * 30])
    def test_names_that_are_taken(self, client: Client, name: str) -> None:
        assert sign_up(client, name).status_code == 302
        assert User.objects.get().username == name

    def test_a_name_is_given_once_whatever_its_case(self, client: Client) -> None:
        User.objects.create_user("ada")
        assert "username" in sign_up(client, "ADA").context["form"].errors

    @pytest.mark.parametrize("password", ["short1", "password", "1234567890", "ada-lovelace"])
    def test_weak_passwords_are_refused(self, client: Client, password: str) -> None:
        response = client.post(reverse("account_signup"), {"username": "ada-lovelace", "password1": password})
        assert response.status_code == 200
        assert not User.objects.exists()

    def test_what_was_typed_stays(self, client: Client) -> None:
        content = sign_up(client, "ada b", email="ada@example.org").content.decode()
        assert 'value="ada b"' in content
        assert 'value="ada@example.org"' in content
        assert PASSWORD not in content


@pytest.mark.django_db
class TestGettingIn:
    def test_by_name_or_by_address(self, client: Client) -> None:
        sign_up(client, email="ada@example.org")
        for login in ("ada", "ada@example.org"):
            client.post(reverse("account_logout"))
            response = client.post(reverse("account_login"), {"login": login, "password": PASSWORD})
            assert response.status_code == 302, login

    def test_it_only_leads_to_pages_of_this_site(self, client: Client) -> None:
        sign_up(client)
        client.post(reverse("account_logout"))
        data = {"login": "ada", "password": PASSWORD, "next": "https://evil.example/"}
        assert client.post(reverse("account_login"), data)["Location"] == reverse("cards:workshop")

    def test_back_in_by_mail(self, client: Client, mailoutbox: list[Any]) -> None:
        sign_up(client, email="ada@example.org")
        client.post(reverse("account_logout"))
        mailoutbox.clear()
        client.post(reverse("account_reset_password"), {"email": "ada@example.org"})
        (mail,) = mailoutbox
        assert mail.to == ["ada@example.org"]
        link = re.search(r"http://testserver(\S+)", mail.body)
        assert link is not None
        form = client.get(link[1], follow=True)
        new = "another horse battery"
        client.post(form.request["PATH_INFO"], {"password1": new, "password2": new})
        assert client.login(username="ada", password=new)
        assert "Nous" not in mail.body

    def test_an_unknown_address_is_told_nothing_else(self, client: Client) -> None:
        sign_up(client, email="ada@example.org")
        client.post(reverse("account_logout"))
        answers = [
            client.post(reverse("account_reset_password"), {"email": email})
            for email in ("ada@example.org", "nobody@example.org")
        ]
        assert answers[0].status_code == answers[1].status_code == 302
        assert answers[0]["Location"] == answers[1]["Location"]


@pytest.mark.django_db
@pytest.mark.parametrize("prefix", ["", "/fr"])
@pytest.mark.parametrize(
    "path",
    [
        "login/",
        "signup/",
        "password/reset/",
        "password/reset/done/",
        "password/reset/key/1-x/",
        "inactive/",
        "confirm-email/",
    ],
)
def test_every_page_wears_the_site_s_dress(client: Client, prefix: str, path: str) -> None:
    content = client.get(f"{prefix}/accounts/{path}").content.decode()
    assert "css/base~forms.bundle.css" in content
    assert 'class="leaf"' in content
    assert "style=" not in content
    assert not re.search(r"<script(?![^>]*(src=|application/json))", content)


@pytest.mark.django_db
def test_discord_is_offered_only_where_it_is_configured(client: Client) -> None:
    assert "Discord" not in client.get("/accounts/login/").content.decode()
    assert client.get("/accounts/discord/login/").status_code == 404


@pytest.mark.long
@pytest.mark.slow("starts the site anew in processes of its own")
def test_discord_by_the_environment(root: Path, tmp_path: Path) -> None:
    from tests.production import GOOD, production

    code = (
        "import django; django.setup()\n"
        "from django.core.management import call_command\n"
        "call_command('migrate', verbosity=0)\n"
        "from django.conf import settings\n"
        "settings.STORAGES['staticfiles']['BACKEND'] = 'django.contrib.staticfiles.storage.StaticFilesStorage'\n"
        "from django.test import Client\n"
        "client = Client(headers={'host': 'grimoire.example'})\n"
        "page = client.get('/accounts/login/', secure=True)\n"
        "print('action=\"/accounts/discord/login/' in page.content.decode())\n"
        "print('https://discord.com' in page['Content-Security-Policy'])\n"
        "print(client.post('/accounts/discord/login/', secure=True)['Location'])\n"
    )
    keys = {"GRIMOIRE_DISCORD_CLIENT_ID": "12345", "GRIMOIRE_DISCORD_SECRET": "s3cret", "GRIMOIRE_DATABASE": ":memory:"}
    done = production(root, code, GRIMOIRE_STATIC_ROOT=str(tmp_path), **GOOD, **keys)
    assert done.returncode == 0, done.stderr
    shown, policy, address = done.stdout.splitlines()
    assert (shown, policy) == ("True", "True")
    assert address.startswith("https://discord.com/")
    assert "client_id=12345" in address
    assert "s3cret" not in done.stdout
    for name in ("GRIMOIRE_DISCORD_CLIENT_ID", "GRIMOIRE_DISCORD_SECRET"):
        half = production(root, "import config.settings", **GOOD, **{name: "1"})
        assert "both, or neither" in half.stderr


def things_of(owner: Owner) -> Card:
    card_set = CardSet.objects.create(owner=owner, name="Lamps", slug=f"lamps-{owner.pk.hex[:8]}")
    picture = Picture(owner=owner, sha256="0" * 64, width=9, height=9, size=9)
    picture.file.save("a.jpg", ContentFile(b"picture"), save=False)
    picture.save()
    card = Card.objects.create(owner=owner, name=f"Card of {owner}", set=card_set, slug="a", picture=picture)
    CardVersion.objects.create(card=card, number=1, content={"name": f"Version of {owner}"}, made=card.created)
    deck = Deck.objects.create(owner=owner, name=f"Deck of {owner}")
    DeckCard.objects.create(deck=deck, card=card, place=0)
    return card


@pytest.mark.django_db
class TestTakingAlongAndLeaving:
    @pytest.fixture(autouse=True)
    def folder(self, settings: Any, tmp_path: Path) -> None:
        settings.MEDIA_ROOT = tmp_path

    def test_everything_of_ones_own_and_nothing_else(self, client: Client) -> None:
        sign_up(client, email="ada@example.org")
        owner = Owner.objects.get_or_create(user=User.objects.get())[0]
        card = things_of(owner)
        other = Owner.objects.create()
        things_of(other)
        deck = Deck.objects.create(owner=other, name="Theirs")
        DeckCard.objects.create(deck=deck, card=card, place=0)
        thrown = Card.objects.create(owner=owner, name="Thrown away")
        Card.everything.filter(pk=thrown.pk).update(deleted_at=thrown.created)
        response = client.get("/me/export/")
        assert "attachment" in response["Content-Disposition"]
        data = json.loads(response.content)
        assert data["account"]["email"] == "ada@example.org"
        counts = {kind: len(things) for kind, things in data["things"].items()}
        assert counts["cards.card"] == 2
        assert {counts[kind] for kind in ("cards.cardset", "cards.deck", "cards.picture", "cards.deckcard")} == {1}
        assert counts["cards.cardversion"] == 1
        assert "Theirs" not in response.content.decode()
        assert str(other) not in response.content.decode()

    def test_no_secret_is_taken_along(self) -> None:
        """Whatever sounds like one stays here, but for what stands in addresses that its owner sees, and names."""
        known = {"token", "position_key"}
        sounds = re.compile(r"token|key|secret|auth$|hash|digest|password|passw|p256dh|endpoint|nonce|salt|seed|cipher")
        taken = {
            f"{model._meta.label}.{name}"
            for model, _path in exchange._models()
            for name in exchange._fields(model)
            if sounds.search(name) and name not in known
        }
        assert taken == set()
        stays = [getattr(model, "stays_here", ()) for model, _path in exchange._models()]
        assert {"endpoint", "p256dh", "auth", "nonce", "token_hash", "invitation_hash", "digest"} < set().union(*stays)
        for model, _path in exchange._models():  # a name that is misspelt would keep nothing here
            assert set(getattr(model, "stays_here", ())) <= {field.name for field in model._meta.fields}

    def test_who_has_nothing_has_nothing_to_take(self, client: Client) -> None:
        assert client.get("/me/export/").status_code == 404
        assert client.get("/me/delete/").status_code == 404

    def test_an_account_leaves_with_everything(
        self, client: Client, tmp_path: Path, django_capture_on_commit_callbacks: Any
    ) -> None:
        sign_up(client)
        owner = Owner.objects.create(user=User.objects.get())
        things_of(owner)
        Report.objects.create(about=CardSet.objects.get(), reporter=owner, reason="spam")
        stays = things_of(Owner.objects.create())
        assert b"Delete everything?" in client.get("/me/delete/").content
        for wrong in ({}, {"sure": "yes"}, {"password": ""}, {"password": "hunter2"}, {"word": "ada"}):
            assert client.post("/me/delete/", wrong).status_code == 422
        assert User.objects.exists()
        with django_capture_on_commit_callbacks(execute=True):
            assert client.post("/me/delete/", {"password": PASSWORD}).status_code == 302
        assert not User.objects.exists()
        assert list(Card.objects.all()) == [stays]
        assert [model.objects.count() for model in (Deck, CardSet, Picture, CardVersion)] == [1, 1, 1, 1]
        assert Report.objects.get().reporter is None
        assert len([path for path in tmp_path.rglob("*") if path.is_file()]) == 1
        assert "_auth_user_id" not in client.session

    def test_a_guest_leaves_with_everything(self, client: Client) -> None:
        data = {"name": "Mine", "text": "name,type\nGate,bridge\n"}
        seen = client.post(reverse("cards:import"), data).context["form"]["seen"].value()
        client.post(reverse("cards:import"), {**data, "seen": seen, "save": "1"})
        for wrong in ({"sure": "yes"}, {"word": ""}, {"word": "keep"}, {"password": "delete"}):
            assert client.post("/me/delete/", wrong).status_code == 422
        assert Card.objects.exists()
        response = client.post("/fr/me/delete/", {"word": "« Supprimer »"})
        assert response.cookies["guest"]["max-age"] == 0
        assert not Owner.objects.exists()
        assert not Card.objects.exists()

    def test_leaving_asks_for_a_form_of_the_site(self) -> None:
        client = Client(enforce_csrf_checks=True)
        client.force_login(User.objects.create_user("ada"))
        assert client.post("/me/delete/", {"word": "ada"}).status_code == 403
        assert User.objects.exists()

    def test_who_has_no_password_types_the_name(self, client: Client) -> None:
        """Whoever came in by Discord."""
        client.force_login(User.objects.create_user("Ada_Lovelace"))
        assert "Ada_Lovelace" in client.get("/me/delete/").content.decode()
        assert client.post("/me/delete/", {"word": "Ada"}).status_code == 422
        assert client.post("/me/delete/", {"password": ""}).status_code == 422
        assert client.post("/me/delete/", {"word": " ada_lovelace "}).status_code == 302
        assert not User.objects.exists()

    def test_a_password_is_not_guessed(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("accounts.views.LEAVING", Limit("leaving", times=2, seconds=3600))
        sign_up(client)
        tries = [client.post("/me/delete/", {"password": word}).status_code for word in ("a", "b", PASSWORD)]
        assert tries == [422, 422, 302]
        assert User.objects.exists()

    def test_all_that_is_kept_of_somebody_is_named(self, client: Client) -> None:
        """Whatever a model keeps for an owner, progress and votes too: a new one has to say what it is called."""
        for model in apps.get_models():
            if getattr(model, "part_of", "") == "owner":
                assert [str(name) for name in model.names], model
        sign_up(client)
        owner = Owner.objects.get_or_create(user=User.objects.get())[0]
        puzzle = make_puzzle()
        Attempt.objects.create(owner=owner, puzzle=puzzle)
        Solver.objects.create(owner=owner)
        Favourite.objects.create(owner=owner, puzzle=puzzle)
        Vote.objects.create(owner=owner, puzzle=puzzle, value=1)
        CommentsRead.objects.create(owner=owner, puzzle=puzzle, read_at=owner.created)
        content = client.get("/me/delete/").content.decode()
        for kind in ("puzzle tried or solved", "rating as a solver", "favourite", "vote", "puzzle whose comments you"):
            assert f"<b>1</b> {kind}" in content

    def test_the_name_goes_from_credits(self, client: Client) -> None:
        """What others have made of a card stays, and says of which, however long the way to it was."""
        sign_up(client)
        ada = Owner.objects.get_or_create(user=User.objects.get())[0]
        bob, carl = (Owner.objects.create(user=User.objects.create_user(name)) for name in ("bob", "carl"))
        first = Card.objects.create(owner=ada, name="Lamp", visibility="public")
        second = workshop.copy_card(owner=bob, card=first)
        third = workshop.copy_card(owner=carl, card=second)
        cut = Card.objects.create(owner=bob, name="Cut", credit="“Far” (bob) ← “Lamp” (ad…")
        other = Card.objects.create(owner=bob, name="Other", credit="“Ada” (adam) ← “Lamp” (Grimoire)")
        assert ["(ada)" in card.credit for card in (second, third)] == [True, True]
        client.post("/me/delete/", {"password": PASSWORD})
        credits = [Card.objects.get(pk=card.pk).credit for card in (second, third, cut, other)]
        assert credits == [
            "“Lamp”",
            f"“{second.name}” (bob) ← “Lamp”",
            "“Far” (bob) ← “Lamp” …",
            "“Ada” (adam) ← “Lamp” (Grimoire)",
        ]

    def test_what_is_counted(self, client: Client) -> None:
        sign_up(client)
        things_of(Owner.objects.create(user=User.objects.get()))
        content = " ".join(client.get("/me/").content.decode().split())
        assert "<b>1</b> deck" in content
        assert "<b>1</b> card" in content


@pytest.mark.django_db(transaction=True)
class TestInABrowser:
    @pytest.mark.parametrize("path", ["/accounts/login/", "/fr/accounts/signup/", "/accounts/password/reset/", "/me/"])
    def test_barriers(self, phone: Page, path: str, assert_accessible: Callable[[Page], None]) -> None:
        phone.goto(path)
        assert_accessible(phone)
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390

    @pytest.mark.smoke
    def test_a_guest_signs_up_and_everything_comes_along(
        self, page: Page, assert_accessible: Callable[[Page], None]
    ) -> None:
        page.goto("/cards/import/")
        page.locator("#id_name").fill("Lamps")
        page.locator("#id_text").fill("name,type\nGate,bridge\n")
        page.locator("button[name=check]").click()
        page.locator("button[name=save]").click()
        expect(page.locator(".messages")).to_be_visible()
        page.goto("/me/")
        expect(page.locator("h1")).to_have_text("Guest")
        assert_accessible(page)
        page.get_by_role("link", name="Sign up").click()
        page.get_by_label("Username").fill("ada")
        page.get_by_label("Password").fill("short")
        page.get_by_role("button", name="Sign up").click()
        expect(page.locator(".errorlist").first).to_be_visible()
        expect(page.get_by_label("Username")).to_have_value("ada")
        assert_accessible(page)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign up").click()
        expect(page.locator(".messages")).to_contain_text("2 items moved to your account.")
        for path in ("/me/", "/accounts/email/", "/accounts/password/change/", "/me/delete/", "/accounts/logout/"):
            page.goto(path)
            assert_accessible(page)
        page.get_by_role("button", name="Sign Out").click()
        expect(page.locator("a.me")).to_have_text("You")
        page.goto("/me/")
        expect(page.locator("h1")).to_have_text("Guest")
        expect(page.locator(".tally")).to_have_count(0)


@pytest.mark.django_db
class TestAddresses:
    def test_an_address_is_added_and_removed(self, client: Client, mailoutbox: list[Any]) -> None:
        sign_up(client)
        page = reverse("account_email")
        assert 'class="leaf"' in client.get(page).content.decode()
        response = client.post(page, {"email": "ada@example.org", "action_add": ""})
        client.post(response["Location"], {"password": PASSWORD})  # then what was sent is done
        content = client.get(page).content.decode()
        assert "ada@example.org" in content
        assert 'class="badge' in content
        assert [mail.to for mail in mailoutbox] == [["ada@example.org"]]

    def test_an_address_of_somebody_else_is_not_told(self, client: Client) -> None:
        sign_up(client, "bob", email="bob@example.org")
        client.post(reverse("account_logout"))
        sign_up(client, "ada")
        client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
        response = client.post(reverse("account_email"), {"email": "bob@example.org", "action_add": ""}, follow=True)
        content = response.content.decode()
        assert 'name="email"' in content and "bob<" not in content

    def test_the_password_is_changed_by_who_knows_it(self, client: Client) -> None:
        sign_up(client)
        page, new = reverse("account_change_password"), "another horse battery"
        client.post(page, {"oldpassword": "wrong", "password1": new, "password2": new})
        assert not Client().login(username="ada", password=new)
        client.post(page, {"oldpassword": PASSWORD, "password1": new, "password2": new})
        assert Client().login(username="ada", password=new)
        assert "ada" in client.get("/me/").content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["email/", "password/change/"])
def test_pages_of_an_account_ask_to_sign_in(client: Client, path: str) -> None:
    response = client.get(f"/accounts/{path}")
    assert response.status_code == 302
    assert response["Location"].startswith("/accounts/login/")
