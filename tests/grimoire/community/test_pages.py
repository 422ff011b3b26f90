"""The part below a page, by the test client: who sees what, who may do what, and what is kept when it goes wrong."""

from __future__ import annotations

import html
import re
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.limits import Limit
from accounts.models import Owner, User, Visibility
from accounts.services import hide
from grimoire.community import contexts, views
from grimoire.models import Attempt, Comment, Favourite, Puzzle, Vote
from tests.cards.factories import browser_of
from tests.grimoire.community.people import attempted, guest, member
from tests.grimoire.factories import make_owner, make_puzzle

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
SECRET = "The Bat has to come second"


@pytest.fixture
def page() -> Puzzle:
    """A published page of somebody else."""
    return make_puzzle(make_owner("mirabel"), title="The lantern and the tide", title_fr="La lanterne et la marée")


@pytest.fixture
def comment(page: Puzzle) -> Comment:
    """A comment that tells the solution."""
    row: Comment = Comment.objects.create(owner=make_owner("corentin"), puzzle=page, text=SECRET)
    return row


def address(page: Puzzle, name: str = "", prefix: str = "") -> str:
    return f"{prefix}/grimoire/p/{page.token}/{name}"


def text_of(answer: Any) -> str:
    return html.unescape(answer.content.decode())


# What is shown to whom


def test_before_solving_there_is_nothing_to_read(page: Puzzle, comment: Comment, client: Client) -> None:
    for path in ("", "below/", "comment/", "embed/"):
        for headers in ({}, HTMX):
            for prefix in ("", "/fr"):
                answer = client.get(address(page, path, prefix), headers=headers)
                assert answer.status_code in (200, 302), path
                assert SECRET not in text_of(answer)
                assert comment.token not in text_of(answer)
    assert "Solve it to vote" in text_of(client.get(address(page)))


def test_hints_open_nothing(page: Puzzle, comment: Comment) -> None:
    owner, client = guest()
    attempted(owner, page, state=Attempt.State.OPEN, first_try=None, hint_level=4)
    assert SECRET not in text_of(client.get(address(page)))


@pytest.mark.parametrize("state", [Attempt.State.SOLVED, Attempt.State.SHOWN])
def test_solved_or_given_up_it_is_all_there(page: Puzzle, comment: Comment, state: str) -> None:
    owner, client = guest()
    attempted(owner, page, state=state)
    for path in ("", "comment/"):
        body = text_of(client.get(address(page, path)))
        assert SECRET in body
        assert f"/report/comment/{comment.token}/" in body
    assert SECRET in text_of(client.get(address(page, "below/"), headers=HTMX))
    assert client.get(address(page, "below/")).status_code == 302


def test_the_author_reads_but_does_not_vote(page: Puzzle, comment: Comment) -> None:
    client = browser_of(page.owner)
    body = text_of(client.get(address(page)))
    assert SECRET in body
    assert "vote-up" not in body
    assert "/report/puzzle/" not in body
    assert client.post(address(page, "vote/"), {"value": "1"}).status_code == 403
    assert SECRET not in text_of(client.get(address(page) + "?as=solver"))


def test_a_hidden_comment_vanishes(page: Puzzle, comment: Comment) -> None:
    hide(thing=comment, reason="spam")
    owner, client = guest()
    attempted(owner, page)
    body = text_of(client.get(address(page)))
    assert SECRET not in body
    assert "1 comment" not in body
    author = browser_of(comment.owner)
    attempted(comment.owner, page)
    body = text_of(author.get(address(page)))
    assert SECRET in body
    assert "only you can see it" in body


@pytest.mark.parametrize(
    "fields",
    [{"published_at": None}, {"visibility": Visibility.PRIVATE}, {"hidden_at": timezone.now()}],
    ids=["draft", "private", "hidden"],
)
def test_what_is_private_is_not_there(page: Puzzle, comment: Comment, fields: dict[str, Any]) -> None:
    owner, client = guest()
    attempted(owner, page)
    Puzzle.objects.filter(pk=page.pk).update(**fields)
    for path in ("below/", "comment/", "embed/"):
        assert client.get(address(page, path)).status_code == 404, path
    for path in ("favourite/", "vote/", "comment/"):
        data = {"wanted": "yes", "value": "1", "text": "Hello"}
        assert client.post(address(page, path), data).status_code == 404, path
    assert not Favourite.objects.exists()
    assert not Vote.objects.exists()
    assert Comment.objects.count() == 1


