"""Cards, Champions, sets and pictures by a program: as in the workshop, and nothing that it would not take."""

from __future__ import annotations

from copy import deepcopy
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from PIL import Image

from accounts.limits import Limit
from accounts.models import Visibility
from api.own import cards as own_cards
from api.own.examples import CARD, CHAMPION, SET
from cards.models import Card, CardSet, Picture
from cards.workshop import services
from tests.api.own.programs import Program
from tests.cards.factories import make_card, make_owner, make_set
from tests.cards.workshops import photo

pytestmark = pytest.mark.django_db


def with_card(**changes: Any) -> dict[str, Any]:
    return {**CARD, "card": {**deepcopy(CARD["card"]), **changes}}


def test_made_read_changed_and_thrown_away(ada: Program) -> None:
    made = ada.made("/own/cards", CARD)
    token = made.told["token"]
    assert made["Location"] == f"/api/v1/own/cards/{token}"
    kept = Card.objects.get(token=token)
    assert (kept.owner, kept.name, kept.visibility, kept.revision) == (ada.owner, "Lamp Fox", "unlisted", 1)
    read = ada.ask("get", f"/own/cards/{token}")
    assert read.told == made.told and read["ETag"] == made["ETag"]
    assert read.told["card"]["art"] == CARD["card"]["art"]
    assert ada.ask("get", f"/own/cards/{token}", if_none_match=read["ETag"]).status_code == 304
    changed = ada.changed(read, f"/own/cards/{token}", card={**read.told["card"], "cost": 5}, visibility="public")
    assert changed.status_code == 200 and changed["ETag"] != read["ETag"]
    kept.refresh_from_db()
    assert (kept.cost, kept.visibility, kept.revision) == (5, Visibility.PUBLIC, 2)
    assert kept.versions.get().content["cost"] == 5
    assert ada.ask("get", f"/own/cards/{token}").told == changed.told
    assert [card["token"] for card in ada.ask("get", "/own/cards").told["items"]] == [token]
    assert ada.ask("delete", f"/own/cards/{token}", if_match=read["ETag"]).status_code == 412
    assert ada.ask("delete", f"/own/cards/{token}").status_code == 204
    assert ada.ask("get", f"/own/cards/{token}").status_code == 404
    assert Card.everything.get().deleted_at is not None


def test_what_is_sent_back_as_it_was_read_changes_nothing(ada: Program) -> None:
    read = ada.made("/own/cards", CARD)
    again = ada.changed(read, f"/own/cards/{read.told['token']}")
    assert again.status_code == 200
    assert again.told == read.told and again["ETag"] == read["ETag"]


def test_a_name_is_what_is_left_of_it_when_it_is_tidied(ada: Program) -> None:
    for name in ("\ue000", "\ufffe", "\ufdd0\ufff9", "\u2800"):
        answer = ada.ask("post", "/own/cards", with_card(name=name))
        assert (answer.status_code, Card.objects.count()) == (422, 0), name
    assert ada.made("/own/cards", with_card(name="a\uffffb\ufff9")).told["card"]["name"] == "ab"
    assert ada.ask("post", "/own/sets", {**SET, "name": "\ue000"}).status_code == 422


