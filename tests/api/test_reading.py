"""Everybody reads what is for everybody, from anywhere, page by page; nothing else, and no solution."""

from __future__ import annotations

import gzip
import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from accounts import request_rate
from accounts.models import Visibility
from accounts.services import hide, restore
from api.bulk import NAMES, proven
from api.documents import description
from api.lists import any_of
from background import whole_files
from background.models import WholeFile
from background.upkeep import sweep_all
from cards.models import Card, Kind
from cards.workshop.services import delete_card, restore_card
from engine.decks.formats.notation import json_to_text
from grimoire.models import Proof, Puzzle
from rulings.desk import look_up
from rulings.games.registry import plain_games
from rulings.models import EditorialRuling
from tables.models import PlayerProfile, PlayerRating
from tables.summaries import bot_name
from tests.cards.factories import make_card, make_cards, make_deck, make_owner, make_set, sign_in
from tests.grimoire.factories import make_puzzle
from web.registry import Registry

pytestmark = pytest.mark.django_db

API = "/api/v1"
DAY = "2026-01-01"
ONLY_THE_OWNERS = {"visibility": Visibility.PRIVATE}


def checked(answer: Any, path: str, method: str = "get") -> Any:
    """The body of an answer, which has the form that the description says."""
    responses = description()["paths"][path][method]["responses"]
    schema = responses[str(answer.status_code)]["content"]["application/json"]["schema"]
    body = json.loads(answer.content)
    Draft202012Validator({**schema, "components": description()["components"]}).validate(body)
    return body


def test_the_description_is_openapi(client: Client) -> None:
    answer = client.get(f"{API}/library/openapi.json")
    validate(json.loads(answer.content))
    page = client.get(f"{API}/library").content.decode()
    assert all(f"/api/v1{path}" in page for path in description()["paths"])


def test_cards_in_pages_none_twice_none_missed(client: Client) -> None:
    made = make_cards(7, make_set("lamps"))
    seen: list[str] = []
    address: str | None = f"{API}/cards?limit=3"
    while address:
        answer = client.get(address)
        body = checked(answer, "/cards")
        seen += [card["reference"] for card in body["items"]]
        assert len(body["items"]) <= 3
        assert (answer.headers.get("Link") == f'<{body["next"]}>; rel="next"') is (body["next"] is not None)
        address = body["next"]
        Card.objects.filter(pk=made[0].pk).delete()  # what goes meanwhile moves nothing
    assert seen == [f"lamps/{card.slug}" for card in made]


@pytest.mark.smoke
def test_a_search_and_what_has_changed_since(client: Client) -> None:
    lamps = make_set("lamps")
    cheap, dear = make_card("Wick", lamps, cost=1), make_card("Beacon", lamps, cost=6)
    Card.objects.filter(pk=dear.pk).update(updated=timezone.now() - timedelta(days=3))

    def found(**params: str) -> list[str]:
        return [card["name"] for card in checked(client.get(f"{API}/cards", params), "/cards")["items"]]

    assert found(q="cost>5") == ["Beacon"]
    assert found(q="cost>5 cost<3") == []
    assert found(since=(timezone.now() - timedelta(days=1)).isoformat()) == [cheap.name]
    assert found() == ["Wick", "Beacon"]


@pytest.mark.parametrize(
    ("params", "at"),
    [
        ({"limit": "0"}, "/limit"),
        ({"limit": "201"}, "/limit"),
        ({"after": "7"}, "/after"),
        ({"after": "%%%"}, "/after"),
        ({"since": "yesterday"}, "/since"),
        ({"since": "2026-13-01T00:00:00Z"}, "/since"),
        ({"since": "2026-01-01T00:00:00"}, "/since"),
        ({"q": "cost:"}, "/q"),
        ({"page": "2"}, "/page"),
    ],
)
def test_what_is_wrong_with_an_address_is_named(client: Client, params: dict[str, str], at: str) -> None:
    answer = client.get(f"{API}/cards", params)
    assert answer.status_code == 400
    assert [fault["at"] for fault in checked(answer, "/cards")["error"]["faults"]] == [at]