def test_a_draft_says_so_and_gives_nothing_away(page: Puzzle) -> None:
    Puzzle.objects.filter(pk=page.pk).update(published_at=None, visibility=Visibility.PRIVATE)
    client = browser_of(page.owner)
    body = text_of(client.get(address(page)))
    assert "Publish the puzzle to share it" in body
    assert 'id="readers"' not in body
    assert "<iframe" not in body
    assert "share-url" not in body


def test_an_unlisted_page_may_be_shared(page: Puzzle, client: Client) -> None:
    Puzzle.objects.filter(pk=page.pk).update(visibility=Visibility.UNLISTED)
    body = text_of(client.get(address(page)))
    assert 'id="share-url"' in body
    assert f'value="http://testserver{address(page)}"' in body


def test_sharing_in_french_leads_to_french(page: Puzzle, client: Client) -> None:
    body = text_of(client.get(address(page, prefix="/fr")))
    assert f'value="http://testserver{address(page, prefix="/fr")}"' in body
    assert f'<iframe src="http://testserver{address(page, "embed/", "/fr")}" title="La lanterne et la marée' in body


def test_the_ways_out_of_a_page_lead_somewhere(page: Puzzle, client: Client) -> None:
    body = text_of(client.get(address(page)))
    part = body[body.index('class="share-page"') :]
    links = re.findall(r'href="([^"]+)"', part[: part.index("</section>")])
    assert len(links) >= 5
    for href in links:
        assert client.get(href).status_code == 200, href


# Favourites


def test_a_guest_s_first_favourite_makes_the_guest(page: Puzzle, client: Client) -> None:
    answer = client.post(address(page, "favourite/"), {"wanted": "yes"})
    assert answer.status_code == 302
    assert answer["Location"] == f"{address(page)}#readers"
    assert Favourite.objects.get().puzzle == page
    assert 'id="favourite" aria-pressed="true"' in text_of(client.get(address(page)))
    client.post(address(page, "favourite/"), {"wanted": "no"})
    assert not Favourite.objects.exists()


def test_a_favourite_in_place(page: Puzzle, client: Client) -> None:
    answer = client.post(address(page, "favourite/"), {"wanted": "yes"}, headers=HTMX)
    body = text_of(answer)
    assert answer.status_code == 200
    assert 'aria-pressed="true"' in body
    assert 'id="readers"' in body
    assert "<html" not in body


@pytest.mark.parametrize("data", [{}, {"wanted": "maybe"}, {"wanted": ""}])
def test_a_favourite_that_is_not_understood(page: Puzzle, client: Client, data: dict[str, str]) -> None:
    assert client.post(address(page, "favourite/"), data).status_code == 400
    assert not Owner.objects.filter(user__isnull=True).exists()


@pytest.mark.parametrize("path", ["favourite/", "vote/"])
def test_looking_changes_nothing(page: Puzzle, client: Client, path: str) -> None:
    assert client.get(address(page, path)).status_code == 405


def test_no_change_without_the_form_s_token(page: Puzzle) -> None:
    client = Client(enforce_csrf_checks=True)
    for path in ("favourite/", "vote/", "comment/"):
        assert client.post(address(page, path), {"wanted": "yes", "value": "1", "text": "x"}).status_code == 403


# Votes


def test_voting_changing_and_taking_back(page: Puzzle) -> None:
    owner, client = guest()
    attempted(owner, page)
    for value, pressed in (("1", "up"), ("-1", "down"), ("0", "")):
        body = text_of(client.post(address(page, "vote/"), {"value": value}, headers=HTMX))
        for way in ("up", "down"):
            assert (f'id="vote-{way}"' in body) and (
                re.search(rf'id="vote-{way}"[^>]*aria-pressed="true"', body) is not None
            ) == (way == pressed)
        page.refresh_from_db()
        assert page.score == int(value)
        assert re.search(rf"<output[^>]*>{value}<", body)
    assert not Vote.objects.exists()


