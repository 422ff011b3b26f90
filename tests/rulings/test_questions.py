"""Readers ask; editors answer and make rulings of it."""

from __future__ import annotations

import html
import json
import re
from html import unescape
from io import StringIO
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.test import Client

from accounts.models import User
from board.links import board_address
from engine.decks.formats.notation import parse
from rulings.catalogue import cards_about
from rulings.editorial import answers, editorial_examples, editorial_rulings
from rulings.models import EditorialRuling, Question
from rulings.searching import search
from rulings.services import facts_found
from rulings.views import questions

pytestmark = pytest.mark.django_db
LINE = (
    "cod1 duel A summoning m0 | A t2 [B Rat(c1 1/1)] upper Ox(c3 3/4)"
    " | B t2 [B Wolf(c2 3/2) Ram(c2 1/4)] upper Wall(c2 0/9)"
)


def typed(**more: str) -> dict[str, str]:
    return {"text": "Does the Wall fall?", "position": LINE, "actions": "assault", **more}


def ruling(**more: Any) -> EditorialRuling:
    facts = [{"seat": "B", "is": "[B Wolf Ram] upper Wall{d3}"}]
    values = {
        "id": "walls-stand",
        "title_en": "Walls stand",
        "title_fr": "Les murs tiennent",
        "text_en": "A Wall of 9 HP stands against 3 damage.",
        "text_fr": "Un Mur de 9 PV tient contre 3 Blessures.",
        "source_en": "Asked by a reader",
        "source_fr": "Un lecteur",
        "position": LINE,
        "actions": ["assault"],
        "facts": facts,
    }
    return EditorialRuling(**{**values, **more})


# Asking


def test_a_question_is_kept_and_shown_to_its_owner(client: Client) -> None:
    answer = client.post("/rulings/questions/", typed(), follow=True)
    question = Question.objects.get()
    assert answer.redirect_chain[-1][0] == question.get_absolute_url()
    html = answer.content.decode()
    assert "Does the Wall fall?" in html and "data-live" in html
    assert "Does the Wall fall?" in client.get("/rulings/questions/").content.decode()
    assert question.visibility == "private" and question.language == "en"


def test_nobody_else_sees_or_deletes_it(client: Client) -> None:
    client.post("/rulings/questions/", typed())
    question = Question.objects.get()
    other = Client()
    assert other.get(question.get_absolute_url()).status_code == 404
    assert other.post(f"{question.get_absolute_url()}withdraw/").status_code == 404
    assert "Wall fall" not in other.get("/rulings/questions/").content.decode()
    other.post("/rulings/questions/", typed(text="Mine"))
    assert other.get(question.get_absolute_url()).status_code == 404