def test_nothing_that_is_not_for_everybody(client: Client) -> None:
    """Not even for its owner: a page of another site must not read it in their browser."""
    ada = make_owner("ada")
    sign_in(client, ada)
    secret = make_card("Secret", owner=ada, **ONLY_THE_OWNERS)
    thrown = make_card("Thrown", owner=ada, deleted_at=timezone.now())
    hidden = make_card("Hidden", owner=ada, hidden_at=timezone.now())
    unlisted = make_card("Unlisted", owner=ada, visibility=Visibility.UNLISTED)
    deck = make_deck("Open", [secret, thrown, hidden, unlisted], owner=ada)
    mine = make_set("mine", ada, **ONLY_THE_OWNERS)
    closed = make_deck("Closed", owner=ada, **ONLY_THE_OWNERS)
    draft = make_puzzle(published=False, title="Draft")
    assert checked(client.get(f"{API}/cards"), "/cards")["items"] == []
    assert checked(client.get(f"{API}/sets"), "/sets")["items"] == []
    (open_deck,) = checked(client.get(f"{API}/decks"), "/decks")["items"]
    assert open_deck["cards"] == [None, None, None, f"own/{unlisted.token}"]
    assert checked(client.get(f"{API}/decks/{deck.token}"), "/decks/{token}") == open_deck
    assert checked(client.get(f"{API}/puzzles"), "/puzzles")["items"] == []
    shown = checked(client.get(f"{API}/cards/own/{unlisted.token}"), "/cards/{set}/{slug}")
    assert (shown["name"], shown["author"]) == ("Unlisted", "ada")
    for kind, path in (
        *((card, f"cards/own/{card.token}") for card in (secret, thrown, hidden)),
        *((mine, "sets/mine"), (closed, f"decks/{closed.token}"), (draft, f"puzzles/{draft.token}")),
        *((None, "cards/no/such"), (None, "rulings/no-such")),
    ):
        answer = client.get(f"{API}/{path}")
        assert answer.status_code == 404, kind
        assert json.loads(answer.content)["error"]["code"] == "not-found"


def test_a_set_with_its_cards(client: Client) -> None:
    lamps = make_set("lamps")
    card = make_card("Wick", lamps, name_fr="Mèche", abilities=["rage"])
    body = checked(client.get(f"{API}/sets/lamps"), "/sets/{slug}")
    assert body["cards"] == [checked(client.get(f"{API}/cards/lamps/{card.slug}"), "/cards/{set}/{slug}")]
    assert body["cards"][0]["faces"]["fr"].endswith(f"/files/faces/{card.token}/fr-300.png")
    assert body["cards"][0]["url"] == f"http://testserver/cards/lamps/{card.slug}/"
    assert body["cards"][0]["editions"] == [1, 2]


def test_a_player_is_what_their_page_shows(client: Client) -> None:
    ada = make_owner("ada")
    assert client.get(f"{API}/players/ada").status_code == client.get(f"{API}/players/nobody").status_code == 404
    make_puzzle(ada, published=False)
    assert client.get(f"{API}/players/ada").status_code == 404
    make_puzzle(ada, score=3, solved_count=2)
    told = checked(client.get(f"{API}/players/ada"), "/players/{name}")
    assert {key: told[key] for key in ("name", "puzzles", "books", "score", "solved", "followers")} == {
        **{"name": "ada", "puzzles": 1, "books": 0, "score": 3, "solved": 2, "followers": 0}
    }
    assert client.get(told["url"].removeprefix("http://testserver")).status_code == 200
    assert client.get(f"{API}/players/ADA").json() == told


