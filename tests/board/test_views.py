"""The board's page as it is sent: what is asked for, what is wrong, and what is never lost."""

import json
import re
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.utils.html import escape

from board import services
from board.samples import all_samples
from engine.decks.formats import compact, notation
from engine.decks.formats.interchange import write_position
from tests.answers import json_of

SAMPLE = all_samples()[0]
WRITTEN = write_position(SAMPLE.position)
PACKED = compact.pack(SAMPLE.position)


def post(client: Client, text: str, actions: str = "", then: str = "", start: str = "") -> Any:
    sent = {"position_text": text, "actions_text": actions, "then": then}
    return client.post(f"{start}/board/position/", sent)


# Looking


def test_the_first_page_is_the_first_lesson(client: Client) -> None:
    answer = client.get("/board/")
    assert answer.status_code == 200
    assert SAMPLE.title["en"] in answer.text
    assert answer.context["page"].step == 0


def test_french_has_its_own_address(client: Client) -> None:
    answer = client.get("/fr/board/", {"sample": SAMPLE.slug, "step": "6"})
    assert '<html lang="fr" ' in answer.text
    assert escape(SAMPLE.title["fr"]) in answer.text
    assert "Ligne du haut" in answer.text
    assert "5 PV" in answer.text
    assert "Forteresse" in answer.text


def test_the_languages_keep_the_position_and_the_step(client: Client) -> None:
    english = client.get("/board/", {"sample": "berserk-chain", "step": "7"}).text
    french = client.get("/fr/board/", {"sample": "berserk-chain", "step": "7"}).text
    assert 'href="/fr/board/?sample=berserk-chain&amp;step=7"' in english
    assert 'href="/board/?sample=berserk-chain&amp;step=7"' in french


@pytest.mark.parametrize(("sent", "step"), [("5", 5), ("0", 0), ("99999", 19), ("-3", 0), ("x", 0), ("", 0), ("²", 0)])
def test_a_step_out_of_range_is_the_nearest_there_is(client: Client, sent: str, step: int) -> None:
    answer = client.get("/board/", {"step": sent})
    assert answer.status_code == 200
    assert answer.context["page"].step == step


def test_each_step_has_a_link_and_is_drawn_by_the_server(client: Client) -> None:
    first, last = client.get("/board/", {"step": "0"}).text, client.get("/board/", {"step": "19"}).text
    for step in range(20):
        assert f'href="/board/?sample=first-assault&amp;step={step}"' in first
    assert first.count(">5 HP<") == 2
    assert last.count(">5 HP<") == last.count(">3 HP<") == 1
    assert re.search(r'data-step="19".*?aria-current="step"', last, re.DOTALL)


def test_the_script_gets_the_differences_of_each_step(client: Client) -> None:
    data = json_of(client.get("/board/", {"step": "3"}), "board-data")
    assert data["step"] == 3
    assert len(data["steps"]) == 20
    assert set(data["steps"][0]["zones"]) >= {"hand-A", "hand-B", "row-A-upper", "row-B-lower", "limbo"}
    assert set(data["steps"][3]["zones"]) == {"row-B-upper"}
    assert data["abilities"]["aerial"]["name"] == "Aerial"


def test_every_card_is_drawn_once(client: Client) -> None:
    text = client.get("/board/", {"step": "12"}).text
    ids = re.findall(r'<div\s+class="token\s[^"]*"\s+id="(\w+)"', text)
    assert len(ids) == len(set(ids)) == 17


def test_the_legend_tells_an_aura_from_what_it_lends(client: Client) -> None:
    page = client.get("/board/", {"sample": "out-of-earshot"}).text
    legend = page.partition('<details class="legend-of-board">')[2].partition("</details>")[0]
    signs = re.findall(r'<dt><span class="([^"]+)">.*?</span>\s*([^<]+)</dt>', legend, re.DOTALL)
    assert len(signs) > 1
    assert {name.startswith("Aura") for classes, name in signs if "aura" in classes.split()} == {True}
    assert not any(name.startswith("Aura") for classes, name in signs if "aura" not in classes.split())


