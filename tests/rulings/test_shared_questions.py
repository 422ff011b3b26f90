"""Public questions that others have too: counted once a person, told of the answer, and taken back by the asker."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.models import Owner, User, Visibility
from accounts.services import adopt
from rulings import services
from rulings.models import AlsoAsked, AnswerMessage, Question
from rulings.questions import telling
from tests.tables.push_services import Browser, install

pytestmark = pytest.mark.django_db


@pytest.fixture
def question() -> Question:
    owner = Owner.objects.create()
    return Question.objects.create(
        owner=owner, text="Does it fly?", language="en", may_be_public=True, visibility=Visibility.PUBLIC
    )


def reader(name: str, address: str = "") -> tuple[Client, Owner]:
    user = User.objects.create_user(name)
    if address:
        EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
    client = Client()
    client.force_login(user)
    return client, Owner.objects.get_or_create(user=user)[0]


def answered(question: Question, text: str = "It flies.") -> None:
    question.refresh_from_db()
    services.answer(
        question, seen=question.updated.isoformat(), answer=text, translated_answer="", cites=[], is_public=True
    )


def share(client: Client, question: Question, **fields: str) -> Any:
    return client.post(f"{question.get_absolute_url()}too/", fields)


def test_a_person_counts_once_and_can_take_it_back(client: Client, question: Question) -> None:
    address = question.get_absolute_url()
    assert "I have that question too" in client.get(address).content.decode()
    for _time in range(2):
        assert share(client, question).status_code == 302
    other, _owner = reader("ann")
    share(other, question)
    assert question.also_asked.count() == 2
    page = other.get(address).content.decode()
    assert "2 other readers have it too" in page and "You have this question too." in page
    assert "2 other readers have it too" in client.get("/rulings/questions/all/").content.decode()
    share(other, question, **{"not": "1"})
    assert question.also_asked.count() == 1 and "1 other reader has it too" in other.get(address).content.decode()


def test_nobody_has_their_own_or_a_hidden_question_too(question: Question) -> None:
    client, owner = reader("asker")
    Question.objects.filter(pk=question.pk).update(owner=owner)
    assert share(client, question).status_code == 404
    assert "I have that question too" not in client.get(question.get_absolute_url()).content.decode()
    for hidden in ({"visibility": Visibility.PRIVATE}, {"may_be_public": False}, {"hidden_at": timezone.now()}):
        private = Question.objects.create(
            **{"text": "?", "language": "en", "may_be_public": True, "visibility": Visibility.PUBLIC, **hidden}
        )
        assert share(client, private).status_code == 404
    assert not AlsoAsked.objects.exists()


def test_what_a_guest_has_too_comes_along_once(client: Client, question: Question) -> None:
    own = Question.objects.create(text="?", language="en", may_be_public=True, visibility=Visibility.PUBLIC)
    for asked in (question, own):
        share(client, asked)
    _signed_in, owner = reader("ann")
    AlsoAsked.objects.create(question=question, owner=owner, language="en")
    Question.objects.filter(pk=own.pk).update(owner=owner)
    guest = AlsoAsked.objects.exclude(owner=owner).first()
    assert guest is not None and owner.user is not None
    adopt(guest=guest.owner, user=owner.user)
    assert list(AlsoAsked.objects.values_list("question", "owner")) == [(question.pk, owner.pk)]


def test_those_who_ticked_are_told_of_the_answer(
    client: Client, question: Question, settings: Any, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    service, browser = install(settings, monkeypatch), Browser()
    told, ann = reader("ann", "ann@example.com")
    untold, _bob = reader("bob", "bob@example.com")
    browser.told_of(ann)
    share(told, question, is_told="on")
    share(untold, question)
    answered(question)
    (other,) = telling.tell_of_answer(question.pk)
    for _time in range(2):
        assert telling.mail_answer(question.pk, 0, other) is None
    assert [message.to for message in mail.outbox] == [["ann@example.com"]]
    assert "that you have too has an answer" in mail.outbox[0].subject
    assert question.get_absolute_url() in mail.outbox[0].body
    assert "The editors have answered your question" in told.get("/me/").content.decode()
    (message,) = AnswerMessage.objects.all()
    telling.work(message.pk)
    (request,) = service.take()
    assert isinstance(request.body, bytes)
    assert browser.read(request.body)["title"] == "A question about a rule that you have too has an answer."
    told.get(question.get_absolute_url())
    assert "The editors have answered your question" not in told.get("/me/").content.decode()
    assert telling.tell_of_answer(question.pk) == [], "who has looked is not told again"


def test_the_asker_takes_a_question_out_of_what_everybody_reads(question: Question) -> None:
    asker, owner = reader("asker")
    Question.objects.filter(pk=question.pk).update(owner=owner)
    other, _owner = reader("ann", "ann@example.com")
    share(other, question, is_told="on")
    address = question.get_absolute_url()
    assert other.post(f"{address}private/").status_code == 404, "the asker alone"
    assert other.get(address).status_code == 200
    assert asker.post(f"{address}private/").status_code == 302
    assert other.get(address).status_code == 404
    page = asker.get(address).content.decode()
    assert "Only you and the editors can read this." in page and "Stop sharing" not in page
    assert "Does it fly?" not in other.get("/rulings/questions/all/").content.decode()
    answered(question)
    question.refresh_from_db()
    assert question.visibility == Visibility.PRIVATE, "no editor lets it through again"
    assert telling.tell_of_answer(question.pk) == [] and not mail.outbox
    assert share(other, question).status_code == 404


def test_an_editor_who_has_the_form_open_does_not_make_it_public_again(question: Question) -> None:
    seen = question.updated.isoformat()
    services.make_private(question=question)
    with pytest.raises(services.AnsweredMeanwhileError):
        services.answer(question, seen=seen, answer="Yes", translated_answer="", cites=[], is_public=True)
