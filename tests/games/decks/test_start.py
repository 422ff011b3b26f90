"""The start page: every mode and format, every mixture of seats, the AI of Custom Play, invitations."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.management import call_command
from django.http import QueryDict
from django.test import Client

from cards.models import Card, Deck, DeckCard
from contract.clocks import ClockSetting, clock_again
from engine.decks.game.custom_play import DEFAULT_PRICES, LEVELS, Custom
from engine.decks.rules.abilities import SEASON_1, SEASON_2
from engine.decks.rules.modes import MODES
from games.decks.custom_forms import PRESETS
from games.decks.forms import NewGameForm, default_sets
from games.decks.setups import custom_of
from tables.limits import NEW_GAMES
from tables.models import GameSeat, LiveGame
from tests.tables.clients import FORMATS, GAMES, PERSONS

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.slow("begins a game of every mode and format with the site's own decks"),
]


@pytest.fixture(scope="module")
def site_decks(module_data: None) -> list[str]:
    """The tokens of the site's own decks."""
    call_command("load_sets", verbosity=0)
    return list(Deck.objects.filter(owner=None).values_list("token", flat=True))


def begun(client: Client, **sent: Any) -> LiveGame:
    answer = client.post("/play/", sent)
    assert answer.status_code == 302, answer.content.decode()
    return LiveGame.objects.get(token=answer.headers["Location"].split("/")[-2])


@pytest.mark.parametrize(("mode", "form"), GAMES)
@pytest.mark.parametrize("edition", [SEASON_2, SEASON_1])
def test_one_press_begins_each_game(mode: str, form: str, edition: str, site_decks: list[str]) -> None:
    """With what is chosen already, and with what of it can be chosen otherwise."""
    client = Client()
    page = client.get("/play/", {"mode": mode, "format": form}).content.decode()
    fields = set(re.findall(r'name="(\w+)"', page))
    assert {f"seat_{letter}" for letter in PERSONS[mode]} <= fields
    if edition == SEASON_1 and form != "draft":
        return
    game = begun(client, mode=mode, format=form, edition=edition, exhaustion="on", kept="1", spectators="on")
    assert (game.mode, game.format, game.setup["edition"], game.setup["exhaustion"]) == (mode, form, edition, True)
    kinds = list(game.seats.values_list("kind", "level"))
    assert kinds == [("person", "")] + [("bot", "greedy")] * (len(PERSONS[mode]) - 1)


def test_modes_offer_the_formats_that_the_rules_give_them() -> None:
    for mode, forms in FORMATS.items():
        page = Client().get("/play/", {"mode": mode}).content.decode()
        assert set(re.findall(r'id="format-(\w+)"', page)) == set(forms)
    solo = Client().get("/play/", {"mode": "solo", "format": "constructed"}).content.decode()
    assert 'name="format" value="preconstructed"' in solo and "Constructed against an AI" in solo
    assert "Select a valid choice" in Client().post("/play/", {"mode": "chess"}).content.decode()
    assert Client().post("/play/", {"mode": "solo", "format": "constructed"}).status_code == 422


def test_seats_are_taken_in_any_mixture() -> None:
    game = begun(Client(), mode="ffa", seat_A="open", seat_B="me", seat_C="search-small", seat_D="anybody")
    seats = list(game.seats.values_list("seat_name", "kind", "level", "is_taken", "is_apart"))
    assert seats == [
        ("A", "person", "", False, True),
        ("B", "person", "", True, False),
        ("C", "bot", "search-small", True, False),
        ("D", "person", "", False, True),
    ]
    assert game.listed == "D" and game.status == "waiting"


def test_all_other_choices_reach_the_game() -> None:
    client = Client()
    sent = {"mode": "duel", "format": "draft", "sets": ["treachery", "elusive"], "first": "B", "deadline": "turn-300"}
    game = begun(client, **sent, champions="on", kept="1", spectators="on")
    assert game.setup["sets"] == ["elusive", "treachery"] and game.setup["first"] == "B"
    assert game.setup["champions"] and game.spectators
    assert game.deadline is None and clock_again(game.clock) == ClockSetting("turn", 300)
    assert not begun(client, kept="1").spectators
    unseen = client.post("/play/", {"seat_A": "greedy", "kept": "1"})
    assert unseen.status_code == 422 and "allow spectators" in unseen.content.decode()


def test_what_cannot_be_played_is_said() -> None:
    few = Client().post("/play/", {"mode": "ffa", "format": "draft", "edition": SEASON_1, "sets": ["treachery"]})
    assert few.status_code == 422 and "too few cards for this draft" in few.content.decode()
    quick = Client().post("/play/", {"mode": "solo", "champions": "on"}).content.decode()
    assert "no Champions in Quick Play" in quick
    low = Client().post("/play/", {"mode": "solo", "ai": "custom", "level": "2", "champions": "on"}).content.decode()
    assert "choose level 3" in low
    assert not LiveGame.objects.exists()


