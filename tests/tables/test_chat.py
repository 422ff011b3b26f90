"""Chat at private tables: who switches it on, who writes and reads, what a text can do, and where it never goes."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Owner, RateWindow, Report, User
from accounts.services import hide
from games.decks.setups import read_arrangement
from tables.chat.views import WRITING
from tables.lobby.listing import count_open_games
from tables.models import ChatLine, GameNotice, LiveGame, Relation, StreamPresence
from tables.people.services import relate
from tables.services import consent
from tables.services.idempotency import UNKEYED
from tables.services.tables import join, new_game
from tables.streams.session import StreamSession
from tables.tokens import invitation, seat_token
from tables.viewers import find_viewer
from tests.answers import text_of
from tests.cards.factories import guest_cookie
from tests.tables.clients import API
from tests.tables.factories import finish

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


class Friend:
    """A browser, of an account or with no name of a guest, at a table."""

    def __init__(self, name: str = "") -> None:
        self.http = Client()
        self.owner = Owner.objects.create(user=User.objects.create_user(name) if name else None)
        if self.owner.user:
            self.http.force_login(self.owner.user)
        else:
            self.http.cookies["guest"] = guest_cookie(self.owner)

    def send(self, game: LiveGame, **sent: str) -> Any:
        return self.http.post(f"{game.get_absolute_url()}chat/", sent, headers=HTMX)

    def page(self, game: LiveGame) -> str:
        return text_of(self.http.get(game.get_absolute_url()))

    def part(self, game: LiveGame) -> str:
        return self.http.get(f"{game.get_absolute_url()}chat/", headers=HTMX).content.decode()


def table(maker: Friend, *others: Friend, **more: Any) -> LiveGame:
    """A Duel that its maker opened for one they sent the link to."""
    asked = {"mode": "duel", "seats": {"A": {"kind": "me"}, "B": {"kind": "open"}}}
    game = new_game(read_arrangement(asked, maker.owner), maker.owner, **more)
    for other in others:
        join(game, invitation(game, "B"), other.owner, UNKEYED)
    return LiveGame.objects.get(pk=game.pk)


def chatting() -> tuple[Friend, Friend, LiveGame]:
    """Two at a table, one of whom has switched the chat on."""
    ada, bo = Friend("ada"), Friend("bo")
    game = table(ada, bo)
    ada.send(game, switch="on")
    return ada, bo, game


def test_its_maker_switches_it_on_and_both_write() -> None:
    ada, bo, eve = Friend("ada"), Friend(), Friend("eve")
    game = table(ada, bo)
    assert "Turn on chat" in ada.page(game) and "Turn on chat" not in bo.page(game)
    assert bo.send(game, text="Too early").status_code == 200 and not ChatLine.objects.exists()
    bo.send(game, switch="on")
    game.refresh_from_db()
    assert not game.has_chat
    ada.send(game, switch="on")
    assert ada.send(game, text="  Hello \n there ").status_code == 200
    without_script = bo.http.post(f"{game.get_absolute_url()}chat/", {"text": "Well met, friend", "seat": "B"})
    assert without_script.headers["Location"] == f"{game.get_absolute_url()}#chat"
    in_french = f"/fr{game.get_absolute_url()}"
    for friend in (ada, bo):
        page = friend.page(game)
        assert "Hello there" in page and "Well met, friend" in page
        assert page.index("Hello there") < page.index("Well met, friend")
        french = text_of(friend.http.get(in_french))
        assert "Seuls les joueurs de cette table" in french and "Hello there" in french
        assert ">Invité</b>" in french
    assert "Masquer Invité" in text_of(ada.http.get(in_french))
    assert [(line.owner, line.name, line.seat_name) for line in ChatLine.objects.all()] == [
        (ada.owner, "ada", "A"),
        (bo.owner, "", "B"),
    ]
    for nobody in (eve.http, Client()):  # who may watch, but has no seat
        assert "Well met, friend" not in text_of(nobody.get(game.get_absolute_url()))
        assert "Well met, friend" not in nobody.get(f"{game.get_absolute_url()}chat/", headers=HTMX).content.decode()
        assert nobody.get(f"{game.get_absolute_url()}chat/").status_code == 404
    eve.send(game, text="Let me in")
    assert ChatLine.objects.count() == 2
    ada.send(game, switch="off")
    bo.send(game, text="Still there?")
    assert "Well met, friend" not in bo.page(game) and ChatLine.objects.count() == 2


def test_tables_of_strangers_have_none() -> None:
    ada, bo = Friend("ada"), Friend("bo")
    listed = table(ada, bo, listed="B")
    paired = new_game(
        read_arrangement({"mode": "duel", "seats": {"A": {"kind": "me"}, "B": {"kind": "me"}}}, ada.owner),
        ada.owner,
        {"A": ada.owner, "B": bo.owner},
        apart=("B",),
    )
    alone = new_game(
        read_arrangement({"mode": "duel", "seats": {"A": {"kind": "me"}, "B": {"kind": "me"}}}, ada.owner), ada.owner
    )
    for game in (listed, paired, alone):
        assert "Turn on chat" not in ada.page(game)
        ada.send(game, switch="on")
        ada.send(game, text="Hello")
    assert not LiveGame.objects.filter(has_chat=True).exists() and not ChatLine.objects.exists()


def test_who_came_by_the_lobby_stays_a_stranger() -> None:
    """Whatever the table's maker does in the lobby afterwards."""
    ada, bo, stranger = Friend("ada"), Friend("bo"), Friend()
    seats = {"A": {"kind": "me"}, "B": {"kind": "open"}, "C": {"kind": "open"}, "D": {"kind": "bot", "level": "random"}}
    game = new_game(read_arrangement({"mode": "ffa", "seats": seats}, ada.owner), ada.owner, listed="B,C")
    in_lobby = reverse("play:take_seat", args=[game.token])
    assert game.token in text_of(bo.http.get(reverse("play:lobby")))
    stranger.http.post(in_lobby)
    ada.http.post(in_lobby, {"what": "withdraw"})
    assert game.token not in text_of(bo.http.get(reverse("play:lobby"))) and count_open_games() == 0
    bo.http.post(in_lobby)
    assert game.seats.filter(is_taken=True).count() == 3  # A, B and the bot
    join(game, invitation(game, "C"), bo.owner, UNKEYED)
    assert "Turn on chat" not in ada.page(game)
    ada.send(game, switch="on")
    assert not LiveGame.objects.filter(has_chat=True).exists()
    again = table(ada, listed="B")
    ada.http.post(reverse("play:take_seat", args=[again.token]), {"what": "withdraw"})
    join(again, invitation(again, "B"), bo.owner, UNKEYED)
    ada.send(again, switch="on")
    assert LiveGame.objects.filter(has_chat=True).count() == 1, "nobody came by the lobby"


