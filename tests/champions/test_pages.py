"""The gallery and a Champion's page."""

from __future__ import annotations

import re
from io import BytesIO
from urllib.parse import parse_qs, urlsplit

import pytest
from django.http import HttpResponse
from django.test import Client
from PIL import Image, ImageChops

from accounts.models import Owner, User, Visibility
from cards.models import Card, Deck, Picture
from champions.models import Trial
from champions.previews import preview
from champions.queries import gallery
from engine.decks.formats.compact import unpack
from engine.decks.rules.board import CHAMPION_READY
from engine.decks.rules.position import Position
from tests.champions.conftest import load_three_sets, make_champion

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sets")]


@pytest.fixture(scope="module")
def sets(module_data: None) -> None:
    load_three_sets()


def names(client: Client, query: str = "") -> list[str]:
    return [tile.card.name for tile in client.get(f"/champions/{query}").context["tiles"]]


def test_the_gallery_shows_what_is_public_and_ones_own(client: Client, owner: Owner) -> None:
    for visibility in Visibility:
        make_champion(owner, name=visibility.value, visibility=visibility)
    assert names(client) == ["public"]
    client.force_login(owner.user)
    assert sorted(names(client)) == ["private", "public", "unlisted"]


def test_the_gallery_is_searched_without_accents(client: Client, owner: Owner) -> None:
    make_champion(owner, name="Éloïse", abilities=["rage"])
    make_champion(owner, name="Bruno", abilities=["protection"])
    assert names(client, "?q=eloise") == ["Éloïse"]
    assert names(client, "?q=rage") == ["Éloïse"]
    assert names(client, "?q=nobody") == []


def test_abilities_are_found_in_both_languages(client: Client, owner: Owner) -> None:
    make_champion(owner, name="Aldith", abilities=["price-of-blood"])
    make_champion(owner, name="Bruno", abilities=["aura:wrecker"])
    assert names(client, "?q=prix+du+sang") == ["Aldith"]
    assert names(client, "?q=destructeur") == ["Bruno"]
    assert names(client, "?q=price") == ["Aldith"]


def test_the_gallery_is_sorted(client: Client, owner: Owner) -> None:
    cheap = make_champion(owner, name="Cheap", cost=1)
    make_champion(owner, name="Average", cost=3)
    remix = make_champion(owner, name="Dear", cost=8, remixed_from=cheap)
    assert names(client, "?sort=cost") == ["Cheap", "Average", "Dear"]
    assert names(client, "?sort=name") == ["Average", "Cheap", "Dear"]
    assert names(client, "?sort=remixed")[0] == "Cheap"
    assert names(client, "?sort=nonsense")[0] == remix.name


@pytest.mark.parametrize("sort", ["newest", "name", "cost", "remixed"])
def test_ones_own_stand_among_the_others(owner: Owner, sort: str) -> None:
    """Page by page it is the list that asking for all at once gives, whatever the reader alone finds."""
    for number in range(23):
        shown = Visibility.PUBLIC if number % 3 else Visibility.PRIVATE
        make_champion(owner, name=f"Champion {number * 7 % 23:02}", cost=number * 5 % 8, visibility=shown)
    names = gallery(owner, "champion", sort)
    assert names.count() == 23
    whole = names[0:23]
    key = {"name": lambda card: card.by_name, "cost": lambda card: (card.cost, card.by_name)}.get(sort)
    assert [card.pk for card in whole] == [
        card.pk for card in (sorted(whole, key=key) if key else sorted(whole, key=lambda card: -card.pk))
    ]
    for size in (4, 7):
        parts = [names[start : start + size] for start in range(0, 23, size)]
        assert [card for part in parts for card in part] == whole
    assert gallery(None, "", sort).count() == 15


@pytest.mark.parametrize("path", ["", "board/", "trial/"])
def test_a_private_champion_is_not_there_for_others(client: Client, owner: Owner, path: str) -> None:
    private = make_champion(owner, visibility=Visibility.PRIVATE)
    assert client.get(f"/champions/{private.token}/{path}").status_code == 404
    client.force_login(owner.user)
    assert client.get(f"/champions/{private.token}/{path}").status_code in (200, 302)


@pytest.mark.parametrize("prefix", ["", "/fr"])
def test_the_page_explains_the_card(client: Client, champion: Card, prefix: str) -> None:
    page = client.get(f"{prefix}/champions/{champion.token}/").content.decode()
    assert f'href="{prefix}/champions/{champion.token}/board/"' in page
    assert f'content="http://testserver/files/champions/{champion.token}-{"fr" if prefix else "en"}.png"' in page


def test_a_card_that_is_no_champion_has_no_page_here(client: Client) -> None:
    card = Card.objects.filter(kind="creature").first()
    assert card is not None
    assert client.get(f"/champions/{card.token}/").status_code == 404