def test_a_question_can_be_taken_back(client: Client) -> None:
    client.post("/rulings/questions/", typed())
    address = Question.objects.get().get_absolute_url()
    assert client.get(f"{address}withdraw/").status_code == 405
    client.post(f"{address}withdraw/")
    assert not Question.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"text": ""}, "required"),
        ({"text": "x" * 2001}, "2000"),
        ({"position": "cod1 nonsense"}, "be read from column"),
        ({"position": "???"}, "JSON, notation or a link"),
        ({"actions": "mana"}, "t possible"),
        ({"actions": "dance"}, "unknown action"),
        ({"position": ""}, "Actions need a position"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_lost(client: Client, wrong: dict[str, str], said: str) -> None:
    answer = client.post("/rulings/questions/", typed(**wrong))
    html = answer.content.decode()
    assert answer.status_code == 400 and said in html
    assert not Question.objects.exists()
    if "text" not in wrong:
        assert "Does the Wall fall?" in html


def test_the_board_brings_its_position(client: Client) -> None:
    html = client.get("/rulings/questions/", {"p": LINE, "a": "assault;end-turn"}).content.decode()
    assert "cod1 duel A summoning" in html and "assault\nend-turn" in html


def test_a_search_without_an_answer_brings_its_question(client: Client) -> None:
    found = client.get("/rulings/", {"q": "what <b> is the capital of france"}).content.decode()
    (link,) = re.findall(r'href="(/rulings/questions/\?text=[^"]+)"', found)
    assert "what &lt;b&gt; is the capital of france" in client.get(unescape(link)).content.decode()
    assert "a" * 2000 in client.get("/rulings/questions/", {"text": "a" * 9000}).content.decode()


def test_there_is_a_limit(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(questions, "QUESTIONS", questions.Limit("question-test", times=1, seconds=3600))
    assert client.post("/rulings/questions/", typed()).status_code == 302
    refused = client.post("/rulings/questions/", typed(text="And this?"))
    assert refused.status_code == 400 and "And this?" in refused.content.decode()
    assert Question.objects.count() == 1


def test_a_text_is_never_markup(client: Client) -> None:
    client.post("/rulings/questions/", typed(text="<script>alert(1)</script>"))
    html = client.get(Question.objects.get().get_absolute_url()).content.decode()
    assert "<script>alert" not in html and "&lt;script&gt;" in html


# Editorial rulings


def test_an_editorial_ruling_is_shown_among_the_others(client: Client) -> None:
    row = ruling()
    row.full_clean()
    row.save()
    assert "Walls stand" in client.get("/rulings/").content.decode()
    html = client.get("/fr/rulings/walls-stand/").content.decode()
    assert "Les murs tiennent" in html and "data-live" in html
    assert "Walls stand" in client.get("/rulings/walls-stand/why/").content.decode()
    assert "Walls stand" in client.get("/rulings/", {"q": "wall stands"}).content.decode()


@pytest.mark.parametrize("name", ["aerial", "matrix", "questions", "Not a slug"])
def test_an_id_is_given_once(name: str) -> None:
    with pytest.raises(ValidationError) as wrong:
        ruling(id=name).full_clean()
    assert "id" in wrong.value.message_dict


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("facts", []),
        ("facts", [{"winners": "B"}]),
        ("facts", [{"nothing": 1}]),
        ("facts", "nothing"),
        ("actions", "assault"),
        ("actions", ["mana"]),
        ("actions", ["dance"]),
        ("abilities", ["dancing"]),
        ("position", "cod1 nonsense"),
    ],
)
def test_an_example_that_is_not_so_is_refused(field: str, value: Any) -> None:
    with pytest.raises(ValidationError):
        ruling(**{field: value}).full_clean()


def test_they_are_checked_with_the_others() -> None:
    ruling().save()
    assert [example.ruling for example in editorial_examples()] == ["walls-stand"]
    out = StringIO()
    call_command("check_rulings", ruling=["walls-stand"], stdout=out)
    assert out.getvalue().strip() == "1 rulings, 1 examples, 0 of readings, 0 disagree"


def test_they_are_found_by_their_words() -> None:
    ruling().save()
    assert [row.id for row in editorial_rulings("fr")] == ["walls-stand"]
    assert search("MUR tient", "fr", answers=answers("fr"))[0].id == "walls-stand"
    assert all(hit.id != "walls-stand" for hit in search("maudit", "fr", answers=answers("fr")))


# The editors' side


@pytest.fixture
def editor() -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("editor", password="x"))
    return client


def test_an_editor_answers_and_publishes(client: Client, editor: Client) -> None:
    client.post("/rulings/questions/", typed())
    question = Question.objects.get()
    page = editor.get(f"/admin/rulings/question/{question.pk}/change/").content.decode()
    assert "Does the Wall fall?" in page and "editorialruling/add/" in page
    data = {
        **{name: getattr(ruling(), name) for name in ("id", "title_en", "title_fr", "text_en", "text_fr")},
        "source_en": "Asked",
        "source_fr": "Demandé",
        "status": "interpretation",
        "date": "2026-11-21",
        "abilities": "[]",
        "position": LINE,
        "actions": '["assault"]',
        "facts": '[{"seat": "B", "is": "[B Wolf Ram] upper Wall{d3}"}]',
        "question": question.pk,
    }
    assert editor.post("/admin/rulings/editorialruling/add/", data).status_code == 302
    question.refresh_from_db()
    assert question.status == Question.Status.PUBLISHED
    assert "/rulings/walls-stand/" in client.get(question.get_absolute_url()).content.decode()