def test_a_pressed_vote_is_taken_back_by_pressing_it_again(page: Puzzle) -> None:
    owner, client = guest()
    attempted(owner, page)
    body = text_of(client.post(address(page, "vote/"), {"value": "1"}, headers=HTMX))
    assert re.search(r'id="vote-up" name="value" value="0"', body)
    assert re.search(r'id="vote-down" name="value" value="-1"', body)


def test_nobody_votes_before_the_gate_is_open(page: Puzzle) -> None:
    owner, client = guest()
    attempted(owner, page, state=Attempt.State.OPEN, first_try=False)
    answer = client.post(address(page, "vote/"), {"value": "1"})
    assert answer.status_code == 403
    assert "Back to the puzzle" in text_of(answer)
    assert not Vote.objects.exists()


@pytest.mark.parametrize("value", ["", "2", "yes", "99999999999999999999", "1\x00"])
def test_a_vote_that_is_not_understood(page: Puzzle, value: str) -> None:
    owner, client = guest()
    attempted(owner, page)
    assert client.post(address(page, "vote/"), {"value": value}).status_code == 400


def test_so_many_opinions_and_no_more(page: Puzzle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "OPINIONS", Limit("opinion", times=2, seconds=10**9))
    owner, client = guest()
    attempted(owner, page)
    codes = [client.post(address(page, "vote/"), {"value": "1"}).status_code for _ in range(2)]
    codes.append(client.post(address(page, "favourite/"), {"wanted": "yes"}).status_code)
    assert codes == [302, 302, 429]
    assert not Favourite.objects.exists()


# Comments


def test_a_member_comments(page: Puzzle) -> None:
    owner, client = member("corentin")
    attempted(owner, page)
    answer = client.post(address(page, "comment/"), {"text": "Neat!\r\n\r\n\r\n\r\nReally."})
    comment = Comment.objects.get()
    assert answer["Location"] == f"{address(page)}#comment-{comment.token}"
    assert (comment.text, comment.owner, comment.visibility) == ("Neat!\n\nReally.", owner, Visibility.PUBLIC)
    body = text_of(client.get(address(page)))
    assert "Neat!<br><br>Really." in body
    assert "1 comment" in body
    assert f"/comment/{comment.token}/" in body


def test_a_comment_in_place(page: Puzzle) -> None:
    owner, client = member("corentin")
    attempted(owner, page)
    body = text_of(client.post(address(page, "comment/"), {"text": "Neat!"}, headers=HTMX))
    assert "Neat!" in body
    assert "<html" not in body


@pytest.mark.parametrize(
    "text",
    ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "{{ 7|add:7 }}{% debug %}", "</textarea><b>"],
)
def test_hostile_text_is_text(page: Puzzle, text: str) -> None:
    owner, client = member("corentin")
    attempted(owner, page)
    client.post(address(page, "comment/"), {"text": text})
    for path in ("", "comment/", f"comment/{Comment.objects.get().token}/"):
        raw = client.get(address(page, path)).content.decode()
        assert html.escape(text) in raw
        assert text not in raw.replace(html.escape(text), "")


def test_a_guest_is_asked_to_sign_in_and_finds_the_text_again(page: Puzzle) -> None:
    """Nothing is lost: the text waits in the session, through signing in, until it is sent."""
    owner, client = guest()
    attempted(owner, page)
    make_owner("corentin")
    answer = client.post(address(page, "comment/"), {"text": "My long thought"})
    assert answer.status_code == 302
    assert answer["Location"] == f"/accounts/login/?next={address(page, 'comment/').replace('/', '%2F')}"
    assert "Your text is kept" in text_of(client.get(answer["Location"]))
    signed = client.post(answer["Location"], {"login": "corentin", "password": "hush-hush-42"})
    assert signed["Location"] == address(page, "comment/")
    for path in ("", "comment/"):
        assert re.search(r"<textarea[^>]*>\s*My long thought</textarea>", text_of(client.get(address(page, path)))), (
            path
        )
    client.post(address(page, "comment/"), {"text": "My long thought"})
    assert Comment.objects.get().text == "My long thought"
    assert not re.search(r"<textarea[^>]*>\s*My long thought", text_of(client.get(address(page, "comment/"))))


