"""The lobby: games that anybody may join, strangers who are paired."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from accounts.models import Owner, User
from accounts.services import adopt, forget
from cards.models import Deck
from games.decks.setups import read_setup
from tables import tokens
from tables.lobby.listing import THERE_FOR
from tables.models import LiveGame, StrangerWait
from tables.upkeep import sweep_traces

pytestmark = pytest.mark.django_db
DUEL = {"mode": "duel", "format": "preconstructed"}


def opened(client: Client, **sent: str) -> LiveGame:
    answer = client.post("/play/", {"seat_B": "anybody", **sent})
    return LiveGame.objects.get(token=answer.headers["Location"].split("/")[-2])


def test_a_listed_game_is_joined_by_one_press() -> None:
    creator, guest = Client(), Client()
    game = opened(creator, exhaustion="on")
    private = creator.post("/play/", {"seat_B": "open"}).headers["Location"].split("/")[-2]
    page = guest.get("/play/lobby/").content.decode()
    assert game.token in page and private not in page and "with Exhaustion" in page and "1 free seat" in page
    own = creator.get("/play/lobby/").content.decode()
    assert "Your game" in own and f'id="open-{game.token}"' in own and ">Join<" not in own
    assert creator.post(f"/play/lobby/{game.token}/").headers["Location"] == game.get_absolute_url()
    game.refresh_from_db()
    assert game.status == "waiting"
    joined = guest.post(f"/play/lobby/{game.token}/")
    assert joined.headers["Location"] == game.get_absolute_url()
    game.refresh_from_db()
    assert game.status == "draft"
    assert guest.get(game.get_absolute_url()).context["viewer"].seat_name == "B"
    assert game.token not in guest.get("/play/lobby/").content.decode()
    late = Client().post(f"/play/lobby/{game.token}/", follow=True)
    assert "Too late: this game is full" in late.content.decode()
    assert Client().post("/play/lobby/nothing/").status_code == 404


def test_seats_by_link_are_not_given_away() -> None:
    game = opened(Client(), mode="ffa", seat_B="open", seat_C="anybody", seat_D="random")
    first, second = Client(), Client()
    first.post(f"/play/lobby/{game.token}/")
    assert "Too late: this game is full" in second.post(f"/play/lobby/{game.token}/", follow=True).content.decode()
    assert list(game.seats.filter(is_taken=False).values_list("seat_name", flat=True)) == ["B"]


def test_only_its_creator_takes_a_game_out_of_the_lobby() -> None:
    creator, guest = Client(), Client()
    game = opened(creator)
    guest.post(f"/play/lobby/{game.token}/", {"what": "withdraw"})
    assert game.token in guest.get("/play/lobby/").content.decode()
    creator.post(f"/play/lobby/{game.token}/", {"what": "withdraw"})
    assert game.token not in guest.get("/play/lobby/").content.decode()
    guest.post(f"/play/lobby/{game.token}/")
    game.refresh_from_db()
    assert game.status == "waiting"


def test_the_lobby_is_sent_again_when_it_has_changed() -> None:
    client = Client(headers={"hx-request": "true"})
    page = client.get("/play/lobby/")
    assert client.get("/play/lobby/", {"seen": page.context["seen"]}).status_code == 204
    opened(Client())
    assert client.get("/play/lobby/", {"seen": page.context["seen"]}).status_code == 200
    assert Client().get("/play/lobby/", {"seen": page.context["seen"]}).status_code == 200


def test_two_strangers_who_want_the_same_are_paired() -> None:
    first, second, other = Client(), Client(), Client()
    waiting = first.post("/play/stranger/", {**DUEL, "exhaustion": "on"})
    assert waiting.headers["Location"] == "/play/stranger/"
    assert other.post("/play/stranger/", DUEL).headers["Location"] == "/play/stranger/"
    assert "with Exhaustion" in first.get("/play/stranger/").content.decode()
    paired = second.post("/play/stranger/", {**DUEL, "exhaustion": "on"})
    game = LiveGame.objects.get()
    assert paired.headers["Location"] == game.get_absolute_url() and game.setup["exhaustion"]
    led = first.get("/play/stranger/", headers={"hx-request": "true"})
    assert led.headers["HX-Redirect"] == game.get_absolute_url()
    assert first.get("/play/stranger/").headers["Location"] == game.get_absolute_url()
    letters = [client.get(game.get_absolute_url()).context["viewer"].seat_name for client in (first, second)]
    assert letters == ["A", "B"]
    assert other.get("/play/stranger/", headers={"hx-request": "true"}).status_code == 204
    assert all(seat.is_taken and seat.is_person for seat in game.seats.all())
    assert other.get(game.get_absolute_url()).context["viewer"].seat is None


def test_nobody_is_paired_with_themselves_or_with_who_has_gone() -> None:
    first, second = Client(), Client()
    first.post("/play/stranger/", DUEL)
    assert first.post("/play/stranger/", DUEL).headers["Location"] == "/play/stranger/"
    StrangerWait.objects.update(seen=timezone.now() - THERE_FOR)
    assert second.post("/play/stranger/", DUEL).headers["Location"] == "/play/stranger/"
    assert second.post("/play/stranger/", {"what": "stop"}).headers["Location"] == "/play/lobby/"
    assert second.get("/play/stranger/").headers["Location"] == "/play/"
    assert not LiveGame.objects.exists() and StrangerWait.objects.count() == 1
    first.get("/play/stranger/")  # is there again
    assert second.post("/play/stranger/", DUEL).headers["Location"] == LiveGame.objects.get().get_absolute_url()


def test_who_waits_is_seen_in_the_lobby_and_can_be_met_there() -> None:
    first, second = Client(), Client()
    first.post("/play/stranger/", {"mode": "coop", "format": "draft"})
    assert "waiting for an opponent" in first.get("/play/lobby/").content.decode()
    page = second.get("/play/lobby/").content.decode()
    assert "A player is looking" in page
    wish = re.search(r'name="like" value="(\w+)"', page)
    assert wish is not None
    met = second.post("/play/stranger/", {"like": wish[1]})
    assert met.headers["Location"] == LiveGame.objects.get(mode="coop", format="draft").get_absolute_url()
    assert "A player is looking" not in Client().get("/play/lobby/").content.decode()
    StrangerWait.objects.all().delete()
    for gone in (wish[1], "\0", "é" * 100):
        late = Client().post("/play/stranger/", {"like": gone}, follow=True)
        assert "left the queue" in late.content.decode()


def test_strangers_bring_their_own_decks() -> None:
    call_command("load_sets", verbosity=0)
    tokens = list(Deck.objects.filter(owner=None).values_list("token", flat=True))
    first, second = Client(), Client()
    data = {"mode": "duel", "format": "constructed"}
    first.post("/play/stranger/", {**data, "deck_A": tokens[0]})
    assert "Choose a deck" in second.get("/play/lobby/").content.decode()
    second.post("/play/stranger/", {**data, "deck_A": tokens[1]})
    game = LiveGame.objects.get()
    cards = read_setup(game.mode, game.format, game.setup)[0].decks
    brought = [[place.card.printed for place in Deck.objects.get(token=token).places.all()] for token in tokens[:2]]
    assert [[card.name for card in deck] for deck in cards] == [[card.name for card in deck] for deck in brought]


def test_games_of_four_and_custom_play_are_not_for_strangers() -> None:
    client = Client()
    assert "Find an opponent" not in client.get("/play/?mode=ffa").content.decode()
    said = client.post("/play/stranger/", {"mode": "ffa"}, follow=True).content.decode()
    assert "Only two-player games" in said
    custom = client.post("/play/stranger/", {"mode": "coop", "ai": "custom"}, follow=True).content.decode()
    assert "Invite a friend by link" in custom
    assert client.post("/play/stranger/", {"mode": "chess"}).headers["Location"] == "/play/"
    assert not StrangerWait.objects.exists()


def test_old_waits_are_swept_and_follow_their_owner() -> None:
    guest, account = Client(), User.objects.create_user("ada")
    guest.post("/play/stranger/", DUEL)
    adopt(guest=StrangerWait.objects.get().owner, user=account)
    wait = StrangerWait.objects.select_related("owner__user").get()
    assert wait.owner.name == "ada"
    sweep_traces()
    assert StrangerWait.objects.exists()
    StrangerWait.objects.update(seen=timezone.now() - timedelta(days=2))
    sweep_traces()
    assert not StrangerWait.objects.exists()
    guest.post("/play/stranger/", DUEL)
    owner = StrangerWait.objects.get().owner
    forget(owner=owner, user=None)
    assert not StrangerWait.objects.exists() and not Owner.objects.filter(pk=owner.pk).exists()


WAITING = """
from django.test.utils import setup_test_environment
from accounts.models import Owner
from games.decks.forms import NewGameForm
from tables.models import *
from games.decks.strangers import services as strangers
from django.http import QueryDict
setup_test_environment()
settings.LIMITS = False
form = NewGameForm(QueryDict("mode=duel"), None, is_sent=True)
assert form.is_valid()
asked = form.asked()
"""


@pytest.mark.parametrize("count", [2, 8])
def test_all_who_come_at_once_are_paired(race: Callable[[str], Any], count: int) -> None:
    waits, seats = race(
        WAITING
        + f"""