def test_on_the_board_it_is_ready_beside_two_decks(client: Client, champion: Card) -> None:
    response = client.get(f"/champions/{champion.token}/board/", follow=True)
    assert response.status_code == 200
    position = unpack(parse_qs(urlsplit(response.redirect_chain[-1][0]).query)["p"][0])
    for seat in position.seats:
        assert seat.champion is not None
        assert (seat.champion.name, seat.champion_state, len(seat.hand)) == ("Aldith", CHAMPION_READY, 8)


def dealt(response: HttpResponse) -> Position:
    """The position that an answer leads to."""
    return unpack(parse_qs(urlsplit(response["Location"]).query)["p"][0])


def test_a_champion_of_the_first_edition_meets_decks_that_it_can_meet(client: Client, owner: Owner) -> None:
    champion = make_champion(owner, abilities=["aim", "rage"])
    page = f"/champions/{champion.token}/"
    assert "cards of season 2 are replaced" in client.get(page).content.decode()
    decks = list(Deck.objects.filter(owner=None).order_by("name")[:2])
    chosen = {"mine": decks[0].pk, "theirs": decks[1].pk, "seed": "3"}
    for response in (client.get(f"{page}board/"), client.post(f"{page}game/", chosen)):
        position = dealt(response)
        for seat, deck in zip(position.seats, decks, strict=True):
            hand = sorted((card.cost, card.is_creature) for card in seat.hand)
            printed = [place.card for place in deck.places.select_related("card")]
            assert len({card.name for card in seat.hand}) == 8
            assert hand == sorted((card.cost, card.is_fighter) for card in printed)


def test_its_namesake_leaves_the_deck(client: Client, owner: Owner) -> None:
    deck = Deck.objects.filter(owner=None).order_by("name").first()
    namesake = deck.places.first().card.name
    champion = make_champion(owner, name=namesake)
    position = dealt(client.get(f"/champions/{champion.token}/board/"))
    assert all(namesake not in {card.name for card in seat.hand} for seat in position.seats)


def test_a_game_is_dealt_as_asked_and_again_by_its_number(client: Client, champion: Card, owner: Owner) -> None:
    decks = list(Deck.objects.filter(owner=None).order_by("name")[:2])
    rival = make_champion(owner, name="Rival", abilities=[])
    data = {"mine": decks[0].pk, "theirs": decks[1].pk, "rival": rival.pk, "seed": 7}
    first = client.post(f"/champions/{champion.token}/game/", data)
    assert first.status_code == 302
    assert client.post(f"/champions/{champion.token}/game/", data)["Location"] == first["Location"]
    other = client.post(f"/champions/{champion.token}/game/", {**data, "seed": 8})
    assert other["Location"] != first["Location"]
    position = unpack(parse_qs(urlsplit(first["Location"]).query)["p"][0])
    assert {card.name for card in position.seats[0].hand} == {card.name for card in decks[0].cards.all()}
    assert position.seats[1].champion is not None
    assert position.seats[1].champion.name == "Rival"


@pytest.mark.parametrize(("prefix", "words"), [("", "Deal a hand"), ("/fr", "Tirer une donne")])
def test_a_deal_is_there_to_be_looked_at_and_no_game_is_promised(
    client: Client, champion: Card, owner: Owner, prefix: str, words: str
) -> None:
    client.force_login(owner.user)
    for address in (f"/champions/{champion.token}/", f"/cards/own/{champion.token}/"):
        page = client.get(prefix + address).content.decode()
        assert not re.search("use in a game|play both|dans une partie|les deux camps", page, re.IGNORECASE)
    assert words in client.get(f"{prefix}/champions/{champion.token}/").content.decode()


def test_wrong_deals_are_refused_with_a_reason(client: Client, champion: Card, owner: Owner) -> None:
    deck = Deck.objects.filter(owner=None).first()
    assert deck is not None
    strangers = Deck.objects.create(owner=owner, name="Secret")
    page = f"/champions/{champion.token}/game/"
    assert client.post(page, {"mine": deck.pk, "theirs": strangers.pk}).status_code == 400
    assert client.post(page, {"mine": deck.pk, "theirs": deck.pk, "seed": -1}).status_code == 400
    old, new = (make_champion(owner, name=slug, abilities=[slug]) for slug in ("aim", "backlash"))
    deal = {"mine": deck.pk, "theirs": deck.pk, "rival": old.pk}
    response = client.post(f"/champions/{new.token}/game/", deal)  # no edition knows the abilities of both
    assert response.status_code == 400
    assert "of the other season" in response.content.decode()
    assert client.get(page).status_code == 405


def test_a_trial_is_asked_for_by_a_button(client: Client, champion: Card) -> None:
    response = client.post(f"/champions/{champion.token}/trial/", headers={"HX-Request": "true"})
    assert response.status_code == 200
    assert Trial.objects.get().champion == champion
    assert 'hx-trigger="every 2s"' in response.content.decode()