def test_rulings_are_linked_by_number(client: Client) -> None:
    assert 'href="/rulings/who-attacks/"' in client.get("/board/").text
    assert 'href="/fr/rulings/who-attacks/"' in client.get("/fr/board/").text


def test_names_are_escaped(client: Client) -> None:
    line = r'cod1 duel A summoning | A ["<b>&\"x</b>"(c1 1/1) B Oak(c1 1/1)] | B [B "</script><i>"(c1 1/1)]'
    answer = client.get("/board/", {"p": compact.pack(notation.parse(line)), "a": "assault"})
    assert answer.status_code == 200
    assert "<b>&" not in answer.text
    assert "</script><i>" not in answer.text


def test_only_reading_is_allowed_there(client: Client) -> None:
    assert client.post("/board/").status_code == 405
    assert client.get("/board/position/").status_code == 302


# Addresses


def test_a_position_in_the_box_gets_an_address_of_its_own(client: Client) -> None:
    answer = post(client, json.dumps(WRITTEN), "2 upper", "assault")
    assert answer.status_code == 302
    query = parse_qs(urlsplit(answer.url).query)
    assert compact.unpack(query["p"][0]).key() == SAMPLE.position.key()
    assert query["a"] == ["2 upper;assault"]
    shown = client.get(answer.url)
    assert shown.status_code == 200
    assert shown.context["page"].resolved.actions == ["2 upper", "assault"]


def test_french_stays_french(client: Client) -> None:
    assert post(client, json.dumps(WRITTEN), start="/fr").url.startswith("/fr/board/?p=")


def test_a_line_of_notation_leads_there_too(client: Client) -> None:
    answer = post(client, f"\n  {notation.write(SAMPLE.position)}\n")
    assert answer.status_code == 302
    assert client.get(answer.url).context["page"].last == 0


def test_the_actions_of_a_request_are_carried_out(client: Client) -> None:
    answer = post(client, json.dumps({"position": WRITTEN, "actions": [{"play": 2, "line": "upper"}]}))
    assert parse_qs(urlsplit(answer.url).query)["a"] == ["2 upper"]


def test_a_packed_position_round_trips_through_the_page(client: Client) -> None:
    answer = client.get("/board/", {"p": PACKED, "a": "assault", "step": "4"})
    assert answer.status_code == 200
    box = re.search(r"<textarea name=\"position_text\"[^>]*>(.*?)</textarea>", answer.text, re.DOTALL)
    assert box
    again = post(client, unescape(box[1]), "assault")
    assert parse_qs(urlsplit(again.url).query)["p"] == [PACKED]


def test_it_goes_on_from_where_the_trace_ends(client: Client) -> None:
    answer = client.get("/board/", {"p": PACKED, "a": "assault"})
    onward = answer.context["page"].end_turn_href
    assert escape(onward) in answer.text
    assert client.get(onward).context["page"].resolved.actions == ["assault", "end-turn"]


def test_what_is_too_long_for_an_address_is_shown_right_away(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MAX_ADDRESS", 20)
    answer = post(client, json.dumps(WRITTEN), "assault")
    assert answer.status_code == 200
    assert "too long for a link" in answer.text
    assert answer.context["page"].last > 10


# What is wrong


def test_every_fault_is_shown_with_its_place_and_the_text_stays(client: Client) -> None:
    players = {**WRITTEN["players"], "B": {"turn": -1, "hand": [], "uper": []}}
    text = json.dumps({**WRITTEN, "active": "Q", "players": players})
    answer = post(client, text, "assault")
    assert answer.status_code == 400
    faults = re.findall(r"<li><code>(.*?)</code>", answer.text)
    assert set(faults) >= {"/active", "/players/B/turn", "/players/B/hand"}
    assert len(faults) == 4
    assert escape(text) in answer.text
    assert "assault</textarea>" in answer.text


def test_faults_are_told_in_french(client: Client) -> None:
    answer = post(client, json.dumps({**WRITTEN, "active": "Q"}), start="/fr")
    assert answer.status_code == 400
    assert "Position invalide\u202f: 1 erreur." in answer.text
    assert "<code>/active</code>" in answer.text
    assert "must be" not in answer.text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "{",
        "[]",
        "null",
        "cod1",
        "cod1 duel A summoning | A [B",
        '{"a":' * 30_000,
        "\ud800",
        "1" * 500,
        "\x00",
    ],
    ids=["empty", "blank", "cut", "list", "null", "bare", "slip", "deep", "surrogate", "ones", "nul"],
)
def test_what_is_no_position_is_refused_politely(client: Client, text: str) -> None:
    answer = post(client, text.encode("utf-8", "replace").decode())
    assert answer.status_code == 400
    assert 'role="alert"' in answer.text