owners = [Owner.objects.create() for _ in range({count})]
at_once(lambda owner: strangers.wait_for_stranger(owner, asked, None).pk, owners)
waits = list(StrangerWait.objects.values_list("owner", "game"))
seats = list(GameSeat.objects.values_list("game", "owner"))
print(json.dumps([waits, seats], default=str))
"""
    )
    assert len(waits) == count and all(game is not None for _owner, game in waits)
    assert len(seats) == count and len({owner for _game, owner in seats}) == count
    assert sorted(map(tuple, seats)) == sorted((game, owner) for owner, game in waits)


def test_of_three_who_come_at_once_two_play_and_one_waits(race: Callable[[str], Any]) -> None:
    waits, seats = race(
        WAITING
        + """
owners = [Owner.objects.create() for _ in range(3)]
at_once(lambda owner: strangers.wait_for_stranger(owner, asked, None).pk, owners)
waits = list(StrangerWait.objects.values_list("owner", "game"))
seats = list(GameSeat.objects.values_list("game", "owner"))
print(json.dumps([waits, seats], default=str))
"""
    )
    assert len(waits) == 3 and len({owner for owner, _game in waits}) == 3
    paired = [(game, owner) for owner, game in waits if game is not None]
    assert sorted(map(tuple, seats)) == sorted(paired) and len({game for game, _owner in paired}) == 1


def test_a_press_that_comes_twice_is_one_game(race: Callable[[str], Any]) -> None:
    """A double click, with somebody else waiting for the same: both of its answers lead to the game that came of it."""
    rounds = race(
        WAITING
        + """
