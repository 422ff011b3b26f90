"""Following authors: who hears of a new puzzle or a comment, by what way, once, and how it stops."""

from __future__ import annotations

import importlib
import re
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from accounts.models import Owner, Visibility
from accounts.services import adopt, forget
from grimoire.authoring import services as authoring
from grimoire.community import following, services, tasks, telling
from grimoire.gate import Gate
from grimoire.models import NewsMessage, NewsSettings, Puzzle
from tables.models import Relation
from tables.people.services import relate
from tests.grimoire.community.people import guest, member
from tests.grimoire.factories import make_owner, make_puzzle
from tests.migrating import unsquashed_loader
from tests.tables.push_services import Browser, install

pytestmark = pytest.mark.django_db
FOLLOW = Relation.Kind.FOLLOW
ORIGIN = "https://grimoire.example"


@pytest.fixture(autouse=True)
def commit_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telling, "COMMIT_TIME", timedelta(0))


def mailed(name: str) -> Owner:
    """Somebody with a confirmed address who wants mails."""
    owner = make_owner(name)
    assert owner.user is not None
    EmailAddress.objects.create(user=owner.user, email=f"{name}@example.org", verified=True, primary=True)
    following.save_settings(owner=owner, by_mail=True, by_push=False, origin=ORIGIN, language="fr")
    return owner


def work() -> None:
    """Does all that waits, without minding when."""
    while (
        task := DBTaskResult.objects.filter(task_path__startswith="grimoire.community", status="READY").first()
    ) is not None:
        DBTaskResult.objects.filter(pk=task.pk).delete()
        getattr(tasks, task.task_path.rpartition(".")[2]).func(*task.args_kwargs["args"])


def publish(author: Owner, **fields: Any) -> Puzzle:
    return authoring.publish(puzzle=make_puzzle(author, False, **fields))