def test_ladders_are_those_of_the_page(client: Client) -> None:
    """Bots are on them, whoever hides a rating is not, and who has played little has no place yet."""
    for name, rating, deviation in (("ada", 1700, 60), ("bo", 1800, 60), ("cy", 1900, 300), ("dee", 2000, 60)):
        owner = make_owner(name)
        PlayerRating.objects.create(
            owner=owner, game="clash-of-decks", mode="duel", rating=rating, deviation=deviation, played=9, won=4
        )
        PlayerProfile.objects.create(owner=owner, shows_ratings=name != "dee")
    PlayerRating.objects.create(
        bot="greedy", game="clash-of-decks", mode="duel", rating=1750, deviation=60, played=9, lost=2
    )
    listed = checked(client.get(f"{API}/ladders"), "/ladders")["items"]
    assert {"game": "magic-schools", "mode": None, "title": "Clash of Magic Schools"} in listed
    for each in listed:
        ladder = checked(client.get(f"{API}/ladders/{each['game']}/{each['mode'] or '-'}"), "/ladders/{game}/{mode}")
        assert ladder["title"] == each["title"]
    told = client.get(f"{API}/ladders/clash-of-decks/duel").json()
    assert [(place["number"], place["name"], place["bot"]) for place in told["places"]] == [
        *[(1, "bo", False), (2, bot_name("greedy"), True), (3, "ada", False)]
    ]
    assert [player["name"] for player in told["provisional"]] == ["cy"]
    for wrong in ("clash-of-decks/-", "clash-of-decks/solo", "chess/duel"):
        assert client.get(f"{API}/ladders/{wrong}").status_code == 404


def test_decks_name_their_cards(client: Client) -> None:
    lamps = make_set("lamps")
    cards, stronghold = make_cards(8, lamps), make_card("Tower", lamps, kind=Kind.STRONGHOLD)
    make_deck("Lights", cards, stronghold=stronghold)
    (deck,) = checked(client.get(f"{API}/decks"), "/decks")["items"]
    assert deck["cards"] == [f"lamps/{card.slug}" for card in cards]
    assert deck["stronghold"] == f"lamps/{stronghold.slug}"
    text = client.get(deck["text_url"].removeprefix("http://testserver"), headers={"origin": "https://other.example"})
    assert text["Content-Type"].startswith("text/plain") and text["Access-Control-Allow-Origin"] == "*"
    assert all(card.name in text.content.decode() for card in (*cards, stronghold))
    again = client.get(f"{API}/decks/{deck['token']}/text", headers={"if-none-match": text["ETag"]})
    assert again.status_code == 304
    assert client.get(f"{API}/decks/nothing/text").status_code == 404


def test_rulings_in_both_languages(client: Client) -> None:
    english, french = (
        checked(client.get(f"{API}/rulings", {"language": language}), "/rulings")["items"] for language in ("en", "fr")
    )
    assert [listed["id"] for listed in english] == [listed["id"] for listed in french]
    assert len(english) > 80
    ruling = french[3]
    alone = checked(client.get(f"{API}/rulings/{ruling['id']}", {"language": "fr"}), "/rulings/{id}")
    assert alone == ruling != english[3]
    assert "/fr/rulings/" in ruling["url"]
    assert client.get(f"{API}/rulings", {"language": "de"}).status_code == 400


@pytest.mark.parametrize("number", ["7.9", "M5.1", "C9.3", "r1"])
def test_rulings_of_every_game_by_number(client: Client, number: str) -> None:
    for asked in (number, number.lower()):
        ruling = checked(client.get(f"{API}/rulings/{asked}"), "/rulings/{id}")
        assert ruling["number"] == number.upper()


def test_pages_without_a_word_of_their_solution(client: Client) -> None:
    page = make_puzzle(title="Lamp", afterword="play the lamp bat first", intended=["1 upper", "assault"])
    make_puzzle(title="No licence", licence="", position="win-in-two")
    (puzzle,) = checked(client.get(f"{API}/puzzles"), "/puzzles")["items"]
    assert checked(client.get(f"{API}/puzzles/{page.token}"), "/puzzles/{token}") == puzzle
    assert puzzle["token"] == page.token
    assert not {"afterword", "intended", "proof", "solutions", "questions"} & set(puzzle)
    assert "lamp bat first" not in json.dumps(puzzle)
    assert puzzle["notation"] == json_to_text(puzzle["position"])
    assert client.get(puzzle["pictures"]["fr"].removeprefix("http://testserver")).status_code == 200


