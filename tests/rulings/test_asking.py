"""Questions about all three games: positions, similar rulings, what is public, the editors' queue and its drafts."""

from __future__ import annotations

import base64
import json
import zlib
from html import unescape
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.models import Owner, User, Visibility
from contract.questions import BadPositionError
from contract.registry import GAMES
from rulings import services
from rulings.games.registry import games_with_rulings, plain_games
from rulings.models import AnswerMessage, Question
from rulings.questions import telling
from rulings.questions.drafts import draft_of
from rulings.questions.similar import similar_rulings
from tests.tables.push_services import Browser, install

pytestmark = pytest.mark.django_db
FORM = "/rulings/questions/"
PUBLIC = "/rulings/questions/all/"
LINE = "cod1 duel A summoning m0 | A t2 [B Rat(c1 1/1)] upper Ox(c3 3/4) | B t2 [B Ram(c2 1/4)] upper Wall(c2 0/9)"
PLAIN = ("magic-schools", "clash-of-the-cards")
ASKED = ("clash-of-decks", *PLAIN)


def example(name: str) -> dict[str, Any]:
    """The request of an example with an action that can be done, all hands open."""
    game = plain_games()[name]
    requests = [example.request for example in game.examples()]
    return next(
        request
        for request in requests
        if request.get("actions")
        and request.keys() == {"state", "actions"}
        and not game.runner.answer(request).get("error")
    )


def typed(name: str = "clash-of-decks", **more: str) -> dict[str, str]:
    if name == "clash-of-decks":
        about = {"position": LINE, "actions": "assault"}
    else:
        request = example(name)
        about = {"position": json.dumps(request["state"]), "actions": "\n".join(request["actions"])}
    return {"game": name, "text": "Does the Wall fall?", **about, **more}


def asked(**more: Any) -> Question:
    values = {"owner": Owner.objects.create(), "text": "Does it?", "language": "en", "may_be_public": True}
    return Question.objects.create(**{**values, **more})


@pytest.fixture
def editor() -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("editor", password="x"))
    return client


def answer(editor: Client, question: Question, **more: str) -> Any:
    question.refresh_from_db()
    sent = {"answer": "It stands.", "translated_answer": "Il tient.", "cites": "", "seen": question.updated.isoformat()}
    return editor.post(f"/rulings/editing/questions/{question.token}/", {**sent, **more})


# Positions


def test_every_game_with_rulings_can_be_asked_about() -> None:
    assert {name for name, game in GAMES.items() if game.questions} == set(ASKED) == set(games_with_rulings())


@pytest.mark.parametrize("name", ASKED)
def test_a_position_of_any_game_is_kept_and_shown(client: Client, name: str) -> None:
    page = client.post(FORM, typed(name), follow=True)
    question = Question.objects.get()
    assert (question.game, question.action_list != ()) == (name, True)
    assert page.status_code == 200 and page.context["shown"] is not None
    assert GAMES[name].title in page.text and "Does the Wall fall?" in page.text
    game = GAMES[name].questions
    assert game is not None
    assert game.read(question.position).line == question.position, "what is kept can be read again"
    assert client.get(f"/fr{question.get_absolute_url()}").status_code == 200


@pytest.mark.parametrize("name", ASKED)
def test_what_is_no_position_of_the_game_is_refused(client: Client, name: str) -> None:
    others = [typed(other)["position"] for other in ASKED if other != name]
    for wrong in (*others, "{}", "[" * 5000, '{"state": 1}', "zAAAA", "z" + "A" * 20000, '"\\ud800"', "\0", "1e999"):
        refused = client.post(FORM, typed(name, position=wrong))
        assert refused.status_code == 400 and refused.context["form"].errors, wrong[:40]
    assert not Question.objects.exists()


@pytest.mark.parametrize("name", ASKED)
def test_actions_that_cannot_be_done_are_refused_in_words(client: Client, name: str) -> None:
    refused = client.post(FORM, typed(name, actions="dance"))
    assert "Action 1, “dance”, isn" in unescape(refused.text)
    assert "action 1, «" in unescape(client.post(f"/fr{FORM}", typed(name, actions="dance")).text)
    assert not Question.objects.exists()


def test_a_request_brings_its_actions(client: Client) -> None:
    request = example("magic-schools")
    client.post(FORM, typed("magic-schools", position=json.dumps(request), actions=""))
    assert list(Question.objects.get().action_list) == request["actions"]


@pytest.mark.parametrize("name", PLAIN)
def test_a_packed_state_is_bounded(name: str) -> None:
    bomb = "z" + base64.urlsafe_b64encode(zlib.compress(b'{"a":"' + b" " * 10_000_000)).decode().rstrip("=")
    game = GAMES[name].questions
    assert game is not None and len(bomb) < 16384
    with pytest.raises(BadPositionError):
        game.read(bomb)


