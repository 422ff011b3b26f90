"""Constructed games to which those who join bring decks of their own."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import Owner, User
from accounts.services import adopt, forget
from cards.models import Deck
from cards.queries import reference_of
from games.decks.setups import read_setup
from tables.models import Gathering, GatheringSeat, LiveGame
from tables.upkeep import sweep_traces
from tests.answers import text_of
from tests.conftest import NewPage

pytestmark = pytest.mark.django_db
DUEL = {"format": "constructed", "seat_B": "open"}


@pytest.fixture
def decks() -> list[str]:
    call_command("load_sets", verbosity=0)
    return list(Deck.objects.filter(owner=None).values_list("token", flat=True))


def begin(client: Client, **sent: str) -> tuple[str, list[str]]:
    """Begins to wait: the address of the page, and those of the invitations."""
    address = client.post("/play/", {**DUEL, **sent}).headers["Location"]
    return address, invitations(client, address)


def invitations(client: Client, address: str) -> list[str]:
    return re.findall(r'value="http://testserver(/play/gathering/[^"]+)"', client.get(address).content.decode())


def names_of(token: str) -> list[str]:
    return [place.card.printed.name for place in Deck.objects.get(token=token).places.all()]


def brought_to(game: LiveGame) -> list[list[str]]:
    return [[card.name for card in deck] for deck in read_setup(game.mode, game.format, game.setup)[0].decks]


def test_who_has_no_deck_builds_one_and_comes_back_to_the_seat(decks: list[str]) -> None:
    creator, guest = Client(), Client()
    address, (link,) = begin(creator, deck_A=decks[0])
    cards = [reference_of(place.card) for place in Deck.objects.get(token=decks[1]).places.all()]
    for seat, reader in ((link, guest), (address, creator)):
        assert f'action="{seat}deck/"' in reader.get(f"{seat}deck/").text
    assert f'href="{link}deck/"' in guest.get(link).text
    for name, chosen in (("Wolves", cards), ("Few", cards[:7])):
        sent = {"name": name, "visibility": "private", "cards": ",".join(chosen)}
        answer = guest.post(f"{link}deck/", sent)
        deck = Deck.objects.get(name=name)
        assert answer["Location"] == f"{link}?deck={deck.token}"
        page = guest.get(answer["Location"]).text
        assert (f'<option value="{deck.token}" selected>' in page) == (len(chosen) == 8)
        assert ("needs 8 Creatures and Incantations" in page) == (len(chosen) < 8)
    for wrong in (f"{address}join/wrong/deck/", "/play/gathering/nothing/deck/"):
        assert guest.get(wrong).status_code == 404


def test_who_joins_brings_a_deck(decks: list[str]) -> None:
    creator, guest = Client(), Client()
    address, (link,) = begin(creator, deck_A=decks[0], exhaustion="on", kept="1", spectators="on")
    assert not LiveGame.objects.exists()
    assert "Waiting for decks" in text_of(creator.get(address))
    assert "Waiting for decks" in text_of(creator.get("/play/mine/"))
    page = text_of(guest.get(link))
    assert "with Exhaustion" in page and "You, if you like" in page and f'value="{decks[3]}"' in page
    assert not GatheringSeat.objects.filter(seat_name="B", owner__isnull=False).exists()  # a look takes no seat
    answer = guest.post(link, {"deck": decks[3]})
    game = LiveGame.objects.get()
    assert answer.headers["Location"] == game.get_absolute_url()
    assert brought_to(game) == [names_of(decks[0]), names_of(decks[3])]
    assert game.setup["exhaustion"] and game.status == "play"
    letters = [client.get(game.get_absolute_url()).context["viewer"].seat_name for client in (creator, guest)]
    assert letters == ["A", "B"]
    assert creator.get(address).headers["Location"] == game.get_absolute_url()
    waiting = creator.get(address, {"seen": "x"}, headers={"HX-Request": "true"})
    assert waiting.headers["HX-Redirect"] == game.get_absolute_url()
    assert Client().get(link).headers["Location"] == game.get_absolute_url()  # the link leads there ever after
    assert "Waiting for decks" not in text_of(creator.get("/play/mine/"))


def test_a_deck_that_is_chosen_already_makes_the_game_at_once(decks: list[str]) -> None:
    """As it was: whoever chooses the decks of all seats gets the game, with an invitation of the game."""
    address = Client().post("/play/", {**DUEL, "deck_A": decks[0], "deck_B": decks[1]}).headers["Location"]
    assert address == LiveGame.objects.get().get_absolute_url() and not Gathering.objects.exists()
    bots = Client().post("/play/", {"format": "constructed", "deck_A": decks[0], "deck_B": "brought"})
    assert bots.status_code == 302 and LiveGame.objects.count() == 2
    assert brought_to(LiveGame.objects.exclude(token=address.split("/")[-2]).get())[1] in [
        names_of(deck) for deck in decks
    ]


def test_the_game_begins_with_the_last_of_four(decks: list[str]) -> None:
    clients = [Client() for _ in range(3)]
    address, links = begin(
        clients[0], mode="teams", seat_B="open", seat_C="open", seat_D="greedy", deck_A=decks[0], deck_D=decks[2]
    )
    assert len(links) == 2
    assert clients[1].post(links[1], {"deck": decks[1]}).headers["Location"] == address
    assert invitations(clients[1], address) == links[:1]
    assert not LiveGame.objects.exists()
    clients[2].post(links[0], {"deck": decks[3]})
    game = LiveGame.objects.get()
    assert brought_to(game) == [names_of(decks[number]) for number in (0, 3, 1, 2)]
    assert [(seat.seat_name, seat.kind, seat.is_apart) for seat in game.seats.all()] == [
        ("A", "person", False),
        ("B", "person", True),
        ("C", "person", True),
        ("D", "bot", False),
    ]


def test_only_what_can_be_played_is_brought(decks: list[str]) -> None:
    creator, guest = Client(), Client()
    _address, (link,) = begin(creator, deck_A=decks[0])
    gathering = Gathering.objects.get()
    ada = Owner.objects.create(user=User.objects.create_user("ada"))
    private = Deck.objects.create(owner=ada)
    for sent in ({"deck": private.token}, {"deck": "nothing"}, {"deck": ""}):
        assert guest.post(link, sent).status_code == 422
    gathering.asked["edition"] = "season-1"  # which has not all abilities of the site's decks
    gathering.save()
    said = guest.post(link, {"deck": decks[1]})
    assert said.status_code == 422 and "seat B has a card with an ability" in text_of(said)
    assert not LiveGame.objects.exists()
    assert Client().get("/play/gathering/nothing/").status_code == 404
    assert Client().get(f"{link[:-4]}abc/").status_code == 404


def test_others_see_nothing_of_it(decks: list[str]) -> None:
    creator = Client()
    address, _links = begin(creator, deck_A=decks[0])
    assert Client().get(address).status_code == 404
    assert Client().post(address, {"what": "end"}).status_code == 404
    assert Gathering.objects.exists()


def test_a_seat_can_be_left_and_the_game_given_up(decks: list[str]) -> None:
    creator, guest, other = Client(), Client(), Client()
    address, links = begin(creator, mode="ffa", seat_B="open", seat_C="open", seat_D="random", deck_A=decks[0])
    guest.post(links[0], {"deck": decks[1]})
    assert "This seat is taken" in text_of(other.post(links[0], {"deck": decks[1]}))
    assert guest.post(address, {"what": "end"}).headers["Location"] == address
    assert guest.post(address, {"what": "leave"}).headers["Location"] == "/play/"
    assert guest.get(address).status_code == 404 and invitations(creator, address) == links
    other.post(links[0], {"deck": decks[2]})
    assert creator.post(address, {"what": "end"}).headers["Location"] == "/play/"
    assert other.get(links[1]).status_code == 404


def test_who_brought_a_deck_is_told_that_the_game_was_called_off(decks: list[str]) -> None:
    creator, guest = Client(), Client()
    address, links = begin(creator, mode="ffa", seat_B="open", seat_C="open", seat_D="random", deck_A=decks[0])
    guest.post(links[0], {"deck": decks[1]})
    creator.post(address, {"what": "end"})
    assert guest.get(address, headers={"HX-Request": "true"})["HX-Redirect"] == address
    answer = guest.get(address)
    assert answer.status_code == 410 and "This game was called off" in text_of(answer)
    for stranger in (Client(), creator):
        assert stranger.get(address).status_code == 404
    assert Client().post(links[1], {"deck": decks[1]}).status_code == 404 and not LiveGame.objects.exists()
    assert "Waiting for decks" not in text_of(guest.get("/play/mine/"))


def test_a_game_that_nobody_joined_is_gone_when_it_is_given_up(decks: list[str]) -> None:
    creator = Client()
    address, _links = begin(creator, deck_A=decks[0])
    creator.post(address, {"what": "end"})
    assert not Gathering.objects.exists()


def test_the_lobby_offers_such_seats_too(decks: list[str]) -> None:
    creator, guest = Client(), Client()
    address = creator.post("/play/", {**DUEL, "seat_B": "anybody", "deck_A": decks[0]}).headers["Location"]
    assert f'href="{address}"' in text_of(guest.get("/play/lobby/")) and "bring a deck" in text_of(
        guest.get("/play/lobby/")
    )
    assert "Your game" in text_of(creator.get("/play/lobby/"))
    assert guest.get("/play/").context["open_games"] == 1
    assert "Take the seat with this deck" in text_of(guest.get(address))
    creator.post(address, {"what": "withdraw"})
    assert address not in text_of(guest.get("/play/lobby/")) and guest.get(address).status_code == 404
    Gathering.objects.update(listed="B")
    guest.post(address, {"deck": decks[1]})
    assert LiveGame.objects.get().seats.get(seat_name="B").is_taken
    assert address not in text_of(guest.get("/play/lobby/"))


def test_it_follows_its_owner_and_is_swept(decks: list[str]) -> None:
    creator, guest = Client(), Client()
    address, links = begin(creator, mode="ffa", seat_B="open", seat_C="open", seat_D="open", deck_A=decks[0])
    guest.post(links[0], {"deck": decks[1]})
    seat = GatheringSeat.objects.get(seat_name="B")
    assert seat.owner is not None
    adopt(guest=Gathering.objects.get().owner, user=User.objects.create_user("ada"))
    assert Gathering.objects.get().owner.name == "ada" and GatheringSeat.objects.get(seat_name="A").owner is not None
    forget(owner=seat.owner, user=None)
    seat.refresh_from_db()
    assert seat.is_free  # whoever has gone plays no more, and the seat is free again
    sweep_traces()
    assert Gathering.objects.exists()
    Gathering.objects.update(created=timezone.now() - timedelta(days=8))
    sweep_traces()
    assert not Gathering.objects.exists() and creator.get(address).status_code == 404


SETTING = """
from django.core.management import call_command
from django.test import Client
from django.test.utils import setup_test_environment
from cards.models import Deck
from tables.models import *
from tables.tokens import invitation
setup_test_environment()
settings.LIMITS = False
call_command("load_sets", verbosity=0)
decks = list(Deck.objects.filter(owner=None).values_list("token", flat=True))
"""


@pytest.mark.parametrize("count", [2, 8])
def test_of_many_who_join_at_once_one_has_the_seat(race: Callable[[str], Any], count: int) -> None:
    answers, games, seats, link = race(
        SETTING
        + f"""
