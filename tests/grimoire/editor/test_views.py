"""The editor's pages as they are sent: where they begin, what is refused, what is never lost, what is nobody else's."""

import json
import re
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.utils.html import escape

from accounts.models import Visibility
from board import services
from board.links import editor_address
from board.samples import all_samples, find_sample
from engine.decks.formats import compact, notation
from engine.decks.formats.interchange import read_position, write_position
from engine.decks.rules.trace.recorder import Trace
from grimoire.editor.documents import document_of, starter
from tests.answers import json_of
from tests.cards.factories import make_card, make_owner, make_set, sign_in
from tests.grimoire.editor.test_documents import IMP
from tests.grimoire.factories import make_puzzle

pytestmark = [pytest.mark.django_db, pytest.mark.slow("asks for every step of a long trace")]

SAMPLE = all_samples()[0]
PACKED = compact.pack(SAMPLE.position)


def check(client: Client, body: Any, start: str = "") -> Any:
    text = body if isinstance(body, str | bytes) else json.dumps(body)
    return client.post(f"{start}/editor/check/", text, content_type="application/json")


# Where it begins


def test_without_an_address_it_begins_with_two_hands(client: Client) -> None:
    data = json_of(client.get("/editor/"), "editor-data")
    assert data["document"] == starter()
    assert not data["isAsked"]
    assert data["checked"]["faults"] == []
    assert {face["name"] for face in data["faces"]} >= {"Shell on Guard", "Kiln Boar"}


def test_it_begins_with_the_position_of_the_address(client: Client) -> None:
    answer = client.get(editor_address(SAMPLE.position))
    data = json_of(answer, "editor-data")
    assert answer.status_code == 200
    assert data["document"] == document_of(SAMPLE.position)
    assert data["isAsked"]
    assert data["checked"]["packed"] == PACKED


@pytest.mark.parametrize("slug", [sample.slug for sample in all_samples()])
def test_every_step_of_a_trace_leads_to_the_position_after_the_actions_so_far(client: Client, slug: str) -> None:
    sample = find_sample(slug)
    assert sample is not None
    resolved = services.resolve(sample.position, sample.actions)
    positions, ends = [sample.position.copy()], [0]
    for action in resolved.actions:
        step_taken = services.resolve(positions[-1], [action])
        positions.append(step_taken.end)
        ends.append(ends[-1] + len(step_taken.events))
    for step in {0, 1, ends[1] - 1, *ends}:
        data = json_of(client.get("/editor/", {"sample": slug, "step": step}), "editor-data")
        done = max(number for number, end in enumerate(ends) if end <= step)
        assert read_position(data["document"]).key() == positions[done].key(), step


def test_a_step_in_the_midst_of_an_action_is_told(client: Client) -> None:
    answer = client.get("/editor/", {"p": PACKED, "a": "assault", "step": "3"})
    assert "Step 3 is in the middle of “assault”" in answer.text
    assert read_position(json_of(answer, "editor-data")["document"]).key() == SAMPLE.position.key()


def test_without_a_step_all_actions_are_done(client: Client) -> None:
    after = SAMPLE.position.copy()
    for action in after.legal_actions():
        if str(action) == "assault":
            after.apply(action, Trace())
            break
    data = json_of(client.get("/editor/", {"p": PACKED, "a": "assault"}), "editor-data")
    assert read_position(data["document"]).key() == after.key()
    stopped = json_of(client.get("/editor/", {"p": PACKED, "a": "assault;9 upper"}), "editor-data")
    assert read_position(stopped["document"]).key() == after.key()


def test_the_board_leads_here_from_every_step(client: Client) -> None:
    for step in (0, 7):
        text = client.get("/board/", {"sample": SAMPLE.slug, "step": step}).text
        assert f'href="/editor/?sample={SAMPLE.slug}&amp;step={step}" data-keeps-step' in text
    assert 'href="/fr/editor/?sample=' in client.get("/fr/board/").text


def test_examples_of_rulings_lead_here(client: Client) -> None:
    text = client.get("/rulings/who-attacks/").text
    hrefs = re.findall(r'href="(/editor/\?p=[^"]+)"', text)
    assert hrefs
    assert client.get(unescape(hrefs[0])).status_code == 200


@pytest.mark.parametrize(
    "query", [{"p": ""}, {"p": "zzz"}, {"p": PACKED[:-4]}, {"p": "1" + "A" * 20_000}, {"sample": "x"}]
)
@pytest.mark.parametrize("start", ["", "/fr"])
def test_a_broken_address_is_told_and_leaves_a_board_to_begin_with(
    client: Client, start: str, query: dict[str, str]
) -> None:
    answer = client.get(f"{start}/editor/", query)
    assert answer.status_code == 400
    assert 'role="alert"' in answer.text
    assert json_of(answer, "editor-data")["document"] == starter()