@pytest.mark.parametrize("wrong", ["nothing", "", "<b>"])
def test_a_game_that_there_is_not(client: Client, wrong: str) -> None:
    page = client.get(FORM, {"game": wrong})
    assert page.status_code == 200 and page.context["form"]["game"].value() == "clash-of-decks"
    assert client.post(FORM, typed(game=wrong or "none")).status_code == 400


# Similar rulings


@pytest.mark.parametrize(
    ("game", "text", "language"),
    [
        ("clash-of-decks", "Can I play a second incantation? Does Regeneration heal in the enemy's turn?", "en"),
        ("magic-schools", "how do I pass a trial", "en"),
        ("clash-of-the-cards", "combien de cartes en main à la fin du tour", "fr"),
    ],
)
def test_similar_rulings_are_those_of_the_game(game: str, text: str, language: str) -> None:
    found = similar_rulings(text, game, language)
    hits = [*([found.answer.hit] if found.answer else []), *found.rulings]
    assert hits and {hit.game for hit in hits} == {game}
    assert len(found.rulings) <= 3
    assert found.answer is None or found.answer.hit.id not in [hit.id for hit in found.rulings]


def test_similar_rulings_come_as_a_part_of_the_page(client: Client) -> None:
    part = client.get("/rulings/questions/similar/", {"game": "magic-schools", "text": "how do I pass a trial"})
    assert part.status_code == 200 and "<html" not in part.text and "/rulings/magic-schools/M" in part.text
    assert (
        "/rulings/magic-schools/M"
        in client.get(
            "/fr/rulings/questions/similar/", {"game": "magic-schools", "text": "comment passer une épreuve"}
        ).text
    )
    for text in ("", "abc", "\0" * 50, "<script>alert(1)</script>" * 500, "?" * 3000):
        part = client.get("/rulings/questions/similar/", {"text": text})
        assert part.status_code == 200 and "<script>" not in part.text
    assert client.post("/rulings/questions/similar/").status_code == 405


def test_without_scripts_a_button_shows_them(client: Client) -> None:
    look = client.post(FORM, typed("magic-schools", text="how do I pass a trial", look="1"))
    assert look.status_code == 200 and not Question.objects.exists()
    assert "/rulings/magic-schools/M" in look.text and "how do I pass a trial" in look.text
    assert "errorlist" not in client.post(FORM, typed(text="", actions="dance", look="1")).text


# What is public


def test_nobody_sees_a_question_before_an_editor_has_looked(client: Client, editor: Client) -> None:
    client.post(FORM, typed(may_be_public="on"))
    question = Question.objects.get()
    assert question.visibility == Visibility.PRIVATE
    for address in (PUBLIC, f"/fr{PUBLIC}", FORM):
        assert "Does the Wall fall" not in Client().get(address).text
    assert Client().get(question.get_absolute_url()).status_code == 404
    answer(editor, question, is_public="on")
    stranger = Client()
    assert question.get_absolute_url() in stranger.get(PUBLIC).text
    page = stranger.get(question.get_absolute_url())
    assert "Does the Wall fall" in page.text and "It stands." in page.text
    assert "Il tient." in stranger.get(f"/fr{question.get_absolute_url()}").text
    assert "Withdraw" not in page.text
    question.refresh_from_db()
    assert not question.seen, "a stranger's look is none"


def test_who_wants_it_private_is_never_public(client: Client, editor: Client) -> None:
    client.post(FORM, typed())
    question = Question.objects.get()
    answer(editor, question, is_public="on")
    question.refresh_from_db()
    assert question.answer == "It stands." and question.visibility == Visibility.PRIVATE
    Question.objects.update(visibility=Visibility.PUBLIC)  # by the admin
    assert Client().get(question.get_absolute_url()).status_code == 404
    assert question.get_absolute_url() not in Client().get(PUBLIC).text
    assert not Question.objects.get().is_readable_by(None)


def test_what_a_moderator_hides_is_hidden(client: Client) -> None:
    question = asked(visibility=Visibility.PUBLIC, answer="Yes.", status="answered")
    assert client.get(question.get_absolute_url()).status_code == 200
    Question.objects.update(hidden_at=timezone.now())
    assert client.get(question.get_absolute_url()).status_code == 404
    assert question.get_absolute_url() not in client.get(PUBLIC).text


def test_an_asker_is_shown_by_name_only_if_they_want_it(editor: Client) -> None:
    user = User.objects.create_user("Ada", password="x", email="ada@example.org")
    client = Client()
    client.force_login(user)
    for signed in ("", "on"):
        client.post(
            FORM, typed(text=f"Signed {signed}?", may_be_public="on", **({"is_signed": signed} if signed else {}))
        )
    for question in Question.objects.all():
        answer(editor, question, is_public="on")
        page = Client().get(question.get_absolute_url()).text
        assert ("Ada" in page) == question.is_signed
        assert "ada@example.org" not in page
    guest = Client()
    guest.post(FORM, typed(text="A guest's?", is_signed="on"))
    assert not Question.objects.get(text="A guest's?").is_signed