def test_other_choices_stay_when_the_mode_changes() -> None:
    query = {"mode": "teams", "format": "draft", "kept": "1", "edition": SEASON_1, "seat_B": "open", "sets": "slyness"}
    form = Client().get("/play/", query).context["form"]
    assert form["edition"].value() == SEASON_1 and form["seat_B"].value() == "open"
    assert form["sets"].value() == ["slyness"] and form["spectators"].value() is False and form.unfolds
    usual = Client().get("/play/", {"mode": "teams", "seat_B": "nobody", "format": "nothing"}).context["form"]
    assert usual["seat_B"].value() == "greedy" and not usual.unfolds


@pytest.mark.parametrize("edition", [SEASON_1, SEASON_2])
def test_sets_that_are_chosen_already_have_cards_enough(edition: str) -> None:
    for mode in MODES.values():
        sent = QueryDict(f"mode={mode.name}&format=draft&edition={edition}")
        form = NewGameForm(sent, None, is_sent=True)
        assert form.is_valid() and form.asked()["sets"] == default_sets(mode, edition)
        assert begun(Client(), mode=mode.name, format="draft", edition=edition)


def test_decks_of_ones_own_and_of_the_site_are_brought(site_decks: list[str]) -> None:
    client = Client()
    begun(client)
    owner = GameSeat.objects.get(seat_name="A").owner
    deck = Deck.objects.create(owner=owner, name="Nine Lives")
    for place, card in enumerate(Card.objects.filter(set__slug="elusive", number__in=range(1, 9))):
        DeckCard.objects.create(deck=deck, card=card, place=place)
    Deck.objects.create(owner=owner, name="Half a deck")
    page = client.get("/play/?format=constructed").content.decode()
    assert (
        "Nine Lives" in page
        and "Half a deck" not in page
        and "Nine Lives" not in Client().get("/play/?format=constructed").content.decode()
    )
    game = begun(client, format="constructed", deck_A=deck.token, deck_B=site_decks[2])
    assert [len(deck) for deck in game.setup["decks"]] == [8, 8]
    stranger = Client().post("/play/", {"format": "constructed", "deck_A": deck.token, "deck_B": site_decks[0]})
    assert stranger.status_code == 422
    old = client.post("/play/", {"format": "constructed", "edition": SEASON_1, "deck_A": site_decks[0]})
    assert "an ability these rules" in old.content.decode()


@pytest.mark.parametrize("champions", [False, True])
@pytest.mark.parametrize("level", LEVELS)
def test_the_points_of_an_ai_are_spent_already(level: int, champions: bool) -> None:
    points = level - (DEFAULT_PRICES.champion if champions else 0)
    if points < 1:
        return
    for edition in (SEASON_1, SEASON_2):
        assert list(Custom(level, **PRESETS[points]).faults(edition, champions)) == []
    client = Client()
    sent = {"mode": "solo", "ai": "custom", "level": str(level), "kept": "1", "spectators": "on"}
    response = client.post("/play/", sent | ({"champions": "on"} if champions else {}))
    assert response.status_code == 302 and "/play/custom/?" in response.headers["Location"]
    page = client.get(response.headers["Location"])
    form = page.context["form"]
    chosen = {name: form[name].value() for name in form.fields}
    sent = {name: value for name, value in chosen.items() if value not in (False, [])}
    done = client.post(response.headers["Location"], sent)
    custom = custom_of(LiveGame.objects.get(token=done.headers["Location"].split("/")[-2]).setup)
    assert custom is not None and custom.level == level and custom.spent() == points


def test_points_are_counted_before_a_game_begins() -> None:
    client = Client()
    address = "/play/custom/?mode=coop&ai=custom&level=4&kept=1"
    sent = {"fixed_mana": "7", "variable_mana": "1", "abilities": ["rage"]}
    counted = client.post(address, {**sent, "what": "count"})
    assert counted.status_code == 200 and "2 of 4" in counted.content.decode()
    assert "Some points are left" in counted.content.decode() and not LiveGame.objects.exists()
    refused = client.post(address, sent)
    assert refused.status_code == 422 and "2 of 4 points spent" in refused.content.decode()
    assert "Too many points" in client.post(address, {**sent, "fixed_mana": "10"}).content.decode()
    assert client.post(address, {**sent, "fixed_mana": "99"}).status_code == 422
    assert not LiveGame.objects.exists()
    assert client.post(address, {**sent, "resistance": "on"}).status_code == 302
    assert LiveGame.objects.get().mode == "coop"
    away = client.get("/play/custom/?mode=duel")
    assert away.status_code == 302 and away.headers["Location"] == "/play/?mode=duel"


