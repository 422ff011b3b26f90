"""All pages as data, and the feed: what is in them, and that they are fetched again only when something changed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from django.core.management import call_command
from django.test import Client
from django_tasks_db.models import DBTaskResult

from accounts.models import Visibility
from background.whole_files import write_all
from board.services import site_cards
from engine.decks.formats.interchange import read_position
from engine.decks.formats.notation import json_to_text
from grimoire.browsing import dump
from grimoire.models import DailyPage, Puzzle
from tests.cards.factories import make_owner
from tests.grimoire.factories import make_puzzle

pytestmark = pytest.mark.django_db
DUMP = "/files/grimoire/pages.jsonl"
FEED = "/files/grimoire/pages-{}.atom"
ATOM = "{http://www.w3.org/2005/Atom}"


def lines(client: Client) -> list[dict[str, Any]]:
    text = b"".join(client.get(DUMP).streaming_content).decode()
    return [json.loads(line) for line in text.split("\n") if line]


def test_a_line_holds_a_page(client: Client) -> None:
    puzzle = make_puzzle(make_owner("Mira"), title="A door", title_fr="Une porte", words="Look.")
    Puzzle.objects.filter(pk=puzzle.pk).update(rating=1611.7, deviation=80.2, rated_count=4, score=3)
    (line,) = lines(client)
    assert line["url"] == f"http://testserver/grimoire/p/{puzzle.token}/"
    assert (line["title"], line["title_fr"], line["author"]) == ("A door", "Une porte", "Mira")
    assert (line["rating"], line["deviation"], line["votes"]) == (1612, 80, 3)
    assert (line["licence"], line["verdict"], line["kind"]) == ("CC-BY-4.0", "unique", "find")
    assert line["objective"] == {"player": "B", "goal": "win", "turns": 1}
    assert read_position(line["position"], site_cards()).objective == line["objective"]
    assert line["notation"] == json_to_text(line["position"])
    assert line["pictures"]["fr"] == f"http://testserver/files/grimoire/p/{puzzle.token}-fr.png"
    assert set(line) == {
        "format", "token", "url", "title", "title_fr", "kind", "position", "objective", "level", "verdict", "rating",
        "deviation", "votes", "attempts", "solved", "author", "licence", "published",
        "notation", "pictures", "game", "updated", "twins",
    }  # fmt: skip


def test_a_date_alone_decides_nothing(client: Client) -> None:
    """Votes, and pages that go, leave no date behind: only the ETag says that nothing has changed."""
    make_puzzle(title="In")
    later = client.get(DUMP, headers={"If-Modified-Since": "Fri, 01 Jan 2100 00:00:00 GMT"})
    assert later.status_code == 200
    same = {"If-None-Match": later.headers["ETag"], "If-Modified-Since": "Sat, 01 Jan 2000 00:00:00 GMT"}
    assert client.get(DUMP, headers=same).status_code == 304


def test_only_published_pages_with_a_licence_are_in_it(client: Client) -> None:
    make_puzzle(title="In")
    make_puzzle(title="Draft", published=False)
    make_puzzle(title="Unlisted", visibility=Visibility.UNLISTED)
    make_puzzle(title="No licence", licence="")
    hidden = make_puzzle(title="Hidden")
    Puzzle.objects.filter(pk=hidden.pk).update(hidden_at="2026-01-01T00:00Z")
    assert [line["title"] for line in lines(client)] == ["In"]
    assert lines(client)[0]["author"] == "Grimoire"
    assert lines(client)[0]["rating"] is None


def test_line_ends_in_titles_do_not_end_lines(client: Client) -> None:
    puzzle = make_puzzle()
    Puzzle.objects.filter(pk=puzzle.pk).update(title='"}\n{"token": 1}\u2028')  # as it was before titles were tidied
    assert len(b"".join(client.get(DUMP).streaming_content).split(b"\n")) == 2
    assert lines(client)[0]["title"].startswith('"}\n{')


def test_the_file_is_sent_again_only_when_it_has_changed(client: Client) -> None:
    puzzle = make_puzzle()
    first = client.get(DUMP)
    assert first["Content-Type"].startswith("application/jsonl")
    assert first["Access-Control-Allow-Origin"] == "*"
    again = client.get(DUMP, headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    head = client.head(DUMP)
    assert head["ETag"] == first["ETag"]
    assert head.content == b""
    for fields in ({"score": 7}, {"rating": 1501.5}, {"attempt_count": 1}, {"hidden_at": "2026-01-01T00:00Z"}):
        Puzzle.objects.filter(pk=puzzle.pk).update(**fields)
        changed = client.get(DUMP, headers={"If-None-Match": first["ETag"]})
        assert changed.status_code == 200, fields
        first = changed
    assert client.post(DUMP).status_code == 405


def test_of_very_many_pages_the_file_of_the_day_is_sent(
    client: Client, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, django_assert_max_num_queries: Any
) -> None:
    settings.MEDIA_ROOT = tmp_path
    owner = make_owner('"url": "/Mira')
    for number in range(4):
        make_puzzle(owner, title=f'{number}\n"url": "/')
    fresh = lines(client)
    write_all()
    monkeypatch.setattr(dump, "LIVE", 3)
    with django_assert_max_num_queries(2):
        sent = client.get(DUMP)
        assert [json.loads(line) for line in b"".join(sent.streaming_content).splitlines()] == fresh
    assert fresh[0]["url"].startswith("http://testserver/grimoire/p/")
    make_puzzle(title="A later one")
    assert client.head(DUMP)["ETag"] == sent["ETag"]
    assert client.get(DUMP, headers={"If-None-Match": sent["ETag"]}).status_code == 304


@pytest.mark.django_db(transaction=True)  # a worker closes its connections
def test_before_there_is_a_file_of_the_day_it_is_made_for_who_asks(
    client: Client, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, django_assert_max_num_queries: Any
) -> None:
    """As after a backup was restored: rather than read from the database for each of many who come."""
    settings.MEDIA_ROOT = tmp_path
    for number in range(4):
        make_puzzle(title=str(number))
    monkeypatch.setattr(dump, "LIVE", 3)
    for _again in range(2):
        with django_assert_max_num_queries(6):
            answer = client.get(DUMP)
        assert (answer.status_code, answer["Retry-After"]) == (404, "300")
        assert "5 minutes" in answer.content.decode() and "ETag" not in answer
    tasks = DBTaskResult.objects.filter(task_path="background.tasks.make_whole_files")
    assert tasks.count() == 1  # however many come
    call_command("db_worker", batch=True, interval=0, startup_delay=False, verbosity=0)
    assert len(lines(client)) == 4


def test_an_empty_file(client: Client) -> None:
    answer = client.get(DUMP)
    assert answer.status_code == 200
    assert b"".join(answer.streaming_content) == b""


def test_the_file_is_explained_with_its_licence(client: Client) -> None:
    make_puzzle()
    text = client.get("/grimoire/download/").content.decode()
    assert "CC BY 4.0" in text and DUMP in text
    for key in lines(client)[0]:
        assert f"<code>{key}</code>" in text, key
    assert client.get("/fr/grimoire/download/").status_code == 200


def entries(client: Client, language: str = "en") -> list[ElementTree.Element]:
    answer = client.get(FEED.format(language))
    assert answer.status_code == 200
    return ElementTree.fromstring(answer.content).findall(f"{ATOM}entry")


def text_of(entry: ElementTree.Element, name: str) -> str:
    return entry.findtext(f"{ATOM}{name}") or ""


@pytest.mark.smoke
def test_the_feed_tells_of_new_pages_and_of_the_day_s(client: Client) -> None:
    puzzle = make_puzzle(title="A <door> & more", title_fr="Une porte")
    feed_entries = entries(client)
    assert {text_of(entry, "title") for entry in feed_entries} == {
        "A <door> & more",
        "Puzzle of the day: A <door> & more",
    }
    assert len({text_of(entry, "id") for entry in feed_entries}) == 2
    summary = text_of(feed_entries[0], "summary")
    assert "Win the game this turn" in summary
    assert f"/files/grimoire/p/{puzzle.token}-en.png" in summary
    links = {entry.find(f"{ATOM}link").attrib["href"] for entry in feed_entries}  # type: ignore[union-attr]
    assert links == {f"http://testserver/grimoire/p/{puzzle.token}/"}
    assert "Une porte" in {text_of(entry, "title") for entry in entries(client, "fr")}
    french = {entry.find(f"{ATOM}link").attrib["href"] for entry in entries(client, "fr")}  # type: ignore[union-attr]
    assert french == {f"http://testserver/fr/grimoire/p/{puzzle.token}/"}


def test_the_feed_has_nothing_that_is_not_listed(client: Client) -> None:
    make_puzzle(published=False)
    make_puzzle(visibility=Visibility.UNLISTED)
    assert entries(client) == []
    assert client.get(FEED.format("de")).status_code == 404


def test_the_feed_is_sent_again_only_when_it_has_changed(client: Client) -> None:
    puzzle = make_puzzle()
    first = client.get(FEED.format("en"))
    assert first["Content-Type"].startswith("application/atom+xml")
    assert client.get(FEED.format("en"), headers={"If-None-Match": first["ETag"]}).status_code == 304
    make_puzzle(title="Another one")
    assert client.get(FEED.format("en"), headers={"If-None-Match": first["ETag"]}).status_code == 200
    assert DailyPage.objects.get().puzzle == puzzle


def test_pages_announce_the_feed(client: Client) -> None:
    assert 'href="/files/grimoire/pages-en.atom"' in client.get("/grimoire/").content.decode()
    assert 'href="/files/grimoire/pages-fr.atom"' in client.get("/fr/grimoire/").content.decode()