def test_hostile_words_are_words(editor: Client) -> None:
    hostile = '"><script>alert(1)</script> {{ 1 }}'
    question = asked(text=hostile, answer=hostile, translated_answer=hostile, status="answered", visibility="public")
    for address in (PUBLIC, f"/fr{PUBLIC}", question.get_absolute_url(), "/rulings/editing/questions/?all=1"):
        page = editor.get(address).text
        assert "<script>alert" not in page and "alert(1)" in page, address
    assert "<script>alert" not in editor.get(f"/rulings/editing/questions/{question.token}/").text


def test_answered_ones_come_first_by_game_and_page(client: Client) -> None:
    open_one = asked(visibility="public", text="Open?")
    done = asked(visibility="public", text="Done?", answer="Yes.", status="answered", answered_at=timezone.now())
    schools = asked(visibility="public", text="Schools?", game="magic-schools")
    page = client.get(PUBLIC)
    assert [row[0] for row in page.context["rows"]] == [done, schools, open_one]
    assert [row[0] for row in client.get(PUBLIC, {"game": "magic-schools"}).context["rows"]] == [schools]
    assert len(client.get(PUBLIC, {"game": "nothing"}).context["rows"]) == 3
    for number in range(20):
        asked(visibility="public", text=f"Number {number}?")
    assert len(client.get(PUBLIC).context["rows"]) == 20
    assert len(client.get(PUBLIC, {"page": "2"}).context["rows"]) == 3
    assert client.get(PUBLIC, {"page": "x"}).status_code == 200


# The editors' queue


def test_readers_do_not_reach_the_queue(client: Client) -> None:
    question = asked()
    client.force_login(User.objects.create_user("reader", password="x"))
    for address in ("/rulings/editing/questions/", f"/rulings/editing/questions/{question.token}/"):
        assert client.get(address).status_code == 404 and Client().get(address).status_code == 404
    assert answer(client, question).status_code == 404
    question.refresh_from_db()
    assert question.answer == ""


@pytest.mark.parametrize("name", ASKED)
def test_the_engine_drafts_an_answer(client: Client, editor: Client, name: str) -> None:
    client.post(FORM, typed(name, may_be_public="on"))
    question = Question.objects.get()
    assert question.text in editor.get("/rulings/editing/questions/").text
    draft = draft_of(question)
    rulings = GAMES[name].rulings
    assert draft is not None and rulings is not None
    assert draft.cites and set(draft.cites) <= set(rulings.numbers())
    assert draft.steps["en"] != draft.steps["fr"] and draft.cites[0] in draft.texts["fr"]
    address = f"/rulings/editing/questions/{question.token}/"
    assert draft.steps["en"] in unescape(editor.get(address).text)
    taken = editor.post(address, {"draft": "1", "is_public": "on"})
    assert taken.status_code == 200 and not Question.objects.get().answer, "nothing is kept yet"
    form = taken.context["form"]
    sent = {field: form[field].value() for field in ("answer", "translated_answer", "cites", "seen")}
    assert editor.post(address, {**sent, "is_public": "on"}).status_code == 302
    question.refresh_from_db()
    assert question.status == "answered" and question.answer == draft.texts["en"]
    page = Client().get(question.get_absolute_url()).text
    for _number, href in question.cited:
        assert f'href="{href}"' in page
    assert draft.texts["fr"] in unescape(Client().get(f"/fr{question.get_absolute_url()}").text)


def test_the_step_that_decides_is_the_last_that_cites() -> None:
    game = GAMES["clash-of-decks"].questions
    assert game is not None
    (step,) = {game.deciding(LINE, ["assault"], language).rulings for language in ("en", "fr")}
    assert step and game.deciding(LINE, [], "en") is None and game.deciding("nonsense", ["assault"], "en") is None


def test_a_question_without_a_position_has_no_draft(editor: Client) -> None:
    question = asked()
    assert draft_of(question) is None
    page = editor.get(f"/rulings/editing/questions/{question.token}/")
    assert page.status_code == 200 and 'name="draft"' not in page.text


def test_of_two_editors_one_answers(editor: Client) -> None:
    question = asked()
    seen = question.updated.isoformat()
    assert answer(editor, question, seen=seen).status_code == 302
    late = answer(editor, question, seen=seen, answer="No.")
    assert late.status_code == 400 and "changed meanwhile" in late.text and "No." in late.text
    question.refresh_from_db()
    assert question.answer == "It stands."
    for wrong in ("", "yesterday", "2026-01-01"):
        assert answer(editor, question, seen=wrong, answer="No.").status_code == 400


