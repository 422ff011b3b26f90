"""Replies, folded spoilers, plays as links, and what solvers say of a page beside their votes."""

from __future__ import annotations

import html
import re
from typing import Any
from unittest.mock import Mock
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Owner, Report, Visibility
from accounts.services import adopt, hide
from games.decks import puzzle_lines
from grimoire import attempt_state
from grimoire.community import comment_text, queries, services
from grimoire.community.comment_text import shown_text, walker
from grimoire.gate import Gate, gate_for
from grimoire.models import Comment, Opinion, Puzzle
from grimoire.solving.secrecy import solution_of
from tests.cards.factories import browser_of
from tests.grimoire.community.people import attempted, guest, member
from tests.grimoire.factories import make_owner, make_puzzle

pytestmark = pytest.mark.django_db
OPEN = Gate(is_open=True)


@pytest.fixture
def page(author: Owner) -> Puzzle:
    return make_puzzle(author, position="win-hard")


def say(owner: Owner, page: Puzzle, text: str, reply_to: Comment | None = None) -> Comment:
    return services.add_comment(owner=owner, puzzle=page, gate=OPEN, text=text, reply_to=reply_to)


def test_replies_stand_below_what_they_answer(author: Owner, page: Puzzle) -> None:
    reader, client = member("corentin")
    attempted(reader, page)
    first, second = say(author, page, "First"), say(author, page, "Second")
    address = reverse("grimoire:comment", args=[page.token])
    form = client.get(f"{address}?reply={first.token}").text
    assert "Reply to mirabel" in form and f'value="{first.token}"' in form
    client.post(address, {"text": "To the first", "reply_to": first.token})
    answer = Comment.objects.get(text="To the first")
    client.post(address, {"text": "To the answer", "reply_to": answer.token})
    assert [comment.text for comment in queries.comments_on(page, reader, OPEN)] == [
        "Second", "First", "To the first", "To the answer",
    ]  # fmt: skip
    assert set(first.replies.values_list("text", flat=True)) == {"To the first", "To the answer"}
    assert client.get(page.get_absolute_url()).text.count("is-reply") == 2
    other = make_puzzle(author, position="damage")
    foreign = say(author, other, "Elsewhere")
    hide(thing=second, reason="spam")
    for token in (foreign.token, second.token, "nothing", "x" * 99):
        client.post(address, {"text": f"For {token[:9]}", "reply_to": token})
    assert not Comment.objects.filter(text__startswith="For", reply_to__isnull=False).exists()
    first.delete()
    assert Comment.objects.get(pk=answer.pk).reply_to is None


def test_plays_become_links_that_walk_them(author: Owner, page: Puzzle) -> None:
    walk = walker(page, "en")
    way = [action for action in solution_of(page, gate_for(page, author)).ways[0] if action != "end-turn"]
    text = f"First {', '.join(way)}, then laugh. Not 99 upper, nor 7th, 1 uppercut."
    shown = str(shown_text(text, walk))
    (address,) = re.findall(r'href="([^"]*)"', shown)
    (actions,) = parse_qs(urlsplit(html.unescape(address)).query)["a"]
    assert actions.split(";")[-len(way) :] == way
    assert Client().get(html.unescape(address)).status_code == 200
    assert re.sub(r"<[^>]*>", "", shown) == text
    assert str(shown_text(f"{way[0]}. " * 50, walk)).count("<a ") == 10


