"""Commands in Discord: signed requests alone, both languages, pictures by address, nothing that is hidden."""

from __future__ import annotations

import html
import io
import json
import re
import time
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from PIL import Image

from accounts.limits import Limit
from accounts.models import Visibility
from api.discord import interactions, markup
from api.discord.commands import commands
from cards.models import Card
from grimoire.models import Puzzle
from tables.models import LiveGame
from tests.api.discord_application import PATH, DiscordApplication
from tests.cards.factories import make_card, make_owner, make_set
from tests.grimoire.factories import make_puzzle

pytestmark = pytest.mark.django_db


@pytest.fixture
def discord(settings: Any) -> DiscordApplication:
    application = DiscordApplication()
    settings.DISCORD_PUBLIC_KEY = application.public_key
    return application


PING = b'{"type": 1}'


def assert_picture(shown: dict[str, Any], language: str) -> None:
    """What is shown has a picture in a language, which Discord can fetch, and keep."""
    address = shown["image"]["url"].removeprefix("http://testserver")
    assert address.endswith(f"/{language}.png")
    answer = Client().get(address)
    assert answer.status_code == 200 and "public" in answer["Cache-Control"]
    with Image.open(io.BytesIO(answer.content)) as picture:
        assert (picture.format, picture.size) == ("PNG", (1200, 630))
    assert Client().get(address, headers={"If-None-Match": answer["ETag"]}).status_code == 304


# Who asks


def test_discord_finds_us_there(discord: DiscordApplication) -> None:
    answer = discord.sends(PING)
    assert (answer.status_code, answer.json()) == (200, {"type": 1})
    assert not answer.cookies and "no-store" in answer["Cache-Control"]


def test_what_is_not_signed_by_its_key_is_refused(discord: DiscordApplication) -> None:
    good = discord.headers(PING)
    forged = [
        {**good, "X-Signature-Ed25519": "00" * 64},
        {**good, "X-Signature-Ed25519": "nonsense"},
        {**good, "X-Signature-Ed25519": ""},
        {**good, "X-Signature-Timestamp": str(int(good["X-Signature-Timestamp"]) - 1)},
        {**good, "X-Signature-Timestamp": "nonsense"},
        {**good, "X-Signature-Timestamp": "\u0661"},
        DiscordApplication().headers(PING),
        discord.headers(b'{"type": 2}'),
        {"X-Nothing": "1"},
    ]
    assert [discord.sends(PING, **headers).status_code for headers in forged] == [401] * len(forged)


def test_what_was_signed_long_ago_or_later_than_now_is_refused(discord: DiscordApplication) -> None:
    now = int(time.time())
    for moment, status in ((now - 240, 200), (now - 360, 401), (now + 360, 401)):
        assert discord.sends(PING, **discord.headers(PING, str(moment))).status_code == status


def test_without_a_key_there_is_no_such_address(client: Client) -> None:
    assert client.post(PATH, PING, content_type="application/json").status_code == 404


@pytest.mark.parametrize(
    "body",
    [b"", b"nonsense", b"[]", b"{}", b'{"type": 9}', b'{"type": 2}', b'{"type": 2, "data": 7}', b'{"type": "1"}',
     b"[" * 20000, b'{"type": 2, "data": {"name": "card", "options": {"name": 1}}, "member": 3}',
     b'{"type": 2, "data": {"name": "puzzle", "options": [{"name": "level", "value": [1]}, 7, {}]}}',
     b'{"type": 4, "data": {"name": "card", "options": [{"name": "name", "value": {"a": 1}}]}, "locale": 7}'],
)  # fmt: skip
def test_nonsense_that_is_signed_fails_nowhere(discord: DiscordApplication, body: bytes) -> None:
    assert discord.sends(body).status_code in (200, 400)


# What Discord is told of us


def test_commands_are_within_discords_limits() -> None:
    """https://discord.com/developers/docs/interactions/application-commands"""
    listed = commands()
    assert [command["name"] for command in listed] == ["card", "ruling", "puzzle", "play"]
    for command in listed:
        rows = [command, *command["options"]]
        for row in rows:
            for name in (row["name"], *row["name_localizations"].values()):
                assert re.fullmatch(r"[-_'\w]{1,32}", name) and name == name.lower()
            for text in (row["description"], *row["description_localizations"].values()):
                assert 1 <= len(text) <= 100
            assert set(row["name_localizations"]) == set(row["description_localizations"]) == {"fr"}
            assert row["description"] != row["description_localizations"]["fr"]
        assert len(command["options"]) <= 25 and command["type"] == 1 and command["contexts"] == [0, 1, 2]
        for option in command["options"]:
            choices = option.get("choices", [])
            assert len(choices) <= 25 and not (choices and option.get("autocomplete"))
            kind = {3: str, 4: int}[option["type"]]
            for choice in choices:
                assert isinstance(choice["value"], kind) and 1 <= len(choice["name"]) <= 100
                assert 1 <= len(choice["name_localizations"]["fr"]) <= 100
    everything = sum(len(text) for text in re.findall(r'"((?:[^"\\]|\\.)*)"', json.dumps(listed)))
    assert everything <= 8000