@pytest.mark.parametrize("name", ["abilities", "actions", "facts"])
def test_halves_of_pairs_in_an_editor_s_form_are_refused(editor: Client, name: str) -> None:
    """They can be written as JSON, and neither shown nor kept."""
    half = '["\\ud800"]'
    answer = editor.post("/admin/rulings/editorialruling/add/", {name: half})
    assert answer.status_code == 200 and name in answer.context["adminform"].form.errors
    assert editor.get("/admin/rulings/editorialruling/add/", {name: half}).status_code == 200
    assert not EditorialRuling.objects.exists()


def test_an_editor_starts_from_what_the_engine_finds(client: Client, editor: Client) -> None:
    """The link from a question brings its position, its actions and what comes of them: nothing has to be typed."""
    client.post("/rulings/questions/", typed())
    question = Question.objects.get()
    page = editor.get(f"/admin/rulings/question/{question.pk}/change/").content.decode()
    link = re.search(r'href="(/rulings/editing/new/[^"]+)"', page)
    assert link is not None
    form = html.unescape(editor.get(html.unescape(link[1])).content.decode())
    assert "assault" in form and '"is": "[B Wolf Ram] upper Wall{d3}", "seat": "B"' in form
    assert facts_found("cod1 nonsense", []) == [] and facts_found(LINE, ["dance"]) == []


def test_an_answer_is_an_answer(client: Client, editor: Client) -> None:
    client.post("/rulings/questions/", typed())
    question = Question.objects.get()
    data = {"answer": "It stands.", "status": "open", "visibility": question.visibility, "owner": question.owner_id}
    answer = editor.post(f"/admin/rulings/question/{question.pk}/change/", data)
    assert answer.status_code == 302, answer.content.decode()
    question.refresh_from_db()
    assert question.status == Question.Status.ANSWERED
    assert "It stands." in client.get(question.get_absolute_url()).content.decode()


def test_whoever_changes_a_ruling_says_what_changed(client: Client, editor: Client) -> None:
    row = ruling()
    row.save()
    before = client.get("/rulings/walls-stand/").headers["ETag"]
    address = "/admin/rulings/editorialruling/walls-stand/change/"
    data = {
        **{name: getattr(row, name) for name in ("title_en", "title_fr", "text_fr", "source_en", "source_fr")},
        **{"text_en": "A Wall stands.", "status": row.status, "position": LINE, "question": "", "abilities": "[]"},
        **{"actions": json.dumps(row.actions), "facts": json.dumps(row.facts)},
    }
    refused = editor.post(address, data)
    assert refused.status_code == 200 and "Describe the change" in refused.content.decode()
    with_reasons = {**data, "change_en": "Shorter.", "change_fr": "Plus court."}
    assert editor.post(address, with_reasons).status_code == 302
    row.refresh_from_db()
    assert [entry["en"] for entry in row.history] == ["Shorter."]
    page = client.get("/rulings/walls-stand/")
    assert page.headers["ETag"] != before, "what is kept is kept by its content"
    assert "Shorter." in page.content.decode() and "A Wall stands." in page.content.decode()
    assert "Plus court." in client.get("/fr/rulings/walls-stand/").content.decode()


def test_readers_do_not_reach_the_admin(client: Client) -> None:
    assert client.get("/admin/rulings/question/").status_code == 302


# The page of editors