HOSTILE = {
    "<script>alert(1)</script><img src=x onerror=alert(2)>": "<script>alert(1)</script><img src=x onerror=alert(2)>",
    "a\0b": None,
    "a\u202eb\u2066c\u200b\u00add": "abcd",
    "\u200b\u2060": None,
    " \n ": None,
    "x" * 10_000: None,
    "x" * 301: None,
    "é" * 300: "é" * 300,
    "javascript:alert(1) https://example.org/?a=1&b=2": "javascript:alert(1) https://example.org/?a=1&b=2",
    "{{ game.nonce }} {% debug %} %(token)s": "{{ game.nonce }} {% debug %} %(token)s",
    "a\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301b\r\n\u2028c": ...,
}


def test_whatever_is_written_stays_one_line_of_text() -> None:
    ada, bo, game = chatting()
    links = len(re.findall(r"<a\b", bo.part(game)))
    for sent, kept in HOSTILE.items():
        ChatLine.objects.all().delete()
        answer = ada.send(game, text=sent)
        texts = list(ChatLine.objects.values_list("text", flat=True))
        if kept is None:
            assert not texts and 'role="alert"' in answer.content.decode(), sent[:40]
            continue
        assert texts == [kept] if isinstance(kept, str) else len(texts) == 1
        part = bo.part(game)
        assert part.count("<script") == part.count("<img") == 0
        assert len(re.findall(r"<a\b", part)) == links + 1  # the one that reports it: no text becomes a link
        assert not set(texts[0]) & set("\0\n\r\u2028\u202e\u2066\u200b\u00ad")


def test_the_secret_of_a_seat_is_not_written_down() -> None:
    ada, _bo, game = chatting()
    secret = seat_token(game, "A")
    address = reverse("play:take", args=[game.token, secret])
    for text in (secret, f"x{secret}x", f"https://example.org{address}", f"come to {secret}!"):
        assert "gives your seat away" in text_of(ada.send(game, text=text))
    assert not ChatLine.objects.exists()
    ada.send(game, text=f"Watch https://example.org{game.get_absolute_url()}")
    assert ChatLine.objects.count() == 1