def test_commands_are_printed_and_sent(
    settings: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    call_command("discord_commands")
    assert json.loads(capsys.readouterr().out) == commands()
    with pytest.raises(CommandError, match="GRIMOIRE_DISCORD_APPLICATION_ID and GRIMOIRE_DISCORD_BOT_TOKEN"):
        call_command("discord_commands", register=True)
    settings.DISCORD_APPLICATION_ID, settings.DISCORD_BOT_TOKEN = "123", "secret"
    sent: list[tuple[str, Any]] = []

    class Taken:
        status_code = 200
        text = "no"

        @staticmethod
        def json() -> Any:
            return commands()

    monkeypatch.setattr("requests.put", lambda address, **more: sent.append((address, more)) or Taken)
    call_command("discord_commands", register=True)
    ((address, more),) = sent
    assert address == "https://discord.com/api/v10/applications/123/commands"
    assert more["json"] == commands() and more["headers"] == {"Authorization": "Bot secret"}
    Taken.status_code = 401
    with pytest.raises(CommandError, match="401 no") as refused:
        call_command("discord_commands", register=True)
    assert "secret" not in str(refused.value)


# Cards


def test_a_card_with_its_picture(discord: DiscordApplication) -> None:
    lamps = make_set("lamps")
    card = make_card("Wick", lamps, slug="wick", cost=3, av=2, hp=4, abilities=["aerial"], name_fr="Mèche")
    for locale, language, name, cost in (("en-US", "en", "Wick", "Mana cost"), ("fr", "fr", "Mèche", "Coût en Mana")):
        (shown,) = discord.asks("card", locale=locale, name="lamps/wick")["data"]["embeds"]
        assert shown["title"] == name and cost in shown["description"]
        prefix = "" if language == "en" else "/fr"
        assert shown["url"] == f"http://testserver{prefix}/cards/lamps/wick/"
        assert shown["image"]["url"] == f"http://testserver/files/faces/{card.token}/{language}-300.png"
    picture = Client().get(shown["image"]["url"].removeprefix("http://testserver"))
    assert picture["Content-Type"] == "image/png"


def test_cards_are_offered_while_somebody_types(discord: DiscordApplication) -> None:
    lamps = make_set("lamps")
    for name in ("Big Wick", "Wick", "Wicker", "Lantern"):
        make_card(name, lamps, slug=name.lower().replace(" ", "-"))
    for number in range(30):
        make_card(f"Many {number}", lamps)
    answer = discord.asks("card", typing=True, name="wick")
    assert answer["type"] == 8
    assert [row["value"] for row in answer["data"]["choices"]] == ["lamps/wick", "lamps/wicker", "lamps/big-wick"]
    assert answer["data"]["choices"][0]["name"] == f"Wick · {lamps.name}"
    assert len(discord.asks("card", typing=True, name="")["data"]["choices"]) == 25
    (shown,) = discord.asks("card", name="WICK")["data"]["embeds"]  # typed without choosing
    assert shown["title"] == "Wick"


def test_nobody_is_shown_what_is_not_for_everybody(discord: DiscordApplication) -> None:
    owner = make_owner("ada")
    card = make_card("Secret", None, owner=owner, visibility=Visibility.PRIVATE)
    assert discord.asks("card", typing=True, name="secret")["data"]["choices"] == []
    for typed in ("Secret", f"own/{card.token}"):
        answer = discord.asks("card", name=typed)["data"]
        assert answer["flags"] == 64 and "embeds" not in answer
    Card.objects.filter(pk=card.pk).update(visibility=Visibility.PUBLIC)
    assert discord.asks("card", name="Secret")["data"]["embeds"][0]["title"] == "Secret"


def test_hostile_text_is_text(discord: DiscordApplication) -> None:
    name = "@all [x](https://e.example) *b* <@1> `c`"
    make_card(name, None, owner=make_owner("ada"), visibility=Visibility.PUBLIC)
    answer = discord.asks("card", name=name)["data"]
    assert answer["allowed_mentions"] == {"parse": []}
    title = answer["embeds"][0]["title"]
    assert re.sub(r"\\(.)", r"\1", title) == name
    assert not re.search(r"(?<!\\)[@\[\]()<`*]", title)
    missing = discord.asks("card", name="@here *nothing*")["data"]
    assert missing["flags"] == 64 and "\\@here \\*nothing\\*" in missing["content"]
    assert missing["allowed_mentions"] == {"parse": []}


def test_texts_are_cut_at_words_and_never_in_an_escape() -> None:
    assert markup.cut("one two three", 9) == "one two …"
    for limit in range(4, 30):
        short = markup.cut(markup.plain("****************"), limit)
        assert len(short) <= limit and not re.search(r"(?<!\\)(?:\\\\)*\\ ", short)


# Rulings


@pytest.mark.parametrize(("locale", "words"), [("en-GB", "rage"), ("fr", "rage")])
def test_the_rules_are_asked(discord: DiscordApplication, locale: str, words: str) -> None:
    answer = discord.asks("ruling", locale=locale, words=words)
    (shown,) = answer["data"]["embeds"]
    prefix = "/fr" if locale == "fr" else ""
    assert shown["url"].startswith(f"http://testserver{prefix}/rulings/") and len(shown["description"]) <= 4096
    links = re.findall(r"\]\((http://testserver[^)]+)\)", shown["description"])
    assert len(links) == 3
    for address in [shown["url"], *links]:
        assert Client().get(address.removeprefix("http://testserver")).status_code == 200
    assert ("Voir aussi" if prefix else "See also") in shown["description"]
    assert_picture(shown, "fr" if prefix else "en")


@pytest.mark.parametrize(
    ("locale", "question"),
    [
        ("en-GB", "can I play an incantation on my own creature"),
        ("en-GB", "can a thief ask for death"),
        ("fr", "combien d'élèves pour lancer un sort"),
        ("fr", "le défenseur peut-il attaquer la forteresse"),
    ],
)
def test_discord_the_site_and_the_api_give_one_answer(discord: DiscordApplication, locale: str, question: str) -> None:
    (shown,) = discord.asks("ruling", locale=locale, words=question)["data"]["embeds"]
    prefix, language = ("/fr", "fr") if locale == "fr" else ("", "en")
    page = Client().get(f"{prefix}/rulings/", {"q": question}).content.decode()
    said = page[page.index('class="first-answer"') :]
    assert re.search(r'href="([^"]+)"', said)[1] == shown["url"].removeprefix("http://testserver")
    found = Client().get("/api/v1/rulings", {"q": question, "language": language}).json()
    assert found["items"][0]["url"] == shown["url"]


def test_a_question_without_an_answer(discord: DiscordApplication) -> None:
    answer = discord.asks("ruling", words="xyzzyx")
    assert answer["data"]["flags"] == 64 and "xyzzyx" in answer["data"]["content"]


# Puzzles


def test_the_page_of_the_day_without_its_solution(discord: DiscordApplication) -> None:
    puzzle = make_puzzle(title="The *Gate*", afterword="Play the second card.")
    for locale in ("en-GB", "fr"):
        answer = discord.asks("puzzle", locale=locale)
        (shown,) = answer["data"]["embeds"]
        prefix = "/fr" if locale == "fr" else ""
        assert shown["title"] == "The \\*Gate\\*"
        assert shown["url"] == f"http://testserver{prefix}/grimoire/p/{puzzle.token}/"
        ((pressed,),) = [row["components"] for row in answer["data"]["components"]]
        assert (pressed["type"], pressed["style"], pressed["url"]) == (2, 5, shown["url"])
        assert "Play the second card" not in json.dumps(answer)
    picture = Client().get(shown["image"]["url"].removeprefix("http://testserver"))
    assert (picture.status_code, picture["Content-Type"]) == (200, "image/png")


def test_a_page_of_a_level(discord: DiscordApplication) -> None:
    easy, hard = make_puzzle(title="Easy"), make_puzzle(title="Hard", position="win-in-two")
    draft = make_puzzle(published=False, title="Draft")
    Puzzle.objects.filter(pk__in=(easy.pk, draft.pk)).update(level=1)
    Puzzle.objects.filter(pk=hard.pk).update(level=5)
    assert discord.asks("puzzle", level=5)["data"]["embeds"][0]["title"] == "Hard"
    assert {discord.asks("puzzle", level=1)["data"]["embeds"][0]["title"] for _try in range(5)} == {"Easy"}
    assert discord.asks("puzzle", level=3)["data"]["flags"] == 64


# Games


@pytest.mark.parametrize("game", ["", "clash-of-decks", "magic-schools", "clash-of-the-cards"])
def test_a_table_is_begun_by_who_follows_the_link(discord: DiscordApplication, game: str) -> None:
    answer = discord.asks("play", locale="fr", **({"game": game} if game else {}))
    ((pressed,),) = [row["components"] for row in answer["data"]["components"]]
    path = pressed["url"].removeprefix("http://testserver")
    (shown,) = answer["data"]["embeds"]
    assert_picture(shown, "fr")
    assert shown["image"]["url"] in Client().get(path).content.decode()  # previews of the link have the same
    assert path.startswith("/fr/play/call/") and len(pressed["url"]) <= 512
    assert not LiveGame.objects.exists()
    ada, bob, eve = Client(), Client(), Client()
    for client in (ada, bob):
        assert client.get(path).status_code == 200
    assert not LiveGame.objects.exists()  # looking makes nothing
    first, again, second = ada.post(path), ada.post(path), bob.post(path)
    game_begun = LiveGame.objects.get()
    assert first["Location"] == again["Location"] == second["Location"] == f"/fr/play/{game_begun.token}/"
    assert game_begun.game == (game or "clash-of-decks")
    assert game_begun.seats.filter(is_taken=True).count() == game_begun.seats.count() == 2
    assert len({seat.owner_id for seat in game_begun.seats.all()}) == 2
    assert eve.post(path)["Location"] == path and "Take the seat" not in eve.get(path).content.decode()
    assert game_begun.seats.count() == 2


def test_a_link_that_we_did_not_write_or_long_ago_leads_nowhere(
    client: Client, monkeypatch: pytest.MonkeyPatch, discord: DiscordApplication
) -> None:
    answer = discord.asks("play")
    path = answer["data"]["components"][0]["components"][0]["url"].removeprefix("http://testserver")
    assert client.get(path).status_code == 200
    assert client.post(path[:-3] + "xy/").status_code == 404
    assert client.get("/play/call/nonsense/").status_code == 404
    now = time.time()
    monkeypatch.setattr("django.core.signing.time.time", lambda: now + 8 * 24 * 3600)
    assert client.get(path).status_code == client.post(path).status_code == 404
    assert not LiveGame.objects.exists()


# Limits


def test_one_person_asks_so_often_and_no_more(
    discord: DiscordApplication, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.LIMITS = True
    monkeypatch.setattr(interactions, "PERSON_LIMIT", Limit("discord", 2, 60))
    answers = [discord.asks("play", who="1")["data"] for _number in range(3)]
    assert ["embeds" in answer for answer in answers] == [True, True, False] and answers[2]["flags"] == 64
    assert "embeds" in discord.asks("play", who="2")["data"]
    body = json.dumps({"type": 2, "data": {"name": "play"}, "user": {"id": "3"}}).encode()
    answer = discord.sends(body)
    assert answer["RateLimit-Policy"] == '"discord";q=2;w=60' and answer["RateLimit"].startswith('"discord";r=1;t=')


def test_the_guide_lists_the_commands_with_their_options(discord: DiscordApplication, client: Client) -> None:
    for address, language in (("/api/", "en"), ("/fr/api/", "fr")):
        page = html.unescape(client.get(address).content.decode())
        for command in commands():
            for part in (command, *command["options"]):
                slash = "/" if part is command else ""
                assert f">{slash}{part['name_localizations'].get(language, part['name'])}<" in page
                assert part["description_localizations"].get(language, part["description"]) in page


def test_an_answer_draws_nothing(discord: DiscordApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord waits for three seconds."""
    make_card("Wick", make_set("lamps"), slug="wick")
    make_puzzle()

    def drawn(*_args: Any, **_options: Any) -> None:
        raise AssertionError("something is drawn in an answer")

    monkeypatch.setattr("cards.rendering.documents.HTML", drawn)
    monkeypatch.setattr("cards.views.files.cached_png", drawn)
    monkeypatch.setattr("rulings.views.pictures.rule_picture", drawn)
    monkeypatch.setattr("tables.inviting.views.table_picture", drawn)
    for name, values in (("card", {"name": "lamps/wick"}), ("puzzle", {}), ("ruling", {"words": "rage"}), ("play", {})):
        assert "embeds" in discord.asks(name, **values)["data"]