@pytest.mark.parametrize("who", ["owner", "asker"])
def test_the_owner_and_whoever_asked_stop_a_trial(client: Client, champion: Card, who: str) -> None:
    page, stop = f"/champions/{champion.token}/", f"/champions/{champion.token}/trial/cancel/"
    asker = Client(REMOTE_ADDR="192.0.2.7")
    asker.post(f"{page}trial/")
    stranger = Client(REMOTE_ADDR="192.0.2.8")
    assert stranger.post(stop).status_code == 404
    assert "trial-stop" not in stranger.get(page).content.decode()
    assert Trial.objects.get().state == Trial.State.WAITING
    client.force_login(champion.owner.user)
    stopping = client if who == "owner" else asker
    assert "trial-stop" in stopping.get(page).content.decode()
    assert stopping.post(stop).status_code == 302
    assert Trial.objects.get().state == Trial.State.CANCELLED


def test_trials_are_limited(client: Client, owner: Owner) -> None:
    client.force_login(User.objects.create_user("eager", password="hush-hush-42"))
    answers = [client.post(f"/champions/{make_champion(owner).token}/trial/").status_code for _ in range(11)]
    assert answers == [302] * 10 + [429]
    one_more = f"/champions/{make_champion(owner).token}/trial/"
    assert "Too many trials" in client.post(one_more).content.decode()
    shown = client.post(one_more, headers={"HX-Request": "true"})
    assert shown.status_code == 200, "htmx draws no errors"
    assert "Too many trials" in shown.content.decode()
    assert "<h1>" not in shown.content.decode()


def test_the_picture_for_links(client: Client, champion: Card, owner: Owner) -> None:
    response = client.get(f"/files/champions/{champion.token}-fr.png")
    assert response["Content-Type"] == "image/png"
    with Image.open(BytesIO(response.content)) as picture:
        assert picture.size == (1200, 630)
    assert client.get(f"/files/champions/{champion.token}-de.png").status_code == 404
    private = make_champion(owner, visibility=Visibility.PRIVATE)
    client.force_login(owner.user)
    assert client.get(f"/files/champions/{private.token}-en.png").status_code == 404


@pytest.mark.parametrize("name", ["W" * 40, "Anticonstitutionnellementintergouverneme", "赤い竜と青い海の守護者" * 3])
def test_nothing_leaves_the_picture_for_links(owner: Owner, name: str) -> None:
    """The frame around it stays as it is with a short name, whatever the words beside the card are."""
    five = ["counter-order", "aura:counter-order", "price-of-blood", "aura:vulnerability", "reinforcement"]
    cards = [
        make_champion(owner, name=long_name, abilities=five, flavour=(long_name * 90)[:90])
        for long_name in ("Aldith", name[:40])
    ]
    short, long = (Image.open(BytesIO(preview(card, "fr"))).convert("L") for card in cards)
    for edge in ((1130, 0, 1200, 630), (480, 0, 1200, 70), (480, 590, 1200, 630), (430, 0, 475, 630)):
        assert ImageChops.difference(short.crop(edge), long.crop(edge)).getextrema()[1] < 12, edge


def test_the_link_picture_of_a_champion_without_its_picture_says_so(client: Client, owner: Owner) -> None:
    crop = {"x": 0.5, "y": 0.5, "zoom": 1, "rotation": 0}
    picture = Picture.objects.create(owner=owner, sha256="0" * 64, width=90, height=140, size=9, file="lost.jpg")
    card = make_champion(owner, name="Aldith", picture=picture, art=crop, visibility=Visibility.PUBLIC)
    response = client.get(f"/files/champions/{card.token}-en.png")
    assert response.status_code == 422
    assert "The picture of “Aldith” is missing" in response.content.decode()


def test_a_trial_of_what_it_was_says_so(client: Client, champion: Card) -> None:
    client.post(f"/champions/{champion.token}/trial/")
    Trial.objects.update(state=Trial.State.DONE, tally={"bare": {"games": 1}, "crowned": {"games": 1}})
    assert "the current card" not in client.get(f"/champions/{champion.token}/").content.decode()
    card = Card.objects.get(pk=champion.pk)
    card.hp += 1
    card.save()
    page = client.get(f"/champions/{champion.token}/").content.decode()
    assert "The Champion has changed since" in page
    assert "the current card" in page


def test_the_numbers_of_a_trial_are_on_the_page(client: Client, champion: Card) -> None:
    tally = {
        "bare": {"games": 5000, "won": 2500, "unfinished": 0, "turns": 45000, "summoned": 0},
        "crowned": {"games": 5000, "won": 3100, "unfinished": 0, "turns": 40000, "summoned": 4500},
        "squares": 1500.0,
    }
    Trial.objects.create(champion=champion, fingerprint="x", played=10000, tally=tally, state=Trial.State.DONE)
    page = client.get(f"/champions/{champion.token}/").content.decode()
    assert "<b>12.0</b>" in page
    assert "50.0%" in page
    assert "62.0%" in page
    assert "90%" in page
    assert "10,000 games" in page
    french = client.get(f"/fr/champions/{champion.token}/").content.decode()
    assert re.search(r"10\s000 parties", french)