def test_a_script_is_led_to_signing_in_and_does_not_send_the_text_again(page: Puzzle) -> None:
    """A redirect would be followed, and a page that does not fit in has the form sent once more."""
    client = Client()
    answer = client.post(address(page, "comment/"), {"text": "My long thought"}, headers={"hx-request": "true"})
    assert answer.status_code == 200 and answer.content == b""
    assert answer["HX-Redirect"] == f"/accounts/login/?next={address(page, 'comment/').replace('/', '%2F')}"
    assert client.session[contexts.KEPT_TEXT] == [page.token, "My long thought"]


def test_texts_that_nobody_signs_in_for_begin_few_sessions_and_short_ones(page: Puzzle) -> None:
    answers = [Client().post(address(page, "comment/"), {"text": f"Text {number}"}) for number in range(30)]
    assert [answer.status_code for answer in answers] == [302] * views.KEEPING_LIMIT.times + [429] * (
        30 - views.KEEPING_LIMIT.times
    )
    assert "Text 29" in text_of(answers[-1])
    assert Session.objects.count() == views.KEEPING_LIMIT.times
    assert all(
        session.expire_date <= timezone.now() + timedelta(seconds=views.KEPT_FOR) for session in Session.objects.all()
    )


def test_who_signs_in_for_a_text_stays_signed_in(page: Puzzle) -> None:
    make_owner("corentin")
    client = Client()
    client.post(address(page, "comment/"), {"text": "Kept"})
    client.force_login(User.objects.get(username="corentin"))
    assert client.session.get_expiry_age() == settings.SESSION_COOKIE_AGE


def test_what_was_kept_for_one_page_is_not_put_into_another(page: Puzzle) -> None:
    other = make_puzzle()
    owner, client = member("corentin")
    attempted(owner, other)
    session = client.session
    session[contexts.KEPT_TEXT] = [page.token, "Not for here"]
    session.save()
    assert "Not for here" not in text_of(client.get(address(other)))


def test_whoever_has_to_sign_in_keeps_the_text_even_where_the_page_is_not_solved(page: Puzzle, client: Client) -> None:
    assert client.post(address(page, "comment/"), {"text": "First!"}).status_code == 302
    make_owner("corentin")
    client.post("/accounts/login/", {"login": "corentin", "password": "hush-hush-42"})
    body = text_of(client.get(address(page, "comment/")))
    assert "First!" in body
    assert "Solve it to vote and comment" in body


def test_a_stranger_who_comments_is_told_why_not_and_keeps_the_text(page: Puzzle) -> None:
    _, client = member("corentin")
    answer = client.post(address(page, "comment/"), {"text": "First!"})
    assert answer.status_code == 403
    assert "First!" in text_of(answer)
    assert "Solve the puzzle, or see its solution" in text_of(answer)
    assert not Comment.objects.exists()


@pytest.mark.parametrize("text", ["x" * 100_000, " \n ", "\u200b", "a\x00b"])
def test_a_text_that_cannot_be_is_shown_again(page: Puzzle, text: str) -> None:
    owner, client = member("corentin")
    attempted(owner, page)
    answer = client.post(address(page, "comment/"), {"text": text})
    assert answer.status_code == 400
    assert "errorlist" in text_of(answer)
    assert text in text_of(answer)
    assert not Comment.objects.exists()


def test_heaped_accents_and_turned_text_are_bounded(page: Puzzle) -> None:
    owner, client = member("corentin")
    attempted(owner, page)
    client.post(address(page, "comment/"), {"text": "Z" + "\u0335\u0321" * 300 + " \u202eevil"})
    text = Comment.objects.get().text
    assert len(text) < 12
    assert "\u202e" not in text


def test_so_many_comments_and_no_more(page: Puzzle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "COMMENTS", Limit("comment", times=2, seconds=10**9))
    owner, client = member("corentin")
    attempted(owner, page)
    for number in range(2):
        assert client.post(address(page, "comment/"), {"text": f"Nº {number}"}).status_code == 302
    answer = client.post(address(page, "comment/"), {"text": "One too many"})
    assert answer.status_code == 429
    assert "One too many" in text_of(answer)
    first = Comment.objects.order_by("pk")[0]
    answer = client.post(address(page, f"comment/{first.token}/"), {"text": "Changed too often"})
    assert answer.status_code == 429
    assert "Changed too often" in text_of(answer)
    first.refresh_from_db()
    assert first.text == "Nº 0"