def test_a_form_counts_under_the_same_limit_as_the_api(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.LIMITS = True
    monkeypatch.setattr("tables.limits.NEW_GAMES", type(NEW_GAMES)("play-games", 1, 3600))
    client = Client()
    begun(client)
    assert "60 new games an hour" in client.post("/play/").content.decode()
    client.post("/play/stranger/", {"mode": "duel"})
    assert "60 new games an hour" in client.get("/play/").content.decode()
    assert LiveGame.objects.count() == 1


def test_an_invitation_is_a_link_and_a_code_for_the_player_alone() -> None:
    client, stranger = Client(), Client()
    game = begun(client, mode="teams", seat_B="open", seat_C="open", exhaustion="on", kept="1", spectators="on")
    page = client.get(game.get_absolute_url()).content.decode()
    links = re.findall(r'value="(http://testserver/play/[^"]+/join/[^"]+/)"', page)
    assert len(links) == 2 and page.count("<svg") >= 2 and 'class="qr"' in page and page.count("QR code") == 2
    seen = stranger.get(game.get_absolute_url()).content.decode()
    assert "/join/" not in seen and 'class="qr"' not in seen
    path = links[0].removeprefix("http://testserver")
    joining = stranger.get(path).content.decode()
    for words in (
        "Teams",
        "Ready-made decks",
        "with Exhaustion",
        "Guest",
        "no one yet",
        "Bot, medium",
        "You, if you",
    ):
        assert words in joining
    assert stranger.post(path).status_code == 302
    assert "This seat is taken" in Client().get(path).content.decode()
    again = client.get(game.get_absolute_url()).content.decode()
    assert path not in again and links[1] in again


@pytest.mark.parametrize("language", ["", "/fr"])
def test_pages_of_both_languages(language: str, site_decks: list[str]) -> None:
    for query in ("", "?mode=solo&format=draft", "?mode=ffa&format=constructed"):
        assert Client().get(f"{language}/play/{query}").status_code == 200
    page = Client().get(f"{language}/play/custom/?mode=solo&ai=custom").content.decode()
    assert ("Tous les points sont dépensés" if language else "All points are spent") in page


def sent_twice(client: Client, address: str, **said: Any) -> list[str]:
    """Where a form leads that is sent twice, and then once more from a page that was opened anew."""
    pages = [client.get(address, said).content.decode() for _ in range(2)]
    tokens = [page.split('name="begun" value="')[1].split('"')[0] for page in pages]
    answers = [client.post(address, {**said, "begun": token}) for token in (tokens[0], tokens[0], tokens[1])]
    assert [answer.status_code for answer in answers] == [302] * 3
    return [answer.headers["Location"] for answer in answers]


@pytest.mark.parametrize(("mode", "form"), GAMES)
def test_a_form_that_is_sent_twice_begins_one_game(mode: str, form: str, site_decks: list[str]) -> None:
    client = Client()
    said = {"mode": mode, "format": form, "edition": SEASON_2, "spectators": "on"}
    first, second, other = sent_twice(client, "/play/", **said)
    assert first == second != other and LiveGame.objects.count() == 2


@pytest.mark.parametrize("name", ["magic-schools", "clash-of-the-cards"])
def test_a_form_of_another_game_that_is_sent_twice_begins_one(name: str) -> None:
    first, second, other = sent_twice(Client(), f"/play/new/{name}/", spectators="on")
    assert first == second != other and LiveGame.objects.count() == 2


def test_what_is_chosen_otherwise_is_another_game() -> None:
    client = Client()
    page = client.get("/play/").content.decode()
    token = page.split('name="begun" value="')[1].split('"')[0]
    games = [
        begun(client, mode="duel", format=form, edition=SEASON_2, spectators="on", begun=token, **more)
        for form in ("draft", "preconstructed")
        for more in ({}, {"seat_B": "open"}, {"exhaustion": "on"})
    ]
    assert len({game.token for game in games}) == len(games)
    client.post(f"/play/{games[0].token}/consent/", {"what": "resign"})
    again = begun(client, mode="duel", format="draft", edition=SEASON_2, spectators="on", begun=token)
    assert again.token != games[0].token  # that one is over
    stranger = Client()
    theirs = begun(stranger, mode="duel", format="preconstructed", edition=SEASON_2, spectators="on", begun=token)
    assert theirs.token not in {game.token for game in games}


def test_the_first_real_game_is_one(client: Client) -> None:
    page = client.get("/play/first/").content.decode()
    token = page.split('name="begun" value="')[1].split('"')[0]
    answers = [client.post("/play/first/game/", {"begun": token}).headers["Location"] for _ in range(2)]
    assert answers[0] == answers[1] and LiveGame.objects.count() == 1
