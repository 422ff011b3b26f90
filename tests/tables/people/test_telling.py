"""What people are told of challenges, rematches and turns: by which way, when, once; and what they are not told."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from accounts.models import Owner
from games.decks.setups import read_arrangement
from tables.models import Challenge, GameMail, MailLine, MessageSettings, PeopleMessage, Relation, TurnMessage
from tables.own_games.queries import count_turns
from tables.people import services, telling
from tables.pushing import sending
from tables.services import consent, game_mails
from tables.services.tables import new_game
from tables.viewers import Viewer
from tests.tables.factories import finish
from tests.tables.people.test_people import OPEN_DUEL, account, challenged
from tests.tables.push_services import Browser, PushService
from tests.tables.turns import against, hand_over, owner_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("push_service")]
ORIGIN = "https://grimoire.example"


def mailed(owner: Owner, **chosen: Any) -> MessageSettings:
    """Somebody with a confirmed address, and with what they want mailed."""
    assert owner.user is not None
    EmailAddress.objects.create(user=owner.user, email=f"{owner.name}@example.org", verified=True, primary=True)
    return MessageSettings.objects.create(owner=owner, origin=ORIGIN, **chosen)


def work_all() -> None:
    """Does all that waits, without minding when."""
    for message in PeopleMessage.objects.filter(state="waiting"):
        telling.work(message.pk)
    for one in GameMail.objects.filter(state="waiting"):
        telling.work_mail(one.pk)


def told(service: PushService, browser: Browser) -> list[tuple[str, str]]:
    messages = [browser.read(request.body) for request in service.take() if isinstance(request.body, bytes)]
    return [(message["title"], message["url"]) for message in messages]


def test_browsers_are_told_of_challenges_and_answers(push_service: PushService) -> None:
    ada, bo = account("ada")[0], account("bo")[0]
    browsers = {owner.pk: Browser() for owner in (ada, bo)}
    browsers[ada.pk].told_of(ada)
    browsers[bo.pk].told_of(bo, "fr")
    one = challenged(ada, bo)
    work_all()
    work_all()
    assert told(push_service, browsers[bo.pk]) == [("ada vous d\xe9fie.", "/fr/play/people/")]
    services.answer(one.pk, bo, accept=False)
    work_all()
    assert told(push_service, browsers[ada.pk]) == [("bo declined your challenge.", "/play/people/")]
    withdrawn = challenged(ada, bo)
    services.withdraw(withdrawn.pk, ada)
    work_all()
    assert not push_service.take(), "what was withdrawn is no news"
    accepted = challenged(ada, bo)
    services.answer(accepted.pk, bo, accept=True)
    work_all()
    assert not push_service.take(), "that the game has started is told as such"
    MessageSettings.objects.create(owner=bo, challenges_push=False, turns_push=False)
    challenged(ada, bo)
    work_all()
    for message in TurnMessage.objects.filter(state="waiting", subscription__owner=bo):
        sending.work(message.pk)
    assert not push_service.take(), "who has switched it off"


def test_nobody_is_told_of_whom_they_block(push_service: PushService) -> None:
    ada, bo = account("ada")[0], account("bo")[0]
    Browser().told_of(bo)
    mailed(bo, challenges_mail="soon", rematches_mail="soon")
    challenged(ada, bo)
    game = against(ada, bo)
    finish(game)
    seats = list(game.seats.order_by("pk"))
    consent.rematch(Viewer(game, seats, next(seat for seat in seats if seat.owner == ada)))
    assert PeopleMessage.objects.exists() and MailLine.objects.exists()
    services.relate(bo, ada, Relation.Kind.BLOCK)
    work_all()
    assert not push_service.take() and not mail.outbox, "not even of what waited"
    services.challenge(new_game(read_arrangement(OPEN_DUEL, ada), ada), ada, bo)
    assert not Challenge.objects.exists()
    assert not PeopleMessage.objects.filter(state="waiting").exists() and not MailLine.objects.exists()


def test_a_rematch_reaches_who_has_left(push_service: PushService) -> None:
    ada, (bo, bos) = account("ada")[0], account("bo")
    browser = Browser()
    browser.told_of(bo)
    mailed(bo, rematches_mail="soon")
    game = against(ada, bo)
    finish(game)
    game.seats.filter(owner=bo).update(has_left=True)  # by resigning
    seats = list(game.seats.order_by("pk"))
    viewer = Viewer(game, seats, next(seat for seat in seats if seat.owner == ada))
    consent.rematch(viewer)
    work_all()
    assert told(push_service, browser) == [("ada wants a rematch.", game.get_absolute_url())]
    (letter,) = mail.outbox
    assert letter.subject.endswith("ada wants a rematch.") and f"{ORIGIN}{game.get_absolute_url()}" in letter.body
    assert count_turns(bo) == 1 and count_turns(ada) == 0
    assert bos.get(game.get_absolute_url()).text.count('href="/players/ada/"') == 2  # at the end, among the seats
    for page in ("/play/mine/", "/fr/play/people/"):
        assert f"{game.get_absolute_url()}consent/" in bos.get(page).text
    assert bos.get("/play/turns/").json()["games"][0]["title"] == "ada wants a rematch."
    services.relate(bo, ada, Relation.Kind.BLOCK)
    assert count_turns(bo) == 0 and "consent/" not in bos.get("/play/people/").text
    services.relate(bo, ada, "")
    declined = {"what": "refuse", "offer": "rematch", "back": "people"}
    assert bos.post(f"{game.get_absolute_url()}consent/", declined).headers["Location"] == "/play/people/"
    assert count_turns(bo) == 0 and "consent/" not in bos.get("/play/people/").text
    consent.rematch(viewer)
    consent.answer(viewer, "rematch", accept=False)
    work_all()
    assert not push_service.take() and len(mail.outbox) == 1


def test_one_mail_a_day_instead_of_one_for_each(monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bo, eve = account("ada")[0], account("bo")[0], account("www.eve")[0]
    mailed(bo, challenges_mail="daily", turns_mail="daily")
    first, _second = challenged(ada, bo), challenged(eve, bo)
    task = DBTaskResult.objects.get(task_path=GameMail.task)
    assert timedelta() < task.run_after - timezone.now() <= game_mails.MAIL_DELAY
    work_all()
    (letter,) = mail.outbox
    assert letter.to == ["bo@example.org"] and "2 messages" in letter.subject
    assert "ada challenges you." in letter.body and "www. eve challenges you." in letter.body, "no name is a link"
    DBTaskResult.objects.all().delete()
    services.answer(first.pk, bo, accept=False)
    challenged(ada, bo)
    task = DBTaskResult.objects.get(task_path=GameMail.task)
    assert task.run_after - timezone.now() > timedelta(hours=23), "the next one comes a day later"
    work_all()
    assert len(mail.outbox) == 1 and MailLine.objects.count() == 1
    GameMail.objects.update(daily_at=timezone.now() - timedelta(days=2))
    game = against(ada, bo, clock={"kind": "correspondence", "days": 1})
    if owner_of(game, game.to_act) == bo:
        hand_over(game)
    hand_over(game)
    with monkeypatch.context() as patch:
        patch.setattr(telling.EmailMessage, "send", lambda self: (_ for _ in ()).throw(OSError("away")))
        work_all()
    assert MailLine.objects.count() == 2, "a server that is away is asked again"
    work_all()
    assert "2 messages" in mail.outbox[1].subject and "It's your turn." in mail.outbox[1].body
    assert not MailLine.objects.exists()


def test_mails_stop_without_signing_in() -> None:
    ada, bo = account("ada")[0], account("bo")[0]
    mailed(bo, challenges_mail="soon")
    challenged(ada, bo)
    work_all()
    (letter,) = mail.outbox
    stop = letter.extra_headers["List-Unsubscribe"].strip("<>").removeprefix(ORIGIN)
    assert stop in letter.body and Client().get(stop).status_code == 200
    assert MessageSettings.objects.get().challenges_mail == "soon", "programs look behind links"
    assert Client(enforce_csrf_checks=True).post(stop, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert MessageSettings.objects.get().challenges_mail == ""
    challenged(ada, bo)
    assert not MailLine.objects.exists() and Client().get(f"{stop[:-3]}x/").status_code == 404


def test_the_page_of_switches() -> None:
    bo, bos = account("bo")
    address = reverse("home:notifications")
    assert Client().get(address).status_code == 200
    page = bos.get(address).text
    assert page.count(" checked") == 3, "browsers that ask are told of games, not of puzzles"
    assert bos.post(address, {"challenges_mail": "daily"}).status_code == 422
    assert not MessageSettings.objects.exists()
    mailed(bo)
    chosen = {"turns_push": "on", "challenges_mail": "daily", "news_mail": "daily", "rematches_mail": "soon"}
    assert bos.post(address, chosen).status_code == 302
    games = MessageSettings.objects.get()
    assert (games.turns_push, games.challenges_push, games.challenges_mail) == (True, False, "daily")
    assert bo.news_settings.by_mail and bo.news_settings.is_daily and not bo.news_settings.by_push
    page = bos.get(address).text
    assert page.count('value="daily" selected') == 2 and page.count('value="soon" selected') == 1