def test_too_much_is_refused(client: Client) -> None:
    answer = post(client, " " * services.MAX_INPUT + json.dumps(WRITTEN))
    assert answer.status_code == 400
    assert "at most 200,000 characters" in answer.text
    assert post(client, "x" * 3_000_000).status_code == 413
    assert post(client, json.dumps(WRITTEN), "assault;" * 1000).status_code == 400


@pytest.mark.parametrize(
    ("actions", "code", "number"),
    [("9 upper", "not-available", 1), ("2 upper;3 upper", "not-enough-mana", 2), ("assault;hop", "bad-action", 2)],
)
def test_a_wrong_action_is_explained_and_the_rest_is_shown(
    client: Client, actions: str, code: str, number: int
) -> None:
    for answer in (client.get("/board/", {"p": PACKED, "a": actions}), post(client, json.dumps(WRITTEN), actions)):
        assert answer.status_code == 400
        assert f"Action {number}" in answer.text
        assert f"<code>{code}</code>" in answer.text
        assert len(answer.context["page"].resolved.actions) == number - 1
        assert 'id="board"' in answer.text


def test_a_wrong_action_in_a_request_is_explained_too(client: Client) -> None:
    answer = post(client, json.dumps({"position": WRITTEN, "actions": [{"do": "assault"}, {"do": "jump"}]}))
    assert answer.status_code == 400
    assert "Action 2" in answer.text


@pytest.mark.parametrize(
    "query",
    [
        {"p": ""},
        {"p": "1"},
        {"p": "zzz"},
        {"p": PACKED[:-4]},
        {"p": PACKED + "A"},
        {"p": "1" + "A" * 20_000},
        {"p": "%00\x00"},
        {"sample": "../../etc/passwd"},
        {"a": "assault;" * 2000},
    ],
)
@pytest.mark.parametrize("start", ["/board/", "/fr/board/"])
def test_a_broken_address_is_refused_politely(client: Client, start: str, query: dict[str, str]) -> None:
    answer = client.get(start, query)
    assert answer.status_code == 400
    assert 'role="alert"' in answer.text
    assert 'name="position_text"' in answer.text


def test_a_missing_page_looks_like_the_others(client: Client) -> None:
    english, french = client.get("/nowhere"), client.get("/fr/nulle-part")
    assert english.status_code == french.status_code == 404
    assert "Page not found" in english.text
    assert "Page introuvable" in french.text


def test_errors_of_the_server_look_like_the_others_too(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: object) -> None:
        raise RuntimeError("on purpose")

    monkeypatch.setattr("board.views.asked_for", fail)
    client.raise_request_exception = False
    answer = client.get("/board/")
    assert answer.status_code == 500
    assert "Something went wrong" in answer.text


def test_a_form_without_its_cookie_is_refused_in_the_same_look() -> None:
    answer = Client(enforce_csrf_checks=True).post("/board/position/", {"position_text": "{}"})
    assert answer.status_code == 403
    assert "This form has expired" in answer.text


@pytest.mark.django_db
def test_nothing_inline_that_the_policy_forbids(client: Client) -> None:
    text = client.get("/board/", {"sample": "the-queen-rides", "step": "5"}).text
    assert " style=" not in text
    assert "<style" not in text
    assert re.findall(r"<script(?![^>]*(?: src=|application/json))", text) == []
    assert not re.search(r"\son\w+=", text)


@pytest.mark.django_db
def test_a_question_takes_the_position_along(client: Client) -> None:
    page = client.get("/board/?sample=first-assault").context["page"]
    question_page = client.get(page.ask_href)
    assert question_page.status_code == 200
    answer = client.post("/rulings/questions/", {**question_page.context["form"].initial, "text": "Why so?"})
    assert answer.status_code == 302