def test_french_speaks_french(client: Client) -> None:
    data = json_of(client.get("/fr/editor/"), "editor-data")
    assert "Crabe en faction" in {face["name"] for face in data["faces"]}
    assert data["links"]["check"] == "/fr/editor/check/"


# Pages of one's own


def test_a_page_of_ones_own_is_edited_and_saved_to(client: Client) -> None:
    owner = make_owner("Ada")
    puzzle = make_puzzle(owner, published=False, title="Low tide")
    sign_in(client, owner)
    answer = client.get("/editor/", {"puzzle": puzzle.token})
    data = json_of(answer, "editor-data")
    assert read_position(data["document"]).key() == read_position(puzzle.position).key()
    assert data["document"]["objective"] == puzzle.position["objective"]
    assert data["links"]["keep"] == f"/grimoire/mine/{puzzle.token}/"
    assert "Low tide" in answer.text
    both = json_of(client.get("/editor/", {"puzzle": puzzle.token, "p": PACKED}), "editor-data")
    assert both["document"] == document_of(SAMPLE.position)


@pytest.mark.parametrize("visibility", Visibility.values)
def test_nobody_edits_a_page_of_somebody_else(client: Client, visibility: str) -> None:
    puzzle = make_puzzle(make_owner("Ada"), visibility=visibility)
    assert client.get("/editor/", {"puzzle": puzzle.token}).status_code == 404
    sign_in(client, make_owner("Bo"))
    assert client.get("/editor/", {"puzzle": puzzle.token}).status_code == 404
    assert client.post(f"/editor/?puzzle={puzzle.token}", {"text": "{}"}).status_code == 404
    assert client.get("/editor/", {"puzzle": "no-such-page"}).status_code == 404


def test_what_the_editor_sends_becomes_a_page(client: Client) -> None:
    document = {**starter(), "objective": {"player": "A", "goal": "bastion", "turns": 1}}
    keep = json_of(client.get("/editor/"), "editor-data")["links"]["keep"]
    answer = client.post(keep, {"position": json.dumps(document)})
    assert answer.status_code == 302
    assert answer.url.startswith("/grimoire/mine/")


# Text, without a script


@pytest.mark.parametrize("write", [lambda p: json.dumps(write_position(p)), notation.write, compact.pack])
def test_text_leads_to_its_address(client: Client, write: Any) -> None:
    answer = client.post("/editor/", {"text": write(SAMPLE.position)})
    assert answer.status_code == 302
    (packed,) = parse_qs(urlsplit(answer.url).query)["p"]
    assert compact.unpack(packed).key() == SAMPLE.position.key()


def test_half_finished_text_is_set_up_with_its_faults(client: Client) -> None:
    document = starter()
    document["players"]["A"]["hand"] = ["fort"]
    answer = client.post("/editor/", {"text": json.dumps(document)})
    assert answer.status_code == 400
    data = json_of(answer, "editor-data")
    assert data["document"] == document
    assert [fault["at"] for fault in data["checked"]["faults"]] == ["/players/A/hand/0"]


def test_every_fault_is_listed_and_the_text_stays(client: Client) -> None:
    text = json.dumps({**starter(), "active": "Q", "mana": -5, "extra": "<b>"})
    for start, words in (("", "3 errors"), ("/fr", "3 erreurs")):
        answer = client.post(f"{start}/editor/", {"text": text})
        assert answer.status_code == 400
        assert escape(text) in answer.text
        assert set(re.findall(r"<li><code>(.*?)</code>", answer.text)) == {"/active", "/mana", "/extra"}
        assert words in answer.text


@pytest.mark.parametrize(
    "text",
    ["", "  ", "{", "[]", "null", "cod1", "cod1 duel A", '{"a":' * 30_000, "\x00", "1" * 500, '{"players":"\\ud800"}'],
)
def test_what_is_no_position_is_refused_politely(client: Client, text: str) -> None:
    answer = client.post("/editor/", {"text": text})
    assert answer.status_code == 400
    assert 'role="alert"' in answer.text


def test_too_much_text_is_refused(client: Client) -> None:
    assert "at most 200,000" in client.post("/editor/", {"text": " " * services.MAX_INPUT + "{}"}).text
    assert client.post("/editor/", {"text": "x" * 3_000_000}).status_code == 413


# What the script asks


def test_a_document_is_checked_and_its_faces_are_drawn(client: Client) -> None:
    answer = check(client, {"document": starter(), "faces": [{"card": IMP, "champion": False}, "junk"]}).json()
    assert answer["faults"] == []
    assert compact.unpack(answer["packed"]).key() == read_position(starter()).key()
    assert "Imp" in answer["faces"][0]["html"]
    assert answer["faces"][1] is None
    assert "document" not in answer