def test_the_lines_of_all_comments_of_a_page_are_limited(page: Puzzle, monkeypatch: pytest.MonkeyPatch) -> None:
    resolved = Mock(wraps=puzzle_lines.resolve)
    read = Mock(wraps=attempt_state.read_start)
    monkeypatch.setattr(puzzle_lines, "resolve", resolved)
    monkeypatch.setattr(attempt_state, "read_start", read)
    walk = walker(page, "en")
    for number in range(1, 101):
        shown_text(f"{number} upper", walk)
        shown_text("1 upper", walk)
    assert (resolved.call_count, read.call_count) == (comment_text.MAX_RESOLVED, 1)


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "||<img src=x onerror=alert(1)>||",
        "|| || |||| ||",
        "1 upper||<b>||2 lower",
        "||a",
        "1 upper;" * 300,
    ],
)
def test_hostile_text_stays_text(page: Puzzle, text: str) -> None:
    shown = str(shown_text(text, walker(page, "en")))
    assert not re.search(r"<(?!/?(?:a|br|details|summary|div)\b)", shown)
    assert shown.count("<details") == shown.count("</details>")


def test_a_spoiler_is_folded(page: Puzzle) -> None:
    shown = str(shown_text("Look: ||the Wolf\nbites|| so.", walker(page, "en")))
    assert re.search(r"Look: <details.*<summary>Spoiler</summary><div>the Wolf<br>bites</div></details> so", shown)


def opinion(client: Client, page: Puzzle, **data: Any) -> int:
    return client.post(reverse("grimoire:opinion", args=[page.token]), data, headers={"HX-Request": "true"}).status_code


def test_solvers_alone_say_how_hard_a_page_is_and_what_it_is_about(author: Owner, page: Puzzle) -> None:
    reader, client = member("corentin")
    said = {"difficulty": "1", "themes": ["order", "decoy"]}
    assert opinion(client, page, **said) == 403
    attempted(reader, page)
    assert opinion(client, page, **said) == 200
    assert opinion(client, page, difficulty="1", themes=["nonsense"]) == 400
    assert opinion(client, page, difficulty="7") == 400
    mine = browser_of(author)
    assert opinion(mine, page, **said) == 403
    assert Opinion.objects.count() == 1
    shown = client.get(page.get_absolute_url()).text
    assert (
        "1 opinion" in shown
        and re.search(r"too hard\s*<b>1</b>", shown)
        and re.search(r"Order of plays <b>1</b>", shown)
    )
    assert "1 opinion" in mine.get(page.get_absolute_url()).text
    assert "opinion" not in Client().get(page.get_absolute_url()).text, "what it is about is a hint"
    assert opinion(client, page, difficulty="0") == 200
    assert not Opinion.objects.exists()


def test_an_opinion_goes_along_with_a_guest_once(page: Puzzle) -> None:
    (owner, client), account = guest(), make_owner("corentin")
    attempted(owner, page)
    opinion(client, page, difficulty="-1")
    Opinion.objects.create(owner=account, puzzle=page, difficulty=1)
    assert account.user is not None
    adopt(guest=owner, user=account.user)
    assert [row.difficulty for row in Opinion.objects.filter(puzzle=page)] == [1]


def test_reports_of_a_page_say_what_it_is_a_duplicate_of(author: Owner, page: Puzzle) -> None:
    _reader, client = member("corentin")
    address = reverse("accounts:report", args=["puzzle", page.token])
    original, secret = make_puzzle(author, position="damage"), make_puzzle(make_owner("other"), False)
    assert "give the solution away" in client.get(address).text
    comment = say(author, page, "So")
    assert "give the solution away" not in client.get(reverse("accounts:report", args=["comment", comment.token])).text
    for link in ("", "https://evil.example/", page.get_absolute_url(), secret.get_absolute_url(), "x" * 400):
        client.post(address, {"reason": "duplicate", "original": link})
    assert not Report.objects.exists()
    link = f"https://grimoire.example/fr{original.get_absolute_url()}?book=1#comments"
    assert client.post(address, {"reason": "duplicate", "original": link}).status_code == 302
    assert Report.objects.get().original == original.get_absolute_url()
    client.post(address, {"reason": "spoiler", "original": "ignored"})
    report = Report.objects.get()
    assert (report.reason, report.original) == ("spoiler", "")
    Puzzle.objects.filter(pk=page.pk).update(visibility=Visibility.PRIVATE)
    assert client.get(address).status_code == 404
