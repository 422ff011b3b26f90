"""What followers of a contest are told by push message, and when they are not told any more."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Owner
from grimoire.community import following
from grimoire.community.telling_contests import tell_of_contest
from grimoire.contests import services
from grimoire.models import Contest, NewsMessage
from tests.grimoire.community.test_following import work
from tests.grimoire.contests.test_contests import close, make_contest
from tests.grimoire.factories import make_owner, make_puzzle
from tests.tables.push_services import Browser, install

pytestmark = pytest.mark.django_db


@pytest.fixture
def contest() -> Contest:
    return make_contest(make_owner("organiser"), make_owner("judy"), title_fr="Lampes")


def follower(contest: Contest, browser: Browser, language: str) -> Owner:
    owner = make_owner()
    browser.told_of(owner, language)
    following.save_settings(owner=owner, by_mail=False, by_push=True, origin="https://g.example", language=language)
    services.follow(contest=contest, owner=owner, wanted=True)
    return owner


def read(service: Any, browsers: dict[str, Browser]) -> list[dict[str, Any]]:
    """What each browser was told, in their order."""
    return [browser.read(sent.body) for browser, sent in zip(browsers.values(), service.take(), strict=True)]


def test_each_browser_is_told_once_in_its_language_and_of_no_author(
    contest: Contest, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    service, browsers = install(settings, monkeypatch), {"en": Browser(), "fr": Browser()}
    for language, browser in browsers.items():
        follower(contest, browser, language)
    author, judge = make_owner("zanzibar"), contest.judge
    assert judge is not None
    services.enter(contest=contest, owner=author, puzzle=make_puzzle(author, published=False))
    work()
    service.take()
    close(contest)
    for _ in range(2):
        tell_of_contest(contest.pk, "closes")
    work()
    told = [
        browsers[language].read(request.body) for language, request in zip(["en", "fr"], service.take(), strict=True)
    ]
    assert [(message["title"], message["body"]) for message in told] == [
        ("Closed for entries", "Lamps"),
        ("Clos", "Lampes"),
    ]
    assert told[0]["url"] == contest.get_absolute_url()
    assert "zanzibar" not in str(told)
    services.publish_award(contest=contest, owner=judge, fields={"verdict": ""})
    work()
    titles = [message["title"] for message in read(service, browsers)]
    assert titles == ["The award is published", "Le palmarès est publié"]


@pytest.mark.parametrize("why", ["unfollowed", "hidden", "deleted"])
def test_what_is_not_true_any_more_is_not_told(
    contest: Contest, settings: Any, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    service, browser = install(settings, monkeypatch), Browser()
    owner = follower(contest, browser, "en")
    Contest.objects.update(closes_at=timezone.now() - timedelta(hours=1))
    tell_of_contest(contest.pk, "closes")
    assert NewsMessage.objects.count() == 1
    if why == "unfollowed":
        services.follow(contest=contest, owner=owner, wanted=False)
    elif why == "hidden":
        Contest.objects.update(hidden_at=timezone.now())
    else:
        Contest.objects.all().delete()
    work()
    assert not service.take()
    assert not NewsMessage.objects.filter(state="waiting").exists()
