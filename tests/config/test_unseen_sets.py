"""A set that not everybody may see is named nowhere, though its cards are for everybody: at every address."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import quote

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Owner, User, Visibility
from accounts.services import owned_models
from api.discord import answers
from cards.comparing import compare_address
from cards.models import Card, CardSet
from cards.queries import reference_of
from cards.showing import face_of_card
from tests.cards.factories import make_card, make_deck
from tests.config.test_strangers import bounded as bounded
from tests.world import ADDRESSES, World

pytestmark = [pytest.mark.django_db, pytest.mark.slow("asks for every address")]

NAME: Final = "Zqxine"
SLUG: Final = "zqx-slug"


@pytest.fixture
def world() -> World:
    """Everything is public, the set named so that it is found in any answer."""
    world = World()
    for model in owned_models():
        model._base_manager.filter(owner=world.owner).update(visibility=Visibility.PUBLIC)
    named = dict.fromkeys(("name", "name_fr", "about", "about_fr"), NAME)
    CardSet.objects.filter(owner=world.owner).update(slug=SLUG, **named)
    card = Card.objects.get(owner=world.owner, kind="creature")
    for number in range(3):
        extra = make_card(f"Extra {number}", owner=world.owner, visibility="public")
        Card.objects.filter(pk=extra.pk).update(set=card.set, slug=f"extra-{number}")
    champion = Card.objects.get(owner=world.owner, kind="champion")
    Card.objects.filter(pk=champion.pk).update(set=card.set, slug="champion")
    # One that looks like a card on the page of the Grimoire, which it therefore has its face from.
    on_page = next(candidate for candidate in written_out(world.puzzle.position) if candidate["type"] == "creature")
    values = {name: on_page[name] for name in ("name", "cost", "av", "hp", "abilities")}
    Card.objects.filter(set=card.set, slug="extra-0").update(**values)
    return world


def written_out(data: Any) -> Iterator[dict[str, Any]]:
    """The cards that are written out in a position."""
    parts = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    if isinstance(data, dict) and {"name", "type", "cost", "av", "hp", "abilities"} <= data.keys():
        yield data
    for part in parts:
        yield from written_out(part)


def unseen(how: str) -> None:
    if how == "hidden":
        CardSet.objects.filter(slug=SLUG).update(hidden_at=timezone.now())
    else:
        CardSet.objects.filter(slug=SLUG).update(visibility=Visibility.PRIVATE)


def told(client: Client, path: str) -> str:
    response = client.get(path, follow=True)
    body = response.getvalue() if response.streaming else response.content
    return body.decode("utf-8", "replace").lower() + repr(response.headers).lower()


def is_named(text: str) -> bool:
    return NAME.lower() in text or SLUG in text


def queries(world: World, card: Card) -> Iterator[str]:
    """Addresses that are asked for with something."""
    reference = quote(reference_of(card))
    for language in ("", "/fr"):
        yield f"{language}{compare_address([card, world.site_card])}"
        for place in (
            "/cards/",
            "/decks/new/",
            "/editor/palette/",
            "/print/",
            "/champions/",
            "/play/new/",
            "/mutation/new/",
        ):
            yield f"{language}{place}?cards={reference}&view=table&q=extra"
            yield f"{language}{place}?cards={reference}&view=table"
        yield f"{language}/print/?deck={world.tokens['decks/']}"
    yield f"/api/v1/cards?q={card.name}"
    for path in (card.get_absolute_url(), f"/decks/{world.tokens['decks/']}/"):
        yield f"/oembed/?url={quote(f'http://testserver{path}')}"


@pytest.mark.parametrize(("how", "who"), [("hidden", "stranger"), ("private", "account")])
def test_a_set_that_others_may_not_see_is_named_nowhere(world: World, how: str, who: str) -> None:
    client = Client(raise_request_exception=False)
    card = Card.objects.filter(owner=world.owner, kind="creature", revision__gt=0, set__slug=SLUG).first()
    assert card is not None
    if who == "account":
        user = User.objects.create_user("eve")
        eve = Owner.objects.create(user=user)
        client.force_login(user)
        make_deck(cards=[card, world.site_card], owner=eve)
    paths = [world.path(address) for address in ADDRESSES if not address.startswith("admin/")]
    paths += [f"/fr{path}" for path in paths if path.startswith(("/cards/", "/decks/", "/champions/"))]
    paths += list(queries(world, card))
    assert any(is_named(told(client, path)) for path in paths[:200] + paths[-30:])  # it is named while it is public
    unseen(how)
    named = [path for path in paths if is_named(told(client, path))]
    assert named == []


@pytest.mark.parametrize("how", ["hidden", "private"])
def test_nothing_is_found_by_the_name_of_such_a_set(world: World, how: str) -> None:
    client = Client()
    names = {card.name for card in Card.objects.filter(set__slug=SLUG)}
    queries = [f"set:{SLUG}", f"set:{NAME}", NAME, f"-set:{SLUG}"]
    places = ["/cards/?q=", "/api/v1/cards?q=", "/editor/palette/?q=", "/decks/new/?q="]
    page = client.get(f"/cards/?q=set:{SLUG}").content.decode()
    assert any(name in page for name in names)
    unseen(how)
    for place in places:
        for query in queries:
            body = client.get(place + quote(query)).content.decode()
            assert not any(f">{name}<" in body or f'"{name}"' in body for name in names), place + query


@pytest.mark.parametrize("how", ["hidden", "private"])
def test_commands_in_discord_and_faces_name_no_such_set(world: World, how: str) -> None:
    card = Card.objects.filter(set__slug=SLUG, kind="creature").first()
    assert card is not None
    assert NAME in answers._with_set(card) and NAME in "".join(answers._lines(card, "en"))
    assert face_of_card(card, "en").emblem.name == NAME
    unseen(how)
    card = Card.objects.get(pk=card.pk)
    assert NAME not in answers._with_set(card) and NAME not in "".join(answers._lines(card, "en"))
    assert face_of_card(card, "en").emblem.name == ""
    assert card.set_for(world.owner) == card.set  # who made it sees it all the same


def test_who_made_a_set_is_shown_its_name(world: World) -> None:
    unseen("private")
    card: Any = Card.objects.filter(set__slug=SLUG, kind="creature").first()
    for path in ("/cards/?view=table", card.get_absolute_url(), compare_address([card, world.site_card])):
        assert NAME in world.client.get(path).content.decode(), path