rounds = []
for _ in range(4):
    first, second = Owner.objects.create(), Owner.objects.create()
    strangers.wait_for_stranger(first, asked, None)
    led = at_once(lambda _press: strangers.wait_for_stranger(second, asked, None).game_id, range(3))
    rounds.append([led, list(StrangerWait.objects.filter(owner__in=[first, second]).values_list("game", flat=True))])
print(json.dumps(rounds))
"""
    )
    for led, waits in rounds:
        assert led[0] is not None and led == led[:1] * 3 and waits == led[:2]


def test_who_presses_often_or_stops_at_once_has_one_game_at_most(race: Callable[[str], Any]) -> None:
    outcomes, waits, seats = race(
        WAITING
        + """
owners = [Owner.objects.create() for _ in range(3)]
def work(number):
    owner = owners[number % 3]
    if number >= 6:
        return bool(strangers.stop_waiting(owner))
    return bool(strangers.wait_for_stranger(owner, asked, None).game_id)
outcomes = at_once(work, range(9), tell=True)
waits = list(StrangerWait.objects.values_list("owner", "game"))
seats = list(GameSeat.objects.values_list("game", "owner", "is_taken"))
print(json.dumps([outcomes, waits, seats], default=str))
"""
    )
    assert all(isinstance(outcome, bool) for outcome in outcomes), outcomes
    assert len({owner for owner, _game in waits}) == len(waits)
    assert all(taken for _game, _owner, taken in seats)
    for game in {game for game, _owner, _taken in seats}:
        players = [owner for at, owner, _taken in seats if at == game]
        assert len(players) == 2 and len(set(players)) == 2
    unpaired = [owner for owner, game in waits if game is None]
    assert len(unpaired) <= 1


def test_of_many_who_join_from_the_lobby_at_once_each_seat_has_one(race: Callable[[str], Any]) -> None:
    answers, seats = race(
        WAITING
        + """