def test_what_is_proved_without_a_word_of_how(client: Client) -> None:
    """Of each page that everybody finds; another solution, found with more work, changes nothing of it."""
    page = make_puzzle(title="Lamp")
    make_puzzle(position="predict", proof=None)
    make_puzzle(published=False, position="win-in-two")
    (proof,) = checked(client.get(f"{API}/proofs"), "/proofs")["items"]
    assert checked(client.get(f"{API}/puzzles/{page.token}/proof"), "/puzzles/{token}/proof") == proof
    assert (proof["puzzle"], proof["verdict"], proof["complete"], proof["current"]) == (
        page.token,
        "unique",
        True,
        True,
    )
    Proof.objects.update(answer={"solutions": [], "lines": 7, "nodes": 9}, abilities=["rage"], nodes=9, seconds=8)
    assert checked(client.get(f"{API}/proofs"), "/proofs")["items"] == [proof]
    Proof.objects.update(state=Proof.State.RUNNING, rules_version=1)
    assert checked(client.get(f"{API}/proofs"), "/proofs")["items"] == []
    for token in (page.token, "nothing"):
        assert client.get(f"{API}/puzzles/{token}/proof").status_code == 404


def test_the_page_of_the_day_and_any_other(client: Client) -> None:
    assert client.get(f"{API}/puzzles/daily").status_code == client.get(f"{API}/puzzles/random").status_code == 404
    easy, hard = make_puzzle(), make_puzzle(position="win-hard")
    assert easy.level != hard.level
    daily = [checked(client.get(f"{API}/puzzles/daily"), "/puzzles/daily")["token"] for _ in range(3)]
    assert daily[0] in (easy.token, hard.token) and len(set(daily)) == 1
    answers = [client.get(f"{API}/puzzles/random") for _ in range(30)]
    assert {checked(answer, "/puzzles/random")["token"] for answer in answers} == {easy.token, hard.token}
    assert answers[0]["Cache-Control"] == "no-store"
    for path in ("puzzles", "puzzles/random"):
        answer = client.get(f"{API}/{path}", {"level": hard.level})
        body = checked(answer, f"/{path}")
        assert [item["token"] for item in body.get("items", [body])] == [hard.token]
    assert client.get(f"{API}/puzzles", {"level": "6"}).status_code == 400
    turn = make_puzzle()
    Puzzle.objects.filter(pk=turn.pk).update(game="magic-schools", position={"format": "magic-schools/1"})
    for path in ("puzzles", "puzzles/random"):
        body = checked(client.get(f"{API}/{path}", {"game": "magic-schools"}), f"/{path}")
        (item,) = body.get("items", [body])
        assert (item["token"], item["game"]) == (turn.token, "magic-schools")
        assert item["notation"] is item["pictures"] is None
    for item in checked(client.get(f"{API}/puzzles"), "/puzzles")["items"]:
        assert item["game"] == "clash-of-decks" and item["token"] != turn.token
    assert client.get(f"{API}/puzzles", {"game": "chess"}).status_code == 400
    assert client.get(f"{API}/puzzles/daily", {"day": "2026-01-01"}).status_code == 400


def test_any_card_of_a_search(client: Client) -> None:
    lamps = make_set("lamps")
    cheap, dear = make_card("Wick", lamps, cost=1), make_card("Beacon", lamps, cost=6)
    answers = [client.get(f"{API}/cards/random") for _ in range(30)]
    assert {checked(answer, "/cards/random")["name"] for answer in answers} == {cheap.name, dear.name}
    assert checked(client.get(f"{API}/cards/random", {"q": "cost>5"}), "/cards/random")["name"] == "Beacon"
    assert client.get(f"{API}/cards/random", {"q": "cost>8"}).status_code == 404
    assert client.get(f"{API}/cards/random", {"q": "cost:"}).status_code == 400