def test_it_goes_nowhere_else() -> None:
    """Not into the log, the API, a stream, a replay, a question or what is told of the game; it goes with its table."""
    ada, bo, game = chatting()
    secret = seat_token(game, "B")
    streams = [StreamSession(find_viewer(game.token, each, None), None) for each in (secret, "of nobody")]
    for stream in streams:
        stream.open()
    ada.send(game, text="Xyzzy plugh")
    for stream in streams:
        told = [chunk for chunk in stream.collect() if "chat" in chunk]
        assert told == ['event: notice\ndata: {"kind":"chat"}\n\n']
        stream.close()
    assert not game.log.filter(kind="chat").exists()
    assert all("Xyzzy" not in json.dumps(notice.data) for notice in GameNotice.objects.all())
    StreamPresence.objects.all().delete()
    finish(LiveGame.objects.get(pk=game.pk))
    token = {"Authorization": f"Bearer {secret}"}
    for path in ("", "/steps?since=0", "/record", "/log"):
        assert b"Xyzzy" not in bo.http.get(f"{API}/{game.token}{path}", headers=token).content, path
    for page in ("replay/", "review/"):
        assert b"Xyzzy" not in bo.http.get(f"{game.get_absolute_url()}{page}").content, page
    assert "Xyzzy" in bo.page(game)
    consent.rematch(find_viewer(game.token, None, ada.owner))
    consent.answer(find_viewer(game.token, None, bo.owner), "rematch", accept=True)
    again = LiveGame.objects.exclude(pk=game.pk).get()
    assert again.has_chat and "Xyzzy" not in bo.page(again)
    LiveGame.objects.filter(pk=game.pk).delete()
    assert not ChatLine.objects.exists()


def test_whom_one_muted_or_blocked_one_does_not_read() -> None:
    ada, bo, guest = Friend("ada"), Friend("bo"), Friend()
    for other in (bo, guest):
        game = table(ada, other)
        ada.send(game, switch="on")
        other.send(game, text="Take that")
        other.http.post(f"{game.get_absolute_url()}say/", {"phrase": "shrug", "seat": "B"})
        assert "Take that" in ada.page(game) and 'data-phrase="shrug"' in ada.page(game)
        ada.send(game, mute="B")
        page = ada.page(game)
        assert "Take that" not in page and 'data-phrase="shrug"' not in page and "Unmute" in page
        assert "Take that" not in ada.part(game) and "Take that" in other.page(game)
        assert '"unheard": ["B"]' in page
        ada.send(game, unmute="B")
        assert "Take that" in ada.page(game)
    game = table(ada, bo)
    ada.send(game, switch="on")
    bo.send(game, text="And that")
    ada.http.post("/play/people/relate/", {"name": "bo", "kind": "mute"})  # from a profile
    assert "And that" not in ada.page(game)
    assert "Unmute bo" in text_of(ada.http.get("/play/people/")) and "Unmute" in text_of(ada.http.get("/players/bo/"))
    relate(ada.owner, bo.owner, Relation.Kind.BLOCK)
    ada.send(game, mute="B")
    ada.send(game, unmute="B")  # which ends no block
    assert Relation.objects.get(owner=ada.owner, other=bo.owner).kind == "block" and "And that" not in ada.page(game)


def test_a_line_is_reported_and_hidden() -> None:
    ada, bo, eve = Friend("ada"), Friend("bo"), Friend("eve")
    game = table(ada, bo)
    ada.send(game, switch="on")
    bo.send(game, text="Rude words")
    line = ChatLine.objects.get()
    address = reverse("accounts:report", args=["chatline", line.token])
    assert address in ada.page(game) and address not in bo.page(game)
    for nobody in (eve.http, Client()):
        assert nobody.get(address).status_code == nobody.post(address, {"reason": "offensive"}).status_code == 404
    assert "Rude words" in text_of(ada.http.get(address))
    sent = ada.http.post(address, {"reason": "offensive", "text": "See it"})
    assert sent.headers["Location"] == f"{game.get_absolute_url()}#chat"
    bo.send(game, text="Polite words")
    moderator = Client()
    moderator.force_login(User.objects.create_superuser("judge"))
    assert "Rude words" in text_of(moderator.get(reverse("admin:accounts_report_changelist")))
    shown = text_of(moderator.get(reverse("admin:play_chatline_changelist")))
    assert "Rude words" in shown and "Polite words" not in shown  # what nobody reported is theirs alone
    hide(thing=Report.objects.get().about, reason="offensive")
    assert "Rude words" not in ada.page(game) and "Polite words" in ada.page(game)
    bo.owner.user.delete()
    assert not ChatLine.objects.exists()


def test_only_so_many(settings: Any) -> None:
    ada, _bo, game = chatting()
    ada.send(game, text="One")
    settings.LIMITS = True
    ada.send(game, text="Two")
    RateWindow.objects.filter(key__contains="chat").update(count=WRITING.times * 10)
    refused = text_of(ada.send(game, text="Three and more"))
    assert "30 messages in 5 minutes" in refused and 'value="Three and more"' in refused
    assert ChatLine.objects.count() == 2
