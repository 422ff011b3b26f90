"""Contests: who may do what and when, and that nobody learns whose an entry is before the award."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.limits import Limit
from accounts.models import Owner, Visibility
from grimoire.authoring import services as authoring
from grimoire.authoring.checks import ENTERED, what_is_missing
from grimoire.authoring.pins import set_pins
from grimoire.community.following import save_settings
from grimoire.community.telling import mail_news
from grimoire.community.telling_contests import tell_of_contest
from grimoire.contests import services
from grimoire.contests.pages import without_name, without_name_on_cards
from grimoire.models import Attempt, Contest, ContestEntry, ContestNews, NewsSettings, Puzzle
from tables.models import Relation
from tables.people.services import relate
from tests.cards.factories import sign_in
from tests.grimoire.factories import make_owner, make_puzzle, position_of
from tests.grimoire.test_secrecy import content_of

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


def make_contest(owner: Owner, judge: Owner, **fields: Any) -> Contest:
    now = timezone.now()
    dates = {"opens_at": now - DAY, "closes_at": now + DAY}
    contest = services.create(owner=owner, judge=judge, fields={"title": "Lamps", "theme": "Light", **dates, **fields})
    services.agree(contest=contest, owner=judge)
    contest.refresh_from_db()
    return contest


@pytest.fixture
def judge() -> Owner:
    return make_owner("judy")


@pytest.fixture
def contest(judge: Owner) -> Contest:
    return make_contest(make_owner("organiser"), judge)


@pytest.fixture
def author() -> Owner:
    return make_owner("zanzibar")


@pytest.fixture
def entry(contest: Contest, author: Owner) -> ContestEntry:
    return services.enter(contest=contest, owner=author, puzzle=make_puzzle(author, published=False, title="Moon"))


def close(contest: Contest) -> None:
    Contest.objects.filter(pk=contest.pk).update(closes_at=timezone.now() - timedelta(hours=1))
    contest.refresh_from_db()


def refused(code: str, what: Callable[[], object]) -> None:
    with pytest.raises(services.Refused, match=code):
        what()


def test_a_contest_is_for_two_until_its_judge_agrees(judge: Owner) -> None:
    now, organiser = timezone.now(), make_owner("organiser")
    fields = {"title": "Lamps", "theme": "Light", "opens_at": now, "closes_at": now + DAY}
    contest = services.create(owner=organiser, judge=judge, fields=fields)
    address = contest.get_absolute_url()
    assert Client().get(address).status_code == 404
    assert sign_in(Client(), organiser).get(address).status_code == 200
    change = reverse("grimoire:change_contest", args=[contest.token])
    sign_in(Client(), organiser).post(change, {"do": "agree"})
    assert Client().get(address).status_code == 404
    sign_in(Client(), judge).post(change, {"do": "agree"})
    assert Client().get(address).status_code == 200


def test_who_may_enter_what(contest: Contest, judge: Owner, author: Owner) -> None:
    draft = make_puzzle(author, published=False)

    def enter(puzzle: Puzzle = draft, owner: Owner = author) -> object:
        return services.enter(contest=contest, owner=owner, puzzle=puzzle)

    refused("judge", lambda: enter(make_puzzle(judge, published=False), judge))
    refused("not-a-draft", lambda: enter(make_puzzle(author)))
    refused("not-a-draft", lambda: enter(make_puzzle(make_owner("other"), published=False)))
    refused("not-ready", lambda: enter(make_puzzle(author, published=False, position="damage", proof=None)))
    guest = make_owner()
    refused("no-account", lambda: enter(make_puzzle(guest, published=False), guest))
    Contest.objects.filter(pk=contest.pk).update(goal="survive")
    refused("not-the-theme", enter)
    Contest.objects.filter(pk=contest.pk).update(goal="")
    assert enter() == enter()  # twice is once
    refused("too-many-entries", lambda: enter(make_puzzle(author, published=False, position="damage")))
    other = make_contest(make_owner("second"), judge)
    refused("not-a-draft", lambda: services.enter(contest=other, owner=author, puzzle=draft))
    close(contest)
    refused("not-open", lambda: enter(make_puzzle(author, published=False, position="destroy")))


def test_an_entry_stays_as_it_is_and_is_published_with_the_award_alone(entry: ContestEntry) -> None:
    puzzle = entry.puzzle
    assert what_is_missing(puzzle) == [ENTERED]
    with pytest.raises(authoring.NotReady):
        authoring.publish(puzzle=puzzle)
    with pytest.raises(authoring.Fixed):
        authoring.place(puzzle=puzzle, position=position_of("damage"))
    with pytest.raises(authoring.Fixed):
        authoring.add_twin(puzzle=puzzle, owner=entry.owner)


def test_an_entry_is_taken_out_before_the_closing_date_or_long_after(contest: Contest, entry: ContestEntry) -> None:
    services.take_out(contest=contest, owner=make_owner("thief"), token=entry.token)
    assert ContestEntry.objects.exists()
    close(contest)
    refused("sealed", lambda: services.take_out(contest=contest, owner=entry.owner, token=entry.token))
    Contest.objects.filter(pk=contest.pk).update(closes_at=timezone.now() - services.OVERDUE - DAY)
    services.take_out(contest=contest, owner=entry.owner, token=entry.token)
    assert not ContestEntry.objects.exists()


def test_the_judge_alone_reads_the_entries_and_not_before_the_closing_date(
    contest: Contest, entry: ContestEntry, judge: Owner
) -> None:
    address = reverse("grimoire:judging", args=[contest.token])
    people = [Client(), sign_in(Client(), make_owner("reader"))]
    assert contest.owner is not None
    people += [sign_in(Client(), contest.owner), sign_in(Client(), entry.owner)]
    judges = sign_in(Client(), judge)
    assert judges.get(address).status_code == 404
    close(contest)
    assert [client.get(address).status_code for client in people] == [404] * 4
    page = judges.get(address).content.decode()
    assert "Moon" in page


def test_nothing_anywhere_tells_whose_an_entry_is(contest: Contest, entry: ContestEntry, judge: Owner) -> None:
    """The same entry by somebody else gives the same pages, byte for byte: to judge, organiser and all others."""
    position, puzzles = entry.puzzle.position, Puzzle.objects.filter(pk=entry.puzzle_id)
    on_cards = json.loads(json.dumps(position).replace("Chariot Fury", "Zanzibar's Fury"))
    puzzles.update(words="By Zanzibar, for ZANZIBAR", position=on_cards)
    close(contest)
    assert contest.owner is not None
    other, _listed = make_owner("quetzal"), make_puzzle(position="bastion")
    clients = [Client(), sign_in(Client(), judge), sign_in(Client(), contest.owner)]
    places = ("contests", "index", "search", "daily", "challenges", "books", "drafts")
    addresses = [
        *(reverse(f"grimoire:{name}") for name in places),
        contest.get_absolute_url(),
        reverse("grimoire:judging", args=[contest.token]),
        reverse("grimoire_files:feed", args=["en"]),
        reverse("grimoire_files:dump"),
        reverse("api:puzzles"),
        reverse("api:puzzle", args=[entry.puzzle.token]),
        reverse("grimoire_files:picture", args=[entry.puzzle.token, "en"]),
        entry.puzzle.get_absolute_url(),
        reverse("accounts:export"),
        "/sitemap.xml",
    ]

    def walk() -> list[bytes]:
        return [content_of(client.get(address)) for client in clients for address in addresses]

    walk()  # with the first visit come cookies
    before = walk()
    token = entry.puzzle.token
    for address, content in zip(addresses * len(clients), before, strict=True):
        assert b"zanzibar" not in content.lower(), address
        assert token in address or token.encode() not in content, address
    ContestEntry.objects.update(owner=other)
    on_cards = json.loads(json.dumps(position).replace("Chariot Fury", "Quetzal's Fury"))
    puzzles.update(owner=other, words="By Quetzal, for QUETZAL", position=on_cards)
    for address, content, after in zip(addresses * len(clients), before, walk(), strict=True):
        assert content == after, address


def test_the_award_makes_all_entries_pages_and_is_shown_on_them(
    contest: Contest, entry: ContestEntry, judge: Owner
) -> None:
    address = reverse("grimoire:judging", args=[contest.token])
    judges, pages = sign_in(Client(), judge), [entry.puzzle.get_absolute_url()]
    second = make_owner("second")
    plain = services.enter(
        contest=contest, owner=second, puzzle=make_puzzle(second, published=False, position="damage")
    )
    pages.append(plain.puzzle.get_absolute_url())
    close(contest)
    given = {"entry": entry.token, "award": "prize", "place": "2", "comment": "<b>Fine</b>", "comment_fr": "Beau"}
    judges.post(address, given)
    assert "Fine" not in Client().get(contest.get_absolute_url()).content.decode()
    judges.post(address, {"do": "publish", "verdict": "A good year", "verdict_fr": ""})
    page = Client().get(contest.get_absolute_url()).content.decode()
    for words in ("Prize no. 2: zanzibar", "&lt;b&gt;Fine&lt;/b&gt;", "A good year", "Other entries"):
        assert words in page, words
    assert "Beau" in Client().get(f"/fr{contest.get_absolute_url()}").content.decode()
    assert Puzzle.objects.published().count() == 2
    assert "Prize no. 2" in Client().get(pages[0]).content.decode()
    assert "Lamps" in Client().get(pages[1]).content.decode()
    assert judges.get(address).status_code == 404  # once is for all
    refused("not-judging", lambda: services.publish_award(contest=contest, owner=judge, fields={}))
    refused("has-entries", lambda: services.delete(contest=contest, owner=contest.owner or judge))


def test_an_entry_that_no_longer_holds_keeps_nobody_from_the_award(
    contest: Contest, entry: ContestEntry, judge: Owner
) -> None:
    close(contest)
    Puzzle.objects.filter(pk=entry.puzzle_id).update(proof=None)
    services.publish_award(contest=contest, owner=judge, fields={"verdict": ""})
    entry.puzzle.refresh_from_db()
    assert not entry.puzzle.is_published
    assert Client().get(contest.get_absolute_url()).status_code == 200


def test_followers_are_told_once_when_it_closes(
    contest: Contest, author: Owner, django_capture_on_commit_callbacks: Any
) -> None:
    assert author.user is not None
    author.user.email = "z@example.org"
    author.user.save()

    EmailAddress.objects.create(user=author.user, email="z@example.org", verified=True, primary=True)
    settings = save_settings(owner=author, by_mail=True, by_push=False, origin="https://g.example", language="en")
    services.follow(contest=contest, owner=author, wanted=True)
    assert tell_of_contest(contest.pk, "closes") == []  # not yet
    assert not ContestNews.objects.exists()
    close(contest)
    assert tell_of_contest(contest.pk, "closes") == [settings.pk]
    assert tell_of_contest(contest.pk, "closes") == []
    ContestNews.objects.update(created=timezone.now() - timedelta(minutes=10))
    NewsSettings.objects.update(mailed_until=timezone.now() - timedelta(hours=1))
    mail_news(settings.pk, 0)
    assert len(mail.outbox) == 1
    assert "Lamps: Closed for entries" in mail.outbox[0].subject
    assert contest.get_absolute_url() in str(mail.outbox[0].body)


def test_a_judge_who_leaves_is_replaced_by_the_organiser_alone(
    contest: Contest, entry: ContestEntry, judge: Owner
) -> None:
    organiser = contest.owner
    assert organiser is not None
    refused("has-judge", lambda: services.ask_judge(contest=contest, owner=organiser, judge=make_owner("third")))
    services.decline(contest=contest, owner=judge)
    refused("judge-entered", lambda: services.ask_judge(contest=contest, owner=organiser, judge=entry.owner))
    refused("has-judge", lambda: services.ask_judge(contest=contest, owner=entry.owner, judge=entry.owner))
    other = make_owner("fourth")
    services.ask_judge(contest=contest, owner=organiser, judge=other)
    contest.refresh_from_db()
    assert contest.judge == other
    assert contest.phase == Contest.Phase.OPEN  # entries come in while the new judge thinks about it
    close(contest)
    entries = reverse("grimoire:judging", args=[contest.token])
    assert sign_in(Client(), other).get(entries).status_code == 404
    refused("not-judging", lambda: services.publish_award(contest=contest, owner=other, fields={}))
    services.agree(contest=contest, owner=other)
    assert sign_in(Client(), other).get(entries).status_code == 200


def test_a_form_makes_a_contest(judge: Owner) -> None:
    organiser = make_owner("organiser")
    client, address = sign_in(Client(), organiser), reverse("grimoire:new_contest")
    assert Client().get(address).status_code == 302
    now = timezone.now()
    sent = {
        "title": "Lamps", "theme": "<i>Light</i>", "judge": "judy", "max_turns": "2", "entries_each": "1",
        "opens_at": f"{now:%Y-%m-%dT%H:%M}", "closes_at": f"{now + DAY:%Y-%m-%dT%H:%M}", "utc_offset": "60",
    }  # fmt: skip
    assert client.post(address, {**sent, "judge": "nobody-there"}).status_code == 422
    assert client.post(address, {**sent, "closes_at": sent["opens_at"]}).status_code == 422
    assert client.post(address, {**sent, "closes_at": "9999-12-31T23:59"}).status_code == 422
    assert client.post(address, sent).status_code == 302
    made = Contest.objects.get()
    assert (made.judge, made.owner, made.visibility) == (judge, organiser, Visibility.PRIVATE)
    assert "&lt;i&gt;" in client.get(made.get_absolute_url()).content.decode()


def test_a_name_in_a_text_is_taken_out() -> None:
    assert without_name("Ada's and ADA", "ada") == "…'s and …"
    assert without_name("Ada", "") == "Ada"


def test_after_the_closing_date_an_author_changes_and_deletes_nothing(contest: Contest, entry: ContestEntry) -> None:
    puzzle, client = entry.puzzle, sign_in(Client(), entry.owner)
    authoring.save(puzzle=puzzle, content={"words": "Before"}, seen=None)
    with pytest.raises(authoring.Frozen):  # whether it still fits was looked at when it was entered
        authoring.save(puzzle=puzzle, content={"allows_several": True}, seen=None)
    close(contest)
    for change in (
        lambda: authoring.save(puzzle=puzzle, content={"words": "After"}, seen=None),
        lambda: set_pins(puzzle=puzzle, pins=[]),
        lambda: authoring.delete(puzzle=puzzle),
    ):
        with pytest.raises(authoring.Frozen):
            change()
    edit = reverse("grimoire:edit_puzzle", args=[puzzle.token])
    sent = {"title": "After", "licence": puzzle.licence}
    assert "stays as it is" in client.post(edit, sent, follow=True).content.decode()
    assert "stays as it is" in client.post(edit, sent, headers={"accept": "application/json"}).content.decode()
    for name in ("delete_puzzle", "publish_puzzle"):
        page = client.post(reverse(f"grimoire:{name}", args=[puzzle.token]), sent, follow=True).content.decode()
        assert "stays as it is" in page, name
    puzzle.refresh_from_db()
    assert (puzzle.title, puzzle.words) == ("Moon", "Before")
    Contest.objects.update(awarded_at=timezone.now())
    authoring.save(puzzle=puzzle, content={"words": "After"}, seen=None)
    assert without_name("A lamp at a gate", "l") == "A lamp at a gate"
    card = {"card": {"name": "Ada's Imp", "abilities": ["ada"]}}
    assert without_name_on_cards({"upper": [card], "mana": 3}, "ada") == {
        "upper": [{"card": {"name": "…'s Imp", "abilities": ["ada"]}}],
        "mana": 3,
    }


def test_who_is_blocked_is_not_asked_to_judge(contest: Contest, judge: Owner) -> None:
    organiser, other = contest.owner, make_owner("other")
    assert organiser is not None
    services.decline(contest=contest, owner=judge)
    relate(other, organiser, Relation.Kind.BLOCK)
    refused("blocked", lambda: services.ask_judge(contest=contest, owner=organiser, judge=other))
    refused("blocked", lambda: make_contest(organiser, other))


def test_a_page_that_others_have_solved_is_not_entered_once_it_is_withdrawn(contest: Contest, author: Owner) -> None:
    puzzle = make_puzzle(author)
    Attempt.objects.create(owner=make_owner("reader"), puzzle=puzzle)
    authoring.unpublish(puzzle=puzzle)
    refused("not-new", lambda: services.enter(contest=contest, owner=author, puzzle=puzzle))


def test_who_judges_in_two_windows_is_told_that_the_award_is_out(
    contest: Contest, entry: ContestEntry, judge: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    close(contest)
    services.publish_award(contest=contest, owner=judge, fields={"verdict": "First"})
    monkeypatch.setattr("grimoire.contests.views.may_judge", lambda *_: True)  # as the other window has just read
    address, client = reverse("grimoire:judging", args=[contest.token]), sign_in(Client(), judge)
    for sent in ({"do": "publish", "verdict": "Second"}, {"entry": entry.token, "award": "prize", "place": "1"}):
        answered = client.post(address, sent, follow=True)
        assert answered.status_code == 200
        assert "Only the judge can do this" in answered.content.decode()
    contest.refresh_from_db()
    entry.refresh_from_db()
    assert (contest.verdict, entry.award) == ("First", "")


def test_who_judges_is_held_to_the_limit_of_changes(
    contest: Contest, entry: ContestEntry, judge: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    close(contest)
    monkeypatch.setattr("grimoire.contests.views.CHANGED", Limit("contest-changes", times=1, seconds=3600))
    address, client = reverse("grimoire:judging", args=[contest.token]), sign_in(Client(), judge)
    for award in ("prize", "mention"):
        client.post(address, {"entry": entry.token, "award": award, "place": "1"})
    entry.refresh_from_db()
    assert entry.award == "prize"
