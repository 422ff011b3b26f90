"""Reports and what moderators do about them in the admin."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from accounts.admin import OwnedAdmin
from accounts.models import Owner, RateWindow, Report, User, Visibility
from accounts.services import hide, owned_models, restore
from cards.models import Card, Deck, Picture


@pytest.fixture
def deck() -> Deck:
    return Deck.objects.create(owner=Owner.objects.create(), name="Bad deck", visibility=Visibility.PUBLIC)


def address(deck: Deck) -> str:
    return reverse("accounts:report", args=["deck", deck.token])


def act(client: Client, model: type, action: str, *things: Any) -> Any:
    path = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    return client.post(path, {"action": action, "_selected_action": [thing.pk for thing in things]}, follow=True)


@pytest.mark.django_db
class TestReporting:
    def test_anybody_can_report(self, client: Client, deck: Deck) -> None:
        response = client.post(address(deck), {"reason": "spam", "text": "Buy nothing."})
        assert response["Location"] == deck.get_absolute_url()
        report = Report.objects.get()
        assert (report.about, report.reporter, report.reason, report.text) == (deck, None, "spam", "Buy nothing.")
        assert not Owner.objects.exclude(pk=deck.owner_id).exists()

    def test_faults_stay_on_the_page(self, client: Client, deck: Deck) -> None:
        content = client.post(address(deck), {"reason": "boring", "text": "x" * 1001}).content.decode()
        assert content.count("errorlist") >= 2
        assert "x" * 1001 in content
        assert not Report.objects.exists()

    def test_a_second_report_by_the_same_replaces_the_first(self, client: Client, deck: Deck) -> None:
        client.force_login(User.objects.create_user("ada"))
        Owner.objects.create(user=User.objects.get(username="ada"))
        for text in ("One.", "Two."):
            client.post(address(deck), {"reason": "other", "text": text})
        assert [report.text for report in Report.objects.all()] == ["Two."]
        Report.objects.update(settled=deck.created)
        client.post(address(deck), {"reason": "other", "text": "Three."})
        assert Report.objects.count() == 2

    def test_only_so_often(self, client: Client, deck: Deck) -> None:
        client.post(address(deck), {"reason": "spam", "text": ""})
        RateWindow.objects.update(count=1000)
        response = client.post(address(deck), {"reason": "spam", "text": "kept"})
        assert "Too many reports" in response.content.decode()
        assert "kept" in response.content.decode()
        assert Report.objects.count() == 1


@pytest.mark.django_db
class TestModerating:
    def test_every_kind_of_owned_thing_is_in_the_admin(self) -> None:
        for model in owned_models():
            assert isinstance(admin.site._registry[model], OwnedAdmin), model

    def test_every_list_and_form_opens(self, moderator: Client, deck: Deck) -> None:
        card = Card.objects.create(owner=deck.owner, name="Card")
        Picture.objects.create(owner=deck.owner, sha256="0" * 64, width=1, height=1, size=1)
        for about in (deck, card):
            Report.objects.create(about=about, reason="spam")
        for model, model_admin in admin.site._registry.items():
            if model._meta.app_label not in ("accounts", "cards"):
                continue
            base = f"admin:{model._meta.app_label}_{model._meta.model_name}"
            assert moderator.get(reverse(f"{base}_changelist"), {"q": "a"}).status_code == 200, model
            for thing in model_admin.get_queryset(moderator.get("/admin/").wsgi_request)[:2]:
                assert moderator.get(reverse(f"{base}_change", args=[thing.pk])).status_code == 200, model

    def test_hidden_things_are_out_of_sight_but_for_their_owner(self, moderator: Client, deck: Deck) -> None:
        updated = deck.updated
        act(moderator, Deck, "hide_all", deck)
        deck.refresh_from_db()
        assert deck.hidden_at is not None
        assert deck.hidden_reason == "moderation, judge"
        assert deck.updated > updated  # programs that ask for what has changed are told
        assert Client().get(deck.get_absolute_url()).status_code == 404
        assert not deck.is_readable_by(None)
        assert deck.is_readable_by(deck.owner)
        act(moderator, Deck, "restore_all", deck)
        assert Client().get(deck.get_absolute_url()).status_code == 200

    def test_a_report_that_is_right(self, moderator: Client, deck: Deck) -> None:
        report = Report.objects.create(about=deck, reason="copyright")
        content = moderator.get(reverse("admin:accounts_report_changelist")).content.decode()
        assert deck.get_absolute_url() in content
        act(moderator, Report, "hide_and_settle", report)
        deck.refresh_from_db()
        report.refresh_from_db()
        assert deck.hidden_at is not None
        assert "without permission" in deck.hidden_reason
        assert report.settled is not None

    def test_a_report_that_is_not(self, moderator: Client, deck: Deck) -> None:
        report = Report.objects.create(about=deck, reason="spam")
        act(moderator, Report, "settle", report)
        deck.refresh_from_db()
        report.refresh_from_db()
        assert deck.hidden_at is None
        assert report.settled is not None

    def test_a_report_about_something_that_is_gone(self, moderator: Client, deck: Deck) -> None:
        report = Report.objects.create(about=deck, reason="spam")
        deck.delete()
        assert "It no longer exists." in moderator.get(reverse("admin:accounts_report_changelist")).content.decode()
        act(moderator, Report, "hide_and_settle", report)
        report.refresh_from_db()
        assert report.settled is not None

    def test_hiding_and_showing_a_card_leaves_the_rest_alone(self) -> None:
        card = Card.objects.create(name="Card", owner=Owner.objects.create())
        Card.objects.filter(pk=card.pk).update(cost=7)
        hide(thing=card, reason="x")
        restore(thing=card)
        card.refresh_from_db()
        assert (card.cost, card.hidden_at, card.hidden_reason) == (7, None, "")

    def test_only_staff_with_the_right_may(self, client: Client, deck: Deck) -> None:
        path = reverse("admin:cards_deck_changelist")
        assert client.get(path).status_code == 302
        client.force_login(User.objects.create_user("ada"))
        assert client.get(path).status_code == 302
        viewer = User.objects.create_user("viewer", is_staff=True)
        viewer.user_permissions.add(Permission.objects.get(codename="view_deck"))
        client.force_login(viewer)
        assert client.get(path).status_code == 200
        act(client, Deck, "hide_all", deck)
        deck.refresh_from_db()
        assert deck.hidden_at is None


@pytest.mark.django_db(transaction=True)
def test_the_admin_works_under_the_content_policy(page: Page) -> None:
    """Errors in the browser's console fail the test: the admin's own pages must not break the policy."""
    User.objects.create_superuser("judge", password="correct horse battery")
    deck = Deck.objects.create(owner=Owner.objects.create(), name="Bad deck", visibility=Visibility.PUBLIC)
    page.goto("/admin/cards/deck/")
    page.get_by_label("Username or email").fill("judge")
    page.get_by_label("Password").fill("correct horse battery")
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.locator("#action-toggle").check()
    page.locator("select[name=action]").select_option("hide_all")
    page.locator("button[name=index]").click()
    expect(page.locator(".success")).to_be_visible()
    deck.refresh_from_db()
    assert deck.hidden_at is not None
    page.goto(f"/admin/cards/deck/{deck.pk}/change/")


@pytest.mark.django_db(transaction=True)
def test_the_page_for_reports_has_no_barriers(phone: Page, assert_accessible: Callable[[Page], None]) -> None:
    deck = Deck.objects.create(owner=Owner.objects.create(), name="Bad deck", visibility=Visibility.PUBLIC)
    phone.goto(address(deck))
    assert_accessible(phone)