from django.test import Client
made = Client().post("/play/", {"mode": "ffa", "seat_B": "anybody", "seat_C": "anybody", "seat_D": "anybody"})
token = made.headers["Location"].split("/")[-2]
def work(number):
    return Client().post(f"/play/lobby/{token}/").headers["Location"]
answers = at_once(work, range(6))
seats = list(GameSeat.objects.values_list("seat_name", "owner", "is_taken"))
print(json.dumps([answers, seats], default=str))
"""
    )
    assert sorted(answer == "/play/lobby/" for answer in answers) == [False] * 3 + [True] * 3
    assert all(taken for _letter, _owner, taken in seats) and len({owner for _letter, owner, _taken in seats}) == 4


def test_a_guest_who_presses_join_twice_has_one_seat(race: Callable[[str], Any]) -> None:
    rounds = race(
        WAITING
        + """
from django.test import Client
rounds = []
for _ in range(4):
    made = Client().post("/play/", {"mode": "ffa", "seat_B": "anybody", "seat_C": "anybody", "seat_D": "anybody"})
    token = made.headers["Location"].split("/")[-2]
    guest = Client()
    guest.post("/play/stranger/", {"mode": "duel"})  # known by a cookie from here on
    guest.post("/play/stranger/", {"what": "stop"})
    def work(number):
        client = Client()
        client.cookies = guest.cookies
        return client.post(f"/play/lobby/{token}/").headers["Location"]
    answers = at_once(work, range(3))
    rounds.append([token, answers, list(LogEntry.objects.filter(game__token=token).values_list("kind", flat=True))])
print(json.dumps(rounds))
"""
    )
    for token, answers, log in rounds:
        assert answers == [f"/play/{token}/"] * 3
        assert log == ["joined"]


def test_joining_and_withdrawing_at_once_agree(race: Callable[[str], Any]) -> None:
    """Who joins is seated or told so, whatever the creator presses; after the withdrawal nobody is seated any more."""
    rounds = race(
        WAITING
        + """
from django.test import Client
rounds = []
for _ in range(6):
    creator = Client()
    made = creator.post("/play/", {"mode": "ffa", "seat_B": "anybody", "seat_C": "anybody", "seat_D": "anybody"})
    token = made.headers["Location"].split("/")[-2]
    def work(number):
        if number == 1:
            return creator.post(f"/play/lobby/{token}/", {"what": "withdraw"}).headers["Location"]
        return Client().post(f"/play/lobby/{token}/").headers["Location"]
    answers = at_once(work, range(3))
    late = Client().post(f"/play/lobby/{token}/").headers["Location"]
    game = LiveGame.objects.get(token=token)
    taken = game.seats.exclude(seat_name="A").filter(is_taken=True).count()
    lobby = Client().get("/play/lobby/").content.decode()
    rounds.append([token, answers, late, taken, token in lobby, game.listed.replace(",", ""), game.version])
print(json.dumps(rounds))
"""
    )
    for token, answers, late, taken, is_offered, listed, version in rounds:
        assert answers[1] == late == "/play/lobby/" and not is_offered and listed == "BC"[:taken]
        assert taken == version == [answers[0], answers[2]].count(f"/play/{token}/")


def test_a_game_withdrawn_while_somebody_joins_takes_nobody_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """The withdrawal comes between the look at the lobby's offer and the seat."""
    creator = Client()
    game = opened(creator)
    invite = tokens.invitation

    def withdrawn(game: LiveGame, seat_name: str) -> str:
        creator.post(f"/play/lobby/{game.token}/", {"what": "withdraw"})
        return invite(game, seat_name)

    monkeypatch.setattr(tokens, "invitation", withdrawn)
    late = Client().post(f"/play/lobby/{game.token}/", follow=True)
    assert "Too late: this game is full" in late.content.decode()
    assert not game.log.exists() and game.seats.filter(is_taken=True).count() == 1