def test_few_rows_among_many_keys_are_found_at_random_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.lists.TRIED", 1)
    cards = make_cards(9, make_set("lamps"))
    wanted = {card.pk for card in cards[::4]}
    rows = Card.objects.filter(pk__in=wanted)
    assert {any_of(rows).pk for _ in range(60)} == wanted
    assert any_of(rows.none()) is None


def test_rulings_of_a_card_of_an_ability_and_of_a_question(client: Client) -> None:
    lamps = make_set("lamps")
    card = make_card("Fox", lamps, abilities=["aura:rage"])

    def found(**params: str) -> list[dict[str, Any]]:
        items: list[dict[str, Any]] = checked(client.get(f"{API}/rulings", params), "/rulings")["items"]
        return items

    of_rage = found(ability="rage")
    assert of_rage and all("rage" in ruling["abilities"] for ruling in of_rage)
    of_card = {ruling["id"] for ruling in found(card=f"lamps/{card.slug}")}
    assert of_card == {ruling["id"] for ruling in (*of_rage, *found(ability="aura"))}
    assert found(card=f"lamps/{make_card('Plain', lamps, abilities=[]).slug}") == []
    ranked = found(q="how often does rage attack", language="en")
    assert 0 < len(ranked) <= 30 and ranked[0] in of_rage
    for wrong in (
        *({"card": "no/such"}, {"ability": "no-such"}, {"game": "chess"}, {"q": "x" * 201}),
        {"game": "magic-schools", "ability": "rage"},
    ):
        (place,) = list(wrong)[-1:]
        answer = client.get(f"{API}/rulings", wrong)
        assert (answer.status_code, checked(answer, "/rulings")["error"]["at"]) == (400, f"/{place}")


def test_a_question_is_answered_from_the_rules_of_all_games_as_on_the_page(client: Client) -> None:
    def found(**params: str) -> list[dict[str, Any]]:
        items: list[dict[str, Any]] = checked(client.get(f"{API}/rulings", params), "/rulings")["items"]
        return items

    for question, language, first in (
        ("can a thief ask for death", "en", "C10.5"),
        ("inundatio peut on sauter 2 niveaux", "fr", "M7.2"),
        ("does rage let a creature attack the stronghold", "en", "rage"),
    ):
        shown = look_up(question, language).answer
        items = found(q=question, language=language)
        assert shown is not None and shown.hit.id == items[0]["id"] == first
        assert len({item["id"] for item in items}) == len(items)
    assert {item["game"] for item in found(q="can a thief ask for death", game="magic-schools")} == {"magic-schools"}
    title = plain_games()["clash-of-the-cards"].readings("en")[0].title
    reading = found(q=title, game="clash-of-the-cards")[0]
    assert (reading["number"], reading["game"]) == ("R93", "clash-of-the-cards")
    assert checked(client.get(f"{API}/rulings/R93"), "/rulings/{id}") == reading
    assert client.get(reading["url"].removeprefix("http://testserver")).status_code == 200
    assert checked(client.get(f"{API}/rulings/R1"), "/rulings/{id}")["url"].endswith("/rulings/decided/R1/")


def test_rulings_of_the_other_games_and_those_of_editors(client: Client) -> None:
    for game, letter in (("magic-schools", "M"), ("clash-of-the-cards", "C")):
        english, french = (
            checked(client.get(f"{API}/rulings", {"game": game, "language": language}), "/rulings")["items"]
            for language in ("en", "fr")
        )
        assert len(english) == len(french) > 50 and english[0]["title"] != french[0]["title"]
        ruling = french[0]
        assert ruling["number"].startswith(letter) and ruling["url"].startswith("http://testserver/fr/rulings/")
        answer = client.get(f"{API}/rulings/{ruling['id']}", {"language": "fr"}, headers={"accept-language": "en"})
        assert checked(answer, "/rulings/{id}") == ruling
        assert answer["Content-Language"] == "fr"
        hits = checked(client.get(f"{API}/rulings", {"game": game, "q": english[3]["title"]}), "/rulings")["items"]
        assert hits[0] == english[3]
    EditorialRuling.objects.create(
        id="two-foxes", title_en="Two foxes", text_en="Both act.", abilities=["rage"], facts=[], position="", date=DAY
    )
    editorial = checked(client.get(f"{API}/rulings/two-foxes"), "/rulings/{id}")
    assert (editorial["number"], editorial["text"], editorial["date"]) == ("", "Both act.", DAY)
    assert checked(client.get(f"{API}/rulings"), "/rulings")["items"][-1] == editorial
    assert editorial in checked(client.get(f"{API}/rulings", {"ability": "rage"}), "/rulings")["items"]


