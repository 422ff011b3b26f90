"""The home page: what it says to a stranger, the move that it asks for, and what it knows of somebody who was here."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.utils import translation
from django.utils.html import escape

from accounts.owners import COOKIE
from board.plays import choices_of
from board.services import site_cards
from engine.decks.formats.interchange import read_position
from engine.decks.solving.result import UNIQUE
from grimoire.models import Attempt
from grimoire.proving.services import prove_now
from home.first_move import NoSuchMove, after_the_move, before_the_move, prepared
from mutation.tokens import invitation
from tables.models import LiveGame
from tests.cards.factories import make_card
from tests.grimoire.community.people import attempted, guest
from tests.grimoire.factories import make_puzzle
from tests.mutation.sessions import make_session

pytestmark = pytest.mark.django_db
FRENCH = {"accept-language": "fr-FR,fr;q=0.9,en;q=0.5"}
WINNING = "1 at B upper 0"


def text_of(client: Client, path: str = "/", **headers: Any) -> str:
    response = client.get(path, headers=headers)
    assert response.status_code == 200
    return response.text


# What it says


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/", ("your hand is your life", "Learn in 5 minutes", "Can you win", "Upper line")),
        (
            "/fr/",
            ("votre main est votre vie", "Apprendre en 5 minutes", "Vous jouez A", "Ligne du haut"),
        ),
    ],
)
def test_a_stranger_reads_what_the_site_is(client: Client, path: str, words: tuple[str, ...]) -> None:
    response = client.get(path)
    for word in words:
        assert escape(word) in response.text
    assert COOKIE not in response.cookies
    assert "begun-title" not in response.text


def test_play_is_the_first_thing_to_press_and_begins_a_duel_with_a_bot(client: Client) -> None:
    call_command("load_sets", verbosity=0)
    main = text_of(client).partition("<main")[2]
    first = re.search(r"<(?:a|button|form)\b[^>]*>", main)
    assert first is not None and 'action="/play/"' in first[0]
    assert client.post("/play/", {}).status_code == 302
    game = LiveGame.objects.get()
    assert (game.mode, [seat.level for seat in game.seats.order_by("seat_name")]) == ("duel", ["", "greedy"])


def test_a_stranger_costs_few_statements(client: Client, django_assert_max_num_queries: Any) -> None:
    call_command("load_sets", verbosity=0)
    call_command("load_books", verbosity=0)
    client.get("/")
    with django_assert_max_num_queries(6):
        text = text_of(client)
    assert text.count('class="tome') >= 11
    assert "Puzzle of the day" in text


# The move


def test_one_move_of_many_wins() -> None:
    position = read_position(dict(prepared().position), site_cards())
    proof = prove_now(position=position)
    assert proof is not None and proof.verdict == UNIQUE
    legal = before_the_move("en").legal
    solving = [move for move in legal if after_the_move(move, "en").solved]
    assert solving == [WINNING]
    assert prepared().shown in legal and prepared().shown not in solving
    assert set(prepared().words) == set(legal), "each possible move is talked about, and no other"
    assert all(set(words) == {"en", "fr"} for words in prepared().words.values())


@pytest.mark.parametrize("language", ["en", "fr"])
def test_cards_are_named_in_the_reader_s_language(language: str) -> None:
    with translation.override(language):
        names = [choice.name for choice in before_the_move(language).choices]
        choices = choices_of(prepared().position_in(language), str)
    assert names == [choice.name for choice in choices]
    assert names[1] == {"en": "Ferry Pike", "fr": "Piquier du bac"}[language]


@pytest.mark.parametrize("move", list(prepared().words))
def test_each_move_is_judged_and_explained_without_a_script(client: Client, move: str) -> None:
    response = client.get("/", {"move": move})
    assert escape(prepared().words[move]["en"]) in response.text
    assert ("The Fort has fallen" in response.text) == (move == WINNING)
    assert bool(re.search(r">\s*Try again\s*<", response.text)) == (move != WINNING)


def test_the_part_beside_the_board_comes_by_itself(client: Client) -> None:
    response = client.get("/fr/", {"move": WINNING}, headers={"hx-request": "true"})
    assert response.text.strip().startswith(('<div class="side"', "{#", "<div"))
    assert "<html" not in response.text and 'id="board-data"' in response.text
    assert escape(prepared().words[WINNING]["fr"]) in response.text
    assert "HX-Request" in response["Vary"]


def test_a_try_that_is_shown_leaves_the_move_to_the_reader(client: Client) -> None:
    text = text_of(client, "/?watch=1")
    assert escape(prepared().words[prepared().shown]["en"]) in text
    assert f'value="{WINNING}"' in text


@pytest.mark.parametrize("move", ["3 upper", "assault", "1 at B upper 7", "nonsense", "é" * 5000])
def test_what_is_no_move_is_said(client: Client, move: str) -> None:
    response = client.get("/", {"move": move})
    assert response.status_code == 400
    assert "You can&#x27;t play that here." in response.text
    with pytest.raises(NoSuchMove):
        after_the_move(move, "en")


# Addresses of positions from when the board was the first page


@pytest.mark.parametrize("query", ["sample=tide-runner&step=3", "p=1abc&a=assault;end-turn&step=4", "step=2"])
@pytest.mark.parametrize("prefix", ["", "/fr"])
def test_old_addresses_of_the_board_lead_there(client: Client, prefix: str, query: str) -> None:
    response = client.get(f"{prefix}/?{query}")
    assert (response.status_code, response["Location"]) == (301, f"{prefix}/board/?{query}")
    assert client.get(f"{prefix}/position/")["Location"] == f"{prefix}/board/"


# French


def test_french_is_offered_once(client: Client) -> None:
    assert "Lire en français" in text_of(client, "/", **FRENCH)
    response = client.post("/language/", {"language": "en", "next": "/"}, headers=FRENCH)
    assert response["Location"] == "/"
    assert response.cookies["django_language"]["max-age"] > 300 * 24 * 3600
    assert "Lire en français" not in text_of(client, "/", **FRENCH)


def test_who_takes_french_reads_french(client: Client) -> None:
    response = client.post("/language/", {"language": "fr", "next": "/"}, headers=FRENCH)
    assert response["Location"] == "/fr/"
    assert "Lire en français" not in text_of(client, "/fr/", **FRENCH)
    assert "Lire en français" not in text_of(client, "/", **FRENCH)
    assert '<html lang="en"' in text_of(client, "/", **FRENCH)  # an address means one language


@pytest.mark.parametrize("wanted", ["en", "en-GB,en;q=0.9,fr;q=0.4", "de,en;q=0.3", "", "nonsense;q=x"])
def test_nobody_else_is_asked(client: Client, wanted: str) -> None:
    assert "Lire en français" not in text_of(client, "/", **{"accept-language": wanted})


PLAY_LINKS = ["/play/", "/mutation/", "/cards/", "/rulings/", "/accounts/login/"]


@pytest.mark.parametrize("path", PLAY_LINKS)
def test_every_page_offers_the_reader_s_own_language(client: Client, path: str) -> None:
    page = text_of(client, path, **FRENCH)
    assert "Lire en français" in page and f'name="next" value="{path}"' in page
    english = text_of(client, f"/fr{path}", **{"accept-language": "en-GB,en;q=0.9,fr;q=0.2"})
    assert "Read in English" in english and f'name="next" value="/fr{path}"' in english
    assert "language-offer" not in text_of(client, f"/fr{path}", **FRENCH)
    assert "language-offer" not in text_of(client, f"/fr{path}")  # a crawler that says nothing
    response = client.get(f"/fr{path}", headers=FRENCH)
    assert {"Accept-Language", "Cookie"} <= {name.strip() for name in response["Vary"].split(",")}


def test_an_invitation_is_offered_and_stays_where_it_is_when_declined(client: Client) -> None:
    session = make_session()
    path = f"/mutation/{session.token}/join/{invitation(session)}/"
    assert "Lire en français" in text_of(client, path, **FRENCH)
    response = client.post("/language/", {"language": "fr", "next": path}, headers=FRENCH)
    assert response["Location"] == f"/fr{path}"
    response = client.post("/language/", {"language": "en", "next": path}, headers=FRENCH)
    assert response["Location"] == path
    assert "language-offer" not in text_of(client, path, **FRENCH)


def test_no_cache_gives_one_reader_s_page_to_another(client: Client) -> None:
    response = client.get("/", headers=FRENCH)
    assert {"Accept-Language", "Cookie"} <= {name.strip() for name in response["Vary"].split(",")}
    assert "private" in response["Cache-Control"]


# Going on


def test_somebody_goes_on_where_they_were() -> None:
    call_command("load_sets", verbosity=0)
    owner, client = guest()
    assert "begun-title" not in text_of(client)
    client.post("/play/", {"seat_B": "me"})
    game = LiveGame.objects.get()
    tried = make_puzzle(None, title="The Tried Gate")
    attempted(owner, tried, state=Attempt.State.OPEN, first_try=False, solved_at=None)
    draft = make_puzzle(owner, published=False, position="bastion", title="The Unfinished Gate")
    card = make_card(owner=owner, name="Half a Wolf")
    text = text_of(client)
    for href in (game.get_absolute_url(), tried.get_absolute_url(), f"/grimoire/mine/{draft.token}/"):
        assert f'href="{href}' in text
    for name in ("The Tried Gate", "The Unfinished Gate", "Half a Wolf", "It&#x27;s your turn"):
        assert name in text
    assert card.token in text


def test_what_is_others_is_not_there() -> None:
    other, _their = guest()
    make_puzzle(other, published=False, title="Secret Gate")
    make_card(owner=other, name="Secret Wolf")
    _owner, client = guest()
    assert "Secret" not in text_of(client)


# The release notes


@pytest.mark.parametrize("path", ["/releases/", "/fr/releases/"])
def test_every_footer_links_to_the_notes_of_its_version(client: Client, path: str) -> None:
    assert f'<a href="{path}">Grimoire {settings.VERSION}</a>' in text_of(client, path)
    assert f'<h1>Grimoire <span class="version">{settings.VERSION}</span></h1>' in text_of(client, path)
    assert f"Grimoire {settings.VERSION}" in text_of(client, "/api/")
    for described in ("/api/v1/openapi.json", "/api/v1/library/openapi.json", "/api/v1/tournaments/openapi.json"):
        assert client.get(described).json()["info"]["version"] == settings.VERSION


def test_the_changelog_has_this_version() -> None:
    text = (settings.BASE_DIR / "CHANGELOG.md").read_text(encoding="utf-8")
    assert text.index(f"## [{settings.VERSION}] - ") < text.index("## [0.4.0]")
    assert len(re.findall(r"^## \[", text, flags=re.MULTILINE)) == len(set(re.findall(r"^## \[.*", text, re.MULTILINE)))