def test_text_comes_back_as_a_document(client: Client) -> None:
    answer = check(client, {"text": notation.write(SAMPLE.position)}).json()
    assert answer["document"] == document_of(SAMPLE.position)
    refused = check(client, {"text": "cod1 duel A summoning | A ["}).json()
    assert "refused" in refused
    assert "column" in refused["faults"][0]["text"]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"null",
        b"[]",
        b"5",
        b'"text"',
        b"{}",
        b'{"text": 5}',
        b'{"document": []}',
        b'{"document": {"players": {"A": 1}}}',
        b'{"document": NaN}',
        b'{"document": {"mode": ["duel"]}}',
        b'{"text": "\\ud800"}',
        b'{"document": {"\\ud800": 1}}',
        b'{"document":' + b"[" * 60_000,
    ],
)
def test_hostile_questions_are_refused_in_words(client: Client, body: bytes) -> None:
    answer = check(client, body)
    assert answer.status_code == 200
    assert answer.json()["refused"]


def test_hostile_faces_are_not_drawn(client: Client) -> None:
    for faces in ("x", {"a": 1}, [[]], [{"card": {"name": "x" * 99}}], [None] * 5000, 7):
        answer = check(client, {"document": starter(), "faces": faces})
        assert answer.status_code == 200
        assert set(answer.json()["faces"]) <= {None}
    evil = {**IMP, "name": "</script><img src=x onerror=alert(1)>"}
    drawn = check(client, {"document": starter(), "faces": [{"card": evil}]}).json()["faces"][0]["html"]
    assert "<img src=x" not in drawn
    assert "</script>" not in drawn


def test_too_large_a_question_is_refused(client: Client) -> None:
    assert "refused" in check(client, {"document": starter(), "x": "y" * services.MAX_INPUT}).json()


def test_only_the_owners_cards_have_their_picture(client: Client) -> None:
    owner = make_owner("Ada")
    make_card("Zorg", owner=owner, cost=1, av=1, hp=1, art={"icon": "anvil", "scene": "waves", "tint": "amber"})
    question = {"document": starter(), "faces": [{"card": {**IMP, "name": "Zorg"}, "champion": False}]}
    assert "/anvil/" not in check(client, question).json()["faces"][0]["html"]
    sign_in(client, owner)
    assert "/anvil/" in check(client, question).json()["faces"][0]["html"]


def test_the_palette_is_for_whoever_asks(client: Client) -> None:
    owner = make_owner("Ada")
    make_card("Mine alone", owner=owner, visibility=Visibility.PRIVATE)
    assert "Mine alone" not in client.get("/editor/palette/", {"q": "by:me"}).text
    assert "Mine alone" not in client.get("/editor/").text
    sign_in(client, owner)
    assert "Mine alone" in client.get("/editor/palette/", {"q": "by:me"}).text


def test_a_search_that_is_wrong_says_so(client: Client) -> None:
    answer = client.get("/editor/palette/", {"q": "t:dragon", "page": "zzz"})
    assert answer.status_code == 200
    assert 'role="alert"' in answer.text
    make_card("Wolf", make_set("base"))
    assert "Wolf" in client.get("/editor/palette/", {"q": "\0wolf ", "page": "9" * 50}).text


def test_a_position_is_resolved_in_place(client: Client) -> None:
    answer = client.get("/editor/trace/", {"p": PACKED, "a": "assault"})
    events = services.resolve(SAMPLE.position, ["assault"]).events
    assert answer.text.count('class="moment"') == len(events) + 1
    assert client.get("/editor/trace/", {"p": "zzz"}).status_code == 400


def test_only_what_is_meant_to_be_sent_is_taken() -> None:
    client = Client(enforce_csrf_checks=True)
    assert check(client, {"document": starter()}).status_code == 403
    assert Client().get("/editor/check/").status_code == 405
    assert Client().post("/editor/palette/").status_code == 405
    assert Client().put("/editor/").status_code == 405


def test_nothing_inline_that_the_policy_forbids(client: Client) -> None:
    text = client.get("/editor/", {"sample": SAMPLE.slug}).text
    assert " style=" not in text
    assert re.findall(r"<script(?![^>]*(?: src=|application/json))", text) == []
    assert not re.search(r"\son\w+=", text)


def test_names_are_escaped_wherever_they_stand(client: Client) -> None:
    document = starter()
    document["players"]["A"]["hand"].append({**IMP, "name": '</script><i>&"'})
    answer = client.get("/editor/", {"p": compact.pack(read_position(document))})
    assert "</script><i>" not in answer.text
    assert answer.status_code == 200