def test_what_comes_back_is_told_as_changed(client: Client) -> None:
    card = make_card("Wick", make_set("lamps"))
    for go, back in (
        (lambda: hide(thing=card, reason="?"), lambda: restore(thing=card)),
        (lambda: delete_card(card=card), lambda: restore_card(card=card)),
    ):
        go()
        Card.everything.update(updated=timezone.now() - timedelta(days=3))
        since = {"since": (timezone.now() - timedelta(seconds=5)).isoformat()}
        assert checked(client.get(f"{API}/cards", since), "/cards")["items"] == []
        back()
        (changed,) = checked(client.get(f"{API}/cards", since), "/cards")["items"]
        assert changed["name"] == "Wick"


def test_who_has_it_already_is_told_so(client: Client) -> None:
    card = make_card("Wick", make_set("lamps"))
    address = f"{API}/cards/lamps/{card.slug}"
    tag = client.get(address)["ETag"]
    again = client.get(address, headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")
    card.name = "Long Wick"
    card.save()
    assert client.get(address, headers={"if-none-match": tag}).status_code == 200


def test_pages_of_other_sites_may_read_and_no_cookie_counts(client: Client) -> None:
    make_card("Wick", make_set("lamps"))
    answer = sign_in(client, make_owner("ada")).get(f"{API}/cards", headers={"origin": "https://other.example"})
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer
    assert "ETag" in answer["Access-Control-Expose-Headers"]
    assert answer["Cache-Control"].startswith("public")
    before = client.options(f"{API}/positions/solve", headers={"origin": "https://other.example"})
    assert before.status_code == 204
    assert "POST" in before["Access-Control-Allow-Methods"]
    assert "Content-Type" in before["Access-Control-Allow-Headers"]
    refused = client.post(f"{API}/cards")
    assert (refused.status_code, refused["Allow"]) == (405, "GET, HEAD, OPTIONS")
    assert client.head(f"{API}/cards")["ETag"] == client.get(f"{API}/cards")["ETag"]


OLDEST_TRANSACTION = connection.vendor == "postgresql"  # is asked for there, once a list


def test_a_list_asks_the_database_as_often_however_long_it_is(client: Client, django_assert_num_queries: Any) -> None:
    lamps = make_set("lamps")
    for number in range(6):
        make_deck(f"Deck {number}", make_cards(8, lamps), owner=make_owner(f"ada{number}"))
        make_puzzle(make_owner(f"bea{number}"))
    for path in ("cards", "sets"):
        with django_assert_num_queries(1 + OLDEST_TRANSACTION):
            client.get(f"{API}/{path}")
    for path in ("decks", "puzzles"):
        with django_assert_num_queries(2 + OLDEST_TRANSACTION):
            client.get(f"{API}/{path}")


@pytest.mark.noted
def test_who_asks_too_much_is_told_when_to_come_back(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_rate, "BURST", 3.0)
    monkeypatch.setattr(request_rate, "RATE", 0.01)  # however slowly the requests below go out
    answers = [client.get(f"{API}/sets") for _ in range(6)]
    refused = [answer for answer in answers if answer.status_code == 429]
    assert refused and all(int(answer["Retry-After"]) >= 1 for answer in refused)
    assert refused[0]["Access-Control-Allow-Origin"] == "*"
    checked(refused[0], "/sets")


def read(answer: Any) -> bytes:
    """The whole of what is streamed."""
    return b"".join(answer.streaming_content)


def test_whole_files_once_a_day_have_what_the_lists_have(client: Client, settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path
    lamps, ada = make_set("lamps"), make_owner("ada")
    make_deck("Lights", make_cards(3, lamps))
    make_puzzle(ada, title="A door")
    make_card("Secret", owner=ada, **ONLY_THE_OWNERS)
    assert client.get(f"{API}/bulk/cards.jsonl").status_code == 404
    sweep_all()  # what the worker does each day
    for kind in ("cards", "sets", "decks", "puzzles", "proofs", "rulings"):
        answer = client.get(f"{API}/bulk/{kind}.jsonl")
        whole = read(answer)
        lines = [json.loads(line) for line in whole.splitlines()]
        shown = json.loads(client.get(f"{API}/{kind}").content)["items"]
        if kind == "rulings":
            for game in plain_games():
                shown += json.loads(client.get(f"{API}/rulings", {"game": game}).content)["items"]
        assert lines == shown != []
        packed = client.get(f"{API}/bulk/{kind}.jsonl", headers={"accept-encoding": "gzip"})
        assert packed["ETag"] == answer["ETag"], "one spelling, which If-Match may have"
        assert gzip.decompress(read(packed)).splitlines() == whole.splitlines()
        for headers in (
            *({"if-none-match": answer["ETag"]}, {"if-none-match": packed["ETag"]}, {"if-none-match": "*"}),
            *({"if-none-match": f'"x", {answer["ETag"]}'}, {"if-modified-since": answer["Last-Modified"]}),
        ):
            again = client.get(f"{API}/bulk/{kind}.jsonl", headers=headers)
            assert (again.status_code, again.content, again["ETag"]) == (304, b"", answer["ETag"]), headers
        other = client.get(f"{API}/bulk/{kind}.jsonl", headers={"if-none-match": '"x"'})
        assert (other.status_code, read(other)) == (200, whole)
    assert client.get(f"{API}/bulk/users.jsonl").status_code == 404
    assert len(list((tmp_path / "bulk").iterdir())) == len(NAMES)


def test_a_whole_file_is_made_once_a_day_by_whoever_holds_it(
    settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.MEDIA_ROOT = tmp_path
    made: list[str] = []
    files: Registry[Any] = Registry()
    files.register("sets.jsonl", lambda: made.append("made") or iter([{"number": len(made)}]))
    monkeypatch.setattr(whole_files, "files", files)

    def number() -> int:
        opened = whole_files.opened("sets.jsonl")
        assert opened is not None
        with opened.file:
            return int(json.loads(opened.file.read())["number"])

    whole_files.write_all()
    whole_files.write_all()
    assert (len(made), number()) == (1, 1)
    a_day_ago = timezone.now() - timedelta(days=1)
    rows = WholeFile.objects.filter(name="sets.jsonl")
    rows.update(made_at=a_day_ago, held_until=timezone.now() + timedelta(minutes=1))  # another worker is at it
    whole_files.write_all()
    assert len(made) == 1
    rows.update(held_until=timezone.now() - timedelta(minutes=1))  # and has died over it
    assert whole_files.write_all() == 0  # whoever reads the one before may read on
    assert (len(made), number()) == (2, 2) and len(list((tmp_path / "bulk").iterdir())) == 2
    monkeypatch.setattr(whole_files, "YOUNG", timedelta(seconds=-1))
    assert whole_files.write_all() == 1
    for path in (tmp_path / "bulk").iterdir():  # a restored database knows of files that no backup has
        path.unlink()
    assert whole_files.opened("sets.jsonl") is None
    whole_files.write_all()
    assert number() == 3


def test_proofs_are_read_in_their_order_and_not_sorted() -> None:
    """With a join SQLite begins with the proofs, and sorts all their pages for the first 50."""
    assert "INNER JOIN" not in str(proven().query)