def test_changing_and_deleting_one_s_own(page: Puzzle) -> None:
    owner, client = member("corentin")
    attempted(owner, page)
    client.post(address(page, "comment/"), {"text": "Neat kye"})
    comment = Comment.objects.get()
    path = address(page, f"comment/{comment.token}/")
    assert "Neat kye" in text_of(client.get(path))
    assert client.post(path, {"text": ""}).status_code == 400
    answer = client.post(path, {"text": "Neat key"})
    assert answer["Location"] == f"{address(page)}#comment-{comment.token}"
    assert "Neat key" in text_of(client.get(address(page)))
    assert client.get(path + "delete/").status_code == 405
    assert client.post(path + "delete/").status_code == 302
    assert not Comment.objects.exists()
    page.refresh_from_db()
    assert page.comment_count == 0


def test_nobody_changes_or_deletes_what_is_somebody_else_s(page: Puzzle, comment: Comment) -> None:
    assert page.owner is not None
    author = browser_of(page.owner)
    stranger, other = member("other")
    attempted(stranger, page)
    reader, guest_client = guest()
    attempted(reader, page)
    path = address(page, f"comment/{comment.token}/")
    for client in (author, other, guest_client, Client()):
        assert client.get(path).status_code == 404
        assert client.post(path, {"text": "Mine now"}).status_code == 404
        assert client.post(path + "delete/").status_code == 404
    comment.refresh_from_db()
    assert comment.text == SECRET


def test_a_comment_is_not_found_by_way_of_another_page(comment: Comment) -> None:
    client = browser_of(comment.owner)
    assert client.get(address(make_puzzle(), f"comment/{comment.token}/")).status_code == 404


def test_reporting_a_comment(page: Puzzle, comment: Comment) -> None:
    from accounts.models import Report

    owner, client = guest()
    attempted(owner, page)
    path = f"/report/comment/{comment.token}/"
    assert client.get(path).status_code == 200
    answer = client.post(path, {"reason": "spam", "text": ""})
    assert answer["Location"] == comment.get_absolute_url()
    assert Report.objects.get().about == comment


def test_many_comments_go_over_several_pages(page: Puzzle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "PER_PAGE", 4)
    monkeypatch.setattr(contexts, "SHOWN", 3)
    owner, client = member("corentin")
    attempted(owner, page)
    Comment.objects.bulk_create(
        Comment(owner=owner, puzzle=page, text=f"Said {number}.", visibility="public") for number in range(10)
    )
    body = text_of(client.get(address(page)))
    assert [f"Said {number}." in body for number in range(10)] == [False] * 7 + [True] * 3
    assert "7 earlier comments" in body
    last = text_of(client.get(address(page, "comment/")))
    assert "Said 9." in last
    assert "Said 7." not in last
    first = text_of(client.get(address(page, "comment/?page=1")))
    assert "Said 0." in first
    assert "Said 4." not in first
    assert client.get(address(page, "comment/?page=nonsense")).status_code == 200


def test_it_asks_the_database_as_often_for_many_comments_as_for_one(
    page: Puzzle, django_assert_max_num_queries: Any
) -> None:
    owner, client = guest()
    attempted(owner, page)
    people = [make_owner(f"reader-{number}") for number in range(12)]
    Comment.objects.bulk_create(
        Comment(owner=person, puzzle=page, text="Yes", visibility="public") for person in people
    )
    client.get(address(page, "below/"), headers=HTMX)
    with django_assert_max_num_queries(11):
        client.get(address(page, "below/"), headers=HTMX)


def test_ratings_are_shown_once_the_gate_is_open(page: Puzzle) -> None:
    from grimoire.community.ratings import rate_first_attempt

    owner, client = guest()
    assert "Puzzle rating" not in text_of(client.get(address(page)))
    rate_first_attempt(attempted(owner, page))
    body = text_of(client.get(address(page)))
    assert "Puzzle rating" in body
    assert "yours" in body
