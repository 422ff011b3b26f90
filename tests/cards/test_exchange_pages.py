"""The page for import and export, the template, the schema and the files."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from accounts.models import Owner, RateWindow, User, Visibility
from cards.exchange import MAX_BYTES, read_file, schema
from cards.folding import slug_from
from cards.models import Card, CardSet
from cards.views import exchange, workshop

TABLE = "name;type;cost;av;hp;abilities\nImp;creature;1;1;1;\nOgre;creature;4;3;5;rage\n"
BAD = "name;type;cost;av;hp\nImp;creature;one;1;1\n"


def send(client: Client, **data: Any) -> HttpResponse:
    return client.post(reverse("cards:import"), {"name": "Mine", "text": TABLE, **data})


def keep(client: Client, **data: Any) -> HttpResponse:
    """Checks, and keeps what was shown."""
    shown = send(client, **data)
    form = shown.context["form"]
    return send(
        client,
        **{**data, "text": form["text"].value(), "name": form["name"].value()},
        seen=form["seen"].value(),
        save="1",
    )


@pytest.mark.django_db
class TestImport:
    def test_the_empty_page_makes_no_guest(self, client: Client) -> None:
        response = client.get(reverse("cards:import"))
        assert response.status_code == 200
        assert "guest" not in response.cookies
        assert not Owner.objects.exists()

    def test_a_check_shows_and_keeps_nothing(self, client: Client) -> None:
        response = send(client)
        assert b"Save these 2 cards" in response.content
        assert b"New set" in response.content
        assert not Card.objects.exists()
        assert not Owner.objects.exists()

    def test_a_guest_keeps_cards(self, client: Client) -> None:
        response = keep(client)
        card_set = CardSet.objects.get()
        assert response.status_code == 302
        assert response["Location"] == card_set.get_absolute_url()
        assert "guest" in response.cookies
        assert card_set.owner == Owner.objects.get()
        assert set(Card.objects.values_list("owner", "visibility")) == {(card_set.owner_id, Visibility.PRIVATE)}

    def test_saving_without_having_seen_shows_first(self, client: Client) -> None:
        response = send(client, save="1")
        assert b"Save these 2 cards" in response.content
        assert not Card.objects.exists()

    def test_what_was_changed_since_it_was_shown_is_shown_again(self, client: Client) -> None:
        seen = send(client).context["form"]["seen"].value()
        for change in ({"text": TABLE.replace("Imp", "Elf")}, {"name": "Another"}):
            assert send(client, seen=seen, save="1", **change).status_code == 200
        assert not Card.objects.exists()
        assert send(client, seen=seen, save="1", text=TABLE.replace("\n", "\r\n")).status_code == 302

    def test_letters_that_no_font_has_are_said_before_anything_is_kept(self, client: Client) -> None:
        page = send(
            client, text="name,type,cost,av,hp,flavour\n火 Fox,creature,1,1,1,Đặng 🐉\nOgre,creature,1,1,1,Щедрик\n"
        )
        text = page.content.decode()
        assert text.count("They print as empty boxes") == 1
        assert "font: 火 🐉." in text

    def test_faults_are_shown_and_what_was_typed_stays(self, client: Client) -> None:
        response = send(client, text=BAD, name="Lamps", visibility="public")
        content = response.content.decode()
        assert "a whole number." in content
        assert "Imp;creature;one;1;1" in content
        assert 'value="Lamps"' in content
        assert '<option value="public" selected>' in content

    def test_an_uploaded_file(self, client: Client) -> None:
        file = SimpleUploadedFile("cards.csv", b"\xef\xbb\xbf" + TABLE.encode(), "text/csv")
        response = send(client, text="", file=file)
        assert "Ogre;creature" in response.content.decode()
        form = response.context["form"]
        assert send(client, text=form["text"].value(), seen=form["seen"].value(), save="1").status_code == 302
        assert Card.objects.count() == 2

    def test_a_file_with_faults_comes_back_in_the_box(self, client: Client) -> None:
        response = send(client, text="", file=SimpleUploadedFile("cards.csv", BAD.encode()))
        assert "Imp;creature;one;1;1" in response.content.decode()

    @pytest.mark.parametrize("content", [b"\x89PNG\r\n\x1a\n\x00", b"PK\x03\x04", b"x" * (MAX_BYTES + 1)])
    def test_other_files_are_refused_in_words(self, client: Client, content: bytes) -> None:
        response = send(client, text="typed before", file=SimpleUploadedFile("cards.csv", content))
        assert response.status_code == 200
        assert response.context["refused"].total == 1
        assert "typed before" in response.content.decode()

    def test_json_with_its_set(self, client: Client) -> None:
        text = json.dumps(
            {"format": "clash-cards/1", "set": {"name": "Lamps"}, "cards": [{"type": "bridge", "name": "B"}]}
        )
        assert keep(client, text=text, name="").status_code == 302
        assert CardSet.objects.get().name == "Lamps"

    def test_nothing_sent(self, client: Client) -> None:
        assert "Choose a file, or paste some lines." in send(client, text="  ").content.decode()

    def test_hostile_text_is_shown_as_text(self, client: Client) -> None:
        text = "name,type\n</textarea><script>alert(1)</script>,bridge\n"
        for response in (send(client, text=text, name="<b>"), send(client, text="</textarea><script>")):
            content = response.content.decode()
            assert "<script>alert" not in content
            assert "</textarea><script>" not in content
            assert "<b>" not in content.replace("<b>1</b>", "")

    @pytest.mark.parametrize("data", [{"visibility": "everyone"}, {"name": "x" * 41}, {"seen": "x" * 65}])
    def test_other_values_are_refused(self, client: Client, data: dict[str, str]) -> None:
        assert send(client, save="1", **data).status_code == 200
        assert not Card.objects.exists()

    def test_one_cannot_reach_into_a_set_of_somebody_else(self, client: Client) -> None:
        theirs = CardSet.objects.create(owner=Owner.objects.create(), name="Mine", slug="mine-abc")
        response = send(client)
        assert b"New set" in response.content
        keep(client)
        assert not theirs.cards.exists()

    def test_only_so_often(self, client: Client) -> None:
        send(client)
        RateWindow.objects.update(count=1000)
        assert b"Too many imports" in send(client).content

    def test_public_cards_are_limited_by_address_whoever_asks(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(exchange, "PUBLISHED", exchange.Limit("published-test", times=5, seconds=10**9))
        for guest in range(2):
            assert keep(Client(), visibility="public").status_code == 302, guest
        response = keep(Client(), visibility="public")
        assert response.status_code == 200 and b"Too many public cards today" in response.content
        assert b"Save these 2 cards" in response.content  # with another choice they can be kept
        assert Card.objects.count() == 4
        assert keep(Client(), visibility="private").status_code == 302
        again = Client()
        assert keep(again, visibility="public", text="name;type;cost;av;hp\nImp;creature;1;1;1\n").status_code == 302
        assert keep(again, visibility="public", text="name;type;cost;av;hp\nImp;creature;2;1;1\n").status_code == 302

    def test_so_are_all_that_are_imported(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(exchange, "IMPORTED", exchange.Limit("imported-test", times=3, seconds=10**9))
        assert keep(Client()).status_code == 302
        assert b"Too many cards today" in keep(Client()).content
        assert Card.objects.count() == 2

    def test_cards_are_made_public_as_often_one_by_one(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(workshop, "PUBLISHED", exchange.Limit("published-test", times=1, seconds=10**9))
        client = Client()
        keep(client)
        for _time in range(2):
            for card in Card.objects.order_by("pk"):
                client.post(reverse("cards:visibility", args=[card.token]), {"visibility": "public"})
        assert list(Card.objects.order_by("pk").values_list("visibility", flat=True)) == ["public", "private"]

    def test_a_table_of_a_thousand_cards(self, client: Client) -> None:
        text = "name,type,cost,av,hp\n" + "".join(f"Card {n},creature,1,1,1\n" for n in range(1000))
        assert keep(client, text=text).status_code == 302
        assert Card.objects.count() == 1000


@pytest.mark.django_db
class TestFiles:
    def test_the_template_opens_in_spreadsheets_and_can_be_imported(self, client: Client) -> None:
        for prefix, heading in (("", "hp"), ("/fr", "pv")):
            response = client.get(f"{prefix}/cards/template.csv")
            assert response["Content-Type"] == "text/csv; charset=utf-8"
            assert "attachment" in response["Content-Disposition"]
            assert response.content.startswith(b"\xef\xbb\xbf")
            assert heading in response.content.decode().splitlines()[0].split(",")
            assert len(read_file(response.content).cards) == 5

    def test_the_schema(self, client: Client) -> None:
        response = client.get(reverse("cards:schema"))
        assert json.loads(response.content) == schema()

    @pytest.mark.parametrize("kind", ["json", "csv"])
    def test_a_set_goes_out_and_comes_in_again(self, client: Client, kind: str) -> None:
        keep(client)
        card_set = CardSet.objects.get()
        response = client.get(reverse("cards:export", args=[card_set.slug, kind]))
        assert f'filename="{slug_from(card_set.name)}.{kind}"' in response["Content-Disposition"]
        card_set.name = "火の猫 🐉"
        card_set.save()
        named = client.get(reverse("cards:export", args=[card_set.slug, kind]))["Content-Disposition"]
        assert named == f"attachment; filename*=utf-8''{quote('火の猫')}.{kind}"
        assert b"unchanged cards" in send(client, text=response.content.decode()).content
        assert [card.name for card in read_file(response.content).cards] == ["Imp", "Ogre"]

    def test_all_of_ones_own(self, client: Client) -> None:
        keep(client)
        keep(client, name="Second")
        file = read_file(client.get(reverse("cards:export_own", args=["json"])).content)
        assert file.set is None
        assert len(file.cards) == 4
        assert len({card.slug for card in file.cards}) == 4

    def test_what_is_not_to_be_seen_does_not_go_out(self, client: Client) -> None:
        other = Owner.objects.create()
        card_set = CardSet.objects.create(owner=other, name="Theirs", slug="theirs")
        shown = Card(owner=other, set=card_set, slug="shown", name="Shown", kind="bridge", visibility="public")
        shown.save()
        Card.objects.create(owner=other, set=card_set, slug="secret", name="Secret", kind="bridge")
        address = reverse("cards:export", args=["theirs", "json"])
        assert client.get(address).status_code == 404
        CardSet.objects.update(visibility=Visibility.UNLISTED)
        assert [card.name for card in read_file(client.get(address).content).cards] == ["Shown"]
        assert client.get(reverse("cards:export_own", args=["json"])).status_code == 404

    def test_other_kinds_and_sets_are_not_found(self, client: Client) -> None:
        assert client.get("/cards/export/own.exe").status_code == 404
        assert client.get("/cards/export/nothing.json").status_code == 404
        assert client.post("/cards/schema.json").status_code == 405

    def test_formulas_are_defused(self, client: Client) -> None:
        keep(client, text="name,type\n'=HYPERLINK(A1),bridge\n")
        card_set = CardSet.objects.get()
        assert Card.objects.get().name == "=HYPERLINK(A1)"
        table = client.get(reverse("cards:export", args=[card_set.slug, "csv"])).content.decode()
        assert "'=HYPERLINK" in table

    def test_one_signs_up_and_takes_the_cards_along(self, client: Client) -> None:
        keep(client)
        User.objects.create_user("ada", password="correct horse")
        client.post(reverse("account_login"), {"login": "ada", "password": "correct horse"})
        assert Card.objects.filter(owner__user__username="ada").count() == 2


@pytest.mark.django_db(transaction=True)
class TestInABrowser:
    def test_from_mistakes_to_a_set(self, page: Page, assert_accessible: Callable[[Page], None]) -> None:
        page.goto("/cards/import/")
        assert_accessible(page)
        page.get_by_label("Set", exact=True).fill("Lamps")
        page.get_by_label("Or paste the lines here").fill(BAD)
        page.get_by_role("button", name="Check the cards").click()
        expect(page.get_by_role("alert")).to_contain_text("a whole number.")
        assert_accessible(page)
        page.get_by_label("Or paste the lines here").fill(TABLE)
        page.get_by_role("button", name="Check the cards").click()
        expect(page.get_by_role("region", name="Cards to save")).to_contain_text("Ogre")
        assert_accessible(page)
        page.get_by_role("button", name="Save these 2 cards").click()
        expect(page.locator(".messages")).to_contain_text("2 cards are in “Lamps”.")

    def test_a_file_by_phone_and_in_french(self, phone: Page, assert_accessible: Callable[[Page], None]) -> None:
        phone.goto("/fr/cards/import/")
        file = {"name": "cartes.csv", "mimeType": "text/csv", "buffer": b"nom;type\nPorte;pont\n"}
        phone.locator("input[type=file]").set_input_files([file])
        phone.locator("#id_name").fill("Ponts")
        phone.locator("button[name=check]").click()
        expect(phone.locator(".plan")).to_contain_text("Porte")
        assert_accessible(phone)
        phone.locator("button[name=save]").click()
        expect(phone.locator(".messages")).to_contain_text("Ponts")