def written(**more: Any) -> dict[str, Any]:
    facts = ['{"is": "[B Wolf Ram] upper Wall{d3}", "seat": "B"}']
    words = {"title_en": "Walls stand", "text_en": "A Wall of 9 HP stands against 3 damage.", "source_en": "A reader"}
    example = {"position": LINE, "actions": "assault", "facts": facts}
    return {
        "id": "walls-stand",
        "status": "interpretation",
        "abilities": ["rage", "berserk"],
        **words,
        **example,
        **more,
    }


def test_editors_alone_may_write(client: Client) -> None:
    assert client.get("/rulings/editing/new/").status_code == 404
    client.force_login(User.objects.create_user("reader", password="x"))
    assert client.post("/rulings/editing/new/", written()).status_code == 404
    assert not EditorialRuling.objects.exists()


def test_facts_are_offered_in_words(editor: Client) -> None:
    page = editor.post("/rulings/editing/new/", written(facts=[], look="1"))
    text = html.unescape(page.content.decode())
    assert page.status_code == 200 and not EditorialRuling.objects.exists()
    assert '"seat": "B"' in text and '"event": "damage"' in text
    assert "Ox" in text and "data-live" in text


def test_actions_come_by_playing_them(editor: Client) -> None:
    """What can be done stands on buttons; each carries one out, another takes it back, and nothing is given yet."""
    page = editor.post("/rulings/editing/new/", written(actions="", facts=[], look="1")).content.decode()
    assert 'name="play" value="assault"' in page and 'value="undo"' not in page
    played = editor.post("/rulings/editing/new/", written(actions="", facts=[], play="assault"))
    assert played.context["form"].lines_of_actions() == ["assault"] and played.context["shown"] is not None
    assert 'name="play" value="end-turn"' in played.content.decode() and "errorlist" not in played.content.decode()
    back = editor.post("/rulings/editing/new/", written(actions="assault", play="undo"))
    assert back.context["form"].lines_of_actions() == []
    assert not EditorialRuling.objects.exists()


def test_the_address_of_a_board_is_a_position(editor: Client) -> None:
    """Whoever sets it up in the board's editor, or plays it there, brings its address."""
    address = "https://grimoire.example" + board_address(parse(LINE), ["assault"])
    for sent in (
        editor.post("/rulings/editing/new/", written(position=address, actions="", look="1")),
        editor.get("/rulings/editing/new/?" + address.partition("?")[2]),
    ):
        form = sent.context["form"]
        assert form["position"].value() == LINE and form.lines_of_actions() == ["assault"]
        assert dict(form.found)['{"is": "[B Wolf Ram] upper Wall{d3}", "seat": "B"}']
        assert sent.context["desk"].context["data"]["checked"]["notation"] == LINE, "the editor begins with it"
    wrong = editor.post("/rulings/editing/new/", written(position="/board/?p=nothing", look="1"))
    assert wrong.status_code == 200 and "errorlist" in wrong.content.decode()


def test_the_editor_of_positions_is_part_of_the_form(editor: Client) -> None:
    """Every field belongs to the one form, for the editor between them has a form of its own: for its palette."""
    page = editor.get("/rulings/editing/new/")
    text = page.content.decode()
    assert "data-editor" in text and "js/arranging" in text and 'id="editor-data"' in text
    assert re.search(r'<form method="post" id="ruling" data-arranges[^>]*>', text)
    assert all(field.field.widget.attrs["form"] == "ruling" for field in page.context["form"])
    own = text[text.index('id="ruling"') :]
    assert "<form" not in own[: own.index("</form>")]
    for name in ("position", "actions", "title_en", "status"):
        assert re.search(rf'<(?:textarea|input|select)[^>]* name="{name}"[^>]* form="ruling"', text), name
    wrong = editor.post("/rulings/editing/new/", written(position="nonsense", look="1"))
    assert wrong.context["desk"].context["data"]["document"]["players"], "it begins anew, the text stays"
    assert "nonsense" in wrong.content.decode()