def test_a_change_names_the_state_that_it_is_meant_for(ada: Program) -> None:
    made = ada.made("/own/cards", CARD)
    path = f"/own/cards/{made.told['token']}"
    answer = ada.ask("put", path, made.told)
    assert (answer.status_code, answer.told["code"]) == (428, "state-unnamed")
    first = ada.changed(made, path, card={**made.told["card"], "name": "Fox of Lamps"})
    second = ada.changed(made, path, card={**made.told["card"], "name": "Lost Fox"})
    assert (first.status_code, second.status_code, second.told["code"]) == (200, 412, "stale")
    assert second["ETag"] == first["ETag"]
    assert Card.objects.get().name == "Fox of Lamps"
    services.save_card(card=Card.objects.get(), content={"cost": 9}, seen=None)  # in the editor, meanwhile
    assert ada.changed(first, path).status_code == 412
    weak = ada.ask("get", path)
    answer = ada.ask("put", path, {**weak.told, "visibility": "private"}, if_match=f'"other", W/{weak["ETag"]}')
    assert answer.status_code == 200
    assert ada.ask("put", path, answer.told, if_match="*").status_code == 200


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({}, [""]),
        ({"card": CARD["card"], "owner": "bob"}, ["/owner"]),
        ({"card": []}, ["/card"]),
        ({"card": {**CARD["card"], "cost": "3"}}, ["/card/cost"]),
        ({"card": {**CARD["card"], "cost": 21, "hp": 0}}, ["/card/cost", "/card/hp"]),
        ({"card": {**CARD["card"], "hp": None}}, ["/card/hp"]),
        ({"card": {**CARD["card"], "name": "x" * 41}}, ["/card/name"]),
        ({"card": {**CARD["card"], "name": "\u2800"}}, ["/card/name"]),
        ({"card": {**CARD["card"], "name": "Fox\u202e"}}, ["/card/name"]),
        ({"card": {**CARD["card"], "abilities": ["rage", "rage"]}}, ["/card/abilities/1"]),
        ({"card": {**CARD["card"], "abilities": ["glow"]}}, ["/card/abilities/0"]),
        ({"card": {**CARD["card"], "abilities": ["poison", "lucidity"]}}, None),
        ({"card": {**CARD["card"], "art": {"icon": "no-such", "scene": "trees", "tint": "ember"}}}, ["/card/art/icon"]),
        ({"card": {**CARD["card"], "art": {"zoom": 1.0}}}, ["/card/art"]),
        ({"card": {**CARD["card"], "picture": "nothing"}}, ["/card/picture"]),
        ({"card": {**CARD["card"], "type": "champion"}}, ["/card/type"]),
        ({"card": {"type": "bridge", "name": "Bridge"}}, ["/card/type"]),
        ({"card": CARD["card"], "visibility": "all"}, ["/visibility"]),
        ({"card": CARD["card"], "set": "no-such"}, ["/set"]),
        ({"card": CARD["card"], "set": 7}, ["/set"]),
    ],
)
def test_what_is_wrong_is_named(ada: Program, body: Any, pointers: list[str] | None) -> None:
    answer = ada.ask("post", "/own/cards", body)
    if pointers is None:  # whether two abilities meet in an edition is the workshop's to say
        assert answer.status_code in (201, 422)
        return
    assert answer.status_code in (400, 422)
    assert [error["pointer"] for error in answer.told["errors"]] == pointers
    assert not Card.objects.exists()


def test_nobody_else_s_set_or_picture(ada: Program) -> None:
    bob = make_owner("bob")
    make_set("bobs", bob)
    Picture.objects.create(owner=bob, sha256="0", width=9, height=9, size=9)
    answer = ada.ask("post", "/own/cards", {**CARD, "set": "bobs"})
    assert [error["pointer"] for error in answer.told["errors"]] == ["/set"]
    answer = ada.ask("post", "/own/cards", with_card(picture=Picture.objects.get().token))
    assert [error["pointer"] for error in answer.told["errors"]] == ["/card/picture"]


def test_champions_have_addresses_of_their_own(ada: Program) -> None:
    champion = ada.made("/own/champions", CHAMPION).told
    card = ada.made("/own/cards", CARD).told
    assert ada.ask("get", f"/own/cards/{champion['token']}").status_code == 404
    assert ada.ask("get", f"/own/champions/{card['token']}").status_code == 404
    assert [item["token"] for item in ada.ask("get", "/own/champions").told["items"]] == [champion["token"]]
    writer = Program(ada.owner, "cards")
    assert writer.ask("post", "/own/champions", CHAMPION).status_code == 403
    assert writer.ask("post", "/own/cards", {"card": CHAMPION["card"]}).status_code == 422


def test_the_limits_and_quotas_of_the_workshop(ada: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_cards, "PUBLISHED", Limit("published-test", times=1, seconds=86_400))
    first = ada.made("/own/cards", {**CARD, "visibility": "public"})
    answer = ada.ask("post", "/own/cards", {**CARD, "visibility": "public"})
    assert answer.status_code == 429 and int(answer["Retry-After"]) >= 1
    path = f"/own/cards/{first.told['token']}"
    assert ada.changed(first, path, card={**first.told["card"], "cost": 1}).status_code == 200  # it is public already
    monkeypatch.setattr(own_cards, "NEW_CARDS", Limit("new-card-test", times=0, seconds=3600))
    assert ada.ask("post", "/own/cards", CARD).status_code == 429
    monkeypatch.setattr(own_cards, "NEW_CARDS", Limit("new-card-test-2", times=9, seconds=3600))
    monkeypatch.setattr(services, "MAX_CARDS", 1)
    answer = ada.ask("post", "/own/cards", CARD)
    assert (answer.status_code, answer.told["code"]) == (409, "quota")
    assert Card.objects.count() == 1