def test_a_follower_is_mailed_once_and_can_stop_it_without_signing_in(client: Client) -> None:
    author, reader = make_owner("mirabel"), mailed("corentin")
    relate(reader, author, FOLLOW)
    puzzle = publish(author, title="Moonrise\nBcc: all@example.org")
    publish(author, title="Sunset", position="damage")
    authoring.unpublish(puzzle=puzzle)
    authoring.publish(puzzle=puzzle)
    work()
    (letter,) = mail.outbox
    assert letter.to == ["corentin@example.org"] and "\n" not in letter.subject
    assert "2 nouvelles énigmes" in letter.subject
    assert f"{ORIGIN}/fr/grimoire/p/{puzzle.token}/" in letter.body and "mirabel" in letter.body
    work()
    assert len(mail.outbox) == 1
    stop = letter.extra_headers["List-Unsubscribe"].strip("<>").removeprefix(ORIGIN)
    assert stop in letter.body
    assert client.get(stop).status_code == 200
    assert following.settings_of(reader).by_mail, "programs look behind links"
    assert Client(enforce_csrf_checks=True).post(stop, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert not following.settings_of(reader).by_mail
    publish(author, position="destroy")
    work()
    assert len(mail.outbox) == 1
    assert client.get(f"{stop[:-3]}x/").status_code == 404


def test_what_is_listed_later_is_told_then_and_what_is_gone_is_not() -> None:
    author, reader = make_owner("mirabel"), mailed("corentin")
    relate(reader, author, FOLLOW)
    puzzle = authoring.publish(puzzle=make_puzzle(author, False), visibility=Visibility.UNLISTED)
    work()
    assert not mail.outbox
    authoring.change_visibility(puzzle=puzzle, visibility=Visibility.PUBLIC)
    Puzzle.objects.filter(pk=puzzle.pk).update(visibility=Visibility.UNLISTED)
    work()
    assert not mail.outbox


def test_an_author_hears_of_a_comment_and_not_of_what_it_says() -> None:
    author = mailed("mirabel")
    page = make_puzzle(author, title="Moonrise")
    for _again in range(2):
        services.add_comment(owner=make_owner(f"reader{_again}"), puzzle=page, gate=Gate(is_open=True), text="The Wolf")
    services.add_comment(owner=author, puzzle=page, gate=Gate(is_open=True), text="Thanks")
    NewsSettings.objects.update(language="en")
    work()
    assert not mail.outbox, "what the author has seen is no news"
    services.add_comment(owner=make_owner("late"), puzzle=page, gate=Gate(is_open=True), text="The Wolf")
    work()
    (letter,) = mail.outbox
    assert "1 new comment" in letter.subject
    assert "Wolf" not in letter.body and "Moonrise" in letter.body


def test_no_mail_without_an_address_that_is_confirmed() -> None:
    author, (owner, client) = make_owner("mirabel"), member("corentin")
    switches = reverse("home:notifications")
    assert client.post(switches, {"news_mail": "soon", "news_push": "on"}).status_code == 422
    assert client.post(switches, {"news_push": "on"}).status_code == 302
    settings = following.settings_of(owner)
    assert (settings.by_mail, settings.by_push) == (False, True)
    NewsSettings.objects.update(by_mail=True)
    relate(owner, author, FOLLOW)
    publish(author)
    work()
    assert not mail.outbox


def test_a_server_that_is_away_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    author, reader = make_owner("mirabel"), mailed("corentin")
    relate(reader, author, FOLLOW)
    publish(author)
    key = following.settings_of(reader).pk
    with monkeypatch.context() as patch:
        patch.setattr(telling.EmailMessage, "send", lambda self: (_ for _ in ()).throw(OSError("away")))
        assert telling.mail_news(key, 0) is not None
        assert telling.mail_news(key, telling.MAX_TRIES) is None
    assert telling.mail_news(key, 1) is None
    assert len(mail.outbox) == 1


@pytest.mark.parametrize(
    "title", ["Confirm: evil.example/login", "https://evil.example", "x@evil.example", "www.evil。example"]
)
def test_a_title_in_a_mail_is_no_link(title: str) -> None:
    author, reader = make_owner("mira.bel"), mailed("corentin")
    relate(reader, author, FOLLOW)
    publish(author, title=title)
    services.add_comment(owner=author, puzzle=make_puzzle(reader, title=title), gate=Gate(is_open=True), text="Wolf")
    work()
    (letter,) = mail.outbox
    words = [word for word in letter.body.split() if not word.startswith(ORIGIN)]
    assert letter.body.count("evil") == 2
    assert not [word for word in words if re.search(r"\w[.。]\w|:/", word)]


def test_no_news_is_lost_between_mails(monkeypatch: pytest.MonkeyPatch) -> None:
    author, reader = make_owner("mirabel"), mailed("corentin")
    relate(reader, author, FOLLOW)
    key = following.settings_of(reader).pk
    puzzles = [publish(author, title=title, position=title) for title in ("win-hard", "damage", "destroy")]
    for page in (make_puzzle(reader, title="First"), make_puzzle(reader, title="Second")):
        services.add_comment(owner=author, puzzle=page, gate=Gate(is_open=True), text="The Wolf")
    with monkeypatch.context() as patch:
        patch.setattr(telling, "COMMIT_TIME", timedelta(minutes=5))
        assert telling.mail_news(key, 2) is not None, "others of this time may not be committed yet"
        assert not mail.outbox
    with monkeypatch.context() as patch:
        patch.setattr(telling, "_lines", lambda *_arguments: [][0])
        again = telling.mail_news(key, 0)
        assert again is not None and again[1] == 1
    monkeypatch.setattr(telling, "MAX_LINES", 1)
    for _mail in range(10):
        if telling.mail_news(key, 0) is None:
            break
    bodies = "".join(letter.body for letter in mail.outbox)
    assert [bodies.count(puzzle.heading) for puzzle in puzzles] == [1, 1, 1]
    assert (bodies.count("First"), bodies.count("Second")) == (1, 1)


def test_a_browser_is_told_where_its_owner_wants_it(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    service = install(settings, monkeypatch)
    author, (reader, _client) = make_owner("mirabel"), guest()
    browser = Browser()
    browser.told_of(reader)
    relate(reader, author, FOLLOW)
    publish(author)
    work()
    assert not service.take(), "who wants to be told of games alone"
    following.save_settings(owner=reader, by_mail=False, by_push=True, origin=ORIGIN, language="en")
    puzzle = publish(author, title="Sunset", position="damage")
    work()
    (request,) = service.take()
    assert isinstance(request.body, bytes)
    message = browser.read(request.body)
    assert (message["title"], message["body"]) == ("New puzzle by mirabel", "Sunset")
    assert message["url"] == puzzle.get_absolute_url()
    publish(author, position="destroy")
    relate(reader, author, "")
    work()
    assert not service.take()
    assert set(NewsMessage.objects.values_list("state", flat=True)) <= {"done", "cancelled"}


def test_the_page_of_an_author_and_what_is_new_of_theirs() -> None:
    author, (reader, client) = make_owner("mirabel"), member("corentin")
    make_puzzle(author, solved_count=7, score=3)
    address = reverse("grimoire:author", args=["mirabel"])
    follow, asked = reverse("play:relate"), {"name": "mirabel", "back": address}
    assert "solved 7 times" in client.get(address).text
    assert client.post(follow, {**asked, "kind": "follow"}).url == address
    assert client.post(follow, {**asked, "kind": "follow"}).url == address
    page = client.get(address).text
    assert "1 follower" in page and "Unfollow mirabel" in page
    assert '<h2 id="new-puzzles-title"' not in client.get("/me/").text
    assert "Unfollow mirabel" in client.get("/play/people/").text, "one list for authors and players"
    publish(author)
    assert re.search(r"New puzzles.*mirabel.*1 new", client.get("/me/").text, re.DOTALL)
    client.post(follow, {**asked, "kind": "follow"})
    assert "1 new" in client.get("/me/").text, "what is followed already is no newer by that"
    client.get(address)
    assert '<h2 id="new-puzzles-title"' not in client.get("/me/").text
    client.post(follow, {**asked, "kind": "neither"})
    assert not Relation.objects.exists()
    assert client.post(follow, {"name": "nobody", "kind": "follow"}).status_code == 404
    make_puzzle(reader)
    client.post(follow, {"name": "corentin", "kind": "follow"})
    assert not Relation.objects.exists()
    for back in ("//evil.example/", "https://evil.example/", "/\\evil.example", "javascript:1"):
        assert client.post(follow, {**asked, "kind": "neither", "back": back}).url == reverse("play:people")


def test_follows_go_along_with_a_guest_and_away_with_an_account() -> None:
    author, (owner, _client), account = make_owner("mirabel"), guest(), make_owner("corentin")
    relate(owner, author, FOLLOW)
    relate(owner, account, FOLLOW)
    following.save_settings(owner=owner, by_mail=False, by_push=True, origin=ORIGIN, language="en")
    assert account.user is not None and author.user is not None
    adopt(guest=owner, user=account.user)
    assert [row.other for row in Relation.objects.filter(owner=account)] == [author]
    assert following.settings_of(account).by_push
    forget(owner=author, user=author.user)
    assert not Relation.objects.exists()


def test_follows_of_before_are_carried_over() -> None:
    reader, author, other = make_owner("corentin"), make_owner("mirabel"), make_owner("eve")
    relate(reader, other, Relation.Kind.BLOCK)
    apps = unsquashed_loader().project_state([("grimoire", "0024_announced_before"), ("play", "0030_follows")]).apps
    then = timezone.now() - timedelta(days=2)
    for followed in (author, other, reader):
        apps.get_model("grimoire", "Follow").objects.create(owner_id=reader.pk, author_id=followed.pk, seen_at=then)
    importlib.import_module("grimoire.migrations.0025_follows_are_relations").carry(apps, None)
    kept = Relation.objects.filter(owner=reader).values_list("other", "kind", "seen_at")
    assert set(kept.filter(kind="follow")) == {(author.pk, "follow", then)}
    assert [row[0] for row in kept.filter(kind="block")] == [other.pk], "who blocks somebody does not follow them"
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM grimoire_follow")
        assert cursor.fetchone() == (0,)
