"""Pages of the workshop, without a browser: they work without scripts, and nobody touches what is not theirs."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.begun import _PAGES
from accounts.limits import Limit
from accounts.models import Owner, User
from accounts.services import hide
from cards.icons import drawings
from cards.models import Card, CardSet, CardVersion, Picture
from cards.pictures import MAX_BYTES
from cards.views import workshop as views
from cards.workshop import requests, services, uploads, versions
from cards.workshop.queries import find_icons
from tests.cards.workshops import content, fields, guest, made, photo, upload

pytestmark = pytest.mark.django_db
JSON = {"Accept": "application/json"}
HTMX = {"HX-Request": "true"}


@pytest.fixture
def mine() -> tuple[Owner, Client]:
    return guest()


def text_of(response: HttpResponse) -> str:
    return re.sub(r"\s+", " ", response.content.decode())


def edit_url(card: Card) -> str:
    return reverse("cards:edit", args=[card.token])


# Making


@pytest.mark.parametrize(
    "address", ["/workshop/", "/fr/workshop/", "/workshop/new/", "/fr/workshop/new/?kind=champion"]
)
def test_pages_without_anything_made(address: str) -> None:
    client = Client()
    assert client.get(address).status_code == 200
    assert ("guest" in client.cookies) == ("new" in address)  # see accounts.owners.expect_guest
    assert not Owner.objects.exists()


def test_a_guest_makes_a_card() -> None:
    client = Client()
    response = client.post("/workshop/new/", fields(action="save"))
    card = Card.objects.get()
    assert response.status_code == 302
    assert response.url == edit_url(card)
    assert card.owner is not None
    assert "Ember Fox" in text_of(client.get("/workshop/"))
    assert Client().get(edit_url(card)).status_code == 404


def test_an_account_makes_a_card() -> None:
    user = User.objects.create(username="ada")
    client = Client()
    client.force_login(user)
    client.post("/workshop/new/", fields(action="save"))
    assert Card.objects.get().owner.user == user


def test_a_new_champion_begins_as_one() -> None:
    page = text_of(Client().get("/workshop/new/?kind=champion"))
    assert re.search(r'value="champion"[^>]*checked', page)
    assert "About Champions" in page
    assert re.search(r'value="creature"[^>]*checked', text_of(Client().get("/workshop/new/?kind=bridge")))


def test_what_was_typed_comes_back_with_its_problems() -> None:
    response = Client().post("/workshop/new/", fields(name="", flavour="Out of the ashes.", cost="99", action="save"))
    page = text_of(response)
    assert response.status_code == 422
    assert "Out of the ashes." in page
    assert 'value="99"' in page
    assert re.search(r'id="e-cost" class="said"\s*>\s*<p class="wrong">', page)
    assert not Card.objects.exists()


def test_preview_without_scripts_saves_nothing(mine: tuple[Owner, Client]) -> None:
    owner, client = mine
    card = made(owner)
    response = client.post(edit_url(card), fields(name="Ash Fox", revision=card.revision, action="preview"))
    assert response.status_code == 200
    assert "Ash Fox" in text_of(response)
    assert Card.objects.get().name == "Ember Fox"


def test_shuffle_without_scripts(mine: tuple[Owner, Client]) -> None:
    response = mine[1].post("/workshop/new/", fields(action="shuffle", icon="fox-head"))
    assert response.status_code == 200
    form = response.context["form"]
    assert (form["art"].value(), form["icon"].value()) == ("composed", "fox-head")
    assert form["seed"].value().isdecimal()


def test_a_new_set_on_the_way(mine: tuple[Owner, Client]) -> None:
    mine[1].post("/workshop/new/", fields(action="save", new_set="My Marshes"))
    card = Card.objects.get()
    assert (card.set.name, card.set.owner, card.number) == ("My Marshes", mine[0], 1)


def test_every_page_of_the_editor_opens_in_both_languages(mine: tuple[Owner, Client]) -> None:
    owner, client = mine
    made(owner, kind="incantation", hp=None)
    made(owner, kind="champion", art={"icon": "crown", "scene": "stars", "tint": "dusk"}, name_fr="Renard")
    for card in Card.objects.all():
        for prefix in ("", "/fr"):
            for part in ("", "versions/", "remix/"):
                assert client.get(f"{prefix}/workshop/{card.token}/{part}").status_code == 200


# The preview


def test_the_preview_is_the_face_with_problems_beside_every_field() -> None:
    page = text_of(Client().post("/workshop/preview/", fields(cost="99"), headers=HTMX))
    assert "Ember Fox" in page
    assert re.search(r'<div id="e-cost" class="said" hx-swap-oob="true"><p class="wrong">', page)
    assert '<div id="e-name" class="said" hx-swap-oob="true"></div>' in page
    assert "1 error: not saved" in page
    assert not Owner.objects.exists()


def test_the_preview_draws_icons_that_the_page_does_not_have() -> None:
    data = fields(art="composed", icon="accordion", scene="stars", tint="dusk")
    page = text_of(Client().post("/workshop/preview/", data, headers=HTMX))
    assert f'd="{drawings()["accordion"]}"' in page
    assert "Icon “accordion” by Caro Asercion, CC BY 3.0" in page


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "{{ 7*7 }}", '"><img src=x>', "']]>"])
def test_names_are_only_text(mine: tuple[Owner, Client], name: str) -> None:
    owner, client = mine
    card = made(owner, name=name, flavour=name)
    for page in (
        client.post("/workshop/preview/", fields(name=name, flavour=name), headers=HTMX),
        client.get(edit_url(card)),
        client.get("/workshop/"),
        client.get(f"/workshop/{card.token}/versions/"),
        client.get(f"/workshop/{card.token}/remix/"),
    ):
        assert page.status_code == 200
        assert b"<script>alert" not in page.content
        assert b"<img src=x" not in page.content
        assert b"49" not in re.findall(rb"<title>.*?</title>", page.content, re.S)


def test_a_preview_of_nonsense_is_still_a_preview() -> None:
    client = Client()
    for data in (
        {},
        {"kind": "\0", "cost": "1e99", "ability_1": ["a", "b"], "x": "NaN", "token": ""},
    ):
        assert client.post("/workshop/preview/", data, headers=HTMX).status_code == 200


# Saving by itself, two tabs


def test_autosave_answers_with_what_the_page_needs(mine: tuple[Owner, Client]) -> None:
    owner, client = mine
    created = client.post("/workshop/new/", fields(), headers=JSON).json()
    card = Card.objects.get(token=created["token"])
    assert (created["url"], created["revision"], card.owner) == (edit_url(card), 1, owner)
    assert "Download as PNG" in created["panel"]
    saved = client.post(created["url"], fields(name="Ash Fox", revision=1), headers=JSON).json()
    assert saved["revision"] == 2


def test_autosave_of_what_is_not_ready(mine: tuple[Owner, Client]) -> None:
    response = mine[1].post("/workshop/new/", fields(name=""), headers=JSON)
    assert (response.status_code, response.json()) == (200, {"problems": 1})
    assert not Card.objects.exists()


def test_two_tabs_are_asked_what_to_do(mine: tuple[Owner, Client]) -> None:
    owner, client = mine
    card = made(owner)
    client.post(edit_url(card), fields(name="First tab", revision=1, action="save"))
    response = client.post(edit_url(card), fields(name="Second tab", revision=1, action="save"))
    page = text_of(response)
    assert response.status_code == 409
    assert "Second tab" in page
    assert "saved elsewhere" in page
    assert Card.objects.get().name == "First tab"
    automatic = client.post(edit_url(card), fields(name="Second tab", revision=1), headers=JSON)
    assert automatic.status_code == 409
    assert "saved elsewhere" in automatic.json()["conflict"]


def test_the_choice_between_two_tabs(mine: tuple[Owner, Client]) -> None:
    owner, client = mine
    card = made(owner)
    client.post(edit_url(card), fields(name="First tab", revision=1, action="save"))
    client.post(edit_url(card), fields(name="A copy", revision=1, action="copy"))
    assert {card.name for card in Card.objects.all()} == {"First tab", "A copy"}
    client.post(edit_url(card), fields(name="Second tab", revision=1, action="mine"))
    card.refresh_from_db()
    assert card.name == "Second tab"
    assert [version.content["name"] for version in card.versions.all()] == ["Second tab", "First tab"]


@pytest.mark.parametrize("revision", ["", "-1", "abc", "1.0", "9" * 30, "²"])
def test_a_strange_revision_overwrites_nothing(mine: tuple[Owner, Client], revision: str) -> None:
    card = made(mine[0])
    response = mine[1].post(edit_url(card), fields(name="Other", revision=revision, action="save"))
    assert response.status_code == 409
    assert Card.objects.get().name == "Ember Fox"


def test_what_is_saved_already_is_no_conflict(mine: tuple[Owner, Client]) -> None:
    owner, client = mine
    card = made(owner)
    client.post(edit_url(card), fields(name="Ash Fox", revision=1), headers=JSON)
    again = client.post(edit_url(card), fields(name="Ash Fox", revision=1), headers=JSON)
    assert (again.status_code, again.json()["revision"]) == (200, 2)


# One page makes one card


def begun(client: Client) -> str:
    """The hidden fields of the page with a new card."""
    return re.search(r'name="begun" value="([^"]+)"', client.get("/workshop/new/").content.decode()).group(1)


def test_a_page_that_sends_twice_makes_one_card(mine: tuple[Owner, Client]) -> None:
    client = mine[1]
    page = begun(client)
    first = client.post("/workshop/new/", fields(begun=page, revision=""), headers=JSON).json()
    second = client.post("/workshop/new/", fields(begun=page, revision="", name="Ash Fox"), headers=JSON).json()
    assert second["token"] == first["token"] == page.partition(":")[0]
    assert [card.name for card in Card.objects.all()] == ["Ash Fox"]


def test_a_form_that_is_sent_twice_makes_one_card_and_overwrites_none(mine: tuple[Owner, Client]) -> None:
    client = mine[1]
    page = begun(client)
    for _time in range(2):
        response = client.post("/workshop/new/", fields(begun=page, revision="", action="save"))
        assert response["Location"] == edit_url(Card.objects.get())
    other = fields(begun=page, revision="", name="Ash Fox")
    refused = client.post("/workshop/new/", {**other, "action": "save"})
    assert refused.status_code == 409
    assert "saved elsewhere" in text_of(refused)
    assert page in refused.content.decode()
    client.post("/workshop/new/", {**other, "action": "copy"})
    assert sorted(card.name for card in Card.objects.all()) == ["Ash Fox", "Ember Fox"]
    client.post("/workshop/new/", {**other, "name": "Soot Fox", "action": "mine"})
    assert sorted(card.name for card in Card.objects.all()) == ["Ash Fox", "Soot Fox"]


def test_what_was_changed_since_is_not_overwritten_by_the_page_that_began_it(mine: tuple[Owner, Client]) -> None:
    client = mine[1]
    page = begun(client)
    url = client.post("/workshop/new/", fields(begun=page, revision=""), headers=JSON).json()["url"]
    client.post(url, fields(name="Later", revision=1), headers=JSON)
    assert client.post("/workshop/new/", fields(begun=page, revision=""), headers=JSON).status_code == 409
    assert Card.objects.get().name == "Later"


def test_a_token_is_given_by_us_alone_and_once(mine: tuple[Owner, Client]) -> None:
    client = mine[1]
    theirs = made(guest()[0], name="Theirs")
    page = begun(client)
    signed = _PAGES.sign(theirs.token)
    for forged in (theirs.token, page[:-1], "x" * 500, "", signed):
        made_now = client.post("/workshop/new/", fields(begun=forged, revision=""), headers=JSON).json()
        assert made_now["token"] not in (theirs.token, page.partition(":")[0])
    theirs.refresh_from_db()
    assert theirs.name == "Theirs"
    own = client.post("/workshop/new/", fields(begun=page, revision=""), headers=JSON).json()["token"]
    services.delete_card(card=Card.objects.get(token=own))
    again = client.post("/workshop/new/", fields(begun=page, revision=""), headers=JSON).json()["token"]
    assert again != own


def test_a_new_set_is_told_to_the_page(mine: tuple[Owner, Client]) -> None:
    client = mine[1]
    saved = client.post("/workshop/new/", fields(new_set="Foxes"), headers=JSON).json()
    card_set = CardSet.objects.get(owner=mine[0])
    assert saved["new_set"] == [card_set.slug, "Foxes"]
    assert client.post(saved["url"], fields(set=card_set.slug, revision=1), headers=JSON).json()["new_set"] is None


# Versions


def test_keep_and_go_back(mine: tuple[Owner, Client]) -> None:
    owner, client = mine
    card = made(owner)
    client.post(edit_url(card), fields(revision=1, action="keep"))
    assert card.versions.get().kept
    client.post(edit_url(card), fields(name="Ash Fox", revision=1, action="save"))
    page = text_of(client.get(f"/workshop/{card.token}/versions/"))
    assert "Version 2" in page
    assert "Restore" in page
    client.post(f"/workshop/{card.token}/versions/1/restore/")
    assert Card.objects.get().name == "Ember Fox"
    client.post(f"/workshop/{card.token}/versions/1/keep/", {"kept": "no"})
    assert not CardVersion.objects.filter(kept=True).exists()


def test_no_more_than_so_many_kept(mine: tuple[Owner, Client], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(versions, "MAX_KEPT", 0)
    card = made(mine[0])
    response = mine[1].post(f"/workshop/{card.token}/versions/1/keep/", {"kept": "yes"}, follow=True)
    assert "reached the limit" in text_of(response)
    assert mine[1].post(edit_url(card), fields(name="Other", revision=1, action="keep")).status_code == 302
    assert Card.objects.get().name == "Other"


# Whose is it?

DOINGS = {
    "cards:edit": "post",
    "cards:versions": "get",
    "cards:visibility": "post",
    "cards:duplicate": "post",
    "cards:delete": "post",
}


@pytest.mark.parametrize("visibility", ["private", "unlisted", "public"])
@pytest.mark.parametrize("who", ["another guest", "nobody", "an account", "staff"])
def test_nobody_touches_what_is_not_theirs(mine: tuple[Owner, Client], visibility: str, who: str) -> None:
    card = made(mine[0], visibility=visibility)
    before = Card.objects.values().get(pk=card.pk)
    client = guest()[1] if who == "another guest" else Client()
    if who in ("an account", "staff"):
        client.force_login(User.objects.create(username="eve", is_staff=who == "staff", is_superuser=who == "staff"))
    for name, method in DOINGS.items():
        data = fields(name="Stolen", visibility="public", action="mine", revision=1)
        assert getattr(client, method)(reverse(name, args=[card.token]), data).status_code == 404, name
    for part in ("versions/1/restore/", "versions/1/keep/"):
        assert client.post(f"/workshop/{card.token}/{part}", {"kept": "yes"}).status_code == 404
    assert client.get(edit_url(card)).status_code == 404
    assert client.post("/workshop/preview/", fields(token=card.token), headers=HTMX).status_code == 404
    services.delete_card(card=card)
    assert client.post(f"/workshop/{card.token}/take-back/").status_code == 404
    Card.everything.filter(pk=card.pk).update(deleted_at=None)
    assert Card.objects.values().get(pk=card.pk) == before
    assert not CardVersion.objects.filter(kept=True).exists()


def test_the_sites_own_cards_are_nobodys() -> None:
    card = Card.objects.create(name="Site Fox", hp=2, visibility="public")
    for client in (Client(), guest()[1]):
        for name, method in DOINGS.items():
            assert getattr(client, method)(reverse(name, args=[card.token]), fields()).status_code == 404
        assert client.get(f"/workshop/{card.token}/remix/").status_code == 200


def test_forged_cookies_are_nobody(mine: tuple[Owner, Client]) -> None:
    card = made(mine[0])
    client = Client()
    for value in (str(mine[0].pk), f"{mine[0].pk}:forged", "", "x" * 4000):
        client.cookies["guest"] = value
        assert client.get(edit_url(card)).status_code == 404


def test_sent_from_elsewhere_nothing_happens(mine: tuple[Owner, Client]) -> None:
    owner, client = mine
    card = made(owner)
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = client.cookies
    addresses = [reverse(name, args=[card.token]) for name, method in DOINGS.items() if method == "post"]
    for address in (*addresses, "/workshop/new/", "/workshop/preview/", "/workshop/pictures/"):
        assert strict.post(address, fields()).status_code == 403
    assert Card.objects.get().name == "Ember Fox"


@pytest.mark.parametrize("part", ["visibility/", "duplicate/", "delete/", "take-back/", "versions/1/restore/"])
def test_looking_changes_nothing(mine: tuple[Owner, Client], part: str) -> None:
    assert mine[1].get(f"/workshop/{made(mine[0]).token}/{part}").status_code == 405


# Copies, deleting, who may see


def test_remix_asks_first_and_credits(mine: tuple[Owner, Client]) -> None:
    ada = Owner.objects.create(user=User.objects.create(username="ada"))
    card = made(ada, visibility="unlisted")
    page = text_of(mine[1].get(f"/workshop/{card.token}/remix/"))
    assert "“Ember Fox” (ada)" in page
    assert f"/report/card/{card.token}/" in page
    response = mine[1].post(f"/workshop/{card.token}/remix/")
    copy = Card.objects.get(owner=mine[0])
    assert response.url == edit_url(copy)
    assert (copy.remixed_from, copy.visibility) == (card, "private")
    assert "“Ember Fox” (ada)" in text_of(mine[1].get(edit_url(copy)))


def test_a_remix_links_to_what_it_comes_from_while_that_can_be_seen(mine: tuple[Owner, Client]) -> None:
    owner, client = mine
    theirs = made(guest()[0], name="Theirs", visibility="public")
    client.post(reverse("cards:remix", args=[theirs.token]))
    card = Card.objects.get(owner=owner)
    pages = (edit_url(card), card.get_absolute_url())
    link = f'href="{theirs.get_absolute_url()}"'
    for page in pages:
        assert f"Remix of <a {link}>" in text_of(client.get(page))
    services.set_visibility(card=theirs, visibility="private")
    for page in pages:
        shown = text_of(client.get(page))
        assert link not in shown
        assert "Remix of “Theirs”" in shown


def test_what_one_may_not_see_one_cannot_remix(mine: tuple[Owner, Client]) -> None:
    other = Owner.objects.create()
    private, hidden = made(other), made(other, visibility="public")
    hide(thing=hidden, reason="no")
    for card in (private, hidden):
        assert mine[1].get(f"/workshop/{card.token}/remix/").status_code == 404
        assert mine[1].post(f"/workshop/{card.token}/remix/").status_code == 404


def test_duplicate_delete_and_undo(mine: tuple[Owner, Client]) -> None:
    owner, client = mine
    card = made(owner)
    client.post(f"/workshop/{card.token}/duplicate/")
    assert Card.objects.owned_by(owner).count() == 2
    page = text_of(client.post(f"/workshop/{card.token}/delete/", follow=True))
    assert "“Ember Fox” deleted." in page
    assert Card.objects.owned_by(owner).count() == 1
    client.post(f"/workshop/{card.token}/take-back/")
    assert Card.objects.owned_by(owner).count() == 2


def test_visibility_from_the_list_and_the_editor(mine: tuple[Owner, Client]) -> None:
    owner, client = mine
    card = made(owner)
    address = f"/workshop/{card.token}/visibility/"
    assert client.post(address, {"visibility": "public", "back": "list"}).url == "/workshop/"
    assert Card.objects.get().visibility == "public"
    assert client.post(address, {"visibility": "unlisted"}).url == edit_url(card)
    assert client.post(address, {"visibility": "everybody"}).status_code == 400
    assert client.post(address).status_code == 400
    assert Card.objects.get().visibility == "unlisted"


def test_the_list_is_searched_and_paged(mine: tuple[Owner, Client], monkeypatch: pytest.MonkeyPatch) -> None:
    owner, client = mine
    monkeypatch.setattr(views, "PAGE_SIZE", 2)
    for name in ("Fox", "Toad", "Heron"):
        made(owner, name=name)
    assert "3 cards" in text_of(client.get("/workshop/"))
    assert "page=2" in text_of(client.get("/workshop/"))
    assert "1 card" in text_of(client.get("/workshop/?q=toad"))
    assert "None of your cards" in text_of(client.get("/workshop/?q=nothing"))
    for address in ("/workshop/?page=99", "/workshop/?page=x", "/workshop/?kind=%00&visibility=x&q=%F0"):
        assert client.get(address).status_code == 200


def test_places_of_a_set_are_listed_but_not_edited(mine: tuple[Owner, Client]) -> None:
    owner, client = mine
    bridge = Card.objects.create(owner=owner, name="Old Bridge", kind="bridge")
    assert "Old Bridge" in text_of(client.get("/workshop/"))
    assert client.get(edit_url(bridge)).status_code == 404
    assert client.post(f"/workshop/{bridge.token}/delete/").status_code == 302
    assert not Card.objects.exists()


def test_no_more_than_so_many_cards(mine: tuple[Owner, Client], monkeypatch: pytest.MonkeyPatch) -> None:
    owner, client = mine
    card = made(owner)
    monkeypatch.setattr(services, "MAX_CARDS", 1)
    response = client.post("/workshop/new/", fields(name="Second", action="save"))
    assert response.status_code == 422
    assert "Second" in text_of(response)
    assert client.post("/workshop/new/", fields(), headers=JSON).status_code == 422
    assert "reached the limit" in text_of(client.post(f"/workshop/{card.token}/duplicate/", follow=True))


def test_no_more_than_so_many_an_hour(mine: tuple[Owner, Client], monkeypatch: pytest.MonkeyPatch) -> None:
    owner, client = mine
    card = made(owner)
    monkeypatch.setattr(views, "NEW_CARDS", Limit("new-card-test", times=0, seconds=3600))
    assert client.post("/workshop/new/", fields(action="save")).status_code == 429
    assert client.post("/workshop/new/", fields(), headers=JSON).status_code == 429
    assert "Too many requests. At most 0 an hour." in text_of(
        client.post(f"/workshop/{card.token}/duplicate/", follow=True)
    )
    assert Card.objects.count() == 1


# Pictures


def test_a_picture_by_script() -> None:
    client = Client()
    data = client.post("/workshop/pictures/", {"upload": upload()}, headers=JSON).json()
    assert (data["width"], data["height"]) == (400, 600)
    assert data["token"] == Picture.objects.get().token
    page = text_of(
        client.post("/workshop/new/", fields(art="picture", picture=data["token"], action="save"), follow=True)
    )
    assert f"/files/pictures/{data['token']}.jpg" in page
    assert Card.objects.get().picture.token == data["token"]


def test_a_picture_along_with_the_form(mine: tuple[Owner, Client]) -> None:
    response = mine[1].post("/workshop/new/", fields(action="preview", upload=upload()))
    picture = Picture.objects.get()
    assert response.status_code == 200
    assert response.context["form"]["picture"].value() == picture.token
    assert response.context["form"]["art"].value() == "picture"
    mine[1].post("/workshop/new/", fields(action="save", upload=upload(photo(size=(500, 500)))))
    assert (Card.objects.get().picture.width, Card.objects.get().art["zoom"]) == (500, 1.0)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "read this picture"),
        (b"<script>alert(1)</script>", "read this picture"),
        (photo()[: len(photo()) // 2], "damaged"),
        (photo(size=(20, 20)), "less than 64 pixels wide"),
        (photo() + b"\0" * MAX_BYTES, "larger than 15 MB"),
    ],
)
def test_what_is_no_good_picture_is_refused_in_words(mine: tuple[Owner, Client], data: bytes, words: str) -> None:
    client = mine[1]
    response = client.post("/workshop/pictures/", {"upload": upload(data)}, headers=JSON)
    assert response.status_code == 422
    assert words in response.json()["problem"]
    page = client.post("/workshop/new/", fields(name="Not lost", action="save", upload=upload(data)))
    assert words in text_of(page)
    assert "Not lost" in text_of(page)
    assert words in text_of(client.post("/workshop/pictures/", {"upload": upload(data)}, follow=True))
    assert not Picture.objects.exists()
    assert not Card.objects.exists()


def test_of_a_file_far_too_large_the_limit_is_named(
    mine: tuple[Owner, Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("config.uploads.MAX_BYTES", 10_000)  # beyond which a file does not reach the view
    send = {"upload": upload(photo() + b"\0" * 20_000)}
    assert "larger than 15 MB" in mine[1].post("/workshop/pictures/", send, headers=JSON).json()["problem"]
    response = mine[1].post("/fr/workshop/pictures/", {"upload": upload(photo() + b"\0" * 20_000)}, headers=JSON)
    assert "dépasse 15 Mo" in response.json()["problem"]


def test_no_file_is_no_picture() -> None:
    assert Client().post("/workshop/pictures/", headers=JSON).status_code == 422
    assert Client().post("/workshop/pictures/", {"upload": "text"}, headers=JSON).status_code == 422


def test_uploads_are_limited(mine: tuple[Owner, Client], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "UPLOADS", Limit("picture-test", times=1, seconds=3600))
    assert mine[1].post("/workshop/pictures/", {"upload": upload()}, headers=JSON).status_code == 200
    response = mine[1].post("/workshop/pictures/", {"upload": upload(photo(size=(99, 99)))}, headers=JSON)
    assert "Too many requests. At most 1 an hour. Try again in " in response.json()["problem"]


def test_pictures_have_a_quota(mine: tuple[Owner, Client], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "MAX_PICTURES", 0)
    response = mine[1].post("/workshop/pictures/", {"upload": upload()}, headers=JSON)
    assert "reached the limit" in response.json()["problem"]


def test_own_pictures_are_listed_and_deleted_by_their_owner(mine: tuple[Owner, Client]) -> None:
    owner, client = mine
    picture = uploads.add_picture(owner=owner, file=BytesIO(photo()), name="<b>fox</b>.jpg")
    address = f"/workshop/pictures/{picture.token}/delete/"
    for headers in ({}, HTMX):
        assert picture.token in text_of(client.get("/workshop/pictures/", headers=headers))
        assert picture.token not in text_of(guest()[1].get("/workshop/pictures/", headers=headers))
    assert b"<b>fox</b>" not in client.get("/workshop/pictures/").content
    assert guest()[1].post(address).status_code == 404
    assert Client().post(address).status_code == 404
    assert client.get(address).status_code == 405
    assert client.post(address).status_code == 302
    assert not Picture.objects.exists()


def test_others_pictures_cannot_be_put_on_a_card(mine: tuple[Owner, Client]) -> None:
    picture = uploads.add_picture(owner=Owner.objects.create(), file=BytesIO(photo()))
    response = mine[1].post("/workshop/new/", fields(art="picture", picture=picture.token, action="save"))
    assert response.status_code == 422
    assert picture.token not in text_of(
        mine[1].post("/workshop/preview/", fields(art="picture", picture=picture.token))
    )


# Icons


def test_icons_are_searched_with_and_without_scripts() -> None:
    part = text_of(Client().get("/workshop/icons/?q=wolf+head", headers=HTMX))
    assert 'data-icon="wolf-head"' in part
    assert "by Lorc" in part
    assert "<html" not in part
    page = text_of(Client().get("/workshop/icons/?q=wolf"))
    assert "<html" in page
    assert "wolf-head" in page
    assert "No icon found" in text_of(Client().get("/workshop/icons/?q=qqq"))
    for address in ("?q=%F0%00", "?page=x", "?page=-1", f"?q={'x' * 5000}"):
        assert Client().get(f"/workshop/icons/{address}").status_code == 200


def test_credits_are_listed() -> None:
    page = text_of(Client().get("/workshop/credits/"))
    assert "Lorc" in page
    assert "Delapouite" in page
    assert "CC0 1.0" in page
    assert "wolf head: <a" in text_of(Client().get("/workshop/credits/?icon=wolf-head"))
    assert Client().get("/workshop/credits/?icon=nothing").status_code == 404


def test_pages_ask_the_database_little(mine: tuple[Owner, Client], django_assert_max_num_queries: Any) -> None:
    owner, client = mine
    mine_too = services.create_set(owner=owner, name="Marshes")
    for number in range(12):
        services.create_card(owner=owner, content=content(name=f"Fox {number}", set=mine_too.slug))
    with django_assert_max_num_queries(8):
        client.get("/workshop/")
    with django_assert_max_num_queries(8):
        client.get(edit_url(Card.objects.first()))
    with django_assert_max_num_queries(5):
        client.post("/workshop/preview/", fields(), headers=HTMX)


@pytest.mark.parametrize(
    ("words", "like"),
    [
        ("hérisson", "hedgehog"),
        ("HERISSON", "hedgehog"),
        ("loups", "wolf"),
        ("tête loup", "wolf-head"),
        ("wolf", "wolf"),
    ],
)
def test_icons_are_found_by_french_words(words: str, like: str) -> None:
    assert like in " ".join(find_icons(words)[:12])
    assert find_icons("qwertz hérisson") == []