def test_what_a_moderator_hid_stays_hidden(ada: Program) -> None:
    card = make_card("Spam", owner=ada.owner, hidden_at="2026-01-01T00:00:00Z", revision=1)
    read = ada.ask("get", f"/own/cards/{card.token}")
    assert read.told["hidden"] is True
    assert ada.changed(read, f"/own/cards/{card.token}", visibility="public", hidden=False).status_code == 200
    card.refresh_from_db()
    assert card.hidden_at is not None and not card.is_readable_by(None)


def test_sets(ada: Program) -> None:
    made = ada.made("/own/sets", SET)
    slug = made.told["slug"]
    assert made["Location"] == f"/api/v1/own/sets/{slug}"
    assert ada.ask("post", "/own/sets", SET).told["code"] == "name-taken"
    path = f"/own/sets/{slug}"
    assert ada.ask("put", path, made.told).status_code == 428
    changed = ada.changed(made, path, name_fr="Lampes", visibility="public")
    assert changed.status_code == 200 and changed.told["slug"] == slug
    assert ada.changed(made, path, name="Lost").status_code == 412
    for wrong, at in (({"accent": "red"}, "/accent"), ({"symbol": "no-such"}, "/symbol"), ({"name": ""}, "/name")):
        answer = ada.changed(changed, path, **wrong)
        assert (answer.status_code, [error["pointer"] for error in answer.told["errors"]]) == (422, [at])
    card = ada.made("/own/cards", {**CARD, "set": slug})
    assert card.told["set"] == slug
    ada.made("/own/cards", {**CARD, "card": {**CARD["card"], "name": "Elsewhere"}})
    for asked, tokens in ((slug, [card.told["token"]]), ("nowhere", [])):
        listed = ada.ask("get", f"/own/cards?set={asked}").told["items"]
        assert [item["token"] for item in listed] == tokens
    answer = ada.ask("delete", path)
    assert (answer.status_code, answer.told["code"]) == (409, "not-empty")
    ada.ask("delete", f"/own/cards/{card.told['token']}")
    assert ada.ask("delete", path).status_code == 204
    assert not CardSet.objects.exists()
    assert Card.everything.get(token=card.told["token"]).set is None  # it can still be taken back


def test_pictures_are_encoded_anew(ada: Program, settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path
    sent = photo(format="PNG")
    made = ada.ask("post", "/own/pictures", sent, content_type="image/png")
    assert made.status_code == 201
    picture = Picture.objects.get()
    with picture.file.open("rb") as file:
        kept = Image.open(BytesIO(file.read()))
    assert (kept.format, kept.size) == ("JPEG", (400, 600))
    again = ada.ask("post", "/own/pictures", sent, content_type="application/octet-stream")
    assert again.told["token"] == made.told["token"]
    card = ada.made("/own/cards", with_card(art={"zoom": 1.5, "x": 0.25}, picture=picture.token)).told
    assert card["card"]["picture"] == picture.token and card["card"]["art"]["zoom"] == 1.5
    for body, kind, status in (
        (b"no picture", "image/png", 422),
        (photo((20, 20)), "image/jpeg", 422),
        (sent, "text/plain", 415),
        (b"<svg/>", "image/svg+xml", 415),
        (b"x" * (15 * 1024 * 1024 + 1), "image/png", 413),
    ):
        assert ada.ask("post", "/own/pictures", body, content_type=kind).status_code == status, kind
    path = f"/own/pictures/{picture.token}"
    assert ada.ask("get", path).told == made.told
    assert Program(make_owner("bob")).ask("delete", path).status_code == 404
    assert ada.ask("delete", path).status_code == 204
    assert ada.ask("get", f"/own/cards/{card['token']}").told["card"].get("art") is None


def test_lists_come_in_pages_and_ask_as_often_however_long(ada: Program, django_assert_num_queries: Any) -> None:
    for _ in range(5):
        ada.made("/own/cards", CARD)
    first = ada.ask("get", "/own/cards?limit=2")
    assert len(first.told["items"]) == 2 and 'rel="next"' in first["Link"]
    query = first.told["next"].partition("?")[2]
    assert len(ada.ask("get", f"/own/cards?{query}").told["items"]) == 2
    assert ada.ask("get", "/own/cards?limit=0").status_code == 400
    assert ada.ask("get", "/own/cards?since=2999-01-01T00:00:00Z").told["items"] == []
    with django_assert_num_queries(2 + (connection.vendor == "postgresql")):  # the token, the cards, the horizon
        ada.ask("get", "/own/cards")