Client().post("/play/", {{"format": "constructed", "seat_B": "open", "deck_A": decks[0]}})
gathering = Gathering.objects.get()
link = f"/play/gathering/{{gathering.token}}/join/{{invitation(gathering, 'B')}}/"
def work(number):
    answer = Client().post(link, {{"deck": decks[number % 4]}})
    return answer.headers.get("Location") or answer.content.decode()
answers = at_once(work, range({count}))
games = [game.get_absolute_url() for game in LiveGame.objects.all()]
seats = list(GameSeat.objects.values_list("seat_name", "owner"))
print(json.dumps([answers, games, seats, link], default=str))
"""
    )
    assert len(games) == 1 and len(seats) == 2
    assert len({owner for _letter, owner in seats}) == 2 and games[0] in answers
    assert set(answers) <= {games[0], link}  # who is late is sent back, or to the game once it is there


def test_the_last_two_come_at_once_and_the_game_is_made_once(race: Callable[[str], Any]) -> None:
    rounds = race(
        SETTING
        + """
rounds = []
for _ in range(5):
    sent = {"mode": "teams", "seat_B": "open", "seat_C": "open", "seat_D": "open"}
    Client().post("/play/", {"format": "constructed", "deck_A": decks[0], **sent})
    gathering = Gathering.objects.order_by("pk").last()
    def work(letter):
        link = f"/play/gathering/{gathering.token}/join/{invitation(gathering, letter)}/"
        return Client().post(link, {"deck": decks["ABCD".index(letter)]}).headers["Location"]
    answers = at_once(work, "BCD")
    gathering.refresh_from_db()
    rounds.append([answers, gathering.game.get_absolute_url(), LiveGame.objects.count()])
print(json.dumps(rounds))
"""
    )
    for number, (answers, game, games) in enumerate(rounds):
        assert answers.count(game) == 1 and games == number + 1


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("width", [390, 1280])
def test_in_a_browser_the_game_begins_by_itself(
    page: Page,
    new_page: NewPage,
    decks: list[str],
    assert_accessible: Callable[[Page], None],
    width: int,
) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto("/play/?format=constructed")
    page.locator("#id_seat_B").select_option("open")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("heading", name="Waiting for decks")).to_be_visible()
    assert_accessible(page)
    link = page.locator(".invitation input").input_value()
    other = new_page(viewport={"width": width, "height": 800}, locale="en-GB")
    other.goto(link)
    other.get_by_label("Your deck").select_option(decks[1])
    assert_accessible(other)
    other.get_by_role("button", name="Take the seat with this deck").click()
    for tab in (page, other):
        expect(tab.locator("#decks")).to_be_visible()
        expect(tab.locator("#decks .card")).to_have_count(16)