def test_a_question_withdrawn_meanwhile_stays_so() -> None:
    question = asked()
    seen = question.updated.isoformat()
    Question.objects.all().delete()
    with pytest.raises(services.AnsweredMeanwhileError):
        services.answer(question, seen=seen, answer="Yes.", translated_answer="", cites=[])
    assert not Question.objects.exists()


@pytest.mark.parametrize(
    "wrong", [{"cites": "99.99"}, {"answer": "", "translated_answer": "Oui."}, {"answer": "x" * 2001}]
)
def test_what_is_wrong_with_an_answer_is_said(editor: Client, wrong: dict[str, str]) -> None:
    question = asked()
    refused = answer(editor, question, **wrong)
    assert refused.status_code == 400 and "errorlist" in refused.text
    question.refresh_from_db()
    assert question.answer == "" and question.status == "open"


def test_an_open_question_can_be_let_through(editor: Client) -> None:
    question = asked()
    assert answer(editor, question, answer="", translated_answer="", is_public="on").status_code == 302
    question.refresh_from_db()
    assert question.status == "open" and question.is_public
    assert "No answer yet" in Client().get(question.get_absolute_url()).text
    answer(editor, question, decline="1")
    question.refresh_from_db()
    assert question.status == "declined" and not question.is_public


# News


def asking_account(**more: Any) -> Question:
    user = User.objects.create_user("Ada", password="x", email="ada@example.org")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    owner = Owner.objects.get_or_create(user=user)[0]
    return asked(owner=owner, is_told=True, origin="https://grimoire.example", **more)


def test_whoever_asked_gets_a_mail(editor: Client) -> None:
    question = asking_account(language="fr")
    answer(editor, question)
    telling.tell_of_answer(question.pk)
    for _ in range(2):
        assert telling.mail_answer(question.pk, 0) is None
    (sent,) = mail.outbox
    assert sent.to == ["ada@example.org"] and f"https://grimoire.example/fr{question.get_absolute_url()}" in sent.body
    assert "Votre question" in sent.subject
    answer(editor, question, answer="It falls.")
    telling.mail_answer(question.pk, 0)
    assert len(mail.outbox) == 2, "another answer is news again"


@pytest.mark.parametrize("case", ["not wanted", "not verified", "open", "seen"])
def test_nobody_else_gets_a_mail(editor: Client, case: str) -> None:
    question = asking_account()
    if case == "not wanted":
        Question.objects.update(is_told=False)
    if case == "not verified":
        EmailAddress.objects.update(verified=False)
    if case != "open":
        answer(editor, question)
    if case == "seen":
        services.looked_at(question=Question.objects.get(), owner=question.owner)
    assert not telling.tell_of_answer(question.pk)
    telling.mail_answer(question.pk, 0)
    assert mail.outbox == []


def test_a_mail_that_fails_is_tried_again(editor: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    question = asking_account()
    answer(editor, question)

    def fail(*_args: Any, **_options: Any) -> None:
        raise OSError("no mail today")

    monkeypatch.setattr("django.core.mail.EmailMessage.send", fail)
    again = telling.mail_answer(question.pk, 0)
    assert again is not None and again[1] == 1
    assert telling.mail_answer(question.pk, telling.MAX_TRIES - 1) is None
    monkeypatch.undo()
    telling.mail_answer(question.pk, 1)
    assert len(mail.outbox) == 1


def test_news_are_offered_to_those_who_can_be_told(client: Client) -> None:
    assert "is_told" not in client.get(FORM).context["form"].fields
    question = asking_account()
    assert question.owner is not None and question.owner.user is not None
    client.force_login(question.owner.user)
    assert client.get(FORM).context["form"].fields.keys() >= {"is_told", "is_signed"}


def test_a_browser_with_notifications_is_told(editor: Client, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    service = install(settings, monkeypatch)
    browser, stranger = Browser(), Browser()
    question = asked(is_told=True, text="Does the Wall fall?")
    browser.told_of(question.owner)
    stranger.told_of(Owner.objects.create())
    answer(editor, question)
    telling.tell_of_answer(question.pk)
    (message,) = AnswerMessage.objects.all()
    telling.work(message.pk)
    (request,) = service.take()
    assert isinstance(request.body, bytes)
    told = browser.read(request.body)
    assert (told["url"], told["body"]) == (question.get_absolute_url(), "Does the Wall fall?")
    answer(editor, question, answer="No.")
    telling.tell_of_answer(question.pk)
    services.looked_at(question=Question.objects.get(), owner=question.owner)
    telling.work(message.pk)
    assert not service.take(), "who has looked is told nothing"
    AnswerMessage.objects.update(since=timezone.now() - 2 * telling.MESSAGES_KEPT_FOR)
    assert telling.sweep_messages() == 1