@pytest.mark.parametrize("wrong", [{"id": "Walls-Stand"}, {"position": "nonsense"}, {"actions": "mana"}])
def test_nothing_typed_is_lost_by_an_error(editor: Client, wrong: dict[str, Any]) -> None:
    sent = written(**{"ours_en": "Ours.", "title_fr": "Les murs", "cards": "a/b", **wrong})
    answer = editor.post("/rulings/editing/new/", sent)
    form = answer.context["form"]
    assert answer.status_code == 400
    for name, value in sent.items():
        assert form[name].value() == value, name
    ticked = re.findall(r'name="facts"[^>]* checked', answer.content.decode())
    assert len(ticked) == 1, "a fact that cannot be offered just now stays ticked"


def test_actions_that_cannot_be_carried_out_are_told(editor: Client) -> None:
    look = editor.post("/rulings/editing/new/", written(actions="mana", look="1"))
    assert look.status_code == 200 and "Action 1, “mana”, isn" in look.content.decode()


def test_a_ruling_in_one_language_stands_everywhere_it_belongs(editor: Client, client: Client) -> None:
    client.post("/rulings/questions/", typed())
    question = Question.objects.get()
    answer = editor.post(f"/rulings/editing/new/?question={question.token}", written())
    assert answer.status_code == 302, answer.content.decode()
    page = Client().get("/fr/rulings/walls-stand/").content.decode()
    assert "Pas encore traduit" in page and 'lang="en"' in page and "A Wall of 9 HP" in page
    assert "Pas encore traduit" not in Client().get("/rulings/walls-stand/").content.decode()
    for address in ("/rulings/abilities/rage/", "/rulings/matrix/rage/berserk/", "/rulings/?q=wall+stands"):
        assert "/rulings/walls-stand/" in Client().get(address).content.decode(), address


def test_whoever_asked_is_told(editor: Client, client: Client) -> None:
    client.post("/rulings/questions/", typed())
    question = Question.objects.get()
    assert question.get_absolute_url() not in client.get("/me/").content.decode()
    editor.post(f"/rulings/editing/new/?question={question.token}", written())
    assert question.get_absolute_url() in client.get("/me/").content.decode()
    assert question.get_absolute_url() not in Client().get("/me/").content.decode()
    client.get(question.get_absolute_url())
    assert question.get_absolute_url() not in client.get("/me/").content.decode(), "seen"


def test_a_translation_later_needs_no_history(editor: Client) -> None:
    editor.post("/rulings/editing/new/", written())
    french = {"title_fr": "Les murs tiennent", "text_fr": "Un Mur de 9 PV tient contre 3 Blessures."}
    assert editor.post("/rulings/editing/walls-stand/", written(**french)).status_code == 302
    row = EditorialRuling.objects.get()
    assert row.title_fr == "Les murs tiennent" and row.history == []
    changed = editor.post("/rulings/editing/walls-stand/", written(**french, text_en="It stands."))
    assert changed.status_code == 400, "readers have to be told what changed"


@pytest.mark.parametrize(
    "wrong",
    [
        {"id": "Walls-Stand"},
        {"title_en": ""},
        {"facts": []},
        {"status": "mixed"},
        {"cards": "nowhere/nothing"},
        {"facts": ['{"is": "[B Wolf]", "seat": "B"}']},
        {"position": "nonsense"},
    ],
)
def test_what_is_wrong_is_said(editor: Client, wrong: dict[str, Any]) -> None:
    answer = editor.post("/rulings/editing/new/", written(**wrong))
    assert answer.status_code == 400 and "errorlist" in answer.content.decode()
    assert not EditorialRuling.objects.exists()


def test_a_mixed_ruling_names_cards(editor: Client) -> None:
    more = {"status": "mixed", "ours_en": "That much is ours.", "cards": "initiation/shell-on-guard"}
    assert editor.post("/rulings/editing/new/", written(**more)).status_code == 302
    page = Client().get("/rulings/walls-stand/").content.decode()
    assert "That much is ours." in page
    assert [card.reference for card in cards_about(editorial_rulings("en")[0])][:1] == ["initiation/shell-on-guard"]
