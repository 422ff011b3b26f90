"""A game can be played on its plain page, without scripts, from its start to its end."""

from __future__ import annotations

import random
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from tables.models import LiveGame
from tests.answers import text_of
from tests.tables.clients import body_of, create

pytestmark = [pytest.mark.django_db, pytest.mark.slow("plays whole games through the site")]


def chosen(page: str, client: Client, rng: random.Random) -> dict[str, str]:
    """Fields that a form of the page sends: a choice of a draft, or the end of the turn with plays laid down before."""
    if picks := re.findall(r'name="action" value="([^"]+)"', page):
        return {"action": rng.choice(picks)}
    line: list[str] = []
    address = re.search(r'<form class="choose" method="get" action="([^"]+)"', page)
    for _ in range(3):
        plays = re.findall(r'name="play" value="([^"]+)"', page)
        if not plays or address is None:
            break
        play = unescape(rng.choice(plays))
        page = text_of(client.get(address[1], {"line": ";".join(line), "play": play}))
        line.append(play)
        assert f'name="line" value="{";".join(line)}"' in page
    return {"line": ";".join(line), "do": "end"}


@pytest.mark.long
@pytest.mark.parametrize("language", ["", "/fr"])
@pytest.mark.parametrize("form", ["draft", "constructed"])
def test_a_game_is_played_on_its_page(language: str, form: str) -> None:
    body = body_of("duel", form, champions=True)
    body["seats"]["B"] = {"kind": "open"}
    made = create(body)
    clients = {"A": Client(), "B": Client()}
    assert clients["A"].post(made["seats"]["A"]["url"]).status_code == 302
    assert clients["B"].post(language + made["seats"]["B"]["url"]).status_code == 302
    game, rng = LiveGame.objects.get(), random.Random(1)
    address = f"{language}/play/{made['id']}/"
    for _ in range(900):
        game.refresh_from_db()
        if game.status == "over":
            break
        letter = game.to_act[0]
        page = clients[letter].get(address)
        if game.status == "terms":
            sent: dict[str, Any] = {"champion": "slyness:1" if letter == "A" else "elusive:1"}
            done = clients[letter].post(f"{address}terms/", {**sent, "version": game.version})
        else:
            sent = {"version": game.version, "seat": letter, **chosen(text_of(page), clients[letter], rng)}
            done = clients[letter].post(f"{address}act/", sent)
        assert done.status_code == 302 and done.headers["Location"] == address
    assert game.status == "over"
    page = Client().get(address).content.decode()
    assert (" won" if not language else " a gagné") in page
    assert clients["A"].post(f"{address}consent/", {"what": "rematch"}).status_code == 302
    again = clients["B"].post(f"{address}consent/", {"what": "accept", "offer": "rematch"})
    game.refresh_from_db()
    assert game.rematch is not None and game.rematch.token in again.headers["Location"]
    assert clients["A"].get(game.rematch.get_absolute_url()).context["viewer"].seat_name == "B"


def test_a_page_tells_no_more_than_the_seat_may_know() -> None:
    body = body_of("duel", "constructed", seed="1", first="A")
    made = create(body)
    game = LiveGame.objects.get()
    page = Client().get(f"/play/{made['id']}/").content.decode()
    assert page.count('aria-label="a hidden card"') == 16 and game.setup["seed"] == "1"
    client = Client()
    client.post(made["seats"]["A"]["url"])
    own = client.get(f"/play/{made['id']}/?seat=A").content.decode()
    assert own.count('aria-label="a hidden card"') == 8
    assert Client().get("/play/nothing/").status_code == 404


def test_pages_say_what_was_done_and_what_cannot_be() -> None:
    made = create(body_of("duel", "preconstructed"))
    client = Client()
    client.post(made["seats"]["A"]["url"])
    address = f"/play/{made['id']}/"
    assert client.post(f"{address}act/", {"action": "A pick 0", "version": "0"}).status_code == 302
    page = client.get(address).content.decode()
    assert "A: Take" in page
    client.post(f"{address}act/", {"action": "A pick 0", "version": "0"})
    assert "The game has moved on" in client.get(address).content.decode()
    client.post(f"{address}consent/", {"what": "resign"})
    assert "A resigns" in client.get(address).content.decode()


@pytest.mark.parametrize("language", ["", "/fr"])
@pytest.mark.parametrize("mode", ["duel", "ffa", "teams", "solo", "coop"])
def test_one_press_begins_a_game_of_any_mode(language: str, mode: str) -> None:
    client = Client()
    address = f"{language}/play/"
    assert client.get(address).status_code == 200
    begun = client.post(address, {"mode": mode})
    assert begun.status_code == 302
    page = client.get(begun.headers["Location"]).content.decode()
    assert 'name="action"' in page  # it is one's own turn, or the bots have moved up to it
    assert begun.headers["Location"].removeprefix(language) in client.get(address).content.decode()


def test_who_resigned_reads_it_in_the_second_person() -> None:
    made = create(body_of("duel", "constructed", first="A"))
    clients = {letter: Client() for letter in "AB"}
    for letter, client in clients.items():
        client.post(made["seats"][letter]["url"])
    address = f"/play/{made['id']}/"
    clients["B"].post(f"{address}consent/", {"what": "resign"})
    assert "You resigned." in text_of(clients["B"].get(address))
    for other in (clients["A"], Client()):
        page = text_of(other.get(address))
        assert "B resigned." in page and "You resigned" not in page
    assert "B a abandonné." in text_of(Client().get(f"/fr{address}"))


def test_at_a_shared_screen_it_is_said_who_resigned() -> None:
    made = create(body_of("duel", "constructed", first="A"))
    client = Client()
    for letter in "AB":
        client.post(made["seats"][letter]["url"])
    client.post(f"/play/{made['id']}/consent/", {"what": "resign", "seat": "B"})
    assert "B resigned." in text_of(client.get(f"/play/{made['id']}/"))


def test_bots_have_names_for_people_everywhere() -> None:
    """What a level is called inside is for programs."""
    seats = {"A": {"kind": "me"}, "B": {"kind": "bot", "level": "search-small"}}
    made = create({**body_of("duel", "constructed", first="A"), "seats": seats})
    client = Client()
    client.post(made["seats"]["A"]["url"])
    address = f"/play/{made['id']}/"
    pages = [address, f"{address}decks/", "/play/mine/", "/fr/play/mine/"]
    assert "B (Bot, strong)" in text_of(client.get(address))
    client.post(f"{address}consent/", {"what": "resign"})
    pages += [f"{address}replay/", f"{address}review/", "/play/statistics/"]
    assert "B: Bot, strong" in text_of(client.get(f"{address}replay/"))
    for page in pages:
        assert "search-small" not in text_of(client.get(page)), page


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("take-back", "Nothing to undo."),
        ("accept", "That offer has expired."),
        ("claim", "Their time isn&#x27;t up yet."),
        ("rematch", "The game isn&#x27;t over yet."),
    ],
)
def test_what_is_refused_is_refused_in_words(what: str, words: str) -> None:
    made = create(body_of("duel", "constructed", first="A"))
    client = Client()
    client.post(made["seats"]["A"]["url"])
    sent = {"what": what, "offer": "draw", "version": "0"}
    page = text_of(client.post(f"/play/{made['id']}/consent/", sent, follow=True))
    assert words in page and "do that now" not in page
